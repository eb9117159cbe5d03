import CloudRecord
import SQLiteKit

extension SQLiteAccounts {
  /// Adds a container; one of the same id stays as it is.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func add(_ container: StoredContainer) throws {
    try database.write { connection in
      try connection.run("INSERT OR IGNORE INTO containers VALUES (?, ?)", container.id, container.createdAt)
    }
  }

  /// Returns every container, by id.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func containers() throws -> [StoredContainer] {
    try database.read { connection in
      try connection.prepare("SELECT id, createdAt FROM containers ORDER BY id").all {
        StoredContainer(id: $0.text(0), createdAt: $0.integer(1))
      }
    }
  }

  /// Returns the container of this id; nil where there is none.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func container(_ id: String) throws -> StoredContainer? {
    try database.read { try Self.container(id, $0) }
  }

  private static func container(_ id: String, _ connection: SQLConnection) throws -> StoredContainer? {
    try connection.prepare("SELECT id, createdAt FROM containers WHERE id = ?", id).first {
      StoredContainer(id: $0.text(0), createdAt: $0.integer(1))
    }
  }

  /// Adds an API token to a container that exists.
  ///
  /// - Throws: ``AccountError/unknownContainer(_:)``, ``AccountError/invalid(_:)`` for a value that is taken or
  ///   malformed, and ``CloudStoreError`` where the file fails.
  package func add(_ token: StoredAPIToken) throws {
    try token.check()
    try database.write { connection in
      guard try Self.container(token.containerID, connection) != nil else {
        throw AccountError.unknownContainer(token.containerID)
      }
      guard try Self.apiToken(token.value, connection) == nil else {
        throw AccountError.invalid("there is such an API token already")
      }
      let callbacks = StoredAPIToken.Callback.allCases.filter(token.callbacks.contains).map(\.rawValue)
      try connection.run(
        """
        INSERT INTO apiTokens (value, container, createdAt, callbacks, callbackURL, origins, environment)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """, token.value, token.containerID, token.createdAt, callbacks.joined(separator: ","), token.callbackURL,
        token.origins.joined(separator: " "), token.environment?.rawValue)
    }
  }

  /// Returns the API token of this value, in the form of ``StoredAPIToken/normalized(_:)``; nil where there is none.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func apiToken(_ value: String) throws -> StoredAPIToken? {
    try database.read { try Self.apiToken(value, $0) }
  }

  private static func apiToken(_ value: String, _ connection: SQLConnection) throws -> StoredAPIToken? {
    try connection.prepare(
      """
      SELECT value, container, createdAt, callbacks, callbackURL, origins, environment FROM apiTokens WHERE value = ?
      """, value
    ).first { try token($0) }
  }

  /// Returns a container's API tokens, the oldest first.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func apiTokens(ofContainer id: String) throws -> [StoredAPIToken] {
    try database.read { connection in
      try connection.prepare(
        """
        SELECT value, container, createdAt, callbacks, callbackURL, origins, environment FROM apiTokens
        WHERE container = ? ORDER BY createdAt, value
        """, id
      ).all { try Self.token($0) }
    }
  }

  /// Removes an API token; returns false where there is none of this value.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func removeAPIToken(_ value: String) throws -> Bool {
    try database.write { connection in
      try connection.run("DELETE FROM apiTokens WHERE value = ?", value)
      return connection.changedRows == 1
    }
  }

  /// Returns whether an API token of any container has this origin; looks at every token.
  ///
  /// - Throws: ``CloudStoreError`` where the file fails.
  package func isRegistered(origin: String) throws -> Bool {
    // Several origins of a token stand with spaces between them.
    guard !origin.isEmpty, !origin.contains(" ") else { return false }
    return try database.read { connection in
      try connection.prepare(
        "SELECT EXISTS (SELECT 1 FROM apiTokens WHERE instr(' ' || origins || ' ', ' ' || ? || ' ') > 0)", origin
      ).first { $0.flag(0) } ?? false
    }
  }

  private static func token(_ row: borrowing SQLStatement) throws -> StoredAPIToken {
    var callbacks: Set<StoredAPIToken.Callback> = []
    for name in row.text(3).split(separator: ",") {
      guard let callback = StoredAPIToken.Callback(rawValue: String(name)) else {
        throw AccountError.invalid("a callback of kind “\(name)”")
      }
      callbacks.insert(callback)
    }
    let environment = try row.optionalText(6).map { name throws(AccountError) in
      guard let environment = CloudEnvironment(rawValue: name) else { throw .invalid("an environment “\(name)”") }
      return environment
    }
    return StoredAPIToken(
      value: row.text(0), containerID: row.text(1), createdAt: row.integer(2), callbacks: callbacks,
      callbackURL: row.optionalText(4), origins: row.text(5).split(separator: " ").map(String.init),
      environment: environment)
  }
}
