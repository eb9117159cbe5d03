/// A piece of text with a look; several of them make a line.
package struct StyledText: Hashable, Sendable {
  /// Made safe and split into cells when it is drawn.
  package var text: String
  /// The look of every character of it.
  package var style: Style

  package init(_ text: String, _ style: Style = .plain) {
    (self.text, self.style) = (text, style)
  }
}

extension Frame {
  /// Draws pieces one after the other, no further than `limit` columns in all, and returns the columns used.
  @discardableResult
  package mutating func put(
    _ pieces: [StyledText], row: Int, column: Int, limit: Int = .max, width: any TextWidth
  ) -> Int {
    var used = 0
    for piece in pieces {
      let cells = CellText(piece.text, width: width, startColumn: used)
      let drawn = put(cells, row: row, column: column + used, limit: limit - used, style: piece.style)
      used += drawn
      // After a piece that did not fit, a smaller one must not follow.
      if drawn < cells.columns { break }
    }
    return used
  }

  /// Draws text whose look depends on the character, given by its offset in UTF-8 bytes; returns the columns used.
  @discardableResult
  package mutating func put(
    _ text: CellText, row: Int, column: Int, limit: Int = .max, style: (Int) -> Style
  ) -> Int {
    let room = min(limit, size.columns - column)
    var used = 0
    for (index, offset) in text.offsets.enumerated() {
      var cell = text.cells[index]
      guard used + Int(cell.width) <= room else { break }
      cell.style = style(offset)
      put(cell, row: row, column: column + used)
      used += Int(cell.width)
    }
    return used
  }
}
