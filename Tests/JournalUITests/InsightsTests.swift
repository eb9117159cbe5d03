import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// `I`: moods and words in charts.
@Suite struct InsightsTests {
  @Test func chartsAreCountedFromDays() {
    let journal = FakeJournal.moody
    let today = CivilDate(daysSince1970: 20_778)
    let days = InsightSpan.year.days(today: today, nil)
    #expect(days.lowerBound.iso == "2025-12-01" && days.upperBound.iso == "2026-11-30")
    let span = journal.days(DaysRequest(days: days, today: today))
    let figures = InsightFigures(span, span: .year, days: days)
    #expect(figures.periods.map(\.name).first == "Dec" && figures.periods.count == 12)
    #expect(figures.periods.reduce(0) { $0 + $1.words } == span.words)
    #expect(figures.steps.reduce(0) { $0 + $1.words } == span.words && figures.steps.count == 53)
    #expect(figures.weekdayWords.reduce(0, +) == span.words)
    let moods = span.totals.count { $0.mood != nil }
    #expect(figures.periods.reduce(0) { $0 + $1.moods.reduce(0) { $0 + $1.value } } == moods)
    #expect(figures.weekdays.reduce(0) { $0 + $1.reduce(0) { $0 + $1.value } } == moods)
    #expect(figures.hours.reduce(0, +) == span.totals.reduce(0) { $0 + $1.entries })
    #expect(figures.finding.contains("Most is written on") && figures.finding.contains("days have"))
    #expect(
      InsightFigures(FakeJournal.small.days(DaysRequest(days: days, today: today)), span: .year, days: days).finding
        == "")
  }

  @Test(arguments: [InsightSpan.month, .year, .all]) func everySpanHoldsItsDays(span: InsightSpan) {
    let today = CivilDate(daysSince1970: 20_778)
    for first in ["0001-01-01", "1669-05-31", "2026-11-20", "2027-01-05"] {
      let parts = first.split(separator: "-").compactMap { Int($0) }
      let day = CivilDate(year: parts[0], month: parts[1], day: parts[2])
      let statistics = JournalStatistics(
        entries: 1, words: 1, daysWritten: 1, firstDate: day, lastDate: day, latestStreak: nil, longestStreak: nil,
        today: today)
      let days = span.days(today: today, statistics)
      let empty = DaySpan(totals: [], hours: Array(repeating: 0, count: 24), statistics: statistics)
      let figures = InsightFigures(empty, span: span, days: days)
      // Where nothing was written for years the days are those up to the last entry.
      let isOld = (day ?? today).year < 2000
      #expect(days.contains(span == .all || isOld ? day ?? today : today))
      #expect(figures.steps.count <= 54 && figures.periods.count <= 24)
      #expect(figures.steps.first.map { $0.days.lowerBound <= days.lowerBound } == true)
      #expect(figures.steps.last.map { $0.days.upperBound >= days.upperBound } == true)
    }
  }

  @Test func tabGoesFromChartToChartAndArrowsThroughTheirParts() {
    var person = Person(.moody, columns: 120, rows: 36)
    person.press("I")
    #expect(person.topLine.contains("›  Insights") && person.sees("Insights  the last 12 months"))
    #expect(person.sees("▌Mood, share of days") && person.sees("Mood by weekday") && person.sees("Most is written on"))
    #expect(person.bottomLine.contains("November 2026 · "))
    person.press("left")
    #expect(person.bottomLine.contains("October 2026 · "))
    person.press("tab")
    #expect(person.sees("▌Mood by weekday") && person.bottomLine.contains("Mondays · "))
    person.press("tab down")
    #expect(person.sees("▌Words a week") && person.bottomLine.contains(" words"))
    person.press("tab right")
    #expect(person.sees("▌Hour of the day") && person.bottomLine.contains("01:00 · 0 entries"))
    person.press("enter")
    #expect(person.message.contains("No list goes by"))
    person.press("tab")
    #expect(person.sees("▌Categories") && person.bottomLine.contains("Home · 41 entries"))
    person.press("enter")
    #expect(person.shows("Home", 41))
    person.press("I shift-tab enter")
    #expect(person.topLine.contains("#tag"))
  }

  /// In a narrow window the keys are not pushed out by long words, and what goes with a tag stands below the tags.
  @Test func narrowWindowsShowAllOfATag() {
    var journal = FakeJournal.small
    for number in 0..<3 {
      var entry = FakeJournal.entry("t\(number)", "T", "", FakeJournal.date(2026, 11, 1 + number))
      entry.tags = ["a-long-name-of-a-tag", "another-long-name", "third"]
      journal.add(entry)
    }
    var person = Person(journal, columns: 80, rows: 24)
    person.press("I shift-tab")
    #expect(person.bottomLine.hasSuffix("#a-long-name-of-a-tag · 3 entries"), "\(person.screen)")
    #expect(person.bottomLine.contains("chart") && person.bottomLine.contains("part"), "\(person.screen)")
    #expect(person.sees("Together with #a-long-name-of-a-tag") && person.sees("#another-long-name 3   #third 3"))
    person.press("tab tab tab a")
    #expect(person.bottomLine.contains("chart") && !person.bottomLine.contains("…"), "\(person.screen)")
    var wide = Person(journal, columns: 160, rows: 36)
    wide.press("I shift-tab")
    #expect(!wide.sees("Together with") && wide.bottomLine.contains(", 3 with #another-long-name"), "\(wide.screen)")
  }

  /// Categories have words and their usual mood, tags and hours their usual mood; in small windows only what has room.
  @Test func moodsStandBesideCategoriesTagsAndHours() {
    var journal = FakeJournal.small
    for (number, mood) in [Mood.sad, .sad, .happy].enumerated() {
      journal.add(
        FakeJournal.entry(
          "k\(number)", "Late", "One two three.", FakeJournal.date(2026, 11, 2 + number, 23), mood: mood,
          category: "work", tags: ["night"]))
    }
    var person = Person(journal, columns: 120, rows: 36)
    person.press("I")
    #expect(person.screen.lines.contains { $0.contains("Work") && $0.contains("◠ sad") }, "\(person.screen)")
    #expect(person.sees("#night 3 ◠") && person.sees("entries · usual mood"))
    person.press("tab tab tab end")
    for _ in 0..<30 { person.press("right") }
    #expect(person.bottomLine.contains("23:00 · 3 entries, most often sad"), "\(person.bottomLine)")
    #expect(!person.bottomLine.contains("⏎ entries"))
    person.press("tab")
    #expect(person.bottomLine.contains("⏎ entries") && person.bottomLine.contains(", most often "))
    var narrow = Person(journal, columns: 40, rows: 14)
    narrow.press("I shift-tab shift-tab")
    #expect(narrow.sees("▌Categories, of all entries") && !narrow.sees("◠ sad"), "\(narrow.screen)")
  }

  @Test func aPartOfTimeShowsItsEntries() {
    var person = Person(.moody, columns: 120, rows: 36)
    person.press("I left enter")
    #expect(person.sees("/ from:2026-10-01 to:2026-10-31"), "\(person.screen)")
    person.press("esc esc")
    #expect(person.shows("All entries", 67))
  }

  /// From the entries of a part Esc leads back to its chart, with span and cursor, and from there to the list that was there before.
  @Test func escLeadsBackToTheChart() {
    var person = Person(.moody, columns: 120, rows: 36)
    person.press("j j I a left left enter")
    #expect(person.topLine.contains("›  2024") || person.sees("/ from:"), "\(person.screen)")
    person.press("enter esc esc")
    #expect(person.topLine.contains("›  Insights") && person.sees("all days"), "\(person.screen)")
    person.press("y tab tab left left")
    let place = person.bottomLine
    person.press("enter")
    #expect(person.model.screens.isEmpty)
    person.press("esc")
    #expect(person.sees("▌Words a week") && person.sees("the last 12 months"), "\(person.screen)")
    #expect(person.bottomLine == place)
    person.press("tab tab enter")
    #expect(person.shows("Home", 41))
    person.press("backspace")
    #expect(person.sees("▌Categories") && person.bottomLine.contains("Home · 41 entries"))
    person.press("esc")
    #expect(person.shows("All entries", 67) && person.bottomLine.hasSuffix("3 of 67"), "\(person.bottomLine)")
  }

  /// The list that a part opens may be the one that lay under the charts: Esc leads out of both.
  @Test func escLeadsOutOfTheListThatLayUnderTheCharts() {
    var person = Person(.moody, columns: 120, rows: 36)
    person.press("F")
    person.type("home")
    person.press("enter I shift-tab shift-tab enter")
    #expect(person.shows("Home", 41))
    person.press("esc")
    #expect(person.topLine.contains("›  Insights"))
    person.press("esc")
    #expect(person.shows("Home", 41))
    person.press("esc")
    #expect(person.shows("All entries", 67) && person.model.screens.isEmpty, "\(person.screen)")
  }

  /// On the way to another list the charts are left for good.
  @Test func anotherListLeadsToNoChart() {
    var person = Person(.moody, columns: 120, rows: 36)
    person.press("I shift-tab shift-tab enter")
    #expect(person.shows("Home", 41))
    person.press("F")
    person.type("work")
    person.press("enter F")
    person.type("home")
    person.press("enter")
    #expect(person.shows("Home", 41))
    person.press("esc")
    #expect(person.shows("All entries", 67) && person.model.screens.isEmpty)
    person.press("I left enter / backspace x esc")
    #expect(person.shows("All entries", 67) && person.model.screens.isEmpty, "\(person.screen)")
  }

  /// What was written or changed in the list is counted when the charts are there again.
  @Test func chartsAreReadAnewOnTheWayBack() {
    var person = Person(.moody, columns: 120, rows: 36)
    person.press("I shift-tab shift-tab enter d esc")
    #expect(person.bottomLine.contains("Home · 40 entries"), "\(person.bottomLine)")
  }

  /// The spans and the keys at the bottom can be pressed, each key of those that stand together.
  @Test(arguments: [(120, 36), (80, 24)]) func keysArePressedWithTheMouse(columns: Int, rows: Int) throws {
    var person = Person(.moody, columns: columns, rows: rows)
    func press(_ words: String, _ inner: String, _ person: inout Person) throws {
      let place = try #require(person.screen.lines.firstIndex { $0.contains(words) }, "\(person.screen)")
      let line = person.screen.lines[place]
      let start = try #require(line.firstRange(of: words)), part = try #require(words.firstRange(of: inner))
      let column = line[..<start.lowerBound].count + words[..<part.lowerBound].count
      person.mouse(.press, row: place, column: column)
    }
    person.press("I")
    try press("m month  y year  a all", "a all", &person)
    #expect(person.sees("all days"), "\(person.screen)")
    try press("m month  y year  a all", "month", &person)
    #expect(person.sees("the last five weeks"))
    try press("m month  y year  a all", "y", &person)
    #expect(person.sees("the last 12 months") && person.bottomLine.contains("November 2026 · "))
    try press("Tab chart", "chart", &person)
    #expect(person.sees("▌Mood by weekday"))
    person.press("shift-tab")
    guard columns > 80 else { return }
    try press("← → part", "←", &person)
    #expect(person.bottomLine.contains("October 2026 · "))
    try press("← → part", "→", &person)
    #expect(person.bottomLine.contains("November 2026 · "))
    try press("m y a span", "a span", &person)
    #expect(person.sees("all days"))
    try press("m y a span", "m", &person)
    #expect(person.sees("the last five weeks"))
  }

  /// Where one chart is seen at a time, which of them it is; in the smallest windows the part in words below it.
  @Test func narrowWindowsSayWhatIsShown() {
    var person = Person(.moody, columns: 80, rows: 24)
    person.press("I")
    #expect(person.sees("Insights 1 of 6  the last 12 months") && person.sees("m month  y year  a all"))
    person.press("shift-tab")
    #expect(person.sees("Insights 6 of 6"))
    var small = Person(.moody, columns: 40, rows: 12)
    small.press("I")
    #expect(small.sees("Insights 1 of 6  the last 12 months"), "\(small.screen)")
    let november = small.screen.lines.first { $0.hasPrefix("  November 2026 · ") }
    #expect(november?.contains(", mostly ") == true, "\(small.screen)")
    small.press("tab")
    for day in ["Mon", "Sun"] { #expect(small.sees(day), "\(small.screen)") }
    small.press("tab m")
    #expect(small.screen.lines.contains { $0.contains("21 Nov · ") && $0.contains(" words") }, "\(small.screen)")
    small.press("tab tab")
    #expect(small.sees("Home · 41 entries"))
    var wide = Person(.moody, columns: 120, rows: 36)
    wide.press("I")
    #expect(!wide.sees(" of 6"))
  }

  /// One old entry makes an average of less than a word, which is not none.
  @Test func anAverageBelowOneHasADecimal() {
    var journal = FakeJournal()
    journal.add(FakeJournal.entry("o", "Old", String(repeating: "word ", count: 40), FakeJournal.date(2001, 3, 5)))
    journal.add(FakeJournal.entry("n", "New", "One two.", FakeJournal.date(2026, 11, 20)))
    var person = Person(journal, columns: 120, rows: 36)
    person.press("I a")
    #expect(person.sees("average below 0.1 a week") || person.sees("average 0."), "\(person.screen)")
    person.press("y")
    #expect(person.sees("average 0.1"), "\(person.screen)")
  }

  @Test func theSpanChanges() {
    var person = Person(.moody, columns: 120, rows: 36)
    person.press("I m")
    #expect(person.sees("the last five weeks") && person.sees("Words a day"))
    person.press("a")
    #expect(person.sees("all days") && person.sees("Words over time") && person.bottomLine.contains("2026 · "))
    person.press("y")
    #expect(person.sees("the last 12 months"))
    person.press("C")
    #expect(person.topLine.contains("›  Calendar"))
    person.press("I Y I esc")
    #expect(person.shows("All entries", 67))
  }

  @Test func aPressChoosesAPart() throws {
    var person = Person(.moody, columns: 120, rows: 36)
    person.press("I")
    let layout = InsightsLayout(size: Size(rows: 36, columns: 120), chart: .moods)
    let words = try #require(layout.charts.first { $0.chart == .categories })
    person.mouse(.press, row: words.rect.row + 2, column: words.rect.column + 1)
    #expect(person.sees("▌Categories") && person.bottomLine.contains("Work · 21 entries"))
    person.mouse(.doublePress, row: words.rect.row + 2, column: words.rect.column + 1)
    #expect(person.shows("Work", 21))
  }

  @Test(arguments: [(40, 12), (60, 16), (80, 24), (110, 34), (120, 36), (160, 50), (200, 60)])
  func everySizeHasRoom(columns: Int, rows: Int) {
    for chart in InsightsModel.Chart.allCases {
      let layout = InsightsLayout(size: Size(rows: rows, columns: columns), chart: chart)
      for (_, rect) in layout.charts {
        #expect(rect.endRow <= rows - 1 && rect.endColumn <= columns && rect.rows > 2, "\(chart) \(rect)")
      }
    }
    var person = Person(.moody, columns: columns, rows: rows)
    person.press("I")
    for _ in 0..<6 {
      person.press("tab left left m a y")
      #expect(person.bottomLine.contains("Esc"))
    }
  }

  /// Below the words of many years stands each year once; below those of a year no month that is yet to come.
  @Test func theAxisOfWordsNamesWhatItShows() throws {
    let today = CivilDate(daysSince1970: 20_778)
    let first = try #require(CivilDate(year: 2020, month: 3, day: 5))
    let numbers = FakeJournal.moody.days(DaysRequest(days: first...today, today: today))
    let years = InsightFigures(numbers, span: .all, days: first...today)
    #expect(Set(years.steps.map(\.name)) == Set((2020...today.year).map { String($0) }))
    for last in 1...31 {
      guard let day = CivilDate(year: 2026, month: 1, day: last) else { continue }
      let span = InsightSpan.year.days(today: day, nil)
      let steps = InsightFigures(numbers, span: .year, days: span).steps
      #expect(steps.last?.name == "Jan" && steps.first?.name == "Feb", "\(last)")
    }
  }

  /// Names of years never run into each other, wherever the cursor is; years before the first entry are left out.
  @Test(arguments: [80, 120, 200]) func yearsStandApart(columns: Int) throws {
    var journal = FakeJournal.moody
    for year in [2008, 2011, 2020, 2021, 2022, 2023] {
      journal.add(
        FakeJournal.entry("y\(year)", "Year", "Some words.", FakeJournal.date(year, 3, 5), mood: .happy))
    }
    var person = Person(journal, columns: columns, rows: 36)
    person.press("I a")
    for _ in 0..<20 {
      func numbers(_ line: String) -> [Substring] { line.split { !$0.isNumber } }
      let line = try #require(person.screen.lines.first { line in numbers(line).count { $0.hasPrefix("20") } > 2 })
      let years = numbers(line).filter { $0.count > 2 }
      #expect(years.allSatisfy { $0.count == 4 } && !years.contains { $0 < "2008" }, "\(line)")
      person.press("left")
    }
  }

  /// While days are counted nothing stands for them; a span in which nothing was written says so.
  @Test func whatIsCountedIsNotShownBefore() {
    var journal = FakeJournal()
    journal.add(FakeJournal.entry("o", "Old", "One two.", FakeJournal.date(2001, 3, 5), mood: .happy))
    var person = Person(journal, columns: 120, rows: 36)
    person.press("I")
    #expect(person.sees("the last 12 months with entries, to March 2001"), "\(person.screen)")
    #expect(!person.sees("nothing written"), "\(person.screen)")
    person.press("a")
    #expect(person.sees("all days") && !person.sees("nothing written") && person.sees("2001"))
    person = Person(journal, columns: 120, rows: 36)
    person.isJournalSlow = true
    person.press("I")
    #expect(person.sees("Counting…") && !person.sees("average"), "\(person.screen)")
  }

  /// What others write meanwhile leaves the cursor where it is, in any chart; a window of another width divides all days anew.
  @Test func theCursorStaysWhereItIs() {
    var person = Person(.moody, columns: 120, rows: 36)
    person.press("I tab tab left left left")
    let place = person.bottomLine
    person.send(.journalChanged)
    #expect(person.bottomLine == place && person.sees("▌Words a week"), "\(person.bottomLine)")
    person.press("a left left")
    let day = person.bottomLine
    person.send(.journalChanged)
    #expect(person.bottomLine == day)
    person.resize(columns: 200, rows: 60)
    #expect(person.bottomLine.contains("21 Nov 2026 · "), "\(person.bottomLine)")
  }

  /// All days are drawn in dots, two steps a column, where a terminal has them; the step under the cursor can be pressed.
  @Test func allDaysAreDrawnInDots() throws {
    var person = Person(.moody, columns: 80, rows: 24)
    person.press("I tab tab")
    func dots() -> Int { person.screen.lines.joined().unicodeScalars.count { (0x2801...0x28FF).contains($0.value) } }
    #expect(dots() == 0 && person.sees("▌Words a week"))
    person.press("a")
    #expect(person.sees("Words over time") && dots() > 10, "\(person.screen)")
    let layout = InsightsLayout(size: Size(rows: 24, columns: 80), chart: .words)
    let rect = try #require(layout.charts.first?.rect)
    let last = person.bottomLine
    person.mouse(.press, row: rect.endRow - 3, column: rect.column + 20)
    #expect(person.bottomLine != last && person.bottomLine.contains(" words"), "\(person.bottomLine)")
    person.press("m")
    #expect(dots() == 0)
    var ascii = Person(.moody, columns: 80, rows: 24, isUTF8: false, depth: .none)
    ascii.press("I tab tab a")
    #expect(ascii.screen.lines.joined().unicodeScalars.allSatisfy { $0.isASCII })
  }

  @Test func chartsAreReadWithoutColour() {
    var person = Person(.moody, columns: 120, rows: 36, isUTF8: false, depth: .none)
    person.press("I")
    for sign in ["!!!", ")))", "---", "(((", "~~~", "####"] { #expect(person.sees(sign), "\(sign)") }
  }
}
