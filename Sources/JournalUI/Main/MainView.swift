import JournalCore
import TerminalKit

extension Model {
  func drawMain(_ canvas: inout Canvas) {
    let layout = layout
    if let rect = layout.list { drawListPane(rect, &canvas) }
    if let rect = layout.reader { drawReader(rect, &canvas) }
    if let rect = layout.sidebar { drawSidebar(rect, &canvas) }
    if search?.isTyping == true, dialogs.isEmpty, let search, let rect = layout.list {
      placeSearchCursor(search, rect, &canvas)
    }
  }

  // MARK: Sidebar

  private func drawSidebar(_ rect: Rect, _ canvas: inout Canvas) {
    let inside = canvas.box("Journal", rect, isFocused: focus == .sidebar)
    let rows = sidebarRows
    for line in 0..<inside.rows {
      let index = sidebar.top + line
      guard rows.indices.contains(index) else { break }
      drawSidebarRow(
        rows[index], Rect(row: inside.row + line, column: inside.column, rows: 1, columns: inside.columns), &canvas)
    }
    canvas.scrollbar(rect, total: rows.count, offset: sidebar.top)
  }

  private func drawSidebarRow(_ row: SidebarRow, _ rect: Rect, _ canvas: inout Canvas) {
    switch row {
    case .blank: break
    case .heading(let title):
      canvas.put(title, row: rect.row, column: rect.column + 1, limit: rect.columns - 2, style: theme.subheading)
    case .hint(let text):
      canvas.put(text, row: rect.row, column: rect.column + 2, limit: rect.columns - 3, style: theme.secondary)
    case .list(let item): drawSidebarItem(item, rect, &canvas)
    }
  }

  private func drawSidebarItem(_ item: SidebarRow.Item, _ rect: Rect, _ canvas: inout Canvas) {
    let isCursor = sidebar.cursor == item.scope
    let isShown = list.scope == item.scope
    let selected = isCursor && focus == .sidebar ? theme.selection : isShown ? theme.unfocusedSelection : nil
    if let selected {
      canvas.fill(rect, selected)
      let bar = focus == .sidebar ? theme.selectionBar : selected
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: bar)
    }
    let count = item.count.map(grouped) ?? ""
    let end = canvas.putRight(
      count, row: rect.row, endColumn: rect.endColumn - 1, limit: rect.columns / 2, style: selected ?? theme.secondary)
    var column = rect.column + 2
    let isIndented = item.colorHex != nil || item.mood != nil || item.scope == .unfiled
    if isIndented {
      let own = item.mood != nil ? theme.style(of: item.mood) : theme.style(ofColor: item.colorHex)
      let style = theme.sign(own, on: selected)
      canvas.put(item.glyph, row: rect.row, column: column, limit: 2, style: style)
      column += 2
    }
    column += canvas.put(
      item.title, row: rect.row, column: column, limit: end - column - 1, style: selected ?? theme.text)
    if !isIndented, !item.glyph.isEmpty, column + 2 < end {
      canvas.put(item.glyph, row: rect.row, column: column + 1, limit: 1, style: theme.sign(theme.star, on: selected))
    }
  }

  // MARK: Reader

  private func drawReader(_ rect: Rect, _ canvas: inout Canvas) {
    let hasFailed = reader.failedID != nil && reader.failedID == list.selected?.id
    let detail = list.selected == nil || hasFailed ? nil : reader.detail
    let inside = canvas.box(
      detail.map { readerTitle($0.entry) } ?? "", label: readerLabel(rect), rect, isFocused: focus == .reader)
    if hasFailed { drawFailure("This entry could not be read.", inside, &canvas) }
    guard detail != nil else { return }
    let left = readerIndent(inside)
    for line in 0..<inside.rows {
      let index = reader.scroll + line
      guard reader.page.lines.indices.contains(index) else { break }
      canvas.frame.put(
        reader.page.lines[index], row: inside.row + line, column: inside.column + left,
        limit: inside.columns - left, width: width)
    }
    for place in reader.page.pictures where place.end > reader.scroll && place.line < reader.scroll + inside.rows {
      drawReaderPicture(place, inside, left, &canvas)
    }
    canvas.scrollbar(rect, total: reader.page.lines.count, offset: reader.scroll)
  }

  private func readerTitle(_ entry: Entry) -> String {
    "\(shortDate(entry.date.local.date)) \(glyphs.separator) \(entry.date.local.clock)"
  }

  /// How far one has read, where there is more than a page.
  private func readerLabel(_ rect: Rect) -> String {
    let rows = rect.inside.rows
    let total = reader.page.lines.count
    guard total > rows, rows > 0 else { return "" }
    return "\(min(100, (reader.scroll + rows) * 100 / total)) %"
  }

  /// Blank columns before the text, where the pane is wider than what is read well.
  func readerIndent(_ inside: Rect) -> Int { inside.columns > preferences.measure + 4 ? 2 : 1 }

  /// Columns for the text of the reader.
  func readerColumns(_ inside: Rect) -> Int {
    max(1, min(preferences.measure, inside.columns - 2 * readerIndent(inside)))
  }

  // MARK: Search line

  func drawSearchLine(_ search: SearchModel, _ area: inout Rect, _ canvas: inout Canvas) {
    var lines = area.takeTop(searchLines)
    let line = lines.takeTop(1)
    canvas.put("/", row: line.row, column: line.column + 1, limit: 1, style: theme.accent.with(.bold))
    var field = line
    _ = field.takeLeft(3)
    _ = field.takeRight(1)
    search.field.editor.draw(into: &canvas.frame, rect: field, styles: canvas.editorStyles, focused: false)
    guard !lines.isEmpty else { return }
    let help: (String, Style)
    if let problem = search.parsed?.problems.first {
      help = (problem.sentence, theme.warning)
    } else if let query = search.parsed?.query, let unknown = unknownName(in: query) {
      help = (unknown, theme.warning)
    } else if search.field.isEmpty {
      help = (SearchHelp.short, theme.secondary)
    } else {
      help = (searchSummary(search), theme.secondary)
    }
    canvas.put(help.0, row: lines.row, column: lines.column + 3, limit: lines.columns - 4, style: help.1)
  }

  private func searchSummary(_ search: SearchModel) -> String {
    guard case .search = list.scope, let total = listTotal else { return "" }
    return total == 0 ? "nothing found" : counted(total, "entry", "entries")
  }

  private func placeSearchCursor(_ search: SearchModel, _ pane: Rect, _ canvas: inout Canvas) {
    var field = pane.inside.searchField
    guard !field.isEmpty else { return }
    field.rows = 1
    search.field.editor.draw(into: &canvas.frame, rect: field, styles: canvas.editorStyles, focused: true)
  }
}

extension Rect {
  /// Where the search is typed, inside the box of the list.
  var searchField: Rect { Rect(row: row, column: column + 3, rows: min(1, rows), columns: columns - 4) }
}
