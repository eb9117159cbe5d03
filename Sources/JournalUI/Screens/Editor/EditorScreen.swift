import JournalCore
import TerminalKit

/// What can be chosen in the lists and questions of the editor.
enum EditorChoice: AnswerGroup {
  case mood(Mood?)
  case category(RecordName?)
  /// The same, where the person knows who will see it.
  case categoryKnowing(RecordName?)
  case newCategory(String)
  /// The same, where the person knows who will no longer see the entry.
  case newCategoryKnowing(String)
  case pasteAsText(String)
  /// A link to the entry of this title.
  case link(String)
  case spelling(SpellingChange)
  case discard
}

/// The lines that the editor asks for.
enum EditorQuestion: AnswerGroup { case date }

/// An entry that is being written.
struct EditorScreen: Screen, AttachesPictures {
  static let context = KeyContext.editor
  var desk: Desk
  /// Changed in its place and never through a copy: the text may be long, and would be copied at the next key.
  var state: EditorModel
  var kept: OpenScreen { .editor(state) }

  var contexts: [KeyContext] { [.editor] }
  var way: [String] { [state.isNew ? "New entry" : "Edit"] }
  var hidesBars: Bool { state.isFocusMode && dialogs.isEmpty }

  var hints: [Action] {
    if state.chip != nil || state.find != nil { return [] }
    return [
      .leaveEditor, .save, .editorDate, .editorMood, .editorCategory, .editorTags, .find, .editorPictures, .focusMode,
      .editExternally, .editorFavorite, .discardChanges, .help,
    ].filter(state.offers)
  }

  func shortName(of action: Action) -> String? {
    // Esc lets a selection go before it leaves.
    action == .leaveEditor && state.hasSelection ? "unselect" : nil
  }

  var firstHints: [KeyHints.Hint] {
    if state.chip != nil { return [hint(glyphs.enter, "change"), hint("Tab", "next"), hint("Esc", "text")] }
    if state.find != nil, state.isReplacing {
      return [
        hint(glyphs.enter, "replace, next"), hint("^R", "replace all"), hint("\(glyphs.up) \(glyphs.down)", "skip"),
        hint("Tab", "find"), hint("Esc", "done"),
      ]
    }
    if state.find != nil {
      return [
        hint("\(glyphs.up) \(glyphs.down)", "previous, next"), hint(glyphs.enter, "go on here"), hint("Tab", "replace"),
        hint("Esc", "cancel"),
      ]
    }
    return state.isVi ? viHints : []
  }

  /// What leads on in each of vi's modes; Esc does not leave there.
  private var viHints: [KeyHints.Hint] {
    if state.field == .title { return [hint("Esc", "text")] }
    return state.body.viStatus == "NORMAL" ? [hint("ZZ", "done"), hint(":q", "leave")] : [hint("Esc", "normal")]
  }

  mutating func perform(_ action: EditorAction) {
    switch action {
    case .save: save(then: .stay)
    case .leaveEditor: save(then: .close)
    case .editExternally: editExternally()
    case .find: openFind()
    case .findNext: findAgain()
    case .insertLink: askForLink()
    case .spelling: take(.suggest)
    case .nextMisspelling: take(.next)
    case .switchField: state.field = state.field == .title ? .body : .title
    case .editorDate: openDatePrompt(EditorQuestion.date, .moment(former: state.draft.date), "Date of this entry")
    case .editorMood:
      openMoodPicker(of: "this entry", present: state.draft.mood) { .of(EditorChoice.mood($0)) }
    case .editorCategory where state.isOfGuest, .editorFavorite where state.isOfGuest:
      say("Favourites and categories are \(desk.owner(of: state.base.id))’s.")
    case .editorCategory:
      openCategoryPicker(
        of: "this entry", present: state.draft.category, { .of(EditorChoice.category($0)) },
        creating: { .of(EditorChoice.newCategory($0)) })
    case .editorTags:
      openTagPicker(TagChange(subjects: [TagChange.Subject(id: nil, tags: state.draft.tags)]), of: "this entry")
    case .editorPictures:
      if canWrite() { openFilePicker(.editor, titled: "this entry") }
    case .focusMode: state.isFocusMode.toggle()
    case .editorFavorite: change { $0.isFavorite.toggle() }
    case .takeTheirs: takeTheirs()
    case .discardChanges: askToDiscard()
    }
  }

  func draw(_ canvas: inout Canvas) { EditorPainter(screen: self).draw(&canvas) }

  // MARK: Answers

  mutating func hear(_ message: Message) {
    switch message {
    case .entryLoaded(state.base.id, .compare, let detail): compare(with: detail)
    case .savedLoaded(let request, _, let saved):
      if request.entry == state.base.id, !state.isNew { compare(with: saved.detail) }
    case .draftSaved(let id, let instant): draftSaved(id, at: instant)
    case .externalEditFinished(let text): externalEditFinished(text)
    case .failed(.saveDraft, let failure), .failed(.keepWords, let failure): draftFailed(failure)
    case .spellingChecked:
      if let command = state.takeSpellingCommand(), dialogs.isEmpty, desk.screens.last == .editor { take(command) }
    case .timerFired(.draft): saveDraftNow()
    case .timerFired(.steadyDraft): saveDraftWhileTyping()
    case .timerFired(.rest): if case .draftKept = state.status { state.isRested = true }
    default: break
    }
  }

  private mutating func compare(with detail: EntryDetail?) {
    if let detail { state.imageCount = detail.images.count }
    compare(with: detail?.entry)
  }

  mutating func reload() { if !state.isNew { emit(.loadEntry(state.base.id, .compare)) } }

  mutating func answered(_ question: EditorQuestion, _ prompt: Prompt) {
    switch question {
    case .date: if let date = prompt.entryDate(in: environment.zone) { change { $0.date = date } }
    }
  }

  mutating func chose(_ choice: EditorChoice) {
    switch choice {
    case .mood(let mood): change { $0.mood = mood }
    case .category(let id):
      if mayFile(under: id, category(id)?.name, .categoryKnowing(id)) { change { $0.category = id } }
    case .categoryKnowing(let id): change { $0.category = id }
    case .newCategory(let name): file(underNew: name, isKnown: false)
    case .newCategoryKnowing(let name): file(underNew: name, isKnown: true)
    case .pasteAsText(let text): pasteText(text)
    case .link(let title): insertLink(to: title)
    case .spelling(let change): apply(change)
    case .discard: discard()
    }
  }

  /// Whether the entry is filed at once; where that changes who sees it, the person is asked first.
  private mutating func mayFile(under id: RecordName?, _ name: String?, _ knowing: EditorChoice) -> Bool {
    let filing = Filing(entry: state.base.id, former: state.draft.category, new: id)
    let deed = name.map { "File under \($0)" } ?? "Unfile"
    return desk.mayFile([filing], called: { _ in "this entry" }, as: deed, .chose(knowing))
  }

  /// Makes a category and files the entry in it.
  private mutating func file(underNew name: String, isKnown: Bool) {
    guard canWrite(), let category = newCategory(name) else { return }
    guard isKnown || mayFile(under: category.id, category.name, .newCategoryKnowing(name)) else { return }
    perform("created the category \(category.name)", [.createCategory(category)])
    showAtOnce(category)
    change { $0.category = category.id }
  }

  mutating func tagged(_ change: TagChange, _ names: [String]) {
    guard let subject = change.subjects.first else { return }
    let result = change.result(for: subject, names: names)
    if result != subject.tags { self.change { $0.tags = result } }
  }

  /// An edit of this entry failed: it says so until saving succeeds.
  mutating func saveFailed(_ sentence: String) {
    state.status = .notSaved(sentence)
    state.afterSave = .stay
    emit(.startTimer(.draft, milliseconds: EditorModel.draftDelay))
    // A commit that seemed to fail may hold all the same; then there is an entry to be edited, and none to be made.
    if state.isNew { emit(.loadEntry(state.base.id, .compare)) }
  }

  mutating func closed() { desk.editorMemory = state.body.memory }

  // MARK: Settling

  mutating func settle() {
    let width = self.width
    // The title first: how many rows it takes decides where all else stands.
    let titleColumns = max(1, layout.title.columns)
    state.title.fit(titleColumns, rows: EditorLayout.titleRows, width)
    let layout = self.layout
    let viewport = Size(rows: max(1, layout.body.rows), columns: max(1, layout.body.columns))
    if state.body.viewport != viewport || !state.isMeasured {
      state.body.setViewport(viewport, width: width)
      state.isMeasured = true
    }
    let mode = preferences.editorMode
    if state.body.mode != mode { state.body.mode = mode }
    settleChips()
    state.find?.fit(layout.find.columns, width)
    state.replacement?.fit(layout.find.columns, width)
    askForSpelling()
  }

  // MARK: Pictures

  mutating func attach(_ paths: [String], keepsOriginal: Bool) {
    let request = AttachRequest(entry: state.base.id, paths: paths, keepsOriginal: keepsOriginal)
    guard state.isNew else { return attach(request) }
    // Pictures belong to an entry that is in the journal, if only with nothing in it yet.
    state.attaching = request
    save(then: .stay)
  }

  mutating func takePastedPictures(_ text: String) -> Bool {
    askToAttach(text) { paths in
      [
        Choice.Option("a", "Attach to this entry", .attach(.editor, paths)),
        Choice.Option("p", "Paste as text", .chose(EditorChoice.pasteAsText(text))),
      ]
    }
  }
}
