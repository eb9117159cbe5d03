import JournalCore
import TerminalKit

/// What an edit changes: entries of the list, or the entry in the editor.
enum EditTarget: Hashable, Sendable {
  case entries([RecordName])
  case editor
}

/// What can be done with the selected entry, or with all that are marked.
extension MainScreen {
  mutating func perform(_ action: EntryAction) {
    switch action {
    case .newEntry: newEntry()
    case .editEntry: editSelected()
    case .toggleFavorite: withLiveTargets { $0.toggleFavorites($1) }
    case .setMood:
      withLiveTargets { $0.openMoodPicker(.entries($1), of: $0.named($1), present: $0.common($1, \.mood)) }
    case .setCategory:
      withLiveTargets { $0.openCategoryPicker(.entries($1), of: $0.named($1), present: $0.common($1, \.category)) }
    case .setTags: withLiveTargets { $0.emit(.loadEntries($1, .tags)) }
    case .setDate: withLiveTargets { $0.askForDate($1) }
    case .moveToTrash: list.scope == .trash ? askToPurge() : withLiveTargets { $0.trash($1) }
    case .showHistory: openHistory()
    case .copyText: copySelected()
    case .followLink: openLinkPicker()
    case .tickBox: openBoxPicker()
    case .export: openExportPicker()
    }
  }

  mutating func perform(_ action: PictureAction) {
    switch action {
    case .attachPictures: chooseFiles()
    case .showPictures: openViewer(at: focus.reads ? reader.picture ?? firstPictureOnScreen : nil)
    case .selectPicture: selectPicture(by: 1)
    case .selectPictureBefore: selectPicture(by: -1)
    case .fetchPicture: fetchPictures(of: reader.picture, among: readerRequests, noneSaid: noPictures)
    case .restorePicture, .nextPicture, .previousPicture, .zoomIn, .zoomOut, .zoomFit, .panLeft, .panRight,
      .editCaption, .raisePicture, .lowerPicture, .savePicture, .openPicture, .removePicture, .showRemovedPictures,
      .deletePicture:
      break
    }
  }

  /// The entries that a command acts on: in the reader the one that is read, in the list the marked ones.
  var targets: [RecordName] {
    focus.reads ? list.selected.map { [$0.id] } ?? [] : list.targets
  }

  private mutating func withLiveTargets(_ body: (inout MainScreen, [RecordName]) -> Void) {
    let ids = targets
    guard !ids.isEmpty else { return say("There is no entry here.") }
    guard list.scope != .trash else {
      let key =
        keymap.shownKey(of: .restoreEntry, in: contexts).map { " \(glyphs.separator) \($0.name) to restore it" } ?? ""
      return say("Entries in the trash cannot be changed\(key)", .warning)
    }
    guard canWrite() else { return }
    body(&self, ids)
  }

  // MARK: Edits

  private mutating func askForDate(_ ids: [RecordName]) {
    let only = ids.count == 1 ? list.rows.first { $0.id == ids[0] }?.date : nil
    openDatePrompt(.change(.entries(ids)), "Date of \(named(ids))", former: only)
  }

  /// What all of them have in common; nil where they differ.
  func common<Value: Equatable>(_ ids: [RecordName], _ value: (EntrySummary) -> Value) -> Value? {
    let wanted = Set(ids)
    var found: Value?
    for row in list.rows where wanted.contains(row.id) {
      if let found, found != value(row) { return nil }
      found = value(row)
    }
    return found
  }

  mutating func change(_ ids: [RecordName], to change: EntryChange, name: String, said: String) {
    perform(name, ids.map { .editEntry($0, [change]) }, said: said)
  }

  /// `“Title”`, or `3 entries`.
  func named(_ ids: [RecordName]) -> String {
    guard ids.count == 1, let id = ids.first else { return counted(ids.count, "entry", "entries") }
    guard let row = list.rows.first(where: { $0.id == id }) else { return "an entry" }
    let title = row.title.isEmpty ? firstWords(of: row.preview) : row.title
    return title.isEmpty ? "an entry" : "“\(shortened(title, 40))”"
  }

  /// What stands for the title of an entry that has none: its first words, which are never stored as its title.
  func standIn(for row: EntrySummary) -> String {
    let words = firstWords(of: row.preview)
    return words.isEmpty ? "Untitled" : words
  }

  private mutating func toggleFavorites(_ ids: [RecordName]) {
    let wanted = Set(ids)
    let shown = list.rows.filter { wanted.contains($0.id) }
    // As long as one of them is not a favourite, all become one.
    let becomes = shown.isEmpty || shown.contains { !$0.isFavorite }
    let name = becomes ? "added \(named(ids)) to favourites" : "removed \(named(ids)) from favourites"
    change(
      ids, to: .isFavorite(becomes), name: name,
      said: (becomes ? "Added \(named(ids)) to favourites" : "Removed \(named(ids)) from favourites") + undoHint)
  }

  mutating func trash(_ ids: [RecordName]) {
    if preferences.asksBeforeTrash {
      dialogs.append(
        .choice(
          Choice.confirm(
            "Move to the trash?", ["You can restore \(named(ids)) from the trash at any time."],
            yes: "Move to the trash",
            .trash(ids))))
    } else {
      trashNow(ids)
    }
  }

  mutating func trashNow(_ ids: [RecordName]) {
    change(
      ids, to: .trashedAt(now.instant), name: "moved \(named(ids)) to the trash",
      said: "Moved \(named(ids)) to the trash\(undoHint)")
    list.clearMarks()
  }

  mutating func restoreFromTrash() {
    let ids = targets
    guard list.scope == .trash, !ids.isEmpty else { return }
    change(
      ids, to: .trashedAt(nil), name: "restored \(named(ids)) from the trash",
      said: "Restored \(named(ids))\(undoHint)")
    list.clearMarks()
  }

  mutating func askToPurge() {
    let ids = targets
    guard list.scope == .trash, !ids.isEmpty, canWrite() else { return }
    let lines = ["\(named(ids)) will be deleted with its history.", "This cannot be undone."]
    dialogs.append(.choice(.confirm("Delete forever?", lines, yes: "Delete forever", .purge(ids), isGrave: true)))
  }

  mutating func askToEmptyTrash() {
    guard list.scope == .trash, canWrite() else { return }
    // The question names all that goes, so it waits until that is known.
    guard let tallies, let removedPictures else {
      state.isToEmptyTrash = true
      return say("The trash is still being read.")
    }
    state.isToEmptyTrash = false
    let contents = TrashContents(
      entries: tallies.trash, pictures: removedPictures.count, categories: trashedCategoryCount)
    guard !contents.isEmpty else { return say("The trash is empty.") }
    let whose = contents.count == 1 ? "its" : "their"
    let lines = ["\(contents.words) will be deleted with \(whose) history.", "This cannot be undone."]
    dialogs.append(
      .choice(.confirm("Empty the trash?", lines, yes: "Delete everything in it", .emptyTrash, isGrave: true)))
  }

  /// Asks what had to wait for the trash to be read.
  mutating func settleTrash() {
    guard state.isToEmptyTrash, tallies != nil, removedPictures != nil else { return }
    state.isToEmptyTrash = false
    notice = nil
    askToEmptyTrash()
  }

  private mutating func copySelected() {
    guard let detail = reader.detail, detail.entry.id == list.selected?.id else { return }
    let entry = detail.entry
    emit(.copyToClipboard(entry.title.isEmpty ? entry.body : entry.title + "\n\n" + entry.body))
    say("Copied", .success)
  }
}

/// The first words of a text that is on one line, never half a word where it has blanks.
func firstWords(of text: String) -> String {
  let limit = 40
  guard text.count > limit else { return text }
  let start = text.prefix(limit + 1)
  guard let blank = start.lastIndex(of: " "), blank > start.startIndex else { return text.prefix(limit) + "…" }
  return start[..<blank] + "…"
}
