import JournalCore

/// Undo, redo, and what becomes of edits that were sent to the journal.
extension Model {
  mutating func stepBack(_ cause: EditCause) {
    guard canWrite() else { return }
    guard !log.isBusy else {
      // What is on its way may be what is to be undone.
      log.queued.append(cause)
      return
    }
    guard let edit = log.take(cause) else {
      guard cause == .undo else { return say("There is nothing to redo.") }
      return say("There is nothing to undo. Undo ends with the program; \(keyName(.showHistory)) has earlier versions.")
    }
    let ticket = log.start(EditLog.Pending(edit: edit, cause: cause, origin: .list, said: ""))
    emit(.apply(edit, cause: cause, ticket))
  }

  mutating func applied(_ ticket: EditTicket, inverse: JournalEdit) {
    guard let done = log.finish(ticket, inverse: inverse) else { return }
    if lastFailure?.effect.editTicket == ticket { lastFailure = nil }
    (displacement, isDisplacementToTell) = (nil, false)
    noteEdit()
    switch done.cause {
    case .undo: say("Undone: \(done.edit.name)")
    case .redo: say("Redone: \(done.edit.name)")
    default: if !done.said.isEmpty { say(done.said, .success) }
    }
    if case .editor(let saved) = done.origin { editorSaved(saved, done.edit) }
    followInto(done.edit)
    reload()
    if !log.isBusy, !log.queued.isEmpty { stepBack(log.queued.removeFirst()) }
  }

  /// The list goes to where a new entry, or one that came back, stands.
  private mutating func followInto(_ edit: JournalEdit) {
    guard screens.isEmpty || screens == [.editor], edit.operations.count == 1 else { return }
    switch edit.operations.first {
    case .create(.entry(let entry)): reveal(entry.id)
    case .edit(.entry(let id, let changes)) where changes.contains(where: \.movesRow): reveal(id)
    default: break
    }
  }

  /// Selects an entry in the list as soon as the list is read again.
  mutating func reveal(_ id: RecordName) { revealing = id }

  // MARK: Failures

  mutating func failed(_ effect: Effect, _ failure: Failure) {
    // What was typed to sign in is not kept for later.
    if case .account(let request) = effect { return accountFailed(request, failure) }
    lastFailure = FailedEffect(effect: effect, failure: failure)
    noteDisplacement(effect, failure)
    switch effect {
    case .apply(_, _, let ticket), .settleMerge(_, _, let ticket):
      editFailed(ticket, effect, failure)
    case .attach(_, let ticket):
      attachFailed(ticket)
      editFailed(ticket, effect, failure)
    case .listFolder: folderFailed(failure)
    case .loadMerge(let group):
      syncing.mergeFailed(group)
      sayFailed(failure)
    case .saveDraft, .keepWords: draftFailed(failure)
    case .loadPage(_, let ticket):
      list.failed(ticket, failure.sentence)
      sayFailed(failure)
    case .loadPicture(let request): pictureLoaded(request, .failed(failure, canRetry: true))
    case .loadEntry(let id, let purpose):
      if purpose == .read, reader.loading == id { reader.loading = nil }
      reader.failedID = id
      sayFailed(failure)
    case .purge, .purgePictures, .purgeCategories, .emptyTrash, .export, .emergencyCopy, .editExternally, .savePicture,
      .replaceFile:
      dialogs.append(.choice(.failure(failure, retry: effect, canCopy: false)))
    default: sayFailed(failure)
    }
  }

  private mutating func editFailed(_ ticket: EditTicket, _ effect: Effect, _ failure: Failure) {
    guard let edit = log.fail(ticket) else { return sayFailed(failure) }
    // “Saved” was of an earlier save.
    notice = nil
    // Something of it may be on screen already.
    emit(.loadCategories)
    workOnAll { $0.reload() }
    let isEditor = if case .editor = edit.origin { true } else { false }
    if isEditor {
      editor?.status = .notSaved(failure.sentence)
      editor?.afterSave = .stay
      if let editor {
        emit(.startTimer(.draft, milliseconds: EditorModel.draftDelay))
        // A commit that seemed to fail may hold all the same; then there is an entry to be edited, and none to be made.
        if editor.isNew { emit(.loadEntry(editor.base.id, .compare)) }
      }
    }
    dialogs.append(.choice(.failure(failure, retry: effect, canCopy: isEditor && editor != nil)))
  }

  /// Runs again what failed last.
  mutating func retryLast() {
    guard let failed = lastFailure else { return say("Nothing is waiting to be tried again.") }
    lastFailure = nil
    retry(failed.effect)
  }

  mutating func retry(_ effect: Effect) {
    if let ticket = effect.editTicket {
      // In the editor the words may have changed since: what stands there now is saved.
      if editor?.status.isFailure == true, log.failed[ticket.number].map(isOfEditor) == true {
        log.abandon(ticket)
        return saveEditor(then: .stay)
      }
      log.retry(ticket)
      if case .attach = effect { attachments.append(ticket) }
    }
    if case .loadEntry(let id, _) = effect, reader.failedID == id { reader.failedID = nil }
    if case .loadMerge(let group) = effect { syncing.askAgain(group) }
    emit(effect)
  }

  private func isOfEditor(_ pending: EditLog.Pending) -> Bool {
    if case .editor = pending.origin { true } else { false }
  }

  /// Closes a failure without trying again; an undo that failed can be asked for again.
  mutating func abandon(_ effect: Effect) {
    guard let ticket = effect.editTicket else { return }
    if log.failed[ticket.number].map(isOfEditor) != true {
      log.abandon(ticket)
      lastFailure = nil
    }
  }
}

extension EntryChange {
  /// Whether the row may stand elsewhere in a list after it.
  fileprivate var movesRow: Bool { sets(\.date) || sets(\.title) }
}
