import JournalCore
import TerminalKit

/// Saving and leaving the entry that is being written.
extension EditorScreen {
  /// Changes what an entry says beside its words.
  mutating func change(_ change: (inout Entry) -> Void) {
    change(&state.draft)
    editorChanged()
  }

  // MARK: Saving

  mutating func save(then next: EditorModel.AfterSave) {
    let editor = state
    guard editor.status != .saving else {
      state.afterSave = next
      return
    }
    if editor.isNew, editor.isEmpty || editor.isMereTemplate, editor.attaching == nil { return leaveWithNothing(next) }
    guard editor.isChanged || editor.isNew else {
      // Nothing to save: a draft that was taken up holds what the journal has.
      forgetDraft()
      return afterSave(next)
    }
    var entry = editor.current
    (entry.title, entry.body) = EntryRules.fitted(title: entry.title, body: entry.body)
    entry.modifiedAt = now.instant
    do { try EntryRules.check(entry) } catch {
      state.status = .notSaved(error.sentence)
      return say(error.sentence, .error)
    }
    emit(.stopTimer(.draft))
    forgetDraftIsDue()
    log.forgetFailuresOfEditor()
    state.status = .saving
    state.afterSave = next
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
    let isMereTemplate = state.isMereTemplate
    forgetDraft()
    afterSave(next)
    say(isMereTemplate ? "Nothing was added to the template; no entry was made" : "Empty entry discarded")
  }

  mutating func saved(_ saved: Entry) {
    guard state.base.id == saved.id else { return }
    var editor = state
    editor.isNew = false
    let said = SaidSaved(saved, in: editor)
    editor.setBase(saved)
    editor.status = .saved(now.instant)
    editor.theirs = nil
    editor.body.closeUndoStep()
    let next = editor.afterSave
    editor.afterSave = .stay
    let held = editor.held
    editor.held = []
    let attaching = editor.attaching
    editor.attaching = nil
    state = editor
    if editor.isChanged {
      // Written on while saving was under way.
      editorChanged()
    } else {
      forgetDraft()
    }
    if next == .stay { say("Saved", .success) } else { afterSave(next) }
    if next == .close {
      desk.saidSaved = said
      ask(.sayUndoable(said.words(desk)))
    }
    if let attaching { attach(attaching) }
    if !held.isEmpty { ask(.type(held)) }
  }

  private mutating func afterSave(_ next: EditorModel.AfterSave) {
    switch next {
    case .stay: break
    case .close: closeEditor()
    case .quit:
      closeEditor()
      ask(.leave)
    }
  }

  private mutating func closeEditor() {
    emit(.stopTimer(.draft))
    forgetDraftIsDue()
    ask(.close(.editor))
  }

  /// Leaves without saving, after the person agreed to it.
  mutating func discard() {
    forgetDraft()
    closeEditor()
    say("Left without saving")
  }

  mutating func askToDiscard() {
    guard state.isChanged else {
      forgetDraft()
      return closeEditor()
    }
    dialogs.append(
      .choice(
        .confirm(
          "Leave without saving?", ["What you wrote since it was last saved will be gone."],
          yes: "Leave without saving",
          .chose(EditorChoice.discard), isGrave: true)))
  }

  mutating func emergencyCopy() {
    let entry = state.current
    emit(.emergencyCopy(entry.title.isEmpty ? entry.body : "# \(entry.title)\n\n\(entry.body)"))
  }

  // MARK: Others

  /// The entry as the journal holds it now; what is being written is never replaced by it.
  mutating func compare(with entry: Entry?) {
    guard state.status != .saving else { return }
    var editor = state
    guard let entry else {
      guard !editor.isNew || editor.isShutOut(desk) else { return }
      let said = editor.goOnAsNew(named: freshName)
      state = editor
      return say(said, .warning)
    }
    if editor.isNew {
      // It is in the journal after all: saving it seemed to have failed.
      editor.isNew = false
      let words = editor.current
      editor.setBase(entry)
      editor.draft = words
    }
    if entry.trashedAt != nil, editor.base.trashedAt == nil, editor.draft.trashedAt == nil {
      say("This entry was moved to the trash elsewhere; saving restores it.", .warning)
    }
    let isUntouched = !editor.isChanged
    let differs = editor.merge(entry)
    if isUntouched, differs {
      adopt(entry, in: editor)
      return
    }
    let isNews = differs && editor.theirs?.body != entry.body
    editor.theirs = differs ? entry : nil
    state = editor
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
    state = editor
    say(
      wasSaved
        ? "Saved, merged with what was changed elsewhere: check the text"
        : "This entry was changed elsewhere; this is how it is now.",
      .warning)
  }

  /// Takes over title and body as they were saved elsewhere; in the text this can be undone.
  mutating func takeTheirs() {
    guard let theirs = state.theirs else { return say("This entry was not changed elsewhere.") }
    var editor = state
    editor.title.replaceAll(theirs.title)
    editor.body.replaceAll(theirs.body)
    editor.setBase(theirs)
    editor.theirs = nil
    state = editor
    editorChanged()
  }

  mutating func editExternally() {
    saveDraftNow()
    emit(.editExternally(EntryText.text(title: state.title.text, body: state.body.text)))
  }

  mutating func externalEditFinished(_ text: String) {
    var editor = state
    let before = EntryText.parse(EntryText.text(title: editor.title.text, body: editor.body.text))
    let after = EntryText.parse(text)
    // Compared as the editor was given them: line ends at the end are its own, and no change.
    let hasTitle = !after.title.isIdentical(to: before.title)
    let hasBody = !after.body.isIdentical(to: before.body)
    if hasTitle { editor.title.replaceAll(after.title) }
    if hasBody { editor.body.replaceAll(after.body) }
    if hasTitle || hasBody {
      state = editor
      editorChanged()
    }
    emit(.redraw)
  }
}
