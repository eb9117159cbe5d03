import JournalCore
import JournalUI

/// What is asked of others than the journal's file.
extension FakeJournal {
  /// Tags that stand on the same entries.
  var tagPairs: [TagPair] {
    var counts: [[String]: Int] = [:]
    for entry in entries.values where entry.trashedAt == nil {
      let tags = entry.tags.sorted()
      for (place, first) in tags.enumerated() {
        for second in tags[(place + 1)...] { counts[[first, second], default: 0] += 1 }
      }
    }
    return counts.map { TagPair($0.key[0], $0.key[1], $0.value) }
      .sorted { ($1.count, $0.first, $0.second) < ($0.count, $1.first, $1.second) }
  }

  func spelling(_ request: SpellRequest) -> SpellAnswer {
    if let spellingFault { return .unavailable(spellingFault) }
    return .checked(wrong: misspelt.filter { request.words.contains($0.key) }, note: spellingNote)
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
