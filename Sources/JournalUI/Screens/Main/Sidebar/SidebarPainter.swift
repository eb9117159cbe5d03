import JournalCore
import TerminalKit

/// The sidebar, as it is drawn.
struct SidebarPainter: SharesDesk {
  var desk: Desk
  let sidebar: SidebarPane
  let around: Surroundings

  func draw(_ rect: Rect, _ canvas: inout Canvas) {
    let inside = canvas.pane("", rect, isFocused: around.focus == .sidebar)
    canvas.lay(around.layout.sidebarIsOver ? .raised : .surface, rect)
    let rows = sidebar.rows(desk, around)
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
    let selected = isCursor ? (around.focus == .sidebar ? theme.selection : theme.unfocusedSelection) : nil
    if let selected { canvas.fill(rect, selected) }
    if isCursor, around.focus == .sidebar {
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
    let isShown = around.scope == item.scope
    let isFocused = isCursor && around.focus == .sidebar
    let selected = isFocused ? theme.selection : isShown ? theme.unfocusedSelection : nil
    if let selected { canvas.fill(rect, selected) }
    if isFocused {
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: theme.selectionBar)
    }
    let count = item.count.map(countWords) ?? ""
    let end = canvas.putRight(
      count, row: rect.row, endColumn: rect.endColumn - 2, limit: rect.columns / 2,
      style: theme.sign(selected == nil ? theme.faint : theme.secondary, on: selected))
    var column = rect.column + 2
    if SidebarGroup(item.scope) != nil {
      let isPlain = [.tags, .searches].contains(SidebarGroup(item.scope))
      let own =
        item.mood != nil
        ? theme.style(of: item.mood)
        : isPlain ? (selected == nil ? theme.faint : theme.secondary) : theme.style(ofColor: item.colorHex)
      canvas.put(item.glyph, row: rect.row, column: column, limit: 2, style: theme.sign(own, on: selected))
      column += 2
    }
    let style = selected == nil ? theme.text : theme.sign(theme.heading, on: selected)
    canvas.put(item.title, row: rect.row, column: column, limit: end - column - 1, style: style)
  }
}
