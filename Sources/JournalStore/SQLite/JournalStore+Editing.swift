import CloudRecord
import Foundation
import GRDB
package import JournalCore
import SyncCore

extension JournalStore {
  /// Applies all operations in one transaction, keeps every replaced value in history, and returns the edit that takes
  /// it back; equal values change nothing and leave no history.
  ///
  /// - Parameter draft: Removed in the same transaction, as the editor does when it saves.
  /// - Throws: ``StoreError/unknownRecord(_:)``, ``StoreError/recordExists(_:)``, or ``StoreError/invalid(_:)`` for an
  ///   empty name and for a record that a newer program wrote; nothing is changed then.
  @discardableResult
  package func apply(
    _ edit: JournalEdit, cause: EditCause, removing draft: DraftKey? = nil
  ) throws(StoreError) -> JournalEdit {
    try writing { db in
      var transaction = try EditTransaction(db, zone: zone, environment: environment, cause: cause, seen: edit.seen)
      for operation in edit.operations { try transaction.perform(operation) }
      if let draft { try DraftTable(db: db).remove(draft) }
      return JournalEdit(
        name: edit.name, operations: transaction.inverse.reversed(), allSeen: transaction.left)
    }
  }

  /// Removes entries for good, with their pictures, history and drafts; returns how many were here.
  ///
  /// - Throws: ``StoreError/invalid(_:)`` if one is not in the trash; nothing is removed then.
  package func purge(_ entries: [RecordName]) throws(StoreError) -> Int {
    try writing { db in try self.purge(entries, in: db) }
  }

  /// Removes everything in the trash in one transaction; returns the number of entries alone.
  package func emptyTrash() throws(StoreError) -> Int {
    try writing { db in
      let names = try String.fetchAll(db, sql: "SELECT recordName FROM entries WHERE trashedAt IS NOT NULL")
      let count = try self.purge(names.map { RecordName($0) }, in: db)
      _ = try self.purgePictures(PlainTable<EntryImage>(db: db, zone: zone).removed().map(\.image.id), in: db)
      let categories = try String.fetchAll(db, sql: "SELECT recordName FROM categories WHERE trashedAt IS NOT NULL")
      _ = try self.purgeCategories(categories.map { RecordName($0) }, in: db)
      return count
    }
  }

  /// Removes categories for good, with their history; returns how many were here.
  ///
  /// - Throws: ``StoreError/invalid(_:)`` if one is not in the trash; nothing is removed then.
  package func purgeCategories(_ categories: [RecordName]) throws(StoreError) -> Int {
    try writing { db in try self.purgeCategories(categories, in: db) }
  }

  func purgeCategories(_ names: [RecordName], in db: Database) throws -> Int {
    try self.purge(names, in: db) { (category: JournalCore.Category) in
      "“\(category.name)” is not deleted; only a deleted category is deleted forever."
    }
  }

  /// Removes records for good that have no others along with them.
  ///
  /// - Parameter refusal: What is said of one that is not in the trash.
  private func purge<Record: StoredRecord>(
    _ names: [RecordName], in db: Database, refusal: (Record) -> String
  ) throws -> Int {
    let table = Record.Table(db: db, zone: zone)
    let now = environment.now()
    var count = 0
    for name in names {
      guard let stored = try table.find(name) else { continue }
      guard stored.record.trashedAt != nil else { throw StoreError.invalid(refusal(stored.record)) }
      _ = try PurgeTable(db: db, zone: zone).add(stored.synced, at: now)
      try table.delete(stored)
      try self.forget(name.rawValue, in: db)
      try db.run("DELETE FROM importedRecords WHERE recordName = ?", [name.rawValue])
      count += 1
    }
    return count
  }

  /// Removes everything that is kept of a record beside the record itself.
  private func forget(_ name: String, in db: Database) throws {
    try db.run("DELETE FROM history WHERE zone = ? AND recordName = ?", [zone, name])
    try RecordMarks(db: db, zone: zone).clear(name)
  }

  func purge(_ entries: [RecordName], in db: Database) throws -> Int {
    let table = EntryTable(db: db, zone: zone)
    let purges = PurgeTable(db: db, zone: zone)
    let now = environment.now()
    var count = 0
    for name in entries {
      guard let stored = try table.find(name) else { continue }
      guard stored.record.trashedAt != nil else {
        throw StoreError.invalid("“\(stored.record.title)” is not in the trash; only what is there is deleted forever.")
      }
      let intent = try purges.add(stored.synced, at: now)
      try table.delete(stored)
      for image in try PlainTable<EntryImage>(db: db, zone: zone).stored(of: name) {
        _ = try purges.add(image.synced, owner: intent, at: now)
        try self.forget(image.record.id.rawValue, in: db)
      }
      try self.forget(name.rawValue, in: db)
      try db.run("DELETE FROM images WHERE zone = ? AND entry = ?", [zone, name.rawValue])
      try db.run("DELETE FROM drafts WHERE entry = ?", [name.rawValue])
      try db.run("DELETE FROM importedRecords WHERE recordName = ?", [name.rawValue])
      count += 1
    }
    return count
  }

  /// Removes pictures for good, with their history; returns how many were here. Their files stay.
  ///
  /// - Throws: ``StoreError/invalid(_:)`` if one was not removed from its entry; nothing is removed then.
  package func purgePictures(_ pictures: [RecordName]) throws(StoreError) -> Int {
    try writing { db in try self.purgePictures(pictures, in: db) }
  }

  func purgePictures(_ pictures: [RecordName], in db: Database) throws -> Int {
    try self.purge(pictures, in: db) { (_: EntryImage) in
      "A picture is deleted forever only after it was removed from its entry."
    }
  }

  /// Former values, those first that were replaced last; a category's name stands for its record name.
  package func history(of record: RecordName) throws(StoreError) -> [HistoryItem] {
    try reading { db in
      let names = try self.names(of: JournalStore.categoryNames, db)
      return try db.rows(
        "SELECT * FROM history WHERE zone = ? AND recordName = ? ORDER BY id DESC", [zone, record.rawValue]
      ).map { try self.historyItem($0, categoryNames: names) }
    }
  }

  private static let categoryNames = "SELECT recordName, name FROM categories"

  private func names(of query: String, _ db: Database) throws -> [String: String] {
    var names: [String: String] = [:]
    for row in try db.rows(query) { names[row[0]] = row[1] }
    return names
  }

  func historyItem(_ row: Row, categoryNames: [String: String]) throws -> HistoryItem {
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
    return HistoryItem(
      id: row["id"], record: RecordName(row["recordName"]), field: field, oldValue: change, oldText: text,
      replacedAt: Instant(milliseconds: row["replacedAt"]), device: row["device"],
      cause: EditCause(rawValue: row["cause"]) ?? .edit, group: row["editGroup"])
  }
}
