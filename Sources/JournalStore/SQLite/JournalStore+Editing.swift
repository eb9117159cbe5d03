import CloudRecord
import Foundation
import GRDB
package import JournalCore
import SyncCore

extension JournalStore {
  /// T1: Applies all operations in one transaction, keeps every replaced value in history, and returns the edit that takes
  /// it back; equal values change nothing and leave no history.
  ///
  /// - Parameter draft: Removed in the same transaction, as the editor does when it saves.
  /// - Throws: ``StoreError/unknownRecord(_:)``, ``StoreError/recordExists(_:)``, or ``StoreError/invalid(_:)`` for an
  ///   empty name and for a record that a newer program wrote; nothing is changed then.
  @discardableResult
  package func apply(
    _ edit: JournalEdit, cause: EditCause, removing draft: DraftKey? = nil
  ) throws(StoreError) -> JournalEdit {
    try writing(.edit) { db in
      var transaction = try EditTransaction(db, zone: zone, environment: environment, cause: cause, seen: edit.seen)
      for operation in edit.operations {
        try CategorySharing.require(none: operation, zone: zone, db)
        try transaction.perform(operation)
      }
      if let draft { try DraftTable(db: db).remove(draft) }
      return JournalEdit(
        name: edit.name, operations: transaction.inverse.reversed(), allSeen: transaction.left,
        renaming: edit.renaming?.inverse)
    }
  }

  /// Removes entries for good, with their pictures, history and drafts; returns how many were here.
  ///
  /// - Throws: ``StoreError/invalid(_:)`` if one is not in the trash; nothing is removed then.
  package func purge(_ entries: [RecordName]) throws(StoreError) -> Int {
    try writing(.edit) { db in try self.purging(db).entries(entries) }
  }

  /// Removes everything in the trash in one transaction; returns the number of entries alone.
  package func emptyTrash() throws(StoreError) -> Int {
    try writing(.edit) { db in
      let purging = self.purging(db)
      let names = try String.fetchAll(db, sql: "SELECT recordName FROM entries WHERE trashedAt IS NOT NULL")
      let count = try purging.entries(names.map { RecordName($0) })
      _ = try purging.pictures(PlainTable<EntryImage>(db: db, zone: zone).removed().map(\.image.id))
      let categories = try String.fetchAll(db, sql: "SELECT recordName FROM categories WHERE trashedAt IS NOT NULL")
      _ = try purging.categories(categories.map { RecordName($0) })
      _ = try purging.preferences(PlainTable<Preference>(db: db, zone: zone).removed())
      return count
    }
  }

  /// Removes categories for good, with their history; returns how many were here.
  ///
  /// - Throws: ``StoreError/invalid(_:)`` if one is not in the trash; nothing is removed then.
  package func purgeCategories(_ categories: [RecordName]) throws(StoreError) -> Int {
    try writing(.edit) { db in try self.purging(db).categories(categories) }
  }

  /// Removes pictures for good, with their history; returns how many were here. Their files stay.
  ///
  /// - Throws: ``StoreError/invalid(_:)`` if one was not removed from its entry; nothing is removed then.
  package func purgePictures(_ pictures: [RecordName]) throws(StoreError) -> Int {
    try writing(.edit) { db in try self.purging(db).pictures(pictures) }
  }

  func purging(_ db: Database) -> PurgeTransaction {
    PurgeTransaction(db: db, zone: zone, now: environment.now())
  }

  /// Former values, those first that were replaced last; a category's name stands for its record name.
  package func history(of record: RecordName) throws(StoreError) -> [HistoryItem] {
    try reading { db in
      let names = try self.names(of: JournalStore.categoryNames, db)
      return try db.rows(
        "SELECT * FROM history WHERE zone = ? AND recordName = ? ORDER BY id DESC", [zone, record.rawValue]
      ).map { try HistoryItem($0, categoryNames: names) { try SQLiteSyncTables.deviceName(of: $0, db) } }
    }
  }

  private static let categoryNames = "SELECT recordName, name FROM categories"

  private func names(of query: String, _ db: Database) throws -> [String: String] {
    var names: [String: String] = [:]
    for row in try db.rows(query) { names[row[0]] = row[1] }
    return names
  }
}

extension HistoryItem {
  /// Reads a row of history.
  ///
  /// - Parameters:
  ///   - categoryNames: The names of categories, by their record names.
  ///   - deviceName: Gives the name of a device by the server’s word for it.
  fileprivate init(_ row: Row, categoryNames: [String: String], deviceName: (String) throws -> String?) throws {
    let field: String = row["field"]
    var value: FieldValue?
    if let data = row["oldValue"] as Data? {
      var decoder = CanonicalDecoder([UInt8](data))
      value = try decoder.value()
    }
    let change = EntryChange(field: field, value: value)
    var text = change?.text ?? ""
    // The value of a field that no entry has, such as a category's name.
    if change == nil, case .string(let words)? = value { text = words }
    if change == nil, case .int64(let number)? = value { text = String(number) }
    if case .reference(let name?)? = change?.content { text = categoryNames[name.rawValue] ?? name.rawValue }
    self.init(
      id: row["id"], record: RecordName(row["recordName"]), field: field, oldValue: change, oldText: text,
      replacedAt: Instant(milliseconds: row["replacedAt"]),
      device: try SavingDevice.name(in: row["device"], deviceName),
      cause: EditCause(rawValue: row["cause"]) ?? .edit, group: row["editGroup"])
  }
}
