/// A frame of thin lines with a title in its upper edge, and a label at the right end of it.
package struct Box: Hashable, Sendable {
  /// In the upper edge; cut off with an ellipsis where it does not fit, left out where it is empty.
  package var title: String
  /// At the right end of the upper edge; left out where it does not fit beside the title.
  package var label: String
  /// True for the box that has the keys: its edge has the theme's accent, and its title stands out.
  package var isFocused: Bool

  package init(_ title: String, label: String = "", isFocused: Bool = false) {
    (self.title, self.label, self.isFocused) = (title, label, isFocused)
  }

  /// Draws the frame, blanks what is inside, and returns that inside; empty where the rectangle is too small.
  @discardableResult
  package func draw(
    _ rect: Rect, on frame: inout Frame, theme: Theme, glyphs: Glyphs, width: any TextWidth
  ) -> Rect {
    guard rect.rows >= 2, rect.columns >= 2 else {
      return Rect(row: rect.row, column: rect.column, rows: 0, columns: 0)
    }
    let line = isFocused ? theme.focusedBorder : theme.border
    let (top, bottom, left, right) = (rect.row, rect.endRow - 1, rect.column, rect.endColumn - 1)
    frame.fill(rect.inset(rows: 1, columns: 1), Cell(style: theme.popup))
    for column in left + 1..<max(right, left + 1) {
      frame.put(Cell(glyphs.horizontal, style: line), row: top, column: column)
      frame.put(Cell(glyphs.horizontal, style: line), row: bottom, column: column)
    }
    for row in top + 1..<max(bottom, top + 1) {
      frame.put(Cell(glyphs.vertical, style: line), row: row, column: left)
      frame.put(Cell(glyphs.vertical, style: line), row: row, column: right)
    }
    frame.put(Cell(glyphs.topLeft, style: line), row: top, column: left)
    frame.put(Cell(glyphs.topRight, style: line), row: top, column: right)
    frame.put(Cell(glyphs.bottomLeft, style: line), row: bottom, column: left)
    frame.put(Cell(glyphs.bottomRight, style: line), row: bottom, column: right)
    drawTitle(rect, frame: &frame, theme: theme, glyphs: glyphs, width: width)
    return rect.inset(rows: 1, columns: 1)
  }

  private func drawTitle(
    _ rect: Rect, frame: inout Frame, theme: Theme, glyphs: Glyphs, width: any TextWidth
  ) {
    // A corner and a blank on each side of the title stay as they are.
    let room = rect.columns - 4
    guard room > 0, !title.isEmpty else { return }
    let style = isFocused ? theme.heading : theme.title
    let cells = CellText(title, width: width).truncated(to: room, ellipsis: glyphs.ellipsis)
    frame.put(Cell(style: style), row: rect.row, column: rect.column + 1)
    frame.put(cells, row: rect.row, column: rect.column + 2, style: style)
    frame.put(Cell(style: style), row: rect.row, column: rect.column + 2 + cells.columns)
    let mark = CellText(label, width: width)
    guard mark.columns > 0, cells.columns + mark.columns + 3 <= room else { return }
    let start = rect.endColumn - 2 - mark.columns
    frame.put(Cell(style: theme.secondary), row: rect.row, column: start - 1)
    frame.put(mark, row: rect.row, column: start, style: theme.secondary)
    frame.put(Cell(style: theme.secondary), row: rect.row, column: start + mark.columns)
  }
}
