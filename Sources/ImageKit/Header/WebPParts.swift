/// The chunks of a WebP file.
enum WebPParts {
  struct Chunk {
    let name: String
    let size: Int
    /// With its eight bytes of head and its padding.
    let range: Range<Int>
    var data: Range<Int> { range.lowerBound + 8..<range.lowerBound + 8 + size }
  }

  static func header(_ source: any ImageBytes) throws(ImageFailure) -> ImageHeader {
    var reader = ByteReader(source)
    var header = ImageHeader(.webp, width: 0, height: 0)
    var hasData = false
    for chunk in try chunks(source) {
      let start = chunk.data.lowerBound
      switch chunk.name {
      case "VP8X":
        try expect(10, in: chunk)
        let flags = try reader.u8(start)
        header.mayHaveAlpha = flags & 0x10 != 0
        header.isAnimated = flags & 0x02 != 0
        try header.grow(width: try reader.u24little(start + 4) + 1, height: try reader.u24little(start + 7) + 1)
      case "VP8 ":
        hasData = true
        try expect(10, in: chunk)
        guard try reader.u24little(start + 3) == 0x2A019D else {
          throw ImageFailure(.isBroken("its size is missing"))
        }
        try header.grow(
          width: try reader.u16(start + 6, little: true) & 0x3FFF,
          height: try reader.u16(start + 8, little: true) & 0x3FFF)
      case "VP8L":
        hasData = true
        try expect(5, in: chunk)
        guard try reader.u8(start) == 0x2F else { throw ImageFailure(.isBroken("its size is missing")) }
        let bits = try reader.u32(start + 1, little: true)
        header.mayHaveAlpha = header.mayHaveAlpha || bits >> 28 & 1 != 0
        try header.grow(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
      case "ANMF": hasData = true
      case "EXIF":
        // Some writers keep JPEG's name before the structure.
        let named = try JPEGParts.has(JPEGParts.exifName, chunk.data, reader) ? 6 : 0
        header.take(try ExifFacts(source, start: start + named, count: chunk.size - named))
      case "XMP ": header.take(xmp: try reader.bytes(start, min(chunk.size, 1 << 20)))
      default: break
      }
    }
    guard hasData else { throw ImageFailure(.isBroken("it holds no picture")) }
    return header
  }

  /// What a part of the picture says must stand in it, and not in what follows.
  private static func expect(_ count: Int, in chunk: Chunk) throws(ImageFailure) {
    guard chunk.size >= count else { throw ImageFailure(.isBroken("its part \(chunk.name) is too short")) }
  }

  /// All chunks of the RIFF container; what stands behind it is not part of the picture.
  static func chunks(_ source: any ImageBytes) throws(ImageFailure) -> [Chunk] {
    var reader = ByteReader(source, window: 1024)
    let end = 8 + (try reader.u32(4, little: true))
    guard end <= source.count else { throw ImageFailure(.isCutOff) }
    var chunks: [Chunk] = []
    var place = 12
    while place + 8 <= end {
      let size = try reader.u32(place + 4, little: true)
      guard size <= end - place - 8 else { throw ImageFailure(.isCutOff) }
      guard chunks.count < 200_000 else { throw ImageFailure(.isBroken("it has too many parts")) }
      // The last chunk's padding is left out by some writers.
      let next = min(end, place + 8 + size + size % 2)
      chunks.append(Chunk(name: try reader.name(place), size: size, range: place..<next))
      place = next
    }
    return chunks
  }
}

extension ImageHeader {
  /// The canvas and the picture on it are checked both: the larger one counts.
  fileprivate mutating func grow(width: Int, height: Int) throws(ImageFailure) {
    guard width > 0, height > 0 else { throw ImageFailure(.isBroken("it has no width or no height")) }
    self.width = max(self.width, width)
    self.height = max(self.height, height)
  }
}
