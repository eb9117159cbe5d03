import GRDB
import JournalCore

/// Reads one page of a list by keyset: the cost is that of the rows on the page, wherever in the journal they are.
struct ListReader {
  let db: Database
  let zone: Int64
  let request: ListRequest
  /// Entries from which on the beginnings of words are looked for nearby first.
  var largeJournal = NearbyMatches.worthwhile

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
    case .near(let instant):
      guard let id = try nearest(to: instant) else { return try reading(with(.first)).page() }
      return try reading(with(.at(id))).page()
    case .at(let id):
      guard let cursor = try cursor(of: id) else {
        return try reading(with(.first)).page()
      }
      let (rows, more) = try read(forward: true, from: cursor, inclusive: true)
      guard rows.first?.id == id else { return try reading(with(.first)).page() }
      let before = try reading(with(.before(cursor), limit: 1)).page()
      return ListPage(rows: rows, hasBefore: !before.rows.isEmpty, hasAfter: more)
    }
  }

  /// How many rows of the list come before a place, by an index where the scope has one.
  func count(before cursor: ListCursor) throws -> Int {
    guard var source = try source(forward: false, from: cursor, inclusive: false, limit: -1) else { return 0 }
    // By their positions alone SQLite would read the entries themselves, with their texts.
    if request.scope == .all, sorting.column == nil { source.tables = "entries e INDEXED BY entriesByDay" }
    return try Int.fetchOne(
      db, sql: "SELECT count(*) FROM \(source.tables) WHERE \(source.condition)",
      arguments: StatementArguments(source.arguments)) ?? 0
  }

  private func with(_ anchor: ListAnchor, limit: Int? = nil) -> ListRequest {
    var copy = request
    copy.anchor = anchor
    if let limit { copy.limit = limit }
    return copy
  }

  /// The entry of the list whose date is nearest to a moment, whatever the list is sorted by.
  private func nearest(to instant: Instant) throws -> RecordName? {
    let moment = max(.earliest, min(instant, .latest)).milliseconds * EntryTable.perMillisecond
    var byDate = with(.first, limit: 1)
    byDate.order = ListOrder(.date)
    let reader = reading(byDate)
    let cursor = ListCursor(position: moment)
    let (earlier, _) = try reader.read(forward: true, from: cursor, inclusive: false)
    let (later, _) = try reader.read(forward: false, from: cursor, inclusive: true)
    func distance(_ row: EntrySummary) -> Int64 { abs(row.date.instant.milliseconds - instant.milliseconds) }
    return (later + earlier).min { distance($0) < distance($1) }?.id
  }

  private func reading(_ request: ListRequest) -> ListReader { ListReader(db: db, zone: zone, request: request) }

  private func cursor(of id: RecordName) throws -> ListCursor? {
    let row = try db.row(
      "SELECT position, modifiedAt, titleKey FROM entries WHERE zone = ? AND recordName = ?", [zone, id.rawValue])
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
    guard let (sql, arguments) = try statement(forward: forward, from: cursor, inclusive: inclusive) else {
      return ([], false)
    }
    let excerpt = request.excerpt
    var rows =
      try nearbyRows(forward: forward, from: cursor, inclusive: inclusive) ?? db.rows(sql, arguments)
    let more = rows.count > request.limit
    if more { rows.removeLast() }
    var summaries = rows.map { summary($0, excerpt) }
    if try hasAccount() { try addRemarks(to: &summaries) }
    return (summaries, more)
  }

  /// Mostly there is nothing to be said of any entry.
  private func addRemarks(to summaries: inout [EntrySummary]) throws {
    let marks = RecordMarks(db: db, zone: zone)
    if try db.integer("SELECT 1 FROM newerFormat LIMIT 1") != nil {
      for index in summaries.indices {
        summaries[index].remark.isNewerFormat = try marks.isNewerFormat(summaries[index].id.rawValue)
      }
    }
    for index in summaries.indices where summaries[index].trashedAt != nil {
      summaries[index].remark.removalReason = try marks.removalReason(summaries[index].id.rawValue)
    }
  }

  /// The same rows without the search index, where they are near; nil where the index is to be asked.
  func nearbyRows(forward: Bool, from cursor: ListCursor?, inclusive: Bool) throws -> [Row]? {
    guard case .search(let query) = request.scope, request.order.sort == .date, ScopeSQL(request.scope).isTextOnly,
      let nearby = NearbyMatches(query),
      try db.integer("SELECT entries FROM tallies WHERE scope = 'all'") ?? 0 >= largeJournal,
      let (sql, arguments) = try statement(forward: forward, from: cursor, inclusive: inclusive, usesIndex: false)
    else { return nil }
    return try nearby.first(
      request.limit + 1, of: Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments))
  }

  /// The query that reads one row more than a page has; nil where nothing can be found.
  ///
  /// - Parameter usesIndex: Whether words are looked for in the search index; else all entries come that meet what else
  ///   is asked, with their texts.
  func statement(
    forward: Bool, from cursor: ListCursor?, inclusive: Bool, usesIndex: Bool = true
  ) throws -> (sql: String, arguments: StatementArguments)? {
    guard
      var source = try source(
        forward: forward, from: cursor, inclusive: inclusive, limit: request.limit + 1, usesIndex: usesIndex)
    else { return nil }
    let direction = direction(forward: forward)
    let order = (sorting.column.map { "\($0) \(direction), " } ?? "") + "\(source.position) \(direction)"
    source.arguments.append(usesIndex ? request.limit + 1 : -1)
    let sql = """
      SELECT e.position, e.recordName, e.createdAt, e.timeZone, e.offsetSeconds, e.modifiedAt, e.trashedAt,
        e.isFavorite, e.mood, e.category, e.titleKey, e.title, e.preview,
        (SELECT count(*) FROM images i WHERE i.entry = e.recordName AND i.trashedAt IS NULL) AS imageCount,
        (\(EntrySummary.FirstImage.query(of: "e"))) AS firstImage,
        \(try hasAccount() ? Self.mark : "0") AS syncMark
        \(request.excerpt == nil && usesIndex ? "" : ", e.body")
      FROM \(source.tables) WHERE \(source.condition) ORDER BY \(order) LIMIT ?
      """
    return (sql, StatementArguments(source.arguments))
  }

  private func direction(forward: Bool) -> String { sorting.ascends == forward ? "ASC" : "DESC" }

  /// The rows of the list on one side of a place; nil where nothing can be found.
  ///
  /// - Parameter limit: The most rows that are wanted; -1 for all.
  private func source(
    forward: Bool, from cursor: ListCursor?, inclusive: Bool, limit: Int, usesIndex: Bool = true
  ) throws -> Source? {
    let column = sorting.column
    let direction = direction(forward: forward)
    let comparison = (direction == "ASC" ? ">" : "<") + (inclusive ? "=" : "")
    var scope = ScopeSQL(request.scope)
    if !usesIndex { scope.match = nil }
    var source = Source(scope, isByDate: column == nil)
    if column == nil, let branches = try FilterBranches(request.scope, in: db) {
      guard !branches.branches.isEmpty else { return nil }
      source.read(branches, comparison: comparison, direction: direction, from: cursor?.position, limit: limit)
    } else if let cursor {
      if let column {
        source.condition += " AND (\(column), \(source.position)) \(comparison) (?, ?)"
        source.arguments.append(
          request.order.sort == .modified ? (Int64(cursor.key) ?? 0) as any DatabaseValueConvertible : cursor.key)
      } else {
        source.condition += " AND \(source.position) \(comparison) ?"
      }
      source.arguments.append(cursor.position)
    }
    return source
  }

  /// Where rows are read from.
  private struct Source {
    var tables = "entries e"
    var position = "e.position"
    var condition: String
    // Of the type that the statement takes: to convert the array costs more than to read a row.
    var arguments: [(any DatabaseValueConvertible)?] = []

    init(_ scope: ScopeSQL, isByDate: Bool) {
      condition = scope.condition
      if let match = scope.match {
        // Sorted by date, the search index is read in the order of its rowid, which is the position.
        if isByDate {
          tables = "entrySearch s CROSS JOIN entries e"
          position = "s.rowid"
          condition = "s.entrySearch MATCH ? AND e.position = s.rowid AND " + condition
        } else {
          condition = "e.position IN (SELECT rowid FROM entrySearch WHERE entrySearch MATCH ?) AND " + condition
        }
        arguments.append(match)
      }
      for argument in scope.arguments { arguments.append(argument) }
    }

    /// Takes what meets the condition from ranges of an index, from each as much as a page has.
    mutating func read(
      _ ranges: FilterBranches, comparison: String, direction: String, from position: Int64?, limit: Int
    ) {
      let (condition, values) = (condition, arguments)
      arguments = []
      var parts: [String] = []
      for range in ranges.branches {
        for argument in range.arguments { arguments.append(argument) }
        arguments += values
        if let position { arguments.append(position) }
        arguments.append(limit)
        parts.append(
          """
          SELECT * FROM (SELECT e.position FROM \(ranges.table) WHERE \(range.condition) AND \(condition)\
          \(position == nil ? "" : " AND e.position \(comparison) ?") ORDER BY e.position \(direction) LIMIT ?)
          """)
      }
      tables = "(\(parts.joined(separator: " UNION ALL "))) c CROSS JOIN entries e"
      self.position = "c.position"
      self.condition = "e.position = c.position"
    }
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
    var summary = EntrySummary(
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
    summary.firstImage = (row["firstImage"] as String?).flatMap(EntrySummary.FirstImage.init)
    return summary
  }
}

extension EntrySummary.FirstImage {
  /// A query of the first picture of an entry, as one text; NULL where there is none, or nothing names its bytes yet.
  ///
  /// - Parameter table: What the query around it calls the entries.
  static func query(of table: String) -> String {
    """
    SELECT i.imageAsset || ' ' || i.recordName FROM images i WHERE i.entry = \(table).recordName AND i.trashedAt IS NULL
      ORDER BY i.sortOrder, i.recordName LIMIT 1
    """
  }

  /// Reads what ``query(of:)`` found; nil for any other text.
  init?(_ found: String) {
    guard let blank = found.utf8.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    self.init(id: RecordName(String(found[found.index(after: blank)...])), asset: String(found[..<blank]))
  }
}

extension SyncMark {
  fileprivate init(number: Int) { self = number == 2 ? .needsAttention : number == 1 ? .waiting : .none }
}
