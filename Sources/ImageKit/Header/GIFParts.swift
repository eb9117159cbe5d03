/// The blocks of a GIF file.
enum GIFParts {
  enum Kind: Equatable {
    case screen
    case picture(width: Int, height: Int)
    case control(isTransparent: Bool)
    case comment
    case application(String)
    case plainText
    case trailer
  }

  struct Block {
    let kind: Kind
    let range: Range<Int>
  }

  static func header(_ source: any ImageBytes) throws(ImageFailure) -> ImageHeader {
    var reader = ByteReader(source)
    var header = ImageHeader(.gif, width: try reader.u16(6, little: true), height: try reader.u16(8, little: true))
    var pictures = 0
    for block in try blocks(source) {
      switch block.kind {
      case .picture(let width, let height):
        pictures += 1
        // A frame may be larger than the screen; a decoder makes room for both.
        guard ImageLimits.area(width, height) <= ImageLimits.pixels else {
          throw ImageFailure(.hasTooManyPixels(width: width, height: height))
        }
      case .control(true): header.mayHaveAlpha = true
      case .comment, .plainText: header.hasText = true
      case .application(let name) where name.hasPrefix("XMP"):
        header.take(xmp: try reader.bytes(block.range.lowerBound, min(block.range.count, 65_536)))
      default: break
      }
    }
    guard pictures > 0 else { throw ImageFailure(.isBroken("it holds no picture")) }
    header.isAnimated = pictures > 1
    return header
  }

  /// All blocks to the trailer.
  static func blocks(_ source: any ImageBytes) throws(ImageFailure) -> [Block] {
    var reader = ByteReader(source, window: 16_384)
    var place = 13 + colors(try reader.u8(10))
    var blocks = [Block(kind: .screen, range: 0..<place)]
    while true {
      let start = place
      let kind: Kind
      switch try reader.u8(place) {
      case 0x3B:
        blocks.append(Block(kind: .trailer, range: start..<start + 1))
        return blocks
      case 0x2C:
        kind = .picture(width: try reader.u16(place + 5, little: true), height: try reader.u16(place + 7, little: true))
        // The descriptor, its colours, and the size of the codes.
        place = try end(of: place + 11 + colors(try reader.u8(place + 9)), &reader)
      case 0x21:
        let label = try reader.u8(place + 1)
        kind =
          switch label {
          case 0xF9: .control(isTransparent: try reader.u8(place + 3) & 1 != 0)
          case 0xFE: .comment
          case 0xFF:
            .application(
              String(decoding: try reader.bytes(place + 3, min(11, try reader.u8(place + 2))), as: UTF8.self))
          default: .plainText
          }
        place = try end(of: place + 2, &reader)
      default: throw ImageFailure(.isBroken("its parts do not follow each other"))
      }
      guard blocks.count < 200_000 else { throw ImageFailure(.isBroken("it has too many parts")) }
      blocks.append(Block(kind: kind, range: start..<place))
    }
  }

  /// Bytes of the colour table that a packed field announces.
  private static func colors(_ packed: Int) -> Int { packed & 0x80 == 0 ? 0 : 3 << ((packed & 7) + 1) }

  /// Where a run of sub-blocks ends, behind its empty one.
  private static func end(of start: Int, _ reader: inout ByteReader) throws(ImageFailure) -> Int {
    var place = start
    while true {
      let length = try reader.u8(place)
      place += length + 1
      if length == 0 { return place }
    }
  }
}
