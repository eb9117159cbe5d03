import JournalCore

/// The draft of what is being written: when it is kept, and when it goes.
extension EditorScreen {
  /// Called after every change: the draft is kept a moment after the last one, and now and then while there is no last one.
  mutating func editorChanged() {
    state.noteChange()
    if state.isNotSaved == false, state.status != .saving { state.status = .changed }
    state.isTyping = true
    if state.isDraftDue == false {
      state.isDraftDue = true
      emit(.startTimer(.steadyDraft, milliseconds: EditorModel.steadyDraftDelay))
    }
    // Each key starts this one anew.
    emit(.startTimer(.draft, milliseconds: EditorModel.draftDelay))
  }

  mutating func saveDraftNow() {
    forgetDraftIsDue()
    state.isTyping = false
    keepDraft()
  }

  /// The top line goes on saying that one is writing: it would change with every key.
  mutating func saveDraftWhileTyping() {
    state.isDraftDue = false
    keepDraft()
  }

  mutating func forgetDraftIsDue() {
    guard state.isDraftDue == true else { return }
    state.isDraftDue = false
    emit(.stopTimer(.steadyDraft))
  }

  private mutating func keepDraft() {
    let editor = state
    if let draft = draftToKeep {
      emit(.saveDraft(draft))
      state.hasDraft = true
    } else {
      forgetDraft()
      if !editor.isNotSaved, editor.status != .saving { state.status = .unchanged }
    }
  }

  /// What the editor holds and the journal lacks; nil where that is nothing.
  private var draftToKeep: Draft? {
    guard state.isChanged, !(state.isNew && state.isEmpty) else { return nil }
    return Draft(
      entry: state.current, isNew: state.isNew, seen: state.isNew ? nil : state.base, owner: environment.owner,
      savedAt: now.instant)
  }

  /// Removes our own draft, and the one that was taken over.
  mutating func forgetDraft() {
    let editor = state
    if editor.hasDraft { emit(.removeDraft(editor.base.id, owner: environment.owner)) }
    if let recovered = editor.recovered { forget(recovered) }
    state.hasDraft = false
    state.recovered = nil
  }

  mutating func draftSaved(_ id: RecordName, at instant: Instant) {
    guard state.base.id == id else { return }
    let editor = state
    emit(.startTimer(.rest, milliseconds: EditorModel.restDelay))
    if case .changed = editor.status, !editor.isTyping { state.status = .draftKept(instant) }
    if case .draftKept = editor.status { state.status = .draftKept(instant) }
    if case .draftFailed = editor.status { state.status = .draftKept(instant) }
    if let recovered = editor.recovered {
      // The words are safe under our own name now. A draft of that name is the one that was just kept, if the screen
      // began anew.
      if recovered.owner != environment.owner {
        forget(recovered)
      } else if let path = recovered.copyPath {
        emit(.removeCopy(path: path))
      }
      state.recovered = nil
    }
  }

  /// What the disk refused is tried again with the next key, and after a while without one.
  mutating func draftFailed(_ failure: Failure) {
    if case .notSaved = state.status { return }
    state.status = .draftFailed(failure.sentence)
    emit(.startTimer(.draft, milliseconds: EditorModel.retryDelay))
  }

  /// Before the program ends: what is not saved becomes a draft, or a file outside the journal.
  mutating func keepDraftForLeaving() {
    guard let draft = draftToKeep else { return }
    emit(.keepWords(draft))
  }
}

extension SharesDesk {
  /// Removes a draft of a dead owner, in the journal and outside it.
  mutating func forget(_ draft: Draft) {
    emit(.removeDraft(draft.entry.id, owner: draft.owner))
    if let path = draft.copyPath { emit(.removeCopy(path: path)) }
  }
}
