/// What a person asks of the account; each is answered by one ``AccountAnswer``, or fails with a sentence.
package enum AccountRequest: Hashable, Sendable {
  /// Reads who is signed in where; answered by ``AccountAnswer/overview(_:)``, with the devices where the server answers.
  case load
  /// Signs in without a browser; answered by ``AccountAnswer/signedIn(who:said:)``.
  case signIn(server: String, name: String, password: Secret)
  /// Asks the server for a page to sign in on, and opens it where there is a desktop; answered by
  /// ``AccountAnswer/browserWaits(address:)``, and once more when the browser came back: by `signedIn`.
  case beginBrowserSignIn(server: String)
  /// The code, or the whole address, that the browser showed at the end, for a browser on another machine.
  case finishBrowserSignIn(code: Secret)
  /// Stops waiting for the browser, or for the answer to a name and a password. It gets no answer.
  case cancelSignIn
  /// Ends the session, here and on the server where that can be reached; answered by ``AccountAnswer/signedOut(erased:)``.
  case signOut(erasingJournal: Bool)
  /// Signs another device out; answered by ``AccountAnswer/revoked(device:)``.
  case revoke(device: String)
  /// Erases the journal; the person has typed its name. Answered by ``AccountAnswer/erased(_:)``.
  case erase(JournalPlace)

  /// Whether an answer brings the person into the account.
  package var isSignIn: Bool {
    switch self {
    case .signIn, .beginBrowserSignIn, .finishBrowserSignIn: true
    default: false
    }
  }
}

/// One of the two places that hold a journal.
package enum JournalPlace: Hashable, Sendable {
  /// This computer: every record is removed here; the journal stays open, and is empty.
  case here
  /// The server: the zone is deleted there; what is here stays.
  case server
}

/// What became of an ``AccountRequest``.
package enum AccountAnswer: Hashable, Sendable {
  case overview(AccountOverview)
  /// The page to sign in on; a browser on any machine will do.
  case browserWaits(address: String)
  /// `said` is what happens to the journal next, in a sentence or two: whether it goes up, or is merged with the server's.
  case signedIn(who: String, said: String)
  /// `erased` says whether the journal was removed from this computer as well.
  case signedOut(erased: Bool)
  case revoked(device: String)
  case erased(JournalPlace)
}

/// Who is signed in where, and with which devices.
package struct AccountOverview: Hashable, Sendable {
  /// The service's address; also after signing out, to be offered at the next sign-in.
  package var server: String?
  package var name: String?
  /// The container and its environment, as `iCloud.org.cloudjournal · production`.
  package var container: String?
  /// What this device calls itself.
  package var device: String?
  package var signedInAt: Instant?
  /// When the session ends if it is not used until then.
  package var expiresAt: Instant?
  /// nil where the server could not be asked, or does not tell.
  package var devices: [AccountDevice]?

  package init(
    server: String? = nil, name: String? = nil, container: String? = nil, device: String? = nil,
    signedInAt: Instant? = nil, expiresAt: Instant? = nil, devices: [AccountDevice]? = nil
  ) {
    self.server = server
    self.name = name
    self.container = container
    self.device = device
    self.signedInAt = signedInAt
    self.expiresAt = expiresAt
    self.devices = devices
  }
}

/// A device that is signed in to the account: one session.
package struct AccountDevice: Hashable, Sendable {
  /// Names the session; not secret.
  package var id: String
  package var name: String
  /// How it was signed in, in words: `by password`, `in the browser`.
  package var way: String
  package var lastUsedAt: Instant
  /// Whether it is this one.
  package var isCurrent: Bool

  package init(id: String, name: String, way: String, lastUsedAt: Instant, isCurrent: Bool = false) {
    self.id = id
    self.name = name
    self.way = way
    self.lastUsedAt = lastUsedAt
    self.isCurrent = isCurrent
  }
}

/// A text for its receiver only: no description and no dump shows it.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text itself, for the one who needs it.
  package let revealed: String

  package init(_ text: String) { revealed = text }

  package var description: String { "(secret)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
