import JournalCore

/// A saved entry changes its row, the page beside it and some numbers; nothing else is read again.
extension MainScreen {
  /// Asks for what a saved entry changes here; false where the list has to be read as a whole.
  mutating func read(_ saved: SavedChange) -> Bool {
    guard case (var request, let ticket)? = state.list.request(after: saved, today: today) else { return false }
    request.formerTags = saved.isNew ? [] : reader.detail?.entry.countedTags(of: saved.entry)
    state.reader.retry(saved.entry)
    emit(.loadSaved(request, ticket))
    return true
  }

  /// Takes in what a saved entry has changed.
  mutating func take(_ saved: SavedEntry, for request: SavedRequest, _ ticket: ListTicket?) {
    if request.formerTags != saved.detail?.entry.countedTags(of: request.entry) { reloadTags() }
    if !state.list.take(saved, for: request, ticket, in: viewport, on: &desk) { state.list.reload(on: &desk) }
    state.reader.take(request.entry, saved.detail, selected: list.selected?.id, on: &desk)
  }
}

extension Entry {
  /// The tags under which lists of tags count an entry; nil where this is another one.
  fileprivate func countedTags(of id: RecordName) -> [String]? { id == self.id ? trashedAt == nil ? allTags : [] : nil }
}
