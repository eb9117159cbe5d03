import GzipKit
import NIOCore
import Testing

@Suite struct GzipTests {
  private func expand(_ bytes: ByteBuffer, pieces: Int, limit: Int, ratio: Int? = nil) throws -> ByteBuffer {
    var inflater = try GzipInflater(limit: limit, ratio: ratio)
    var (rest, whole) = (bytes, ByteBuffer())
    while let piece = rest.readSlice(length: min(pieces, max(1, rest.readableBytes))) {
      try inflater.feed(piece, into: &whole)
    }
    try inflater.finish()
    return whole
  }

  @Test(arguments: [0, 1, 1023, 70_000, 300_000]) func thereAndBack(count: Int) throws {
    let plain = ByteBuffer(bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7 &* 31) })
    let small = try #require(Gzip.deflated(plain))
    for pieces in [1 << 20, 4096, 7] { #expect(try expand(small, pieces: pieces, limit: count) == plain) }
  }

  @Test func whatIsTooLargeIsRefused() throws {
    let bomb = try #require(Gzip.deflated(ByteBuffer(repeating: 0x20, count: 4 << 20), level: 9))
    #expect(throws: GzipError.tooLarge) { try expand(bomb, pieces: 1 << 20, limit: 4 << 20 - 1) }
    #expect(try expand(bomb, pieces: 1 << 20, limit: 4 << 20).readableBytes == 4 << 20)
    #expect(throws: GzipError.tooLarge) { try expand(bomb, pieces: 1 << 20, limit: 4 << 20, ratio: 200) }
  }

  @Test func whatIsDamagedIsRefused() throws {
    let small = try #require(Gzip.deflated(ByteBuffer(repeating: 0x61, count: 5000)))
    let cut = small.getSlice(at: small.readerIndex, length: small.readableBytes - 1) ?? ByteBuffer()
    #expect(throws: GzipError.malformed) { try expand(cut, pieces: 64, limit: 9000) }
    var longer = small
    longer.writeInteger(UInt8(0))
    #expect(throws: GzipError.malformed) { try expand(longer, pieces: 1 << 20, limit: 9000) }
    #expect(throws: GzipError.malformed) { try expand(ByteBuffer(string: "no gzip"), pieces: 64, limit: 9000) }
  }
}
