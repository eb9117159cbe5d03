package import CloudRecord
import Foundation
import GRDB
import JournalCore
package import JournalSeal
import SyncCore
import Synchronization

/// A journal in an SQLite file: WAL, `synchronous=FULL`, mode 0600, one method a transaction.
///
/// Several processes may have the same file open. A commit is on disk when its method returns.
///
/// Methods throw ``StoreError/moved(path:_:)`` where another file, or none, is at the path, and
/// ``StoreError/busy(path:)``, ``StoreError/damaged(path:detail:)`` or ``StoreError/inputOutput(path:detail:)`` where
/// SQLite reports so. One that writes throws ``StoreError/readOnly(path:)``, ``StoreError/diskFull(path:)``,
/// ``StoreError/notWritten(path:detail:)`` or ``StoreError/uncertain(path:detail:)`` too.
package final class JournalStore: Sendable {
  /// The path of the database file as it was given, for messages; the log lies beside it.
  package let path: String
  /// Whether nothing can be written through this store.
  package let isReadOnly: Bool
  /// The zone whose records are read by name and synchronised; lists show what the file holds.
  package let address: ZoneAddress
  let environment: StoreEnvironment
  /// What the file is sealed with; nil where it is plain.
  let vault: PageSeal?
  let writer: any DatabaseWriter
  let tidying = SearchTidying()
  /// Kept as long as a connection may be open.
  private let claim: FileClaim
  /// The identity of the file that is open.
  let file: OpenFile
  /// What this store has written, and has seen of others' writes; see ``news()``.
  let writes = Mutex(SeenWrites())
  private let zoneRow = Atomic<Int64>(0)
  /// The row of ``address`` in `zones`, looked up once; its records have it in their column `zone`.
  var zone: Int64 { zoneRow.load(ordering: .relaxed) }

  /// How a journal is opened.
  package struct Options: Sendable {
    /// Nothing is written, not even the schema; the file must exist.
    package var isReadOnly = false
    /// Reads do not wait for writes; for the screen. One-shot commands open faster without.
    package var isConcurrent = false
    /// Fails where there is no file instead of making one.
    package var mustExist = false
    /// Reads without an index of the log on the disk, which has no room for one: no other program can use the journal
    /// meanwhile if its log is not empty. Together with `isReadOnly`.
    package var isWithoutIndex = false
    /// The zone whose records the store is for; made in the file if it is not there.
    package var address = ZoneAddress.journal
    /// What the file is sealed with; nil for a plain one. A file that is not so is refused.
    package var vault: PageSeal?
    /// Keeps all other programs from opening the journal; ``StoreError/busy(path:)`` where one has it open.
    var isAlone = false
    /// Seconds for which a transaction waits while another program writes; ``StoreError/busy(path:)`` after that.
    package var patience = 10.0

    package init(
      isReadOnly: Bool = false, isConcurrent: Bool = false, mustExist: Bool = false, isWithoutIndex: Bool = false
    ) {
      (self.isWithoutIndex, self.isReadOnly) = (isWithoutIndex, isReadOnly)
      (self.isConcurrent, self.mustExist) = (isConcurrent, mustExist)
    }

    func log(of path: String) -> String { StoreFile.log(of: path, isSealed: vault != nil) }
  }

  /// Opens the journal in the file at `path`, making it and its folder (modes 0600 and 0700) if need be.
  ///
  /// - Throws: ``StoreError/missing(path:)``, ``StoreError/notAJournal(path:)``,
  ///   ``StoreError/newerFormat(path:found:known:)``, or the error of a disk or a lock that refuses.
  package convenience init(
    path: String, environment: StoreEnvironment, options: Options = Options()
  ) throws(StoreError) {
    try self.init(path: path, environment: environment, options: options, schema: Schema.current)
  }

  init(
    path: String, environment: StoreEnvironment, options: Options, schema: Schema.Plan
  ) throws(StoreError) {
    self.path = path
    isReadOnly = options.isReadOnly
    address = options.address
    self.environment = environment
    vault = options.vault
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
    // SQLite does not wait while it makes a new file one with a log: of two that begin at once, one would fail.
    let making = !options.isReadOnly && StoreFile.isEmpty(path) ? try StoreFile.lock(path + ".lock") : nil
    defer { withExtendedLifetime(making) {} }
    let expected = StoreFile.inode(path)
    do {
      writer = try StoreConnection.open(path: path, options: options)
      if !options.isReadOnly {
        // GRDB sets NORMAL for WAL after its own preparation, so FULL is set once the file is open (and tested).
        try writer.writeWithoutTransaction { try $0.execute(sql: JournalStore.writing) }
      }
      file = try OpenFile(path, log: options.log(of: path))
      // While SQLite waited for a lock another file may have come to the path, which is not the one that it has open.
      guard file.inode == expected else { throw StoreError.moved(path: path, .replaced(isKept: false)) }
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(error, path: path)
    }
    try bringUpToDate(options, schema, isLocked: making != nil)
    try findZone()
    if !options.isReadOnly { try keepLog() }
  }

  /// Looks up the row of the zone, and makes it where there is none.
  private func findZone() throws(StoreError) {
    var row = try reading { try ZoneTable(db: $0).row(of: address) }
    if row == nil, !isReadOnly { row = try writing(.note) { try ZoneTable(db: $0).makeRow(of: address) } }
    guard let row else { throw .missing(path: path) }
    zoneRow.store(row, ordering: .relaxed)
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
  private static let writing =
    "PRAGMA synchronous = FULL; PRAGMA cache_size = -16000; PRAGMA wal_autocheckpoint = \(JournalStore.logPages)"

  /// Pages in the log from which on a commit brings them into the file: 16 MB.
  static let logPages = 4_000

  /// As ``logPages`` while an import goes on, 64 MB: each part changes the same pages of some indexes again.
  static let logPagesOfImport = 16_000

  /// Checks the format, and migrates an older file after a backup, one process at a time.
  ///
  /// - Parameter isLocked: Whether this store keeps others from doing so already.
  private func bringUpToDate(_ options: Options, _ schema: Schema.Plan, isLocked: Bool) throws(StoreError) {
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
      let lock = isLocked ? nil : try StoreFile.lock(path + ".lock")
      defer { withExtendedLifetime(lock) {} }
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

  /// Builds the search index anew from the entries, in one transaction that reads every text.
  ///
  /// - Throws: ``StoreError`` if the file cannot be written; nothing is changed then.
  package func rebuildSearchIndex() throws(StoreError) {
    try writing(.edit) { db in
      try db.execute(sql: "INSERT INTO entrySearch(entrySearch) VALUES('rebuild')")
      try db.execute(
        sql: "INSERT OR REPLACE INTO meta VALUES('tokenizer', ?)", arguments: [Schema.tokenizerVersion])
    }
  }

  /// Runs one transaction that only reads.
  ///
  /// GRDB's `read` on a single connection forbids writing by a pragma, which has SQLite prepare every statement anew.
  func reading<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
    // A connection that opens only now would open another file.
    try file.requireInPlace()
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

  /// Runs one transaction that writes, and is counted by its origin.
  func writing<Value>(_ origin: WriteOrigin, _ body: (Database) throws -> Value) throws(StoreError) -> Value {
    try file.requireInPlace()
    let value: Value
    do { value = try committing({ _ in origin }, body) } catch { throw StoreError(writing: error, path: path) }
    // A commit to a file that is not opened again is not saved.
    try file.requireInPlace()
    return value
  }

  /// Where the file that is open stands now; one call of the system if it is in its place.
  package var place: FilePlace { file.place }

  /// Closes the file; no other method may be called afterwards.
  ///
  /// - Throws: ``StoreError`` if SQLite cannot close the file.
  package func close() throws(StoreError) {
    let isAway = file.place != .same
    do {
      // SQLite leaves the log of a file that was moved as it is, and it would not be found under its new name.
      if isAway { try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") } }
      // A connection with the log's index in memory would write the log into the file while closing; SQLite does not do
      // so where the connection was interrupted.
      if isReadOnly, !isAway { writer.interrupt() }
      try writer.close()
    } catch {
      throw StoreError(error, path: path)
    }
    if isAway { file.removeLogSetAside() }
  }
}
