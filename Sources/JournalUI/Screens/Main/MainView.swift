import JournalCore
import TerminalKit

extension MainScreen {
  func draw(_ canvas: inout Canvas) {
    let layout = layout
    if let rect = layout.list, !layout.sidebarIsOver { drawListPane(rect, &canvas) }
    if let rect = layout.reader { drawReader(rect, &canvas) }
    if let rect = layout.list, !layout.sidebarIsOver { drawListThumb(rect, &canvas) }
    if let rect = layout.sidebar { drawSidebar(rect, &canvas) }
    if search?.isTyping == true, dialogs.isEmpty, let search, let rect = layout.list {
      placeSearchCursor(search, rect, &canvas)
    }
  }

  // MARK: Sidebar

  private func drawSidebar(_ rect: Rect, _ canvas: inout Canvas) {
    let inside = canvas.pane("", rect, isFocused: focus == .sidebar)
    canvas.lay(layout.sidebarIsOver ? .raised : .surface, rect)
    let rows = sidebarRows
    for line in 0..<inside.rows {
      let index = sidebar.top + line
      guard rows.indices.contains(index) else { break }
      drawSidebarRow(
        rows[index], Rect(row: inside.row + line, column: rect.column, rows: 1, columns: rect.columns), &canvas)
    }
    canvas.scrollbar(rect, total: rows.count, offset: sidebar.top)
  }

  private func drawSidebarRow(_ row: SidebarRow, _ rect: Rect, _ canvas: inout Canvas) {
    switch row {
    case .blank: break
    case .heading(let group): drawSidebarHeading(group, rect, &canvas)
    case .hint(let text):
      canvas.put(text, row: rect.row, column: rect.column + 4, limit: rect.columns - 5, style: theme.faint)
    case .list(let item): drawSidebarItem(item, rect, &canvas)
    }
  }

  private func drawSidebarHeading(_ group: SidebarGroup, _ rect: Rect, _ canvas: inout Canvas) {
    let isCursor = sidebar.group == group
    let selected = isCursor ? (focus == .sidebar ? theme.selection : theme.unfocusedSelection) : nil
    if let selected { canvas.fill(rect, selected) }
    if isCursor, focus == .sidebar {
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: theme.selectionBar)
    }
    let style = theme.sign(isCursor ? theme.secondary : theme.faint, on: selected)
    let used = canvas.put(
      group.rawValue, row: rect.row, column: rect.column + 2, limit: rect.columns - 5, style: style)
    guard sidebar.folded.contains(group) else { return }
    canvas.put(String(glyphs.collapsed), row: rect.row, column: rect.column + 3 + used, limit: 1, style: style)
  }

  private func drawSidebarItem(_ item: SidebarRow.Item, _ rect: Rect, _ canvas: inout Canvas) {
    let isCursor = sidebar.cursor == item.scope && sidebar.group == nil
    let isShown = list.scope == item.scope
    let isFocused = isCursor && focus == .sidebar
    let selected = isFocused ? theme.selection : isShown ? theme.unfocusedSelection : nil
    if let selected { canvas.fill(rect, selected) }
    if isFocused {
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: theme.selectionBar)
    }
    // A zero says nothing that the missing number does not.
    let count = item.count.map { $0 == 0 ? "" : grouped($0) } ?? ""
    let end = canvas.putRight(
      count, row: rect.row, endColumn: rect.endColumn - 2, limit: rect.columns / 2,
      style: theme.sign(selected == nil ? theme.faint : theme.secondary, on: selected))
    var column = rect.column + 2
    if SidebarGroup(item.scope) != nil {
      let isTag = SidebarGroup(item.scope) == .tags
      let own =
        item.mood != nil
        ? theme.style(of: item.mood)
        : isTag ? (selected == nil ? theme.faint : theme.secondary) : theme.style(ofColor: item.colorHex)
      canvas.put(item.glyph, row: rect.row, column: column, limit: 2, style: theme.sign(own, on: selected))
      column += 2
    }
    let style = selected == nil ? theme.text : theme.sign(theme.heading, on: selected)
    canvas.put(item.title, row: rect.row, column: column, limit: end - column - 1, style: style)
  }

  // MARK: Reader

  private func drawReader(_ rect: Rect, _ canvas: inout Canvas) {
    let hasFailed = reader.failedID != nil && reader.failedID == list.selected?.id
    let detail = list.selected == nil || hasFailed ? nil : reader.detail
    let inside = canvas.pane("", rect, isFocused: focus.reads)
    if layout.list != nil { drawDivider(rect, &canvas) }
    if hasFailed { drawFailure("This entry could not be read.", inside, &canvas) }
    guard detail != nil else { return }
    let left = readerIndent(inside)
    for line in 0..<inside.rows {
      let index = reader.scroll + line
      guard reader.page.lines.indices.contains(index) else { break }
      drawReaderLine(index, row: inside.row + line, inside, left, &canvas)
    }
    drawWells(inside, left, &canvas)
    drawCurrentStop(inside, left, &canvas)
    if focus == .page { drawPageMargins(rect, &canvas) }
    for place in reader.page.pictures where place.end > reader.scroll && place.line < reader.scroll + inside.rows {
      drawReaderPicture(place, inside, left, &canvas)
    }
    canvas.scrollbar(rect, total: reader.page.lines.count, offset: reader.scroll)
  }

  /// The hairline between list and reader; in the colour of the focus where the reader has the keys.
  private func drawDivider(_ rect: Rect, _ canvas: inout Canvas) {
    let style = focus == .reader ? theme.accent : theme.border
    for row in rect.row..<rect.endRow {
      canvas.frame.put(Cell(glyphs.vertical, style: style), row: row, column: rect.column)
    }
  }

  /// Free columns before the text: a margin, and half of what is left where the pane is wider than what is read well.
  func readerIndent(_ inside: Rect) -> Int {
    if focus == .page { return PageLayout(size, preferences.measure).text.column - inside.column }
    let margin = inside.columns >= 50 ? 2 : 1
    return max(margin, (inside.columns - preferences.measure) / 2)
  }

  /// Columns for the text of the reader.
  func readerColumns(_ inside: Rect) -> Int {
    if focus == .page { return PageLayout(size, preferences.measure).text.columns }
    return max(1, min(preferences.measure, inside.columns - 2 * readerIndent(inside)))
  }

  // MARK: Search line

  func drawSearchLine(_ search: SearchModel, _ area: inout Rect, _ canvas: inout Canvas) {
    var lines = area.takeTop(searchLines)
    let line = lines.takeTop(1)
    canvas.put("/", row: line.row, column: line.column + 1, limit: 1, style: theme.accent.with(.bold))
    var field = line
    _ = field.takeLeft(3)
    _ = field.takeRight(1)
    canvas.layField(field)
    search.field.editor.draw(into: &canvas.frame, rect: field, styles: canvas.editorStyles, focused: false)
    guard !lines.isEmpty else { return }
    if let problem = searchProblem {
      for text in problemLines(problem, columns: lines.columns - 4) where !lines.isEmpty {
        let row = lines.takeTop(1)
        canvas.put(text, row: row.row, column: row.column + 3, limit: row.columns - 4, style: theme.warning)
      }
      return
    }
    let help = search.field.isEmpty ? SearchHelp.short : searchSummary(search)
    canvas.put(help, row: lines.row, column: lines.column + 3, limit: lines.columns - 4, style: theme.secondary)
  }

  /// What of the search was not understood, or names what there is not.
  private var searchProblem: String? {
    guard let parsed = search?.parsed else { return nil }
    return parsed.problems.first?.sentence ?? unknownName(in: parsed.query)
  }

  private func problemLines(_ problem: String, columns: Int) -> [String] {
    Array(wrapped(problem, columns: max(1, columns)).prefix(5))
  }

  /// The search line, and the lines below it that help.
  var searchLines: Int {
    guard let problem = searchProblem, let list = layout.list else { return 2 }
    return 1 + problemLines(problem, columns: list.inside.columns - 4).count
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
