import Glibc
import JournalCore
import JournalFormats

/// Drafts in files outside the journal, written where it could not take them, and offered by the next start.
struct UnsavedCopies {
  private let paths: JournalPaths

  init(_ paths: JournalPaths) { self.paths = paths }

  /// Writes a draft to the first folder that has room; returns the path, mode 0600.
  func write(_ draft: Draft) throws -> String {
    try EmergencyCopy.write(UnsavedCopy(draft, journal: paths.folder).text, paths: paths)
  }

  /// The drafts of this journal whose writers are gone, the latest first.
  ///
  /// - Parameter owner: This process, whose screen may have begun anew.
  func find(owner: String) -> [Draft] {
    var found: [Draft] = []
    for folder in EmergencyCopy.folders(paths) {
      for name in FolderFiles.names(in: folder, prefix: EmergencyCopy.prefix) where name.hasSuffix(".md") {
        guard let draft = read("\(folder)/\(name)") else { continue }
        if draft.owner == owner || ProcessIdentity(draft.owner)?.isAlive != true { found.append(draft) }
      }
    }
    return found.sorted { $0.savedAt > $1.savedAt }
  }

  /// Removes a file whose words are in the journal now, or were discarded.
  func remove(_ path: String) throws {
    guard read(path) != nil else { return }
    guard unlink(path) == 0 else { throw WholeFile.failure(path, "cannot be removed", errno) }
  }

  /// The draft in a file; nil where it is no copy of this journal's, or not ours: anybody can put files into `/tmp`.
  private func read(_ path: String) -> Draft? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else { return nil }
    do {
      let bytes = try WholeFile.read(descriptor: descriptor, name: path, atMost: 256 << 20, size: Int(status.st_size))
      guard let text = String(validating: try JournalVault.opened(bytes, of: paths), as: UTF8.self),
        let copy = UnsavedCopy(text)
      else { return nil }
      return copy.journal == paths.folder ? copy.draft(at: path) : nil
    } catch {
      // What cannot be read cannot be offered; the file stays.
      return nil
    }
  }
}
