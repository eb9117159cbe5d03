import SQLiteKit

extension SQLiteAccounts {
  /// Sets what others are told of a user.
  ///
  /// - Throws: ``AccountError/invalidName(_:)``, ``AccountError/unknownUser(_:)``, and ``CloudStoreError`` where the
  ///   file fails.
  package func setProfile(named name: String, displayName: String?, isDiscoverable: Bool) throws {
    try withUser(named: name) { connection, user in
      try connection.run(
        "UPDATE users SET displayName = ?, isDiscoverable = ? WHERE name = ?", displayName, isDiscoverable, user.name)
    }
  }

  /// Records an address; one that the user has already changes nothing.
  ///
  /// - Throws: ``AccountError/addressTaken(_:)``, ``AccountError/invalidName(_:)``, ``AccountError/unknownUser(_:)``, and
  ///   ``CloudStoreError`` where the file fails.
  package func add(address: String, toUserNamed name: String) throws {
    try withUser(named: name) { connection, user in
      let holder = try connection.prepare("SELECT user FROM userAddresses WHERE address = ?", address).first {
        $0.text(0)
      }
      guard holder == nil || holder == user.userRecordName else { throw AccountError.addressTaken(address) }
      try connection.run(
        "INSERT OR IGNORE INTO userAddresses (address, user) VALUES (?, ?)", address, user.userRecordName)
    }
  }

  /// Removes a recorded address; returns whether it was there.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func removeAddress(_ address: String) throws -> Bool {
    try database.write { connection in
      try connection.run("DELETE FROM userAddresses WHERE address = ?", address)
      return connection.changedRows > 0
    }
  }

  /// Returns the recorded addresses of a user, in their order.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func addresses(ofUser userRecordName: String) throws -> [String] {
    try database.read { connection in
      try connection.prepare("SELECT address FROM userAddresses WHERE user = ? ORDER BY address", userRecordName).all {
        $0.text(0)
      }
    }
  }

  /// Returns the user of whom an address was recorded; nil where there is none.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func user(address: String) throws -> StoredUser? {
    try database.read { connection in
      let user = try connection.prepare("SELECT user FROM userAddresses WHERE address = ?", address).first {
        $0.text(0)
      }
      return try user.flatMap { try Self.user(recordName: $0, connection) }
    }
  }

  /// Notes a host of addresses, and returns every one that was noted, in their order.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func hosts(adding host: String) throws -> [String] {
    let known = try database.read(Self.hosts)
    guard !known.contains(host) else { return known }
    return try database.write { connection in
      try connection.run("INSERT OR IGNORE INTO addressHosts (host) VALUES (?)", host)
      return try Self.hosts(connection)
    }
  }

  private static func hosts(_ connection: SQLConnection) throws -> [String] {
    try connection.prepare("SELECT host FROM addressHosts ORDER BY host").all { $0.text(0) }
  }
}
