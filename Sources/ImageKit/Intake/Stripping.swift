/// A file as a list of what is copied and what is written anew.
package enum FilePiece: Hashable, Sendable {
  /// Bytes of the source, as they are.
  case copied(Range<Int>)
  case written([UInt8])

  var count: Int {
    switch self {
    case .copied(let range): range.count
    case .written(let bytes): bytes.count
    }
  }
}

/// Takes everything out of a file that is not needed to show it, without touching a pixel: EXIF, XMP, IPTC, comments,
/// thumbnails, what makers of cameras add, and whatever follows the picture's end.
///
/// Colour profiles stay, and so does the orientation, in a new EXIF of its own.
package enum Stripping {
  /// Returns the file without them; nil for kinds whose pixels cannot be told from the rest, TIFF, HEIC and AVIF.
  ///
  /// - Throws: `isCutOff` or `isBroken` where the file's parts do not follow each other, or `cannotRead`.
  package static func pieces(_ source: any ImageBytes, _ header: ImageHeader) throws(ImageFailure) -> [FilePiece]? {
    switch header.format {
    case .jpeg: try jpeg(source, header)
    case .png: try png(source, header)
    case .gif: try gif(source)
    case .webp: try webp(source, header)
    // It has no place for anything else; what may follow the picture is cut off.
    case .bmp: [.copied(0..<source.count)]
    case .tiff, .heic, .avif: nil
    }
  }

  private static func jpeg(_ source: any ImageBytes, _ header: ImageHeader) throws(ImageFailure) -> [FilePiece] {
    var reader = ByteReader(source)
    var pieces: [FilePiece] = [.written([0xFF, 0xD8])]
    if header.orientation != 1 {
      let payload = JPEGParts.exifName + orientation(header.orientation)
      pieces.append(.written([0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload))
    }
    var place = 2
    while true {
      let segment = try JPEGParts.segment(at: place, &reader)
      place = segment.range.upperBound
      switch segment.marker {
      case JPEGParts.endOfImage:
        pieces.append(.copied(segment.range))
        return pieces
      case JPEGParts.startOfScan:
        let end = try JPEGParts.endOfScan(source, from: place)
        pieces.append(.copied(segment.range.lowerBound..<end))
        place = end
      case 0xE0:
        // JFIF, without the thumbnail that may be in it; JFXX is nothing but thumbnails.
        guard segment.payload.count >= 14, try JPEGParts.has(Array("JFIF\0".utf8), segment.payload, reader) else {
          continue
        }
        let start = try reader.bytes(segment.payload.lowerBound, 12)
        pieces.append(.written([0xFF, 0xE0, 0, 16] + start + [0, 0]))
      case 0xE2:
        if try JPEGParts.has(JPEGParts.profileName, segment.payload, reader) { pieces.append(.copied(segment.range)) }
      case 0xEE:
        // Adobe's mark says what the colours are.
        if try JPEGParts.has(Array("Adobe".utf8), segment.payload, reader) { pieces.append(.copied(segment.range)) }
      case 0xE1, 0xE3...0xED, 0xEF, 0xFE: continue
      default: pieces.append(.copied(segment.range))
      }
    }
  }

  private static func png(_ source: any ImageBytes, _ header: ImageHeader) throws(ImageFailure) -> [FilePiece] {
    let kept: Set<String> = [
      "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD", "hIST", "pHYs", "cICP", "mDCV", "cLLI", "acTL", "fcTL",
      "fdAT",
    ]
    var pieces: [FilePiece] = [.copied(0..<8)]
    for chunk in try PNGParts.chunks(source) {
      // A capital letter in front: no decoder can do without it.
      let isCritical = chunk.name.utf8.first.map { $0 & 0x20 == 0 } ?? false
      guard isCritical || kept.contains(chunk.name) else { continue }
      pieces.append(.copied(chunk.range))
      if chunk.name == "IHDR", header.orientation != 1 {
        let body = Array("eXIf".utf8) + orientation(header.orientation)
        pieces.append(.written(big32(body.count - 4) + body + big32(Int(Checksum.crc32(body)))))
      }
    }
    return pieces
  }

  private static func gif(_ source: any ImageBytes) throws(ImageFailure) -> [FilePiece] {
    var pieces: [FilePiece] = []
    for block in try GIFParts.blocks(source) {
      switch block.kind {
      case .comment, .plainText: continue
      // How often it repeats, and a colour profile.
      case .application(let name) where !["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"].contains(name): continue
      default: pieces.append(.copied(block.range))
      }
    }
    return pieces
  }

  private static func webp(_ source: any ImageBytes, _ header: ImageHeader) throws(ImageFailure) -> [FilePiece] {
    let kept: Set<String> = ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"]
    let reader = ByteReader(source)
    var pieces: [FilePiece] = []
    var isExtended = false
    for chunk in try WebPParts.chunks(source) {
      if chunk.name == "VP8X", chunk.range.count >= 18 {
        isExtended = true
        var bytes = try reader.bytes(chunk.range.lowerBound, 18)
        // The flags for EXIF and XMP.
        bytes[8] &= ~0x0C
        if header.orientation != 1 { bytes[8] |= 0x08 }
        pieces.append(.written(bytes))
      } else if kept.contains(chunk.name) {
        pieces.append(.copied(chunk.range))
        // A writer that saved the last byte of padding: now something may follow.
        if chunk.range.count % 2 == 1 { pieces.append(.written([0])) }
      }
    }
    if header.orientation != 1, isExtended {
      let exif = orientation(header.orientation)
      pieces.append(.written(Array("EXIF".utf8) + big32(exif.count).reversed() + exif))
    }
    let size = 4 + pieces.reduce(0) { $0 + $1.count }
    return [.written(Array("RIFF".utf8) + big32(size).reversed() + Array("WEBP".utf8))] + pieces
  }

  /// EXIF that says which way up and nothing else.
  static func orientation(_ value: Int) -> [UInt8] {
    let head: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
    let entry: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(truncatingIfNeeded: value), 0, 0]
    return head + entry + [0, 0, 0, 0]
  }

  private static func big32(_ value: Int) -> [UInt8] {
    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

enum Checksum {
  /// The checksum of PNG's chunks; for a few bytes, so bit by bit.
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }
}
