import JournalCore
import TerminalKit

/// Who is signed in where, and with which devices.
struct AccountScreen: Screen, TalksToAccount {
  static let context = KeyContext.account
  var desk: Desk
  var state: AccountModel
  var kept: OpenScreen { .account(state) }

  let way = ["Account"]
  let page = 8
  var hints: [Action] {
    guard hasAccount, accountState != .noAccount else {
      // Without an account there is no server that could be asked.
      return [.signIn, .signInByBrowser] + (hasAccount ? [.refreshAccount] : []) + [.closeScreen, .help]
    }
    let asks = syncing.status?.encryption?.asking.isEmpty == false
    let keys: [Action] =
      accountState == .noAccount && syncing.status?.encryption == nil
      ? [] : asks ? [.approveDevice, .showKeys] : [.showKeys]
    return keys + [
      .signOut, .renameDevice, .revokeDevice, .closeScreen, .refreshAccount, .signIn, .signInByBrowser, .help,
    ]
  }

  /// Whether a session is there, though it may have ended.
  var hasAccount: Bool { hasSession || state.overview?.name != nil }
  var devices: [AccountDevice] { state.overview?.devices ?? [] }
  private var device: AccountDevice? { devices.first { $0.id == state.device } }

  mutating func perform(_ action: AccountAction) {
    switch action {
    case .showAccount: load()
    case .signIn: openSignIn(.password)
    case .signInByBrowser: openSignIn(.browser)
    case .signOut: askToSignOut()
    case .refreshAccount: refresh()
    case .showKeys: syncing.status?.encryption?.state == .refused ? askToBeginAgain() : openKeys()
    case .approveDevice: openApproval()
    case .renameDevice: askForDeviceName()
    case .revokeDevice: askToRevoke()
    case .eraseHere: askToErase(.here)
    case .eraseOnServer: eraseOnServer()
    }
  }

  mutating func hear(_ message: Message) {
    switch message {
    case .accountAnswered(.overview(let overview)):
      state.overview = overview
      state.failure = nil
      state.isLoading = false
    case .accountAnswered(.signedIn), .accountAnswered(.signedOut), .accountAnswered(.revoked),
      .accountAnswered(.renamed), .accountAnswered(.erased), .accountAnswered(.hasKeys), .accountAnswered(.letIn),
      .accountAnswered(.recoveryConfirmed):
      load()
    case .failed(.account(.load), let failure):
      state.isLoading = false
      state.failure = failure
    default: break
    }
  }

  mutating func load() {
    state.isLoading = true
    emit(.account(.load))
  }

  /// Asks again where another account is signed in than before, or where the session ended.
  mutating func loadIfChanged() {
    let known = AccountModel.Known(account: syncing.status?.account, who: syncing.status?.who)
    if state.known != nil, state.known != known { load() }
    state.known = known
  }

  private mutating func openSignIn(_ way: SignIn.Way) {
    guard canWrite() else { return }
    if accountState == .available, !isServerSilent {
      return say("You are signed in; \(keyText(.signOut, in: [.account])) signs out first.")
    }
    var signIn = SignIn(
      way, server: state.overview?.server, name: state.overview?.name.flatMap { $0.hasPrefix("_") ? nil : $0 },
      device: state.overview?.device ?? "")
    // A server that does not answer may have another address by now.
    if accountState == .available { signIn.current = .server }
    dialogs.append(.signIn(signIn))
  }

  /// Whether the server did not answer when it was asked last.
  private var isServerSilent: Bool {
    switch syncing.status?.activity {
    case .waiting, .offline(byWish: false), .stopped: true
    default: false
    }
  }

  mutating func move(by rows: Int) {
    let devices = self.devices
    guard !devices.isEmpty else { return }
    let place = devices.firstIndex { $0.id == state.device } ?? 0
    state.device = devices[max(0, min(place + rows, devices.count - 1))].id
  }

  private mutating func refresh() {
    guard syncing.status?.encryption?.state != .removed else { return askAgain() }
    load()
    if syncing.status != nil { emit(.sync(.syncNow)) }
    say("Asking the server \(glyphs.ellipsis)")
  }

  // MARK: Questions

  private mutating func askToSignOut() {
    guard canWrite() else { return }
    guard hasAccount else { return say("You are not signed in.") }
    let unsent = syncing.status?.overview.unsent ?? 0
    var lines = ["The journal stays on this computer, and you can write on; nothing is sent until you sign in again."]
    if unsent > 0 {
      lines.append(
        "\(counted(unsent, "change is", "changes are")) not on the server yet; erasing would lose \(unsent == 1 ? "it" : "them")."
      )
    }
    if isServerInDoubt { lines.append("What the server has is in doubt: the journal here may be the only copy.") }
    dialogs.append(
      .choice(
        Choice(
          "Sign out\(syncing.status?.who.map { " \($0)" } ?? "")?", lines,
          [
            Choice.Option("o", "Sign out, keep the journal here", .signOut),
            Choice.Option("e", "Sign out and erase the journal here", .chose(AccountChoice.askName(.signOut))),
            Choice.Option("n", "Stay signed in", .nothing),
          ], selected: 2)))
  }

  private mutating func askForDeviceName() {
    guard canWrite() else { return }
    guard let device else { return say("There is no device to rename.") }
    openPrompt(
      AccountQuestion.renameDevice(device.id), .text(), "Rename “\(shortened(device.name, 40))”",
      hint: "How your devices list it, such as laptop", text: device.name)
  }

  private mutating func askToRevoke() {
    guard canWrite() else { return }
    guard let device else { return say("There is no device to sign out.") }
    guard !device.isCurrent else {
      return say("This is the device that you are using; \(keyText(.signOut, in: [.account])) signs it out.")
    }
    dialogs.append(
      .choice(
        .confirm(
          "Sign out this device?",
          [
            "“\(shortened(device.name, 40))” keeps its journal, but sends and gets nothing until you sign in on it."
          ],
          yes: "Sign it out", .account(.revoke(device: device.id)), isGrave: true)))
  }

  /// The way out where the server shows other keys than it did.
  private mutating func askToBeginAgain() {
    guard canWrite() else { return }
    dialogs.append(
      .choice(
        Choice(
          "\(ErasePurpose.beginAgain.title)?",
          [
            "This computer gives up its keys for those that the server shows now. If none of your devices made them, stop here: "
              + "who runs the server may have.",
            "It can still read what its old keys open. It sends nothing before another device, or the recovery key, lets it in.",
          ],
          [
            Choice.Option("b", "Begin with them \(glyphs.ellipsis)", .chose(AccountChoice.askName(.beginAgain))),
            Choice.Option("n", "Keep its keys", .nothing),
          ], selected: 1, tone: .grave)))
  }

  private mutating func eraseOnServer() {
    guard accountState == .available else {
      return say(
        hasSession
          ? "The server has to answer for that, and it does not at the moment."
          : "Sign in first: the server takes this from you alone.", .warning)
    }
    askToErase(.server)
  }

  /// Whose entries a server has, and which server: `ada on https://journal.example.org`.
  private var ownerWords: String {
    guard let overview = state.overview, let server = overview.server else { return "this account" }
    let name = overview.name.map { shortened(TerminalSafe($0, keepingLines: false).text, 40) } ?? "this account"
    return "\(name) on \(shortened(TerminalSafe(server, keepingLines: false).text, 60))"
  }

  /// Says what goes, where and for whom, before anything is typed.
  private mutating func askToErase(_ place: JournalPlace) {
    guard canWrite() else { return }
    let unsent = syncing.status?.overview.unsent ?? 0
    let lost = "Every entry with its history, its pictures and drafts is erased forever. This cannot be undone."
    var lines: [String]
    switch place {
    case .here:
      lines = [lost]
      if isServerInDoubt {
        lines.append("What the server has is in doubt: the journal here may be the only copy.")
      } else if let keys = state.overview?.keys, keys.status.isUsable, keys.names.count == 1 {
        lines.append(keys.status.isRecoveryConfirmed ? AccountReaders.onlyByRecovery : AccountReaders.neverAgain)
        if unsent > 0 {
          lines.append("\(counted(unsent, "change is", "changes are")) not on the server yet, and would be lost.")
        }
      } else if accountState == .available {
        lines.append(
          "The server and your other devices keep theirs; signing in again brings the journal back from there.")
        if unsent > 0 {
          lines.append("\(counted(unsent, "change is", "changes are")) not on the server yet, and would be lost.")
        }
      } else {
        lines.append("As far as is known here, there is no other copy.")
      }
    case .server:
      lines = [
        "Every entry of \(ownerWords) with its history and its pictures is erased from the server forever.",
        "This computer keeps its journal. Your other devices keep theirs, too, and ask what to do; a new device gets nothing.",
      ]
    }
    dialogs.append(
      .choice(
        Choice(
          "\(ErasePurpose.erase(place).title)?", lines,
          [
            Choice.Option(
              "e", place == .here ? "Erase it here \(glyphs.ellipsis)" : "Erase it there \(glyphs.ellipsis)",
              .chose(AccountChoice.askName(.erase(place)))),
            Choice.Option("n", "Keep it", .nothing),
          ], selected: 1, tone: .grave)))
  }
}
