import Glibc
import SystemKit

/// The state of the path under which a journal's file was opened.
package enum FilePlace: Hashable, Sendable {
  /// The path leads to the file that is open.
  case same
  /// Nothing is at the path, and the open file has no other name: it ends with this process.
  case removed
  /// Nothing is at the path; the open file has another name.
  case renamed
  /// Another file is at the path; `isKept` says whether the open one still has a name somewhere.
  case replaced(isKept: Bool)
}

/// The file that a store has open, known by its device and inode, so that another one under its path is not taken for it.
///
/// SQLite goes on writing to a file that was removed or replaced, and such words are nowhere. The descriptor is of the kind
/// that only names a file (`O_PATH`): closing it drops no lock of the process.
final class OpenFile: Sendable {
  /// `O_PATH` of open(2), which Swift's module of the C library lacks; x86-64 and ARM have this number.
  private static let namesOnly: Int32 = 0x20_0000

  private let path: String
  private let descriptor: Int32
  private let device: UInt64
  let inode: UInt64
  /// The inode of the log beside it; nil where there was none.
  private let log: UInt64?
  private let logPath: String

  /// - Parameters:
  ///   - path: Of a file that SQLite has opened just now.
  ///   - log: Of its log.
  init(_ path: String, log: String) throws(StoreError) {
    (self.path, logPath) = (path, log)
    descriptor = open(path, OpenFile.namesOnly | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreFile.failure(path, errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let reason = errno
      close(descriptor)
      throw StoreFile.failure(path, reason)
    }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    self.log = StoreFile.inode(log)
  }

  deinit { close(descriptor) }

  /// Where the file stands now; one `stat` where it is in its place.
  var place: FilePlace {
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere, UInt64(status.st_dev) == device, UInt64(status.st_ino) == inode { return .same }
    // A folder that cannot be entered for the moment says nothing about the file.
    if !isThere, errno != ENOENT, errno != ENOTDIR { return .same }
    var own = stat()
    let hasName = fstat(descriptor, &own) == 0 && own.st_nlink > 0
    if isThere { return .replaced(isKept: hasName) }
    return hasName ? .renamed : .removed
  }

  /// - Throws: ``StoreError/moved(path:_:)`` unless the file is in its place.
  func requireInPlace() throws(StoreError) {
    let place = place
    guard place != .same else { return }
    // Its log lies under a name that now belongs to another file, which SQLite would read it into.
    if let log {
      do {
        try StoreFile.setLogAside(path, logPath) { $0 == log }
      } catch {
        // A program that opens the other file looks at the log before that, and says so.
      }
    }
    throw .moved(path: path, place)
  }

  /// Removes our log where it was set aside; to be called once all of it is in the file.
  func removeLogSetAside() {
    guard let log else { return }
    for name in StoreFile.namesAside(logPath) where StoreFile.inode(name) == log { unlink(name) }
  }
}

extension StoreFile {
  /// The bytes of a file's locks by which SQLite says that a program uses it.
  ///
  /// Source: https://www.sqlite.org/src/file/src/os.h (`PENDING_BYTE`, the shared range behind it) and os_unix.c
  /// (`UNIX_SHM_DMS`, held by everybody who has the log's index open).
  private enum LockRange {
    static let database: (start: Int, length: Int) = (0x4000_0000, 512)
    static let index: (start: Int, length: Int) = (128, 1)
  }

  /// Moves a log away that is in use by processes which have another file open than the one at `path`.
  ///
  /// Everybody who uses a log holds a lock on its index and one on the file itself. Where the index is held and the file is
  /// not, the file was put there under an open journal: SQLite would apply the log of the former one to it.
  static func setForeignLogAside(_ path: String, _ log: String) throws(StoreError) {
    guard isLogForeign(path) else { return }
    try setLogAside(path, log) { _ in isLogForeign(path) }
  }

  static func isLogForeign(_ path: String) -> Bool {
    isHeld(path + "-shm", LockRange.index) && !isHeld(path, LockRange.database)
  }

  /// Gives a log and its index other names if they are wanted away; those who have them open keep them.
  ///
  /// - Parameter isWanted: Asked with the log's inode, once no other process is here.
  static func setLogAside(_ path: String, _ log: String, if isWanted: (UInt64) -> Bool) throws(StoreError) {
    let lock = try lock(path + ".lock")
    defer { withExtendedLifetime(lock) {} }
    guard let present = inode(log), isWanted(present) else { return }
    let names = namesAside(log)
    let name = names.first { !exists($0) } ?? names[0]
    do { try SystemFile.move(log, to: name) } catch {
      guard error.code == ENOENT else { throw failure(log, error.code) }
    }
    guard unlink(path + "-shm") == 0 || errno == ENOENT else { throw failure(path + "-shm", errno) }
  }

  /// Where a log that was set aside may lie.
  static func namesAside(_ log: String) -> [String] { (1...20).map { "\(log).former-\($0)" } }

  /// The inode of a file; nil where there is none.
  static func inode(_ path: String) -> UInt64? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
  }

  /// Whether another process has a journal open.
  static func isInUse(_ path: String) -> Bool { isHeld(path, LockRange.database) }

  private static func isHeld(_ path: String, _ range: (start: Int, length: Int)) -> Bool {
    RangeLock.isHeldElsewhere(path, start: range.start, length: range.length)
  }
}
