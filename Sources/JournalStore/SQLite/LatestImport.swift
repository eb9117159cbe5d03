import CloudRecord
import GRDB
package import JournalCore

/// The import that ``JournalStore/undoLatestImport()`` would undo.
package struct LatestImport: Hashable, Sendable {
  /// What came: a file, or a file and how many more.
  package let source: String
  /// When it began.
  package let at: Instant
  /// Entries that it brought.
  package let entries: Int

  /// Nil where there is none.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package init?(in store: JournalStore) throws(StoreError) {
    let found = try store.reading { db -> (String, Int64, Int64)? in
      let latest = "SELECT id, source, at FROM imports WHERE isUndone = 0 ORDER BY id DESC LIMIT 1"
      guard let row = try db.row(latest, []) else { return nil }
      let number: Int64 = row[0]
      let entries = try db.integer(
        "SELECT count(*) FROM importedRecords WHERE import = ? AND recordType = ?", [number, RecordFields.entryType])
      return (row[1], row[2], entries ?? 0)
    }
    guard let found else { return nil }
    (source, at, entries) = (found.0, Instant(milliseconds: found.1), Int(found.2))
  }
}

/// The database's log while an import of parts is under way: it grows further than usual before it is written back.
package struct ImportLog {
  private let store: JournalStore

  package init(_ store: JournalStore) { self.store = store }

  /// Keeps it short again; for an import that failed, too.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func shorten() throws(StoreError) {
    try store.writing(.note) { try $0.run("PRAGMA wal_autocheckpoint = \(JournalStore.logPages)") }
  }
}
