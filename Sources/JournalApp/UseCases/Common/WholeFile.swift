import Glibc
import SystemKit

/// Files that are read and written as a whole.
enum WholeFile {
  /// The bytes of a file, or of standard input where the path is `-`.
  ///
  /// Throws a sentence where it cannot be read, is no file, or holds more than `limit` bytes.
  static func read(_ path: String, atMost limit: Int) throws -> [UInt8] {
    if path == "-" { return try read(descriptor: STDIN_FILENO, name: "standard input", atMost: limit, size: 0) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, "cannot be opened", errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path, "cannot be read", errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw CommandFailure(.badFile, "\(path) is a folder. Name a file in it.")
    }
    return try read(descriptor: descriptor, name: path, atMost: limit, size: Int(status.st_size))
  }

  static func read(descriptor: Int32, name: String, atMost limit: Int, size: Int) throws -> [UInt8] {
    guard size <= limit else { throw tooLarge(name, limit) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(size + 1, 1 << 12))
    var chunk = [UInt8](repeating: 0, count: min(1 << 20, max(1 << 16, size + 1)))
    // It may be a passphrase.
    defer { chunk.withUnsafeMutableBytes { if let start = $0.baseAddress { explicit_bzero(start, $0.count) } } }
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(name, "cannot be read", errno)
      }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else { throw tooLarge(name, limit) }
      bytes.append(contentsOf: chunk[..<count])
    }
  }

  static func tooLarge(_ name: String, _ limit: Int) -> CommandFailure {
    let most = limit < 1 << 20 ? "\(limit >> 10) kB" : "\(limit >> 20) MB"
    return CommandFailure(.badFile, "\(name) is larger than \(most), which is more than can be taken. Split it.")
  }

  static func failure(_ path: String, _ what: String, _ code: Int32) -> CommandFailure {
    let kind: CommandFailure.Code =
      switch code {
      case ENOENT, ENOTDIR: .notFound
      case ENOSPC, EDQUOT: .diskFull
      default: .inputOutput
      }
    return CommandFailure(kind, "\(path) \(what) (\(String(cString: strerror(code)))).")
  }

  /// Makes a file of mode 0600 that must not be there yet.
  static func write(_ bytes: [UInt8], to path: String) throws {
    let descriptor = try saying("cannot be written") { () throws(SystemError) in try SystemFile.create(path) }
    defer { close(descriptor) }
    do {
      try write(bytes, to: descriptor, name: path)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Writes all of some bytes, however many calls it takes.
  static func write(_ bytes: [UInt8], to descriptor: Int32, name: String) throws {
    try saying("cannot be written") { () throws(SystemError) in try SystemFile.write(bytes, to: descriptor, name) }
  }

  /// Has the system do something; says in a sentence what it refuses.
  ///
  /// - Parameters:
  ///   - what: Such as “cannot be written”.
  ///   - path: What the sentence is about, where that is not the path of the error.
  static func saying<Result>(
    _ what: String, about path: String? = nil, _ body: () throws(SystemError) -> Result
  ) throws -> Result {
    do { return try body() } catch { throw failure(path ?? error.path, what, error.code) }
  }

  /// Waits for the lock of a file and holds it while `body` runs.
  static func holdingLock<Result>(
    of path: String, _ mode: FileLock.Mode = .exclusive, _ body: () throws -> Result
  ) throws -> Result {
    let lock = try lock { () throws(FileLock.Failure) in try FileLock.wait(path, mode) }
    return try withExtendedLifetime(lock) { try body() }
  }

  /// Asks for a lock; says in a sentence why there is none.
  static func lock<Lock>(_ body: () throws(FileLock.Failure) -> Lock) throws -> Lock {
    do { return try body() } catch {
      switch error {
      case .opening(let reason): throw failure(reason.path, "cannot be opened", reason.code)
      case .locking(let reason): throw failure(reason.path, "cannot be locked", reason.code)
      }
    }
  }

  /// What changes when a file is written.
  struct Stamp: Hashable {
    var inode: UInt
    var size: Int
    var seconds: Int
    var nanoseconds: Int
  }

  /// The stamp of a file; nil while there is none, as when an editor is just replacing it.
  static func stamp(of path: String) -> Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Stamp(
      inode: UInt(status.st_ino), size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }
}

/// Folders for what only the person may see.
enum FolderMaker {
  /// Makes a folder and those above it, mode 0700, where they are missing; their names are on the disk then.
  static func make(_ path: String) throws {
    try WholeFile.saying("cannot be made") { () throws(SystemError) in try SystemFile.makeFolder(path) }
  }

  /// Makes new, renamed and removed names of a folder durable.
  static func sync(_ folder: String) throws {
    try WholeFile.saying("cannot be written") { () throws(SystemError) in try SystemFile.syncFolder(folder) }
  }
}
