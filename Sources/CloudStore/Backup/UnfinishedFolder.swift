import Glibc
import SystemKit

/// A folder beside the one that is wanted, in which a backup or a restore gathers what it writes.
///
/// It has a random name and a mark of ours, and the mark is locked as long as its process writes: so what is not ours is
/// never touched, and neither is what another backup to the same place is writing at this moment. The folder has the
/// wanted name once all is on disk, or is gone.
final class UnfinishedFolder {
  private static let mark = ".cloudjournal-server-unfinished"
  private static let infix = ".unfinished-"
  /// What mkdtemp puts in the place of its X.
  private static let suffixLength = 6

  let path: String
  private let wanted: String
  private let lock: Int32

  /// Makes the folder; what earlier attempts that were killed have left for the same place is removed.
  init(for folder: String) throws(CloudStoreError) {
    var name = folder[...]
    while name.count > 1, name.hasSuffix("/") { name.removeLast() }
    wanted = String(name)
    let parent = SystemFile.folder(of: wanted)
    try DataFile.makeFolder(parent)
    try Self.removeLeftovers(of: wanted, in: parent)
    path = try Self.makeFolder(wanted + Self.infix + String(repeating: "X", count: Self.suffixLength))
    do throws(CloudStoreError) {
      lock = try Self.mark(path)
    } catch {
      try DataFile.removeFolder(path)
      throw error
    }
  }

  deinit { close(lock) }

  /// Makes every name within durable, and gives the folder the wanted one: it is whole, or an error is thrown.
  ///
  /// - Throws: ``CloudStoreError/folderNotEmpty(path:)`` where another has been there first.
  func finish() throws(CloudStoreError) {
    try DataFile.remove(path + "/" + Self.mark)
    try Self.sync(path)
    do throws(CloudStoreError) {
      try DataFile.move(path, to: wanted)
    } catch {
      try CloudBackup.requireFree(wanted)
      throw error
    }
    try DataFile.sync(folder: SystemFile.folder(of: wanted))
  }

  /// Removes the folder with all that was written, after a failure.
  func abandon() throws(CloudStoreError) {
    if try DataFile.kind(of: path) != nil { try DataFile.removeFolder(path) }
  }

  // MARK: Making

  private static func makeFolder(_ template: String) throws(CloudStoreError) -> String {
    var reason: Int32 = 0
    var characters = Array(template.utf8CString)
    characters.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress, mkdtemp(start) == nil else { return }
      reason = errno
    }
    guard reason == 0 else { throw DataFile.failure(template, reason) }
    return String(decoding: characters.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Locks the mark before it has its name, so that no other attempt finds one that looks forsaken.
  private static func mark(_ folder: String) throws(CloudStoreError) -> Int32 {
    let fresh = folder + "/" + mark + ".new"
    let descriptor = try DataFile.open(fresh, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW)
    do throws(CloudStoreError) {
      switch FileLock.attempt(descriptor) {
      case .taken: break
      case .heldElsewhere: throw DataFile.failure(fresh, EWOULDBLOCK)
      case .refused(let code): throw DataFile.failure(fresh, code)
      }
      try DataFile.move(fresh, to: folder + "/" + mark)
    } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func sync(_ folder: String) throws(CloudStoreError) {
    for name in try DataFile.names(in: folder) where try DataFile.kind(of: folder + "/" + name) == .folder {
      try sync(folder + "/" + name)
    }
    try DataFile.sync(folder: folder)
  }

  // MARK: Leftovers

  private static func removeLeftovers(of wanted: String, in parent: String) throws(CloudStoreError) {
    let prefix = (wanted.split(separator: "/").last.map(String.init) ?? "") + infix
    for name in try DataFile.names(in: parent)
    where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + suffixLength {
      let folder = parent + "/" + name
      if try isForsaken(folder) { try DataFile.removeFolder(folder) }
    }
  }

  /// Whether a folder has our mark and no process writes in it any more.
  private static func isForsaken(_ folder: String) throws(CloudStoreError) -> Bool {
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
      return false
    }
    let descriptor = Glibc.open(folder + "/" + mark, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return FileLock.attempt(descriptor) == .taken
  }
}
