import CloudRecord
import CloudStore

/// Checks names and passwords for the program's way and the browser's alike.
struct SignInDesk: Sendable {
  /// Characters of a device's name that are kept.
  static let deviceLength = 200

  private let runtime: ServerRuntime

  init(_ runtime: ServerRuntime) { self.runtime = runtime }

  /// Begins a session for a caller who knows the password.
  ///
  /// - Throws: AUTHENTICATION_FAILED without telling whether the name or the password is wrong, THROTTLED after too
  ///   many failures, TRY_AGAIN_LATER where too many sign in at once, ACCESS_DENIED for a suspended user.
  ///
  /// - Parameter container: What the session is for; nil for every container of the account.
  func signIn(
    name: String, password: String, device: String, kind: StoredSession.Kind, container: String? = nil, address: String
  ) async throws -> Caller {
    let user = try await verified(name: name, password: password, address: address)
    let shortened = String(device.prefix(Self.deviceLength))
    let desk = runtime.accountDesk
    return try await runtime.blocking {
      try desk.beginSession(for: user, device: shortened, kind: kind, container: container)
    }
  }

  /// The user who knows the password; no session begins.
  ///
  /// - Throws: As ``signIn(name:password:device:kind:container:address:)``.
  func verified(name: String, password: String, address: String) async throws -> StoredUser {
    let network = NetworkPrefix.of(address)
    let now = runtime.surroundings.uptime()
    if let wait = runtime.signInLimiter.admit(account: name, network: network, now: now) {
      throw ServiceError(.throttled, "too many attempts to sign in; wait \(wait) seconds", retryAfter: wait)
    }
    guard let user = try await check(name: name, password: password) else {
      runtime.signInLimiter.failed(account: name, network: network, now: now)
      throw ServiceError(.authenticationFailed, "the account or the password is wrong")
    }
    runtime.signInLimiter.succeeded(account: name, network: network)
    guard user.suspendedAt == nil else { throw CallGate.suspended }
    return user
  }

  /// The user, if the password is theirs; does the same work for a name that no account has.
  private func check(name: String, password: String) async throws -> StoredUser? {
    let accounts = runtime.backend.accounts
    let users = try await runtime.blocking { try accounts.users() }
    guard password.utf8.count <= 4 * PasswordRules.most else { return nil }
    let normalized: String?
    do { normalized = try StoredUser.normalized(name) } catch { normalized = nil }
    let user = users.first { $0.name == normalized }
    // Chosen for known names as well, so that looking for it takes no time of its own.
    let standIn = StandInHash(key: runtime.backend.identity.signingKey, randomBytes: runtime.surroundings.randomBytes)
      .hash(for: normalized ?? name, among: users, configured: runtime.configuration.passwordCost)
    let stored = user.flatMap { PasswordHash(phc: $0.passwordHash) }
    let (hash, hasher) = (stored ?? standIn, runtime.hasher)
    let matches = try await runtime.passwords.run { try hasher.matches(password, hash) }
    guard matches, let user, let stored else { return nil }
    if stored.cost != runtime.configuration.passwordCost {
      let (cost, salt) = (runtime.configuration.passwordCost, runtime.surroundings.randomBytes(16))
      let renewed = try await runtime.passwords.run { try PasswordHash(of: password, cost: cost, salt: salt).text }
      try await runtime.blocking { try accounts.rehash(named: user.name, from: user.passwordHash, to: renewed) }
    }
    return user
  }
}
