import JournalCore
import TerminalKit

/// Opening, saving and leaving the editor.
extension Model {
  mutating func newEntry() {
    guard canWrite() else { return }
    var entry = Entry(id: freshName, date: now, modifiedAt: now.instant)
    // What is written while a list is shown belongs to that list.
    switch list.scope {
    case .category(let id): entry.category = id
    case .favorites: entry.isFavorite = true
    case .mood(let mood): entry.mood = mood
    case .tag(let tag): entry.tags = [tag]
    case .day(let day):
      var local = now.local
      local.date = day
      entry.date = environment.zone.date(local: local)
    case .all, .onThisDay, .trash, .unfiled, .search: break
    }
    show(EditorModel(entry, isNew: true, mode: editorMode))
  }

  var editorMode: EditorMode { preferences.viMode ? .vi : .standard }

  mutating func editSelected() {
    guard let selected = list.selected else { return }
    guard list.scope != .trash, selected.trashedAt == nil else {
      return say("This entry is in the trash; restore it first to edit it.", .warning)
    }
    guard canWrite() else { return }
    if let detail = currentDetail {
      openEditor(detail)
    } else {
      emit(.loadEntry(selected.id, .edit))
    }
  }

  mutating func openEditor(_ detail: EntryDetail) {
    guard editor == nil, screens.isEmpty, dialogs.isEmpty else { return }
    // Said before a word is typed that could not be saved.
    guard !detail.remark.isNewerFormat else { return say(EntryRemark.newerFormat, .warning) }
    show(EditorModel(detail.entry, isNew: false, mode: editorMode))
    editor?.imageCount = detail.images.count
    reveal(detail.entry.id)
  }

  mutating func show(_ model: EditorModel) {
    editor = model
    editor?.body.memory = editorMemory
    // It is chosen for one entry: no one is to begin without the line of keys.
    isFocusMode = false
    stack.append(.editor)
    notice = nil
  }

  // MARK: Changes

  /// Changes what an entry says beside its words.
  mutating func changeInEditor(_ change: (inout Entry) -> Void) {
    guard var editor else { return }
    change(&editor.draft)
    self.editor = editor
    editorChanged()
  }

  // MARK: Saving

  mutating func saveEditor(then next: EditorModel.AfterSave) {
    guard let editor else { return }
    guard editor.status != .saving else {
      self.editor?.afterSave = next
      return
    }
    if editor.isNew, editor.isEmpty, editor.attaching == nil { return leaveWithNothing(next) }
    guard editor.isChanged || editor.isNew else {
      // Nothing to save: a draft that was taken up holds what the journal has.
      forgetDraft()
      return afterSave(next)
    }
    var entry = editor.current
    (entry.title, entry.body) = EntryRules.fitted(title: entry.title, body: entry.body)
    entry.modifiedAt = now.instant
    do { try EntryRules.check(entry) } catch {
      self.editor?.status = .notSaved(error.sentence)
      return say(error.sentence, .error)
    }
    emit(.stopTimer(.draft))
    forgetDraftIsDue()
    log.forgetFailuresOfEditor()
    self.editor?.status = .saving
    self.editor?.afterSave = next
    let name = "“\(shortened(editor.shownTitle, 40))”"
    if editor.isNew {
      perform("new entry \(name)", [.createEntry(entry)], origin: .editor(entry))
    } else {
      perform(
        "edited \(name)", [.editEntry(entry.id, editor.changes)], origin: .editor(editor.current), seen: editor.base)
    }
  }

  private mutating func leaveWithNothing(_ next: EditorModel.AfterSave) {
    guard next != .stay else { return say("There is nothing to save yet.") }
    forgetDraft()
    afterSave(next)
    say("Empty entry discarded")
  }

  mutating func editorSaved(_ saved: Entry, _ edit: JournalEdit) {
    guard var editor, editor.base.id == saved.id else { return }
    editor.isNew = false
    editor.setBase(saved)
    editor.status = .saved(now.instant)
    let isJoined = editor.theirs != nil
    editor.theirs = nil
    editor.body.closeUndoStep()
    let next = editor.afterSave
    editor.afterSave = .stay
    let held = editor.held
    editor.held = []
    let attaching = editor.attaching
    editor.attaching = nil
    self.editor = editor
    if editor.isChanged {
      // Written on while saving was under way.
      editorChanged()
    } else {
      forgetDraft()
    }
    if next == .stay { say("Saved.", .success) } else { afterSave(next) }
    if next == .close {
      let what = isJoined ? " with what was changed elsewhere" : ""
      say("Saved “\(shortened(editor.shownTitle, 40))”\(what)\(undoHint)", .success)
    }
    if let attaching { attach(attaching) }
    for input in held { handle(input) }
  }

  private mutating func afterSave(_ next: EditorModel.AfterSave) {
    switch next {
    case .stay: break
    case .close: closeEditor()
    case .quit:
      closeEditor()
      quitNow()
    }
  }

  mutating func closeEditor() {
    emit(.stopTimer(.draft))
    forgetDraftIsDue()
    if let memory = editor?.body.memory { editorMemory = memory }
    editor = nil
    stack.removeAll { $0.context == .editor }
    if let id = list.selected?.id { emit(.loadEntry(id, .read)) }
  }

  /// Leaves without saving, after the person agreed to it.
  mutating func discardEditor() {
    forgetDraft()
    closeEditor()
    say("Left without saving")
  }

  mutating func askToDiscardEditor() {
    guard let editor else { return }
    guard editor.isChanged else { return discardEditor() }
    dialogs.append(
      .choice(
        .confirm(
          "Leave without saving?", ["What you wrote since it was last saved will be gone."],
          yes: "Leave without saving",
          .discardEditor, isGrave: true)))
  }

  mutating func emergencyCopy() {
    guard let editor else { return }
    let entry = editor.current
    emit(.emergencyCopy(entry.title.isEmpty ? entry.body : "# \(entry.title)\n\n\(entry.body)"))
  }

  // MARK: Others

  /// The entry as the journal holds it now; what is being written is never replaced by it.
  mutating func editorCompared(_ id: RecordName, _ entry: Entry?) {
    guard var editor, editor.base.id == id, editor.status != .saving else { return }
    guard let entry else {
      guard !editor.isNew else { return }
      editor.isNew = true
      self.editor = editor
      return say("This entry was deleted elsewhere; saving writes it anew.", .warning)
    }
    if editor.isNew {
      // It is in the journal after all: saving it seemed to have failed.
      editor.isNew = false
      let words = editor.current
      editor.setBase(entry)
      editor.draft = words
    }
    let isUntouched = !editor.isChanged
    let differs = editor.merge(entry)
    if isUntouched, differs {
      adopt(entry, in: editor)
      return
    }
    let isNews = differs && editor.theirs?.body != entry.body
    editor.theirs = differs ? entry : nil
    self.editor = editor
    if isNews { say("This entry was changed elsewhere while you write.", .warning) }
  }

  /// Shows an entry as the journal has it now, where nothing was typed since it was opened or saved.
  private mutating func adopt(_ entry: Entry, in untouched: EditorModel) {
    var editor = untouched
    editor.title.replaceAll(entry.title)
    editor.body.replaceAll(entry.body)
    editor.setBase(entry)
    editor.theirs = nil
    let wasSaved = if case .saved = editor.status { true } else { false }
    self.editor = editor
    say(
      wasSaved
        ? "Saved, merged with what was changed elsewhere: check the text"
        : "This entry was changed elsewhere; this is how it is now.",
      .warning)
  }

  /// Takes over title and body as they were saved elsewhere; in the text this can be undone.
  mutating func takeTheirs() {
    guard var editor, let theirs = editor.theirs else { return say("This entry was not changed elsewhere.") }
    editor.title.replaceAll(theirs.title)
    editor.body.replaceAll(theirs.body)
    editor.setBase(theirs)
    editor.theirs = nil
    self.editor = editor
    editorChanged()
  }

  mutating func editExternally() {
    guard let editor else { return }
    saveDraftNow()
    emit(.editExternally(EntryText.text(title: editor.title.text, body: editor.body.text)))
  }

  mutating func externalEditFinished(_ text: String) {
    guard var editor else { return }
    let before = EntryText.parse(EntryText.text(title: editor.title.text, body: editor.body.text))
    let after = EntryText.parse(text)
    // Compared as the editor was given them: line ends at the end are its own, and no change.
    let hasTitle = !after.title.isIdentical(to: before.title)
    let hasBody = !after.body.isIdentical(to: before.body)
    if hasTitle { editor.title.replaceAll(after.title) }
    if hasBody { editor.body.replaceAll(after.body) }
    if hasTitle || hasBody {
      self.editor = editor
      editorChanged()
    }
    emit(.redraw)
  }
}
