import CZlib

/// A picture of flat blocks of 8 × 8 pixels, from which files of every kind are made.
struct Blocks {
  typealias Color = (red: UInt8, green: UInt8, blue: UInt8)
  let columns: Int
  let rows: Int
  let colors: [Color]

  var width: Int { columns * 8 }
  var height: Int { rows * 8 }

  static let red: Color = (220, 20, 20)
  static let green: Color = (20, 200, 20)
  static let blue: Color = (20, 20, 220)
  static let white: Color = (240, 240, 240)

  /// Red and green above, blue and white below.
  static func quarters(columns: Int, rows: Int) -> Blocks {
    let colors = (0..<rows).flatMap { row in
      (0..<columns).map { column in
        row < rows / 2 ? (column < columns / 2 ? red : green) : (column < columns / 2 ? blue : white)
      }
    }
    return Blocks(columns: columns, rows: rows, colors: colors)
  }

  func color(x: Int, y: Int) -> Color { colors[y / 8 * columns + x / 8] }

  /// Three bytes a pixel, row by row.
  var rgb: [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let color = color(x: x, y: y)
        bytes += [color.red, color.green, color.blue]
      }
    }
    return bytes
  }
}

func big16(_ value: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)] }
func big32(_ value: Int) -> [UInt8] { big16(value >> 16) + big16(value) }
func little16(_ value: Int) -> [UInt8] { big16(value).reversed() }
func little32(_ value: Int) -> [UInt8] { big32(value).reversed() }

/// EXIF as cameras write it.
struct ExifSample {
  var orientation: Int?
  var isLittle = false
  var camera: String?
  var date: String?
  var offset: String?
  var hasPlace = false

  /// The TIFF structure, without JPEG's name before it.
  var bytes: [UInt8] {
    let short = isLittle ? little16 : big16
    let long = isLittle ? little32 : big32
    var heap: [UInt8] = []
    var first: [(Int, Int, Int, [UInt8])] = []
    var details: [(Int, Int, Int, [UInt8])] = []
    func text(_ value: String) -> (Int, Int, [UInt8]) { (2, value.utf8.count + 1, Array(value.utf8) + [0]) }
    if let camera {
      let value = text(camera)
      first.append((0x110, value.0, value.1, value.2))
    }
    if let orientation { first.append((0x112, 3, 1, short(orientation) + [0, 0])) }
    if let date {
      let value = text(date)
      details.append((0x9003, value.0, value.1, value.2))
    }
    if let offset {
      let value = text(offset)
      details.append((0x9011, value.0, value.1, value.2))
    }
    if !details.isEmpty { first.append((0x8769, 4, 1, [])) }
    if hasPlace { first.append((0x8825, 4, 1, [])) }
    func length(_ entries: Int) -> Int { 2 + entries * 12 + 4 }
    let detailsAt = 8 + length(first.count)
    let placeAt = detailsAt + length(details.count)
    let heapAt = placeAt + length(2)
    func directory(_ entries: [(Int, Int, Int, [UInt8])]) -> [UInt8] {
      var bytes = short(entries.count)
      for (tag, type, count, value) in entries {
        bytes += short(tag) + short(type) + long(count)
        switch tag {
        case 0x8769: bytes += long(detailsAt)
        case 0x8825: bytes += long(placeAt)
        case _ where value.count <= 4: bytes += value + [UInt8](repeating: 0, count: 4 - value.count)
        default:
          bytes += long(heapAt + heap.count)
          heap += value
        }
      }
      return bytes + long(0)
    }
    let mark: [UInt8] = isLittle ? [0x49, 0x49] : [0x4D, 0x4D]
    let head = mark + short(42) + long(8) + directory(first) + directory(details)
    let north: [UInt8] = [UInt8(ascii: "N"), 0, 0, 0]
    let degrees = [52, 1, 31, 1, 12, 1].flatMap { long($0) }
    return head + directory([(1, 2, 2, north), (2, 5, 3, degrees)]) + heap
  }

  static let rich = ExifSample(
    orientation: 6, camera: "Examplecam 7", date: "2026:05:04 03:02:01", offset: "+02:00", hasPlace: true)
}

/// Writes JPEG of flat blocks: only the first coefficient of each is coded.
struct JPEGSample {
  /// Values of a block's components, in the order in which they are stored.
  enum Kind { case rgb, grey, cmyk }

  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big16(payload.count + 2) + payload
  }

  static func exif(_ sample: ExifSample) -> [UInt8] { segment(0xE1, Array("Exif\0\0".utf8) + sample.bytes) }

  static func file(_ blocks: Blocks, _ kind: Kind = .rgb, extra: [[UInt8]] = [], width: Int? = nil, height: Int? = nil)
    -> [UInt8]
  {
    let components = kind == .grey ? 1 : kind == .rgb ? 3 : 4
    var bytes: [UInt8] = [0xFF, 0xD8]
    // JFIF's mark says that colours are luminance and two differences; Adobe's, that they are as they are, and CMYK's
    // their opposites.
    if kind == .grey { bytes += segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]) }
    for part in extra { bytes += part }
    if kind != .grey { bytes += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]) }
    bytes += segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
    var frame = [8] + big16(height ?? blocks.height) + big16(width ?? blocks.width) + [UInt8(components)]
    var scanned = [UInt8(components)]
    for component in 1...UInt8(components) {
      frame += [component, 0x11, 0]
      scanned += [component, 0]
    }
    bytes += segment(0xC0, frame)
    let sizes: [UInt8] = Array(0...11)
    bytes += segment(0xC4, [0, 0, 1, 5, 1, 1, 1, 1, 1, 1] + [UInt8](repeating: 0, count: 7) + sizes)
    bytes += segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
    bytes += segment(0xDA, scanned + [0, 63, 0])
    return bytes + scan(blocks, kind, components) + [0xFF, 0xD9]
  }

  private static func scan(_ blocks: Blocks, _ kind: Kind, _ components: Int) -> [UInt8] {
    // The usual code words of the first coefficient's sizes.
    let codes: [(Int, Int)] = [
      (0b00, 2), (0b010, 3), (0b011, 3), (0b100, 3), (0b101, 3), (0b110, 3), (0b1110, 4), (0b11110, 5), (0b111110, 6),
      (0b1111110, 7), (0b1111_1110, 8), (0b1_1111_1110, 9),
    ]
    var (result, pending, length) = ([UInt8](), 0, 0)
    func put(_ value: Int, _ bits: Int) {
      pending = pending << bits | value
      length += bits
      while length >= 8 {
        let byte = UInt8(truncatingIfNeeded: pending >> (length - 8))
        result.append(byte)
        if byte == 0xFF { result.append(0) }
        length -= 8
        pending &= 1 << length - 1
      }
    }
    var last = [Int](repeating: 0, count: components)
    for color in blocks.colors {
      let rgb = [Int(color.red), Int(color.green), Int(color.blue)]
      let values = kind == .grey ? [rgb[1]] : kind == .rgb ? rgb : rgb + [255]
      for (index, value) in values.enumerated() {
        let difference = value - 128 - last[index]
        last[index] = value - 128
        let size = Int.bitWidth - abs(difference).leadingZeroBitCount
        put(codes[size].0, codes[size].1)
        if size > 0 { put(difference < 0 ? difference + (1 << size) - 1 : difference, size) }
        put(0, 1)
      }
    }
    if length > 0 { put(1 << (8 - length) - 1, 8 - length) }
    return result
  }
}

enum PNGSample {
  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return big32(data.count) + body + big32(Int(crc32(0, body, UInt32(body.count))))
  }

  static func deflated(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
    var length = compressBound(uLong(bytes.count))
    var result = [UInt8](repeating: 0, count: Int(length))
    compress2(&result, &length, bytes, uLong(bytes.count), level)
    return Array(result.prefix(Int(length)))
  }

  static func inflated(_ bytes: [UInt8], count: Int) -> [UInt8] {
    var length = uLong(count)
    var result = [UInt8](repeating: 0, count: count)
    return uncompress(&result, &length, bytes, uLong(bytes.count)) == Z_OK ? Array(result.prefix(Int(length))) : []
  }

  /// - Parameters:
  ///   - color: PNG's kind: 0 grey, 2 RGB, 6 RGBA.
  ///   - rows: the bytes of the pixels, without the filter's byte before each row.
  static func file(width: Int, height: Int, depth: UInt8 = 8, color: UInt8 = 2, pixels: [UInt8], extra: [[UInt8]] = [])
    -> [UInt8]
  {
    let stride = pixels.count / max(1, height)
    var rows: [UInt8] = []
    for row in 0..<(pixels.isEmpty ? 0 : height) {
      rows.append(0)
      rows += pixels[row * stride..<(row + 1) * stride]
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big32(width) + big32(height) + [depth, color, 0, 0, 0]) + extra.joined()
      + chunk("IDAT", deflated(rows)) + chunk("IEND", [])
  }

  static func file(_ blocks: Blocks, extra: [[UInt8]] = []) -> [UInt8] {
    file(width: blocks.width, height: blocks.height, pixels: blocks.rgb, extra: extra)
  }
}

enum GIFSample {
  /// Pictures of one colour each; the screen may claim to be larger.
  static func file(_ colors: [Blocks.Color], side: Int = 16, screen: (Int, Int)? = nil, extra: [UInt8] = []) -> [UInt8]
  {
    var bytes = Array("GIF89a".utf8) + little16(screen?.0 ?? side) + little16(screen?.1 ?? side) + [0x91, 0, 0]
    let table = (colors + Array(repeating: (0, 0, 0), count: 4)).prefix(4)
    bytes += table.flatMap { [$0.red, $0.green, $0.blue] } + extra
    for index in colors.indices {
      bytes += [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0] + little16(side) + little16(side) + [0, 2]
      bytes += codes(UInt8(index), count: side * side) + [0]
    }
    return bytes + [0x3B]
  }

  /// Codes of three bits with a clear before every second one, so that they never grow.
  private static func codes(_ color: UInt8, count: Int) -> [UInt8] {
    var (bits, data) = ([Bool](), [UInt8]())
    func put(_ code: UInt8) { for place in 0..<3 { bits.append(code >> UInt8(place) & 1 == 1) } }
    for index in 0..<count {
      if index % 2 == 0 { put(4) }
      put(color)
    }
    put(5)
    for start in stride(from: 0, to: bits.count, by: 8) {
      data.append(
        bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) })
    }
    return stride(from: 0, to: data.count, by: 255).flatMap { start -> [UInt8] in
      let part = data[start..<min(start + 255, data.count)]
      return [UInt8(part.count)] + part
    }
  }
}

enum BMPSample {
  static func file(_ blocks: Blocks) -> [UInt8] {
    var rows: [UInt8] = []
    for y in (0..<blocks.height).reversed() {
      for x in 0..<blocks.width {
        let color = blocks.color(x: x, y: y)
        rows += [color.blue, color.green, color.red]
      }
    }
    return header(width: blocks.width, height: blocks.height, count: rows.count) + rows
  }

  /// What stands before the pixels, for so many bytes of them.
  static func header(width: Int, height: Int, count: Int = 0) -> [UInt8] {
    let head: [Int] = [54 + count, 0, 54, 40, width, height, 1 | 24 << 16, 0, count, 2835, 2835, 0, 0]
    return [0x42, 0x4D] + head.flatMap { (value: Int) -> [UInt8] in little32(value) }
  }
}

enum TIFFSample {
  /// Sixteen bits a channel, in one strip.
  static func file(_ blocks: Blocks, orientation: Int = 1, side: Int? = nil) -> [UInt8] {
    let pixels = blocks.rgb.flatMap { (value: UInt8) -> [UInt8] in [0, value] }
    let (width, height) = (side ?? blocks.width, side ?? blocks.height)
    let entries: [(Int, Int, Int, Int)] = [
      (0x100, 4, 1, width), (0x101, 4, 1, height), (0x102, 3, 3, 8), (0x103, 3, 1, 1), (0x106, 3, 1, 2),
      (0x111, 4, 1, 14), (0x112, 3, 1, orientation), (0x115, 3, 1, 3), (0x116, 4, 1, blocks.height),
      (0x117, 4, 1, pixels.count), (0x11C, 3, 1, 1),
    ]
    var directory = little16(entries.count)
    for (tag, type, count, value) in entries {
      directory += little16(tag)
      directory += little16(type)
      directory += little32(count)
      directory += little32(value)
    }
    let head: [UInt8] = [0x49, 0x49, 42, 0] + little32(14 + pixels.count)
    let depths: [UInt8] = [16, 0, 16, 0, 16, 0]
    return head + depths + pixels + directory + little32(0)
  }
}

enum WebPSample {
  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + little32(data.count) + data + (data.count % 2 == 0 ? [] : [0])
  }

  static func file(_ chunks: [[UInt8]]) -> [UInt8] {
    let body = Array("WEBP".utf8) + chunks.joined()
    return Array("RIFF".utf8) + little32(body.count) + body
  }
}

extension WebPSample {
  /// The quarters of 16 × 16 pixels, without loss.
  static let quarters = chunk(
    "VP8L",
    [
      0x2F, 0x0F, 0xC0, 0x03, 0x00, 0x1F, 0x20, 0x24, 0x20, 0x8C, 0xF1, 0x3F, 0x19, 0x66, 0x8E, 0x42, 0xB6, 0x11, 0xA0,
      0x61, 0x9D, 0x3F, 0xCF, 0x8B, 0x20, 0x14, 0x40, 0x64, 0x82, 0xC8, 0x7F, 0x85, 0x13, 0xC2, 0xFC, 0xC7, 0xBF, 0x06,
      0x4A, 0x08, 0x84, 0xD9, 0x46, 0x93, 0x9C, 0xE4, 0x24, 0xEF, 0x7D, 0x06, 0x11, 0xFD, 0x0F, 0xDD, 0xBE, 0x82, 0x0F,
    ])

  /// A canvas of 16 × 16 pixels; `flags` say what else is there.
  static func extended(_ flags: UInt8) -> [UInt8] { chunk("VP8X", [flags, 0, 0, 0, 15, 0, 0, 15, 0, 0]) }
}

enum HEIFSample {
  static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big32(content.count + 8) + Array(name.utf8) + content
  }

  /// The boxes only: nothing in it can be decoded.
  static func file(brand: String, width: Int, height: Int, exif: [UInt8] = []) -> [UInt8] {
    let type = box("ftyp", Array(brand.utf8) + [0, 0, 0, 0] + Array("mif1".utf8))
    let small = box("ispe", [0, 0, 0, 0] + big32(64) + big32(64))
    let large = box("ispe", [0, 0, 0, 0] + big32(width) + big32(height))
    let item = box("infe", [2, 0, 0, 0] + big16(7) + big16(0) + Array("Exif".utf8) + [0])
    let items = box("iinf", [0, 0, 0, 0] + big16(1) + item)
    let data = big32(0) + exif
    func meta(_ place: Int) -> [UInt8] {
      let extent = big16(7) + big16(0) + big16(1) + big32(place) + big32(data.count)
      let places = box("iloc", [0, 0, 0, 0, 0x44, 0] + big16(1) + extent)
      return box("meta", [0, 0, 0, 0] + items + places + box("iprp", box("ipco", small + large)))
    }
    let start = type.count + meta(0).count + 8
    return type + meta(start) + box("mdat", data)
  }
}
