import Crypto
import Encodings
import Glibc
import SystemKit

/// Writes a picture's file a piece at a time; it gets its name, which follows from its bytes, once all of it is on disk.
///
/// Where pictures are sealed, it is sealed at its end: until then it is nowhere on a disk.
///
/// Whatever goes wrong before, nothing is seen of it under a name; what a crash leaves behind goes when files are tended next.
package final class AssetWriter {
  private let folder: AssetFolder
  private let temporary: String
  private let descriptor: Int32
  private var hash = SHA256()
  private var isFinished = false

  /// How files begin that are not complete.
  static let unfinishedPrefix = "unfinished-"

  /// Makes the folder where it is missing, and an unfinished file in it.
  ///
  /// - Throws: ``CommandFailure`` where either cannot be made.
  package init(_ folder: AssetFolder) throws {
    self.folder = folder
    try FolderMaker.make(folder.path)
    try folder.vault?.makeScratch()
    temporary = AssetWriter.unfinishedPath(in: folder.unfinishedFolder)
    let path = temporary
    descriptor = try WholeFile.saying("cannot be written", about: folder.path) { () throws(SystemError) in
      try SystemFile.create(path)
    }
    // Where there are no locks the number of the process in the name keeps it (``AssetFolder/isAbandoned(_:)``).
    _ = FileLock.attempt(descriptor)
  }

  /// Appends bytes to the file and to its hash.
  ///
  /// - Throws: ``CommandFailure`` where they cannot be written.
  package func write(_ bytes: some Collection<UInt8>) throws {
    let bytes = Array(bytes)
    bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
    try WholeFile.write(bytes, to: descriptor, name: folder.path)
  }

  /// Flushes the file, gives it its name and flushes that; returns the name.
  ///
  /// A file of that name is replaced: its bytes are the same, unless they are damaged.
  ///
  /// - Throws: ``CommandFailure`` where the file cannot be written or named.
  package func finish() throws -> String {
    guard fsync(descriptor) == 0 else { throw WholeFile.failure(folder.path, "cannot be written", errno) }
    let name = Hexadecimal.text(hash.finalize())
    try folder.adopt(temporary, digest: name)
    isFinished = true
    return name
  }

  /// A path that no other file has.
  static func unfinishedPath(in folder: String) -> String {
    "\(folder)/\(unfinishedPrefix)\(getpid())-\(String(UInt64.random(in: .min ... .max), radix: 16))"
  }

  /// Gives a file that is on disk its name, and flushes that.
  static func name(_ file: String, _ name: String, in folder: AssetFolder) throws {
    try AssetLock(folder: folder.path).sharing {
      try WholeFile.saying("cannot be written", about: folder.path) { () throws(SystemError) in
        try SystemFile.move(file, to: folder.path(of: name))
      }
    }
    // A new name lasts only once the folder itself is on disk.
    try FolderMaker.sync(folder.path)
  }

  deinit {
    close(descriptor)
    if !isFinished { unlink(temporary) }
  }
}

/// Keeps apart who puts files into the folder and who takes them out of it, in whatever process.
///
/// Those who put files in share the lock for as long as a file gets its name; who takes files out has it alone, so that
/// a file that was kept a moment ago is seen to be new.
struct AssetLock {
  static let fileName = ".lock"

  let folder: String

  init(folder: String) { self.folder = folder }

  func sharing<Result>(_ body: () throws -> Result) throws -> Result { try locked(.shared, body) }

  func exclusively<Result>(_ body: () throws -> Result) throws -> Result { try locked(.exclusive, body) }

  private func locked<Result>(_ mode: FileLock.Mode, _ body: () throws -> Result) throws -> Result {
    try WholeFile.holdingLock(of: "\(folder)/\(AssetLock.fileName)", mode, body)
  }
}
