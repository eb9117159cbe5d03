import CloudRecord
import CloudStore
import Encodings
import HTTPTypes
import Hummingbird

/// Decides who may pass: API tokens, web auth tokens, and what either lacks.
struct CallGate: Sendable {
  static let suspended = ServiceError(.accessDenied, "the owner of this server has suspended this account")

  private let runtime: ServerRuntime

  init(_ runtime: ServerRuntime) { self.runtime = runtime }

  /// What a request to a database brings along.
  struct Ticket: Sendable {
    var containerID: String
    var apiToken: String
    /// nil where no web auth token was given, or one that is not known (any more) or is for another container.
    var caller: Caller?
  }

  /// Refuses a request that is signed with a server-to-server key and has no API token, with a reason that says so.
  ///
  /// - Throws: AUTHENTICATION_FAILED for a signature that comes in the place of a web auth token, with or without an API
  ///   token: it is no person who could sign in.
  func refuseSignature(_ call: ServerCall) throws {
    let headers = call.request.headers
    let isSigned = headers[.signatureKeyID] != nil || headers[.signatureDate] != nil || headers[.signature] != nil
    guard isSigned, call.parameters.present("ckWebAuthToken", "ckSession") == nil else { return }
    throw ServiceError(
      .authenticationFailed,
      "server-to-server keys are not offered by this server: send an API token (ckAPIToken) and a web auth token "
        + "(ckWebAuthToken) instead of a signature")
  }

  /// Checks what the address carries, and that the caller does not ask too much; blocks.
  ///
  /// What carries no session is counted for its network before anything is looked up, and what is refused is counted, too.
  ///
  /// - Parameter address: Of the caller.
  /// - Throws: THROTTLED for who asks too much, NOT_FOUND for a container that is not here, AUTHENTICATION_FAILED without one of its API tokens for the
  ///   environment, ACCESS_DENIED for a suspended user.
  func admit(
    _ parameters: QueryParameters, container: String, environment: CloudEnvironment, address: String
  ) throws -> Ticket {
    guard parameters.present("ckWebAuthToken", "ckSession") != nil else {
      try throttle(nil, address: address)
      return try ticket(parameters, container: container, environment: environment)
    }
    let found: Ticket
    do {
      found = try ticket(parameters, container: container, environment: environment)
    } catch {
      try throttle(nil, address: address)
      throw error
    }
    try throttle(found.caller, address: address)
    return found
  }

  private func ticket(
    _ parameters: QueryParameters, container: String, environment: CloudEnvironment
  ) throws -> Ticket {
    let accounts = runtime.backend.accounts
    guard let given = parameters.present("ckAPIToken"), given.utf8.count == 64,
      let token = try accounts.apiToken(StoredAPIToken.normalized(given)),
      token.containerID == container
    else {
      if try accounts.container(container) == nil {
        throw ServiceError(.notFound, "there is no container \(Self.shown(container)) on this server")
      }
      throw ServiceError(.authenticationFailed, "the API token (ckAPIToken) is not one of this container's")
    }
    guard token.isFor(environment) else {
      throw ServiceError(
        .authenticationFailed, "the API token (ckAPIToken) is not for the environment \(environment.rawValue)")
    }
    let caller = try caller(parameters)
    // A session for another container is none here: its owner can sign in for this one.
    let isMeant = caller?.session.isFor(container) ?? false
    return Ticket(containerID: container, apiToken: token.value, caller: isMeant ? caller : nil)
  }

  /// Who is signed in by the web auth token, which has two names; nil without one that holds. Blocks.
  ///
  /// - Throws: ACCESS_DENIED for a suspended user.
  func caller(_ parameters: QueryParameters) throws -> Caller? {
    guard let token = parameters.present("ckWebAuthToken", "ckSession"), token.utf8.count <= 1024,
      let (session, user) = try runtime.backend.accounts.session(
        tokenDigest: ServerRuntime.digest(token), usedAt: runtime.surroundings.now(),
        lifetime: runtime.configuration.sessionLifetime)
    else { return nil }
    guard user.suspendedAt == nil else { throw Self.suspended }
    return Caller(user: user, session: session, webAuthToken: token)
  }

  /// The refusal that sends a person to the sign-in page.
  func signInRequired(container: String, apiToken: String?, base: String) -> ServiceError {
    var address = base + "/sign-in?container=" + PercentCoding.encode(container)
    if let apiToken { address += "&ckAPIToken=" + apiToken }
    return ServiceError(.authenticationRequired, "request needs authorization", redirectURL: address)
  }

  /// - Throws: THROTTLED for a caller, or a network without one, that asks too much.
  func throttle(_ caller: Caller?, address: String) throws {
    guard let caller else { return try take("network " + NetworkPrefix.of(address)) }
    try throttle(sessionID: caller.session.id)
  }

  /// - Throws: THROTTLED for a session whose device asks too much.
  func throttle(sessionID: String) throws { try take("session " + sessionID) }

  private func take(_ name: String) throws {
    if let wait = runtime.requestLimiter.take(name, now: runtime.surroundings.uptime()) {
      throw ServiceError(.throttled, "too many requests; wait \(wait) seconds", retryAfter: wait)
    }
  }

  private static func shown(_ text: String) -> String {
    String(text.debugDescription.dropFirst().dropLast().prefix(100))
  }
}
