import JournalCore
import JournalUI

/// What is asked of others than the journal's file.
extension FakeJournal {
  func spelling(_ request: SpellRequest) -> SpellAnswer {
    if let spellingFault { return .unavailable(spellingFault) }
    return .checked(wrong: misspelt.filter { request.words.contains($0.key) })
  }
}

extension Effect {
  /// Whether it reads the journal's file.
  var isRead: Bool {
    switch self {
    case .loadPage, .loadEntry, .loadSaved, .loadTallies, .loadCategories, .loadHistory, .loadEntries, .loadIDs,
      .loadMerge,
      .loadTags, .loadSearches, .count, .loadDays, .loadDay, .loadRemovedPictures, .loadDrafts:
      true
    default: false
    }
  }
}
