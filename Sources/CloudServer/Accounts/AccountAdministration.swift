package import CloudRecord
package import CloudStore
import Encodings

/// A person who is signed in, by one of the devices.
package struct Caller: Sendable {
  /// As it was read for this request.
  package var user: StoredUser
  /// The session of ``webAuthToken``.
  package var session: StoredSession
  /// The secret itself, as the client sent it or is to get it; the store has only its digest.
  package var webAuthToken: String
}

/// Names, passwords and sessions, as both the server and its commands treat them.
package struct AccountAdministration: Sendable {
  let accounts: any AccountStoring
  let surroundings: ServerSurroundings
  private let sessionLifetime: Int64

  /// - Parameter sessionLifetime: Milliseconds for which a session lives after its last use.
  package init(
    accounts: any AccountStoring, surroundings: ServerSurroundings, sessionLifetime: Int64 = StoredSession.lifetime
  ) {
    (self.accounts, self.surroundings, self.sessionLifetime) = (accounts, surroundings, sessionLifetime)
  }

  /// Adds a user; blocks for as long as scrypt takes.
  ///
  /// - Throws: ``ServerRefusal`` for a password that is not taken, ``AccountError`` for a name.
  package func addUser(name: String, password: String, quota: Int64, cost: PasswordCost) throws -> StoredUser {
    let name = try StoredUser.normalized(name)
    if try accounts.user(named: name) != nil { throw AccountError.nameTaken(name) }
    let user = StoredUser(
      name: name, userRecordName: "_" + Hexadecimal.text(surroundings.randomBytes(16)),
      passwordHash: try hash(password, name: name, cost: cost), quota: quota, createdAt: surroundings.now())
    try accounts.add(user)
    return user
  }

  /// Replaces a password and ends every session.
  ///
  /// - Throws: ``ServerRefusal`` for a password that is not taken, ``AccountError`` for an unknown name, and the
  ///   store's own errors.
  package func setPassword(name: String, password: String, cost: PasswordCost) throws {
    try accounts.setPassword(
      named: name, hash: try hash(password, name: name, cost: cost), keepingSession: nil)
  }

  private func hash(_ password: String, name: String, cost: PasswordCost) throws -> String {
    if let objection = PasswordRules.objection(to: password, name: name) { throw ServerRefusal(objection) }
    return try PasswordHash(of: password, cost: cost, salt: surroundings.randomBytes(16)).text
  }

  /// Signs a device in.
  ///
  /// - Parameter container: What the session is for; nil for every container of the account.
  /// - Throws: ``AccountError/unknownUser(_:)`` where the user was removed meanwhile, and the store's own errors.
  package func beginSession(
    for user: StoredUser, device: String, kind: StoredSession.Kind, container: String? = nil
  ) throws -> Caller {
    let token = surroundings.freshToken()
    let session = StoredSession(
      id: Hexadecimal.text(surroundings.randomBytes(16)), tokenDigest: ServerRuntime.digest(token),
      userRecordName: user.userRecordName, deviceName: device, kind: kind, containerID: container,
      createdAt: surroundings.now(), lifetime: sessionLifetime)
    try accounts.add(session)
    return Caller(user: user, session: session, webAuthToken: token)
  }

  /// Makes an API token for a container that exists.
  ///
  /// - Parameters:
  ///   - value: 64 hexadecimal digits; nil for random ones.
  ///   - origins: Origins of web pages to which the sign-in window hands the web auth token.
  ///   - callback: An address to which a browser goes on with the web auth token after signing in.
  ///   - environment: The only one that it is for; nil for both.
  /// - Throws: ``ServerRefusal`` for a value, an origin or an address that cannot be one, and for a value that is
  ///   taken; ``AccountError/unknownContainer(_:)``, and the store's own errors.
  package func addAPIToken(
    container: String, value: String? = nil, origins: [String] = [], callback: String? = nil,
    environment: CloudEnvironment? = nil
  ) throws -> StoredAPIToken {
    var token = StoredAPIToken(
      value: value.map(StoredAPIToken.normalized) ?? Hexadecimal.text(surroundings.randomBytes(32)),
      containerID: container, createdAt: surroundings.now(), environment: environment)
    guard token.value.utf8.count == 64, token.value.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
      throw ServerRefusal("An API token is 64 hexadecimal digits; \(token.value.debugDescription) is not.")
    }
    if try accounts.apiToken(token.value) != nil {
      throw ServerRefusal("There is such an API token already. Remove it first: token remove \(token.value)")
    }
    for text in origins {
      guard let origin = WebOrigin(text) else {
        throw ServerRefusal(
          "\(text.debugDescription) is not an origin of web pages: https://host or https://host:port, and http:// for "
            + "this computer only.")
      }
      if !token.origins.contains(origin.text) { token.origins.append(origin.text) }
    }
    if let callback {
      guard CallbackAddress(registered: callback) != nil else {
        throw ServerRefusal(
          "\(callback.debugDescription) is not an address to go on to: https://host/path, and http:// for this computer "
            + "only.")
      }
      token.callbackURL = callback
      token.callbacks.insert(.url)
    }
    try accounts.add(token)
    return token
  }

  /// Makes the default container and a token for it where there is none yet.
  ///
  /// - Throws: The store's own errors.
  package func prepare() throws {
    let id = StoredContainer.defaultID
    if try accounts.container(id) == nil { try accounts.add(StoredContainer(id: id, createdAt: surroundings.now())) }
    if try accounts.apiTokens(ofContainer: id).isEmpty { _ = try addAPIToken(container: id) }
  }
}
