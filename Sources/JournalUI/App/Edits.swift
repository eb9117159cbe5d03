import JournalCore

/// Undo, redo, and what becomes of edits that were sent to the journal.
extension Model {
  /// - Parameter isKnown: Whether the person was told who will see entries by it, or will no longer.
  mutating func stepBack(_ cause: EditCause, isKnown: Bool = false) {
    guard canWrite() else { return }
    guard !log.isBusy else {
      // What is on its way may be what is to be undone.
      log.queued.append(cause)
      return
    }
    if cause == .undo, let steps = desk.stepsBeforeImport, log.undoable.count <= steps { return desk.askToUndoImport() }
    guard isKnown || desk.mayStep(back: cause, main.list.rows) else { return log.queued.removeAll() }
    guard let edit = log.take(cause) else {
      guard cause == .undo else { return say("There is nothing to redo.") }
      return say("There is nothing to undo. Undo ends with the program; \(keyName(.showHistory)) has earlier versions.")
    }
    let ticket = log.start(EditLog.Pending(edit: edit, cause: cause, origin: .list, said: ""))
    emit(.apply(edit, cause: cause, ticket))
  }

  mutating func applied(_ ticket: EditTicket, inverse: JournalEdit) {
    guard let done = log.finish(ticket, inverse: inverse) else { return }
    failures.forget(ticket)
    displacement.forget()
    // It cannot be on the server yet.
    syncing.noteEdit(at: now.instant)
    if syncing.status?.account == .available { scheduleClock() }
    switch done.cause {
    case .undo: say("Undone: \(done.edit.name)")
    case .redo: say("Redone: \(done.edit.name)")
    default: if !done.said.isEmpty { say(done.said, .success) }
    }
    if case .editor(let saved) = done.origin { workOnEditor { $0.saved(saved) } }
    if screens.isEmpty || screens == [.editor] { workOnMain { $0.follow(done.edit) } }
    reload(after: done.edit)
    if !log.isBusy, !log.queued.isEmpty { stepBack(log.queued.removeFirst()) }
  }

  /// Reads what an edit has changed on the screen: where it is of one entry, just that, else everything.
  private mutating func reload(after edit: JournalEdit) {
    var isAskedFor = false
    // Other screens show what follows from more than the entry: its history, its pictures, the trash.
    if let saved = SavedChange(edit), screens.allSatisfy({ $0 == .editor }) {
      workOnMain { isAskedFor = $0.read(saved) }
    }
    guard isAskedFor else { return reload() }
    pictures.askAgain()
    syncing.forgetMerges()
  }

  // MARK: Failures

  mutating func failed(_ effect: Effect, _ failure: Failure) {
    // What was typed to sign in is not kept for later.
    if case .account(let request) = effect { return accountFailed(request, failure) }
    failures.note(effect)
    if displacement.note(effect, failure, on: desk) {
      workOnEditor { if $0.state.isChanged { $0.state.status = .notSaved(failure.sentence) } }
    }
    switch effect {
    case .apply(_, _, let ticket), .decideMerge(_, _, let ticket), .renameTag(_, let ticket):
      editFailed(ticket, effect, failure)
    case .attach(_, let ticket):
      attachFailed(ticket)
      editFailed(ticket, effect, failure)
    case .importFiles, .undoImport:
      desk.isImporting = false
      notice = nil
      // What came, or went, before the mistake.
      reload()
      dialogs.append(.choice(.failure(failure, retry: effect, canCopy: false)))
    case .listFolder(let folder, _): workOnDialog { $0.folderFailed(folder, failure) }
    case .loadMerge(let group):
      syncing.mergeFailed(group)
      sayFailed(failure)
    case .saveDraft, .keepWords: break
    // The panel of a share says what became of what was asked there.
    case .shares where screens.last == .share: break
    case .loadPicture(let request): pictureLoaded(request, .failed(failure, canRetry: true))
    case .purge, .purgePictures, .purgeCategories, .emptyTrash, .export, .emergencyCopy,
      .editExternally, .savePicture,
      .replaceFile:
      // That it is under way is not true any more.
      notice = nil
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
    for index in stack.indices.dropFirst() where stack[index].context != .editor { work(at: index) { $0.reload() } }
    let isEditor = edit.isOfEditor
    if isEditor { workOnEditor { $0.saveFailed(failure.sentence) } }
    dialogs.append(.choice(.failure(failure, retry: effect, canCopy: isEditor && screens.contains(.editor))))
  }

  /// Runs again what failed last.
  mutating func retryLast() {
    guard let effect = failures.take() else { return say("Nothing is waiting to be tried again.") }
    retry(effect)
  }

  mutating func retry(_ effect: Effect) {
    if let ticket = effect.editTicket {
      // In the editor the words may have changed since: what stands there now is saved.
      if editorStatus?.isFailure == true, log.failed[ticket.number]?.isOfEditor == true {
        log.abandon(ticket)
        return workOnEditor { $0.save(then: .stay) }
      }
      log.retry(ticket)
      if case .attach = effect { desk.attachments.append(ticket) }
    }
    if case .loadEntry(let id, _) = effect { workOnMain { $0.state.reader.retry(id) } }
    if case .loadMerge(let group) = effect { syncing.askAgain(group) }
    emit(effect)
  }

  /// Closes a failure without trying again; an undo that failed can be asked for again.
  mutating func abandon(_ effect: Effect) {
    guard let ticket = effect.editTicket else { return }
    if log.failed[ticket.number]?.isOfEditor != true {
      log.abandon(ticket)
      failures.forget()
    }
  }
}
