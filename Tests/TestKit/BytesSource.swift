import JournalFormats

/// An archive in memory.
package struct BytesSource: ArchiveSource {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The number of bytes in memory.
  package var size: Int64 { Int64(bytes.count) }

  /// Copies bytes from `offset` on; never throws, and returns 0 outside of the bytes.
  package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard offset >= 0, offset < bytes.count else { return 0 }
    let end = min(bytes.count, Int(offset) + buffer.count)
    buffer.copyBytes(from: bytes[Int(offset)..<end])
    return end - Int(offset)
  }
}
