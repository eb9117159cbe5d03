/// The words in which a sentence tells a person what to do: a key on the screen, or a command.
package enum SyncSpeech: Hashable, Sendable {
  case keys, commands

  private static let command = "cloudjournal account sign-in"

  /// Of a session that should still hold, and that the server does not know any more: sentences.
  package var signedOut: String {
    "This device was signed out, from another device of the account or by the server’s owner. "
      + "\(signIn); nothing is lost."
  }

  /// The beginning of a sentence.
  var signIn: String { self == .keys ? "Press A to sign in" : "Sign in again with: \(Self.command)" }

  /// The end of a sentence.
  var toSync: String { self == .keys ? "press A to sync" : "to sync, sign in with: \(Self.command)" }

  /// The end of a sentence.
  var tryAgain: String { self == .keys ? "r tries again" : "cloudjournal sync tries again" }

  /// A sentence.
  var askAgain: String {
    self == .keys
      ? "r asks to be let in again." : "To ask to be let in again: cloudjournal account keys --begin-again"
  }

  /// A sentence.
  var checkContainer: String { "Sign in anew and say the right one: \(Self.command) --container ID --api-token TOKEN." }
}
