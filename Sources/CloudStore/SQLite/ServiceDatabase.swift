import GRDB
import SQLiteKit
import SystemKit

/// A service's file: SQLite with WAL and `synchronous=FULL`, mode 0600, one writer at a time, many readers.
///
/// Calls block their thread and are not reentrant. Several processes may have the file open, so accounts can be looked
/// after while the server runs. A write is on disk when it returns.
package final class ServiceDatabase: Sendable {
  /// What the file is called in a data folder.
  package static let fileName = ServiceFile.name
  /// Seconds.
  static let busyTimeout = 10

  /// The path as it was given; SQLite keeps files with the suffixes `-wal` and `-shm` beside it.
  package let path: String
  /// Read when the file was opened.
  package let identity: ServerIdentity
  let pool: any DatabaseWriter
  let groups: GroupCommit

  /// Opens the file at `path`, making it and its folder (modes 0600 and 0700) if need be.
  ///
  /// - Parameter newIdentity: asked once, when the file is made.
  /// - Throws: ``CloudStoreError/notAService(path:)`` for another program's file,
  ///   ``CloudStoreError/newerFormat(path:found:known:)``, and any failure of the disk or of SQLite.
  package convenience init(path: String, newIdentity: () -> ServerIdentity) throws(CloudStoreError) {
    try self.init(path: path, schema: .current, newIdentity: newIdentity)
  }

  init(path: String, schema: ServiceSchema, newIdentity: () -> ServerIdentity) throws(CloudStoreError) {
    self.path = path
    try ServiceFile.prepare(path, knownVersion: schema.version)
    do {
      try Self.refuseForeignTables(path)
      try ServiceFile.makePrivate(path)
      pool = try DatabasePool(path: path, configuration: Self.configuration())
      // GRDB sets NORMAL for WAL after its own preparation, so FULL is set once the file is open (and tested).
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      identity = try Self.bringUpToDate(pool, path: path, schema: schema, newIdentity)
    } catch {
      throw CloudStoreError(error, path: path)
    }
    groups = GroupCommit(pool)
  }

  /// Makes a database in memory: it ends with this value, and has one connection for readers and writers.
  ///
  /// - Throws: ``CloudStoreError`` where SQLite has no memory left.
  package init(inMemoryWith identity: ServerIdentity) throws(CloudStoreError) {
    path = ":memory:"
    do {
      pool = try DatabaseQueue(configuration: Self.configuration())
      self.identity = try Self.bringUpToDate(pool, path: path, schema: .current) { identity }
    } catch {
      throw CloudStoreError(error, path: path)
    }
    groups = GroupCommit(pool)
  }

  static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(Double(busyTimeout))
    configuration.foreignKeysEnabled = false
    configuration.maximumReaderCount = 4
    // A shared transaction stays open between the turns of those who share it.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { database in
      // Seven records of a kilobyte to a page, where pages of 4 KB would hold three.
      try database.execute(sql: "PRAGMA page_size = 8192")
      try database.execute(sql: "PRAGMA cache_size = -12000")
      try database.execute(sql: "PRAGMA temp_store = MEMORY")
      // What is deleted is overwritten where that costs no further writing.
      try database.execute(sql: "PRAGMA secure_delete = FAST")
      // In pages: 16 MB. The log is moved into the file less often, for a longer log to read through after a crash.
      try database.execute(sql: "PRAGMA wal_autocheckpoint = 2000")
      try database.execute(sql: "PRAGMA journal_size_limit = 67108864")
    }
    return configuration
  }

  /// A pool turns a file into one with a log as it opens it; whose file it is must be known before.
  private static func refuseForeignTables(_ path: String) throws {
    var careful = Configuration()
    careful.busyMode = .timeout(Double(busyTimeout))
    let queue = try DatabaseQueue(path: path, configuration: careful)
    let isForeign = try queue.read { database in
      let application = try Int64.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      let tables = try Int64.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") ?? 0
      return application != ServiceSchema.applicationID && (application != 0 || tables > 0)
    }
    try queue.close()
    if isForeign { throw CloudStoreError.notAService(path: path) }
  }

  /// Checks the format, and migrates an older file after a backup, one process at a time.
  private static func bringUpToDate(
    _ pool: any DatabaseWriter, path: String, schema: ServiceSchema, _ newIdentity: () -> ServerIdentity
  ) throws -> ServerIdentity {
    let found = try pool.read { try version($0) }
    if found > schema.version {
      throw CloudStoreError.newerFormat(path: path, found: Int(found), known: Int(schema.version))
    }
    if found > 0, found < schema.version {
      let backup = try backupPath(path, before: schema.version)
      try copy(pool, to: backup)
      // It has to be there when the file is changed: SQLite leaves the writing of such copies to the system.
      try DataFile.sync(file: backup)
      try DataFile.sync(folder: SystemFile.folder(of: backup))
    }
    return try pool.writeWithoutTransaction { database in
      var identity: ServerIdentity?
      try database.inTransaction(.immediate) {
        // Another process may have been first.
        let now = try version(database)
        if now < schema.version { try schema.migrate(database, from: now) }
        if now == 0 { try insert(newIdentity(), database) }
        identity = try readIdentity(database)
        return .commit
      }
      guard let identity else { throw CloudStoreError.damaged(path: path, detail: "the server's own row is missing") }
      return identity
    }
  }

  /// A name that no earlier backup has: that of a migration that failed is not overwritten.
  private static func backupPath(_ path: String, before version: Int64) throws -> String {
    let base = "\(path).before-format-\(version)"
    var candidate = base
    var number = 1
    while try DataFile.kind(of: candidate) != nil {
      number += 1
      candidate = "\(base)-\(number)"
    }
    return candidate
  }

  private static func version(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(database, sql: "PRAGMA user_version") ?? 0
  }

  private static func insert(_ identity: ServerIdentity, _ database: Database) throws {
    let connection = SQLConnection(database)
    defer { connection.close() }
    try connection.run("INSERT INTO server VALUES (1, ?, ?)", identity.incarnation, identity.signingKey)
  }

  private static func readIdentity(_ database: Database) throws -> ServerIdentity? {
    let connection = SQLConnection(database)
    defer { connection.close() }
    return try connection.prepare("SELECT incarnation, signingKey FROM server").first { row in
      ServerIdentity(incarnation: row.bytes(0), signingKey: row.bytes(1))
    }
  }

  /// Writes a copy of the present state to a file that does not exist yet; the service goes on meanwhile.
  static func copy(_ pool: any DatabaseWriter, to target: String) throws {
    // VACUUM INTO refuses to run within a transaction, and reads one state all the same.
    try pool.unsafeRead { try $0.execute(sql: "VACUUM INTO ?", arguments: [target]) }
  }

  // MARK: Transactions

  func read<Value>(_ body: (SQLConnection) throws -> Value) throws -> Value {
    do {
      return try pool.read { database in
        let connection = SQLConnection(database)
        defer { connection.close() }
        return try body(connection)
      }
    } catch { throw CloudStoreError.naming(error, path: path) }
  }

  func write<Value>(_ body: (SQLConnection) throws -> Value) throws -> Value {
    do { return try groups.write(body) } catch { throw CloudStoreError.naming(error, path: path) }
  }

  /// Moves the log into the file and lets go of it; nothing else may be running, or be called afterwards.
  ///
  /// - Throws: ``CloudStoreError`` where the log cannot be moved or the file is in use.
  package func close() throws(CloudStoreError) {
    do {
      // A reading connection may be the last to close, and cannot do it.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
      try pool.close()
    } catch {
      throw CloudStoreError(error, path: path)
    }
  }
}
