import SQLiteKit

extension SQLiteAccounts {
  /// Adds a session, whose id and token digest must be new.
  ///
  /// - Throws: ``AccountError/unknownUser(_:)``, ``AccountError/invalid(_:)``, and ``CloudStoreError`` where the file
  ///   fails.
  package func add(_ session: StoredSession) throws {
    try session.check()
    try database.write { connection in
      guard try Self.user(recordName: session.userRecordName, connection) != nil else {
        throw AccountError.unknownUser(session.userRecordName)
      }
      guard try Self.isUnused(session, connection) else {
        throw AccountError.invalid("the session's id or token is another session's")
      }
      try connection.run(
        """
        INSERT INTO sessions (tokenDigest, id, userRecordName, deviceName, kind, createdAt, lastUsedAt, expiresAt, container)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """, session.tokenDigest, session.id, session.userRecordName, session.deviceName, session.kind.rawValue,
        session.createdAt, session.lastUsedAt, session.expiresAt, session.containerID)
    }
  }

  private static func isUnused(_ session: StoredSession, _ connection: SQLConnection) throws -> Bool {
    try connection.prepare(
      "SELECT NOT EXISTS (SELECT 1 FROM sessions WHERE tokenDigest = ? OR id = ?)", session.tokenDigest, session.id
    ).first { $0.flag(0) } ?? false
  }

  /// Returns the session of this token and its user, and extends the session; nil where it is unknown or expired.
  ///
  /// Writes at most once in ``StoredSession/noteInterval``, and not at all on a disk that is full or read-only.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func session(
    tokenDigest: [UInt8], usedAt time: Int64, lifetime: Int64
  ) throws -> (session: StoredSession, user: StoredUser)? {
    let found = try database.read { connection -> (session: StoredSession, user: StoredUser)? in
      let statement = try connection.prepare(
        """
        SELECT id, tokenDigest, userRecordName, deviceName, kind, createdAt, lastUsedAt, expiresAt, container FROM sessions
        WHERE tokenDigest = ? AND expiresAt > ?
        """, tokenDigest, time)
      guard let session = try statement.first({ try Self.session($0) }),
        let user = try Self.user(recordName: session.userRecordName, connection)
      else { return nil }
      return (session, user)
    }
    guard let found else { return nil }
    var session = found.session
    if session.note(usedAt: time, lifetime: lifetime), try !write(useOf: session) { return nil }
    return (session, found.user)
  }

  /// Whether the session is still there.
  private func write(useOf session: StoredSession) throws -> Bool {
    do {
      return try database.write { connection in
        try connection.run(
          "UPDATE sessions SET lastUsedAt = ?, expiresAt = ? WHERE tokenDigest = ?", session.lastUsedAt,
          session.expiresAt, session.tokenDigest)
        return connection.changedRows == 1
      }
    } catch let error as CloudStoreError {
      switch error {
      // A disk that takes no more must not keep people from reading; the use is noted with a later request.
      case .diskFull, .readOnly: return true
      default: throw error
      }
    }
  }

  /// Ends each session `lifetime` milliseconds after its last use, where it would end later.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func shortenSessions(to lifetime: Int64) throws {
    try database.write { connection in
      try connection.run(
        "UPDATE sessions SET expiresAt = lastUsedAt + ? WHERE expiresAt > lastUsedAt + ?", lifetime, lifetime)
    }
  }

  /// Returns the user's sessions that have not expired at `time`, the oldest first.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func sessions(ofUser userRecordName: String, at time: Int64) throws -> [StoredSession] {
    try database.read { connection in
      try connection.prepare(
        """
        SELECT id, tokenDigest, userRecordName, deviceName, kind, createdAt, lastUsedAt, expiresAt, container FROM sessions
        WHERE userRecordName = ? AND expiresAt > ? ORDER BY createdAt, id
        """, userRecordName, time
      ).all { try Self.session($0) }
    }
  }

  /// Gives the device of a session another name; returns false where the user has no session of this id.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func renameSession(_ id: String, ofUser userRecordName: String, to name: String) throws -> Bool {
    try database.write { connection in
      try connection.run(
        "UPDATE sessions SET deviceName = ? WHERE id = ? AND userRecordName = ?", name, id, userRecordName)
      return connection.changedRows == 1
    }
  }

  /// Ends a session of this user; returns false where the user has none of this id.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func revokeSession(_ id: String, ofUser userRecordName: String) throws -> Bool {
    try database.write { connection in
      try connection.run("DELETE FROM sessions WHERE id = ? AND userRecordName = ?", id, userRecordName)
      return connection.changedRows == 1
    }
  }

  private static func session(_ row: borrowing SQLStatement) throws -> StoredSession {
    guard let kind = StoredSession.Kind(rawValue: row.text(4)) else {
      throw AccountError.invalid("a session of kind “\(row.text(4))”")
    }
    var session = StoredSession(
      id: row.text(0), tokenDigest: row.bytes(1), userRecordName: row.text(2), deviceName: row.text(3), kind: kind,
      containerID: row.optionalText(8), createdAt: row.integer(5))
    session.lastUsedAt = row.integer(6)
    session.expiresAt = row.integer(7)
    return session
  }

  /// Removes the sessions that have expired at `time` in milliseconds since 1970.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func removeExpired(at time: Int64) throws {
    try database.write { connection in
      try connection.run("DELETE FROM sessions WHERE expiresAt <= ?", time)
    }
  }
}
