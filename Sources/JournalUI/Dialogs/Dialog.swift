import JournalCore
import TerminalKit

/// Something that lies over a screen and wants an answer first.
enum Dialog: Sendable {
  case choice(Choice)
  case prompt(Prompt)
  case picker(Picker)
  case signIn(SignIn)
  case files(FilePicker)
}

/// What an answer brings about.
enum Command: Hashable, Sendable {
  case nothing
  case trash([RecordName])
  case purge([RecordName])
  case purgePictures([RecordName])
  case purgeCategories([RecordName])
  case emptyTrash
  case retry(Effect)
  case abandon(Effect)
  case emergencyCopy
  case openLink(String)
  case saveAndQuit
  case restart(puttingBack: Bool)
  case quitWithoutJournal
  case keepDraftAndQuit
  case saveEditor
  case discardEditor
  case openDraft(Draft)
  case askToDiscardDraft(Draft)
  case discardDraft(Draft)
  case leaveDrafts
  case sync(SyncCommand)
  case askToTakeServers
  case askName(ErasePurpose)
  case signOut
  case account(AccountRequest)
  case attach(AttachTarget, [String])
  case pasteAsText(String)
  case writeEntry(String)
  case replaceFile(EntryImage, String)
}

extension Model {
  /// What the answer to a dialog brings about; the dialog is closed already.
  mutating func run(_ command: Command) {
    switch command {
    case .nothing: break
    case .trash(let ids): workOnMain { $0.trashNow(ids) }
    case .purge(let ids):
      log.forgetSteps(touching: Set(ids))
      emit(.purge(ids))
    case .purgePictures(let ids):
      log.forgetSteps(touching: Set(ids))
      emit(.purgePictures(ids))
    case .purgeCategories(let ids):
      log.forgetSteps(touching: Set(ids))
      emit(.purgeCategories(ids))
    case .emptyTrash:
      log.forgetAll()
      emit(.emptyTrash)
    case .retry(let effect):
      lastFailure = nil
      retry(effect)
    case .abandon(let effect): abandon(effect)
    case .emergencyCopy: workOnEditor { $0.emergencyCopy() }
    case .openLink(let address): emit(.openLink(address))
    case .saveAndQuit: workOnEditor { $0.save(then: .quit) }
    case .restart(let puttingBack): restart(puttingBack: puttingBack)
    case .quitWithoutJournal:
      keepDraftForLeaving()
      quitNow()
    case .keepDraftAndQuit:
      keepDraftForLeaving()
      quitNow()
    case .saveEditor: workOnEditor { $0.save(then: .close) }
    case .discardEditor: workOnEditor { $0.discard() }
    case .openDraft(let draft): workOnDrafts { $0.open(draft) }
    case .askToDiscardDraft(let draft): workOnDrafts { $0.askToDiscard(draft) }
    case .discardDraft(let draft): workOnDrafts { $0.discard(draft) }
    case .leaveDrafts: workOnDrafts { $0.leaveAll() }
    case .sync(let command): tellSyncFromDialog(command)
    case .askToTakeServers: askToTakeServers()
    case .askName(let purpose): askName(purpose)
    case .signOut: tellAccount(.signOut(erasingJournal: false))
    case .account(let request): tellAccount(request)
    case .attach(let target, let paths): attach(paths, to: target, keepsOriginal: false)
    case .pasteAsText(let text): workOnEditor { $0.pasteText(text) }
    case .writeEntry(let text):
      workOnMain { $0.newEntry() }
      workOnEditor { $0.pasteText(text) }
    case .replaceFile(let image, let path): emit(.replaceFile(image, path: path))
    }
  }

  /// Leaves the program, unless words would be lost without asking.
  mutating func requestQuit() {
    if displacement.failure?.remedy == .putJournalBack { return displacement.askBeforeLosing(on: &desk) }
    guard let editor, editor.isChanged || editor.isNotSaved else { return quitNow() }
    dialogs = [.choice(.leaving(shortened(editor.shownTitle, 40), canCopy: editor.isNotSaved))]
  }

  /// Shows the journal anew; words that are not saved are offered then.
  private mutating func restart(puttingBack: Bool) {
    keepDraftForLeaving()
    emit(.restart(puttingBack: puttingBack))
  }

  mutating func quitNow() {
    emit(.savePreferences(preferences))
    emit(.quit)
  }

  /// Before the program ends: what is not saved becomes a draft, or a file outside the journal.
  mutating func keepDraftForLeaving() { workOnEditor { $0.keepDraftForLeaving() } }
}
