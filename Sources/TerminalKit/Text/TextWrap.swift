/// Breaks text into lines of a number of columns: at blanks, after hyphens, and between ideographs.
package enum TextWrap {
  /// One line on the screen, as offsets in UTF-8 bytes of the whole text.
  package struct Line: Hashable, Sendable {
    /// Where the line begins.
    package var start: Int
    /// Where its text ends: before the line end, and before the blanks at which a long line was broken.
    package var end: Int
    /// Where the next line begins; all lines together cover the text without a gap.
    package var next: Int
    /// Columns of `start..<end`. More than was asked for only where one character alone is wider than the line, or
    /// where blanks stand before a line end.
    package var columns: Int
    /// True where a line end or the end of the text ended the line, false where it was broken for its length.
    package var endsParagraph: Bool

    package init(start: Int, end: Int, next: Int, columns: Int, endsParagraph: Bool) {
      (self.start, self.end, self.next) = (start, end, next)
      (self.columns, self.endsParagraph) = (columns, endsParagraph)
    }
  }

  /// The lines of a text of one paragraph, as few as have room and as even as they can be: no word stands alone on the last.
  ///
  /// - Parameter columns: Room on a line; less than 1 counts as 1.
  package static func balanced(_ text: String, columns: Int, width: any TextWidth) -> [Line] {
    let widest = lines(of: text, columns: columns, width: width)
    guard widest.count > 1 else { return widest }
    let all = widest.reduce(0) { $0 + $1.columns }
    for room in (all / widest.count)..<max(columns, all / widest.count + 1) {
      let narrower = lines(of: text, columns: room, width: width)
      if narrower.count == widest.count { return narrower }
    }
    return widest
  }

  /// The lines of a text; at least one, and one more after a line end that ends the text.
  ///
  /// Lines end at LF, CR LF and CR. A word longer than a line is broken between characters. Time is linear.
  /// - Parameters:
  ///   - columns: room on a line; less than 1 counts as 1.
  ///   - firstColumns: room on the first line, where it differs (after a list marker, say).
  ///   - tab: columns from one tab stop to the next.
  package static func lines(
    of text: String, columns: Int, firstColumns: Int? = nil, width: any TextWidth, tab: Int = 4
  ) -> [Line] {
    let utf8 = text.utf8Span
    let count = utf8.count
    var builder = LineBuilder(limit: max(1, firstColumns ?? columns), laterLimit: max(1, columns))
    builder.lines.reserveCapacity(count / max(1, columns) + 1)
    var scanner = CellScanner(width: width, tab: tab)
    var characters = utf8.makeCharacterIterator()
    var start = 0
    while characters.skipForward() == 1 {
      let end = characters.currentCodeUnitOffset
      let byte = utf8.span[start]
      if byte == 10 || byte == 13 {
        builder.endParagraph(at: start, next: end)
      } else if byte == 9 {
        builder.add(.space, start..<end, columns: scanner.tab - builder.column % scanner.tab)
      } else if byte < 0x80, end == start + 1 {
        builder.add(BreakClass.of(Unicode.Scalar(byte)), start..<end, columns: 1)
      } else {
        var columns = 0
        scanner.scan(utf8, start..<end, column: builder.column, isLast: false) { columns += Int($0.width) }
        var first = start
        let scalar = CellScanner.decode(utf8.span, &first)
        // A blank that carries a mark is something to see.
        let kind = BreakClass.of(scalar)
        builder.add(kind == .space && first < end ? .word : kind, start..<end, columns: columns)
      }
      start = end
    }
    builder.endParagraph(at: count, next: count)
    return builder.lines
  }
}

/// Collects the lines; knows the last place at which the current one may be broken.
private struct LineBuilder {
  var lines: [TextWrap.Line] = []
  var limit: Int
  let laterLimit: Int

  private(set) var column = 0
  private var start = 0
  /// End and columns of the line without the blanks at its end.
  private var shownEnd = 0
  private var shownColumns = 0
  /// The line would end at `shownEnd` and `shownColumns` of that moment, and the next would begin at `next`.
  private var possible: (end: Int, columns: Int, next: Int, nextColumn: Int)?
  private var previous = BreakClass.space
  private var wordBefore = false

  init(limit: Int, laterLimit: Int) {
    (self.limit, self.laterLimit) = (limit, laterLimit)
  }

  mutating func add(_ kind: BreakClass, _ range: Range<Int>, columns: Int) {
    // Blanks that begin a line belong to what follows them.
    if shownEnd > start, BreakClass.mayBreak(previous, kind, wordBefore: wordBefore) {
      possible = (shownEnd, shownColumns, range.lowerBound, column)
    }
    if kind != .space, column + columns > limit {
      if let place = possible {
        breakLine(end: place.end, columns: place.columns, next: place.next, at: place.nextColumn)
      }
      if column + columns > limit, column > 0, columns > 0 {
        breakLine(end: range.lowerBound, columns: column, next: range.lowerBound, at: column)
      }
    }
    column += columns
    if kind != .space {
      shownEnd = range.upperBound
      shownColumns = column
    }
    wordBefore = previous == .word || previous == .digit || previous == .closing
    previous = kind
  }

  /// Ends the line, and takes over to the next one what was read beyond its beginning.
  private mutating func breakLine(end: Int, columns: Int, next: Int, at nextColumn: Int) {
    lines.append(.init(start: start, end: end, next: next, columns: columns, endsParagraph: false))
    start = next
    column -= nextColumn
    shownColumns = max(0, shownColumns - nextColumn)
    shownEnd = max(shownEnd, next)
    possible = nil
    limit = laterLimit
  }

  mutating func endParagraph(at end: Int, next: Int) {
    lines.append(.init(start: start, end: end, next: next, columns: column, endsParagraph: true))
    start = next
    column = 0
    shownEnd = next
    shownColumns = 0
    possible = nil
    previous = .space
    wordBefore = false
    limit = laterLimit
  }
}
