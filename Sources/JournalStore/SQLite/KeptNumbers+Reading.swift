import GRDB
import JournalCore

/// The kept numbers as they are asked for.
extension KeptNumbers {
  /// The kept number of a scope; nil where none is kept of it.
  func tally(of scope: ListScope) throws -> Int? {
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

  /// The kept number of each scope, and of this day in each other year.
  func tallies(_ today: CivilDate) throws -> Tallies {
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
    tallies.onThisDay = try onThisDay(today)
    return tallies
  }

  /// Entries, words, days written, the first day and the last. Where hours are kept for the whole journal, these and the
  /// streaks give the same as all days, of which a long life has ten thousand.
  private func totals() throws -> Row? {
    guard try keeps(.parts) else {
      return try db.row(try query("SELECT sum(entries), sum(words), count(*), min(day), max(day) FROM days"))
    }
    return try db.row(
      """
      SELECT sum(entries), sum(words), (SELECT sum(last - first + 1) FROM streaks), (SELECT min(first) FROM streaks),
        (SELECT max(last) FROM streaks)
      FROM moodTallies WHERE kind = 'hour' AND part BETWEEN 0 AND 23
      """)
  }

  /// The numbers of days and streaks.
  func statistics(_ today: CivilDate) throws -> JournalStatistics {
    let totals = try self.totals()
    let latest = try db.row(
      try query("SELECT first, last FROM streaks WHERE first <= ? ORDER BY first DESC LIMIT 1"),
      [today.daysSince1970])
    let longest = try db.row(
      try query("SELECT first, last FROM streaks ORDER BY last - first DESC, first DESC LIMIT 1"))
    func number(_ column: Int) -> Int? {
      guard let totals else { return nil }
      return totals[column] as Int?
    }
    return JournalStatistics(
      entries: number(0) ?? 0, words: number(1) ?? 0, daysWritten: number(2) ?? 0,
      firstDate: number(3).map { CivilDate(daysSince1970: $0) },
      lastDate: number(4).map { CivilDate(daysSince1970: $0) }, latestStreak: latest.map(KeptNumbers.streak),
      longestStreak: longest.map(KeptNumbers.streak), today: today)
  }

  /// What was written in each category and hour, and with the tags of most entries.
  func parts() throws -> JournalParts {
    var parts = JournalParts()
    let tags = """
      SELECT tagKey FROM tagTallies GROUP BY tagKey ORDER BY sum(entries) DESC, tagKey LIMIT ?
      """
    let rows = try Row.fetchCursor(
      try db.cachedStatement(
        sql: try tallyQuery(
          """
          SELECT kind, part, mood, entries, words FROM moodTallies
          WHERE entries > 0 AND (kind IN ('category', 'hour') OR kind = 'tag' AND part IN (\(tags)))
          """)), arguments: [JournalParts.mostTags])
    while let row = try rows.next() {
      let mood: String = row[2]
      func add(to totals: inout PartTotals) {
        totals.add(mood.isEmpty ? nil : Mood(rawValue: mood), entries: row[3], words: row[4])
      }
      // Rows that no trigger writes are left out; `doctor` finds them.
      let kind: String = row[0]
      let part = row[1] as DatabaseValue
      if kind == "hour", let hour = Int.fromDatabaseValue(part), parts.hours.indices.contains(hour) {
        add(to: &parts.hours[hour])
      } else if kind == "category", let name = String.fromDatabaseValue(part) {
        add(to: &parts.categories[name.isEmpty ? nil : RecordName(name), default: PartTotals()])
      } else if kind == "tag", let key = String.fromDatabaseValue(part) {
        add(to: &parts.tags[Array(key.utf8), default: PartTotals()])
      }
    }
    return parts
  }

  private static func streak(_ row: Row) -> Streak {
    Streak(first: CivilDate(daysSince1970: row[0]), last: CivilDate(daysSince1970: row[1]))
  }
}
