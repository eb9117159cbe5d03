import JournalCore
import TerminalKit

/// What is known of drafts that a killed program or a lost connection left behind.
struct DraftOffers: Sendable {
  /// Drafts of dead owners that were not offered yet.
  var waiting: [Draft] = []
  /// Whether a person asked for drafts, and is to hear that there is none.
  var isAskedFor = false
  /// The draft whose entry is being read, to be opened with it.
  var recovering: Draft?
}

/// Offers those drafts, at work with the desk.
struct DraftKeeper: SharesDesk {
  var desk: Desk
  var state: DraftOffers

  mutating func found(_ drafts: [Draft]) {
    // A copy outside the journal is later than a draft in it, which was the last that the disk took.
    let copies = drafts.filter { $0.copyPath != nil }
    state.waiting =
      copies
      + drafts.filter { draft in
        draft.copyPath == nil && draft.owner != environment.owner
          && !copies.contains {
            $0.entry.id == draft.entry.id && $0.owner == draft.owner && $0.savedAt >= draft.savedAt
          }
      }
    if state.isAskedFor, state.waiting.isEmpty { say("There is no unsaved draft.") }
    state.isAskedFor = false
    offerNext()
  }

  /// Looks again for drafts, as those that were left for later.
  mutating func show() {
    guard canWrite() else { return }
    state.isAskedFor = true
    emit(.loadDrafts)
  }

  mutating func offerNext() {
    guard dialogs.isEmpty, desk.screens.isEmpty, let draft = state.waiting.first else { return }
    state.waiting.removeFirst()
    let title =
      draft.entry.title.isEmpty ? (draft.isNew ? "a new entry" : "an entry") : "“\(shortened(draft.entry.title, 40))”"
    let local = environment.zone.date(instant: draft.savedAt).local
    let time = local.date == today ? local.shownClock : "\(shortDate(local.date)) · \(local.shownClock)"
    var lines = ["A draft of \(title) from \(time) was not saved."]
    if let path = draft.copyPath {
      lines = ["The words of \(title) from \(time) could not be saved in the journal. They are in \(path)."]
    }
    let words = TextPreview.preview(of: draft.entry.body, limit: 160)
    if !words.isEmpty { lines.append(words) }
    dialogs.append(
      .choice(
        Choice(
          "Unsaved draft", lines,
          [
            Choice.Option("o", "Open it", .openDraft(draft)),
            Choice.Option("d", "Discard it", .askToDiscardDraft(draft)),
            Choice.Option("l", "Later", .leaveDrafts),
          ], selected: 0, escape: .leaveDrafts)))
  }

  mutating func askToDiscard(_ draft: Draft) {
    dialogs.append(
      .choice(
        Choice(
          "Discard this draft?", ["Its words will be gone. This cannot be undone."],
          [Choice.Option("y", "Discard it", .discardDraft(draft)), Choice.Option("n", "No", .leaveDrafts)], selected: 1,
          escape: .leaveDrafts, tone: .grave)))
  }

  /// Opens a draft: over its entry, which is read first, or as a new one.
  ///
  /// The draft of a new entry may have one, too: its program may have died between saving and forgetting the draft.
  mutating func open(_ draft: Draft) {
    guard canWrite() else { return }
    state.recovering = draft
    emit(.loadEntry(draft.entry.id, .recover))
  }

  mutating func discard(_ draft: Draft) {
    forget(draft)
    say("Discarded the draft")
    offerNext()
  }

  mutating func leaveAll() {
    state.waiting.removeAll()
    say("Drafts are kept: “Unsaved drafts” in the commands shows them.")
  }

  /// The entry that a draft changes arrived; nil where it is gone or was never made.
  mutating func openRecovered(_ id: RecordName, _ detail: EntryDetail?) {
    guard let draft = state.recovering, draft.entry.id == id, !desk.screens.contains(.editor) else { return }
    state.recovering = nil
    let entry = detail?.entry
    var base = knownBase(of: draft, entry) ?? Entry(id: id, date: draft.entry.date, modifiedAt: draft.entry.modifiedAt)
    base.trashedAt = nil
    var model = EditorModel(base, isNew: entry == nil, mode: preferences.editorMode)
    model.draft = draft.entry
    model.draft.trashedAt = nil
    model.title.replaceAll(draft.entry.title)
    model.body.replaceAll(draft.entry.body)
    model.body.moveCaret(to: model.body.byteCount)
    if preferences.editorMode == .vi, !model.isNew { _ = model.body.handle(Key(.escape)) }
    model.field = .body
    model.recovered = draft
    model.imageCount = detail?.images.count ?? 0
    for screen in desk.screens.reversed() { ask(.close(screen)) }
    ask(.recover(model, entry))
  }

  /// What a draft is to be compared with: the entry as its writer knew it, so that what others have saved since is merged;
  /// nil where the entry is gone or was never made.
  private func knownBase(of draft: Draft, _ entry: Entry?) -> Entry? {
    guard let entry, let seen = draft.seen else { return entry }
    // Its program died between saving the draft's words and forgetting it.
    let isSaved = entry.title.isIdentical(to: draft.entry.title) && entry.body.isIdentical(to: draft.entry.body)
    return isSaved ? entry : seen
  }
}
