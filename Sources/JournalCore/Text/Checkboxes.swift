/// The boxes of task lists in a Markdown text: `- [ ] milk`, `1. [x] bread`.
package enum Checkboxes {
  /// One box of a text, with its place.
  package struct Box: Hashable, Sendable {
    /// The offset in UTF-8 bytes of what stands between the brackets.
    package let place: Int
    /// The line of the text, from 1.
    package let line: Int
    /// Whether it stands in a quotation.
    package let isQuoted: Bool
    /// Whether the box holds `x` or `X`.
    package let isTicked: Bool
    /// What stands behind it on its line.
    package let text: String
  }

  /// Every box of the text, in its order; what looks like one in code is none.
  package static func find(in text: String) -> [Box] {
    let bytes = text.utf8Span.span
    let code = MarkdownCode.ranges(in: bytes)
    var boxes: [Box] = []
    var (start, number) = (0, 1)
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      let box = box(in: bytes, start..<end, number)
      if let box, !code.contains(where: { $0.contains(box.place) }) { boxes.append(box) }
      let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
      start = end + (isPair ? 2 : 1)
      number += 1
    }
    return boxes
  }

  /// The text with this box ticked, or no longer; nil where there is no such box in it.
  package static func toggling(_ box: Box, in text: String) -> String? {
    guard find(in: text).contains(box) else { return nil }
    var bytes = Array(text.utf8)
    bytes[box.place] = box.isTicked ? UInt8(ascii: " ") : UInt8(ascii: "x")
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the beginning of a line: quotes, white space, the sign of a list, and the box.
  private static func box(in bytes: borrowing UTF8Bytes, _ line: Range<Int>, _ number: Int) -> Box? {
    var index = line.lowerBound
    func skipSpace() { while index < line.upperBound, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 } }
    skipSpace()
    let isQuoted = index < line.upperBound && bytes[index] == UInt8(ascii: ">")
    while index < line.upperBound, bytes[index] == UInt8(ascii: ">") {
      index += 1
      skipSpace()
    }
    let sign = index
    while index < line.upperBound, index < sign + 9, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] {
      index += 1
    }
    guard index < line.upperBound else { return nil }
    let signs: [UInt8] = index == sign ? Array("-*+".utf8) : Array(".)".utf8)
    guard signs.contains(bytes[index]) else { return nil }
    index += 1
    let gap = index
    skipSpace()
    guard index > gap, index + 2 < line.upperBound, bytes[index] == UInt8(ascii: "["),
      bytes[index + 2] == UInt8(ascii: "]")
    else { return nil }
    let mark = bytes[index + 1]
    guard mark == 0x20 || mark == UInt8(ascii: "x") || mark == UInt8(ascii: "X") else { return nil }
    // GitHub wants a space behind it, and so do we: `[x](link)` is none.
    guard index + 3 == line.upperBound || bytes[index + 3] == 0x20 || bytes[index + 3] == 0x09 else { return nil }
    let text = bytes.text(index + 3..<line.upperBound)
    return Box(
      place: index + 1, line: number, isQuoted: isQuoted, isTicked: mark != 0x20, text: trimmingSpace(text))
  }
}
