package import CloudRecord
import Encodings

/// A user's row.
package struct StoredUser: Hashable, Sendable {
  /// 5 GiB in bytes, for callers that name no quota.
  package static let defaultQuota: Int64 = 5 << 30
  /// The quota of a user who has no limit.
  package static let unlimited = Int64.max

  /// In lower case; see ``normalized(_:)``.
  package var name: String
  /// `_` and 32 lower-case hexadecimal digits, random; never changes.
  package var userRecordName: String
  /// A PHC string, opaque here.
  package var passwordHash: String
  /// In bytes.
  package var quota: Int64
  /// Milliseconds since 1970.
  package var createdAt: Int64
  /// Milliseconds since 1970 at which the server's owner suspended the user; nil for a user who is not suspended.
  package var suspendedAt: Int64?
  /// What others are told; nil for the account's own name.
  package var displayName: String?
  /// Whether others find the account by its address.
  package var isDiscoverable: Bool

  package init(
    name: String, userRecordName: String, passwordHash: String, quota: Int64 = StoredUser.defaultQuota,
    createdAt: Int64, suspendedAt: Int64? = nil, displayName: String? = nil, isDiscoverable: Bool = false
  ) {
    (self.name, self.userRecordName, self.passwordHash, self.quota) = (name, userRecordName, passwordHash, quota)
    (self.createdAt, self.suspendedAt) = (createdAt, suspendedAt)
    (self.displayName, self.isDiscoverable) = (displayName, isDiscoverable)
  }

  /// The name that others are told.
  package var shownName: String { displayName ?? name }

  /// The form in which a name is kept and compared: ASCII letters in lower case.
  ///
  /// - Throws: ``AccountError/invalidName(_:)`` for all but `[a-z0-9][a-z0-9._-]{0,63}`.
  package static func normalized(_ name: String) throws(AccountError) -> String {
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): bytes.append(byte)
      case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
        if bytes.isEmpty { throw .invalidName(name) }
        bytes.append(byte)
      default: throw .invalidName(name)
      }
      if bytes.count > 64 { throw .invalidName(name) }
    }
    guard !bytes.isEmpty else { throw .invalidName(name) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same user as it is kept.
  func checked() throws(AccountError) -> StoredUser {
    var user = self
    user.name = try Self.normalized(name)
    guard userRecordName.first == "_", Hexadecimal.isLowerCase(userRecordName.dropFirst(), digits: 32) else {
      throw .invalid("a user's record name is “_” and 32 hexadecimal digits")
    }
    guard quota >= 0 else { throw .invalid("a quota is not negative") }
    return user
  }
}

/// A session's row: one device that is signed in.
package struct StoredSession: Hashable, Sendable {
  /// How long a session lasts without being used, in milliseconds, unless the server is told otherwise: 90 days.
  package static let lifetime: Int64 = 90 * 86_400_000
  /// How often at most its use is written down, in milliseconds: an hour.
  package static let noteInterval: Int64 = 3_600_000

  /// How the device signed in.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Name and password, by a program.
    case password
    /// The sign-in page.
    case browser
    /// The server's owner, on the command line.
    case owner
  }

  /// Names the session in lists and as a device; not secret.
  package var id: String
  /// The SHA-256 of the web auth token.
  package var tokenDigest: [UInt8]
  /// The ``StoredUser/userRecordName`` of its user.
  package var userRecordName: String
  /// The device's own name for itself, for people to read; may be empty.
  package var deviceName: String
  /// Set when the session begins; never changes.
  package var kind: Kind
  /// The container that the session is for; nil for every container of the account.
  package var containerID: String?
  /// Milliseconds since 1970.
  package var createdAt: Int64
  /// Milliseconds since 1970; up to ``noteInterval`` earlier than the real last use.
  package var lastUsedAt: Int64
  /// Milliseconds since 1970 from which the session no longer holds.
  package var expiresAt: Int64

  /// A session that begins now.
  ///
  /// - Parameter lifetime: milliseconds without use after which it ends.
  package init(
    id: String, tokenDigest: [UInt8], userRecordName: String, deviceName: String, kind: Kind,
    containerID: String? = nil, createdAt: Int64, lifetime: Int64 = StoredSession.lifetime
  ) {
    (self.id, self.tokenDigest, self.userRecordName) = (id, tokenDigest, userRecordName)
    (self.deviceName, self.kind, self.containerID, self.createdAt) = (deviceName, kind, containerID, createdAt)
    lastUsedAt = createdAt
    expiresAt = createdAt + lifetime
  }

  /// Whether the session opens a container.
  package func isFor(_ container: String) -> Bool { containerID == nil || containerID == container }

  /// Notes that the session is used; whether that is worth writing down.
  mutating func note(usedAt time: Int64, lifetime: Int64) -> Bool {
    guard time - lastUsedAt >= Self.noteInterval else { return false }
    lastUsedAt = time
    expiresAt = time + lifetime
    return true
  }

  func check() throws(AccountError) {
    guard tokenDigest.count == 32 else { throw .invalid("a token's digest is 32 bytes") }
    guard !id.isEmpty else { throw .invalid("a session has an id") }
  }
}

/// A container's row.
package struct StoredContainer: Hashable, Sendable {
  /// The journal's container, which every server makes at its start.
  package static let defaultID = "iCloud.org.cloudjournal"

  /// Unique on the server, such as `iCloud.org.cloudjournal`.
  package var id: String
  /// Milliseconds since 1970.
  package var createdAt: Int64

  package init(id: String = StoredContainer.defaultID, createdAt: Int64) {
    (self.id, self.createdAt) = (id, createdAt)
  }
}

/// An API token's row: which program calls. The token is public, so it is stored as it is and not as a digest.
package struct StoredAPIToken: Hashable, Sendable {
  /// Where the web auth token may go after signing in.
  package enum Callback: String, Hashable, Sendable, CaseIterable {
    /// An address on the machine of the browser, on any port.
    case loopback
    /// Nowhere: the page shows it to be copied.
    case code
    /// The window that opened the page, if it is of one of ``StoredAPIToken/origins``.
    case message
    /// ``StoredAPIToken/callbackURL``.
    case url
  }

  /// Sixty-four lower-case hexadecimal digits.
  package var value: String
  /// The only container that programs with this token reach.
  package var containerID: String
  /// Milliseconds since 1970.
  package var createdAt: Int64
  /// The ways in which the sign-in page may hand over a web auth token.
  package var callbacks: Set<Callback>
  /// For ``Callback/url``.
  package var callbackURL: String?
  /// Of web pages, as browsers write them: `https://host:port`.
  package var origins: [String]
  /// The one environment that it is for; nil for both.
  package var environment: CloudEnvironment?

  package init(
    value: String, containerID: String, createdAt: Int64, callbacks: Set<Callback> = [.loopback, .code, .message],
    callbackURL: String? = nil, origins: [String] = [], environment: CloudEnvironment? = nil
  ) {
    (self.value, self.containerID, self.createdAt, self.callbacks) = (value, containerID, createdAt, callbacks)
    (self.callbackURL, self.origins, self.environment) = (callbackURL, origins, environment)
  }

  /// Whether a program may ask for this environment with it.
  package func isFor(_ environment: CloudEnvironment) -> Bool {
    self.environment.map { $0 == environment } ?? true
  }

  /// The form in which a token is kept and compared: letters in lower case.
  package static func normalized(_ value: String) -> String { value.lowercased() }

  func check() throws(AccountError) {
    guard Hexadecimal.isLowerCase(value, digits: 64) else {
      throw .invalid("an API token is 64 hexadecimal digits")
    }
    guard origins.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else {
      throw .invalid("an origin is not empty and has no space in it")
    }
  }
}
