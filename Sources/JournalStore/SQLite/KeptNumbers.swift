import GRDB
import JournalCore

/// Tables that hold what could be counted anew from the entries; triggers keep them with every change.
struct KeptNumbers {
  let db: Database

  enum Table: String, CaseIterable {
    case tallies, days, streaks, tags, moods, hours, parts

    /// The table in the file.
    var name: String { String(columns.prefix { $0 != "(" }) }

    /// The table's name with its columns.
    var columns: String {
      switch self {
      case .tallies: "tallies(scope, entries)"
      case .days: "days(day, entries, words)"
      case .streaks: "streaks(first, last)"
      case .tags: "tagTallies(tagKey, tag, entries)"
      case .moods: "dayMoods(day, mood, entries)"
      case .hours: "dayHours(day, hour, entries)"
      case .parts: "moodTallies(kind, part, mood, entries, words)"
      }
    }

    /// The query of the kept rows, without those that count nothing.
    var kept: String {
      switch self {
      case .tallies: "SELECT scope, entries FROM tallies WHERE entries <> 0"
      case .days: "SELECT day, entries, words FROM days"
      case .streaks: "SELECT first, last FROM streaks"
      case .tags: "SELECT tagKey, tag, entries FROM tagTallies"
      case .moods: "SELECT day, mood, entries FROM dayMoods"
      case .hours: "SELECT day, hour, entries FROM dayHours"
      case .parts: "SELECT kind, part, mood, entries, words FROM moodTallies WHERE entries <> 0"
      }
    }

    /// The same counted anew; streaks from the days.
    var counted: String {
      switch self {
      case .tallies:
        """
        SELECT iif(trashedAt IS NULL, 'all', 'trash') AS scope, count(*) AS entries FROM entries GROUP BY 1
        UNION ALL SELECT 'favorites', count(*) FROM entries WHERE trashedAt IS NULL AND isFavorite = 1
          GROUP BY isFavorite
        UNION ALL SELECT 'category:' || category, count(*) FROM entries
          WHERE trashedAt IS NULL AND category IS NOT NULL GROUP BY category
        UNION ALL SELECT 'mood:' || mood, count(*) FROM entries
          WHERE trashedAt IS NULL AND mood IS NOT NULL GROUP BY mood
        """
      case .days:
        """
        SELECT localDay AS day, count(*) AS entries, sum(wordCount) AS words FROM entries WHERE trashedAt IS NULL
        GROUP BY localDay
        """
      case .streaks:
        """
        SELECT min(day) AS first, max(day) AS last
        FROM (SELECT day, day - row_number() OVER (ORDER BY day) AS run FROM days) GROUP BY run
        """
      case .tags:
        """
        SELECT tagKey, tag, count(*) AS entries FROM entryTags
        WHERE position NOT IN (SELECT position FROM entries WHERE trashedAt IS NOT NULL) GROUP BY tagKey, tag
        """
      case .moods:
        """
        SELECT localDay AS day, mood, count(*) AS entries FROM entries WHERE trashedAt IS NULL AND mood IS NOT NULL
        GROUP BY localDay, mood
        """
      case .hours:
        """
        SELECT localDay AS day, \(Schema.hour(of: "")) AS hour, count(*) AS entries FROM entries WHERE trashedAt IS NULL
        GROUP BY 1, 2
        """
      case .parts:
        """
        SELECT 'category' AS kind, coalesce(category, '') AS part, coalesce(mood, '') AS mood, count(*) AS entries,
          sum(wordCount) AS words FROM entries WHERE trashedAt IS NULL GROUP BY 2, 3
        UNION ALL SELECT 'hour', \(Schema.hour(of: "")), coalesce(mood, ''), count(*), sum(wordCount)
          FROM entries WHERE trashedAt IS NULL GROUP BY 2, 3
        UNION ALL SELECT 'tag', tagKey, coalesce(mood, ''), count(*), sum(wordCount)
          FROM entryTags JOIN entries USING(position) WHERE trashedAt IS NULL GROUP BY 2, 3
        """
      }
    }
  }

  /// Whether the file keeps a table: one of an older format that is only read may not.
  func keeps(_ table: Table) throws -> Bool {
    try db.integer("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", [table.name]) != nil
  }

  /// A query that may use `days`, `streaks` and `tagTallies` as tables, whether the file has them or not.
  func query(_ sql: String) throws -> String { try query(sql, of: .tags, [.days, .streaks, .tags]) }

  /// The same of `dayMoods` and `dayHours`.
  func partQuery(_ sql: String) throws -> String { try query(sql, of: .hours, [.moods, .hours]) }

  /// The same of `moodTallies` and `tagTallies`.
  func tallyQuery(_ sql: String) throws -> String { try query(sql, of: .parts, [.tags, .parts]) }

  /// - Parameter latest: The table that a file keeps where it keeps all of these.
  private func query(_ sql: String, of latest: Table, _ tables: [Table]) throws -> String {
    guard try !keeps(latest) else { return sql }
    return "WITH " + tables.map { "\($0.name) AS (\($0.counted))" }.joined(separator: ",\n") + "\n" + sql
  }

  /// Live entries of this day in other years: one look for each year, however many entries there are.
  func onThisDay(_ today: CivilDate) throws -> Int {
    let ends = try db.row(try query("SELECT (SELECT min(day) FROM days), (SELECT max(day) FROM days)"))
    guard let first = ends?[0] as Int?, let last = ends?[1] as Int? else { return 0 }
    let years = CivilDate(daysSince1970: first).year...CivilDate(daysSince1970: last).year
    let days = years.compactMap { year in
      year == today.year ? nil : CivilDate(year: year, month: today.month, day: today.day)?.daysSince1970
    }
    let list = "[" + days.map { String($0) }.joined(separator: ",") + "]"
    let sum = "SELECT sum(entries) FROM days WHERE day IN (SELECT value FROM json_each(?))"
    return Int(try db.integer(try query(sum), [list]) ?? 0)
  }

  /// The tables that are not what would be counted anew.
  func wrong() throws -> [Table] {
    try Table.allCases.filter { table in
      guard try keeps(table) else { return false }
      let differs = """
        SELECT EXISTS(SELECT * FROM (\(table.kept)) EXCEPT SELECT * FROM (\(table.counted)))
          OR EXISTS(SELECT * FROM (\(table.counted)) EXCEPT SELECT * FROM (\(table.kept)))
        """
      return try db.integer(differs) == 1
    }
  }

  /// Counts tables anew.
  func fill(_ tables: [Table] = Table.allCases) throws {
    // Triggers keep the streaks while the days are filled: nothing wrong may stand in their way.
    if tables.contains(.streaks) { try db.execute(sql: "DELETE FROM streaks") }
    for table in tables where table != .streaks {
      try db.execute(sql: "DELETE FROM \(table.name)")
      try db.execute(sql: "INSERT INTO \(table.columns) \(table.counted)")
    }
    guard tables.contains(.streaks) else { return }
    try db.execute(sql: "DELETE FROM streaks")
    try db.execute(sql: "INSERT INTO \(Table.streaks.columns) \(Table.streaks.counted)")
  }
}
