import JournalCore

/// What the account service answers, wherever the person is meanwhile.
extension Model {
  mutating func accountAnswered(_ answer: AccountAnswer) {
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
      afterAccountChange(erased: erased)
    case .revoked:
      say("The device is signed out.", .success)
    case .renamed(_, let name):
      say("The device is called “\(shortened(name, 40))” now", .success)
    case .erased(let place):
      say(
        place == .here
          ? "The journal on this computer is erased." : "The journal on the server is erased; what is here stays.",
        .success)
      afterAccountChange(erased: place == .here)
    }
  }

  private mutating func afterAccountChange(erased: Bool) {
    guard erased else { return }
    log.forgetAll()
    workOnMain { $0.list.clearMarks() }
    reload()
  }

  mutating func accountFailed(_ request: AccountRequest, _ failure: Failure) {
    if request.isSignIn { return signInFailed(failure) }
    if case .load = request { return }
    sayFailed(failure)
  }
}
