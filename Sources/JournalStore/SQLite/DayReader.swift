import GRDB
import JournalCore

/// Reads days: their kept numbers, and the first entries of each by the index of days.
struct DayReader {
  let db: Database

  func span(_ request: DaysRequest) throws -> DaySpan {
    let kept = KeptNumbers(db: db)
    let ends: StatementArguments = [request.days.lowerBound.daysSince1970, request.days.upperBound.daysSince1970]
    let moods = try self.moods(ends, kept)
    var totals: [DayTotals] = []
    try forEach(try kept.query("SELECT day, entries, words FROM days WHERE day BETWEEN ? AND ? ORDER BY day"), ends) {
      row in
      let day: Int = row[0]
      totals.append(
        DayTotals(date: CivilDate(daysSince1970: day), entries: row[1], words: row[2], moods: moods[day] ?? [:]))
    }
    let hours = request.countsHours ? try self.hours(ends, kept) : Array(repeating: 0, count: 24)
    let entries = request.entriesADay > 0 ? try self.entries(request.entriesADay, on: totals.map(\.date)) : [:]
    return DaySpan(
      totals: totals, hours: hours, entries: entries, parts: request.countsParts ? try kept.parts() : nil,
      statistics: try kept.statistics(request.today))
  }

  /// Entries of each day by their moods; each day's rows lie together.
  private func moods(_ ends: StatementArguments, _ kept: KeptNumbers) throws -> [Int: [Mood: Int]] {
    var moods: [Int: [Mood: Int]] = [:]
    var (day, counted) = (nil as Int?, [(Mood, Int)]())
    func close() {
      if let day { moods[day] = Dictionary(counted) { first, _ in first } }
      counted.removeAll(keepingCapacity: true)
    }
    let sql = "SELECT day, mood, entries FROM dayMoods WHERE day BETWEEN ? AND ? ORDER BY day"
    try forEach(try kept.partQuery(sql), ends) { row in
      let next: Int = row[0]
      if next != day { close() }
      day = next
      counted.append((Mood(rawValue: row[1]), row[2]))
    }
    close()
    return moods
  }

  /// The hours are named, so that each is a stretch of the table's key.
  static let hours = {
    let named = (0..<24).map { String($0) }.joined(separator: ",")
    return "SELECT hour, sum(entries) FROM dayHours WHERE hour IN (\(named)) AND day BETWEEN ? AND ? GROUP BY hour"
  }()

  /// Entries by the hour of their own wall clock.
  private func hours(_ ends: StatementArguments, _ kept: KeptNumbers) throws -> [Int] {
    var hours = Array(repeating: 0, count: 24)
    try forEach(try kept.partQuery(Self.hours), ends) { row in
      let hour: Int = row[0]
      if hours.indices.contains(hour) { hours[hour] = row[1] }
    }
    return hours
  }

  /// Goes through rows without keeping them: a year of days may be thousands.
  private func forEach(_ sql: String, _ arguments: StatementArguments, _ body: (Row) throws -> Void) throws {
    let rows = try Row.fetchCursor(try db.cachedStatement(sql: sql), arguments: arguments)
    while let row = try rows.next() { try body(row) }
  }

  func page(_ date: CivilDate, limit: Int) throws -> DayPage {
    let others = try db.rows(
      "SELECT \(Self.columns) \(Self.otherYears)", [date.month * 100 + date.day, date.daysSince1970, limit])
    return DayPage(date: date, entries: try first(limit, on: date), otherYears: others.map(Self.entry))
  }

  private static let columns =
    "recordName, createdAt, timeZone, offsetSeconds, title, preview, mood, category, isFavorite"
  static let otherYears = """
    FROM entries WHERE monthDay = ? AND localDay <> ? AND trashedAt IS NULL ORDER BY position DESC LIMIT ?
    """
  /// The first entries of a day. Their positions come from the index alone, so that of a day with hundreds only these few are read.
  static let places = """
    SELECT position FROM entries INDEXED BY entriesByDay WHERE localDay = ? AND trashedAt IS NULL ORDER BY position LIMIT ?
    """

  /// The first entries of each day, with a preview only where there is no title.
  private func entries(_ limit: Int, on dates: [CivilDate]) throws -> [CivilDate: [DayEntry]] {
    var entries: [CivilDate: [DayEntry]] = [:]
    var days: [Int64: CivilDate] = [:]
    let statement = try db.cachedStatement(sql: Self.places)
    for date in dates {
      for place in try Int64.fetchAll(statement, arguments: [date.daysSince1970, limit]) { days[place] = date }
    }
    let list = "[" + days.keys.sorted().map { String($0) }.joined(separator: ",") + "]"
    let columns = Self.columns.replacing("preview", with: "iif(title = '', preview, '')")
    try forEach(
      "SELECT \(columns), position FROM entries WHERE position IN (SELECT value FROM json_each(?)) ORDER BY position",
      [list]
    ) { row in
      if let date = days[row[9]] { entries[date, default: []].append(Self.entry(row)) }
    }
    return entries
  }

  /// The first entries of a day, with the first picture of each.
  private func first(_ limit: Int, on date: CivilDate) throws -> [DayEntry] {
    try db.rows(
      """
      SELECT \(Self.columns), (\(EntrySummary.FirstImage.query(of: "entries"))) FROM entries
      WHERE position IN (\(Self.places)) ORDER BY position
      """, [date.daysSince1970, limit]
    ).map { row in
      var entry = Self.entry(row)
      entry.picture = (row[9] as String?).flatMap(EntrySummary.FirstImage.init)
      return entry
    }
  }

  private static func entry(_ row: Row) -> DayEntry {
    DayEntry(
      id: RecordName(row[0]),
      date: EntryDate(instant: Instant(milliseconds: row[1]), timeZone: row[2], offsetSeconds: row[3]),
      title: row[4], preview: row[5], mood: (row[6] as String?).map { Mood(rawValue: $0) },
      category: (row[7] as String?).map { RecordName($0) }, isFavorite: row[8])
  }
}
