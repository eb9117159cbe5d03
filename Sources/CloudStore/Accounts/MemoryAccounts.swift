import Synchronization

/// Accounts that end with the process: for servers that keep nothing, and for tests.
///
/// Databases are kept elsewhere, so that ``usage(named:)`` asks for what they take, and removing a user tells.
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

  package init(
    usage: @escaping @Sendable (_ userRecordName: String) throws -> Int64 = { _ in 0 },
    removed: @escaping @Sendable (_ userRecordName: String) throws -> Void = { _ in }
  ) {
    self.usage = usage
    self.removed = removed
  }

  // MARK: Users

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

  package func user(named name: String) throws -> StoredUser? {
    let name = try StoredUser.normalized(name)
    return state.withLock { $0.users[name] }
  }

  package func user(recordName: String) throws -> StoredUser? {
    state.withLock { $0.user(recordName: recordName) }
  }

  package func users() throws -> [StoredUser] {
    state.withLock { state in state.users.values.sorted { $0.name < $1.name } }
  }

  package func removeUser(named name: String) throws {
    let user = try state.withLock { state in
      let user = try state.change(name) { _ in }
      state.users[user.name] = nil
      state.sessions = state.sessions.filter { $0.value.userRecordName != user.userRecordName }
      return user
    }
    try removed(user.userRecordName)
  }

  package func setPassword(named name: String, hash: String, keepingSession id: String?) throws {
    try state.withLock { state in
      let user = try state.change(name) { $0.passwordHash = hash }
      state.sessions = state.sessions.filter { $0.value.userRecordName != user.userRecordName || $0.value.id == id }
    }
  }

  package func rehash(named name: String, from old: String, to new: String) throws {
    _ = try state.withLock { try $0.change(name) { if $0.passwordHash == old { $0.passwordHash = new } } }
  }

  package func setSuspended(named name: String, at time: Int64?) throws {
    _ = try state.withLock { try $0.change(name) { $0.suspendedAt = time } }
  }

  package func setQuota(named name: String, bytes: Int64) throws {
    guard bytes >= 0 else { throw AccountError.invalid("a quota is not negative") }
    _ = try state.withLock { try $0.change(name) { $0.quota = bytes } }
  }

  package func usage(named name: String) throws -> Int64 {
    let user = try state.withLock { try $0.change(name) { _ in } }
    return try usage(user.userRecordName)
  }

  // MARK: Sessions

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

  package func shortenSessions(to lifetime: Int64) throws {
    state.withLock { state in
      state.sessions = state.sessions.mapValues { session in
        var session = session
        session.expiresAt = min(session.expiresAt, session.lastUsedAt + lifetime)
        return session
      }
    }
  }

  package func sessions(ofUser userRecordName: String, at time: Int64) throws -> [StoredSession] {
    state.withLock { state in
      state.sessions.values.filter { $0.userRecordName == userRecordName && $0.expiresAt > time }
        .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
    }
  }

  package func revokeSession(_ id: String, ofUser userRecordName: String) throws -> Bool {
    state.withLock { state in
      let key = state.sessions.first { $0.value.id == id && $0.value.userRecordName == userRecordName }?.key
      return key.flatMap { state.sessions.removeValue(forKey: $0) } != nil
    }
  }

  package func removeExpired(at time: Int64) throws {
    state.withLock { state in state.sessions = state.sessions.filter { $0.value.expiresAt > time } }
  }

  // MARK: Containers and API tokens

  package func add(_ container: StoredContainer) throws {
    state.withLock { if $0.containers[container.id] == nil { $0.containers[container.id] = container } }
  }

  package func containers() throws -> [StoredContainer] {
    state.withLock { state in state.containers.values.sorted { $0.id < $1.id } }
  }

  package func container(_ id: String) throws -> StoredContainer? { state.withLock { $0.containers[id] } }

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

  package func apiToken(_ value: String) throws -> StoredAPIToken? { state.withLock { $0.tokens[value] } }

  package func apiTokens(ofContainer id: String) throws -> [StoredAPIToken] {
    state.withLock { state in
      state.tokens.values.filter { $0.containerID == id }
        .sorted { ($0.createdAt, $0.value) < ($1.createdAt, $1.value) }
    }
  }

  package func removeAPIToken(_ value: String) throws -> Bool {
    state.withLock { $0.tokens.removeValue(forKey: value) != nil }
  }

  package func isRegistered(origin: String) throws -> Bool {
    state.withLock { state in state.tokens.values.contains { $0.origins.contains(origin) } }
  }
}
