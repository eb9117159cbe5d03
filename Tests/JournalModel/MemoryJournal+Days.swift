package import JournalCore
package import JournalStore
import TestKit

extension MemoryJournalStore {
  /// Counts the entries of the span anew at each call.
  package func days(_ request: DaysRequest) throws(StoreError) -> DaySpan {
    let statistics = try statistics(today: request.today)
    return reading { journal in
      let live = journal.rows(in: .all).sorted { $0.position < $1.position }.map(\.entry)
      let found = live.filter { request.days.contains($0.date.local.date) }
      let byDay = Dictionary(grouping: found) { $0.date.local.date }
      let totals = byDay.map { day, entries in
        DayTotals(
          date: day, entries: entries.count,
          words: entries.reduce(0) { $0 + WordCount.count($1.title) + WordCount.count($1.body) },
          moods: Dictionary(entries.compactMap { $0.mood.map { ($0, 1) } }, uniquingKeysWith: +))
      }
      let hours = (0..<24).map { hour in found.count { $0.date.local.hour == hour } }
      var entries: [CivilDate: [DayEntry]] = [:]
      if request.entriesADay > 0 {
        entries = byDay.mapValues { $0.prefix(request.entriesADay).map { DayEntry($0).ofMonth } }
      }
      return DaySpan(
        totals: totals.sorted { $0.date < $1.date }, hours: hours, entries: entries,
        parts: request.countsParts ? JournalParts(counting: live) : nil, statistics: statistics)
    }
  }

  /// Looks at every entry at each call.
  package func day(_ date: CivilDate, limit: Int) throws(StoreError) -> DayPage {
    reading { journal in
      let live = journal.rows(in: .all).sorted { $0.position < $1.position }.map(\.entry)
      let others = live.reversed().filter {
        let day = $0.date.local.date
        return day != date && day.month == date.month && day.day == date.day
      }
      return DayPage(
        date: date,
        entries: live.filter { $0.date.local.date == date }.prefix(limit).map { entry in
          var day = DayEntry(entry)
          day.picture = journal.firstImage(of: entry.id)
          return day
        },
        otherYears: others.prefix(limit).map(DayEntry.init))
    }
  }
}

extension DayEntry {
  init(_ entry: Entry) {
    self.init(
      id: entry.id, date: entry.date, title: entry.title,
      preview: TextPreview.lines(of: entry.body), mood: entry.mood, category: entry.category,
      isFavorite: entry.isFavorite)
  }
}

extension DayEntry {
  /// As a month shows it: where there is a title, nothing more of the text.
  fileprivate var ofMonth: DayEntry {
    var entry = self
    if !title.isEmpty { entry.preview = "" }
    return entry
  }
}
