import GRDB
import JournalCore

/// Reads one entry, and what is shown of it.
struct EntryReader {
  let db: Database
  let zone: Int64

  private static let columns = Entry.statements.columns
  private static let entryByName = "SELECT \(columns.list()) FROM entries WHERE zone = ? AND recordName = ?"

  /// The name of a picture's entry; nil where there is no such picture.
  func entry(ofImage id: RecordName) throws -> RecordName? {
    try db.row("SELECT entry FROM images WHERE zone = ? AND recordName = ?", [zone, id.rawValue])
      .map { RecordName($0[0] as String) }
  }

  func entry(_ id: RecordName) throws -> Entry? {
    try db.row(Self.entryByName, [zone, id.rawValue]).map { Self.columns.record($0) }
  }

  func detail(of id: RecordName) throws -> EntryDetail? {
    guard let entry = try entry(id) else { return nil }
    return EntryDetail(
      entry: entry, images: try PlainTable(db: db, zone: zone).all(of: id, includingTrash: false),
      remark: try remark(of: id))
  }

  /// Names that begin with a text, in their order.
  func names(prefix: String, limit: Int) throws -> [RecordName] {
    try String.fetchAll(
      db,
      sql: """
        SELECT recordName FROM entries WHERE zone = ? AND recordName >= ? AND recordName < ? || char(0x10FFFF)
        ORDER BY recordName LIMIT ?
        """, arguments: [zone, prefix, prefix, limit]
    ).map { RecordName($0) }
  }

  /// Names that end with a text, or whose last `shown` characters begin with it, in their order.
  ///
  /// Reads every name, in the index alone: callers are few, since a person types the part.
  func names(ending part: String, shown: Int, limit: Int) throws -> [RecordName] {
    try String.fetchAll(
      db,
      sql: """
        SELECT recordName FROM entries WHERE zone = ?4
          AND (substr(recordName, -length(?1)) = ?1 OR substr(substr(recordName, -?2), 1, length(?1)) = ?1)
        ORDER BY recordName LIMIT ?3
        """, arguments: [part, shown, limit, zone]
    ).map { RecordName($0) }
  }

  /// A file of format 1 that is only read knows of no other program, and of no other device.
  func remark(of record: RecordName) throws -> EntryRemark {
    let marks = RecordMarks(db: db, zone: zone)
    return EntryRemark(
      isNewerFormat: try db.tableExists("newerFormat") && marks.isNewerFormat(record.rawValue),
      removalReason: try db.tableExists("removedElsewhere") ? marks.removalReason(record.rawValue) : nil)
  }

  func saved(_ request: SavedRequest) throws -> SavedEntry {
    var rows = request.rows
    var page = try ListReader(db: db, zone: zone, request: rows).page()
    if request.reveals, !page.rows.contains(where: { $0.id == request.entry }) {
      rows.anchor = .at(request.entry)
      page = try ListReader(db: db, zone: zone, request: rows).page()
    }
    return SavedEntry(
      detail: try detail(of: request.entry), tallies: try KeptNumbers(db: db).tallies(request.today), page: page,
      count: request.counts ? try ScopeCount(db: db).count(rows.scope) : nil)
  }
}
