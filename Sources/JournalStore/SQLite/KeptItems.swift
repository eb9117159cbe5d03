import GRDB
package import JournalCore

/// What imports brought with entries and is kept beside them.
package struct KeptItems {
  private let store: JournalStore

  package init(_ store: JournalStore) { self.store = store }

  /// So many are read at once.
  private static let page = 500

  /// Goes through all of them in the order in which they came; the journal may be read and written meanwhile.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read; the error of `body`.
  package func forEach(_ body: (KeptItem) throws -> Void) throws {
    var last: Int64 = 0
    while true {
      let zone = store.zone
      let page = try store.reading { db in
        try KeptItemTable(db: db, zone: zone).page(after: last, limit: KeptItems.page)
      }
      for (id, item) in page {
        try body(item)
        last = id
      }
      if page.count < KeptItems.page { return }
    }
  }

  /// What is kept of an entry, in the order in which it came.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func all(of entry: RecordName) throws(StoreError) -> [KeptItem] {
    try store.reading { try KeptItemTable(db: $0, zone: store.zone).all(of: entry) }
  }
}

/// The rows of what is kept.
struct KeptItemTable {
  let db: Database
  let zone: Int64

  private static let columns = "id, entry, kind, name, asset, bytes, details"

  /// Whether the file has them: one of an older format that is only read has not.
  private var isThere: Bool { get throws { try db.tableExists("keptItems") } }

  func page(after id: Int64, limit: Int) throws -> [(id: Int64, item: KeptItem)] {
    guard try isThere else { return [] }
    return try db.rows(
      "SELECT \(Self.columns) FROM keptItems WHERE id > ? AND zone = ? ORDER BY id LIMIT ?", [id, zone, limit]
    ).map { ($0[0], Self.item($0)) }
  }

  func all(of entry: RecordName) throws -> [KeptItem] {
    guard try isThere else { return [] }
    return try db.rows(
      "SELECT \(Self.columns) FROM keptItems WHERE zone = ? AND entry = ? ORDER BY id", [zone, entry.rawValue]
    ).map(Self.item)
  }

  /// The names of all files; those of every zone.
  func assets() throws -> [String] {
    guard try isThere else { return [] }
    return try String.fetchAll(db, sql: "SELECT asset FROM keptItems WHERE asset <> ''")
  }

  /// Keeps something of an entry that is here. The same once more changes nothing, and nothing replaces anything: of two imports with
  /// other details of an entry nothing says which is the later one.
  ///
  /// - Returns: The number of the new row; nil where nothing changed.
  func take(_ item: KeptItem) throws -> Int64? {
    try db.run(
      """
      INSERT INTO keptItems(zone, entry, kind, name, asset, bytes, details)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE EXISTS(SELECT 1 FROM entries WHERE zone = ?1 AND recordName = ?2)
        AND NOT EXISTS(SELECT 1 FROM keptItems WHERE zone = ?1 AND entry = ?2 AND name = ?4 AND asset = ?5 AND details = ?7)
      """,
      [zone, item.entry.rawValue, item.kind.rawValue, item.name, item.asset ?? "", item.bytes, item.details])
    guard db.changesCount > 0 else { return nil }
    let row = db.lastInsertedRowID
    // SQLite gives the number of a removed row again: what an import noted of that one is over.
    try db.run(
      "DELETE FROM importedRecords WHERE import IN (SELECT id FROM imports) AND recordName = ? AND recordType = ?",
      [Self.note(row), Self.noteType])
    return row
  }

  // MARK: What an import put beside entries that were here before

  /// How such rows are noted among the records of an import. A number that is free again may be given once more; the former note of it
  /// goes then.
  static let noteType = "KeptItem"
  private static let notePrefix = "kept/"

  /// The name of a row in the notes; its length has all of them in the order of their numbers.
  static func note(_ row: Int64) -> String {
    let digits = String(row)
    return notePrefix + String(repeating: "0", count: max(0, 19 - digits.utf8.count)) + digits
  }

  /// Removes what an import put beside entries that were here before, at most so many rows.
  ///
  /// - Parameters:
  ///   - number: the import.
  ///   - after: the note behind which it goes on; empty for the beginning.
  /// - Returns: How many there were, and the last note that was looked at; nil once there is none left.
  func takeBack(_ number: Int64, after: String, limit: Int) throws -> (removed: Int, last: String?) {
    let notes = try String.fetchAll(
      db,
      sql: """
        SELECT recordName FROM importedRecords WHERE import = ? AND recordName > ? AND recordType = ?
        ORDER BY recordName LIMIT ?
        """, arguments: [number, max(after, Self.notePrefix), Self.noteType, limit])
    guard !notes.isEmpty, try isThere else { return (0, nil) }
    var removed = 0
    for row in notes.compactMap({ Int64($0.dropFirst(Self.notePrefix.count)) }) {
      try db.run("DELETE FROM keptItems WHERE id = ? AND zone = ?", [row, zone])
      removed += db.changesCount
    }
    return (removed, notes.count == limit ? notes.last : nil)
  }

  private static func item(_ row: Row) -> KeptItem {
    let (entry, name, asset): (String, String, String) = (row[1], row[3], row[4])
    guard !asset.isEmpty else { return KeptItem(entry: RecordName(entry), details: row[6], name: name) }
    return KeptItem(
      entry: RecordName(entry), kind: KeptItem.Kind(rawValue: row[2]) ?? .file, name: name, asset: asset, bytes: row[5])
  }
}
