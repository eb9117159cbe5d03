import JournalCore
import TerminalKit

/// Something that lies over a screen and wants an answer first.
enum Dialog: Sendable {
  case choice(Choice)
  case prompt(Prompt)
  case picker(Picker)
  case signIn(SignIn)
  case files(FilePicker)
  case keys(KeysDialog)
}

/// What an answer brings about.
enum Command: Hashable, Sendable {
  case nothing
  /// What the screen below asked for.
  case answer(DialogAnswer)
  case retry(Effect)
  case abandon(Effect)
  case emergencyCopy
  case saveAndQuit
  case restart(puttingBack: Bool)
  case quitWithoutJournal
  case keepDraftAndQuit
  case openDraft(Draft)
  case askToDiscardDraft(Draft)
  case discardDraft(Draft)
  case leaveDrafts
  case sync(SyncRequest)
  case askToTakeServers
  case signOut
  case account(AccountRequest)
  case attach(AttachTarget, [String])
  case writeEntry(String)
  case replaceFile(EntryImage, String)
  /// Undoes or redoes the last step, where the person knows who will see entries by it, or will no longer.
  case stepBack(EditCause)
}

extension Command {
  /// What the screen below asked for.
  static func chose(_ answer: some AnswerGroup) -> Command { .answer(DialogAnswer(answer)) }
}

extension Model {
  /// What the answer to a dialog brings about; the dialog is closed already.
  mutating func run(_ command: Command) {
    switch command {
    case .nothing: break
    case .answer(let answer): ask(.chose(answer))
    case .retry(let effect):
      failures.forget()
      retry(effect)
    case .abandon(let effect): abandon(effect)
    case .emergencyCopy: workOnEditor { $0.emergencyCopy() }
    case .saveAndQuit: workOnEditor { $0.save(then: .quit) }
    case .restart(let puttingBack): restart(puttingBack: puttingBack)
    case .quitWithoutJournal:
      keepDraftForLeaving()
      quitNow()
    case .keepDraftAndQuit:
      keepDraftForLeaving()
      quitNow()
    case .openDraft(let draft): workOnDrafts { $0.open(draft) }
    case .askToDiscardDraft(let draft): workOnDrafts { $0.askToDiscard(draft) }
    case .discardDraft(let draft): workOnDrafts { $0.discard(draft) }
    case .leaveDrafts: workOnDrafts { $0.leaveAll() }
    case .sync(let command): tellSyncFromDialog(command)
    case .askToTakeServers: askToTakeServers()
    case .signOut: tellAccount(.signOut(erasingJournal: false))
    case .account(let request): tellAccount(request)
    case .attach(let target, let paths): attach(paths, to: target, keepsOriginal: false)
    case .writeEntry(let text):
      workOnMain { $0.newOwnEntry() }
      workOnEditor { $0.pasteText(text) }
    case .replaceFile(let image, let path): emit(.replaceFile(image, path: path))
    case .stepBack(let cause): stepBack(cause, isKnown: true)
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
