import Crypto
import JournalCore
import TerminalKit

/// Renderings as bytes, for files that may be damaged, cut off, or of another version: those are no renderings.
///
/// The pixels come first, so that a terminal can read them there (``PictureFile``); behind them what is known of the
/// picture, its cells, the pixels' number of bytes, the mark and the digest of all that.
enum RenderingCoding {
  /// Goes up with every change of the form below.
  private static let mark = Array("CJR2".utf8)
  private static let digestLength = 32

  static func encode(_ picture: LoadedPicture) -> [UInt8] {
    let (rendered, facts) = (picture.rendered, picture.facts)
    let pixels = rendered.pixels?.data ?? []
    var bytes = pixels
    bytes.put(numbers: [rendered.width, rendered.height, rendered.cells.size.rows, rendered.cells.size.columns])
    bytes.put(Int64(facts.bytes ?? -1))
    let taken = facts.takenAt.map { $0.instant(offsetSeconds: 0).milliseconds }
    bytes.put(taken ?? .min)
    bytes.put(counted: Array(facts.fileExtension.utf8))
    for cell in rendered.cells.cells {
      bytes.put(cell.base.value)
      bytes.put(number(cell.style.foreground))
      bytes.put(number(cell.style.background))
      bytes.append(cell.style.attributes.rawValue)
    }
    switch rendered.pixels {
    case nil: bytes.append(0)
    case .kitty(_, let width, let height):
      bytes.append(1)
      bytes.put(numbers: [width, height])
    case .sixel: bytes.append(2)
    case .iterm2: bytes.append(3)
    }
    bytes.put(UInt32(pixels.count))
    bytes += mark
    return bytes + SHA256.hash(data: bytes)
  }

  /// Nil for anything that ``encode(_:)`` did not write.
  static func decode(_ bytes: [UInt8]) -> LoadedPicture? {
    let content = bytes.dropLast(digestLength)
    guard content.count > mark.count + 4, content.suffix(mark.count).elementsEqual(mark),
      SHA256.hash(data: content).elementsEqual(bytes.suffix(digestLength))
    else { return nil }
    let known = content.dropLast(mark.count)
    var end = RenderingReader(bytes: known.suffix(4))
    guard let count = end.integer(), count <= known.count - 4 else { return nil }
    let data = known.prefix(count)
    var reader = RenderingReader(bytes: known.dropFirst(count).dropLast(4))
    guard let width = reader.integer(), let height = reader.integer(), let rows = reader.integer(),
      let columns = reader.integer(), 0...10_000 ~= rows, 0...10_000 ~= columns, let size = reader.int64(),
      let taken = reader.int64(), let ending = reader.counted(), let cells = reader.cells(rows * columns),
      let kind = reader.byte()
    else { return nil }
    var pixels: PicturePixels?
    switch kind {
    case 0: guard count == 0 else { return nil }
    case 1:
      guard let width = reader.integer(), let height = reader.integer() else { return nil }
      pixels = .kitty(zlib: Array(data), width: width, height: height)
    case 2: pixels = .sixel(Array(data))
    case 3: pixels = .iterm2(Array(data))
    default: return nil
    }
    guard reader.isAtEnd else { return nil }
    let date = taken == .min ? nil : CivilDateTime(instant: Instant(milliseconds: taken), offsetSeconds: 0)
    return LoadedPicture(
      rendered: RenderedPicture(
        cells: PictureCells(size: Size(rows: rows, columns: columns), cells: cells), pixels: pixels, width: width,
        height: height),
      facts: PictureFacts(
        bytes: size < 0 ? nil : size, takenAt: date, fileExtension: String(decoding: ending, as: UTF8.self)))
  }

  /// The file for a terminal that takes kitty's pixels; nil for other renderings.
  static func file(of picture: LoadedPicture, at path: String) -> PictureFile? {
    guard case .kitty(let data, _, _) = picture.rendered.pixels else { return nil }
    return PictureFile(path: path, count: data.count)
  }

  private static let standard: UInt32 = 0x0200_0000
  private static let palette: UInt32 = 0x0100_0000

  private static func number(_ color: Color) -> UInt32 {
    switch color {
    case .standard: standard
    case .ansi(let index): palette + UInt32(index)
    case .rgb(let red, let green, let blue): UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  static func color(_ number: UInt32) -> Color {
    switch number {
    case 0..<palette:
      .rgb(
        UInt8(truncatingIfNeeded: number >> 16), UInt8(truncatingIfNeeded: number >> 8),
        UInt8(truncatingIfNeeded: number))
    case palette...(palette + 255): .ansi(UInt8(truncatingIfNeeded: number))
    default: .standard
    }
  }
}

extension [UInt8] {
  fileprivate mutating func put(_ number: UInt32) {
    for shift in stride(from: 0, to: 32, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  fileprivate mutating func put(_ number: Int64) {
    for shift in stride(from: 0, to: 64, by: 8) { append(UInt8(truncatingIfNeeded: number >> Int64(shift))) }
  }

  fileprivate mutating func put(numbers: [Int]) {
    for number in numbers { put(UInt32(clamping: number)) }
  }

  fileprivate mutating func put(counted bytes: [UInt8]) {
    put(UInt32(bytes.count))
    append(contentsOf: bytes)
  }
}

/// Reads forward; nil where the bytes end too early.
private struct RenderingReader {
  var bytes: ArraySlice<UInt8>

  var isAtEnd: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8? { bytes.popFirst() }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.count else { return nil }
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  mutating func uint32() -> UInt32? { take(4)?.reversed().reduce(0) { $0 << 8 | UInt32($1) } }

  mutating func int64() -> Int64? {
    take(8).map { Int64(bitPattern: $0.reversed().reduce(0) { $0 << 8 | UInt64($1) }) }
  }

  mutating func integer() -> Int? { uint32().map(Int.init) }

  mutating func counted() -> ArraySlice<UInt8>? { integer().flatMap { take($0) } }

  mutating func cells(_ count: Int) -> [Cell]? {
    guard count * 13 <= bytes.count else { return nil }
    var cells: [Cell] = []
    cells.reserveCapacity(count)
    for _ in 0..<count {
      guard let base = uint32().flatMap({ Unicode.Scalar($0) }), let foreground = uint32(), let background = uint32(),
        let attributes = byte()
      else { return nil }
      let style = Style(
        RenderingCoding.color(foreground), on: RenderingCoding.color(background),
        Style.Attributes(rawValue: attributes))
      cells.append(Cell(base, style: style))
    }
    return cells
  }
}
