import Foundation
import GRDB
import JournalCore

/// A journal in an SQLite file: WAL, `synchronous=FULL`, mode 0600, one method a transaction.
///
/// Several processes may have the same file open. A commit is on disk when its method returns.
package final class JournalStore: JournalStoring {
  package let path: String
  let environment: StoreEnvironment
  let writer: any DatabaseWriter
  let tidying = SearchTidying()
  /// Kept as long as a connection may be open.
  private let claim: FileClaim

  /// How a journal is opened.
  package struct Options: Sendable {
    /// Nothing is written, not even the schema; the file must exist.
    package var isReadOnly = false
    /// Reads do not wait for writes; for the screen. One-shot commands open faster without.
    package var isConcurrent = false
    /// Fails where there is no file instead of making one.
    package var mustExist = false
    /// Seconds for which others' writing is waited for.
    package var patience = 10.0

    package init(isReadOnly: Bool = false, isConcurrent: Bool = false, mustExist: Bool = false) {
      self.isReadOnly = isReadOnly
      self.isConcurrent = isConcurrent
      self.mustExist = mustExist
    }
  }

  /// Opens the journal in the file at `path`, making it and its folder (modes 0600 and 0700) if need be.
  package convenience init(
    path: String, environment: StoreEnvironment, options: Options = Options()
  ) throws(StoreError) {
    try self.init(path: path, environment: environment, options: options, schema: Schema.current)
  }

  init(
    path: String, environment: StoreEnvironment, options: Options, schema: Schema.Plan
  ) throws(StoreError) {
    self.path = path
    self.environment = environment
    var isUnmarked = false
    claim = try FileClaim(path) { () throws(StoreError) in
      try StoreFile.prepare(path: path, options: options, knownVersion: schema.version)
      isUnmarked = try StoreFile.bearsNoMark(path)
    }
    if options.isConcurrent, !options.isReadOnly, isUnmarked {
      // A pool writes to the file as it opens it; whose file it is must be known before.
      var careful = options
      careful.isConcurrent = false
      try JournalStore(path: path, environment: environment, options: careful, schema: schema).close()
    }
    do {
      writer = try JournalStore.open(path: path, options: options)
      if !options.isReadOnly {
        // GRDB sets NORMAL for WAL after its own preparation, so FULL is set once the file is open (and tested).
        try writer.writeWithoutTransaction { try $0.execute(sql: JournalStore.writing) }
      }
    } catch {
      throw StoreError(error, path: path)
    }
    try bringUpToDate(options, schema)
    if !options.isReadOnly { try keepLog() }
  }

  /// Sees to it that a backup that was put in the journal's place is in WAL mode, as the journal was.
  private func keepLog() throws(StoreError) {
    do {
      try writer.writeWithoutTransaction { db in
        guard try String.fetchOne(db, sql: "PRAGMA journal_mode") != "wal" else { return }
        try db.execute(sql: "PRAGMA journal_mode = WAL")
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Some indexes have an order of their own, so that a page of records touches every part of them: the changed
  /// pages of a transaction should find room in memory (16 MB at most), and go to the file only now and then (4,000 of
  /// them). Neither changes what is on the disk when a commit returns.
  private static let writing = "PRAGMA synchronous = FULL; PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = 4000"

  private static func open(path: String, options: Options) throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.readonly = options.isReadOnly
    configuration.busyMode = .timeout(options.patience)
    configuration.foreignKeysEnabled = true
    configuration.maximumReaderCount = 2
    configuration.prepareDatabase { db in
      db.add(tokenizer: JournalTokenizer.self)
      db.add(function: TextFunctions.categoryKey)
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
    }
    if options.isConcurrent, !options.isReadOnly {
      return try DatabasePool(path: path, configuration: configuration)
    }
    // A file remembers that it is in WAL mode. Asking for it again makes GRDB write to it, which a reader need not wait for.
    if !options.isReadOnly, StoreFile.isEmpty(path) { configuration.journalMode = .wal }
    return try DatabaseQueue(
      path: options.isReadOnly ? StoreFile.readOnlyPath(path) : path, configuration: configuration)
  }

  /// Checks the format, and migrates an older file after a backup, one process at a time.
  private func bringUpToDate(_ options: Options, _ schema: Schema.Plan) throws(StoreError) {
    let (version, tokenizer, isForeign) = try reading { db in
      let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      let tokenizer =
        version == schema.version
        ? try Int.fetchOne(db, sql: "SELECT value FROM meta WHERE key = 'tokenizer'") : nil
      let foreignTables =
        version == 0
        ? "SELECT count(*) FROM sqlite_master WHERE name <> 'grdb_migrations' AND name NOT LIKE 'sqlite%'" : "SELECT 0"
      return (version, tokenizer, try Int.fetchOne(db, sql: foreignTables) != 0)
    }
    if isForeign { throw .notAJournal(path: path) }
    if version > schema.version {
      throw .newerFormat(path: path, found: version, known: schema.version)
    }
    if options.isReadOnly {
      if version == 0 { throw .missing(path: path) }
      return
    }
    if version < schema.version {
      let lock = try StoreFile.lock(path + ".lock")
      defer { lock.release() }
      try migrate(to: schema)
    } else if tokenizer != Schema.tokenizerVersion {
      try rebuildSearchIndex()
    }
  }

  /// Brings the file to a newer format after a backup of it. Another process may have done so while we waited.
  private func migrate(to schema: Schema.Plan) throws(StoreError) {
    let present = try reading { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
    guard present < schema.version else { return }
    if present > 0 { try backUp(to: backupPath(before: schema.version)) }
    do {
      try schema.migrator(environment.random()).migrate(writer)
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// A name that no earlier backup has: one of a migration that failed is not overwritten.
  private func backupPath(before version: Int) -> String {
    let base = "\(path).before-format-\(version)"
    var candidate = base
    var number = 1
    while StoreFile.exists(candidate) {
      number += 1
      candidate = "\(base)-\(number)"
    }
    return candidate
  }

  /// Builds the search index anew from the entries.
  package func rebuildSearchIndex() throws(StoreError) {
    try writing { db in
      try db.execute(sql: "INSERT INTO entrySearch(entrySearch) VALUES('rebuild')")
      try db.execute(
        sql: "INSERT OR REPLACE INTO meta VALUES('tokenizer', ?)", arguments: [Schema.tokenizerVersion])
    }
  }

  /// Runs one transaction that only reads.
  ///
  /// GRDB's `read` on a single connection forbids writing by a pragma, after which SQLite prepares every statement anew.
  func reading<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do {
      guard let queue = writer as? DatabaseQueue else { return try writer.read(body) }
      return try queue.inDatabase { db in
        var value: Value?
        try db.inTransaction(.deferred) {
          value = try body(db)
          return .commit
        }
        guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
        return value
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  func writing<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    do { return try writer.write(body) } catch { throw StoreError(error, path: path) }
  }

  /// A number that changes whenever another process has committed to the journal; this store's commits do not count.
  package func foreignCommits() throws(StoreError) -> Int64 {
    do {
      return try writer.writeWithoutTransaction { try Int64.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  package func changeCounter() throws(StoreError) -> Int64 {
    // On the writing connection: `data_version` counts the commits of all others; its own are counted beside it.
    do {
      return try writer.writeWithoutTransaction { db in
        let others = try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
        return others &* 1_000_003 &+ Int64(db.totalChangesCount)
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Lets go of the file; nothing else may be called afterwards.
  package func close() throws(StoreError) {
    do { try writer.close() } catch { throw StoreError(error, path: path) }
  }
}
