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
  /// - Parameter naming: The name in place of one; nil where it stays.
  /// - Throws: ``StoreError`` where the journal cannot be read or written.
  package func nameImports(by naming: (String) -> String?) throws {
    guard try consulting({ try $0.hasMetNoServer() }), try !namesOfTexts().isEmpty else { return }
    try syncing {
      guard try $0.tables.hasMetNoServer(), try $0.tables.giveNames(by: naming) else { return }
      $0.isIntake = true
    }
  }
}

extension SQLiteSyncTables {
  /// A name's fifteenth character is the version of the UUID.
  private static let followsFromText = "substr(recordName, 15, 1) = '5'"

  fileprivate func namesOfTexts(_ type: String) throws -> [String] {
    try String.fetchAll(
      db, sql: "SELECT recordName FROM \(table(type)) WHERE zone = ? AND \(Self.followsFromText)", arguments: [zoneRow])
  }

  /// Whether no record was ever fetched or acknowledged, and no ring of keys was met.
  fileprivate func hasMetNoServer() throws -> Bool {
    guard try zone().token == nil, try ring() == nil else { return false }
    return try tables.allSatisfy { _, table in
      try db.integer("SELECT 1 FROM \(table) WHERE zone = ? AND baseChangeTag IS NOT NULL LIMIT 1", [zoneRow]) == nil
    }
  }

  /// - Returns: Whether anything was renamed.
  fileprivate func giveNames(by naming: (String) -> String?) throws -> Bool {
    var renamed: [String: String] = [:]
    for (type, table) in tables {
      for name in try namesOfTexts(type) {
        guard let new = naming(name), try !isNameTaken(new) else { continue }
        renamed[name] = new
        for statement in [
          "UPDATE \(table) SET recordName = ? WHERE zone = ? AND recordName = ?",
          "UPDATE history SET recordName = ? WHERE zone = ? AND recordName = ?",
        ] {
          try db.run(statement, [new, zoneRow, name])
        }
      }
    }
    guard !renamed.isEmpty else { return false }
    try renameInImports(renamed)
    try renameReferences(renamed)
    try renameInDrafts(renamed)
    try renameInHistory(renamed)
    return true
  }

  /// The lists of what imports brought. Each name is looked up under its import: without that every name goes over all rows.
  private func renameInImports(_ renamed: [String: String]) throws {
    for row in try db.rows("SELECT import, recordName FROM importedRecords") {
      let (number, name): (Int64, String) = (row[0], row[1])
      guard let new = renamed[name] else { continue }
      try db.run(
        "UPDATE importedRecords SET recordName = ? WHERE import = ? AND recordName = ?", [new, number, name])
    }
  }

  /// What refers to a renamed record gets its new name, and other digests with it.
  private func renameReferences(_ renamed: [String: String]) throws {
    for (column, type) in [("category", Entry.recordType), ("entry", EntryImage.recordType)] {
      let rows = try db.rows(
        "SELECT recordName, \(column) FROM \(table(type)) WHERE zone = ? AND \(column) IS NOT NULL", [zoneRow])
      for row in rows {
        let (name, owner): (String, String) = (row[0], row[1])
        guard let new = renamed[owner], let old = try self.row(of: name, type) else { continue }
        try replace(old, with: old.referring(to: RecordName(new)))
      }
    }
  }

  private func renameInDrafts(_ renamed: [String: String]) throws {
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
  private func renameInHistory(_ renamed: [String: String]) throws {
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
