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
    case .signedIn(let who, let said):
      closeSignIn()
      say("Signed in as \(who).\(said.isEmpty ? "" : " " + said)", .success)
    case .signedOut(let erased):
      say(
        erased
          ? "Signed out; the journal on this computer is erased." : "Signed out; the journal stays on this computer.",
        .success)
      return isErased(erased)
    case .revoked:
      say("The device is signed out.", .success)
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
    case .recoveryKey(let key): openRecovery(key)
    case .recoveryConfirmed:
      closeKeys()
      say("Right. It is not kept here any more.", .success)
    case .sheetWritten(let path): say("Written to \(path): print it, then remove the file.", .success)
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
