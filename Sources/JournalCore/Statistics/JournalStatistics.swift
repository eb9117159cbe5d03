/// Consecutive days, each with an entry.
package struct Streak: Hashable, Sendable {
  /// The day on which the streak begins.
  package let first: CivilDate
  /// The day on which the streak ends; the first one where it is one day long.
  package let last: CivilDate

  package init(first: CivilDate, last: CivilDate) {
    (self.first, self.last) = (first, last)
  }

  /// The number of days from the first to the last, both included.
  package var days: Int { last.daysSince1970 - first.daysSince1970 + 1 }
}

/// A journal in numbers; entries in the trash are not among them.
package struct JournalStatistics: Hashable, Sendable {
  /// Entries in all.
  package private(set) var entries = 0
  /// Words in the titles and bodies of all entries.
  package private(set) var words = 0
  /// Days with at least one entry.
  package private(set) var daysWritten = 0
  /// The day of the earliest entry; nil in an empty journal.
  package private(set) var firstDate: CivilDate?
  /// The day of the latest entry, which may lie ahead of today; nil in an empty journal.
  package private(set) var lastDate: CivilDate?
  /// The days in a row up to today; up to yesterday where today has none yet. Nil where both have none.
  package private(set) var currentStreak: Streak?
  /// The longest run of days, the latest of those of equal length.
  package private(set) var longestStreak: Streak?

  /// Takes the numbers as they are kept.
  ///
  /// - Parameters:
  ///   - latestStreak: The latest run of days that has begun by today, if there is any.
  ///   - today: The day up to which a streak is still going on.
  package init(
    entries: Int, words: Int, daysWritten: Int, firstDate: CivilDate?, lastDate: CivilDate?, latestStreak: Streak?,
    longestStreak: Streak?, today: CivilDate
  ) {
    (self.entries, self.words, self.daysWritten) = (entries, words, daysWritten)
    (self.firstDate, self.lastDate, self.longestStreak) = (firstDate, lastDate, longestStreak)
    guard let latestStreak, latestStreak.last >= today.adding(days: -1) else { return }
    currentStreak = Streak(first: latestStreak.first, last: min(latestStreak.last, today))
  }

  /// Words an entry on average, rounded; 0 in an empty journal.
  package var averageWords: Int { entries == 0 ? 0 : (words + entries / 2) / entries }
}
