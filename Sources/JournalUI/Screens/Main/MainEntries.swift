import JournalCore
import TerminalKit

/// What can be done with the selected entry, or with all that are marked.
extension MainScreen {
  /// What the entries are called, and the edits of them.
  var edits: EntryEdits { EntryEdits(rows: state.list.rows, undoHint: undoHint) }
  var ticker: BoxTicker { BoxTicker(detail: currentDetail, scope: list.scope, undoHint: undoHint) }

  /// The selected entry as the journal holds it; nil where what was read of it is another one or an older one.
  var currentDetail: EntryDetail? {
    guard let detail = state.reader.detail, let selected = state.list.selected, detail.entry.id == selected.id,
      detail.entry.modifiedAt == selected.modifiedAt, !log.isBusy
    else { return nil }
    return detail
  }

  mutating func perform(_ action: EntryAction) {
    guard shared.mayDo(action, on: &desk) else { return }
    switch action {
    case .newEntry: newEntry()
    case .newFromTemplate: if canWrite() { emit(.loadTemplates) }
    case .editEntry: editSelected()
    case .toggleFavorite: withLiveTargets { $0.edits.toggleFavorites($1, on: &$0.desk) }
    case .setMood:
      withLiveTargets {
        let edits = $0.edits
        let ids = $1
        $0.openMoodPicker(of: edits.named(ids, $0.desk), present: edits.common(ids, \.mood)) {
          .of(MainChoice.mood($0, of: ids))
        }
      }
    case .setCategory:
      withLiveTargets {
        let edits = $0.edits
        let ids = $1
        $0.openCategoryPicker(
          of: edits.named(ids, $0.desk), present: edits.common(ids, \.category),
          { .of(MainChoice.file(ids, under: $0)) }, creating: { .of(MainChoice.fileUnderNew(ids, name: $0)) })
      }
    case .setTags: withLiveTargets { $0.emit(.loadEntries($1, .tags)) }
    case .setDate: withLiveTargets { $0.edits.askForDate($1, on: &$0.desk) }
    case .moveToTrash:
      if list.scope == .trash { return askToPurge() }
      let isOfOthers = list.scope.isOfOthers
      withLiveTargets { isOfOthers ? $0.shared.askToTrash($1, on: &$0.desk) : $0.trash($1) }
    case .showHistory: openHistory()
    case .copyText: reader.copyText(of: list.selected?.id, on: &desk)
    case .followLink: reader.openLinkPicker(of: list.selected?.id, on: &desk)
    case .goBackFromLink: take(state.links.goBack(on: &desk))
    case .showLinksHere: take(state.links.search(for: list.selected?.title, on: &desk))
    case .showByChance: emit(.loadTitles(.byChance))
    case .tickBox: ticker.openPicker(on: &desk)
    case .export: edits.openExportPicker(targets, on: &desk)
    }
  }

  mutating func perform(_ action: PictureAction) {
    switch action {
    // A journal without entries has none to attach pictures to: its page says what the key does there.
    case .attachPictures where list.isEmptyJournal(isSearching: search != nil): desk.askForImport()
    case .attachPictures:
      if shared.mayWrite(on: &desk) { chooseFiles() }
    case .showPictures: openViewer(at: focus.reads ? reader.picture ?? reader.firstPictureOnScreen : nil)
    case .selectPicture: selectPicture(by: 1)
    case .selectPictureBefore: selectPicture(by: -1)
    case .fetchPicture: fetchPictures(of: reader.picture, among: readerRequests, noneSaid: noPictures)
    case .restorePicture, .nextPicture, .previousPicture, .zoomIn, .zoomOut, .zoomFit, .panLeft, .panRight,
      .editCaption, .raisePicture, .lowerPicture, .savePicture, .openPicture, .removePicture, .showRemovedPictures,
      .deletePicture:
      break
    }
  }

  private mutating func selectPicture(by step: Int) {
    guard !reader.page.pictures.isEmpty, let rows = layout.reader?.inside.rows else { return say(noPictures) }
    if !focus.reads { setFocus(.reader) }
    state.reader.selectPicture(by: step, rows: rows)
  }

  /// Ticks the box at this place among those of the entry that is read.
  mutating func tickBox(onLine line: Int) {
    if shared.mayWrite(on: &desk) { ticker.tick(onLine: line, &desk) }
  }

  /// The entries that a command acts on: in the reader the one that is read, in the list the marked ones.
  var targets: [RecordName] { focus.reads ? list.selected.map { [$0.id] } ?? [] : list.targets }

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

  // MARK: Trash

  private mutating func trash(_ ids: [RecordName]) {
    if preferences.asksBeforeTrash { edits.askToTrash(ids, on: &desk) } else { trashNow(ids) }
  }

  mutating func trashNow(_ ids: [RecordName]) {
    edits.trash(ids, on: &desk)
    state.list.clearMarks()
  }

  mutating func restoreFromTrash() {
    let ids = targets
    guard list.scope == .trash, !ids.isEmpty else { return }
    edits.restore(ids, on: &desk)
    state.list.clearMarks()
  }

  mutating func askToPurge() {
    let ids = targets
    if list.scope == .trash, !ids.isEmpty, canWrite() { edits.askToPurge(ids, on: &desk) }
  }

  // MARK: Pasting

  mutating func paste(_ text: String) {
    let isOpen = list.scope != .trash && list.selected?.trashedAt == nil
    let mayWrite = list.selected?.remark.sharedBy?.mayWrite ?? true
    let target: AttachTarget? = isOpen && mayWrite ? list.selected.map { .entry($0.id) } : nil
    let title = entryTitle(list.selected?.title)
    let isTaken = askToAttach(text) { paths in
      let here = target.map { [Choice.Option("a", "Attach to \(title)", .attach($0, paths))] } ?? []
      return here + [
        Choice.Option("w", "Write a new entry with \(paths.count == 1 ? "it" : "them")", .attach(.newEntry, paths))
      ]
    }
    if !isTaken { desk.offerToWrite(text) }
  }
}

extension Desk {
  /// What is pasted where nothing is being written is not thrown away: it may become an entry.
  fileprivate mutating func offerToWrite(_ text: String) {
    let words = trimmingSpace(text)
    guard !words.isEmpty, canWrite() else { return }
    dialogs.append(
      .choice(
        Choice(
          "Write a new entry with what was pasted?", [TextPreview.preview(of: words, limit: 160)],
          [Choice.Option("y", "New entry", .writeEntry(text)), Choice.Option("n", "No", .nothing)], selected: 0)))
  }
}
