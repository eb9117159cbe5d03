import JournalCore
import TerminalKit

/// A screen that asks something of the account.
protocol TalksToAccount: ShowsSync {}

extension TalksToAccount {
  var accountState: SyncStatus.Account { syncing.status?.account ?? .noAccount }

  /// Whether a session is known of, though it may have ended.
  var hasSession: Bool { syncing.status?.who != nil || accountState != .noAccount }

  /// Whether the server may not have what it acknowledged: a question about it waits, or nothing more is asked of it.
  var isServerInDoubt: Bool {
    guard let status = syncing.status else { return false }
    if case .asking = status.activity { return true }
    return status.staysLocal
  }

  /// Asks to be let in again, on a device that another one has removed.
  mutating func askAgain() {
    guard canWrite() else { return }
    emit(.account(.beginAgain))
    say("Asking to be let in again \(glyphs.ellipsis)")
  }

  mutating func tellAccount(_ request: AccountRequest) {
    guard canWrite() else { return }
    emit(.account(request))
    switch request {
    case .signOut: say("Signing out \(glyphs.ellipsis)")
    case .revoke: say("Signing the device out \(glyphs.ellipsis)")
    case .renameDevice: say("Renaming \(glyphs.ellipsis)")
    case .erase: say("Erasing \(glyphs.ellipsis)")
    case .turnEncryptionOn: say("Turning encryption on \(glyphs.ellipsis)")
    case .signIn, .beginBrowserSignIn: signInGoesOn()
    case .load, .finishBrowserSignIn, .agreeToPlain, .cancelSignIn, .showRecoveryKey, .drawRecoveryKey,
      .confirmRecoveryKey, .writeRecoverySheet, .enterRecoveryKey, .approve, .beginAgain:
      break
    }
  }
}
