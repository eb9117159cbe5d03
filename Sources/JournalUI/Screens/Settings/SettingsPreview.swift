import JournalCore
import TerminalKit

/// A small screen in the theme that is shown: a list, a page, and what else has colours.
extension SettingsScreen {
  func drawPreview(_ rect: Rect, _ canvas: inout Canvas) {
    let caption = rect.endRow - 1
    let pane = Rect(row: rect.row, column: rect.column, rows: rect.rows - 1, columns: rect.columns)
    canvas.lay(.base, pane)
    drawPreviewFrame(pane, &canvas)
    let inside = Rect(row: pane.row + 2, column: pane.column, rows: pane.rows - 4, columns: pane.columns)
    let listEnd = drawPreviewList(inside, &canvas)
    drawPreviewPage(
      Rect(row: listEnd, column: inside.column + 3, rows: inside.endRow - listEnd, columns: inside.columns - 6),
      &canvas)
    let isChosen = desk.previewedTheme.map { $0 == themeInForce } ?? true
    canvas.put(
      isChosen ? "Preview" : "Preview \(glyphs.separator) \(glyphs.enter) keeps this theme", row: caption,
      column: rect.column, limit: rect.columns, style: theme.faint)
  }

  private func drawPreviewFrame(_ pane: Rect, _ canvas: inout Canvas) {
    let last = pane.endRow - 1
    for row in [pane.row, last] {
      canvas.lay(.surface, Rect(row: row, column: pane.column, rows: 1, columns: pane.columns))
    }
    for row in pane.row + 1..<max(pane.row + 1, last) {
      canvas.frame.put(Cell(glyphs.vertical, style: theme.border), row: row, column: pane.column)
      canvas.frame.put(Cell(glyphs.vertical, style: theme.border), row: row, column: pane.endColumn - 1)
    }
    let end = canvas.putRight(
      "\(glyphs.check) Synced", row: pane.row, endColumn: pane.endColumn - 2, limit: 12, style: theme.success)
    let way = [
      StyledText("Demo", theme.heading), StyledText("  \(glyphs.place)  ", theme.faint),
      StyledText(themeTitle(desk.previewedTheme ?? themeInForce), theme.secondary),
    ]
    canvas.put(way, row: pane.row, column: pane.column + 2, limit: end - pane.column - 3)
    let hints = [
      KeyHints.Hint("n", "new"), KeyHints.Hint(glyphs.enter, "read"), KeyHints.Hint("/", "search"),
      KeyHints.Hint("?", "keys"),
    ]
    KeyHints(hints).draw(
      Rect(row: last, column: pane.column + 1, rows: 1, columns: pane.columns - 2), on: &canvas.frame, theme: theme,
      width: width)
  }

  /// Returns the row below the list.
  private func drawPreviewList(_ rect: Rect, _ canvas: inout Canvas) -> Int {
    guard rect.rows >= 6 else { return rect.row }
    let column = rect.column + 2
    let used = canvas.put(
      [StyledText("November", theme.title), StyledText(" 2026", theme.faint)], row: rect.row, column: column,
      limit: rect.columns - 4)
    canvas.hairline(row: rect.row, from: column + used + 1, to: rect.endColumn - 2)
    drawPreviewEntry(
      ("21", "Sat", "Morning run by the canal", "Cold and bright; the herons were back"),
      theme.style(of: .happy), moodGlyph(.happy), theme.categories.color(for: .rgb(0x34, 0xC7, 0x59)),
      isSelected: true, Rect(row: rect.row + 1, column: rect.column + 1, rows: 2, columns: rect.columns - 2), &canvas)
    let gap = isRoomy && rect.rows >= 14 ? 1 : 0
    drawPreviewEntry(
      ("15", "Sun", "The desk stands in the museum", "It stands in room 4, under a lamp"),
      theme.style(of: .excited), moodGlyph(.excited), theme.categories.color(for: .rgb(0xFF, 0x3B, 0x30)),
      isSelected: false,
      Rect(row: rect.row + 3 + gap, column: rect.column + 1, rows: 2, columns: rect.columns - 2), &canvas)
    return rect.row + 6 + gap
  }

  private func drawPreviewEntry(
    _ words: (day: String, weekday: String, title: String, text: String), _ mood: Style, _ sign: String,
    _ category: Color, isSelected: Bool, _ rect: Rect, _ canvas: inout Canvas
  ) {
    let selected = isSelected ? theme.selection : nil
    if let selected { canvas.fill(rect, selected) }
    func on(_ style: Style) -> Style { theme.sign(style, on: selected) }
    for row in rect.row..<rect.endRow {
      if isSelected {
        canvas.put(String(glyphs.selection), row: row, column: rect.column, limit: 1, style: theme.selectionBar)
      }
      canvas.put(String(glyphs.categoryBar), row: row, column: rect.column + 6, limit: 1, style: on(Style(category)))
    }
    let column = rect.column + 8
    let end = canvas.putRight(
      "\(glyphs.star) ", row: rect.row, endColumn: rect.endColumn - 2, limit: 2, style: on(theme.star))
    canvas.put(sign, row: rect.row, column: rect.endColumn - 2, limit: 1, style: on(mood.with(.bold)))
    canvas.putRight(
      words.day, row: rect.row, endColumn: rect.column + 5, limit: 2, style: on(theme.strong.with(.bold)))
    canvas.putRight(
      words.weekday, row: rect.row + 1, endColumn: rect.column + 5, limit: 3,
      style: on(isSelected ? theme.secondary : theme.faint))
    canvas.put(words.title, row: rect.row, column: column, limit: end - column - 1, style: on(theme.heading))
    canvas.put(
      words.text, row: rect.row + 1, column: column, limit: rect.endColumn - column - 2, style: on(theme.secondary))
  }

  private func drawPreviewPage(_ rect: Rect, _ canvas: inout Canvas) {
    let words = theme.text
    var lines: [[StyledText]] = [
      [StyledText("Sunday, 15 November 2026", theme.secondary)],
      [StyledText("The desk stands in the museum", theme.heading)],
      [
        StyledText("\(glyphs.star)  ", theme.star), StyledText(moodGlyph(.excited), Style(theme.signs.warm)),
        StyledText(" excited   ", theme.secondary),
        StyledText("\(glyphs.categoryBar)", Style(theme.categories.color(for: .rgb(0xFF, 0x3B, 0x30)))),
        StyledText("Workshop   #desk", theme.secondary),
      ],
      [],
      [
        StyledText("A ", words), StyledText("quiet", words.with(.italic)), StyledText(" ", words),
        StyledText("preview", words.with(.bold)), StyledText(" with a ", words), StyledText("link", theme.link),
        StyledText(", ", words), StyledText("code", theme.code), StyledText(" and", words),
      ],
      [],
      [
        StyledText("\(glyphs.quoteBar)  ", theme.accent),
        StyledText("Writing desk, Ghent, about 1790.", theme.quote),
      ],
      [],
      [
        StyledText(" found ", theme.match), StyledText("  ", words), StyledText("removed", theme.deleted),
        StyledText(" ", words), StyledText("added", theme.inserted), StyledText("  ", words),
        StyledText("failed", theme.error),
      ],
    ]
    if theme.paints {
      let signs = environment.isUTF8 ? ["·", "•", "■", "■", "■"] : [".", "-", "+", "*", "#"]
      let days = zip(signs, theme.heat).flatMap { [StyledText($0, Style($1)), StyledText(" ", words)] }
      // What failed gives way: there are signs of it everywhere.
      lines[lines.count - 1] = days + [StyledText("  ", words)] + lines[lines.count - 1].dropLast(2)
    }
    if let tokens = tokens(of: desk.previewedTheme ?? themeInForce) {
      func worst(_ role: Tokens.Role) -> String {
        let tenths = Int((tokens.contrast(of: role) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
      }
      let facts = "contrast: text \(worst(.text)) \(glyphs.separator) secondary \(worst(.secondary))"
      lines += [[], [StyledText(facts, theme.secondary)]]
    }
    if rect.rows > lines.count + 1 {
      canvas.hairline(row: rect.row, from: rect.column - 2, to: rect.endColumn + 2)
    }
    let first = rect.row + (rect.rows > lines.count + 1 ? 2 : 0)
    for (offset, pieces) in lines.enumerated() where first + offset < rect.endRow {
      canvas.put(pieces, row: first + offset, column: rect.column, limit: rect.columns)
    }
  }
}
