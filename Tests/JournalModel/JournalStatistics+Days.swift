package import JournalCore

extension JournalStatistics {
  /// Adds up days, in whatever order they come; several totals of one day count as one day.
  ///
  /// - Parameter today: The day up to which a streak is still going on.
  package init(days: some Sequence<DayTotals>, today: CivilDate) {
    let written = days.filter { $0.entries > 0 }.sorted { $0.date < $1.date }
    var streaks: [Streak] = []
    for day in written where streaks.last?.last != day.date {
      if let open = streaks.last, open.last.adding(days: 1) == day.date {
        streaks[streaks.count - 1] = Streak(first: open.first, last: day.date)
      } else {
        streaks.append(Streak(first: day.date, last: day.date))
      }
    }
    self.init(
      entries: written.reduce(0) { $0 + $1.entries }, words: written.reduce(0) { $0 + $1.words },
      daysWritten: streaks.reduce(0) { $0 + $1.days }, firstDate: streaks.first?.first, lastDate: streaks.last?.last,
      latestStreak: streaks.last { $0.first <= today },
      longestStreak: streaks.reversed().max { $0.days < $1.days }, today: today)
  }
}
