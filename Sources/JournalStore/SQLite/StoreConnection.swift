import GRDB
import JournalSeal
import SQLiteKit

/// Connections to a journal's file, plain or sealed, for one store.
enum StoreConnection {
  /// SQLite's documentation, "Use of WAL Without Shared-Memory": it holds only for a connection that has not read yet.
  private static let readingAlone = "PRAGMA locking_mode = EXCLUSIVE; PRAGMA query_only = ON"

  /// - Throws: What SQLite says, and GRDB.
  static func open(path: String, options: JournalStore.Options) throws -> any DatabaseWriter {
    _ = SQLiteLibrary.isPrepared
    if let vault = options.vault {
      SealedFiles.know(vault)
      guard SealedFiles.isReady else { throw DatabaseError(resultCode: .SQLITE_ERROR, message: "no vaults here") }
    }
    let name = StoreFile.name(path, options.vault)
    var configuration = Configuration()
    configuration.readonly = options.isReadOnly
    configuration.busyMode = .timeout(options.patience)
    configuration.foreignKeysEnabled = true
    // The list, a search and a count that takes long do not hold the others up.
    configuration.maximumReaderCount = 3
    let isReadingAlone = options.isReadOnly && options.isWithoutIndex && StoreFile.hasLog(options.log(of: path))
    configuration.prepareDatabase { db in
      // GRDB reads the schema as soon as this returns.
      if isReadingAlone { try db.execute(sql: readingAlone) }
      if options.isAlone { try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
      if options.vault != nil { try requireSealing(db, path: path, isReadOnly: options.isReadOnly) }
      db.add(tokenizer: JournalTokenizer.self)
      db.add(function: TextFunctions.categoryKey)
      db.add(function: TextFunctions.previewLines)
      db.add(function: TextFunctions.linksTo)
      try db.execute(sql: "PRAGMA temp_store = MEMORY")
    }
    if options.isReadOnly, options.isWithoutIndex {
      guard isReadingAlone else {
        return try DatabaseQueue(
          path: StoreFile.name(path, options.vault, isUnchanging: true), configuration: configuration)
      }
      // The log has to be read too, and only a connection that may write can have its index in memory.
      configuration.readonly = false
      return try DatabaseQueue(path: name, configuration: configuration)
    }
    if options.isConcurrent, !options.isReadOnly {
      return try DatabasePool(path: name, configuration: configuration)
    }
    // A file remembers that it is in WAL mode. Asking for it again makes GRDB write to it, and a reader would wait.
    if !options.isReadOnly, StoreFile.isEmpty(path) { configuration.journalMode = .wal }
    return try DatabaseQueue(
      path: options.isReadOnly ? StoreFile.readOnlyName(path, options.vault) : name, configuration: configuration)
  }

  /// Makes sure that a connection goes through the VFS that seals, and that what it makes has room for trailers.
  private static func requireSealing(_ db: Database, path: String, isReadOnly: Bool) throws {
    guard SQLiteFile.system(of: db) == SealedFiles.system else {
      throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "the journal would not be sealed")
    }
    guard !isReadOnly else { return }
    // A journal on the disk would have plain pages in it; a copy has no log before it is used.
    if StoreFile.isEmpty(path) { SQLiteFile.reserve(PageSeal.trailerLength, in: db) }
    if try String.fetchOne(db, sql: "PRAGMA journal_mode") != "wal" {
      try db.execute(sql: "PRAGMA journal_mode = MEMORY")
    }
  }
}
