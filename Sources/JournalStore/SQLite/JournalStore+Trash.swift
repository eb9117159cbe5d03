import GRDB
import JournalCore
import SyncCore

/// Records leave the trash for good after 30 days.
extension JournalStore {
  /// Removes for good what is old enough in one transaction, and notes when this was done.
  package func expireTrash() throws(StoreError) -> Int {
    try writing(.edit) { db in
      let now = environment.now()
      let age = TrashAge(now: now, offset: try ClockTable(db).read().offset)
      try db.run("INSERT OR REPLACE INTO meta VALUES(?, ?)", [JournalStore.expiredKey, now.milliseconds])
      let entries = try db.rows(
        """
        SELECT recordName FROM entries
        WHERE trashedAt IS NOT NULL AND recordName NOT IN (SELECT entry FROM drafts) ORDER BY position
        """
      ).map { RecordName($0[0]) }
      let table = EntryTable(db: db, zone: zone)
      let history = HistoryTable(db: db, zone: zone)
      let others = try SQLiteSyncTables(db, of: self)
      let old = try entries.filter { name in
        guard let stored = try table.find(name) else { return false }
        return try age.isOver(stored.record.trashedAt, stamps: stored.stamps) { try history.latestTrashing(of: name) }
          && !others.isThrownByAnother(stored.stamps)
      }
      let images = PlainTable<EntryImage>(db: db, zone: zone)
      let pictures = try images.removed().map(\.image.id).filter { name in
        guard let stored = try images.find(name) else { return false }
        return try age.isOver(stored.record.trashedAt, stamps: stored.stamps) { try history.latestTrashing(of: name) }
          && !others.isThrownByAnother(stored.stamps)
      }
      let categoryTable = PlainTable<JournalCore.Category>(db: db, zone: zone)
      let categories = try categoryTable.all(includingTrash: true).filter { category in
        guard category.trashedAt != nil, let stored = try categoryTable.find(category.id) else { return false }
        return try age.isOver(category.trashedAt, stamps: stored.stamps) {
          try history.latestTrashing(of: category.id)
        }
      }
      let purging = self.purging(db)
      // No list shows them, so that none is missed.
      _ = try purging.preferences(PlainTable<Preference>(db: db, zone: zone).removed(age))
      return try purging.entries(old) + purging.pictures(pictures) + purging.categories(categories.map(\.id))
    }
  }

  /// Whether 24 hours have gone by since ``expireTrash()`` last ran in any process; true if it never did.
  ///
  /// - Throws: ``StoreError`` if the file cannot be read.
  package func isTrashDue() throws(StoreError) -> Bool {
    let last = try reading { try $0.integer("SELECT value FROM meta WHERE key = ?", [JournalStore.expiredKey]) }
    // A clock that was set back must not put it off for ever.
    return last.map { abs(environment.now().milliseconds - $0) >= 86_400_000 } ?? true
  }

  private static let expiredKey = "trashSettledAt"
}
