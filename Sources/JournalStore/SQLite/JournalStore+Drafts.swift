import GRDB
package import JournalCore
import SQLiteKit

extension JournalStore {
  /// Replaces the row of the draft's entry and owner; NUL characters are left out of its texts.
  package func saveDraft(_ draft: Draft) throws(StoreError) {
    try writing { try DraftTable(db: $0).save(draft) }
  }

  /// Removes the row of a draft; none is no error.
  package func removeDraft(_ key: DraftKey) throws(StoreError) {
    try writing { try DraftTable(db: $0).remove(key) }
  }

  /// All drafts, those that were saved last first.
  package func drafts() throws(StoreError) -> [Draft] {
    try reading { try DraftTable(db: $0).all() }
  }

  /// Drafts whose owner is gone, as ``StoreEnvironment/isOwnerAlive`` says outside of the transaction.
  package func abandonedDrafts() throws(StoreError) -> [Draft] {
    try drafts().filter { !environment.isOwnerAlive($0.owner) }
  }

  /// Returns a setting of this file; nil if it was never set.
  package func preference(_ key: String) throws(StoreError) -> String? {
    try reading {
      try String.fetchOne(
        try $0.cachedStatement(sql: "SELECT value FROM preferences WHERE key = ?"), arguments: [key])
    }
  }

  /// Sets a setting of this file, which sync does not send; nil removes it.
  package func setPreference(_ key: String, _ value: String?) throws(StoreError) {
    try writing { db in
      if let value {
        try db.run("INSERT OR REPLACE INTO preferences VALUES(?, ?)", [key, value])
      } else {
        try db.run("DELETE FROM preferences WHERE key = ?", [key])
      }
    }
  }
}

/// Reads and writes rows of `drafts`.
struct DraftTable {
  let db: Database

  /// What an editor may change: all but the trash.
  private static let columns = RecordColumns(Entry.fields.all.filter { $0.kind != .trashing })
  private static let insertion: String = {
    let names = ["entry", "owner", "isNew", "savedAt"] + columns.names
    let marks = repeatElement("?", count: names.count).joined(separator: ", ")
    return "INSERT OR REPLACE INTO drafts(\(names.joined(separator: ", "))) VALUES(\(marks))"
  }()
  private static let selection =
    "SELECT owner, isNew, savedAt, entry, \(columns.names.joined(separator: ", ")) FROM drafts ORDER BY savedAt DESC, entry"

  func save(_ draft: Draft) throws {
    var statement = try db.prepare(DraftTable.insertion)
    try statement.add(draft.entry.id.rawValue)
    try statement.add(draft.owner)
    try statement.add(draft.isNew ? 1 : 0)
    try statement.add(draft.savedAt.milliseconds)
    try DraftTable.columns.bind(draft.entry.withoutNULs, to: &statement)
    try statement.run()
  }

  func remove(_ key: DraftKey) throws {
    try db.run("DELETE FROM drafts WHERE entry = ? AND owner = ?", [key.entry.rawValue, key.owner])
  }

  func all() throws -> [Draft] {
    try db.rows(DraftTable.selection).map { row in
      Draft(
        entry: DraftTable.columns.record(row, from: 3), isNew: row[1], owner: row[0],
        savedAt: Instant(milliseconds: row[2]))
    }
  }
}
