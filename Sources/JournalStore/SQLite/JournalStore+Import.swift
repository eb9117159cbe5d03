import CloudRecord
import Foundation
import GRDB
import JournalCore
import SyncCore

extension JournalStore {
  package func preview(importing batch: ImportBatch) throws(StoreError) -> ImportSummary {
    try reading { db in
      var summary = ImportSummary()
      let table = EntryTable(db: db)
      for entry in batch.entries.map(\.withoutNULs) {
        guard let stored = try table.find(entry.id) else {
          summary.imported += 1
          continue
        }
        try self.compare(entry, with: stored, in: db, &summary)
      }
      return summary
    }
  }

  package func importRecords(_ batch: ImportBatch) throws(StoreError) -> ImportSummary {
    let summary = try bringIn(batch)
    tidying.add(summary.imported)
    tidying.runIfDue(writer)
    return summary
  }

  private func bringIn(_ batch: ImportBatch) throws(StoreError) -> ImportSummary {
    try writing { db in
      var summary = ImportSummary()
      let now = environment.now()
      let stamp = try ClockTable(db).tick(now)
      try db.run("INSERT INTO imports(at, source) VALUES(?, ?)", [now.milliseconds, batch.source])
      let number = db.lastInsertedRowID
      var taken = try self.importCategories(batch.categories, stamp: stamp, number: number, in: db)
      let search = SearchQueue()
      let table = EntryTable(db: db, queue: search)
      for entry in batch.entries.map(\.withoutNULs) {
        if let stored = try table.find(entry.id) {
          if try self.isReturning(entry, stored, in: db) {
            var revived = stored.entry
            revived.trashedAt = nil
            var stamps = stored.stamps
            stamps.marks["trashedAt"] = FieldStamps.Mark(stamp: stamp, digest: FieldStamps.digest(of: nil))
            try table.update(stored, to: revived, stamps: stamps)
            summary.imported += 1
          } else {
            try self.compare(entry, with: stored, in: db, &summary)
            continue
          }
        } else {
          try table.insert(entry, stamps: JournalStore.stamps(entry.changes.map { ($0.field, $0.value) }, stamp))
          summary.imported += 1
          taken.insert(entry.id)
        }
        try db.run(
          "INSERT OR IGNORE INTO importedRecords(import, recordType, recordName) VALUES(?, ?, ?)",
          [number, RecordFields.entryType, entry.id.rawValue])
      }
      try search.make(in: db)
      taken.formUnion(try self.importImages(batch.images, stamp: stamp, in: db))
      try self.importHistory(batch.history, of: taken, in: db)
      if summary.imported == 0 { try db.run("DELETE FROM importedRecords WHERE import = ?", [number]) }
      if summary.imported == 0 { try db.run("DELETE FROM imports WHERE id = ?", [number]) }
      return summary
    }
  }

  /// Whether an entry is here only because an import brought it that was undone since.
  private func isReturning(_ entry: Entry, _ stored: EntryTable.Stored, in db: Database) throws -> Bool {
    guard stored.entry.trashedAt != nil, entry.trashedAt == nil,
      JournalStore.sameContent(entry, stored.entry)
    else { return false }
    return try db.integer(
      """
      SELECT i.isUndone FROM importedRecords r JOIN imports i ON i.id = r.import WHERE r.recordName = ?
      ORDER BY i.id DESC LIMIT 1
      """, [entry.id.rawValue]) == 1
  }

  private func compare(
    _ entry: Entry, with stored: EntryTable.Stored, in db: Database, _ summary: inout ImportSummary
  ) throws {
    if JournalStore.sameContent(entry, stored.entry) {
      if try isReturning(entry, stored, in: db) {
        summary.imported += 1
      } else {
        summary.same += 1
        if stored.entry.trashedAt != nil, entry.trashedAt == nil { summary.inTrash += 1 }
      }
    } else {
      summary.conflicting.append(entry.id)
    }
  }

  /// Whether two versions say the same to a reader; whether they lie in the trash is not part of that.
  private static func sameContent(_ a: Entry, _ b: Entry) -> Bool {
    zip(a.changes, b.changes).allSatisfy { first, second in
      if case .trashedAt = first { return true }
      return FieldValue.areIdentical(first.value, second.value)
    }
  }

  static func stamps(_ fields: [(String, FieldValue?)], _ stamp: HybridTime) -> FieldStamps {
    var stamps = FieldStamps()
    for (name, value) in fields {
      stamps.marks[name] = FieldStamps.Mark(stamp: stamp, digest: FieldStamps.digest(of: value))
    }
    return stamps
  }

  private func importCategories(
    _ categories: [JournalCore.Category], stamp: HybridTime, number: Int64, in db: Database
  ) throws -> Set<RecordName> {
    var taken: Set<RecordName> = []
    let table = CategoryTable(db: db)
    for category in categories where try table.find(category.id) == nil {
      try table.insert(
        category, stamps: JournalStore.stamps(category.changes.map { ($0.field, $0.value) }, stamp))
      try db.run(
        "INSERT OR IGNORE INTO importedRecords(import, recordType, recordName) VALUES(?, ?, ?)",
        [number, RecordFields.categoryType, category.id.rawValue])
      taken.insert(category.id)
    }
    return taken
  }

  private func importImages(
    _ images: [EntryImage], stamp: HybridTime, in db: Database
  ) throws -> Set<RecordName> {
    var taken: Set<RecordName> = []
    let table = ImageTable(db: db)
    for image in images where try table.find(image.id) == nil {
      try table.insert(image, stamps: JournalStore.stamps(image.fields.map { ($0.field, $0.value) }, stamp))
      taken.insert(image.id)
    }
    return taken
  }

  /// History comes along only with records that are new here: what this journal remembers of its own is not mixed.
  private func importHistory(_ items: [HistoryItem], of taken: Set<RecordName>, in db: Database) throws {
    var groups: [Int64: Int64] = [:]
    var next = try db.integer("SELECT max(editGroup) FROM history") ?? 0
    for item in items where taken.contains(item.record) {
      if groups[item.group] == nil {
        next += 1
        groups[item.group] = next
      }
      let value = item.replacedValue.map { Data(CanonicalEncoder.encode($0)) }
      try db.run(
        """
        INSERT INTO history(zone, recordName, field, oldValue, replacedAt, device, cause, editGroup)
        VALUES(1, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          item.record.rawValue, item.field, value, item.replacedAt.milliseconds, item.device, item.cause.rawValue,
          groups[item.group],
        ])
    }
  }

  package func undoLatestImport() throws(StoreError) -> ImportSummary? {
    try writing { db in
      guard let number = try db.integer("SELECT max(id) FROM imports WHERE isUndone = 0") else { return nil }
      var transaction = try EditTransaction(db, environment: environment, cause: .undo)
      let trashed = EntryChange.trashedAt(environment.now())
      var summary = ImportSummary()
      // Entries first: a category goes only once none of its entries is left.
      let brought = try db.rows(
        """
        SELECT recordType, recordName FROM importedRecords WHERE import = ?
        ORDER BY recordType = 'Category', recordName
        """, [number])
      for row in brought {
        let name = RecordName(row[1])
        if row[0] == RecordFields.entryType {
          guard let stored = try EntryTable(db: db).find(name), stored.entry.trashedAt == nil else { continue }
          try transaction.perform(.editEntry(name, [trashed]))
          summary.imported += 1
        } else if try CategoryTable(db: db).find(name) != nil,
          try db.integer(
            "SELECT count(*) FROM entries WHERE category = ? AND trashedAt IS NULL", [name.rawValue]) == 0
        {
          try transaction.perform(.editCategory(name, [.trashedAt(environment.now())]))
        }
      }
      try db.run("UPDATE imports SET isUndone = 1 WHERE id = ?", [number])
      return summary
    }
  }
}
