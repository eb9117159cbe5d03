/// Which entries a list shows.
package enum ListScope: Hashable, Sendable {
  /// Everything but the trash.
  case all
  case favorites
  /// Entries of this month and day in any year but one, which is mostly the present one.
  case onThisDay(month: Int, day: Int, besides: Int? = nil)
  case trash
  case category(RecordName)
  /// Entries whose category is absent, in the trash or not here yet.
  case unfiled
  case mood(Mood)
  case tag(String)
  /// One day, by the entry's own wall clock.
  case day(CivilDate)
  case search(SearchQuery)
  /// What others share, from all of their journals; of one journal by itself there is nothing in it.
  case shared

  /// Whether it shows what others share: all of it, or what a search finds there.
  package var isOfOthers: Bool {
    switch self {
    case .shared: true
    case .search(let query): query.isOfOthers
    case .all, .favorites, .onThisDay, .trash, .category, .unfiled, .mood, .tag, .day: false
    }
  }
}

/// By what a list is sorted.
package enum ListSort: String, Hashable, Sendable, CaseIterable {
  case date, modified, title

  /// The sort key in words, as menus and messages show it.
  package var name: String {
    switch self {
    case .date: "entry date"
    case .modified: "last modified"
    case .title: "title"
    }
  }
}

/// How a list is sorted; dates newest first and titles from A unless reversed.
package struct ListOrder: Hashable, Sendable {
  /// The key by which rows are compared.
  package var sort: ListSort
  /// Whether the order is turned round: dates oldest first, titles from Z.
  package var reversed: Bool

  package init(_ sort: ListSort = .date, reversed: Bool = false) {
    (self.sort, self.reversed) = (sort, reversed)
  }
}

/// A place in a list: the sort key and identity of a row, so that reading goes on from there by keyset, never by offset.
package struct ListCursor: Hashable, Sendable {
  /// The row's position by date, which is unique in a journal (a larger one is later).
  package var position: Int64
  /// The sort key where the list is not sorted by date: milliseconds, or a title folded for sorting.
  package var key: String

  package init(position: Int64, key: String = "") {
    (self.position, self.key) = (position, key)
  }
}

/// From where a page is read.
package enum ListAnchor: Hashable, Sendable {
  case first
  case last
  case after(ListCursor)
  case before(ListCursor)
  /// So that the row with this id is the first of the page; where it is not in the list, as `first`.
  case at(RecordName)
  /// So that the row whose date is nearest to this moment is the first of the page; where the list is empty, as `first`.
  case near(Instant)
}

/// A wish for one page of a list.
package struct ListRequest: Hashable, Sendable {
  /// The entries that belong to the list.
  package var scope: ListScope
  /// The order of the list, in which the page is read.
  package var order: ListOrder
  /// The place from which the page is read.
  package var anchor: ListAnchor
  /// The most rows that the page may hold; 0 or less gives an empty page.
  package var limit: Int
  /// Whether the preview of a found entry is taken from where the search found something.
  package var showsMatches: Bool

  package init(
    scope: ListScope = .all, order: ListOrder = ListOrder(), anchor: ListAnchor = .first, limit: Int = 100,
    showsMatches: Bool = false
  ) {
    (self.showsMatches, self.scope, self.order) = (showsMatches, scope, order)
    (self.anchor, self.limit) = (anchor, limit)
  }
}
