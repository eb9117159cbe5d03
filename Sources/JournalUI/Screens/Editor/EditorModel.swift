import JournalCore
import TerminalKit

/// An entry being written: its title, its body, the line of what else it says, and how safe all of it is.
struct EditorModel: ScreenState {
  typealias Work = EditorScreen

  enum Field: Hashable, Sendable { case title, body }

  enum Status: Hashable, Sendable {
    /// Nothing was written since it was opened or saved.
    case unchanged
    /// Written and not yet kept anywhere.
    case changed
    case draftKept(Instant)
    case saving
    case saved(Instant)
    /// Saving failed, for this reason; stays until saving succeeds.
    case notSaved(String)
    /// Not even the draft could be kept, for this reason; stays until one of both succeeds.
    case draftFailed(String)

    var isFailure: Bool {
      switch self {
      case .notSaved, .draftFailed: true
      default: false
      }
    }
  }

  /// What happens when the entry is on disk.
  enum AfterSave: Hashable, Sendable { case stay, close, quit }

  /// Milliseconds after the last key until the draft is kept.
  static let draftDelay = 250
  /// Milliseconds after the first key that is in no draft until the draft is kept, also where no key pauses.
  static let steadyDraftDelay = 1000
  /// Milliseconds after a draft was kept until the screen says so: two seconds after the last key.
  static let restDelay = 1750
  /// Milliseconds until a draft that could not be kept is tried again.
  static let retryDelay = 5000

  /// The entry as it is in the journal, as far as this editor knows.
  var base: Entry
  /// Whether saving makes the entry.
  var isNew: Bool
  /// Whose the entry is, where another person shares it.
  var sharedBy: SharedBy?
  /// Everything but title and body, as it is to become.
  var draft: Entry
  var title: LineField
  var body: TextEditor
  var field: Field
  /// The last paste that went into title and text together.
  var widePaste: WidePaste?
  /// The part of the line below the title that has the keys; nil while title or text has them.
  var chip: Int?
  /// What is being looked for in the text, while it is typed.
  var find: LineField?
  /// What is to stand in the place of what is looked for; nil while it is only looked for.
  var replacement: LineField?
  /// Whether keys go to the replacement, and not to what is looked for.
  var isReplacing = false
  /// Where the caret stood when the search began; a search that finds nothing, or is given up, goes back there.
  var findOrigin: TextEditor.Place?
  var status = Status.unchanged {
    didSet { if status != oldValue { isRested = false } }
  }
  /// Whether nothing was typed for a while, so that one may be told that all is kept.
  var isRested = false
  var afterSave = AfterSave.stay
  /// The entry as another process or device saved it meanwhile.
  var theirs: Entry?
  /// The draft of a dead owner that was taken over; forgotten when these words are kept under our own name.
  var recovered: Draft?
  /// Whether a draft of ours is on disk, or on its way.
  var hasDraft = false
  /// Whether something was typed that is in no draft yet, and the timer for that runs.
  var isDraftDue = false
  /// Whether no key has paused for long enough since the last change.
  var isTyping = false
  /// What was typed after leaving, while the words were still on their way to the disk.
  var held: [TerminalInput] = []
  /// Pictures of the entry, and the files that become some as soon as it is in the journal.
  var imageCount = 0
  var attaching: AttachRequest?
  /// Whether the entry begins with a template, which is no entry as long as it stays as it is.
  var beginsWithTemplate = false
  /// What was asked of the spelling and waits for an answer about words.
  var spellingCommand: SpellingCommand?
  /// Where the caret was before suggestions for another word led it there, in bytes; nil where they did not.
  private var caretBeforeSpelling: (offset: Int, isInTitle: Bool)?
  /// Whether nothing but the text is shown, and that around the caret brightest.
  var isFocusMode = false
  /// Whether the body was told its place on the screen.
  var isMeasured = false
  private var isBodyChanged = false
  private var checkedRevision: Int

  init(_ entry: Entry, isNew: Bool, mode: EditorMode) {
    base = entry
    self.isNew = isNew
    draft = entry
    title = LineField(entry.title)
    body = TextEditor(text: entry.body, mode: mode)
    field = isNew || (entry.title.isEmpty && entry.body.isEmpty) ? .title : .body
    // A journal is gone on with: what is written stands behind what was.
    body.moveCaret(to: body.byteCount)
    // In vi's normal mode Esc only brings the caret from behind the last character onto it.
    if isNew { body.beginTyping() } else if mode == .vi { _ = body.handle(Key(.escape)) }
    checkedRevision = body.revision
  }

  /// The entry as it stands in the editor.
  var current: Entry {
    var entry = draft
    entry.title = trimmingSpace(title.text)
    entry.body = body.text
    return entry
  }

  var isNotSaved: Bool { status.isFailure }

  /// Whether anything differs from the journal.
  var isChanged: Bool {
    isBodyChanged || !trimmingSpace(title.text).isIdentical(to: base.title)
      || EditorModel.besideText.contains { !$0.read(draft).isIdentical(to: $0.read(base)) }
  }

  /// Whether there is nothing that would be worth an entry.
  var isEmpty: Bool {
    trimmingSpace(title.text).isEmpty && draft.tags.isEmpty && (body.isEmpty || trimmingSpace(body.text).isEmpty)
  }

  /// Whether it is a template to which nothing was added.
  var isMereTemplate: Bool { beginsWithTemplate && !isChanged }

  var shownTitle: String {
    let text = trimmingSpace(title.text)
    if !text.isEmpty { return text }
    let words = firstWords(of: TextPreview.lines(of: body.byteCount > 4096 ? base.body : body.text, limit: 80))
    return words.isEmpty ? (isNew ? "New entry" : "Untitled") : words
  }

  /// Whether something is selected where the keys go.
  var hasSelection: Bool { field == .title ? title.editor.selection != nil : body.selection != nil }

  /// Whether vi's keys are in use.
  var isVi: Bool { body.mode == .vi }

  /// Puts words in the place of a range of title or text, in bytes, where the keys are.
  mutating func replace(_ range: Range<Int>, with words: String) {
    if field == .title { title.replace(range, with: words) } else { body.replace(range, with: words) }
  }

  /// Has the caret go to a place of title or text, in bytes.
  mutating func go(to offset: Int, inTitle: Bool) {
    field = inTitle ? .title : .body
    if inTitle { title.moveCaret(to: offset) } else { body.moveCaret(to: offset) }
  }

  /// What was asked of the spelling and waits; it does so no longer.
  mutating func takeSpellingCommand() -> SpellingCommand? {
    defer { spellingCommand = nil }
    return spellingCommand
  }

  /// Compares the body with the journal's after it changed; once for each change, because it may be long.
  mutating func noteChange() {
    guard body.revision != checkedRevision else { return }
    checkedRevision = body.revision
    isBodyChanged = !body.isIdentical(to: base.body)
  }

  /// Takes an entry for what the journal holds.
  mutating func setBase(_ entry: Entry) {
    base = entry
    // Saving takes an entry out of the trash.
    base.trashedAt = nil
    isBodyChanged = !body.isIdentical(to: entry.body)
    checkedRevision = body.revision
  }

  /// What saving changes in the journal.
  var changes: [EntryChange] { base.changes(to: current).filter { !$0.sets(\.trashedAt) } }

  /// The fields that are edited beside title and text.
  private static let besideText = Entry.fields.editable.filter {
    $0.path != \Entry.title && $0.path != \Entry.body && $0.path != \Entry.trashedAt
  }

  /// Takes over fields that were changed elsewhere and not here; true where title or body differ now.
  mutating func merge(_ other: Entry) -> Bool {
    for field in EditorModel.besideText where field.read(draft).isIdentical(to: field.read(base)) {
      field.write(&draft, field.read(other))
    }
    draft.trashedAt = other.trashedAt
    var newBase = other
    newBase.title = base.title
    newBase.body = base.body
    // Saving takes the entry out of the trash again: who put it there had not seen these words.
    newBase.trashedAt = base.trashedAt
    base = newBase
    return !other.title.isIdentical(to: base.title) || !other.body.isIdentical(to: base.body)
  }

  /// Whether the entry is another person's.
  var isOfGuest: Bool { base.id.guest != nil }

  /// Whether the keys of an action are shown: some of it is the owner's alone, and vi has ways of its own to leave.
  func offers(_ action: Action) -> Bool {
    if action == .leaveEditor { return !isVi }
    return !isOfGuest || action != .editorCategory && action != .editorFavorite
  }

  /// Whether an entry of another person's category was not saved, and nothing can be added there any more.
  func isShutOut(_ desk: Desk) -> Bool {
    guard isOfGuest, case .notSaved = status, let category = base.category else { return false }
    return !desk.openCategories.contains { $0.id == category }
  }

  /// Goes on where the entry is not there any more: saving makes it anew, or as one of the person's own where it was another person's, of whose
  /// nothing is put back.
  ///
  /// - Returns: What the person is told.
  mutating func goOnAsNew(named name: RecordName) -> String {
    isNew = true
    guard isOfGuest else { return "This entry was deleted elsewhere; saving writes it anew." }
    (base.id, draft.id) = (name, name)
    (base.category, draft.category, sharedBy) = (nil, nil, nil)
    (base.trashedAt, draft.trashedAt) = (nil, nil)
    return "This is no longer shared with you; saving keeps your words in your own journal."
  }
}

extension EditorModel {
  mutating func take(_ outcome: EditorSpelling.Outcome, of command: SpellingCommand) {
    (spellingCommand, caretBeforeSpelling) = (nil, nil)
    switch outcome {
    case .nothing: break
    case .waiting: spellingCommand = command
    case .going(let found):
      // Who asked for the next word wants to be there; who asked for suggestions goes on where they were.
      if command == .suggest {
        let isInTitle = field == .title
        caretBeforeSpelling = (isInTitle ? title.editor.caretOffset : body.caret.offset, isInTitle)
      }
      go(to: found.word.range.lowerBound, inTitle: found.isInTitle)
    }
  }

  /// Has the caret go back to where it was before the suggestions, with the text around it.
  ///
  /// - Parameters:
  ///   - range: What was replaced, in bytes, in the field that the keys are in; empty where nothing was.
  ///   - words: What stands there now.
  mutating func goBackFromSpelling(_ range: Range<Int> = 0..<0, with words: String = "") {
    guard let (offset, isInTitle) = caretBeforeSpelling else { return }
    caretBeforeSpelling = nil
    let isAfter = isInTitle == (field == .title) && range.upperBound <= offset
    go(to: isAfter ? offset - range.count + words.utf8.count : offset, inTitle: isInTitle)
  }
}
