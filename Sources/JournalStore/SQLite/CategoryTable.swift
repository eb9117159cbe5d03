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

  func find(_ id: RecordName) throws -> (JournalCore.Category, FieldStamps)? {
    let row = try db.row("SELECT * FROM categories WHERE zone = 1 AND recordName = ?", [id.rawValue])
    guard let row else { return nil }
    return (CategoryTable.category(row), try FieldStamps(decoding: [UInt8](row["stamps"] as Data)))
  }

  func insert(_ category: JournalCore.Category, stamps: FieldStamps) throws {
    let encoded = stamps.encoded
    try db.run(
      """
      INSERT INTO categories(zone, recordName, name, colorHex, icon, sortOrder, modifiedAt, trashedAt, stamps,
        localDigest) VALUES(1, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        category.id.rawValue, category.name, category.colorHex, category.icon, category.sortOrder,
        category.modifiedAt.milliseconds, category.trashedAt?.milliseconds, Data(encoded),
        RowDigest.of(RecordFields.categoryType, encoded),
      ])
  }

  func update(_ category: JournalCore.Category, stamps: FieldStamps) throws {
    let encoded = stamps.encoded
    try db.run(
      """
      UPDATE categories SET name = ?, colorHex = ?, icon = ?, sortOrder = ?, modifiedAt = ?, trashedAt = ?,
        stamps = ?, localDigest = ? WHERE zone = 1 AND recordName = ?
      """,
      [
        category.name, category.colorHex, category.icon, category.sortOrder, category.modifiedAt.milliseconds,
        category.trashedAt?.milliseconds, Data(encoded), RowDigest.of(RecordFields.categoryType, encoded),
        category.id.rawValue,
      ])
  }
}

/// Reads and writes rows of `images`.
struct ImageTable {
  let db: Database

  static func image(_ row: Row) -> EntryImage {
    EntryImage(
      id: RecordName(row["recordName"]), entry: RecordName(row["entry"]), imageAsset: row["imageAsset"],
      caption: row["caption"], sortOrder: row["sortOrder"], modifiedAt: Instant(milliseconds: row["modifiedAt"]),
      trashedAt: (row["trashedAt"] as Int64?).map { Instant(milliseconds: $0) })
  }

  func all(of entry: RecordName) throws -> [EntryImage] {
    try db.rows(
      "SELECT * FROM images WHERE entry = ? AND trashedAt IS NULL ORDER BY sortOrder, recordName",
      [entry.rawValue]
    ).map(ImageTable.image)
  }

  func find(_ id: RecordName) throws -> (EntryImage, FieldStamps)? {
    let row = try db.row("SELECT * FROM images WHERE zone = 1 AND recordName = ?", [id.rawValue])
    guard let row else { return nil }
    return (ImageTable.image(row), try FieldStamps(decoding: [UInt8](row["stamps"] as Data)))
  }

  func insert(_ image: EntryImage, stamps: FieldStamps) throws {
    let encoded = stamps.encoded
    try db.run(
      """
      INSERT INTO images(zone, recordName, entry, imageAsset, caption, sortOrder, modifiedAt, trashedAt, stamps,
        localDigest) VALUES(1, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        image.id.rawValue, image.entry.rawValue, image.imageAsset, image.caption, image.sortOrder,
        image.modifiedAt.milliseconds, image.trashedAt?.milliseconds, Data(encoded),
        RowDigest.of(RecordFields.imageType, encoded),
      ])
  }

  func update(_ image: EntryImage, stamps: FieldStamps) throws {
    let encoded = stamps.encoded
    try db.run(
      """
      UPDATE images SET imageAsset = ?, caption = ?, sortOrder = ?, modifiedAt = ?, trashedAt = ?, stamps = ?,
        localDigest = ? WHERE zone = 1 AND recordName = ?
      """,
      [
        image.imageAsset, image.caption, image.sortOrder, image.modifiedAt.milliseconds,
        image.trashedAt?.milliseconds, Data(encoded), RowDigest.of(RecordFields.imageType, encoded),
        image.id.rawValue,
      ])
  }
}
