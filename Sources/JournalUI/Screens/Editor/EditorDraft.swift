import JournalCore

/// The draft of what is being written: when it is kept, and when it goes.
extension Model {
  /// Called after every change: the draft is kept a moment after the last one, and now and then while there is no last one.
  mutating func editorChanged() {
    guard editor != nil else { return }
    editor?.noteChange()
    if editor?.isNotSaved == false, editor?.status != .saving { editor?.status = .changed }
    editor?.isTyping = true
    if editor?.isDraftDue == false {
      editor?.isDraftDue = true
      emit(.startTimer(.steadyDraft, milliseconds: EditorModel.steadyDraftDelay))
    }
    // Each key starts this one anew.
    emit(.startTimer(.draft, milliseconds: EditorModel.draftDelay))
  }

  mutating func saveDraftNow() {
    forgetDraftIsDue()
    editor?.isTyping = false
    keepDraft()
  }

  /// The top line goes on saying that one is writing: it would change with every key.
  mutating func saveDraftWhileTyping() {
    editor?.isDraftDue = false
    keepDraft()
  }

  mutating func forgetDraftIsDue() {
    guard editor?.isDraftDue == true else { return }
    editor?.isDraftDue = false
    emit(.stopTimer(.steadyDraft))
  }

  private mutating func keepDraft() {
    guard let editor else { return }
    if let draft = draftToKeep {
      emit(.saveDraft(draft))
      self.editor?.hasDraft = true
    } else {
      forgetDraft()
      if !editor.isNotSaved, editor.status != .saving { self.editor?.status = .unchanged }
    }
  }

  /// What the editor holds and the journal lacks; nil where that is nothing.
  private var draftToKeep: Draft? {
    guard let editor, editor.isChanged, !(editor.isNew && editor.isEmpty) else { return nil }
    return Draft(entry: editor.current, isNew: editor.isNew, owner: environment.owner, savedAt: now.instant)
  }

  /// Removes our own draft, and the one that was taken over.
  mutating func forgetDraft() {
    guard let editor else { return }
    if editor.hasDraft { emit(.removeDraft(editor.base.id, owner: environment.owner)) }
    if let recovered = editor.recovered { forget(recovered) }
    self.editor?.hasDraft = false
    self.editor?.recovered = nil
  }

  /// Removes a draft of a dead owner, in the journal and outside it.
  mutating func forget(_ draft: Draft) {
    emit(.removeDraft(draft.entry.id, owner: draft.owner))
    if let path = draft.copyPath { emit(.removeCopy(path: path)) }
  }

  mutating func draftSaved(_ id: RecordName, at instant: Instant) {
    guard let editor, editor.base.id == id else { return }
    emit(.startTimer(.rest, milliseconds: EditorModel.restDelay))
    if case .changed = editor.status, !editor.isTyping { self.editor?.status = .draftKept(instant) }
    if case .draftKept = editor.status { self.editor?.status = .draftKept(instant) }
    if case .draftFailed = editor.status { self.editor?.status = .draftKept(instant) }
    if let recovered = editor.recovered {
      // The words are safe under our own name now. A draft of that name is the one that was just kept, if the screen
      // began anew.
      if recovered.owner != environment.owner {
        forget(recovered)
      } else if let path = recovered.copyPath {
        emit(.removeCopy(path: path))
      }
      self.editor?.recovered = nil
    }
  }

  /// What the disk refused is tried again with the next key, and after a while without one.
  mutating func draftFailed(_ failure: Failure) {
    guard editor != nil else { return }
    if case .notSaved = editor?.status { return }
    editor?.status = .draftFailed(failure.sentence)
    emit(.startTimer(.draft, milliseconds: EditorModel.retryDelay))
  }

  /// Before the program ends: what is not saved becomes a draft, or a file outside the journal.
  mutating func keepDraftForLeaving() {
    guard let draft = draftToKeep else { return }
    emit(.keepWords(draft))
  }
}
