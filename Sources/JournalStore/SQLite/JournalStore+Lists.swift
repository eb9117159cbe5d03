import GRDB
package import JournalCore

extension JournalStore {
  package func entry(_ id: RecordName) throws(StoreError) -> Entry? {
    try reading { db in
      try db.row(
        "SELECT \(EntryTable.columns) FROM entries WHERE zone = 1 AND recordName = ?", [id.rawValue]
      ).map(EntryTable.entry)
    }
  }

  package func entries(_ ids: [RecordName]) throws(StoreError) -> [Entry] {
    try reading { db in
      try ids.compactMap { id in
        try db.row(
          "SELECT \(EntryTable.columns) FROM entries WHERE zone = 1 AND recordName = ?", [id.rawValue]
        ).map(EntryTable.entry)
      }
    }
  }

  package func images(of entry: RecordName) throws(StoreError) -> [EntryImage] {
    try reading { try ImageTable(db: $0).all(of: entry) }
  }

  package func images(of entry: RecordName, includingTrash: Bool) throws(StoreError) -> [EntryImage] {
    guard includingTrash else { return try images(of: entry) }
    return try reading { db in
      try db.rows("SELECT * FROM images WHERE entry = ? ORDER BY sortOrder, recordName", [entry.rawValue])
        .map(ImageTable.image)
    }
  }

  package func removedPictures() throws(StoreError) -> [RemovedPicture] {
    try reading { try ImageTable(db: $0).removed() }
  }

  package func categories(includingTrash: Bool) throws(StoreError) -> [JournalCore.Category] {
    try reading { try CategoryTable(db: $0).all(includingTrash: includingTrash) }
  }

  package func page(_ request: ListRequest) throws(StoreError) -> ListPage {
    try reading { db in try ListReader(db: db, request: request).page() }
  }

  package func count(_ scope: ListScope) throws(StoreError) -> Int {
    try reading { db in
      if let tally = try self.tally(scope, db) { return tally }
      let sql = ScopeSQL(scope)
      if let branches = try FilterBranches(scope, in: db) { return try branches.count(sql, in: db) }
      var arguments: [any DatabaseValueConvertible] = []
      var from = "entries e"
      var condition = sql.condition
      if let match = sql.match, sql.isTextOnly {
        // Without a look at each entry: the trash is small and has an index.
        from = "entrySearch"
        condition = "entrySearch MATCH ? AND rowid NOT IN (SELECT position FROM entries WHERE trashedAt IS NOT NULL)"
        arguments.append(match)
      } else if let match = sql.match {
        from = "entrySearch s JOIN entries e ON e.position = s.rowid"
        condition = "entrySearch MATCH ? AND " + condition
        arguments.append(match)
      }
      return try Int.fetchOne(
        db, sql: "SELECT count(*) FROM \(from) WHERE \(condition)",
        arguments: StatementArguments(arguments + sql.arguments)) ?? 0
    }
  }

  private func tally(_ scope: ListScope, _ db: Database) throws -> Int? {
    let key: String
    switch scope {
    case .all: key = "all"
    case .favorites: key = "favorites"
    case .trash: key = "trash"
    case .category(let name): key = "category:\(name.rawValue)"
    case .mood(let mood): key = "mood:\(mood.rawValue)"
    default: return nil
    }
    return Int(try db.integer("SELECT entries FROM tallies WHERE scope = ?", [key]) ?? 0)
  }

  package func tallies(today: CivilDate) throws(StoreError) -> Tallies {
    try reading { db in
      var tallies = Tallies()
      for row in try db.rows("SELECT scope, entries FROM tallies WHERE entries > 0") {
        let scope: String = row[0]
        let count: Int = row[1]
        switch scope {
        case "all": tallies.all = count
        case "favorites": tallies.favorites = count
        case "trash": tallies.trash = count
        default:
          if scope.hasPrefix("category:") {
            tallies.categories[RecordName(String(scope.dropFirst(9)))] = count
          } else if scope.hasPrefix("mood:") {
            tallies.moods[Mood(rawValue: String(scope.dropFirst(5)))] = count
          }
        }
      }
      tallies.onThisDay = try KeptNumbers(db: db).onThisDay(today)
      return tallies
    }
  }

  package func entryNames(prefix: String, limit: Int) throws(StoreError) -> [RecordName] {
    try reading { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT recordName FROM entries WHERE zone = 1 AND recordName >= ? AND recordName < ? || char(0x10FFFF)
          ORDER BY recordName LIMIT ?
          """, arguments: [prefix, prefix, limit]
      ).map { RecordName($0) }
    }
  }

  package func entryNames(suffix: String, limit: Int) throws(StoreError) -> [RecordName] {
    try reading { db in
      // Every name is looked at, in the index alone; that is for a person who typed one.
      try String.fetchAll(
        db,
        sql: """
          SELECT recordName FROM entries WHERE zone = 1 AND substr(recordName, -length(?)) = ?
          ORDER BY recordName LIMIT ?
          """, arguments: [suffix, suffix, limit]
      ).map { RecordName($0) }
    }
  }

  package func forEachEntry(in scope: ListScope, batch: Int, _ body: ([Entry]) throws -> Void) throws {
    let sql = ScopeSQL(scope)
    var arguments: [any DatabaseValueConvertible] = []
    var condition = sql.condition
    if let match = sql.match {
      condition += " AND e.position IN (SELECT rowid FROM entrySearch WHERE entrySearch MATCH ?)"
      arguments = sql.arguments + [match]
    } else {
      arguments = sql.arguments
    }
    // What `body` throws is its own, and stays as it is.
    var refusal: (any Error)?
    try reading { db in
      let columns = EntryTable.columns.split(separator: ",").map {
        "e." + $0.trimmingPrefix { $0 == " " || $0 == "\n" }
      }
      let cursor = try Row.fetchCursor(
        db,
        sql: "SELECT \(columns.joined(separator: ", ")) FROM entries e WHERE \(condition) ORDER BY e.position",
        arguments: StatementArguments(arguments))
      var entries: [Entry] = []
      func hand() -> Bool {
        do { try body(entries) } catch { refusal = error }
        entries.removeAll(keepingCapacity: true)
        return refusal == nil
      }
      while let row = try cursor.next() {
        entries.append(EntryTable.entry(row))
        guard entries.count < max(1, batch) || hand() else { return }
      }
      if !entries.isEmpty { _ = hand() }
    }
    if let refusal { throw refusal }
  }
}
