import JournalCore

/// An edit of one entry and nothing else, as far as it matters to lists.
struct SavedChange: Hashable, Sendable {
  let entry: RecordName
  /// Whether the edit made the entry.
  let isNew: Bool
  private let changes: [EntryChange]

  /// nil where the edit is about something else, or about more.
  init?(_ edit: JournalEdit) {
    guard edit.operations.count == 1 else { return nil }
    switch edit.operations.first {
    case .create(.entry(let entry)): (self.entry, isNew, changes) = (entry.id, true, [])
    case .edit(.entry(let id, let changes)): (entry, isNew, self.changes) = (id, false, changes)
    case .create, .edit, nil: return nil
    }
  }

  /// Whether the edit gives this property another value.
  func sets(_ path: PartialKeyPath<Entry>) -> Bool { changes.contains { $0.sets(path) } }

  /// Whether the row of the entry may stand elsewhere in a list after the edit, or in another list.
  func moves(in scope: ListScope, _ order: ListOrder) -> Bool {
    if isNew || sets(\.trashedAt) { return true }
    let isElsewhere =
      switch order.sort {
      case .date: sets(\.date)
      case .title: sets(\.title) || sets(\.date)
      case .modified: true
      }
    if isElsewhere { return true }
    return switch scope {
    case .favorites: sets(\.isFavorite)
    case .category, .unfiled: sets(\.category)
    case .mood: sets(\.mood)
    case .day, .onThisDay: sets(\.date)
    // A word of the text may be a tag: whether it is one of these the journal knows.
    case .tag: sets(\.tags)
    case .all, .trash, .search, .shared: false
    }
  }
}

extension ListScope {
  /// Whether the numbers of the sidebar do not say how many entries the list has.
  var isCounted: Bool {
    switch self {
    case .tag, .day, .search, .unfiled, .onThisDay, .shared: true
    case .all, .favorites, .category, .mood, .trash: false
    }
  }

  /// Whether the list can be read together with an entry that was saved: a search may take long, and the trash has more
  /// than entries.
  var isReadBySave: Bool {
    switch self {
    case .search, .trash, .shared: false
    case .all, .favorites, .category, .mood, .tag, .day, .unfiled, .onThisDay: true
    }
  }
}
