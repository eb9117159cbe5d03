package import JournalCore
import JournalFormats
import JournalStore

/// A journal in numbers, with names in place of ids.
package struct JournalNumbers: Hashable, Sendable {
  /// A name and its number of live entries.
  package struct Row: Hashable, Sendable {
    /// The name of a category, a mood or a tag.
    package var name: String
    /// Live entries, at least 1.
    package var entries: Int
  }

  /// Entries, words, days and streaks.
  package var statistics: JournalStatistics
  /// Live entries that are favourites.
  package var favorites: Int
  /// Entries in the trash.
  package var trash: Int
  /// Categories in their order, without empty ones.
  package var categories: [Row]
  /// Live entries without a category that is here and outside the trash.
  package var unfiled: Int
  /// Known moods first, in their order.
  package var moods: [Row]
  /// The most used tags.
  package var tags: [TagCount]
  /// The last twelve months.
  package var charts: JournalCharts

  /// What is drawn in signs below the totals.
  package enum Chart: String, CaseIterable, Sendable {
    /// Entries a month.
    case entries
    /// Words a week.
    case words
    case weekdays, hours, streaks, moods, categories, tags
  }
}

extension JournalContext {
  /// How many tags are among the numbers.
  private static let mostTags = 10

  /// Reads the numbers of the whole journal as of today.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func numbers() throws -> JournalNumbers {
    let tallies = try store.tallies(today: today)
    let categories = try store.categories(includingTrash: false)
    let rows = categories.compactMap { category in
      tallies.categories[category.id].map { JournalNumbers.Row(name: category.name, entries: $0) }
    }
    let known = Mood.known + tallies.moods.keys.filter { !$0.isKnown }.sorted { $0.rawValue < $1.rawValue }
    let span = try store.days(DaysRequest(days: JournalCharts.days(today: today), today: today))
    return JournalNumbers(
      statistics: span.statistics, favorites: tallies.favorites, trash: tallies.trash,
      categories: rows, unfiled: tallies.all - rows.reduce(0) { $0 + $1.entries },
      moods: known.compactMap { mood in
        tallies.moods[mood].map { JournalNumbers.Row(name: mood.rawValue, entries: $0) }
      },
      tags: try store.tags(prefix: "", limit: Self.mostTags), charts: JournalCharts(span, today: today))
  }
}

extension JournalNumbers {
  /// `{"ok":true,"entries":…,"words":…,…}` and a line end.
  package func json() -> [UInt8] {
    var json = JSONWriter(escaping: .terminalSafe)
    json.object { json in
      json.member("ok", true)
      json.member("entries", Int64(statistics.entries))
      json.member("words", Int64(statistics.words))
      json.member("days", Int64(statistics.daysWritten))
      json.member("first", statistics.firstDate?.iso)
      json.member("last", statistics.lastDate?.iso)
      json.member("wordsPerEntry", Int64(statistics.averageWords))
      json.member("currentStreak", Int64(statistics.currentStreak?.days ?? 0))
      json.member("longestStreak", Int64(statistics.longestStreak?.days ?? 0))
      json.member("favorites", Int64(favorites))
      json.member("trash", Int64(trash))
      json.member("unfiled", Int64(unfiled))
      JournalNumbers.write("moods", moods, to: &json)
      JournalNumbers.write("categories", categories, to: &json)
      JournalNumbers.write("tags", tags.map { Row(name: $0.tag, entries: $0.count) }, to: &json)
      charts.write(to: &json)
    }
    json.lineFeed()
    return json.bytes
  }

  private static func write(_ key: StaticString, _ rows: [Row], to json: inout JSONWriter) {
    json.key(key)
    json.array { json in
      for row in rows {
        json.object { json in
          json.member("name", row.name)
          json.member("entries", Int64(row.entries))
        }
      }
    }
  }

  /// Prints the totals for people, and every chart of which there is something.
  ///
  /// - Parameter columns: Of the terminal; nil for a pipe.
  package func print(columns: Int? = nil, to output: inout Printout) {
    func row(_ name: String, _ value: String) {
      output.add(name + String(repeating: " ", count: max(1, 16 - name.count)), .dim)
      output.line(value)
    }
    row("Entries", NumberText.grouped(statistics.entries))
    row("Words", "\(NumberText.grouped(statistics.words)) · \(NumberText.grouped(statistics.averageWords)) per entry")
    if let first = statistics.firstDate, let last = statistics.lastDate {
      row("Days written", NumberText.grouped(statistics.daysWritten))
      row("First, last", "\(DateText.day(first)), \(DateText.day(last))")
    }
    row("Current streak", "\(days(statistics.currentStreak)), longest \(days(statistics.longestStreak))")
    row("Favourites", NumberText.grouped(favorites))
    if trash > 0 { row("Trash", NumberText.grouped(trash)) }
    for chart in Chart.allCases {
      guard isThere(chart) else { continue }
      output.line()
      print(chart, columns: columns, to: &output)
    }
  }

  private func days(_ streak: Streak?) -> String { NumberText.counted(streak?.days ?? 0, "day", "days") }

  /// Whether a chart has anything to show.
  package func isThere(_ chart: Chart) -> Bool {
    switch chart {
    case .entries, .words, .weekdays: charts.weekdays.contains { $0.entries > 0 }
    case .streaks: !charts.streaks.isEmpty
    case .hours: charts.hours.contains { $0 > 0 }
    case .moods: !moods.isEmpty
    case .categories: !categories.isEmpty
    case .tags: !tags.isEmpty
    }
  }

  /// Prints one chart with its heading; nothing but the heading where there is nothing to show.
  ///
  /// - Parameter columns: Of the terminal; nil for a pipe.
  package func print(_ chart: Chart, columns: Int? = nil, to output: inout Printout) {
    let drawing = TextChart(columns: columns)
    switch chart {
    case .entries:
      drawing.bars("Entries a month", charts.months.map { (monthAndYear($0.first), $0.amount.entries) }, to: &output)
    case .words:
      // The first week may begin in the month before.
      let begun = charts.weeks.enumerated().filter { $0.offset > 0 && $0.element.first.day <= 7 }
      let names = begun.map { (place: $0.offset, month: $0.element.first) }
      drawing.columns(
        "Words a week", charts.weeks.map(\.amount.words),
        names: ([(0, charts.months[0].first)] + names).map { ($0.0, String(monthNames[$0.1.month - 1].prefix(3))) },
        to: &output)
    case .weekdays:
      let rows = zip(Weekday.allCases, charts.weekdays).map { ($0.name, $1.entries) }
      drawing.bars("Entries by weekday, last 12 months", rows, to: &output)
    case .hours:
      let names = stride(from: 0, to: 24, by: 6).map { ($0, $0 < 10 ? "0\($0)" : "\($0)") }
      drawing.columns("Entries by hour, last 12 months", charts.hours, names: names, to: &output)
    case .streaks:
      let rows = charts.streaks.map { ("\(DateText.day($0.first)) – \(DateText.day($0.last))", $0.days) }
      drawing.bars("Longest streaks, last 12 months, in days", rows, to: &output)
    case .moods:
      drawing.bars("Moods", moods.map { ("\(Mood(rawValue: $0.name).glyph) \($0.name)", $0.entries) }, to: &output)
    case .categories:
      let rest = unfiled > 0 && !categories.isEmpty ? [("(unfiled)", unfiled)] : []
      drawing.bars("Categories", categories.map { ($0.name, $0.entries) } + rest, to: &output)
    case .tags: drawing.bars("Tags", tags.map { ("#" + $0.tag, $0.count) }, to: &output)
    }
  }

  private func monthAndYear(_ date: CivilDate) -> String { "\(monthNames[date.month - 1]) \(DateText.year(date.year))" }
}
