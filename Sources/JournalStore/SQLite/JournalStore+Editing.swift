import CloudRecord
import Foundation
import GRDB
package import JournalCore

extension JournalStore {
  package func apply(
    _ edit: JournalEdit, cause: EditCause, removing draft: DraftKey?
  ) throws(StoreError) -> JournalEdit {
    try writing { db in
      var transaction = try EditTransaction(db, environment: environment, cause: cause)
      for operation in edit.operations { try transaction.perform(operation) }
      if let draft { try DraftTable(db: db).remove(draft) }
      return JournalEdit(name: edit.name, operations: transaction.inverse.reversed())
    }
  }

  package func purge(_ entries: [RecordName]) throws(StoreError) -> Int {
    try writing { db in try self.purge(entries, in: db) }
  }

  package func emptyTrash() throws(StoreError) -> Int {
    try writing { db in
      let names = try String.fetchAll(db, sql: "SELECT recordName FROM entries WHERE trashedAt IS NOT NULL")
      let count = try self.purge(names.map { RecordName($0) }, in: db)
      try db.run(
        "DELETE FROM history WHERE recordName IN (SELECT recordName FROM categories WHERE trashedAt IS NOT NULL)")
      try db.run("DELETE FROM categories WHERE trashedAt IS NOT NULL")
      return count
    }
  }

  private func purge(_ entries: [RecordName], in db: Database) throws -> Int {
    let table = EntryTable(db: db)
    var count = 0
    for name in entries {
      guard let stored = try table.find(name) else { continue }
      guard stored.entry.trashedAt != nil else {
        throw StoreError.invalid("“\(stored.entry.title)” is not in the trash; only what is there is removed for good.")
      }
      try table.delete(stored)
      let images = try String.fetchAll(
        db, sql: "SELECT recordName FROM images WHERE entry = ?", arguments: [name.rawValue])
      for record in images + [name.rawValue] {
        try db.run("DELETE FROM history WHERE zone = 1 AND recordName = ?", [record])
      }
      try db.run("DELETE FROM images WHERE entry = ?", [name.rawValue])
      try db.run("DELETE FROM drafts WHERE entry = ?", [name.rawValue])
      try db.run("DELETE FROM importedRecords WHERE recordName = ?", [name.rawValue])
      count += 1
    }
    return count
  }

  package func history(of record: RecordName) throws(StoreError) -> [HistoryItem] {
    try reading { db in
      let names = try self.names(of: JournalStore.categoryNames, db)
      return try db.rows(
        "SELECT * FROM history WHERE zone = 1 AND recordName = ? ORDER BY id DESC", [record.rawValue]
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
    if case .category(let name?) = change { text = categoryNames[name.rawValue] ?? name.rawValue }
    return HistoryItem(
      id: row["id"], record: RecordName(row["recordName"]), field: field, oldValue: change, oldText: text,
      replacedAt: Instant(milliseconds: row["replacedAt"]), device: row["device"],
      cause: EditCause(rawValue: row["cause"]) ?? .edit, group: row["editGroup"])
  }
}
