/// What was written on one day, by the entries' own wall clocks; entries in the trash are not counted.
package struct DayTotals: Hashable, Sendable {
  /// The day.
  package var date: CivilDate
  /// Entries of the day.
  package var entries: Int
  /// Words in their titles and bodies.
  package var words: Int
  /// How many of the entries have each mood; entries without a mood are in none.
  package var moods: [Mood: Int]

  package init(date: CivilDate, entries: Int, words: Int, moods: [Mood: Int] = [:]) {
    (self.date, self.entries, self.words, self.moods) = (date, entries, words, moods)
  }

  /// The most days in a row among days with entries, the earliest first; 0 where there are none.
  package static func longestRow(_ days: some Sequence<DayTotals>) -> Int {
    var (longest, row, last) = (0, 0, nil as CivilDate?)
    for day in days {
      row = last?.adding(days: 1) == day.date ? row + 1 : 1
      (longest, last) = (max(longest, row), day.date)
    }
    return longest
  }

  /// The mood of most entries of the day; nil where none has one.
  package var mood: Mood? { DayTotals.commonest(moods) }

  /// The mood that is counted most; of those that are counted alike the first in the order in which moods are offered.
  package static func commonest(_ moods: [Mood: Int]) -> Mood? {
    let known = Mood.known.filter { moods[$0, default: 0] > 0 }
    let others = moods.keys.filter { !$0.isKnown }.sorted { $0.rawValue < $1.rawValue }
    var best: (mood: Mood, count: Int)?
    for mood in known + others {
      let count = moods[mood, default: 0]
      if count > best?.count ?? 0 { best = (mood, count) }
    }
    return best?.mood
  }
}

/// What a calendar shows of an entry.
package struct DayEntry: Hashable, Sendable, Identifiable {
  package var id: RecordName
  /// The entry's own date, as its writer set it.
  package var date: EntryDate
  /// One line; empty where the entry has no title.
  package var title: String
  /// The first 240 characters or so of the body, on one line.
  package var preview: String
  /// nil where the person chose no mood.
  package var mood: Mood?
  /// The category that the entry names; nil without one.
  package var category: RecordName?
  package var isFavorite: Bool
  /// The first of its pictures; nil where there is none, nothing names its bytes yet, or a month is shown.
  package var picture: EntrySummary.FirstImage?

  package init(
    id: RecordName, date: EntryDate, title: String, preview: String, mood: Mood?, category: RecordName?,
    isFavorite: Bool
  ) {
    (self.id, self.date, self.title, self.preview) = (id, date, title, preview)
    (self.mood, self.category, self.isFavorite) = (mood, category, isFavorite)
  }
}

/// A wish for the numbers of a span of days, both ends included.
package struct DaysRequest: Hashable, Sendable {
  package var days: ClosedRange<CivilDate>
  /// The day up to which a streak is still going on.
  package var today: CivilDate
  /// The most entries that come with each day, the earliest first; 0 for none.
  package var entriesADay: Int
  /// Whether entries are counted by the hour, which takes as long as all else.
  package var countsHours: Bool
  /// Whether the parts of the whole journal come, too.
  package var countsParts: Bool

  package init(
    days: ClosedRange<CivilDate>, today: CivilDate, entriesADay: Int = 0, countsHours: Bool = false,
    countsParts: Bool = false
  ) {
    (self.days, self.today) = (days, today)
    (self.entriesADay, self.countsHours, self.countsParts) = (entriesADay, countsHours, countsParts)
  }
}

/// The numbers of a span of days, and of the journal as a whole.
package struct DaySpan: Hashable, Sendable {
  /// The days on which something was written, the earliest first.
  package var totals: [DayTotals]
  /// Entries by the hour of their own wall clock, 24 numbers; all 0 where they were not asked for.
  package var hours: [Int]
  /// The first entries of each day, as many as were asked for; those with a title come without a preview.
  package var entries: [CivilDate: [DayEntry]]
  /// The parts of the whole journal; nil where they were not asked for.
  package var parts: JournalParts?
  /// The numbers of the whole journal.
  package var statistics: JournalStatistics

  package init(
    totals: [DayTotals], hours: [Int], entries: [CivilDate: [DayEntry]] = [:], parts: JournalParts? = nil,
    statistics: JournalStatistics
  ) {
    (self.totals, self.hours, self.entries, self.parts) = (totals, hours, entries, parts)
    self.statistics = statistics
  }

  /// The most days in a row on which something was written within the span; 0 where nothing was.
  package var longestRow: Int { DayTotals.longestRow(totals) }

  /// Entries of the whole span.
  package var entryCount: Int { totals.reduce(0) { $0 + $1.entries } }

  /// Words of the whole span.
  package var words: Int { totals.reduce(0) { $0 + $1.words } }

  /// The hour, 0 to 23, in which most entries were written, the earliest of those alike; nil without entries.
  package var usualHour: Int? {
    guard let most = hours.max(), most > 0 else { return nil }
    return hours.firstIndex(of: most)
  }
}

/// A day as it is looked at by itself: its entries, and those of the same day in other years.
package struct DayPage: Hashable, Sendable {
  package var date: CivilDate
  /// The day's entries, the earliest first, as many as were asked for.
  package var entries: [DayEntry]
  /// Entries of the same month and day in other years, the latest first, as many as were asked for.
  package var otherYears: [DayEntry]

  package init(date: CivilDate, entries: [DayEntry], otherYears: [DayEntry]) {
    (self.date, self.entries, self.otherYears) = (date, entries, otherYears)
  }
}
