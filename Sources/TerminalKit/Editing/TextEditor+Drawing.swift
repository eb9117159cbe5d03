extension TextEditor {
  /// Draws the rows of the viewport into a rectangle, which should be of the viewport's size.
  ///
  /// - Parameters:
  ///   - tints: What has a look of its own, in the order of the text.
  ///   - focused: Puts the frame's cursor at the caret, if the screen shows it.
  package func draw(
    into frame: inout Frame, rect: Rect, styles: EditorStyles, tints: [Tint] = [], focused: Bool = true
  ) {
    frame.fill(rect, Cell(style: styles.text))
    let selected = selectedRange
    let lit = litRanges()
    var tint = 0
    for (index, row) in rows.prefix(rect.rows).enumerated() {
      while tint < tints.count, tints[tint].range.upperBound <= row.lowerBound { tint += 1 }
      draw(
        row, into: &frame, rect: rect, screenRow: rect.row + index, selected: selected, lit: lit,
        tints: tints.dropFirst(tint), styles: styles)
    }
    if focused { frame.cursor = cursor(in: rect) }
  }

  private func draw(
    _ row: Range<Int>, into frame: inout Frame, rect: Rect, screenRow: Int, selected: Range<Int>, lit: [Range<Int>],
    tints: ArraySlice<Tint>, styles: EditorStyles
  ) {
    let buffer = core.buffer
    let content = buffer.contentRange(ofLine: buffer.line(at: row.lowerBound))
    var match = 0
    var used = 0
    var tint = tints.startIndex
    layout.metrics.cells(buffer, in: row, limit: content.upperBound) { cell, column, offset in
      var cell = cell
      used = column + Int(cell.width)
      guard used <= rect.columns else { return }
      while match < lit.count, lit[match].upperBound <= offset { match += 1 }
      while tint < tints.endIndex, tints[tint].range.upperBound <= offset { tint += 1 }
      let own = tint < tints.endIndex && tints[tint].range.contains(offset) ? tints[tint].style : styles.text
      cell.style =
        selected.contains(offset)
        ? styles.selection
        : match < lit.count && lit[match].contains(offset) ? styles.match : own
      frame.put(cell, row: screenRow, column: rect.column + column)
    }
    // A selected line end shows as one selected blank.
    if row.upperBound == content.upperBound, selected.contains(row.upperBound), used < rect.columns {
      frame.put(Cell(style: styles.selection), row: screenRow, column: rect.column + used)
    }
  }

  /// The matches of what was looked for on the screen and close to it.
  private func litRanges() -> [Range<Int>] {
    guard let pattern, let first = rows.first, let last = rows.last else { return [] }
    let reach = pattern.text.utf8.count * 4
    let buffer = core.buffer
    let start = buffer.boundary(atOrBefore: max(0, first.lowerBound - reach))
    let end = buffer.boundary(atOrAfter: min(buffer.count, last.upperBound + reach))
    return pattern.matches(in: buffer, start..<end)
  }

  /// Where the caret is on the screen, in a rectangle of the viewport's size; nil where it is scrolled away.
  package func cursor(in rect: Rect) -> Position? {
    guard let index = surface.screenRow(of: core.caret), index < rect.rows, rect.columns > 0 else { return nil }
    let column = layout.metrics.column(core.buffer, of: core.caret, from: rows[index].lowerBound)
    return Position(row: rect.row + index, column: rect.column + min(column, rect.columns - 1))
  }
}
