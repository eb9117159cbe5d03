/// The chunks of a PNG file.
enum PNGParts {
  struct Chunk {
    let name: String
    /// Length, name, data and checksum.
    let range: Range<Int>
    var data: Range<Int> { range.lowerBound + 8..<range.upperBound - 4 }
  }

  /// More chunks than any picture has; each costs a look.
  private static let most = 200_000

  static func header(_ source: any ImageBytes) throws(ImageFailure) -> ImageHeader {
    var reader = ByteReader(source)
    guard try reader.name(12) == "IHDR", try reader.u32(8) == 13 else {
      throw ImageFailure(.isBroken("its size is missing"))
    }
    var header = ImageHeader(.png, width: try reader.u32(16), height: try reader.u32(20))
    header.mayHaveAlpha = try reader.u8(25) & 4 != 0
    var hasData = false
    for chunk in try chunks(source) {
      switch chunk.name {
      case "IDAT": hasData = true
      case "tRNS": header.mayHaveAlpha = true
      case "acTL": header.isAnimated = true
      case "eXIf":
        header.take(try ExifFacts(source, start: chunk.data.lowerBound, count: chunk.data.count))
      case "tEXt", "zTXt", "iTXt":
        header.hasText = true
        let start = try reader.bytes(chunk.data.lowerBound, min(chunk.data.count, 65_536))
        if start.contains("XML:com.adobe.xmp") { header.take(xmp: start) }
        // ImageMagick keeps a JPEG's EXIF and IPTC as hexadecimal text.
        if start.contains("Raw profile type") || start.contains("exif:GPS") { header.hasLocation = true }
      default: break
      }
    }
    guard hasData else { throw ImageFailure(.isBroken("it holds no picture")) }
    return header
  }

  /// All chunks to `IEND`; what stands behind it is not part of the picture.
  static func chunks(_ source: any ImageBytes) throws(ImageFailure) -> [Chunk] {
    var reader = ByteReader(source, window: 1024)
    var chunks: [Chunk] = []
    var place = 8
    while true {
      let length = try reader.u32(place)
      guard length <= source.count, place + 12 + length <= source.count else { throw ImageFailure(.isCutOff) }
      let name = try reader.name(place + 4)
      guard name.utf8.allSatisfy({ 65...90 ~= $0 || 97...122 ~= $0 }), chunks.count < most else {
        throw ImageFailure(.isBroken("its parts do not follow each other"))
      }
      chunks.append(Chunk(name: name, range: place..<place + 12 + length))
      if name == "IEND" { return chunks }
      place += 12 + length
    }
  }
}
