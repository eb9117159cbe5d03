import TerminalKit

/// Where the parts of the settings are: sections at the left, their settings, and a preview where there is room.
struct SettingsLayout: Hashable, Sendable {
  /// The row of the title and of the filter; nil in low windows.
  var head: Rect?
  var sections: Rect?
  var values: Rect
  /// The line that explains what the cursor stands on.
  var explanation: Rect?
  var preview: Rect?

  init(size: Size) {
    var rest = Rect(row: 1, column: 2, rows: max(0, size.rows - 2), columns: max(0, size.columns - 4))
    if size.rows >= 16 {
      _ = rest.takeTop(1)
      _ = rest.takeBottom(1)
    }
    if size.columns >= 110, size.rows >= 24 {
      var pane = rest.takeRight(min(100, max(44, size.columns * 2 / 5 - 1)))
      pane.rows = min(pane.rows, 36)
      preview = pane
      _ = rest.takeRight(4)
    }
    if size.rows >= 16 {
      head = rest.takeTop(1)
      _ = rest.takeTop(1)
    }
    if rest.columns >= 60 {
      sections = rest.takeLeft(16)
      _ = rest.takeLeft(3)
    }
    rest.columns = min(rest.columns, 72)
    if rest.rows >= 6 {
      explanation = rest.takeBottom(rest.rows >= 14 ? 2 : 1)
      _ = rest.takeBottom(1)
    }
    values = rest
  }
}

extension SettingsScreen {
  var layout: SettingsLayout { SettingsLayout(size: size) }

  func draw(_ canvas: inout Canvas) {
    let layout = self.layout
    if let head = layout.head { drawHead(head, &canvas) }
    if let rect = layout.sections { drawSections(rect, &canvas) }
    let lines = self.lines
    if lines.isEmpty {
      canvas.put(
        "No setting of that name", row: layout.values.row, column: layout.values.column + 2,
        limit: layout.values.columns - 2, style: theme.secondary)
    }
    for row in 0..<layout.values.rows where lines.indices.contains(state.top + row) {
      let place = Rect(
        row: layout.values.row + row, column: layout.values.column, rows: 1, columns: layout.values.columns)
      switch lines[state.top + row] {
      case .blank: break
      case .heading(let title):
        canvas.put(title, row: place.row, column: place.column + 1, limit: place.columns - 2, style: theme.title)
      case .item(let item): drawSetting(item, isSelected: item == state.cursor, place, &canvas)
      }
    }
    let bar = layout.values
    canvas.scrollbar(
      Rect(row: bar.row - 1, column: bar.column, rows: bar.rows + 2, columns: bar.columns + 1), total: lines.count,
      offset: state.top)
    if let rect = layout.explanation {
      let lines = wrapped(explanation, columns: max(1, rect.columns - 4))
      for (offset, line) in lines.prefix(rect.rows).enumerated() {
        let isCut = offset == rect.rows - 1 && lines.count > rect.rows
        canvas.put(
          isCut ? lines.dropFirst(offset).joined(separator: " ") : line, row: rect.row + offset,
          column: rect.column + 3, limit: rect.columns - 4, style: theme.faint)
      }
    }
    if let rect = layout.preview { drawPreview(rect, &canvas) }
  }

  private func drawHead(_ rect: Rect, _ canvas: inout Canvas) {
    var end = rect.endColumn
    if let filter = state.filter.field {
      let field = field(in: rect)
      canvas.layField(field)
      canvas.put("/", row: field.row, column: field.column, limit: 1, style: theme.accent.with(.bold))
      let typed = Rect(row: field.row, column: field.column + 2, rows: 1, columns: field.columns - 2)
      filter.editor.draw(
        into: &canvas.frame, rect: typed, styles: canvas.editorStyles, focused: state.filter.isTyping && dialogs.isEmpty
      )
      end = field.column - 2
    }
    let column = rect.column + 2
    let used = canvas.put("Settings", row: rect.row, column: column, limit: end - column, style: theme.heading)
    let note = "saved as you change them"
    guard width.columns(of: note) <= end - column - used - 3 else { return }
    canvas.put(note, row: rect.row, column: column + used + 2, limit: end - column - used - 3, style: theme.secondary)
  }

  /// The field of the filter, at the right of the title.
  private func field(in head: Rect) -> Rect {
    let columns = min(36, head.columns / 2)
    return Rect(row: head.row, column: head.endColumn - columns - 1, rows: 1, columns: columns)
  }

  private func drawSections(_ rect: Rect, _ canvas: inout Canvas) {
    for (row, section) in SettingsModel.Section.allCases.enumerated() where row < rect.rows {
      let place = Rect(row: rect.row + row, column: rect.column, rows: 1, columns: rect.columns)
      let isHere = section == state.section && state.filter.field == nil
      if isHere { canvas.fill(place, theme.unfocusedSelection) }
      let style = isHere ? theme.sign(theme.heading, on: theme.unfocusedSelection) : theme.secondary
      canvas.put(section.rawValue, row: place.row, column: place.column + 2, limit: place.columns - 3, style: style)
    }
    for row in rect.row..<rect.endRow {
      canvas.frame.put(Cell(glyphs.vertical, style: theme.border), row: row, column: rect.endColumn + 1)
    }
  }

  /// What stands around a value that the arrows change; the names of the keys would move it.
  private var steps: (before: String, after: String) {
    glyphs.charset == .ascii ? ("<", ">") : (glyphs.left, glyphs.right)
  }

  private func drawSetting(_ item: SettingsModel.Item, isSelected: Bool, _ place: Rect, _ canvas: inout Canvas) {
    let selected = isSelected ? theme.selection : nil
    if let selected {
      canvas.fill(place, selected)
      canvas.put(String(glyphs.selection), row: place.row, column: place.column, limit: 1, style: theme.selectionBar)
    }
    switch item {
    case .theme(let choice): drawTheme(choice, selected, place, &canvas)
    case .setting(let row):
      let isChangeable = !row.isFact && !isConfigured(row)
      let value = settingValue(row)
      let shown = isSelected && isChangeable ? "\(steps.before) \(value) \(steps.after)" : value
      let margin = isSelected && isChangeable ? 1 : 1 + width.columns(of: steps.after) + 1
      let style = theme.sign(isChangeable ? theme.accent : theme.secondary, on: selected)
      let end = canvas.putRight(
        shown, row: place.row, endColumn: place.endColumn - margin, limit: place.columns * 3 / 5, style: style)
      canvas.put(
        row.title, row: place.row, column: place.column + 3, limit: end - place.column - 5,
        style: theme.sign(theme.text, on: selected))
    }
  }

  /// A theme in itself: its name, its words and colours on its own page.
  private func drawTheme(_ choice: ThemeChoice, _ selected: Style?, _ place: Rect, _ canvas: inout Canvas) {
    let own = environment.themes.theme(choice)
    let isFaulty = own == nil && choice != .terminal
    let kind = isFaulty ? "not used" : choice == .terminal ? "" : own?.isDark == true ? "dark" : "light"
    let columns = width.columns(of: isFaulty ? kind : "light")
    let column = place.endColumn - 1 - columns
    canvas.put(
      kind, row: place.row, column: column, limit: columns,
      style: theme.sign(isFaulty ? theme.warning : theme.secondary, on: selected))
    var end = column - 2
    if let own, theme.depth == .direct || theme.depth == .indexed256 || environment.colorDepth == .direct {
      end = drawSwatch(own, endColumn: end, row: place.row, isWide: place.columns >= 40, &canvas)
    } else if choice == .terminal {
      canvas.putRight(
        "your 16 colours", row: place.row, endColumn: place.endColumn - 1, limit: 16,
        style: theme.sign(theme.secondary, on: selected))
      end -= 10
    }
    if choice == themeInForce {
      canvas.put(
        String(glyphs.check), row: place.row, column: place.column + 1, limit: 1,
        style: theme.sign(theme.success, on: selected))
    }
    let style = selected == nil ? theme.text : theme.heading
    canvas.put(
      themeTitle(choice), row: place.row, column: place.column + 3, limit: end - place.column - 4,
      style: theme.sign(style, on: selected))
  }

  private func drawSwatch(_ tokens: Tokens, endColumn: Int, row: Int, isWide: Bool, _ canvas: inout Canvas) -> Int {
    let depth = environment.colorDepth
    func color(_ role: Tokens.Role) -> Color { tokens[role].color(depth) }
    let colors: [Tokens.Role] = [.accent, .warm, .warn, .good, .blue, .purple, .bad]
    let words = isWide ? 5 : 0
    var column = endColumn - 4 - colors.count - words
    let start = column
    canvas.put(" Aa ", row: row, column: column, limit: 4, style: Style(color(.strong), on: color(.base), .bold))
    column += 4
    for role in colors {
      canvas.put(" ", row: row, column: column, limit: 1, style: Style(color(.base), on: color(role)))
      column += 1
    }
    canvas.put(" abc ", row: row, column: column, limit: words, style: Style(color(.secondary), on: color(.base)))
    return start
  }

  mutating func settle() {
    let layout = self.layout
    if let head = layout.head {
      let columns = field(in: head).columns - 2
      let width = self.width
      state.filter.field?.fit(max(1, columns), width)
    }
    let lines = self.lines
    let place = lines.firstIndex(of: .item(state.cursor)) ?? 0
    var top = state.top
    // The first row comes with its heading.
    if place < top { top = place <= 1 ? 0 : place }
    if place >= top + layout.values.rows { top = place - layout.values.rows + 1 }
    state.top = max(0, min(top, lines.count - layout.values.rows))
  }
}
