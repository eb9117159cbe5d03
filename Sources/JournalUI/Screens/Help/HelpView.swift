import TerminalKit

/// Where the parts of the help are.
struct HelpLayout: Hashable, Sendable {
  /// The row of the title and of the filter.
  var head: Rect
  var lines: Rect
  /// How many columns of keys stand side by side.
  var count: Int
  /// The hairline, what the cursor stands on, and the other screens; nil in low windows.
  var foot: Rect?

  /// A column with the gap to the next one.
  var columnWidth: Int { min(lines.columns / count, HelpLayout.widest) }
  /// Keys and words stay near each other, however wide the window is.
  private static let widest = 88

  /// - Parameter groups: How many groups of keys there are; no column is kept free for more.
  init(size: Size, groups: Int) {
    var rest = Rect(row: 1, column: 2, rows: max(0, size.rows - 2), columns: max(0, size.columns - 2))
    if size.rows >= 20 { _ = rest.takeTop(1) }
    head = rest.takeTop(1)
    head.columns -= 2
    if size.rows >= 16 { _ = rest.takeTop(1) }
    if size.rows >= 16 {
      if size.rows >= 20 { _ = rest.takeBottom(1) }
      var foot = rest.takeBottom(3)
      foot.columns -= 2
      self.foot = foot
    }
    let room = size.columns >= 180 ? 4 : size.columns >= 110 ? 3 : size.columns >= 90 ? 2 : 1
    count = max(1, min(room, groups))
    lines = rest
  }
}

extension HelpScreen {
  var layout: HelpLayout { HelpLayout(size: size, groups: groups.count) }

  /// A line of keys, and where it stands: column and row of the columns that are set side by side.
  struct Cell: Hashable, Sendable {
    var line: HelpPage.Line
    var column: Int
    var row: Int
  }

  /// What is shown: the groups of a page, or those lines of all pages that the filter lets through.
  private var groups: [HelpPage.Group] {
    let pages = state.pages
    guard state.filter.field != nil else { return pages[min(state.page, pages.count - 1)].groups }
    return pages.flatMap { page in
      page.groups.compactMap { group -> HelpPage.Group? in
        let lines = group.lines.filter { line in
          let title = line.action?.info.title ?? ""
          return state.filter.lets("\(page.title) \(group.title) \(line.keys) \(line.title) \(title)")
        }
        let title =
          page.title == group.title ? group.title : "\(group.title) \(glyphs.separator) \(page.title.lowercased())"
        return lines.isEmpty ? nil : HelpPage.Group(title: title, lines: lines)
      }
    }
  }

  /// The groups in columns of about the same height; a group stays in one column.
  private var columns: [[HelpPage.Group]] {
    let groups = self.groups
    let count = layout.count
    let total = groups.reduce(0) { $0 + $1.lines.count + 2 }
    var height = max(1, (total + count - 1) / count)
    while true {
      var columns: [[HelpPage.Group]] = [[]]
      var used = 0
      for group in groups {
        let needed = group.lines.count + 1
        if used > 0, used + 1 + needed > height {
          columns.append([])
          used = 0
        }
        used += needed + (used > 0 ? 1 : 0)
        columns[columns.count - 1].append(group)
      }
      if columns.count <= count { return columns }
      height += 1
    }
  }

  /// All lines of keys in their order, with their places.
  var cells: [Cell] {
    columns.enumerated().flatMap { column, groups -> [Cell] in
      var row = 0
      return groups.flatMap { group -> [Cell] in
        defer { row += group.lines.count + 2 }
        return group.lines.enumerated().map { Cell(line: $1, column: column, row: row + 1 + $0) }
      }
    }
  }

  func draw(_ canvas: inout Canvas) {
    let layout = self.layout
    drawHead(layout.head, &canvas)
    let cells = self.cells
    if cells.isEmpty {
      canvas.put(
        "No key does that", row: layout.lines.row, column: layout.lines.column + 2, limit: layout.lines.columns - 2,
        style: theme.secondary)
    }
    for (column, groups) in columns.enumerated() {
      var row = -state.scroll
      for group in groups {
        drawHeading(group.title, row, column, layout, &canvas)
        row += group.lines.count + 2
      }
    }
    let keyColumns = (0..<layout.count).map { column in
      self.keyColumns(cells.filter { $0.column == column }, layout)
    }
    for (index, cell) in cells.enumerated() {
      drawCell(cell, index == state.cursor, layout, keyColumns[cell.column], &canvas)
    }
    let height = (cells.map(\.row).max() ?? 0) + 1
    canvas.scrollbar(
      Rect(
        row: layout.lines.row - 1, column: layout.lines.column, rows: layout.lines.rows + 2,
        columns: layout.lines.columns),
      total: height, offset: state.scroll)
    if let foot = layout.foot {
      drawFoot(cells.indices.contains(state.cursor) ? cells[state.cursor].line : nil, foot, &canvas)
    }
  }

  private func drawHead(_ rect: Rect, _ canvas: inout Canvas) {
    let pages = state.pages
    let field = self.field(rect)
    canvas.layField(field)
    canvas.put("/", row: field.row, column: field.column, limit: 1, style: theme.accent.with(.bold))
    if let filter = state.filter.field {
      filter.editor.draw(
        into: &canvas.frame, rect: Rect(row: field.row, column: field.column + 2, rows: 1, columns: field.columns - 2),
        styles: canvas.editorStyles, focused: state.filter.isTyping && dialogs.isEmpty)
    } else {
      let count = pages.reduce(0) { $0 + $1.groups.reduce(0) { $0 + $1.lines.count } }
      canvas.put(
        "type to filter \(grouped(count)) keys", row: field.row, column: field.column + 2, limit: field.columns - 2,
        style: theme.faint)
    }
    let column = rect.column + 2
    let used = canvas.put("Keys", row: rect.row, column: column, limit: 4, style: theme.heading) + 2
    let place = state.filter.field == nil ? pages[min(state.page, pages.count - 1)].title : "of all screens"
    canvas.put(
      place, row: rect.row, column: column + used, limit: field.column - column - used - 3, style: theme.secondary)
  }

  private func field(_ head: Rect) -> Rect {
    let columns = min(36, head.columns / 2)
    return Rect(row: head.row, column: head.endColumn - columns - 1, rows: 1, columns: columns)
  }

  private func drawHeading(
    _ title: String, _ row: Int, _ column: Int, _ layout: HelpLayout, _ canvas: inout Canvas
  ) {
    guard (0..<layout.lines.rows).contains(row) else { return }
    let start = layout.lines.column + column * layout.columnWidth + 2
    let used = canvas.put(
      title, row: layout.lines.row + row, column: start, limit: layout.columnWidth - 4, style: theme.title)
    canvas.hairline(
      row: layout.lines.row + row, from: start + used + 1,
      to: layout.lines.column + (column + 1) * layout.columnWidth - 2)
  }

  private func drawCell(
    _ cell: Cell, _ isSelected: Bool, _ layout: HelpLayout, _ together: Int, _ canvas: inout Canvas
  ) {
    let row = cell.row - state.scroll
    guard (0..<layout.lines.rows).contains(row) else { return }
    let place = Rect(
      row: layout.lines.row + row, column: layout.lines.column + cell.column * layout.columnWidth, rows: 1,
      columns: layout.columnWidth - 1)
    let selected = isSelected ? theme.selection : nil
    if let selected {
      canvas.fill(place, selected)
      canvas.put(String(glyphs.selection), row: place.row, column: place.column, limit: 1, style: theme.selectionBar)
    }
    // Keys are short, words of a search are not.
    let keyColumns = cell.line.isExample && layout.count == 1 ? 40 : together
    let keys = layout.count == 1 ? cell.line.keys : firstKeys(cell.line.keys, keyColumns)
    let used = canvas.put(
      keys, row: place.row, column: place.column + 2,
      limit: min(place.columns - 4, max(keyColumns, width.columns(of: keys))),
      style: theme.sign(theme.keyName, on: selected))
    let start = place.column + 2 + max(keyColumns, used + 2)
    canvas.put(
      cell.line.title, row: place.row, column: start, limit: place.endColumn - start - 1,
      style: theme.sign(theme.text, on: selected))
  }

  /// The columns that keys have in one column of the help, so that all its words begin below each other.
  private func keyColumns(_ cells: [Cell], _ layout: HelpLayout) -> Int {
    let room = layout.columnWidth - 1
    guard layout.count > 1 else { return min(16, room / 3) }
    let least = min(11, room / 3)
    let most = min(16, room * 2 / 5)
    func widest(_ columns: Int) -> Int {
      let keys = cells.map { width.columns(of: firstKeys($0.line.keys, columns)) + 2 }.max() ?? least
      return max(least, min(keys, most))
    }
    // More ways to press something are shown where that cuts no words.
    let words = cells.map { width.columns(of: $0.line.title) }.max() ?? 0
    return widest(most) + words <= room ? widest(most) : widest(least)
  }

  /// The first of several ways to press something, as many as stand before the words of the column; the foot has all.
  private func firstKeys(_ keys: String, _ columns: Int) -> String {
    var rest = keys[...]
    while width.columns(of: String(rest)) >= columns,
      let gap = rest.indices.last(where: { rest[$0...].hasPrefix("  ") && $0 > rest.startIndex })
    {
      rest = rest[..<gap]
    }
    return String(rest)
  }

  private func drawFoot(_ line: HelpPage.Line?, _ rect: Rect, _ canvas: inout Canvas) {
    canvas.hairline(row: rect.row, from: rect.column + 2, to: rect.endColumn)
    if let line {
      // The titles of pairs are short; that of a single key may have been cut off above.
      let name = line.action.map { "  \($0.rawValue) in config.toml" } ?? ""
      canvas.put(
        [
          StyledText(line.keys, theme.keyName), StyledText("  \(line.title)", theme.secondary),
          StyledText(name, theme.faint),
        ], row: rect.row + 1,
        column: rect.column + 2, limit: rect.columns - 2)
    }
    let names = otherPages
    guard state.filter.field == nil, !names.isEmpty else { return }
    let key = keyText(.nextSection, in: [.help])
    var column = rect.column + 2
    column += canvas.put(
      [StyledText(key, theme.keyName), StyledText(" turns the page:  ", theme.faint)], row: rect.row + 2,
      column: column, limit: rect.columns - 2)
    for name in names {
      let columns = width.columns(of: name)
      guard column + columns + (name == names.last ? 0 : 3) <= rect.endColumn else {
        canvas.put(String(glyphs.ellipsis), row: rect.row + 2, column: column, limit: 3, style: theme.faint)
        break
      }
      canvas.put(
        name, row: rect.row + 2, column: column, limit: columns, style: theme.secondary.with(.underline))
      column += columns + 2
    }
  }

  /// The names of the pages behind the one that is shown.
  private var otherPages: [String] {
    let (titles, page) = (state.pages.map { $0.title.lowercased() }, state.page)
    guard titles.indices.contains(page) else { return [] }
    return Array(titles[(page + 1)...] + titles[..<page])
  }

  mutating func settle() {
    let layout = self.layout
    let filterColumns = max(1, field(layout.head).columns - 2)
    state.filter.field?.fit(filterColumns, desk.environment.textWidth)
    let cells = self.cells
    state.cursor = max(0, min(state.cursor, cells.count - 1))
    if cells.indices.contains(state.cursor) {
      let row = cells[state.cursor].row
      // The first line of a group comes with its heading.
      if row - 1 < state.scroll { state.scroll = row - 1 }
      if row >= state.scroll + layout.lines.rows { state.scroll = row - layout.lines.rows + 1 }
    }
    let height = (cells.map(\.row).max() ?? 0) + 1
    state.scroll = max(0, min(state.scroll, height - layout.lines.rows))
  }
}
