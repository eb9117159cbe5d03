import Foundation
import GRDB
import JournalCore
import SyncCore

/// Reads and writes rows of `categories`.
struct CategoryTable {
  let db: Database

  static func category(_ row: Row) -> JournalCore.Category {
    JournalCore.Category(
      id: RecordName(row["recordName"]), name: row["name"], colorHex: row["colorHex"], icon: row["icon"],
      sortOrder: row["sortOrder"], modifiedAt: Instant(milliseconds: row["modifiedAt"]),
      trashedAt: (row["trashedAt"] as Int64?).map { Instant(milliseconds: $0) })
  }

  func all(includingTrash: Bool) throws -> [JournalCore.Category] {
    let condition = includingTrash ? "" : " WHERE trashedAt IS NULL"
    return try db.rows("SELECT * FROM categories\(condition)").map(CategoryTable.category)
      .sorted(by: JournalCore.Category.shownBefore)
  }

  /// A category with what the store keeps beside it.
  struct Stored {
    var category: JournalCore.Category
    var stamps: FieldStamps
    var state: SyncState
  }

  func find(_ id: RecordName) throws -> Stored? {
    let row = try db.row("SELECT * FROM categories WHERE zone = 1 AND recordName = ?", [id.rawValue])
    guard let row else { return nil }
    return Stored(
      category: CategoryTable.category(row), stamps: try FieldStamps(decoding: [UInt8](row["stamps"] as Data)),
      state: SyncState(row))
  }

  /// Puts in a category that was made here.
  func insert(_ category: JournalCore.Category, stamps: FieldStamps) throws {
    let digest = RowDigest.of(RecordFields.categoryType, stamps)
    try insert(category, stamps: stamps, state: SyncState(localDigest: digest))
    try PurgeTable(db: db).cancel(category.id.rawValue)
  }

  func insert(_ category: JournalCore.Category, stamps: FieldStamps, state: SyncState) throws {
    try db.run(
      """
      INSERT INTO categories(zone, recordName, name, colorHex, icon, sortOrder, modifiedAt, trashedAt, stamps,
        \(SyncState.columns)) VALUES(1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        category.id.rawValue, category.name, category.colorHex, category.icon, category.sortOrder,
        category.modifiedAt.milliseconds, category.trashedAt?.milliseconds, Data(stamps.encoded),
      ] + state.arguments)
  }

  /// Writes an edit that was made here.
  func update(_ old: Stored, to category: JournalCore.Category, stamps: FieldStamps) throws {
    let state = old.state.edited(
      from: AnyRecord.category(old.category).version(old.stamps),
      to: RowDigest.of(RecordFields.categoryType, stamps))
    try RecordMarks(db: db).clearAfterEdit(of: category.id.rawValue)
    try update(category, stamps: stamps, state: state)
  }

  func update(_ category: JournalCore.Category, stamps: FieldStamps, state: SyncState) throws {
    try db.run(
      """
      UPDATE categories SET name = ?, colorHex = ?, icon = ?, sortOrder = ?, modifiedAt = ?, trashedAt = ?,
        stamps = ?, \(SyncState.assignments) WHERE zone = 1 AND recordName = ?
      """,
      [
        category.name, category.colorHex, category.icon, category.sortOrder, category.modifiedAt.milliseconds,
        category.trashedAt?.milliseconds, Data(stamps.encoded),
      ] + state.arguments + [category.id.rawValue])
  }
}
