import Synchronization

/// Accounts that end with the process: for servers that keep nothing, and for tests.
///
/// Databases are kept elsewhere: a closure tells ``usage(named:)`` how many bytes they take, and another one hears of
/// each user that is removed.
package final class MemoryAccounts: AccountStoring {
  private struct State {
    var users: [String: StoredUser] = [:]
    var sessions: [[UInt8]: StoredSession] = [:]
    var containers: [String: StoredContainer] = [:]
    var tokens: [String: StoredAPIToken] = [:]

    func user(recordName: String) -> StoredUser? { users.values.first { $0.userRecordName == recordName } }

    mutating func change(_ name: String, _ body: (inout StoredUser) -> Void) throws(AccountError) -> StoredUser {
      let name = try StoredUser.normalized(name)
      guard var user = users[name] else { throw .unknownUser(name) }
      body(&user)
      users[name] = user
      return user
    }
  }

  private let state = Mutex(State())
  private let usage: @Sendable (_ userRecordName: String) throws -> Int64
  private let removed: @Sendable (_ userRecordName: String) throws -> Void

  /// Makes a store without users, containers and tokens.
  ///
  /// - Parameters:
  ///   - usage: Returns the bytes that the databases of a user take.
  ///   - removed: Called after a user was removed.
  package init(
    usage: @escaping @Sendable (_ userRecordName: String) throws -> Int64 = { _ in 0 },
    removed: @escaping @Sendable (_ userRecordName: String) throws -> Void = { _ in }
  ) {
    self.usage = usage
    self.removed = removed
  }

  // MARK: Users

  /// Adds a user under the normalized name.
  ///
  /// - Throws: ``AccountError`` for a name or record name that is taken or impossible and for a negative quota.
  package func add(_ user: StoredUser) throws {
    let user = try user.checked()
    try state.withLock { state in
      guard state.users[user.name] == nil else { throw AccountError.nameTaken(user.name) }
      guard state.user(recordName: user.userRecordName) == nil else {
        throw AccountError.invalid("the user's record name is another user's")
      }
      state.users[user.name] = user
    }
  }

  /// Returns the user of this name in upper or lower case; nil where there is none.
  ///
  /// - Throws: ``AccountError/invalidName(_:)``.
  package func user(named name: String) throws -> StoredUser? {
    let name = try StoredUser.normalized(name)
    return state.withLock { $0.users[name] }
  }

  /// Returns the user of this record name; nil where there is none.
  package func user(recordName: String) throws -> StoredUser? {
    state.withLock { $0.user(recordName: recordName) }
  }

  /// Returns every user, by name.
  package func users() throws -> [StoredUser] {
    state.withLock { state in state.users.values.sorted { $0.name < $1.name } }
  }

  /// Removes a user with all sessions, then calls the closure `removed` outside of the lock.
  ///
  /// - Throws: ``AccountError/invalidName(_:)``, ``AccountError/unknownUser(_:)``, and any error of `removed`.
  package func removeUser(named name: String) throws {
    let user = try state.withLock { state in
      let user = try state.change(name) { _ in }
      state.users[user.name] = nil
      state.sessions = state.sessions.filter { $0.value.userRecordName != user.userRecordName }
      return user
    }
    try removed(user.userRecordName)
  }

  /// Sets the hash and ends every session of the user but the one with this id; nil ends all.
  ///
  /// - Throws: ``AccountError/invalidName(_:)``, ``AccountError/unknownUser(_:)``.
  package func setPassword(named name: String, hash: String, keepingSession id: String?) throws {
    try state.withLock { state in
      let user = try state.change(name) { $0.passwordHash = hash }
      state.sessions = state.sessions.filter { $0.value.userRecordName != user.userRecordName || $0.value.id == id }
    }
  }

  /// Replaces the hash where it is still `old`; a password that was changed meanwhile stays.
  ///
  /// - Throws: ``AccountError/invalidName(_:)``, ``AccountError/unknownUser(_:)``.
  package func rehash(named name: String, from old: String, to new: String) throws {
    _ = try state.withLock { try $0.change(name) { if $0.passwordHash == old { $0.passwordHash = new } } }
  }

  /// Suspends the user as of `time` in milliseconds since 1970; nil ends the suspension.
  ///
  /// - Throws: ``AccountError/invalidName(_:)``, ``AccountError/unknownUser(_:)``.
  package func setSuspended(named name: String, at time: Int64?) throws {
    _ = try state.withLock { try $0.change(name) { $0.suspendedAt = time } }
  }

  /// Sets the quota in bytes; the user's databases keep what they hold.
  ///
  /// - Throws: ``AccountError/invalidName(_:)``, ``AccountError/unknownUser(_:)``, ``AccountError/invalid(_:)`` for a
  ///   negative quota.
  package func setQuota(named name: String, bytes: Int64) throws {
    guard bytes >= 0 else { throw AccountError.invalid("a quota is not negative") }
    _ = try state.withLock { try $0.change(name) { $0.quota = bytes } }
  }

  /// Returns the bytes that the closure `usage` tells for the user.
  ///
  /// - Throws: ``AccountError/invalidName(_:)``, ``AccountError/unknownUser(_:)``, and any error of the closure.
  package func usage(named name: String) throws -> Int64 {
    let user = try state.withLock { try $0.change(name) { _ in } }
    return try usage(user.userRecordName)
  }

  // MARK: Sessions

  /// Adds a session, whose id and token digest must be new.
  ///
  /// - Throws: ``AccountError/unknownUser(_:)``, ``AccountError/invalid(_:)``.
  package func add(_ session: StoredSession) throws {
    try session.check()
    try state.withLock { state in
      guard state.user(recordName: session.userRecordName) != nil else {
        throw AccountError.unknownUser(session.userRecordName)
      }
      guard state.sessions[session.tokenDigest] == nil, !state.sessions.values.contains(where: { $0.id == session.id })
      else { throw AccountError.invalid("the session's id or token is another session's") }
      state.sessions[session.tokenDigest] = session
    }
  }

  /// Returns the session of this token and its user, and extends the session; nil where it is unknown or expired.
  package func session(
    tokenDigest: [UInt8], usedAt time: Int64, lifetime: Int64
  ) throws -> (session: StoredSession, user: StoredUser)? {
    state.withLock { state in
      guard var session = state.sessions[tokenDigest], session.expiresAt > time,
        let user = state.user(recordName: session.userRecordName)
      else { return nil }
      if session.note(usedAt: time, lifetime: lifetime) { state.sessions[tokenDigest] = session }
      return (session, user)
    }
  }

  /// Ends each session `lifetime` milliseconds after its last use, where it would end later.
  package func shortenSessions(to lifetime: Int64) throws {
    state.withLock { state in
      state.sessions = state.sessions.mapValues { session in
        var session = session
        session.expiresAt = min(session.expiresAt, session.lastUsedAt + lifetime)
        return session
      }
    }
  }

  /// Returns the user's sessions that have not expired at `time`, the oldest first.
  package func sessions(ofUser userRecordName: String, at time: Int64) throws -> [StoredSession] {
    state.withLock { state in
      state.sessions.values.filter { $0.userRecordName == userRecordName && $0.expiresAt > time }
        .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }
  }

  /// Ends a session of this user; returns false where the user has none of this id.
  package func revokeSession(_ id: String, ofUser userRecordName: String) throws -> Bool {
    state.withLock { state in
      let key = state.sessions.first { $0.value.id == id && $0.value.userRecordName == userRecordName }?.key
      return key.flatMap { state.sessions.removeValue(forKey: $0) } != nil
    }
  }

  /// Removes the sessions that have expired at `time` in milliseconds since 1970.
  package func removeExpired(at time: Int64) throws {
    state.withLock { state in state.sessions = state.sessions.filter { $0.value.expiresAt > time } }
  }

  // MARK: Containers and API tokens

  /// Adds a container; one of the same id stays as it is.
  package func add(_ container: StoredContainer) throws {
    state.withLock { if $0.containers[container.id] == nil { $0.containers[container.id] = container } }
  }

  /// Returns every container, by id.
  package func containers() throws -> [StoredContainer] {
    state.withLock { state in state.containers.values.sorted { $0.id < $1.id } }
  }

  /// Returns the container of this id; nil where there is none.
  package func container(_ id: String) throws -> StoredContainer? { state.withLock { $0.containers[id] } }

  /// Adds an API token to a container that exists.
  ///
  /// - Throws: ``AccountError/unknownContainer(_:)``, ``AccountError/invalid(_:)`` for a value that is taken or
  ///   malformed.
  package func add(_ token: StoredAPIToken) throws {
    try token.check()
    try state.withLock { state in
      guard state.containers[token.containerID] != nil else { throw AccountError.unknownContainer(token.containerID) }
      guard state.tokens[token.value] == nil else {
        throw AccountError.invalid("there is such an API token already")
      }
      state.tokens[token.value] = token
    }
  }

  /// Returns the API token of this value, in the form of ``StoredAPIToken/normalized(_:)``; nil where there is none.
  package func apiToken(_ value: String) throws -> StoredAPIToken? { state.withLock { $0.tokens[value] } }

  /// Returns a container's API tokens, the oldest first.
  package func apiTokens(ofContainer id: String) throws -> [StoredAPIToken] {
    state.withLock { state in
      state.tokens.values.filter { $0.containerID == id }
        .sorted { ($0.createdAt, $0.value) < ($1.createdAt, $1.value) }
    }
  }

  /// Removes an API token; returns false where there is none of this value.
  package func removeAPIToken(_ value: String) throws -> Bool {
    state.withLock { $0.tokens.removeValue(forKey: value) != nil }
  }

  /// Returns whether an API token of any container has this origin; looks at every token.
  package func isRegistered(origin: String) throws -> Bool {
    state.withLock { state in state.tokens.values.contains { $0.origins.contains(origin) } }
  }
}
