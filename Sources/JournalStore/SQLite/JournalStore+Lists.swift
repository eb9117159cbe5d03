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
      var arguments: [any DatabaseValueConvertible] = []
      var from = "entries e"
      var condition = sql.condition
      if let match = sql.match {
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
      tallies.onThisDay = Int(
        try db.integer(
          "SELECT count(*) FROM entries WHERE monthDay = ? AND trashedAt IS NULL",
          [today.month * 100 + today.day]) ?? 0)
      return tallies
    }
  }

  package func tags(prefix: String, limit: Int) throws(StoreError) -> [TagCount] {
    try reading { db in
      // The end of a prefix's range: no folded tag holds the last scalar of Unicode. The trash is small and has an index;
      // to look up each tag's entry would cost many times as much, and the screen asks after every change.
      let key = TagSyntax.normalise(prefix)
      return try db.rows(
        """
        SELECT min(tag), count(*) AS n FROM entryTags
        WHERE tagKey >= ? AND tagKey < ? || char(0x10FFFF)
          AND position NOT IN (SELECT position FROM entries WHERE trashedAt IS NOT NULL)
        GROUP BY tagKey ORDER BY n DESC, tagKey LIMIT ?
        """, [key, key, limit]
      ).map { TagCount(tag: $0[0], count: $0[1]) }
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
    try writer.read { db in
      let columns = EntryTable.columns.split(separator: ",").map {
        "e." + $0.trimmingPrefix { $0 == " " || $0 == "\n" }
      }
      let cursor = try Row.fetchCursor(
        db,
        sql: "SELECT \(columns.joined(separator: ", ")) FROM entries e WHERE \(condition) ORDER BY e.position",
        arguments: StatementArguments(arguments))
      var entries: [Entry] = []
      while let row = try cursor.next() {
        entries.append(EntryTable.entry(row))
        if entries.count == batch {
          try body(entries)
          entries.removeAll(keepingCapacity: true)
        }
      }
      if !entries.isEmpty { try body(entries) }
    }
  }

  package func dayRows() throws(StoreError) -> [DayRow] {
    try reading { db in
      let cursor = try Row.fetchCursor(
        db,
        sql: """
          SELECT localDay, mood, count(*), sum(wordCount) FROM entries WHERE trashedAt IS NULL
          GROUP BY localDay, mood ORDER BY localDay
          """)
      var rows: [DayRow] = []
      while let row = try cursor.next() {
        rows.append(
          DayRow(
            day: CivilDate(daysSince1970: row[0]), mood: (row[1] as String?).map { Mood(rawValue: $0) },
            entries: row[2], words: row[3]))
      }
      return rows
    }
  }
}
