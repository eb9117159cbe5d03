import Glibc
import JournalCore
import JournalFormats
import JournalSeal
import SystemKit

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

  /// Whether there is one that names this journal's folder, also of a program that still runs.
  var areAny: Bool {
    EmergencyCopy.folders(paths).contains { folder in
      FolderFiles.names(in: folder, prefix: EmergencyCopy.prefix).contains { name in
        guard name.hasSuffix(".md"), let (copy, isSealed) = copy("\(folder)/\(name)") else { return false }
        return !isSealed && copy.journal == paths.folder
      }
    }
  }

  /// Opens the copies that were sealed to a vault which is being removed: nothing would open them afterwards.
  ///
  /// - Throws: ``CommandFailure`` where one cannot be written; it may be begun again.
  func makePlain(_ vault: JournalVault.Opened) throws {
    let capture = try vault.key.capture()
    for folder in Set(EmergencyCopy.folders(paths)).sorted() {
      for name in FolderFiles.names(in: folder, prefix: EmergencyCopy.prefix) where name.hasSuffix(".md") {
        let path = "\(folder)/\(name)"
        let text: [UInt8]
        do {
          guard let bytes = try contents(of: path) else { continue }
          text = try capture.open(bytes, of: vault.file.id)
        } catch {
          // It is plain, or another journal's.
          continue
        }
        try WholeFile.saying("cannot be written") { () throws(SystemError) in try SystemFile.replace(path, with: text) }
      }
    }
  }

  /// Removes a file whose words are in the journal now, or were discarded.
  func remove(_ path: String) throws {
    guard read(path) != nil else { return }
    guard unlink(path) == 0 else { throw WholeFile.failure(path, "cannot be removed", errno) }
  }

  /// The draft in a file; nil where it is no copy of this journal's, or not ours: anybody can put files into `/tmp`.
  private func read(_ path: String) -> Draft? {
    guard let (copy, isSealed) = copy(path) else { return nil }
    // What the journal's key opens is its own, whatever its folder was called.
    return isSealed || copy.journal == paths.folder ? copy.draft(at: path) : nil
  }

  /// The copy in a file, and whether it was sealed; nil where it is none that can be opened here.
  private func copy(_ path: String) -> (UnsavedCopy, isSealed: Bool)? {
    do {
      guard let bytes = try contents(of: path) else { return nil }
      let plain = try JournalVault.opened(bytes, of: paths)
      guard let text = String(validating: plain, as: UTF8.self), let copy = UnsavedCopy(text) else { return nil }
      return (copy, plain != bytes)
    } catch {
      // What cannot be read cannot be offered; the file stays.
      return nil
    }
  }

  /// A file's bytes; nil where it is not ours.
  private func contents(of path: String) throws -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0
    else { return nil }
    return try WholeFile.read(descriptor: descriptor, name: path, atMost: 256 << 20, size: Int(status.st_size))
  }
}
