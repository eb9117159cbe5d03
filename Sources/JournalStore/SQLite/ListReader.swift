import GRDB
import JournalCore

/// Reads one page of a list by keyset: the cost is that of the rows on the page, wherever in the journal they are.
struct ListReader {
  let db: Database
  let request: ListRequest

  /// The sort key's column, or nil where the list is sorted by position alone; and whether it ascends.
  private var sorting: (column: String?, ascends: Bool) {
    switch request.order.sort {
    case .date: (nil, request.order.reversed)
    case .modified: ("e.modifiedAt", request.order.reversed)
    case .title: ("e.titleKey", !request.order.reversed)
    }
  }

  func page() throws -> ListPage {
    guard request.limit > 0 else { return ListPage(rows: [], hasBefore: false, hasAfter: false) }
    switch request.anchor {
    case .first:
      let (rows, more) = try read(forward: true, from: nil, inclusive: false)
      return ListPage(rows: rows, hasBefore: false, hasAfter: more)
    case .last:
      let (rows, more) = try read(forward: false, from: nil, inclusive: false)
      return ListPage(rows: rows.reversed(), hasBefore: more, hasAfter: false)
    case .after(let cursor):
      let (rows, more) = try read(forward: true, from: cursor, inclusive: false)
      return ListPage(rows: rows, hasBefore: true, hasAfter: more)
    case .before(let cursor):
      let (rows, more) = try read(forward: false, from: cursor, inclusive: false)
      return ListPage(rows: rows.reversed(), hasBefore: more, hasAfter: true)
    case .at(let id):
      guard let cursor = try cursor(of: id) else {
        return try ListReader(db: db, request: with(.first)).page()
      }
      let (rows, more) = try read(forward: true, from: cursor, inclusive: true)
      guard rows.first?.id == id else { return try ListReader(db: db, request: with(.first)).page() }
      let before = try ListReader(db: db, request: with(.before(cursor), limit: 1)).page()
      return ListPage(rows: rows, hasBefore: !before.rows.isEmpty, hasAfter: more)
    }
  }

  private func with(_ anchor: ListAnchor, limit: Int? = nil) -> ListRequest {
    var copy = request
    copy.anchor = anchor
    if let limit { copy.limit = limit }
    return copy
  }

  private func cursor(of id: RecordName) throws -> ListCursor? {
    let row = try db.row(
      "SELECT position, modifiedAt, titleKey FROM entries WHERE zone = 1 AND recordName = ?", [id.rawValue])
    return row.map { ListCursor(position: $0["position"], key: key(of: $0)) }
  }

  private func key(of row: Row) -> String {
    switch request.order.sort {
    case .date: ""
    case .modified: String(row["modifiedAt"] as Int64)
    case .title: row["titleKey"]
    }
  }

  /// Rows in reading direction, and whether there are more beyond them.
  private func read(
    forward: Bool, from cursor: ListCursor?, inclusive: Bool
  ) throws -> ([EntrySummary], more: Bool) {
    let scope = ScopeSQL(request.scope)
    let (column, ascendsInList) = sorting
    let ascends = ascendsInList == forward
    // Of the type that the statement takes: to convert the array costs more than to read a row.
    var arguments: [(any DatabaseValueConvertible)?] = []
    var from = "entries e"
    var position = "e.position"
    var condition = scope.condition
    if let match = scope.match {
      // Sorted by date, the search index is read in the order of its rowid, which is the position.
      from = column == nil ? "entrySearch s CROSS JOIN entries e" : "entries e"
      if column == nil {
        position = "s.rowid"
        condition = "s.entrySearch MATCH ? AND e.position = s.rowid AND " + condition
      } else {
        condition = "e.position IN (SELECT rowid FROM entrySearch WHERE entrySearch MATCH ?) AND " + condition
      }
      arguments.append(match)
    }
    for argument in scope.arguments { arguments.append(argument) }
    if let cursor {
      let comparison = (ascends ? ">" : "<") + (inclusive ? "=" : "")
      if let column {
        condition += " AND (\(column), \(position)) \(comparison) (?, ?)"
        arguments.append(
          request.order.sort == .modified ? (Int64(cursor.key) ?? 0) as any DatabaseValueConvertible : cursor.key)
      } else {
        condition += " AND \(position) \(comparison) ?"
      }
      arguments.append(cursor.position)
    }
    let direction = ascends ? "ASC" : "DESC"
    let order = (column.map { "\($0) \(direction), " } ?? "") + "\(position) \(direction)"
    arguments.append(request.limit + 1)
    let excerpt = request.excerpt
    var rows = try db.rows(
      """
      SELECT e.position, e.recordName, e.createdAt, e.timeZone, e.offsetSeconds, e.modifiedAt, e.trashedAt,
        e.isFavorite, e.mood, e.category, e.titleKey, e.title, e.preview,
        (SELECT count(*) FROM images i WHERE i.entry = e.recordName AND i.trashedAt IS NULL) AS imageCount,
        \(try hasAccount() ? Self.mark : "0") AS syncMark
        \(excerpt == nil ? "" : ", e.body")
      FROM \(from) WHERE \(condition) ORDER BY \(order) LIMIT ?
      """, StatementArguments(arguments))
    let more = rows.count > request.limit
    if more { rows.removeLast() }
    return (rows.map { summary($0, excerpt) }, more)
  }

  /// 2 for what needs a person, 1 for what waits to be sent, 0 for what is safe.
  private static let mark = """
    CASE
      WHEN EXISTS(SELECT 1 FROM parked p WHERE p.zone = e.zone AND p.recordName = e.recordName)
        OR EXISTS(SELECT 1 FROM merges m WHERE m.zone = e.zone AND m.recordName = e.recordName AND m.isConflict = 1)
      THEN 2
      WHEN e.localDigest IS NOT e.baseDigest THEN 1
      ELSE 0
    END
    """

  /// Whether there is a server to send anything to; a file of format 1 that is only read knows of none.
  private func hasAccount() throws -> Bool {
    guard try db.integer("SELECT count(*) FROM sqlite_master WHERE name = 'account'") == 1 else { return false }
    return try db.integer("SELECT count(*) FROM account") == 1
  }

  private func summary(_ row: Row, _ excerpt: SearchExcerpt?) -> EntrySummary {
    EntrySummary(
      id: RecordName(row["recordName"]), cursor: ListCursor(position: row["position"], key: key(of: row)),
      date: EntryDate(
        instant: Instant(milliseconds: row["createdAt"]), timeZone: row["timeZone"],
        offsetSeconds: row["offsetSeconds"]),
      modifiedAt: Instant(milliseconds: row["modifiedAt"]), title: row["title"],
      preview: excerpt?.preview(of: row["body"]) ?? row["preview"],
      mood: (row["mood"] as String?).map { Mood(rawValue: $0) },
      category: (row["category"] as String?).map { RecordName($0) }, isFavorite: row["isFavorite"],
      imageCount: row["imageCount"],
      trashedAt: (row["trashedAt"] as Int64?).map { Instant(milliseconds: $0) },
      sync: SyncMark(number: row["syncMark"]))
  }
}

extension SyncMark {
  fileprivate init(number: Int) { self = number == 2 ? .needsAttention : number == 1 ? .waiting : .none }
}
