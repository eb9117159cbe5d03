import GRDB
package import JournalCore
import SyncCore

extension JournalStore {
  /// All preferences that go with the journal, removed ones among them: those first that were changed last, by the stamps that
  /// every device has of them. They are changed like everything else, by ``apply(_:cause:removing:)``.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func preferences() throws(StoreError) -> [Preference] {
    try reading { try PlainTable<Preference>(db: $0, zone: zone).all().map(\.record) }
  }
}

extension PlainTable<Preference> {
  /// All of them, those first that were changed last.
  func all() throws -> [Stored<Preference>] {
    // A file that is only read may be of a format without the table.
    guard try db.tableExists(Preference.tableName) else { return [] }
    let rows = try db.rows("SELECT \(Record.statements.stored) FROM \(Preference.tableName) WHERE +zone = ?", [zone])
    return try rows.map(Record.statements.stored).sorted { a, b in
      guard let first = a.latestStamp, let second = b.latestStamp, first != second else {
        return a.record.id < b.record.id
      }
      return first > second
    }
  }
}

extension PlainTable<Preference> {
  /// The names of those that were removed.
  ///
  /// - Parameter age: How long ago that has to be; nil takes all.
  func removed(_ age: TrashAge? = nil) throws -> [RecordName] {
    let history = HistoryTable(db: db, zone: zone)
    return try all().filter { stored in
      guard let age else { return stored.record.trashedAt != nil }
      return try age.isOver(stored.record.trashedAt, stamps: stored.stamps) {
        try history.latestTrashing(of: stored.record.id)
      }
    }.map(\.record.id)
  }
}

extension Stored {
  /// When a field was set last, by the device that did it.
  fileprivate var latestStamp: HybridTime? { stamps.marks.values.map(\.stamp).max() }
}
