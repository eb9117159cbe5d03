package import CloudStore

/// A person who is signed in, by one of the devices.
package struct Caller: Sendable {
  package var user: StoredUser
  package var session: StoredSession
  package var webAuthToken: String
}

/// Names, passwords and sessions, as both the server and its commands treat them.
package struct AccountDesk: Sendable {
  private let accounts: any AccountStoring
  private let surroundings: Surroundings

  package init(accounts: any AccountStoring, surroundings: Surroundings) {
    self.accounts = accounts
    self.surroundings = surroundings
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
  package func setPassword(name: String, password: String, cost: PasswordCost) throws {
    try accounts.setPassword(
      named: name, hash: try hash(password, name: name, cost: cost), keepingSession: nil)
  }

  private func hash(_ password: String, name: String, cost: PasswordCost) throws -> String {
    if let objection = PasswordRules.objection(to: password, name: name) { throw ServerRefusal(objection) }
    return try PasswordHash(of: password, cost: cost, salt: surroundings.randomBytes(16)).text
  }

  /// Signs a device in.
  package func beginSession(for user: StoredUser, device: String, kind: StoredSession.Kind) throws -> Caller {
    let token = surroundings.freshToken()
    let session = StoredSession(
      id: Hexadecimal.text(surroundings.randomBytes(16)), tokenDigest: ServerRuntime.digest(token),
      userRecordName: user.userRecordName, deviceName: device, kind: kind, createdAt: surroundings.now())
    try accounts.add(session)
    return Caller(user: user, session: session, webAuthToken: token)
  }

  /// Makes an API token for a container that exists.
  package func addAPIToken(container: String) throws -> StoredAPIToken {
    let token = StoredAPIToken(
      value: Hexadecimal.text(surroundings.randomBytes(32)), containerID: container, createdAt: surroundings.now())
    try accounts.add(token)
    return token
  }

  /// Makes the default container and a token for it where there is none yet.
  package func prepare() throws {
    let id = StoredContainer.defaultID
    if try accounts.container(id) == nil { try accounts.add(StoredContainer(id: id, createdAt: surroundings.now())) }
    if try accounts.apiTokens(ofContainer: id).isEmpty { _ = try addAPIToken(container: id) }
  }
}
