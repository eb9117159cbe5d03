import SQLiteKit

/// Accounts in the tables of a ``ServiceDatabase``.
package struct SQLiteAccounts: AccountStoring {
  /// Also holds the records; ``SQLiteCloudStorage`` shares it.
  package let database: ServiceDatabase

  package init(_ database: ServiceDatabase) { self.database = database }

  // MARK: Users

  /// Adds a user under the normalized name.
  ///
  /// - Throws: ``AccountError`` for a name or record name that is taken or impossible and for a negative quota, and
  ///   ``CloudStoreError`` where the file fails.
  package func add(_ user: StoredUser) throws {
    let user = try user.checked()
    try database.write { connection in
      guard try Self.user(named: user.name, connection) == nil else { throw AccountError.nameTaken(user.name) }
      guard try Self.user(recordName: user.userRecordName, connection) == nil else {
        throw AccountError.invalid("the user's record name is another user's")
      }
      try connection.run(
        """
        INSERT INTO users (name, userRecordName, passwordHash, quota, createdAt, suspendedAt, displayName,
          isDiscoverable)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, user.name, user.userRecordName, user.passwordHash, user.quota, user.createdAt, user.suspendedAt,
        user.displayName, user.isDiscoverable)
    }
  }

  /// Returns the user of this name in upper or lower case; nil where there is none.
  ///
  /// - Throws: ``AccountError/invalidName(_:)``, and ``CloudStoreError`` where the file fails.
  package func user(named name: String) throws -> StoredUser? {
    let name = try StoredUser.normalized(name)
    return try database.read { try Self.user(named: name, $0) }
  }

  /// Returns the user of this record name; nil where there is none.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func user(recordName: String) throws -> StoredUser? {
    try database.read { try Self.user(recordName: recordName, $0) }
  }

  /// Returns every user, by name.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func users() throws -> [StoredUser] {
    try database.read { connection in
      try connection.prepare(
        """
        SELECT name, userRecordName, passwordHash, quota, createdAt, suspendedAt, displayName, isDiscoverable FROM users
        ORDER BY name
        """
      ).all { Self.user($0) }
    }
  }

  /// Removes a user with sessions, databases, zones and records in one transaction; the rows of files stay for
  /// housekeeping.
  ///
  /// - Throws: ``AccountError/invalidName(_:)``, ``AccountError/unknownUser(_:)``, and ``CloudStoreError`` where the
  ///   file fails.
  package func removeUser(named name: String) throws {
    try withUser(named: name) { connection, user in
      let owned: [StaticString] = [
        """
        DELETE FROM records WHERE zone IN (
          SELECT zones.id FROM zones JOIN databases ON databases.id = zones.database WHERE databases.owner = ?)
        """,
        """
        DELETE FROM recordReferences WHERE zone IN (
          SELECT zones.id FROM zones JOIN databases ON databases.id = zones.database WHERE databases.owner = ?)
        """,
        """
        DELETE FROM assetReferences WHERE zone IN (
          SELECT zones.id FROM zones JOIN databases ON databases.id = zones.database WHERE databases.owner = ?)
        """,
        "DELETE FROM subscriptions WHERE database IN (SELECT id FROM databases WHERE owner = ?)",
        "DELETE FROM fieldTypes WHERE database IN (SELECT id FROM databases WHERE owner = ?)",
        "DELETE FROM uploads WHERE database IN (SELECT id FROM databases WHERE owner = ?)",
        "DELETE FROM runStarts WHERE database IN (SELECT id FROM databases WHERE owner = ?)",
        "DELETE FROM commits WHERE database IN (SELECT id FROM databases WHERE owner = ?)",
        "DELETE FROM sharedZones WHERE database IN (SELECT id FROM databases WHERE owner = ?)",
        "DELETE FROM participants WHERE user = ?",
        "DELETE FROM userAddresses WHERE user = ?",
        "DELETE FROM zones WHERE database IN (SELECT id FROM databases WHERE owner = ?)",
        "DELETE FROM databases WHERE owner = ?",
        "DELETE FROM sessions WHERE userRecordName = ?",
        "DELETE FROM users WHERE userRecordName = ?",
      ]
      for sql in owned {
        try connection.run(sql, user.userRecordName)
      }
    }
  }

  /// Sets the hash and ends every session of the user but the one with this id; nil ends all.
  ///
  /// - Throws: ``AccountError/invalidName(_:)``, ``AccountError/unknownUser(_:)``, and ``CloudStoreError`` where the
  ///   file fails.
  package func setPassword(named name: String, hash: String, keepingSession id: String?) throws {
    try withUser(named: name) { connection, user in
      try Self.setHash(hash, of: user, connection)
      try connection.run("DELETE FROM sessions WHERE userRecordName = ? AND id IS NOT ?", user.userRecordName, id)
    }
  }

  /// Replaces the hash where it is still `old`; a password that was changed meanwhile stays.
  ///
  /// - Throws: ``AccountError/invalidName(_:)``, ``AccountError/unknownUser(_:)``, and ``CloudStoreError`` where the
  ///   file fails.
  package func rehash(named name: String, from old: String, to new: String) throws {
    try withUser(named: name) { connection, user in
      // A password that was changed meanwhile stays.
      guard user.passwordHash == old else { return }
      try Self.setHash(new, of: user, connection)
    }
  }

  private static func setHash(_ hash: String, of user: StoredUser, _ connection: SQLConnection) throws {
    try connection.run("UPDATE users SET passwordHash = ? WHERE name = ?", hash, user.name)
  }

  /// Suspends the user as of `time` in milliseconds since 1970; nil ends the suspension.
  ///
  /// - Throws: ``AccountError/invalidName(_:)``, ``AccountError/unknownUser(_:)``, and ``CloudStoreError`` where the
  ///   file fails.
  package func setSuspended(named name: String, at time: Int64?) throws {
    try withUser(named: name) { connection, user in
      try connection.run("UPDATE users SET suspendedAt = ? WHERE name = ?", time, user.name)
    }
  }

  /// Sets the quota in bytes; the user's databases keep what they hold.
  ///
  /// - Throws: ``AccountError/invalidName(_:)``, ``AccountError/unknownUser(_:)``, ``AccountError/invalid(_:)`` for a
  ///   negative quota, and ``CloudStoreError`` where the file fails.
  package func setQuota(named name: String, bytes: Int64) throws {
    guard bytes >= 0 else { throw AccountError.invalid("a quota is not negative") }
    try withUser(named: name) { connection, user in
      try connection.run("UPDATE users SET quota = ? WHERE name = ?", bytes, user.name)
    }
  }

  /// Returns the bytes of the user's databases in all containers, as the quota counts them.
  ///
  /// - Throws: ``AccountError/invalidName(_:)``, ``AccountError/unknownUser(_:)``, and ``CloudStoreError`` where the
  ///   file fails.
  package func usage(named name: String) throws -> Int64 {
    let name = try StoredUser.normalized(name)
    return try database.read { connection in
      guard let user = try Self.user(named: name, connection) else { throw AccountError.unknownUser(name) }
      return try connection.prepare(
        "SELECT coalesce(sum(bytes), 0) FROM databases WHERE owner = ?", user.userRecordName
      ).first { $0.integer(0) } ?? 0
    }
  }

  func withUser(named name: String, _ body: (SQLConnection, StoredUser) throws -> Void) throws {
    let name = try StoredUser.normalized(name)
    try database.write { connection in
      guard let user = try Self.user(named: name, connection) else { throw AccountError.unknownUser(name) }
      try body(connection, user)
    }
  }

  private static func user(named name: String, _ connection: SQLConnection) throws -> StoredUser? {
    try connection.prepare(
      """
      SELECT name, userRecordName, passwordHash, quota, createdAt, suspendedAt, displayName, isDiscoverable FROM users
      WHERE name = ?
      """, name
    ).first { user($0) }
  }

  static func user(recordName: String, _ connection: SQLConnection) throws -> StoredUser? {
    try connection.prepare(
      """
      SELECT name, userRecordName, passwordHash, quota, createdAt, suspendedAt, displayName, isDiscoverable FROM users
      WHERE userRecordName = ?
      """, recordName
    ).first { user($0) }
  }

  private static func user(_ row: borrowing SQLStatement) -> StoredUser {
    StoredUser(
      name: row.text(0), userRecordName: row.text(1), passwordHash: row.text(2), quota: row.integer(3),
      createdAt: row.integer(4), suspendedAt: row.optionalInteger(5), displayName: row.optionalText(6),
      isDiscoverable: row.flag(7))
  }
}
