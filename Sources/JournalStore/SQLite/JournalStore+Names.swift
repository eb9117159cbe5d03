import CloudRecord
import Foundation
import GRDB
import JournalCore
import SyncCore

/// Names that follow from what a record says (UUID version 5), as imports give them.
///
/// Who sees such a name can test guesses of the text. A journal that is encrypted names imports by its own key instead.
extension JournalStore {
  /// The names of records here that follow from what the records say.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func namesOfTexts() throws(StoreError) -> Set<String> {
    try consulting { tables in try Set(tables.tables.flatMap { try tables.namesOfTexts($0.0) }) }
  }

  /// Renames records whose names follow from what they say, with all that refers to them, in one transaction.
  ///
  /// Nothing is renamed once the journal has met a server, or a ring of keys: a server may have any of the names then.
  ///
  /// - Parameter naming: The name in place of one, both UUIDs in lower case; nil where it stays.
  /// - Throws: ``StoreError`` where the journal cannot be read or written.
  package func nameImports(by naming: (String) -> String?) throws {
    guard try consulting({ try $0.hasMetNoServer() && $0.hasNamesOfTexts() }) else { return }
    try syncing {
      guard try $0.tables.hasMetNoServer(), try ImportNames(tables: $0.tables).give(by: naming) else { return }
      $0.isIntake = true
    }
  }
}

/// New names by the former ones. There may be very many, and a UUID has a third of the bytes that its text has.
private struct NewNames {
  private var names: [UUID: UUID] = [:]

  var isEmpty: Bool { names.isEmpty }

  /// The new name of a record; nil where it keeps its own.
  subscript(name: String) -> String? { UUID(uuidString: name).flatMap { names[$0] }?.uuidString.lowercased() }

  mutating func add(_ name: UUID, _ new: UUID) { names[name] = new }
}

extension SQLiteSyncTables {
  /// A name's fifteenth character is the version of the UUID.
  fileprivate static let followsFromText = "substr(recordName, 15, 1) = '5'"

  fileprivate func namesOfTexts(_ type: String) throws -> [String] {
    try String.fetchAll(
      db, sql: "SELECT recordName FROM \(table(type)) WHERE zone = ? AND \(Self.followsFromText)", arguments: [zoneRow])
  }

  fileprivate func hasNamesOfTexts() throws -> Bool {
    try tables.contains { _, table in
      try db.integer("SELECT 1 FROM \(table) WHERE zone = ? AND \(Self.followsFromText) LIMIT 1", [zoneRow]) != nil
    }
  }

  /// Whether no record was ever fetched or acknowledged, and no ring of keys was met.
  fileprivate func hasMetNoServer() throws -> Bool {
    guard try zone().token == nil, try ring() == nil else { return false }
    return try tables.allSatisfy { _, table in
      try db.integer("SELECT 1 FROM \(table) WHERE zone = ? AND baseChangeTag IS NOT NULL LIMIT 1", [zoneRow]) == nil
    }
  }
}

/// Gives imports other names, with all that refers to them.
private struct ImportNames {
  let tables: SQLiteSyncTables
  private var db: Database { tables.db }
  private var zoneRow: Int64 { tables.zoneRow }
  /// So many rows are read before what they ask for is written.
  private static let page = 1000

  /// - Returns: Whether anything was renamed.
  func give(by naming: (String) -> String?) throws -> Bool {
    var renamed = NewNames()
    var taken = try namesByKeys()
    for (_, table) in tables.tables {
      try forEachPage(
        "SELECT recordName FROM \(table) WHERE zone = ? AND recordName > ? AND \(SQLiteSyncTables.followsFromText)"
      ) { (row: Row) in
        let name: String = row[0]
        guard let new = naming(name), let from = UUID(uuidString: name), let to = UUID(uuidString: new),
          taken.insert(to).inserted
        else { return name }
        renamed.add(from, to)
        for statement in [
          "UPDATE \(table) SET recordName = ? WHERE zone = ? AND recordName = ?",
          "UPDATE history SET recordName = ? WHERE zone = ? AND recordName = ?",
          "UPDATE keptItems SET entry = ? WHERE zone = ? AND entry = ?",
        ] {
          try db.run(statement, [new, zoneRow, name])
        }
        return name
      }
    }
    guard !renamed.isEmpty else { return false }
    try renameInImports(renamed)
    try renameReferences(renamed)
    try renameInDrafts(renamed)
    try renameInHistory(renamed)
    return true
  }

  /// The names that imports were given by a key already.
  private func namesByKeys() throws -> Set<UUID> {
    var names: Set<UUID> = []
    for (_, table) in tables.tables {
      let found = try String.fetchCursor(
        db, sql: "SELECT recordName FROM \(table) WHERE zone = ? AND substr(recordName, 15, 1) = '8'",
        arguments: [zoneRow])
      while let name = try found.next() { if let name = UUID(uuidString: name) { names.insert(name) } }
    }
    return names
  }

  /// Goes through the rows of this zone in the order of their names, some at a time, since what is done changes them.
  ///
  /// - Parameters:
  ///   - sql: Takes the zone, and the name behind which it goes on.
  ///   - body: Returns the name of its row.
  private func forEachPage(_ sql: String, _ body: (Row) throws -> String) throws {
    var last = ""
    while true {
      let rows = try db.rows("\(sql) ORDER BY recordName LIMIT \(Self.page)", [zoneRow, last])
      for row in rows { last = try body(row) }
      if rows.count < Self.page { return }
    }
  }

  /// The lists of what imports brought. Each name is looked up under its import: without that every name goes over all rows.
  private func renameInImports(_ renamed: NewNames) throws {
    for number in try Int64.fetchAll(db, sql: "SELECT DISTINCT import FROM importedRecords") {
      var last = ""
      while true {
        let names = try String.fetchAll(
          db,
          sql: """
            SELECT recordName FROM importedRecords WHERE import = ? AND recordName > ? ORDER BY recordName LIMIT \(Self.page)
            """, arguments: [number, last])
        for name in names {
          last = name
          guard let new = renamed[name] else { continue }
          try db.run(
            "UPDATE importedRecords SET recordName = ? WHERE import = ? AND recordName = ?", [new, number, name])
        }
        if names.count < Self.page { break }
      }
    }
  }

  /// What refers to a renamed record gets its new name, and other digests with it.
  private func renameReferences(_ renamed: NewNames) throws {
    for (column, type) in [("category", Entry.recordType), ("entry", EntryImage.recordType)] {
      try forEachPage(
        "SELECT recordName, \(column) FROM \(tables.table(type)) WHERE zone = ? AND recordName > ? AND \(column) IS NOT NULL"
      ) { row in
        let (name, owner): (String, String) = (row[0], row[1])
        if let new = renamed[owner], let old = try tables.row(of: name, type) {
          try tables.replace(old, with: old.referring(to: RecordName(new)))
        }
        return name
      }
    }
  }

  private func renameInDrafts(_ renamed: NewNames) throws {
    for table in ["drafts", "draftBases"] {
      for row in try db.rows("SELECT DISTINCT entry, category FROM \(table)") {
        let (entry, category): (String, String?) = (row[0], row[1])
        if let category, let new = renamed[category] {
          try db.run("UPDATE \(table) SET category = ? WHERE entry = ? AND category = ?", [new, entry, category])
        }
        if let new = renamed[entry] { try db.run("UPDATE \(table) SET entry = ? WHERE entry = ?", [new, entry]) }
      }
    }
  }

  /// Former categories of entries.
  private func renameInHistory(_ renamed: NewNames) throws {
    let rows = try db.rows(
      "SELECT id, oldValue FROM history WHERE zone = ? AND field = 'category' AND oldValue IS NOT NULL", [zoneRow])
    for row in rows {
      let (id, value): (Int64, Data) = (row[0], row[1])
      var decoder = CanonicalDecoder([UInt8](value))
      guard case .reference(var reference) = try decoder.value(), let new = renamed[reference.recordName] else {
        continue
      }
      reference.recordName = new
      try db.run(
        "UPDATE history SET oldValue = ? WHERE id = ?", [Data(CanonicalEncoder.encode(.reference(reference))), id])
    }
  }
}

extension SyncedRow {
  /// The row with another category, or of another entry.
  fileprivate func referring(to name: RecordName) -> SyncedRow {
    var new = self
    switch record {
    case .entry(var entry):
      entry.category = name
      new.record = .entry(entry)
    case .image(var image):
      image.entry = name
      new.record = .image(image)
    case .category, .preference: return self
    }
    let values = new.version.values
    for field in stamps.marks.keys { new.stamps.marks[field]?.digest = FieldStamps.digest(of: values[field]) }
    new.state.localDigest = RecordDigest.of(
      recordType: record.recordType, encodedStamps: new.stamps.encoded)
    return new
  }
}
