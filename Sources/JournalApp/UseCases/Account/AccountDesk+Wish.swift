import CloudClient
package import CloudRecord
import JournalCore

extension AccountDesk {
  /// Where to sign in, as the command line or a form says.
  package struct Wish: Sendable {
    /// The service's address; nil takes the one of the last time.
    package var server: String?
    /// For a service that does not tell these of itself, such as Apple's; only together with `apiToken`.
    package var container: String?
    /// nil takes the one of the configuration or of the last time, or else production.
    package var environment: CloudEnvironment?
    /// The token by which the service knows this program; belongs to `container`.
    package var apiToken: String?
    /// The name that the account's devices list for this one; nil takes the one of the last time, or the computer's.
    package var deviceName: String?
    /// The path of a file of certificates that are trusted beside the system's; nil takes the one of the last time.
    package var authorities: String?
    /// The one key that the service may have, `sha256/…`; nil takes the one of the last time.
    package var pin: String?
    /// The proxy; empty for none, nil takes the one of the last time, or the environment's.
    package var proxy: String?
    /// What the configuration says, for what is said nowhere else.
    package var fallback = SyncSettings()
    /// Asks a person whether to trust a server that no authority vouches for; nil where there is no person to ask. It is
    /// asked for a server that this journal never signed in to, before anything secret is sent.
    package var trust: (@Sendable (UntrustedServer) throws -> Bool)?

    /// Asks a person what this device is called, and gives the answer; nil where there is no person to ask. It is asked once
    /// for a journal, after the server is trusted and before anything secret is sent.
    ///
    /// - Parameter usual: The computer's name.
    package var nameDevice: (@Sendable (_ usual: String) throws -> String)?

    /// What a person wants of encryption end to end.
    package var encryption = EncryptionWish.founded
    /// Asks a person whether a journal that the server calls plain is to be believed so; nil where there is no person to ask,
    /// so that nothing is read or sent.
    package var agrees: Agreement?

    /// Starts with nothing said.
    package init() {}

    /// What is said of one service: by the command, or else by the configuration, if that is about it.
    func settings(of service: String) -> SyncSettings {
      let isAboutIt = fallback.server.map { $0 == service || $0 == service + "/" } ?? true
      var settings = isAboutIt ? fallback : SyncSettings()
      if container != nil || apiToken != nil { (settings.container, settings.apiToken) = (container, apiToken) }
      settings.environment = environment ?? settings.environment
      return settings
    }
  }

  /// What a person who signs in wants of encryption end to end.
  package enum EncryptionWish: Hashable, Sendable {
    /// Keys are made for a new account, on a server of this program.
    case founded
    /// Plain; an account with keys is refused.
    case plain
  }

  /// Puts the question to a person: whether the journal is not encrypted, as the server says.
  package typealias Agreement = @Sendable () async throws -> Bool

  /// Who has signed in, and where this computer stands with the account's keys then.
  package struct Arrival: Hashable, Sendable {
    /// Such as “anna@journal.example.org”.
    package var who: String
    /// What there is to show of the keys.
    package var keys: Keys

    /// Where a computer stands with the keys of its account.
    package enum Keys: Hashable, Sendable {
      /// The account's journal is not encrypted.
      case plain
      /// The keys were made just now; the recovery key in eight groups is to be shown.
      case founded(recovery: [String])
      /// This computer has the keys.
      case ready
      /// Six words are to be typed on a device that has the keys.
      case waiting(words: [String])
      /// What the server shows is not used, and why, in a sentence.
      case refused(String)
    }
  }

  /// A server that answers, and whose certificate no authority known here has signed.
  package struct UntrustedServer: Error, Hashable, Sendable {
    /// The host, such as `journal.example.org`.
    package var host: String
    /// The server's key: `sha256/…`.
    package var key: String
  }

  /// How a person shows who they are.
  package enum Proof: Sendable {
    /// The closure asks for the password, or has it; it is called once the server is known and trusted. Where the server
    /// refuses it, `refused` tells the person why, and it is asked for again, three times in all; nil where one has to do.
    case password(
      name: String, refused: (@Sendable (String) -> Void)? = nil, password: @Sendable () throws -> String)
    /// By a page in a browser on this machine; the closure opens it and tells the person.
    case browser(port: Int, open: @Sendable (String) -> Void)
    /// By a short code that a person types on the service's page, in any browser. The closure tells the page's address and
    /// the code; a service without such codes is signed in to in the other way.
    indirect case shortCode(show: @Sendable (_ address: String, _ code: String) -> Void, otherwise: Proof)
    /// By a page anywhere, which shows a code; the closure tells the address and asks for the code.
    case code(ask: @Sendable (String) throws -> String)
  }
}
