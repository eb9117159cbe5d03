/// The marks before the words of a line in a list or a quotation: blanks, `> `, `- `, `1. `, `- [ ] `.
struct LinePrefix: Equatable, Sendable {
  enum Part: Equatable, Sendable {
    case blanks
    case quote
    case bullet
    case number(Int)
    case box
  }

  struct Piece: Equatable, Sendable {
    var part: Part
    /// Offsets in the text.
    var range: Range<Int>
  }

  private(set) var pieces: [Piece] = []
  /// Where the words begin.
  private(set) var end: Int

  /// Reads the beginning of a line. A line that is a rule (`* * *`) or indented as code has nothing but its blanks.
  init(_ bytes: [UInt8], line: Range<Int>) {
    end = line.lowerBound
    if Self.isRule(bytes, line) { return }
    while let piece = Self.piece(bytes, start: end, limit: line.upperBound, after: pieces.last?.part) {
      pieces.append(piece)
      end = piece.range.upperBound
    }
  }

  /// The blanks at the start of the line.
  var indent: Range<Int>? { pieces.first?.part == .blanks ? pieces[0].range : nil }

  /// True where the line goes on a list or a quotation.
  var hasMarker: Bool { pieces.contains { $0.part != .blanks } }

  /// The innermost list item's marker without its box; nil outside of lists.
  var item: Piece? {
    pieces.last {
      switch $0.part {
      case .bullet, .number: true
      default: false
      }
    }
  }

  /// Returns the marks of the next line: the same, with the number one higher and the box not ticked.
  func continuation(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for (index, piece) in pieces.enumerated() {
      switch piece.part {
      case .number(let number):
        let digits = bytes[piece.range].prefix { Ascii.isDigit($0) }.count
        result.append(contentsOf: String(number + 1).utf8)
        result.append(contentsOf: bytes[piece.range].dropFirst(digits))
      case .box: result.append(contentsOf: "[ ] ".utf8)
      case .bullet, .quote, .blanks:
        let isOuterItem = piece.part == .bullet && pieces[(index + 1)...].contains { $0.part.isItem }
        // Of two markers on one line (`- - x`) only the inner one goes on.
        result.append(
          contentsOf: isOuterItem
            ? Array(repeating: Ascii.space, count: piece.range.count) : Array(bytes[piece.range]))
      }
    }
    return result
  }

  /// The part that an empty item loses when the list ends: its innermost marker with its box.
  var endedRange: Range<Int>? {
    guard let last = pieces.last(where: { $0.part != .blanks && $0.part != .box }) else { return nil }
    return last.range.lowerBound..<end
  }

  // MARK: Reading

  private static func piece(_ bytes: [UInt8], start: Int, limit: Int, after previous: Part?) -> Piece? {
    guard start < limit else { return nil }
    let byte = bytes[start]
    if Ascii.isBlank(byte) {
      guard previous == nil || previous == .quote else { return nil }
      var end = start
      while end < limit, Ascii.isBlank(bytes[end]) { end += 1 }
      return Piece(part: .blanks, range: start..<end)
    }
    if byte == UInt8(ascii: ">") {
      guard previous == nil || previous == .quote || previous == .blanks else { return nil }
      let end = start + 1
      return Piece(part: .quote, range: start..<(end < limit && bytes[end] == Ascii.space ? end + 1 : end))
    }
    if previous?.isItem == true, byte == UInt8(ascii: "["), start + 3 < limit,
      bytes[start + 2] == UInt8(ascii: "]"), bytes[start + 3] == Ascii.space,
      [Ascii.space, UInt8(ascii: "x"), UInt8(ascii: "X")].contains(bytes[start + 1])
    {
      return Piece(part: .box, range: start..<start + 4)
    }
    return previous == .box ? nil : marker(bytes, start: start, limit: limit)
  }

  private static func marker(_ bytes: [UInt8], start: Int, limit: Int) -> Piece? {
    var end = start
    var number: Int?
    if [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+")].contains(bytes[start]) {
      end += 1
    } else {
      var value = 0
      while end < limit, end - start < 9, Ascii.isDigit(bytes[end]) {
        value = value * 10 + Int(bytes[end] - 0x30)
        end += 1
      }
      guard end > start, end < limit, bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ")") else {
        return nil
      }
      number = value
      end += 1
    }
    let blanks = end
    while end < limit, end - blanks < 4, bytes[end] == Ascii.space { end += 1 }
    guard end > blanks else { return nil }
    return Piece(part: number.map { .number($0) } ?? .bullet, range: start..<end)
  }

  private static func isRule(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    var mark: UInt8?
    var count = 0
    for byte in bytes[line] where !Ascii.isBlank(byte) {
      guard [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_")].contains(byte), mark == nil || mark == byte else {
        return false
      }
      mark = byte
      count += 1
    }
    return count >= 3
  }
}

extension LinePrefix.Part {
  var isItem: Bool {
    switch self {
    case .bullet, .number: true
    default: false
    }
  }
}
