import JournalCore
import JournalUI
import TestKit

/// The numbers of days, as the journal keeps them.
extension FakeJournal {
  private var live: [Entry] { list(.all, ListOrder(.date, reversed: true)) }

  func days(_ request: DaysRequest) -> DaySpan {
    let byDay = Dictionary(grouping: live) { $0.date.local.date }
    let totals = byDay.map { date, entries in
      DayTotals(
        date: date, entries: entries.count,
        words: entries.reduce(0) { $0 + WordCount.count($1.title) + WordCount.count($1.body) },
        moods: Dictionary(entries.compactMap { $0.mood.map { ($0, 1) } }, uniquingKeysWith: +))
    }.sorted { $0.date < $1.date }
    let shown = totals.filter { request.days.contains($0.date) }
    let hours = (0..<24).map { hour in
      live.count { $0.date.local.hour == hour && request.days.contains($0.date.local.date) }
    }
    let entries = byDay.filter { request.days.contains($0.key) }
      .mapValues { $0.prefix(request.entriesADay).map(DayEntry.init) }
    return DaySpan(
      totals: shown, hours: hours, entries: request.entriesADay > 0 ? entries : [:],
      parts: request.countsParts ? JournalParts(counting: live) : nil, statistics: statistics(totals, request.today))
  }

  func day(_ date: CivilDate) -> DayPage {
    let others = live.reversed().filter {
      let day = $0.date.local.date
      return day != date && day.month == date.month && day.day == date.day
    }
    return DayPage(
      date: date,
      entries: live.filter { $0.date.local.date == date }.map { entry in
        var day = DayEntry(entry)
        day.picture = firstImage(of: entry.id)
        return day
      },
      otherYears: others.map(DayEntry.init))
  }

  func firstImage(of entry: RecordName) -> EntrySummary.FirstImage? {
    images[entry]?.first.flatMap { image in
      image.imageAsset.map { EntrySummary.FirstImage(id: image.id, asset: $0) }
    }
  }

  private func statistics(_ days: [DayTotals], _ today: CivilDate) -> JournalStatistics {
    var streaks: [Streak] = []
    for day in days {
      if let open = streaks.last, open.last.adding(days: 1) == day.date {
        streaks[streaks.count - 1] = Streak(first: open.first, last: day.date)
      } else {
        streaks.append(Streak(first: day.date, last: day.date))
      }
    }
    return JournalStatistics(
      entries: days.reduce(0) { $0 + $1.entries }, words: days.reduce(0) { $0 + $1.words }, daysWritten: days.count,
      firstDate: days.first?.date, lastDate: days.last?.date, latestStreak: streaks.last { $0.first <= today },
      longestStreak: streaks.reversed().max { $0.days < $1.days }, today: today)
  }
}

extension FakeJournal {
  /// Sixty entries on every second day, with moods and a category each.
  static var moody: FakeJournal {
    var journal = FakeJournal.small
    let today = CivilDate(daysSince1970: 20_777)
    for index in 0..<60 {
      let day = today.adding(days: -2 * index)
      let words = String(repeating: "word ", count: 20 + index % 7 * 10)
      journal.add(
        entry(
          "m\(index)", "Day \(index)", words, date(day.year, day.month, day.day, 8 + index % 14),
          mood: Mood.known[index % 5], category: index % 3 == 0 ? "work" : "home", tags: ["tag\(index % 4)"]))
    }
    return journal
  }
}

extension DayEntry {
  init(_ entry: Entry) {
    self.init(
      id: entry.id, date: entry.date, title: entry.title, preview: TextPreview.lines(of: entry.body),
      mood: entry.mood, category: entry.category, isFavorite: entry.isFavorite)
  }
}

extension FakeJournal {
  /// Two questions that take their turns.
  static func question(_ request: QuestionRequest) -> Message {
    .questionFound(
      request, request.turn.isMultiple(of: 2) ? "What is blue?" : "What is green?",
      EntryTemplate(name: "q", text: "{{question}}\n\n{{cursor}}"))
  }
}
