/// What a person asks of the account; each is answered by one ``AccountAnswer``, or fails with a sentence.
package enum AccountRequest: Hashable, Sendable {
  /// Reads who is signed in where; answered by ``AccountAnswer/overview(_:)``, with the devices where the server answers.
  case load
  /// Signs in without a browser; answered by ``AccountAnswer/signedIn(who:said:)``.
  case signIn(SignInPlace, name: String, password: Secret)
  /// Asks the server for a page to sign in on, and opens it where there is a desktop; answered by
  /// ``AccountAnswer/browserWaits(address:code:)``, and once more when the browser came back: by `signedIn`.
  case beginBrowserSignIn(SignInPlace)
  /// The code, or the whole address, that the browser showed at the end, for a browser on another machine.
  case finishBrowserSignIn(code: Secret)
  /// Stops waiting for the browser, or for the answer to a name and a password. It gets no answer.
  case cancelSignIn
  /// Whether the person believes that the journal is not encrypted, as ``AccountAnswer/isPlainThere`` asks; no goes nowhere.
  case agreeToPlain(Bool)
  /// Ends the session, here and on the server where that can be reached; answered by ``AccountAnswer/signedOut(erased:)``.
  case signOut(erasingJournal: Bool)
  /// Signs another device out and takes its keys away; answered by ``AccountAnswer/revoked(device:hasNewRecovery:)``, or by
  /// ``AccountAnswer/whichReader(device:readers:)`` where it is not known which keys are its.
  case revoke(device: String, reader: ReaderOfSignIn = .asKnown)
  /// Gives a device another name; answered by ``AccountAnswer/renamed(device:name:)``.
  case renameDevice(device: String, name: String)
  /// Erases the journal; the person has typed its name. Answered by ``AccountAnswer/erased(_:)``.
  case erase(JournalPlace)
  /// Reads the recovery key, where it is kept here; answered by ``AccountAnswer/recoveryKey(_:)``.
  case showRecoveryKey
  /// Draws the recovery key as a QR code; answered by ``AccountAnswer/recoveryPicture(_:)``.
  case drawRecoveryKey
  /// The person has this recovery key: it is not kept any more. Answered by ``AccountAnswer/recoveryConfirmed``.
  case confirmRecoveryKey(Secret)
  /// Writes a page with the recovery key into the person's home; answered by ``AccountAnswer/sheetWritten(path:)``.
  case writeRecoverySheet
  /// Comes in by the recovery key as it was typed; answered by ``AccountAnswer/hasKeys``.
  case enterRecoveryKey(Secret)
  /// Gives up the keys of this computer for those that the server shows; the person has typed the journal's name. Answered by
  /// ``AccountAnswer/waitsForKeys``.
  case beginAgain
  /// Turns encryption on for a journal that is plain on the server; the person has agreed. Answered by
  /// ``AccountAnswer/recoveryKey(_:)``, or ``AccountAnswer/hasKeys`` where the key was made before.
  case turnEncryptionOn
  /// Lets the device in whose screen shows these words; answered by ``AccountAnswer/letIn(name:)``.
  case approve(Secret)

  /// Whether an answer brings the person into the account.
  package var isSignIn: Bool {
    switch self {
    case .signIn, .beginBrowserSignIn, .finishBrowserSignIn: true
    default: false
    }
  }
}

/// Where a device signs in, and what it is called there.
package struct SignInPlace: Hashable, Sendable {
  /// The server's address; empty for the one of the last time.
  package var server: String
  /// The name of this device among the account's; empty for the one of the last time, or the computer's.
  package var device: String
  /// The one key that the server may have, `sha256/…`; nil where authorities vouch for it.
  package var pin: String?
  /// Whether the journal of a new account is not to be encrypted end to end.
  package var isPlain: Bool

  package init(server: String, device: String = "", pin: String? = nil, isPlain: Bool = false) {
    (self.server, self.device, self.pin, self.isPlain) = (server, device, pin, isPlain)
  }
}

extension AccountRequest {
  /// Where it signs in; nil where it asks no server for a session.
  package var place: SignInPlace? {
    switch self {
    case .signIn(let place, _, _), .beginBrowserSignIn(let place): place
    default: nil
    }
  }

  /// The same request to a server with the given key; itself where it asks no server for a session.
  package func trusting(_ pin: String) -> AccountRequest {
    switch self {
    case .signIn(var place, let name, let password):
      place.pin = pin
      return .signIn(place, name: name, password: password)
    case .beginBrowserSignIn(var place):
      place.pin = pin
      return .beginBrowserSignIn(place)
    default: return self
    }
  }
}

/// A server's address as a person types it.
package enum ServerAddress {
  /// The address with its scheme, where it was left out: `http` for this computer, `https` for every other.
  ///
  /// - Returns: The text without spaces around it; as it is where it names a scheme or nothing.
  package static func completed(_ text: String) -> String {
    let address = trimmingSpace(text)
    guard !address.isEmpty, !address.contains("://") else { return address }
    let isOwn = ["localhost", "127.0.0.1", "[::1]"].contains { address == $0 || address.hasPrefix($0 + ":") }
    return (isOwn ? "http://" : "https://") + address
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
  /// Nothing was sent: no authority that this computer knows vouches for the server. A person may trust its key, which is
  /// `sha256/…`; the request is then made once more with it.
  case untrusted(key: String, host: String, request: AccountRequest)
  /// The page to sign in on; a browser on any machine will do.
  case browserWaits(address: String, code: String?)
  /// The server says that the journal which is there is not encrypted: a person has to say whether that is so
  /// (``AccountRequest/agreeToPlain(_:)``) before the sign-in goes on.
  case isPlainThere
  /// `said` is what happens to the journal next, in a sentence or two: whether it goes up, or is merged with the server's.
  case signedIn(who: String, said: String)
  /// `erased` says whether the journal was removed from this computer as well.
  case signedOut(erased: Bool)
  case revoked(device: String, hasNewRecovery: Bool = false)
  /// Which of these keys are the device's a person has to say; nothing was done.
  case whichReader(device: String, readers: [AccountReader])
  case renamed(device: String, name: String)
  case erased(JournalPlace)
  /// The recovery key in eight groups, with spaces between.
  case recoveryKey(Secret)
  /// The rows of a QR code of the recovery key, two modules above each other in one character; nil where none can be made here.
  case recoveryPicture([String]?)
  case recoveryConfirmed
  case sheetWritten(path: String)
  /// This computer has the keys of the journal now.
  case hasKeys
  /// This computer has to be let in by another one; its words come with the status.
  case waitsForKeys
  case letIn(name: String)
}

/// Who is signed in where, and with which devices.
package struct AccountOverview: Hashable, Sendable {
  /// The service's address; also after signing out, to be offered at the next sign-in.
  package var server: String?
  /// The account's name, or its record name where the service tells no other; nil before the first sign-in.
  package var name: String?
  /// The container and its environment, as `iCloud.org.cloudjournal · production`.
  package var container: String?
  /// What this device calls itself.
  package var device: String?
  /// When this device signed in; nil where that is not known.
  package var signedInAt: Instant?
  /// When the session ends if it is not used until then.
  package var expiresAt: Instant?
  /// nil where the server could not be asked, or does not tell.
  package var devices: [AccountDevice]?
  /// Who can read an encrypted journal; nil for one that is not.
  package var keys: AccountReaders?

  package init(
    server: String? = nil, name: String? = nil, container: String? = nil, device: String? = nil,
    signedInAt: Instant? = nil, expiresAt: Instant? = nil, devices: [AccountDevice]? = nil
  ) {
    (self.server, self.name, self.container, self.device) = (server, name, container, device)
    (self.signedInAt, self.expiresAt, self.devices) = (signedInAt, expiresAt, devices)
  }
}

/// Who can read a journal that is encrypted end to end.
package struct AccountReaders: Hashable, Sendable {
  /// Where this computer stands.
  package var status: EncryptionStatus
  /// Since when it is encrypted; nil where this computer is not in.
  package var since: Instant?
  /// The names of the devices that can read, this one's first.
  package var names: [String]

  /// What erasing the only device that can read means for the journal on the server, where the recovery key is on paper.
  package static let onlyByRecovery =
    "What is on the server is encrypted, and no other device can read it: only the recovery key and your password bring it "
    + "back."

  /// As ``onlyByRecovery``, where the recovery key was not confirmed.
  package static let neverAgain =
    "What is on the server is encrypted, no other device can read it, and the recovery key was not confirmed: it could never "
    + "be read again."

  package init(status: EncryptionStatus, since: Instant? = nil, names: [String] = []) {
    (self.status, self.since, self.names) = (status, since, names)
  }
}

/// Which of the devices that can read an encrypted journal a sign-in belongs to, as a person says.
package enum ReaderOfSignIn: Hashable, Sendable {
  /// The one that names the sign-in as its own.
  case asKnown
  /// None of them.
  case none
  /// The one with this id, or the beginning of it.
  case device(String)
}

/// A device that can read an encrypted journal, to be chosen.
package struct AccountReader: Hashable, Sendable {
  /// Names its keys; not secret.
  package let id: String
  /// What it is called; anything that its owner wrote.
  package let name: String
  /// When it was let in.
  package let since: Instant

  package init(id: String, name: String, since: Instant) {
    (self.id, self.name, self.since) = (id, name, since)
  }
}

/// A device that is signed in to the account: one session.
package struct AccountDevice: Hashable, Sendable {
  /// Names the session; not secret.
  package var id: String
  /// The name that the device gave itself at its sign-in.
  package var name: String
  /// How it was signed in, in words: `with a password`, `in the browser`.
  package var way: String
  /// When the server last heard from the session.
  package var lastUsedAt: Instant
  /// Whether it is this one.
  package var isCurrent: Bool

  package init(id: String, name: String, way: String, lastUsedAt: Instant, isCurrent: Bool = false) {
    (self.id, self.name, self.way, self.lastUsedAt, self.isCurrent) = (id, name, way, lastUsedAt, isCurrent)
  }
}

/// A text for its receiver only: no description and no dump shows it.
package struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text itself, for the one who needs it.
  package let revealed: String

  /// Hides a text from every description and dump.
  package init(_ text: String) { revealed = text }

  /// `(secret)`, for every text.
  package var description: String { "(secret)" }
  /// `(secret)`, for every text.
  package var debugDescription: String { description }
  /// A mirror without children, so that a dump does not show the text.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
