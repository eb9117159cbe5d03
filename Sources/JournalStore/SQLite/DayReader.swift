import GRDB
import JournalCore

/// Reads days: their kept numbers, and the first entries of each by the index of days.
struct DayReader {
  let db: Database

  func span(_ request: DaysRequest) throws -> DaySpan {
    let kept = KeptNumbers(db: db)
    let ends: StatementArguments = [request.days.lowerBound.daysSince1970, request.days.upperBound.daysSince1970]
    var moods: [Int: [Mood: Int]] = [:]
    for row in try db.rows(
      try kept.partQuery("SELECT day, mood, entries FROM dayMoods WHERE day BETWEEN ? AND ?"), ends)
    {
      moods[row[0], default: [:]][Mood(rawValue: row[1])] = row[2]
    }
    let totals = try db.rows(
      try kept.query("SELECT day, entries, words FROM days WHERE day BETWEEN ? AND ? ORDER BY day"), ends
    ).map { row in
      let day: Int = row[0]
      return DayTotals(
        date: CivilDate(daysSince1970: day), entries: row[1], words: row[2], moods: moods[day] ?? [:])
    }
    var hours = Array(repeating: 0, count: 24)
    for row in try db.rows(
      try kept.partQuery("SELECT hour, sum(entries) FROM dayHours WHERE day BETWEEN ? AND ? GROUP BY hour"), ends)
    {
      let hour: Int = row[0]
      if hours.indices.contains(hour) { hours[hour] = row[1] }
    }
    var entries: [CivilDate: [DayEntry]] = [:]
    if request.entriesADay > 0 {
      for day in totals { entries[day.date] = try first(request.entriesADay, on: day.date) }
    }
    return DaySpan(
      totals: totals, hours: hours, entries: entries, statistics: try kept.statistics(request.today))
  }

  func page(_ date: CivilDate, limit: Int) throws -> DayPage {
    let others = try db.rows(
      """
      SELECT \(Self.columns) FROM entries
      WHERE monthDay = ? AND localDay <> ? AND trashedAt IS NULL ORDER BY position DESC LIMIT ?
      """, [date.month * 100 + date.day, date.daysSince1970, limit])
    return DayPage(date: date, entries: try first(limit, on: date), otherYears: others.map(Self.entry))
  }

  private static let columns =
    "recordName, createdAt, timeZone, offsetSeconds, title, preview, mood, category, isFavorite"

  /// The positions come from the index alone, so that of a day with hundreds of entries only these few are read.
  private func first(_ limit: Int, on date: CivilDate) throws -> [DayEntry] {
    try db.rows(
      """
      SELECT \(Self.columns) FROM entries WHERE position IN (
        SELECT position FROM entries INDEXED BY entriesByDay WHERE localDay = ? AND trashedAt IS NULL
        ORDER BY position LIMIT ?) ORDER BY position
      """, [date.daysSince1970, limit]
    ).map(Self.entry)
  }

  private static func entry(_ row: Row) -> DayEntry {
    DayEntry(
      id: RecordName(row[0]),
      date: EntryDate(instant: Instant(milliseconds: row[1]), timeZone: row[2], offsetSeconds: row[3]),
      title: row[4], preview: row[5], mood: (row[6] as String?).map { Mood(rawValue: $0) },
      category: (row[7] as String?).map { RecordName($0) }, isFavorite: row[8])
  }
}
