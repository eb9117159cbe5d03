import Foundation
import GRDB
import JournalCore
import SyncCore

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

  /// Those that were removed from entries that are not in the trash themselves, the latest first.
  func removed() throws -> [RemovedPicture] {
    try db.rows(
      """
      SELECT images.*, entries.title AS entryTitle FROM images
        JOIN entries ON entries.zone = images.zone AND entries.recordName = images.entry
      WHERE images.trashedAt IS NOT NULL AND entries.trashedAt IS NULL
      ORDER BY images.trashedAt DESC, images.recordName
      """
    ).map { RemovedPicture(image: ImageTable.image($0), entryTitle: $0["entryTitle"]) }
  }

  /// An image with what the store keeps beside it.
  struct Stored {
    var image: EntryImage
    var stamps: FieldStamps
    var state: SyncState

    init(_ row: Row) throws {
      image = ImageTable.image(row)
      stamps = try FieldStamps(decoding: [UInt8](row["stamps"] as Data))
      state = SyncState(row)
    }
  }

  func find(_ id: RecordName) throws -> Stored? {
    try db.row("SELECT * FROM images WHERE zone = 1 AND recordName = ?", [id.rawValue]).map { try Stored($0) }
  }

  /// All images of an entry, those in the trash among them.
  func stored(of entry: RecordName) throws -> [Stored] {
    try db.rows("SELECT * FROM images WHERE entry = ? ORDER BY recordName", [entry.rawValue]).map { try Stored($0) }
  }

  /// Images that have a file, in the order of their names: of these names, or all.
  func known(_ names: [String]?) throws -> [KnownPicture] {
    let columns = "SELECT recordName, imageAsset, caption FROM images WHERE zone = 1 AND imageAsset IS NOT NULL"
    let rows =
      if let names {
        try names.sorted().compactMap { try db.row("\(columns) AND recordName = ?", [$0]) }
      } else {
        try db.rows("\(columns) ORDER BY recordName", [])
      }
    return rows.map { KnownPicture(recordName: $0["recordName"], digest: $0["imageAsset"], caption: $0["caption"]) }
  }

  /// Puts in an image that was made here.
  func insert(_ image: EntryImage, stamps: FieldStamps) throws {
    try insert(image, stamps: stamps, state: SyncState(localDigest: RowDigest.of(RecordFields.imageType, stamps)))
    try PurgeTable(db: db).cancel(image.id.rawValue)
  }

  func insert(_ image: EntryImage, stamps: FieldStamps, state: SyncState) throws {
    try db.run(
      """
      INSERT INTO images(zone, recordName, entry, imageAsset, caption, sortOrder, modifiedAt, trashedAt, stamps,
        \(SyncState.columns)) VALUES(1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        image.id.rawValue, image.entry.rawValue, image.imageAsset, image.caption, image.sortOrder,
        image.modifiedAt.milliseconds, image.trashedAt?.milliseconds, Data(stamps.encoded),
      ] + state.arguments)
  }

  /// Writes an edit that was made here.
  func update(_ old: Stored, to image: EntryImage, stamps: FieldStamps) throws {
    let state = old.state.edited(
      from: AnyRecord.image(old.image).version(old.stamps), to: RowDigest.of(RecordFields.imageType, stamps))
    try RecordMarks(db: db).clearAfterEdit(of: image.id.rawValue)
    try update(image, stamps: stamps, state: state)
  }

  func update(_ image: EntryImage, stamps: FieldStamps, state: SyncState) throws {
    try db.run(
      """
      UPDATE images SET entry = ?, imageAsset = ?, caption = ?, sortOrder = ?, modifiedAt = ?, trashedAt = ?,
        stamps = ?, \(SyncState.assignments) WHERE zone = 1 AND recordName = ?
      """,
      [
        image.entry.rawValue, image.imageAsset, image.caption, image.sortOrder, image.modifiedAt.milliseconds,
        image.trashedAt?.milliseconds, Data(stamps.encoded),
      ] + state.arguments + [image.id.rawValue])
  }
}
