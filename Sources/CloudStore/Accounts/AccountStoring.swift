/// Who may use the service: users, their sessions, containers and API tokens.
///
/// Each call is one transaction and blocks its thread. Times are milliseconds since 1970 and, like all chance, come from
/// the caller. Secrets come as digests or hashes; the store never sees a password or a session's token. A function that
/// names a user throws ``AccountError/invalidName(_:)`` for a text that cannot be a name; one that changes or measures
/// a user also throws ``AccountError/unknownUser(_:)`` where there is none.
package protocol AccountStoring: Sendable {
  // MARK: Users

  /// Adds a user.
  ///
  /// - Throws: ``AccountError/nameTaken(_:)``, ``AccountError/invalidName(_:)``, ``AccountError/invalid(_:)``.
  func add(_ user: StoredUser) throws
  /// The user of this name, in whatever case it is written.
  func user(named name: String) throws -> StoredUser?
  /// The user of this record name; nil where there is none.
  func user(recordName: String) throws -> StoredUser?
  /// Every user, by name.
  func users() throws -> [StoredUser]
  /// Removes a user with sessions, databases, zones, records and subscriptions. Files are left without a record that
  /// names them: ``CloudTransaction/collectAssets(at:markedBefore:)`` finds them.
  func removeUser(named name: String) throws
  /// Sets the hash of the password, and ends every session but the one kept.
  func setPassword(named name: String, hash: String, keepingSession id: String?) throws
  /// Replaces the hash of a password that is the same as before by one with other parameters.
  func rehash(named name: String, from old: String, to new: String) throws
  /// Suspends the user as of a time; nil ends the suspension.
  func setSuspended(named name: String, at time: Int64?) throws
  /// In bytes; ``StoredUser/unlimited`` for no limit.
  func setQuota(named name: String, bytes: Int64) throws
  /// What the user's databases take, in bytes.
  func usage(named name: String) throws -> Int64

  // MARK: What others know

  /// Sets the name that others are told (nil for the account's own) and whether they find the account by its address.
  func setProfile(named name: String, displayName: String?, isDiscoverable: Bool) throws
  /// Records an address of a user's, in lower case, of which the server's owner vouches that it is the user's.
  ///
  /// - Throws: ``AccountError/addressTaken(_:)``.
  func add(address: String, toUserNamed name: String) throws
  /// Removes a recorded address; returns whether it was there.
  func removeAddress(_ address: String) throws -> Bool
  /// The addresses that were recorded of a user, in their order.
  func addresses(ofUser userRecordName: String) throws -> [String]
  /// The user of whom this address was recorded; nil where there is none.
  func user(address: String) throws -> StoredUser?
  /// Notes that accounts have addresses at this host, and returns all hosts of which that was ever so.
  func hosts(adding host: String) throws -> [String]

  // MARK: Sessions

  /// Adds a session, whose id and token digest must be new.
  ///
  /// - Throws: ``AccountError/unknownUser(_:)``, ``AccountError/invalid(_:)``.
  func add(_ session: StoredSession) throws
  /// The session of this token and its user, if it has not expired; whether the user is suspended is the caller's to see.
  ///
  /// Being used extends a session to `lifetime` (milliseconds) from now. This is written down at most once in
  /// ``StoredSession/noteInterval``, so that a request is not a write.
  func session(
    tokenDigest: [UInt8], usedAt time: Int64, lifetime: Int64
  ) throws -> (session: StoredSession, user: StoredUser)?
  /// Lets no session live longer than `lifetime` (milliseconds) after its last use; shorter ones stay as they are.
  func shortenSessions(to lifetime: Int64) throws
  /// A user's sessions that have not expired, the oldest first.
  func sessions(ofUser userRecordName: String, at time: Int64) throws -> [StoredSession]
  /// Gives the device of a session another name; returns whether the session was there.
  func renameSession(_ id: String, ofUser userRecordName: String, to name: String) throws -> Bool
  /// Ends one session; returns whether it was there.
  func revokeSession(_ id: String, ofUser userRecordName: String) throws -> Bool
  /// Removes sessions that have expired.
  func removeExpired(at time: Int64) throws

  // MARK: Containers and API tokens

  /// Adds a container; one that is there stays as it is.
  func add(_ container: StoredContainer) throws
  /// Every container, by id.
  func containers() throws -> [StoredContainer]
  /// The container of this id; nil where there is none.
  func container(_ id: String) throws -> StoredContainer?
  /// - Throws: ``AccountError/unknownContainer(_:)``, ``AccountError/invalid(_:)``.
  func add(_ token: StoredAPIToken) throws
  /// The token of this value, in the form of ``StoredAPIToken/normalized(_:)``; nil where there is none.
  func apiToken(_ value: String) throws -> StoredAPIToken?
  /// A container's tokens, the oldest first.
  func apiTokens(ofContainer id: String) throws -> [StoredAPIToken]
  /// Removes a token; returns whether it was there.
  func removeAPIToken(_ value: String) throws -> Bool

  /// Whether an API token has this origin of web pages among its own.
  func isRegistered(origin: String) throws -> Bool
}

/// Why accounts were not changed, in a sentence.
package enum AccountError: Error, Hashable, Sendable, CustomStringConvertible {
  case invalidName(String)
  case nameTaken(String)
  case unknownUser(String)
  case unknownContainer(String)
  case addressTaken(String)
  /// A value that only a mistake in the server can have.
  case invalid(String)

  /// One sentence for the person who runs the server.
  package var description: String {
    switch self {
    case .invalidName(let name):
      "“\(name.debugDescription.dropFirst().dropLast())” cannot be a user's name: 1 to 64 of a-z, 0-9, “.”, “_” and “-”, "
        + "beginning with a letter or a digit."
    case .nameTaken(let name): "There is a user \(name) already."
    case .unknownUser(let name): "There is no user “\(name.debugDescription.dropFirst().dropLast())”."
    case .unknownContainer(let id): "There is no container “\(id.debugDescription.dropFirst().dropLast())”."
    case .addressTaken(let address): "\(address) is recorded of another user already."
    case .invalid(let what): "Not stored: \(what)."
    }
  }
}
