/// What was written on one day, by the entries' own wall clocks.
package struct DayTotals: Hashable, Sendable {
  package var date: CivilDate
  package var entries: Int
  package var words: Int

  package init(date: CivilDate, entries: Int, words: Int) {
    self.date = date
    self.entries = entries
    self.words = words
  }
}

/// Entries and words of a stretch of time.
package struct Totals: Hashable, Sendable {
  package var entries: Int
  package var words: Int

  package init(entries: Int = 0, words: Int = 0) {
    self.entries = entries
    self.words = words
  }

  mutating func add(_ day: DayTotals) {
    entries += day.entries
    words += day.words
  }
}

/// A month of one year.
package struct YearMonth: Hashable, Comparable, Sendable {
  package let year: Int
  package let month: Int

  package init(_ date: CivilDate) {
    year = date.year
    month = date.month
  }

  package static func < (a: YearMonth, b: YearMonth) -> Bool { (a.year, a.month) < (b.year, b.month) }

  /// `YYYY-MM`.
  package var iso: String { "\(padded(year, 4))-\(padded(month, 2))" }
}

/// What was written in one month.
package struct MonthTotals: Hashable, Sendable {
  package let month: YearMonth
  package var totals: Totals
}

/// Consecutive days, each with an entry.
package struct Streak: Hashable, Sendable {
  package let first: CivilDate
  package let last: CivilDate

  package init(first: CivilDate, last: CivilDate) {
    self.first = first
    self.last = last
  }

  package var days: Int { last.daysSince1970 - first.daysSince1970 + 1 }
}

/// A journal in numbers; entries in the trash are not among them.
package struct JournalStatistics: Hashable, Sendable {
  package private(set) var entries = 0
  package private(set) var words = 0
  /// Days with at least one entry.
  package private(set) var daysWritten = 0
  package private(set) var firstDate: CivilDate?
  package private(set) var lastDate: CivilDate?
  /// The days in a row up to today; up to yesterday where today has none yet. Nil where both have none.
  package private(set) var currentStreak: Streak?
  /// The longest run of days, the latest of those of equal length.
  package private(set) var longestStreak: Streak?
  /// Monday first, seven in all.
  package private(set) var weekdays = [Totals](repeating: Totals(), count: 7)
  /// Months with entries, in order.
  package private(set) var months: [MonthTotals] = []
  /// Entries by mood; nil stands for those without one.
  package var moods: [Mood?: Int] = [:]
  /// Entries by the category they show under; nil stands for unfiled ones.
  package var categories: [RecordName?: Int] = [:]

  /// Adds up days, in whatever order they come; several totals of one day count as one day.
  ///
  /// - Parameter today: The day up to which a streak is still going on.
  package init(
    days: some Sequence<DayTotals>, moods: [Mood?: Int] = [:], categories: [RecordName?: Int] = [:], today: CivilDate
  ) {
    self.moods = moods
    self.categories = categories
    var open: Streak?
    for day in days.filter({ $0.entries > 0 }).sorted(by: { $0.date < $1.date }) {
      let isNewDay = lastDate != day.date
      add(day, isNewDay: isNewDay)
      guard isNewDay else { continue }
      if let running = open, running.last.adding(days: 1) == day.date {
        open = Streak(first: running.first, last: day.date)
      } else {
        open = Streak(first: day.date, last: day.date)
      }
      if let running = open { close(running, today: today) }
    }
  }

  private mutating func add(_ day: DayTotals, isNewDay: Bool) {
    entries += day.entries
    words += day.words
    if firstDate == nil { firstDate = day.date }
    lastDate = day.date
    if isNewDay { daysWritten += 1 }
    weekdays[day.date.weekday.rawValue].add(day)
    let month = YearMonth(day.date)
    if months.last?.month != month { months.append(MonthTotals(month: month, totals: Totals())) }
    months[months.count - 1].totals.add(day)
  }

  private mutating func close(_ streak: Streak, today: CivilDate) {
    if streak.days >= longestStreak?.days ?? 0 { longestStreak = streak }
    let yesterday = today.adding(days: -1)
    if streak.last == yesterday || streak.last == today { currentStreak = streak }
  }

  /// Words an entry on average, rounded; 0 in an empty journal.
  package var averageWords: Int { entries == 0 ? 0 : (words + entries / 2) / entries }

  /// Words a written day on average, rounded; 0 in an empty journal.
  package var averageWordsPerDay: Int { daysWritten == 0 ? 0 : (words + daysWritten / 2) / daysWritten }
}
