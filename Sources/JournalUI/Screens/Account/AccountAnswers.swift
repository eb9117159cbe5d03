import JournalCore
import TerminalKit

/// What the account service answers, wherever the person is meanwhile.
extension TalksToAccount {
  /// True where the journal on this computer is another one now.
  mutating func accountAnswered(_ answer: AccountAnswer) -> Bool {
    switch answer {
    case .overview(let overview):
      offer(overview)
    case .untrusted(let key, let host, let request): askToTrust(key, of: host, for: request)
    case .browserWaits(let address, let code): browserWaits(address, code: code)
    case .isPlainThere: askAboutPlain()
    case .signedIn(let who, let said):
      closeSignIn()
      say("Signed in as \(who).\(said.isEmpty ? "" : " " + said)", .success)
    case .signedOut(let erased):
      say(
        erased
          ? "Signed out; the journal on this computer is erased." : "Signed out; the journal stays on this computer.",
        .success)
      return isErased(erased)
    case .revoked(_, let hasNewRecovery):
      say("The device is signed out.", .success)
      // The one that it kept opens nothing any more.
      if hasNewRecovery { tellAccount(.showRecoveryKey) }
    case .whichReader(let device, let readers): askWhichReader(device, readers)
    case .renamed(_, let name):
      say("The device is called “\(shortened(name, 40))” now", .success)
    case .erased(let place):
      say(
        place == .here
          ? "The journal on this computer is erased." : "The journal on the server is erased; what is here stays.",
        .success)
      // What the server has now is what the screen says of it.
      if place == .server { requestSync(.syncNow) }
      return isErased(place == .here)
    case .recoveryKey(let key):
      openRecovery(key)
      // Where encryption was turned on just now, what is on the server is encrypted from here on.
      if syncing.status?.encryption?.state ?? .open == .open { requestSync(.syncNow) }
    case .recoveryPicture(let rows): showPicture(rows)
    case .recoveryConfirmed:
      closeKeys()
      say("Right. It is not kept here any more.", .success)
    case .sheetWritten(let path): tellInKeys("Written to \(path): print it, then remove the file.")
    case .hasKeys:
      closeKeys()
      say("This computer can read the journal now.", .success)
      requestSync(.syncNow)
    case .waitsForKeys: openWaiting()
    case .letIn(let name):
      closeKeys()
      say("“\(shortened(TerminalSafe(name, keepingLines: false).text, 40))” can read the journal now.", .success)
    }
    return false
  }

  /// Asks whose keys go with a sign-in that no device names as its own.
  private mutating func askWhichReader(_ device: String, _ readers: [AccountReader]) {
    let choices = zip("123456789".unicodeScalars, readers).map { key, reader in
      let name = reader.name.isEmpty ? "a device without a name" : reader.name
      return Choice.Option(
        key, "\(shortened(TerminalSafe(name, keepingLines: false).text, 40)), \(reader.id.prefix(8))",
        .account(.revoke(device: device, reader: .device(reader.id))))
    }
    var lines = [
      "It keeps its journal. Choose which of these it is, and it can read nothing that you write from now on:"
    ]
    if readers.count > choices.count {
      lines.append("There are more than fit here: “cloudjournal account devices --end” lists them all.")
    }
    dialogs.append(
      .choice(
        Choice(
          "Which device is it?", lines,
          choices + [
            Choice.Option("o", "None of them: only sign it out", .account(.revoke(device: device, reader: .none))),
            Choice.Option("n", "Leave it signed in", .nothing),
          ], selected: choices.count + 1, tone: .grave)))
  }

  private mutating func isErased(_ isErased: Bool) -> Bool {
    if isErased { log.forgetAll() }
    return isErased
  }

  mutating func accountFailed(_ request: AccountRequest, _ failure: Failure) {
    if request.isSignIn { return signInFailed(request, failure) }
    if case .load = request { return }
    if request.isOfKeys { return keysFailed(request, failure) }
    sayFailed(failure)
  }
}
