import GRDB
package import JournalCore
import SQLiteKit

extension JournalStore {
  /// Replaces the row of the draft's entry and owner; NUL characters are left out of its texts.
  package func saveDraft(_ draft: Draft) throws(StoreError) {
    try writing(.note) { try DraftTable(db: $0).save(draft) }
  }

  /// Removes the row of a draft; none is no error.
  package func removeDraft(_ key: DraftKey) throws(StoreError) {
    try writing(.note) { try DraftTable(db: $0).remove(key) }
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
    try writing(.note) { db in
      if let value {
        try db.run("INSERT OR REPLACE INTO preferences VALUES(?, ?)", [key, value])
      } else {
        try db.run("DELETE FROM preferences WHERE key = ?", [key])
      }
    }
  }
}

/// The key of one draft: each owner has one of its own for the same entry.
package struct DraftKey: Hashable, Sendable {
  /// The entry that is edited, or that saving would create.
  package var entry: RecordName
  /// The process that writes, as ``Draft/owner`` names it.
  package var owner: String

  package init(entry: RecordName, owner: String) {
    (self.entry, self.owner) = (entry, owner)
  }
}

/// Reads and writes rows of `drafts`.
struct DraftTable {
  let db: Database

  /// What an editor may change: all but the trash.
  private static let columns = RecordColumns(Entry.fields.all.filter { $0.kind != .trashing })
  private static let insertion = replacement("drafts", ["isNew", "savedAt"])
  private static let baseInsertion = replacement("draftBases", [])
  private static let selection =
    "SELECT owner, isNew, savedAt, entry, \(columns.names.joined(separator: ", ")) FROM drafts ORDER BY savedAt DESC, entry"
  private static let baseSelection =
    "SELECT entry, \(columns.names.joined(separator: ", ")) FROM draftBases WHERE entry = ? AND owner = ?"

  private static func replacement(_ table: String, _ others: [String]) -> String {
    let names = ["entry", "owner"] + others + columns.names
    let marks = repeatElement("?", count: names.count).joined(separator: ", ")
    return "INSERT OR REPLACE INTO \(table)(\(names.joined(separator: ", "))) VALUES(\(marks))"
  }

  func save(_ draft: Draft) throws {
    var statement = try db.prepare(DraftTable.insertion)
    try statement.add(draft.entry.id.rawValue)
    try statement.add(draft.owner)
    try statement.add(draft.isNew ? 1 : 0)
    try statement.add(draft.savedAt.milliseconds)
    try DraftTable.columns.bind(draft.entry.withoutNULs, to: &statement)
    try statement.run()
    guard let seen = draft.seen else {
      return try db.run("DELETE FROM draftBases WHERE entry = ? AND owner = ?", [draft.entry.id.rawValue, draft.owner])
    }
    var base = try db.prepare(DraftTable.baseInsertion)
    try base.add(seen.id.rawValue)
    try base.add(draft.owner)
    try DraftTable.columns.bind(seen.withoutNULs, to: &base)
    try base.run()
  }

  func remove(_ key: DraftKey) throws {
    try db.run("DELETE FROM drafts WHERE entry = ? AND owner = ?", [key.entry.rawValue, key.owner])
  }

  func all() throws -> [Draft] {
    try db.rows(DraftTable.selection).map { row in
      let entry = DraftTable.columns.record(row, from: 3)
      let owner: String = row[0]
      return Draft(
        entry: entry, isNew: row[1], seen: try base(of: DraftKey(entry: entry.id, owner: owner)), owner: owner,
        savedAt: Instant(milliseconds: row[2]))
    }
  }

  /// A file that is only read may be of a format without the table.
  private func base(of key: DraftKey) throws -> Entry? {
    guard try db.tableExists("draftBases") else { return nil }
    return try db.row(DraftTable.baseSelection, [key.entry.rawValue, key.owner]).map {
      DraftTable.columns.record($0, from: 0)
    }
  }
}
