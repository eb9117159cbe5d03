import JournalCore
import TerminalKit

/// The sidebar: its rows follow from the journal, so that only where one stands in it is kept.
struct SidebarModel: Sendable {
  /// The list under the cursor.
  var cursor = ListScope.all
  /// The first row on the screen.
  var top = 0
}

/// One row of the sidebar.
enum SidebarRow: Hashable, Sendable {
  case heading(String)
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

extension Model {
  /// The rows of the sidebar as the journal is now.
  var sidebarRows: [SidebarRow] {
    var rows: [SidebarRow] = [
      item(.all, "All entries", count: tallies?.all),
      item(.favorites, "Favourites", count: tallies?.favorites),
      item(onThisDay, "On this day", count: tallies?.onThisDay),
      item(.trash, "Trash", count: tallies?.trash),
      .blank, .heading("Categories"),
    ]
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
    rows += [.blank, .heading("Moods")]
    for mood in moodsShown {
      rows.append(
        .list(
          SidebarRow.Item(
            scope: .mood(mood), title: mood.title, glyph: moodGlyph(mood), mood: mood,
            count: tallies.map { $0.moods[mood] ?? 0 })))
    }
    return rows
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
    let scopes = sidebarRows.compactMap(\.scope)
    guard !scopes.isEmpty else { return }
    let place = scopes.firstIndex(of: sidebar.cursor) ?? 0
    showFromSidebar(scopes[max(0, min(place + count, scopes.count - 1))])
  }

  mutating func moveInSidebar(toEnd isEnd: Bool) {
    let scopes = sidebarRows.compactMap(\.scope)
    if let scope = isEnd ? scopes.last : scopes.first { showFromSidebar(scope) }
  }

  mutating func showFromSidebar(_ scope: ListScope) {
    if list.scope != scope { show(scope) }
    sidebar.cursor = scope
  }

  /// Keeps the row under the cursor on the screen.
  mutating func settleSidebar() {
    guard let area = layout.sidebar?.inside, area.rows > 0 else { return }
    let rows = sidebarRows
    if let place = rows.firstIndex(where: { $0.scope == sidebar.cursor }), focus == .sidebar {
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
