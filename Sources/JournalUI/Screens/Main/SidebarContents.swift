import JournalCore
import TerminalKit

/// The rows of the sidebar, as they follow from the journal, and as they are drawn.
struct SidebarContents: SeesMain {
  let main: MainScreen

  /// The rows of the sidebar as the journal is now.
  var rows: [SidebarRow] {
    var rows: [SidebarRow] = [
      item(.all, "All entries", count: tallies?.all),
      item(.favorites, "Favourites", count: tallies?.favorites),
      item(main.onThisDay, "On this day", count: tallies?.onThisDay),
      item(.trash, "Trash", count: tallies?.trash),
    ]
    for group in SidebarGroup.allCases {
      let members = members(of: group, below: rows.count)
      guard !members.isEmpty else { continue }
      rows += [.blank, .heading(group)] + (sidebar.folded.contains(group) ? [] : members)
    }
    return rows
  }

  private func members(of group: SidebarGroup, below count: Int) -> [SidebarRow] {
    switch group {
    case .categories: categoryRowsOfSidebar
    case .moods: moodRows
    case .tags: tagRows(below: count)
    }
  }

  private var categoryRowsOfSidebar: [SidebarRow] {
    var rows: [SidebarRow] = []
    let live = liveCategories
    for category in live {
      rows.append(
        .list(
          SidebarRow.Item(
            scope: .category(category.id), title: category.name, glyph: String(glyphs.categoryBar),
            colorHex: category.colorHex, count: tallies.map { $0.categories[category.id] ?? 0 })))
    }
    if live.isEmpty {
      rows.append(.hint("none yet"))
    } else {
      rows.append(item(.unfiled, "Unfiled", count: unfiledCount))
    }
    return rows
  }

  private var moodRows: [SidebarRow] {
    moodsShown.map { mood in
      .list(
        SidebarRow.Item(
          scope: .mood(mood), title: mood.title, glyph: moodGlyph(mood), mood: mood,
          count: tallies.map { $0.moods[mood] ?? 0 }))
    }
  }

  /// So many tags stand there at least and at most; the picker of tags has the rest.
  private static let fewestTags = 5

  private static let mostTags = 20

  /// The tags that are used most, as many as there is room for below the other rows, and the one that is shown.
  private func tagRows(below count: Int) -> [SidebarRow] {
    let room = (layout.sidebar?.inside.rows ?? 0) - count - 2
    let limit = max(Self.fewestTags, min(Self.mostTags, room))
    // They come in the order of their use.
    var shown = Array(tags.lazy.filter { $0.count > 0 }.prefix(limit))
    if case .tag(let name) = list.scope {
      let key = TagSyntax.normalise(name)
      if !shown.contains(where: { TagSyntax.normalise($0.tag) == key }) {
        shown += tags.filter { TagSyntax.normalise($0.tag) == key }
      }
    }
    return shown.map { tag in
      .list(SidebarRow.Item(scope: .tag(tag.tag), title: tag.tag, glyph: "#", count: tag.count))
    }
  }

  private func item(_ scope: ListScope, _ title: String, glyph: String = "", count: Int?) -> SidebarRow {
    .list(SidebarRow.Item(scope: scope, title: title, glyph: glyph, count: count))
  }

  /// Entries without a category that can be seen; not in the tallies, because it depends on which categories live.
  private var unfiledCount: Int? {
    tallies.map { tallies in
      tallies.all - liveCategories.reduce(0) { $0 + (tallies.categories[$1.id] ?? 0) }
    }
  }

  /// The known moods, and after them those that newer versions wrote.
  private var moodsShown: [Mood] {
    let others = (tallies?.moods ?? [:]).filter { !$0.key.isKnown && $0.value > 0 }.keys
    return Mood.known + others.sorted { $0.rawValue < $1.rawValue }
  }

  func draw(_ rect: Rect, _ canvas: inout Canvas) {
    let inside = canvas.pane("", rect, isFocused: focus == .sidebar)
    canvas.lay(layout.sidebarIsOver ? .raised : .surface, rect)
    let rows = self.rows
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
}
