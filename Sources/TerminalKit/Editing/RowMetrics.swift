/// Measures and breaks the rows of one line on the screen, with the same cells that are drawn.
///
/// Rows break where ``BreakClass`` allows it, long words between characters. The last column is kept free for the caret
/// behind a full row; only a blank may stand there. So the rows of a line are decided from its start to its end, each
/// by the text from its beginning on, and a change in one row never reaches further up than the row before.
struct RowMetrics: Sendable {
  let columns: Int
  let width: any TextWidth
  let tab: Int
  /// Whether the further rows of a list's item stand below its words, and not below its marker.
  let hangsLists: Bool

  init(columns: Int, width: any TextWidth, tab: Int = 4, hangsLists: Bool = false) {
    self.columns = max(1, columns)
    self.width = width
    self.tab = max(1, tab)
    self.hangsLists = hangsLists
  }

  /// Free columns before the row that begins at `start`: those of the blanks and the marker of its line, but in the line's first row.
  private func indent(_ buffer: TextBuffer, from start: Int) -> Int {
    guard hangsLists else { return 0 }
    let content = buffer.contentRange(ofLine: buffer.line(at: start))
    guard start > content.lowerBound else { return 0 }
    // Further to the right there would be no room for words.
    let reach = min(content.upperBound, content.lowerBound + columns)
    guard let item = LinePrefix(buffer.bytes, line: content.lowerBound..<reach).item else { return 0 }
    var column = 0
    for byte in buffer.bytes[content.lowerBound..<item.range.upperBound] {
      column += byte == Ascii.tab ? tab - column % tab : 1
    }
    return column < columns / 2 ? column : 0
  }

  /// The end of the row from `start` on, of a line whose content ends at `limit`; behind `start` if text is left.
  func rowEnd(_ buffer: TextBuffer, from start: Int, limit: Int) -> Int {
    let room = columns > 1 ? columns - 1 : 1
    var column = indent(buffer, from: start)
    var place = start
    var possible: Int?
    var previous = BreakClass.space
    var wordBefore = false
    while place < limit {
      let step = measure(buffer, at: place, limit: limit, column: column)
      if place > start {
        if BreakClass.mayBreak(previous, step.kind, wordBefore: wordBefore) { possible = place }
        if step.columns > 0 {
          if step.kind == .space {
            if column + step.columns > columns { return place }
          } else if column + step.columns > room {
            return possible ?? place
          }
        }
      }
      column += step.columns
      place = step.end
      wordBefore = previous == .word || previous == .digit || previous == .closing
      previous = step.kind
    }
    return limit
  }

  /// The column of an offset in the row that begins at `start`.
  func column(_ buffer: TextBuffer, of offset: Int, from start: Int) -> Int {
    var column = indent(buffer, from: start)
    var place = start
    while place < offset {
      let step = measure(buffer, at: place, limit: offset, column: column)
      column += step.columns
      place = step.end
    }
    return column
  }

  /// The start of the character that covers a column of a row; the row's end for columns behind it.
  func offset(_ buffer: TextBuffer, atColumn wanted: Int, in row: Range<Int>, limit: Int) -> Int {
    var column = indent(buffer, from: row.lowerBound)
    var place = row.lowerBound
    while place < row.upperBound {
      let step = measure(buffer, at: place, limit: limit, column: column)
      if wanted < column + step.columns { return place }
      column += step.columns
      place = step.end
    }
    return row.upperBound
  }

  /// Hands out the cells of a row with the offsets of the characters they show.
  func cells(_ buffer: TextBuffer, in row: Range<Int>, limit: Int, _ body: (Cell, _ column: Int, _ offset: Int) -> Void)
  {
    var column = indent(buffer, from: row.lowerBound)
    var place = row.lowerBound
    var scanner = CellScanner(width: width, tab: tab)
    while place < row.upperBound {
      let byte = buffer.bytes[place]
      let end: Int
      if Ascii.isPrintable(byte), place + 1 == limit || buffer.bytes[place + 1] < 0x80 {
        body(Cell(Unicode.Scalar(byte)), column, place)
        column += 1
        end = place + 1
      } else {
        end = buffer.boundary(after: place, limit: limit)
        let text = Self.drawnPart(buffer, start: place, end: end)
        var at = column
        scanner.scan(text.utf8Span, 0..<text.utf8.count, column: column, isLast: false) { cell in
          body(cell, at, place)
          at += Int(cell.width)
        }
        column = at
      }
      place = end
    }
  }

  /// One character: where it ends, how wide it is in this column, and how it lets lines break.
  private func measure(
    _ buffer: TextBuffer, at place: Int, limit: Int, column: Int
  ) -> (end: Int, columns: Int, kind: BreakClass) {
    let byte = buffer.bytes[place]
    if byte < 0x80, place + 1 == limit || buffer.bytes[place + 1] < 0x80 {
      if Ascii.isPrintable(byte) { return (place + 1, 1, BreakClass.of(Unicode.Scalar(byte))) }
      if byte == Ascii.tab { return (place + 1, tab - column % tab, .space) }
    }
    let end = buffer.boundary(after: place, limit: limit)
    let (scalar, length) = buffer.scalar(at: place)
    let kind = BreakClass.of(scalar)
    if place + length == end, TextBuffer.isStandalone(scalar) {
      let columns = width.columns(of: scalar)
      if columns > 0 { return (end, min(columns, 2), kind) }
    }
    var columns = 0
    var scanner = CellScanner(width: width, tab: tab)
    let text = Self.drawnPart(buffer, start: place, end: end)
    scanner.scan(text.utf8Span, 0..<text.utf8.count, column: column, isLast: false) { columns += Int($0.width) }
    return (end, columns, kind)
  }

  /// A character, or as much of one that is endless as the screen looks at.
  private static func drawnPart(_ buffer: TextBuffer, start: Int, end: Int) -> String {
    let room = CellScanner.scalarLimit * 4
    guard end - start > room else { return buffer.text(in: start..<end) }
    var cut = start + room
    while buffer.bytes[cut] & 0xC0 == 0x80 { cut -= 1 }
    return buffer.text(in: start..<cut)
  }
}
