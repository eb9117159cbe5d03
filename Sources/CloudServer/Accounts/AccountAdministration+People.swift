import CloudService
import CloudStore

extension AccountAdministration {
  /// Removes an account with everything stored for it; before that, its shares end and it leaves those of others.
  ///
  /// - Parameters:
  ///   - backend: Where the account's records are.
  ///   - host: The host in the addresses of accounts.
  /// - Throws: ``AccountError/unknownUser(_:)``, and the store's own errors.
  package func removeUser(named name: String, from backend: ServerBackend, host: String) throws {
    guard let user = try backend.accounts.user(named: name) else { throw AccountError.unknownUser(name) }
    let handles = try backend.accounts.hosts(adding: host).map { "\(user.name)@\($0)" }
    let addresses = try handles + backend.accounts.addresses(ofUser: user.userRecordName)
    let now = surroundings.now()
    try backend.storage.write {
      try RemovedAccount.endSharing(of: user.userRecordName, addresses: addresses, now: now, in: $0)
    }
    try backend.accounts.removeUser(named: name)
  }

  /// Records an address of an account, of which the server's owner vouches.
  ///
  /// - Throws: ``ServerRefusal`` for a text that is no address, ``AccountError``, and the store's own errors.
  package func record(address: String, ofUserNamed name: String) throws {
    try accounts.add(address: kept(address), toUserNamed: name)
  }

  /// Removes an address that was recorded of an account.
  ///
  /// - Throws: ``ServerRefusal`` for one that is not, and the store's own errors.
  package func remove(address: String, ofUserNamed name: String) throws {
    let address = try kept(address)
    guard let user = try accounts.user(named: name) else { throw AccountError.unknownUser(name) }
    guard try accounts.addresses(ofUser: user.userRecordName).contains(address), try accounts.removeAddress(address)
    else { throw ServerRefusal("\(address) is not recorded of \(user.name).") }
  }

  private func kept(_ address: String) throws -> String {
    do { return try ShareRules.address(address) } catch {
      throw ServerRefusal(
        "“\(address.debugDescription.dropFirst().dropLast())” is not an address of the form name@host.")
    }
  }
}
