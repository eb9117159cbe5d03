import TerminalKit

extension Model {
  /// A column of keys needs so much.
  private static let helpColumn = 64

  var helpBox: Rect { pageBox(columns: 3 * Self.helpColumn + 4) }

  /// The lines without the filter.
  var helpRows: Rect {
    var inside = helpBox.inside
    if help?.filter != nil { _ = inside.takeTop(1) }
    return inside
  }

  /// How many columns stand side by side: as many as have room, and no more than the lines fill.
  private func helpColumns(_ lines: Int) -> Int {
    let rows = helpRows
    let possible = max(1, min(3, rows.columns / Self.helpColumn))
    return max(1, min(possible, rows.rows > 0 ? (lines + rows.rows - 1) / rows.rows : 1))
  }

  func drawHelp(_ canvas: inout Canvas) {
    guard let help else { return }
    let lines = helpLines
    let inside = canvas.pane("", helpBox, isFocused: true)
    if let filter = help.filter, inside.rows > 0 {
      canvas.put("/", row: inside.row, column: inside.column + 1, limit: 1, style: theme.accent.with(.bold))
      let field = Rect(row: inside.row, column: inside.column + 3, rows: 1, columns: inside.columns - 4)
      filter.editor.draw(
        into: &canvas.frame, rect: field, styles: canvas.editorStyles, focused: help.isTyping && dialogs.isEmpty)
    }
    let area = helpRows
    guard !lines.isEmpty else {
      canvas.put(
        "No key does that.", row: area.row, column: area.column + 1, limit: area.columns - 2, style: theme.secondary)
      return
    }
    let count = helpColumns(lines.count)
    let height = helpHeight(lines.count)
    let columns = area.columns / count
    for place in 0..<count {
      let rect = Rect(row: area.row, column: area.column + place * columns, rows: area.rows, columns: columns)
      for row in 0..<rect.rows where help.scroll + row < height {
        let index = place * height + help.scroll + row
        if lines.indices.contains(index) {
          drawHelp(lines[index], Rect(row: rect.row + row, column: rect.column, rows: 1, columns: columns), &canvas)
        }
      }
    }
    canvas.scrollbar(
      Rect(row: area.row - 1, column: helpBox.column, rows: area.rows + 2, columns: helpBox.columns), total: height,
      offset: help.scroll)
  }

  /// Lines of each column.
  private func helpHeight(_ lines: Int) -> Int {
    let count = helpColumns(lines)
    return (lines + count - 1) / count
  }

  private func drawHelp(_ line: HelpLine, _ rect: Rect, _ canvas: inout Canvas) {
    let keyColumns = min(16, rect.columns * 2 / 5)
    switch line {
    case .blank: break
    case .heading(let title):
      canvas.put(title, row: rect.row, column: rect.column + 1, limit: rect.columns - 2, style: theme.heading)
    case .key(let keys, let title):
      let used = canvas.put(
        keys.isEmpty ? String(glyphs.localOnly) : keys, row: rect.row, column: rect.column + 2,
        limit: max(keyColumns, min(rect.columns - 4, width.columns(of: keys))), style: theme.keyName)
      let start = rect.column + 2 + max(keyColumns, used + 2)
      canvas.put(title, row: rect.row, column: start, limit: rect.endColumn - start - 1, style: theme.text)
    }
  }

  mutating func settleHelp() {
    guard var help else { return }
    help.filter?.fit(max(1, helpBox.inside.columns - 4), width)
    let last = helpHeight(helpLines.count) - helpRows.rows
    help.scroll = max(0, min(help.scroll, last))
    self.help = help
  }
}
