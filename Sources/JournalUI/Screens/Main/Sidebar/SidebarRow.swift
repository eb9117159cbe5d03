import JournalCore
import TerminalKit

/// Lists of the sidebar that belong together.
enum SidebarGroup: String, Hashable, Sendable, CaseIterable {
  case categories = "Categories"
  case searches = "Searches"
  case moods = "Moods"
  case tags = "Tags"

  /// The group that a list is in; nil for those above them.
  init?(_ scope: ListScope) {
    switch scope {
    case .category, .unfiled: self = .categories
    case .mood: self = .moods
    case .tag: self = .tags
    case .search: self = .searches
    case .all, .favorites, .onThisDay, .trash, .day, .shared: return nil
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
    var glyph = ""
    /// `#RRGGBB` of a category, nil elsewhere.
    var colorHex: String?
    var mood: Mood?
    var count: Int?
  }

  var scope: ListScope? { if case .list(let item) = self { item.scope } else { nil } }
}

/// The rows as they follow from the journal.
extension SidebarPane {
  /// So many tags stand there at least and at most; the picker of tags has the rest.
  private static let fewestTags = 5
  private static let mostTags = 20
  /// So many saved searches stand there at most.
  private static let mostSearches = 50

  func rows(_ desk: Desk, _ around: Surroundings) -> [SidebarRow] {
    let tallies = desk.tallies
    var rows: [SidebarRow] = [
      .list(SidebarRow.Item(scope: .all, title: "All entries", count: tallies?.all)),
      .list(SidebarRow.Item(scope: .favorites, title: "Favourites", count: tallies?.favorites)),
      .list(SidebarRow.Item(scope: .earlierYears(of: desk.today), title: "On this day", count: tallies?.onThisDay)),
    ]
    if !desk.shelf.theirs.isEmpty || desk.shelf.count > 0 || around.scope == .shared {
      rows.append(.list(SidebarRow.Item(scope: .shared, title: "Shared with me", count: desk.shelf.count)))
    }
    rows.append(.list(SidebarRow.Item(scope: .trash, title: "Trash", count: tallies?.trash)))
    for group in SidebarGroup.allCases {
      let members =
        switch group {
        case .categories: categoryRows(desk)
        case .searches: searchRows(desk)
        case .moods: moodRows(desk)
        case .tags: tagRows(desk, around, below: rows.count)
        }
      guard !members.isEmpty else { continue }
      rows += [.blank, .heading(group)] + (folded.contains(group) ? [] : members)
    }
    return rows
  }

  private func categoryRows(_ desk: Desk) -> [SidebarRow] {
    let live = desk.liveCategories
    guard !live.isEmpty else { return [.hint("none yet")] }
    var rows: [SidebarRow] = live.map { category in
      .list(
        SidebarRow.Item(
          scope: .category(category.id), title: category.name, glyph: desk.sign(of: category),
          colorHex: category.colorHex, count: desk.tallies.map { $0.categories[category.id] ?? 0 }))
    }
    // Entries without a category that can be seen; not in the tallies, because it depends on which categories live.
    let unfiled = desk.tallies.map { tallies in
      tallies.all - live.reduce(0) { $0 + (tallies.categories[$1.id] ?? 0) }
    }
    rows.append(.list(SidebarRow.Item(scope: .unfiled, title: "Unfiled", count: unfiled)))
    return rows
  }

  private func searchRows(_ desk: Desk) -> [SidebarRow] {
    desk.searches.all.prefix(Self.mostSearches).map {
      .list(SidebarRow.Item(scope: $0.scope, title: $0.name, glyph: "/"))
    }
  }

  private func moodRows(_ desk: Desk) -> [SidebarRow] {
    desk.shownMoods.map { mood in
      .list(
        SidebarRow.Item(
          scope: .mood(mood), title: mood.title, glyph: desk.moodGlyph(mood), mood: mood,
          count: desk.tallies.map { $0.moods[mood] ?? 0 }))
    }
  }

  /// The tags that are used most, as many as there is room for below the other rows, and the one that is shown.
  private func tagRows(_ desk: Desk, _ around: Surroundings, below count: Int) -> [SidebarRow] {
    let room = (around.layout.sidebar?.inside.rows ?? 0) - count - 2
    let limit = max(Self.fewestTags, min(Self.mostTags, room))
    // They come in the order of their use.
    var shown = Array(desk.tags.lazy.filter { $0.count > 0 }.prefix(limit))
    if case .tag(let name) = around.scope {
      let key = TagSyntax.normalise(name)
      if !shown.contains(where: { TagSyntax.normalise($0.tag) == key }) {
        shown += desk.tags.filter { TagSyntax.normalise($0.tag) == key }
      }
    }
    return shown.map { .list(SidebarRow.Item(scope: .tag($0.tag), title: $0.tag, glyph: "#", count: $0.count)) }
  }
}

extension ListScope {
  /// The entries of the same day in earlier years.
  static func earlierYears(of today: CivilDate) -> ListScope {
    .onThisDay(month: today.month, day: today.day, besides: today.year)
  }
}

extension Mood {
  /// The mood as a word for people.
  var title: String { rawValue }
}
