import JournalCore
import TerminalKit

/// Who is signed in where, and with which devices.
struct AccountScreen: Sendable {
  var overview: AccountOverview?
  /// Why that could not be read.
  var failure: Failure?
  var isLoading = false
  /// The device under the cursor.
  var device: String?
  var top = 0
}

/// Why the journal's name has to be typed.
enum ErasePurpose: Hashable, Sendable {
  case erase(JournalPlace)
  case signOut

  var request: AccountRequest {
    switch self {
    case .erase(let place): .erase(place)
    case .signOut: .signOut(erasingJournal: true)
    }
  }

  var title: String {
    switch self {
    case .erase(.here): "Erase the journal on this computer"
    case .erase(.server): "Erase the journal on the server"
    case .signOut: "Sign out and erase the journal on this computer"
    }
  }

  /// What Enter does once the name stands there.
  var consequence: String {
    switch self {
    case .erase(.here): "Enter erases every entry on this computer forever."
    case .erase(.server): "Enter erases every entry on the server forever; what is here stays."
    case .signOut: "Enter signs out and erases every entry on this computer forever."
    }
  }
}

extension Model {
  mutating func openAccount() {
    if let place = screens.firstIndex(of: .account) {
      while screens.count > place + 1, screens.last != .editor { closeScreen() }
    } else {
      account = AccountScreen()
      screens.append(.account)
    }
    loadAccount()
  }

  mutating func loadAccount() {
    account?.isLoading = true
    emit(.account(.load))
  }

  var accountState: SyncStatus.Account { syncing.status?.account ?? .noAccount }

  /// Whether the server may not have what it acknowledged: a question about it waits, or nothing more is asked of it.
  private var isServerInDoubt: Bool {
    guard let status = syncing.status else { return false }
    if case .asking = status.activity { return true }
    return status.staysLocal
  }

  /// Whether a session is there, though it may have ended.
  var hasAccount: Bool { syncing.status?.who != nil || accountState != .noAccount || account?.overview?.name != nil }

  var devices: [AccountDevice] { account?.overview?.devices ?? [] }

  private var device: AccountDevice? { devices.first { $0.id == account?.device } }

  mutating func performInAccount(_ action: Action) -> Bool {
    switch action {
    case .moveUp: moveDevice(by: -1)
    case .moveDown: moveDevice(by: 1)
    case .pageUp: moveDevice(by: -8)
    case .pageDown: moveDevice(by: 8)
    case .moveFirst: moveDevice(by: -devices.count)
    case .moveLast: moveDevice(by: devices.count)
    case .signIn: openSignIn(.password)
    case .signInByBrowser: openSignIn(.browser)
    case .signOut: askToSignOut()
    case .refreshAccount: refreshAccount()
    case .revokeDevice: askToRevoke()
    case .eraseHere: askToErase(.here)
    case .eraseOnServer: eraseOnServer()
    default: return false
    }
    return true
  }

  mutating func moveDevice(by count: Int) {
    let devices = devices
    guard !devices.isEmpty else { return }
    let place = devices.firstIndex { $0.id == account?.device } ?? 0
    account?.device = devices[max(0, min(place + count, devices.count - 1))].id
  }

  private mutating func refreshAccount() {
    loadAccount()
    if syncing.status != nil { tellSync(.syncNow) }
    say("Asking the server \(glyphs.ellipsis)")
  }

  mutating func tellAccount(_ request: AccountRequest) {
    guard canWrite() else { return }
    emit(.account(request))
    switch request {
    case .signOut: say("Signing out \(glyphs.ellipsis)")
    case .revoke: say("Signing the device out \(glyphs.ellipsis)")
    case .erase: say("Erasing \(glyphs.ellipsis)")
    case .signIn, .beginBrowserSignIn: signInGoesOn()
    case .load, .finishBrowserSignIn, .cancelSignIn: break
    }
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
            Choice.Option("e", "Sign out and erase the journal here", .askName(.signOut)),
            Choice.Option("n", "Stay signed in", .nothing),
          ], selected: 2)))
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

  private mutating func eraseOnServer() {
    guard accountState == .available else {
      return say("Sign in first: the server takes this from you alone.", .warning)
    }
    askToErase(.server)
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
        "Every entry with its history and its pictures is erased from the server forever.",
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
              .askName(.erase(place))),
            Choice.Option("n", "Keep it", .nothing),
          ], selected: 1, tone: .grave)))
  }

  mutating func askName(_ purpose: ErasePurpose) {
    guard canWrite() else { return }
    openPrompt(
      .confirmName(purpose), purpose.title, hint: "Type the journal’s name, \(environment.journalName), to confirm")
  }

  // MARK: Answers

  mutating func accountAnswered(_ answer: AccountAnswer) {
    switch answer {
    case .overview(let overview):
      account?.overview = overview
      account?.failure = nil
      account?.isLoading = false
      offer(overview)
    case .untrusted(let key, let host, let request): askToTrust(key, of: host, for: request)
    case .browserWaits(let address, let code): browserWaits(address, code: code)
    case .signedIn(let who, let said):
      closeSignIn()
      say("Signed in as \(who).\(said.isEmpty ? "" : " " + said)", .success)
      if account != nil { loadAccount() }
    case .signedOut(let erased):
      say(
        erased
          ? "Signed out; the journal on this computer is erased." : "Signed out; the journal stays on this computer.",
        .success)
      afterAccountChange(erased: erased)
    case .revoked:
      say("The device is signed out.", .success)
      if account != nil { loadAccount() }
    case .erased(let place):
      say(
        place == .here
          ? "The journal on this computer is erased." : "The journal on the server is erased; what is here stays.",
        .success)
      afterAccountChange(erased: place == .here)
    }
  }

  private mutating func afterAccountChange(erased: Bool) {
    if account != nil { loadAccount() }
    guard erased else { return }
    log.forgetAll()
    list.clearMarks()
    reload()
  }

  mutating func accountFailed(_ request: AccountRequest, _ failure: Failure) {
    if request.isSignIn { return signInFailed(failure) }
    if case .load = request {
      account?.isLoading = false
      account?.failure = failure
      return
    }
    sayFailed(failure)
  }
}
