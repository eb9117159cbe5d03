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
    /// What was written there; nothing of a mood.
    package var totals: PartTotals

    package init(name: String, entries: Int, totals: PartTotals = PartTotals()) {
      (self.name, self.entries, self.totals) = (name, entries, totals)
    }
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
  /// What was written in these.
  package var unfiledTotals: PartTotals
  /// Known moods first, in their order.
  package var moods: [Row]
  /// The most used tags.
  package var tags: [Row]
  /// By the hour of the entries' own clocks, 24 of them.
  package var hours: [PartTotals]
  /// Tags that stand on the same entries.
  package var pairs: [TagPair]
  /// The last twelve months, those up to the last entry where nothing was written in them, or a year.
  package var charts: JournalCharts
  /// With which weekday charts begin.
  package var weekBegin = Weekday.monday

  /// What is drawn in signs below the totals.
  package enum Chart: String, CaseIterable, Sendable {
    /// Entries a month.
    case entries
    /// Words a week.
    case words
    case weekdays, hours, streaks, moods
    case monthMoods = "month-moods"
    case weekdayMoods = "weekday-moods"
    case hourMoods = "hour-moods"
    case categories
    case categoryMoods = "category-moods"
    case tags
    case tagMoods = "tag-moods"
    case together
  }
}

extension JournalContext {
  /// How many tags are among the numbers.
  private static let mostTags = 10

  /// Reads the numbers of the whole journal as of today.
  ///
  /// - Parameter year: Whose months, weeks, weekdays, hours and streaks are counted, 1 to 9999; nil for the last twelve months, or
  ///   those up to the last entry where that is older.
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func numbers(year: Int? = nil) throws -> JournalNumbers {
    let tallies = try store.tallies(today: today)
    let categories = try store.categories(includingTrash: false)
    var end = today
    func days() throws -> DaySpan {
      try store.days(
        DaysRequest(
          days: JournalCharts.days(today: end, year: year), today: today, countsHours: true, countsParts: true))
    }
    var span = try days()
    // As the screen does: an old diary shows its last year.
    if year == nil, let last = span.statistics.lastDate, last < JournalCharts.days(today: today).lowerBound {
      end = last
      span = try days()
    }
    let parts = span.parts ?? JournalParts()
    let rows = categories.compactMap { category in
      tallies.categories[category.id].map {
        JournalNumbers.Row(name: category.name, entries: $0, totals: parts.categories[category.id] ?? PartTotals())
      }
    }
    var unfiled = PartTotals()
    let shown = Set(categories.map(\.id))
    for (category, totals) in parts.categories where category.map({ !shown.contains($0) }) ?? true {
      unfiled.add(totals)
    }
    let known = Mood.known + tallies.moods.keys.filter { !$0.isKnown }.sorted { $0.rawValue < $1.rawValue }
    return JournalNumbers(
      statistics: span.statistics, favorites: tallies.favorites, trash: tallies.trash,
      categories: rows, unfiled: tallies.all - rows.reduce(0) { $0 + $1.entries },
      unfiledTotals: unfiled,
      moods: known.compactMap { mood in
        tallies.moods[mood].map { JournalNumbers.Row(name: mood.rawValue, entries: $0) }
      },
      tags: try store.tags(prefix: "", limit: Self.mostTags).map {
        JournalNumbers.Row(name: $0.tag, entries: $0.count, totals: parts.tag($0.tag) ?? PartTotals())
      }, hours: parts.hours, pairs: try TagPairs(store).most(Self.mostTags),
      charts: JournalCharts(span, today: end, year: year, isPast: end != today))
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
      JournalNumbers.write("tags", tags, to: &json)
      json.key("byHour")
      json.array { json in
        for (hour, totals) in hours.enumerated() where totals.entries > 0 {
          json.object { json in
            json.member("hour", Int64(hour))
            json.member("entries", Int64(totals.entries))
            JournalNumbers.write(totals, to: &json)
          }
        }
      }
      json.key("together")
      json.array { json in
        for pair in pairs {
          json.object { json in
            json.key("tags")
            json.strings([pair.first, pair.second])
            json.member("entries", Int64(pair.count))
          }
        }
      }
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
          if row.totals.entries > 0 { JournalNumbers.write(row.totals, to: &json) }
        }
      }
    }
  }

  /// Writes the members `words` and `moods` of an object.
  private static func write(_ totals: PartTotals, to json: inout JSONWriter) {
    json.member("words", Int64(totals.words))
    write(totals.moods, countedAs: "entries", to: &json)
  }

  /// Writes the member `moods` of an object: a list of `name` and a number, in the order in which moods are offered.
  static func write(_ moods: [Mood: Int], countedAs unit: StaticString, to json: inout JSONWriter) {
    json.key("moods")
    json.array { json in
      for mood in MoodTable(rows: [MoodTable.Row(name: "", moods: moods)]).moods {
        json.object { json in
          json.member("name", mood.rawValue)
          json.member(unit, Int64(moods[mood, default: 0]))
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

  /// Prints one chart with its heading; nothing but the heading where there is nothing to show.
  ///
  /// - Parameter columns: Of the terminal; nil for a pipe.
  package func print(_ chart: Chart, columns: Int? = nil, to output: inout Printout) {
    TextChart(columns: columns).draw(form(of: chart, isASCII: output.isASCII), to: &output)
  }

  /// Every chart of which there is something, as a picture in SVG.
  ///
  /// - Parameter name: Of the journal.
  package func picture(of name: String) -> [UInt8] {
    let charts = Chart.allCases.filter(isThere).map { form(of: $0).largest(PictureChart.mostRows) }
    var picture = PictureChart(widthFor: charts.flatMap(\.names))
    for chart in charts { picture.add(chart) }
    return picture.file("“\(name)” in numbers")
  }

  /// Writes ``picture(of:)`` to a file that only its owner can read: as it is, or as a PNG that a program of the system makes of it.
  ///
  /// - Parameters:
  ///   - path: `~` at its beginning stands for the home folder.
  ///   - replaces: Whether a file that is there may go.
  ///   - programs: Where programs are, as PATH has it.
  /// - Throws: ``CommandFailure`` where it ends in neither `.svg` nor `.png`, is there already, or cannot be written; where no program
  ///   is there that makes a PNG, or it fails.
  package func writePicture(to path: String, replaces: Bool, of paths: JournalPaths, programs: String) throws {
    let name = path.lowercased()
    guard name.hasSuffix(".svg") || name.hasSuffix(".png") else {
      throw CommandFailure.usage("Charts are written as SVG or PNG: give a name that ends in .svg or .png.")
    }
    let renderer = name.hasSuffix(".png") ? try ChartRenderer(folders: programs) : nil
    let target = HomeFolder(paths.home).resolved(path)
    try OutputPlace.forbidJournals(target)
    try StopSignals.guarding {
      let file = try OutputFile(path: target, replaces: replaces)
      if let renderer {
        try renderer.make(picture(of: paths.name), beside: file.target) { try file.write($0) }
      } else {
        try file.write(picture(of: paths.name))
      }
      try file.finish()
    }
  }
}
