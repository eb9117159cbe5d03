package import JournalCore
import JournalFormats

/// What was written in the last twelve months, or in a year, counted from the numbers that are kept of each day.
package struct JournalCharts: Hashable, Sendable {
  /// What was written on some days.
  package struct Amount: Hashable, Sendable {
    package fileprivate(set) var entries = 0
    package fileprivate(set) var words = 0
    /// How many of the days have each mood as their commonest one.
    package fileprivate(set) var moods: [Mood: Int] = [:]

    fileprivate mutating func add(_ day: DayTotals) {
      entries += day.entries
      words += day.words
      if let mood = day.mood { moods[mood, default: 0] += 1 }
    }
  }

  /// A month or a week.
  package struct Period: Hashable, Sendable {
    /// Its first day.
    package let first: CivilDate
    package fileprivate(set) var amount = Amount()
  }

  /// Twelve months, the earliest first.
  package private(set) var months: [Period]
  /// The weeks of these months, from Monday on, the earliest first.
  package private(set) var weeks: [Period]
  /// Each weekday, from Monday on.
  package private(set) var weekdays = Array(repeating: Amount(), count: 7)
  /// Entries by the hour of their own clock, 24 numbers.
  package let hours: [Int]
  /// Two days and more in a row with an entry, the longest first; of equal ones the latest.
  package private(set) var streaks: [Streak]

  /// The year that is counted; nil for the last twelve months.
  package let year: Int?
  /// Whether the twelve months end with the last entry, and not today.
  package let isPast: Bool

  /// How many streaks are named.
  private static let mostStreaks = 5

  /// The days that are counted: those of a year, else of the twelve months up to today's.
  package static func days(today: CivilDate, year: Int? = nil) -> ClosedRange<CivilDate> {
    let today = year.flatMap { CivilDate(year: $0, month: 12, day: 31) } ?? today
    let month = today.adding(days: 1 - today.day)
    return month.adding(months: -11)...month.adding(months: 1).adding(days: -1)
  }

  /// Counts the numbers of ``days(today:year:)``.
  ///
  /// - Parameter isPast: Whether `today` is the day of the last entry, which lies further back.
  package init(_ span: DaySpan, today: CivilDate, year: Int? = nil, isPast: Bool = false) {
    let days = JournalCharts.days(today: today, year: year)
    (self.year, self.isPast) = (year, isPast)
    let monday = days.lowerBound.adding(days: -days.lowerBound.weekday.rawValue)
    let weeksShown = (days.upperBound.daysSince1970 - monday.daysSince1970) / 7 + 1
    months = (0..<12).map { Period(first: days.lowerBound.adding(months: $0)) }
    weeks = (0..<weeksShown).map { Period(first: monday.adding(days: 7 * $0)) }
    hours = span.hours
    var runs: [Streak] = []
    for day in span.totals where days.contains(day.date) && day.entries > 0 {
      let date = day.date
      months[(date.year - days.lowerBound.year) * 12 + date.month - days.lowerBound.month].amount.add(day)
      weeks[(date.daysSince1970 - monday.daysSince1970) / 7].amount.add(day)
      weekdays[date.weekday.rawValue].add(day)
      if let run = runs.last, run.last.adding(days: 1) == date {
        runs[runs.count - 1] = Streak(first: run.first, last: date)
      } else {
        runs.append(Streak(first: date, last: date))
      }
    }
    let longest = runs.filter { $0.days > 1 }.sorted {
      ($0.days, $0.last.daysSince1970) > ($1.days, $1.last.daysSince1970)
    }
    streaks = Array(longest.prefix(JournalCharts.mostStreaks))
  }
}

extension JournalCharts {
  /// Writes the members `year`, where one was asked for, `months`, `weeks`, `weekdays`, `hours` and `streaks` of an object.
  func write(to json: inout JSONWriter) {
    if let year { json.member("year", Int64(year)) }
    JournalCharts.write("months", months.map { (String($0.first.iso.prefix(7)), $0.amount) }, to: &json)
    JournalCharts.write("weeks", weeks.map { ($0.first.iso, $0.amount) }, to: &json)
    JournalCharts.write("weekdays", zip(Weekday.allCases, weekdays).map { ($0.name, $1) }, to: &json)
    json.key("hours")
    json.array { json in
      for number in hours { json.integer(Int64(number)) }
    }
    json.key("streaks")
    json.array { json in
      for streak in streaks {
        json.object { json in
          json.member("first", streak.first.iso)
          json.member("last", streak.last.iso)
          json.member("days", Int64(streak.days))
        }
      }
    }
  }

  private static func write(_ key: StaticString, _ rows: [(name: String, amount: Amount)], to json: inout JSONWriter) {
    json.key(key)
    json.array { json in
      for row in rows {
        json.object { json in
          json.member("name", row.name)
          json.member("entries", Int64(row.amount.entries))
          json.member("words", Int64(row.amount.words))
          JournalNumbers.write(row.amount.moods, countedAs: "days", to: &json)
        }
      }
    }
  }
}
