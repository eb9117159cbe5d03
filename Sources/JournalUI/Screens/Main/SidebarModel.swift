import JournalCore
import TerminalKit

/// The sidebar: its rows follow from the journal, so that only where one stands in it is kept.
struct SidebarModel: Sendable {
  /// The list under the cursor.
  var cursor = ListScope.all
  /// The first row on the screen.
  var top = 0
  /// Groups of which only the heading is shown.
  var folded: Set<SidebarGroup> = []
  /// The heading under the cursor, instead of a list; only one of a folded group can be.
  var group: SidebarGroup?
}

/// Lists of the sidebar that belong together.
enum SidebarGroup: String, Hashable, Sendable, CaseIterable {
  case categories = "Categories"
  case moods = "Moods"
  case tags = "Tags"

  /// The group that a list is in; nil for those above them.
  init?(_ scope: ListScope) {
    switch scope {
    case .category, .unfiled: self = .categories
    case .mood: self = .moods
    case .tag: self = .tags
    default: return nil
    }
  }
}

/// One row of the sidebar.
enum SidebarRow: Hashable, Sendable {
  case heading(SidebarGroup)
  case blank
  /// Words that say what could be here.
  case hint(String)
  case list(Item)

  struct Item: Hashable, Sendable {
    var scope: ListScope
    var title: String
    var glyph: String
    /// `#RRGGBB` of a category, nil elsewhere.
    var colorHex: String?
    var mood: Mood?
    var count: Int?
  }

  var scope: ListScope? { if case .list(let item) = self { item.scope } else { nil } }
}

extension MainScreen {
  /// The rows of the sidebar as the journal is now.
  var sidebarRows: [SidebarRow] { SidebarContents(main: self).rows }

  // MARK: Moving

  /// Moves to the next row that is a list, and shows it.
  mutating func moveInSidebar(by count: Int) {
    let stops = sidebarRows.filter(isStop)
    guard !stops.isEmpty else { return }
    let place = stops.firstIndex(where: isUnderCursor) ?? 0
    goInSidebar(to: stops[max(0, min(place + count, stops.count - 1))])
  }

  mutating func moveInSidebar(toEnd isEnd: Bool) {
    let stops = sidebarRows.filter(isStop)
    if let stop = isEnd ? stops.last : stops.first { goInSidebar(to: stop) }
  }

  private mutating func goInSidebar(to row: SidebarRow) {
    switch row {
    case .list(let item): showFromSidebar(item.scope)
    case .heading(let group): sidebar.group = group
    case .blank, .hint: break
    }
  }

  /// Whether the cursor can stand here: on a list, and on the heading of a folded group.
  private func isStop(_ row: SidebarRow) -> Bool {
    if case .heading(let group) = row { return sidebar.folded.contains(group) }
    return row.scope != nil
  }

  /// Whether the cursor of the sidebar stands here.
  func isUnderCursor(_ row: SidebarRow) -> Bool {
    if case .heading(let group) = row { return sidebar.group == group }
    return sidebar.group == nil && row.scope == sidebar.cursor
  }

  /// Folds the group under the cursor.
  mutating func foldGroup() {
    guard sidebar.group == nil, let group = SidebarGroup(sidebar.cursor) else { return }
    sidebar.folded.insert(group)
    sidebar.group = group
  }

  /// Unfolds the group whose heading is under the cursor; false where it stands on a list.
  mutating func unfoldGroup() -> Bool {
    guard let group = sidebar.group else { return false }
    sidebar.folded.remove(group)
    let scopes = sidebarRows.compactMap(\.scope).filter { SidebarGroup($0) == group }
    guard let scope = scopes.first(where: { $0 == list.scope }) ?? scopes.first else { return true }
    showFromSidebar(scope)
    return true
  }

  /// Folds or unfolds a group whose heading was pressed.
  mutating func toggleGroup(_ group: SidebarGroup) {
    if sidebar.folded.remove(group) == nil { sidebar.folded.insert(group) }
    let holdsCursor = sidebar.group == group || SidebarGroup(sidebar.cursor) == group
    if holdsCursor { sidebar.group = sidebar.folded.contains(group) ? group : nil }
  }

  mutating func showFromSidebar(_ scope: ListScope) {
    sidebar.group = nil
    if list.scope != scope { show(scope) }
    sidebar.cursor = scope
  }

  /// Keeps the row under the cursor on the screen.
  mutating func settleSidebar() {
    guard let area = layout.sidebar?.inside, area.rows > 0 else { return }
    let rows = sidebarRows
    if let place = rows.firstIndex(where: isUnderCursor), focus == .sidebar {
      if place < sidebar.top { sidebar.top = place <= 1 ? 0 : place }
      if place >= sidebar.top + area.rows { sidebar.top = place - area.rows + 1 }
    }
    sidebar.top = max(0, min(sidebar.top, rows.count - area.rows))
  }
}

extension Mood {
  /// The mood as a word for people.
  var title: String { rawValue }
}
