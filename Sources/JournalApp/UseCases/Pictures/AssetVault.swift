import Encodings
import Glibc
package import ImageKit
import JournalSeal
import SystemKit

/// What the files of a journal's pictures are sealed with, where the journal is encrypted on the disk.
struct AssetVault: Hashable, Sendable {
  let seal: PictureSeal
  /// A folder that no disk holds, for what is not sealed yet; it is made where something is to lie there (``makeScratch()``).
  let scratch: String

  /// Makes a folder for files on their way that no disk holds, and gives its path.
  ///
  /// - Throws: ``CommandFailure`` where there is none, or another person's is in its place.
  static func makeScratch(_ paths: JournalPaths) throws -> String {
    let folder = scratchFolder(paths)
    try makeScratch(folder)
    return folder
  }

  /// Makes the folder for files on their way, and looks whether it is what it has to be; before each of them.
  ///
  /// - Throws: As ``makeScratch(_:)``.
  func makeScratch() throws { try AssetVault.makeScratch(scratch) }

  private static func makeScratch(_ folder: String) throws {
    try FolderMaker.make(folder)
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
      status.st_mode & 0o077 == 0, SystemFile.isInMemory(folder)
    else {
      throw CommandFailure(
        .inputOutput,
        "\(folder) is not yours alone, or not in memory, and files would lie there on their way. Set XDG_RUNTIME_DIR to a folder in memory."
      )
    }
  }

  /// The session's own folder; where there is none, the system's memory as files.
  static func scratchFolder(_ paths: JournalPaths) -> String {
    paths.isRuntimeOffDisk ? paths.runtimeFolder : "/dev/shm/cloudjournal-\(geteuid())"
  }

  /// Removes what processes that are gone have left on the way: it is not sealed yet.
  static func clearScratch(_ paths: JournalPaths) {
    let folder = scratchFolder(paths)
    for name in FolderFiles.names(in: folder, prefix: AssetWriter.unfinishedPrefix) {
      let number = name.dropFirst(AssetWriter.unfinishedPrefix.count).prefix { $0 != "-" }
      // What cannot be removed is another person's.
      if let process = Int32(number), !ProcessIdentity.isAlive(process) { unlink("\(folder)/\(name)") }
    }
  }

  // MARK: Sealing

  /// Writes what a descriptor holds to a new file, sealed; it is on the disk when this returns.
  ///
  /// - Parameters:
  ///   - source: Open for reading; read from its beginning.
  ///   - name: What messages call the source.
  /// - Throws: ``CommandFailure``, or ``SealFailure`` where the source changes meanwhile; no new file is left then.
  func seal(_ source: Int32, _ name: String, digest: String, to path: String) throws {
    var status = stat()
    guard fstat(source, &status) == 0, lseek(source, 0, SEEK_SET) == 0 else {
      throw WholeFile.failure(name, "cannot be read", errno)
    }
    let target = try WholeFile.saying("cannot be written") { () throws(SystemError) in try SystemFile.create(path) }
    defer { close(target) }
    do {
      var (head, sealer) = try seal.sealer(of: digest, length: UInt64(status.st_size), random: World.chance)
      try WholeFile.write(head, to: target, name: path)
      try AssetFolder.forEachPiece(descriptor: source, name: name) { piece in
        try WholeFile.write(try sealer.seal(piece), to: target, name: path)
      }
      while let tail = try sealer.tail() { try WholeFile.write(tail, to: target, name: path) }
      guard fsync(target) == 0 else { throw WholeFile.failure(path, "cannot be written", errno) }
    } catch {
      unlink(path)
      throw error
    }
  }

  /// The true length of a sealed file's picture.
  ///
  /// - Throws: ``CommandFailure``, or ``SealFailure``.
  func length(of path: String, digest: String) throws -> UInt64 {
    try reading(path) { descriptor in try file(descriptor, path, digest).length }
  }

  /// Gives the true bytes of a sealed file piece by piece; they are all of them, and the picture's, when this returns.
  ///
  /// - Throws: ``SealFailure`` for a file that was changed, cut or exchanged; ``CommandFailure``; the error of `body`.
  func forEachPiece(of path: String, digest: String, _ body: (ArraySlice<UInt8>) throws -> Void) throws {
    try reading(path) { descriptor in
      var opener = try FileOpener(file(descriptor, path, digest))
      try AssetFolder.forEachPiece(descriptor: descriptor, name: path) { piece in
        try body(try opener.open(piece)[...])
      }
      try opener.finish()
    }
  }

  private func reading<Value>(_ path: String, _ body: (Int32) throws -> Value) throws -> Value {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw WholeFile.failure(path, "cannot be opened", errno) }
    defer { close(descriptor) }
    return try body(descriptor)
  }

  private func file(_ descriptor: Int32, _ path: String, _ digest: String) throws -> SealedContent.File {
    var head: [UInt8] = []
    while head.count < PictureSeal.headLength {
      var rest = [UInt8](repeating: 0, count: PictureSeal.headLength - head.count)
      let count = Glibc.read(descriptor, &rest, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw WholeFile.failure(path, "cannot be read", errno) }
      if count == 0 { break }
      head += rest[..<count]
    }
    return try seal.file(head: head, digest: digest)
  }
}

/// A picture's true bytes, as long as this object lives: its file, or what was sealed in it, in memory.
package final class AssetBytes {
  private let path: String
  private let descriptor: Int32

  /// A plain file.
  init(path: String) { (self.path, descriptor) = (path, -1) }

  /// Bytes in memory that have no name anywhere.
  ///
  /// - Parameter fill: Gives all of them.
  init(filled fill: ((ArraySlice<UInt8>) throws -> Void) throws -> Void) throws {
    let memory = try WholeFile.saying("cannot be opened in memory") { () throws(SystemError) in
      try SystemFile.inMemory("picture")
    }
    (descriptor, path) = (memory, "/proc/self/fd/\(memory)")
    try fill { try WholeFile.write(Array($0), to: memory, name: "The computer’s memory") }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Gives the path at which they can be read while `body` runs, in this process only where they are in memory.
  package func reading<Value, Failure: Error>(_ body: (String) throws(Failure) -> Value) throws(Failure) -> Value {
    defer { withExtendedLifetime(self) {} }
    return try body(path)
  }

  /// What the file says of itself.
  ///
  /// - Throws: ``ImageFailure`` where it is no picture of a kind that is known.
  package func facts() throws(ImageFailure) -> PictureFacts {
    try reading { path throws(ImageFailure) in try PictureFacts(path: path) }
  }

  /// Gives them piece by piece.
  ///
  /// - Throws: ``CommandFailure`` where they cannot be read; the error of `body`.
  package func forEachPiece(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
    try reading { try AssetFolder.forEachPiece(of: $0, body) }
  }
}
