import Crypto
import JournalFormats

/// The SHA-256 of what is read.
final class ReadDigest {
  private var hash = SHA256()

  /// Counts bytes in.
  func add(_ bytes: [UInt8]) { hash.update(data: bytes) }

  /// A reader of the same bytes that counts all of them in.
  func counting(_ read: @escaping ByteReader) -> ByteReader {
    { buffer in
      let count = try read(buffer)
      self.hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return count
    }
  }

  var bytes: [UInt8] { Array(hash.finalize()) }
}
