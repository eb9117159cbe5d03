import Crypto
import Encodings
import Glibc
import JournalSeal
import JournalSync
import SystemKit

/// Files of a journal on their way: sealed before they go, opened when they came, a piece at a time.
enum SealedPieces {
  private static let pieceLength = 1 << 16

  /// Seals a file into a new one.
  ///
  /// - Parameters:
  ///   - begin: Makes what seals a file of so many bytes.
  ///   - read: Gives these bytes piece by piece.
  static func seal(
    _ length: Int64, to path: String, begin: (_ length: UInt64) throws -> FileSealer,
    read: ((ArraySlice<UInt8>) throws -> Void) throws -> Void
  ) throws -> SealedCopy {
    let length = UInt64(max(0, length))
    var sealer = try begin(length)
    var hash = SHA256()
    var sourceHash = SHA256()
    try write(path) { output in
      try read { piece in
        let sealed = try sealer.seal(piece)
        sourceHash.update(data: Array(piece))
        hash.update(data: sealed)
        try SystemFile.write(sealed, to: output, path)
      }
      while let sealed = try sealer.tail() {
        hash.update(data: sealed)
        try SystemFile.write(sealed, to: output, path)
      }
    }
    return SealedCopy(
      path: path, digest: Hexadecimal.text(Array(hash.finalize())), length: length,
      source: Hexadecimal.text(Array(sourceHash.finalize())))
  }

  /// Opens a sealed file into a new one, which is on the disk on return.
  static func open(_ source: String, as file: SealedContent.File, to path: String) throws {
    var opener = try FileOpener(file)
    try write(path) { output in
      try read(source) { piece in try SystemFile.write(try opener.open(piece), to: output, path) }
      try opener.finish()
      guard fsync(output) == 0 else { throw WholeFile.failure(path, "cannot be written", errno) }
    }
  }

  private static func read(_ path: String, _ take: (ArraySlice<UInt8>) throws -> Void) throws {
    let input = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard input >= 0 else { throw WholeFile.failure(path, "cannot be read", errno) }
    defer { close(input) }
    var piece = [UInt8](repeating: 0, count: pieceLength)
    while true {
      let count = piece.withUnsafeMutableBytes { Glibc.read(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw WholeFile.failure(path, "cannot be read", errno) }
      if count == 0 { return }
      try take(piece[..<count])
    }
  }

  /// Writes a new file; none is left where that fails.
  private static func write(_ path: String, _ body: (_ descriptor: Int32) throws -> Void) throws {
    let output = try SystemFile.create(path)
    defer { close(output) }
    do {
      try body(output)
    } catch {
      unlink(path)
      throw error
    }
  }
}
