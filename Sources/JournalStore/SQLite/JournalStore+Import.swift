import CloudRecord
import GRDB
import JournalCore

extension JournalStore {
  /// Compares each entry with the journal's in one reading; categories and pictures are not counted.
  package func preview(importing batch: ImportBatch) throws(StoreError) -> ImportSummary {
    try reading { db in
      var summary = ImportSummary()
      let table = EntryTable(db: db, zone: zone)
      // What would be here by then: an entry may occur twice.
      var brought: [RecordName: Entry] = [:]
      for entry in batch.entries.map(\.withoutNULs) {
        if let present = brought[entry.id] {
          let comparison = ImportComparison(entry, present)
          if comparison.isSameButForStar, entry.isFavorite {
            brought[entry.id]?.isFavorite = true
            summary.same += 1
          } else {
            summary.add(entry, present, comparison)
          }
          continue
        }
        guard let stored = try table.find(entry.id) else {
          summary.imported += 1
          brought[entry.id] = entry
          continue
        }
        let comparison = ImportComparison(entry, stored.record, former: batch.former[entry.id])
        if comparison.isSame, try ImportComparison.isReturning(entry, stored, in: db) {
          summary.imported += 1
          brought[entry.id] = entry
        } else {
          summary.add(entry, stored.record, comparison)
        }
      }
      return summary
    }
  }

  /// Takes in a whole import in one transaction, and tidies the search index if that is due.
  package func importRecords(_ batch: ImportBatch) throws(StoreError) -> ImportSummary {
    var run = ImportRun(fingerprint: [])
    return try bringIn(ImportPart(batch), &run, isAll: true)
  }

  /// Takes in one part in one transaction; `run` has its number afterwards, or is as before if this throws.
  ///
  /// - Throws: ``StoreError/invalid(_:)`` if the import was undone since its last part.
  package func importPart(_ part: ImportPart, of run: inout ImportRun) throws(StoreError) -> ImportSummary {
    try bringIn(part, &run, isAll: false)
  }

  /// Ends an import of parts, and tidies the search index if that is due.
  package func finishImport(_ run: ImportRun) throws(StoreError) {
    try writing(.edit) {
      try ImportTransaction($0, zone: zone, environment: environment, run: run, source: "").finish()
    }
    tidying.runIfDue(writer)
    try ImportLog(self).shorten()
  }

  private func bringIn(_ part: ImportPart, _ run: inout ImportRun, isAll: Bool) throws(StoreError) -> ImportSummary {
    let before = run
    let (after, summary) = try writing(.edit) { db in
      if !isAll { try db.run("PRAGMA wal_autocheckpoint = \(JournalStore.logPagesOfImport)") }
      var transaction = try ImportTransaction(
        db, zone: zone, environment: environment, run: before, source: part.batch.source)
      try transaction.take(part)
      if isAll { try transaction.finish() }
      return (transaction.run, transaction.summary)
    }
    run = after
    tidying.add(summary.imported)
    if isAll { tidying.runIfDue(writer) }
    return summary
  }

  /// Entries that one transaction moves to the trash: while it lasts no other program can save.
  private static let undoSize = 1_000

  /// Moves entries to the trash, 1,000 in a transaction, then the categories that have no entry left. What was changed since
  /// the import began, here or on another device, is a person's work and stays.
  ///
  /// What it put beside entries that were here before goes first. What came with an entry stays beside it, in the trash, too.
  ///
  /// History has the change; the summary counts the entries that were moved, and names those that were kept.
  package func undoLatestImport() throws(StoreError) -> ImportSummary? {
    guard let number = try reading({ try $0.integer("SELECT max(id) FROM imports WHERE isUndone = 0") }) else {
      return nil
    }
    var summary = ImportSummary()
    var last: String? = ""
    while let after = last {
      let part = try writing(.edit) {
        try KeptItemTable(db: $0, zone: zone).takeBack(number, after: after, limit: JournalStore.undoSize)
      }
      summary.removedItems += part.removed
      last = part.last
    }
    last = ""
    while let after = last {
      let part = try writing(.edit) { try self.takeBack(number, after: after, in: $0) }
      summary.imported += part.moved
      summary.kept += part.kept
      last = part.last
    }
    return summary
  }

  /// Moves at most ``undoSize`` entries of an import whose names follow `after` to the trash; after the last of them
  /// also its categories.
  ///
  /// - Returns: How many entries were moved, which ones stay, and the name of the last one looked at; nil once the import
  ///   is undone.
  private func takeBack(
    _ number: Int64, after: String, in db: Database
  ) throws -> (moved: Int, kept: [RecordName], last: String?) {
    var transaction = try EditTransaction(db, zone: zone, environment: environment, cause: .undo)
    let trashed = EntryChange.trashedAt(environment.now())
    var (moved, kept) = (0, [RecordName]())
    let began = try db.integer("SELECT at FROM imports WHERE id = ?", [number]) ?? 0
    let entries = try db.rows(
      """
      SELECT recordName FROM importedRecords WHERE import = ? AND recordName > ? AND recordType = ?
      ORDER BY recordName LIMIT ?
      """, [number, after, RecordFields.entryType, JournalStore.undoSize])
    for row in entries {
      let name = RecordName(row[0])
      guard let stored = try EntryTable(db: db, zone: zone).find(name), stored.record.trashedAt == nil else { continue }
      let isChanged = try db.integer(
        "SELECT 1 FROM history WHERE zone = ? AND recordName = ? AND replacedAt > ? AND cause NOT IN (?, ?) LIMIT 1",
        [zone, name.rawValue, began, EditCause.importing.rawValue, EditCause.refused.rawValue])
      guard isChanged == nil else {
        kept.append(name)
        continue
      }
      try transaction.perform(.editEntry(name, [trashed]))
      moved += 1
    }
    if entries.count == JournalStore.undoSize, let last = entries.last { return (moved, kept, last[0]) }
    // A category goes only once none of its entries is left.
    let categories = try db.rows(
      "SELECT recordName FROM importedRecords WHERE import = ? AND recordType = ? ORDER BY recordName",
      [number, RecordFields.categoryType])
    for row in categories {
      let name = RecordName(row[0])
      guard let stored = try PlainTable<JournalCore.Category>(db: db, zone: zone).find(name),
        stored.record.trashedAt == nil,
        try db.integer(
          "SELECT count(*) FROM entries WHERE category = ? AND trashedAt IS NULL", [name.rawValue]) == 0,
        try CategorySharing(of: name, zone: zone, db) == .none
      else { continue }
      try transaction.perform(.editCategory(name, [.trashedAt(environment.now())]))
    }
    try db.run("UPDATE imports SET isUndone = 1, unfinished = NULL WHERE id = ?", [number])
    return (moved, kept, nil)
  }
}
