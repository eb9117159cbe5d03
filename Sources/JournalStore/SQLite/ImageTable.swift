import GRDB
import JournalCore
import SyncCore

extension PlainTable<EntryImage> {
  /// The pictures of an entry in their order, without those that were removed from it unless they are asked for.
  func all(of entry: RecordName, includingTrash: Bool = false) throws -> [EntryImage] {
    let columns = Record.statements.columns
    let condition = includingTrash ? "" : " AND trashedAt IS NULL"
    return try db.rows(
      "SELECT \(columns.list()) FROM images WHERE entry = ?\(condition) ORDER BY sortOrder, recordName",
      [entry.rawValue]
    ).map { columns.record($0) }
  }

  /// Those that were removed from entries that are not in the trash themselves, the latest first.
  func removed() throws -> [RemovedPicture] {
    let columns = Record.statements.columns
    return try db.rows(
      """
      SELECT \(columns.list("images.")), entries.title FROM images
        JOIN entries ON entries.zone = images.zone AND entries.recordName = images.entry
      WHERE images.trashedAt IS NOT NULL AND entries.trashedAt IS NULL
      ORDER BY images.trashedAt DESC, images.recordName
      """
    ).map { RemovedPicture(image: columns.record($0), entryTitle: $0[columns.count]) }
  }

  /// All images of an entry, those in the trash among them.
  func stored(of entry: RecordName) throws -> [Stored<EntryImage>] {
    try db.rows(
      "SELECT \(Record.statements.stored) FROM images WHERE +zone = ? AND entry = ? ORDER BY recordName",
      [zone, entry.rawValue]
    ).map(Record.statements.stored)
  }

  /// Images that have a file, in the order of their names: of these names, or all.
  func known(_ names: [String]?) throws -> [KnownPicture] {
    let columns = "SELECT recordName, imageAsset, caption FROM images WHERE zone = ? AND imageAsset IS NOT NULL"
    let rows =
      if let names {
        try names.sorted().compactMap { try db.row("\(columns) AND recordName = ?", [zone, $0]) }
      } else {
        try db.rows("\(columns) ORDER BY recordName", [zone])
      }
    return rows.map { KnownPicture(recordName: $0["recordName"], digest: $0["imageAsset"], caption: $0["caption"]) }
  }
}
