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
  var sidebarRows: [SidebarRow] {
    var rows: [SidebarRow] = [
      item(.all, "All entries", count: tallies?.all),
      item(.favorites, "Favourites", count: tallies?.favorites),
      item(onThisDay, "On this day", count: tallies?.onThisDay),
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
