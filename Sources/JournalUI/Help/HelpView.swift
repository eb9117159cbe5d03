import TerminalKit

extension Model {
  var helpBox: Rect { pageBox(columns: 84) }

  func drawHelp(_ canvas: inout Canvas) {
    guard let help else { return }
    let rect = helpBox
    let inside = canvas.box("Keys", rect, isFocused: true)
    let lines = helpLines
    let keyColumns = min(24, inside.columns * 2 / 5)
    for line in 0..<inside.rows {
      let index = help.scroll + line
      guard lines.indices.contains(index) else { break }
      let row = inside.row + line
      switch lines[index] {
      case .blank: break
      case .heading(let title):
        canvas.put(title, row: row, column: inside.column + 1, limit: inside.columns - 2, style: theme.heading)
      case .key(let keys, let title):
        let used = canvas.put(
          keys.isEmpty ? String(glyphs.localOnly) : keys, row: row, column: inside.column + 2,
          limit: max(keyColumns, min(inside.columns - 4, width.columns(of: keys))), style: theme.keyName)
        let start = inside.column + 2 + max(keyColumns, used + 2)
        canvas.put(title, row: row, column: start, limit: inside.endColumn - start - 1, style: theme.text)
      }
    }
    canvas.scrollbar(rect, total: lines.count, offset: help.scroll)
  }

  mutating func settleHelp() {
    guard let help else { return }
    let last = helpLines.count - helpBox.inside.rows
    self.help?.scroll = max(0, min(help.scroll, last))
  }
}
