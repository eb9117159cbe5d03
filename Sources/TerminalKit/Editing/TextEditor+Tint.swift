/// What a caller needs to give the text on the screen a look by what it says.
extension TextEditor {
  /// A stretch of the text, in bytes, that has a look of its own.
  package struct Tint: Hashable, Sendable {
    /// Offsets in the text.
    package var range: Range<Int>
    /// Its look; what is selected or found has another one all the same.
    package var style: Style

    package init(range: Range<Int>, style: Style) {
      (self.range, self.style) = (range, style)
    }
  }

  /// A line of the text, as much of it as is on the screen or close to it.
  package struct VisibleLine: Hashable, Sendable {
    /// Counted from 0.
    package var number: Int
    /// Where it begins in the text, in bytes.
    package var start: Int
    /// Its words; of a very long line those around the screen.
    package var text: String
    /// Whether the words begin where the line does.
    package var isWhole: Bool
  }

  /// So much of a long line is handed out above and below the screen.
  private static let reach = 2048

  /// The lines on the screen, from top to bottom.
  package var linesOnScreen: [VisibleLine] {
    guard let first = rows.first?.lowerBound, let last = rows.last?.upperBound else { return [] }
    let buffer = core.buffer
    return visibleLines.map { number in
      let line = buffer.contentRange(ofLine: number)
      let start =
        line.lowerBound < first - Self.reach ? buffer.boundary(atOrBefore: first - Self.reach) : line.lowerBound
      let end = line.upperBound > last + Self.reach ? buffer.boundary(atOrAfter: last + Self.reach) : line.upperBound
      return VisibleLine(
        number: number, start: start, text: buffer.text(in: start..<max(start, end)), isWhole: start == line.lowerBound)
    }
  }

  /// The rows of the screen that the caret's line takes; empty where it is scrolled away.
  package var caretRows: Range<Int> {
    let line = core.buffer.contentRange(ofLine: core.buffer.line(at: core.caret))
    let own = rows.indices.filter { rows[$0].lowerBound >= line.lowerBound && rows[$0].lowerBound <= line.upperBound }
    guard let first = own.first, let last = own.last else { return 0..<0 }
    return first..<last + 1
  }

  /// The lines of the caret's paragraph: those around it up to the next one without words.
  package var caretParagraph: ClosedRange<Int> {
    let buffer = core.buffer
    let caret = buffer.line(at: core.caret)
    func isBlank(_ line: Int) -> Bool {
      let range = buffer.contentRange(ofLine: line)
      return range.count < 80 && buffer.bytes[range].allSatisfy { Ascii.isBlank($0) }
    }
    var (first, last) = (caret, caret)
    // A paragraph ends somewhere; further than a screen it does not matter where.
    while first > 0, caret - first < 500, !isBlank(first - 1), !isBlank(caret) { first -= 1 }
    while last + 1 < buffer.lineCount, last - caret < 500, !isBlank(last + 1), !isBlank(caret) { last += 1 }
    return first...last
  }

  /// Whether a line begins inside of a block between two fences, of ``` or ~~~.
  package func isFenced(line: Int) -> Bool {
    let buffer = core.buffer
    var open: UInt8?
    for number in max(0, line - 20_000)..<line {
      var place = buffer.lineStarts[number]
      let limit = min(place + 4, buffer.count)
      while place < limit, buffer.bytes[place] == Ascii.space { place += 1 }
      guard place + 2 < buffer.count else { continue }
      let byte = buffer.bytes[place]
      guard byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~"), buffer.bytes[place + 1] == byte,
        buffer.bytes[place + 2] == byte
      else { continue }
      if open == nil { open = byte } else if open == byte { open = nil }
    }
    return open != nil
  }

  /// Whether a line of the text is a fence.
  package static func isFence(_ line: String) -> Bool {
    let words = line.utf8.drop { $0 == Ascii.space }
    return words.starts(with: "```".utf8) || words.starts(with: "~~~".utf8)
  }
}
