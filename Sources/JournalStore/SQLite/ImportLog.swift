import CloudRecord
import GRDB
package import JournalCore

/// What a journal notes of imports, and the database's log while one of parts is under way, which grows further than usual
/// before it is written back.
package struct ImportLog {
  private let store: JournalStore

  package init(_ store: JournalStore) { self.store = store }

  /// Forgets that imports brought a record: import by import, as the notes are in their order.
  static let forgetRecord = """
    DELETE FROM importedRecords WHERE import IN (SELECT id FROM imports) AND recordName = ?
    """

  /// The import that ``JournalStore/undoLatestImport()`` would undo; nil where there is none.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func latest() throws(StoreError) -> LatestImport? {
    try store.reading { db in
      let latest = "SELECT id, source, at FROM imports WHERE isUndone = 0 ORDER BY id DESC LIMIT 1"
      guard let row = try db.row(latest, []) else { return nil }
      let number: Int64 = row[0]
      func count(_ type: String) throws -> Int {
        Int(
          try db.integer("SELECT count(*) FROM importedRecords WHERE import = ? AND recordType = ?", [number, type])
            ?? 0)
      }
      return LatestImport(
        source: row[1], at: Instant(milliseconds: row[2]), entries: try count(RecordFields.entryType),
        items: try count(KeptItemTable.noteType))
    }
  }

  /// Keeps it short again; for an import that failed, too.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func shorten() throws(StoreError) {
    try store.writing(.note) { try $0.run("PRAGMA wal_autocheckpoint = \(JournalStore.logPages)") }
  }
}
