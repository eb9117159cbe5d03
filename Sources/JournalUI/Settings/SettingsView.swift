import TerminalKit

extension Model {
  var settingsBox: Rect { pageBox(columns: 78) }

  func drawSettings(_ canvas: inout Canvas) {
    guard let settings else { return }
    let rect = settingsBox
    var inside = canvas.pane("", rect, isFocused: true)
    let explained = inside.takeBottom(inside.rows > 4 ? 2 : 0)
    let rows = SettingsModel.Row.allCases
    for line in 0..<inside.rows {
      let index = settings.top + line
      guard rows.indices.contains(index) else { break }
      let place = Rect(row: inside.row + line, column: inside.column, rows: 1, columns: inside.columns)
      let selected = index == settings.cursor ? theme.selection : nil
      if let selected {
        canvas.fill(place, selected)
        canvas.put(String(glyphs.selection), row: place.row, column: place.column, limit: 1, style: theme.selectionBar)
      }
      let value = settingValue(rows[index])
      let end = canvas.putRight(
        index == settings.cursor ? "\(glyphs.left) \(value) \(glyphs.right)" : value, row: place.row,
        endColumn: place.endColumn - (index == settings.cursor ? 1 : 1 + width.columns(of: glyphs.right) + 1),
        limit: place.columns / 2, style: selected ?? theme.accent)
      canvas.put(
        rows[index].title, row: place.row, column: place.column + 2, limit: end - place.column - 4,
        style: selected ?? theme.text)
    }
    if !explained.isEmpty {
      canvas.put(
        settingExplanation(settings.row), row: explained.endRow - 1, column: explained.column + 2,
        limit: explained.columns - 3,
        style: theme.secondary)
    }
    canvas.scrollbar(
      Rect(row: rect.row, column: rect.column, rows: inside.rows + 2, columns: rect.columns), total: rows.count,
      offset: settings.top)
  }

  mutating func settleSettings() {
    guard let settings else { return }
    let inside = settingsBox.inside
    let height = inside.rows - (inside.rows > 4 ? 2 : 0)
    var top = settings.top
    if settings.cursor < top { top = settings.cursor }
    if settings.cursor >= top + height { top = settings.cursor - height + 1 }
    self.settings?.top = max(0, min(top, SettingsModel.Row.allCases.count - height))
  }
}
