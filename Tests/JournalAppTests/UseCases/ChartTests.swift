import Foundation
import JournalCore
import JournalFormats
import Testing

@testable import JournalApp

/// What `stats` draws and answers beyond the totals.
@Suite struct ChartTests {
  private static func date(_ year: Int, _ month: Int, _ day: Int) throws -> CivilDate {
    try #require(CivilDate(year: year, month: month, day: day))
  }

  /// Three days in a row in March, one in November, one before all that is counted.
  private func charts() throws -> JournalCharts {
    let today = try Self.date(2026, 11, 27)
    let totals = try [
      (2025, 11, 30, 5, 5000), (2026, 3, 1, 1, 100), (2026, 3, 2, 2, 300), (2026, 3, 3, 1, 50), (2026, 11, 27, 3, 700),
    ].map {
      DayTotals(
        date: try Self.date($0.0, $0.1, $0.2), entries: $0.3, words: $0.4, moods: $0.1 == 3 ? [.sad: $0.3] : [:])
    }
    var hours = Array(repeating: 0, count: 24)
    (hours[7], hours[21]) = (2, 5)
    let statistics = JournalStatistics(
      entries: 12, words: 6150, daysWritten: 5, firstDate: totals[0].date, lastDate: today, latestStreak: nil,
      longestStreak: nil, today: today)
    return JournalCharts(DaySpan(totals: totals, hours: hours, statistics: statistics), today: today)
  }

  private func numbers(tag: String = "home") throws -> JournalNumbers {
    let today = try Self.date(2026, 11, 27)
    return JournalNumbers(
      statistics: JournalStatistics(
        entries: 12, words: 6150, daysWritten: 5, firstDate: today, lastDate: today, latestStreak: nil,
        longestStreak: nil, today: today),
      favorites: 1, trash: 0,
      categories: [JournalNumbers.Row(name: "Work", entries: 3, totals: Self.part([.happy: 2, .sad: 1], 1200))],
      unfiled: 9, unfiledTotals: Self.part([.neutral: 1], 80), moods: [JournalNumbers.Row(name: "happy", entries: 2)],
      tags: [JournalNumbers.Row(name: tag, entries: 4, totals: Self.part([.happy: 1, Mood(rawValue: "odd"): 3], 90))],
      hours: (0..<24).map { $0 == 7 ? Self.part([.happy: 2], 40) : PartTotals() }, pairs: [TagPair(tag, "sea", 2)],
      charts: try charts())
  }

  private static func part(_ moods: [Mood: Int], _ words: Int) -> PartTotals {
    var part = PartTotals()
    for (mood, entries) in moods { part.add(mood, entries: entries, words: 0) }
    part.add(nil, entries: 0, words: words)
    return part
  }

  @Test func theLastTwelveMonthsAreCounted() throws {
    let charts = try charts()
    let december = try Self.date(2025, 12, 1), march = try Self.date(2026, 3, 1)
    #expect(charts.months.count == 12 && charts.months.first?.first == december)
    #expect(charts.months.map(\.amount.entries) == [0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 3])
    #expect(charts.months.map(\.amount.words).reduce(0, +) == 1150)
    // The first of March is a Sunday, and so the last day of a week.
    let weeks = charts.weeks.filter { $0.amount.entries > 0 }
    #expect(weeks.map(\.first.iso) == ["2026-02-23", "2026-03-02", "2026-11-23"])
    #expect(weeks.map(\.amount.words) == [100, 350, 700])
    #expect(charts.weekdays.map(\.entries) == [2, 1, 0, 0, 3, 0, 1])
    #expect(charts.streaks.map(\.days) == [3])
    #expect(charts.streaks.first?.first == march)
  }

  @Test func aYearIsCountedAlone() throws {
    let days = JournalCharts.days(today: try Self.date(2026, 11, 27), year: 2025)
    #expect(days.lowerBound.iso == "2025-01-01" && days.upperBound.iso == "2025-12-31")
    var numbers = try numbers()
    let all = DaySpan(
      totals: [DayTotals(date: days.upperBound, entries: 5, words: 50)], hours: Array(repeating: 1, count: 24),
      statistics: numbers.statistics)
    numbers.charts = JournalCharts(all, today: try Self.date(2026, 11, 27), year: 2025)
    #expect(numbers.charts.months.last?.amount.entries == 5)
    #expect(numbers.form(of: .hours).title == "Entries by hour, 2025")
  }

  /// An old diary shows its last year, as on the screen.
  @Test func monthsUpToTheLastEntrySaySo() throws {
    var numbers = try numbers()
    let last = try Self.date(1663, 12, 30)
    let all = DaySpan(
      totals: [DayTotals(date: last, entries: 5, words: 50)], hours: Array(repeating: 1, count: 24),
      statistics: numbers.statistics)
    numbers.charts = JournalCharts(all, today: last, isPast: true)
    #expect(numbers.charts.months.last?.amount.entries == 5)
    #expect(numbers.form(of: .hours).title == "Entries by hour, 12 months to December 1663")
  }

  @Test func everyDayOfTheSpanHasItsPlace() throws {
    for today in try [Self.date(2024, 2, 29), Self.date(2027, 1, 1), Self.date(2026, 5, 31), Self.date(2023, 12, 31)] {
      let days = JournalCharts.days(today: today)
      let totals = (days.lowerBound.daysSince1970...days.upperBound.daysSince1970).map {
        DayTotals(date: CivilDate(daysSince1970: $0), entries: 1, words: 2)
      }
      let statistics = JournalStatistics(
        entries: 0, words: 0, daysWritten: 0, firstDate: nil, lastDate: nil, latestStreak: nil, longestStreak: nil,
        today: today)
      let charts = JournalCharts(
        DaySpan(totals: totals, hours: Array(repeating: 0, count: 24), statistics: statistics), today: today)
      #expect(charts.months.map(\.amount.entries).reduce(0, +) == totals.count)
      #expect(charts.weeks.map(\.amount.words).reduce(0, +) == 2 * totals.count)
      #expect((52...54).contains(charts.weeks.count) && charts.streaks.map(\.days) == [totals.count])
    }
  }

  @Test func figuresAreAnsweredForScripts() throws {
    let text = String(decoding: try numbers().json(), as: UTF8.self)
    #expect(text.contains(#""months":[{"name":"2025-12","entries":0,"words":0,"moods":[]},"#))
    #expect(text.contains(#"{"name":"2026-11","entries":3,"words":700,"moods":[]}],"weeks":["#))
    #expect(text.contains(#""weekdays":[{"name":"Monday","entries":2,"words":300,"moods":[{"name":"sad","days":1}]},"#))
    #expect(
      text.contains(
        #"{"name":"Work","entries":3,"words":1200,"moods":[{"name":"happy","entries":2},{"name":"sad","entries":1}]}"#))
    #expect(
      text.contains(#""byHour":[{"hour":7,"entries":2,"words":40,"moods":[{"name":"happy","entries":2}]}],"together""#))
    #expect(text.contains(#""hours":[0,0,0,0,0,0,0,2,"#))
    #expect(text.hasSuffix(#""streaks":[{"first":"2026-03-01","last":"2026-03-03","days":3}]}"# + "\n"))
  }

  private func printed(
    _ chart: JournalNumbers.Chart?, columns: Int?, isASCII: Bool = false, tag: String = "home"
  ) throws -> [String] {
    var output = Printout(isStyled: false, isASCII: isASCII)
    let numbers = try numbers(tag: tag)
    if let chart {
      numbers.print(chart, columns: columns, to: &output)
    } else {
      numbers.print(columns: columns, to: &output)
    }
    return output.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func barsAndColumnsSayTheNumbers() throws {
    let months = try printed(.entries, columns: 80)
    #expect(months[0] == "Entries a month" && months.count == 14)
    #expect(months[4] == "  4  \(String(repeating: "█", count: 20))  March 2026")
    #expect(months[12] == "  3  \(String(repeating: "█", count: 15))       November 2026")
    #expect(months[1] == "  0" + String(repeating: " ", count: 24) + "December 2025")
    let hours = try printed(.hours, columns: 80)
    #expect(hours[1].hasPrefix("  5 ") && hours[1].hasSuffix("██") && hours[5].contains("██"))
    #expect(hours[6].contains("00") && hours[6].contains("06") && hours[6].contains("18"))
    let words = try printed(.words, columns: 80)
    #expect(words[0] == "Words a week" && words[1].hasPrefix("  700 ") && words[6].contains("Mar"))
    #expect(try printed(.streaks, columns: 80)[1].hasSuffix("Sun 1 Mar 2026 – Tue 3 Mar 2026"))
    #expect(try printed(.tags, columns: nil)[1] == "  4  \(String(repeating: "█", count: 20))  #home")
  }

  @Test func moodsAreCountedInTables() throws {
    #expect(
      try printed(.categoryMoods, columns: 80) == [
        "Moods by category, of all entries", "  entries  words  happy  neutral  sad",
        "        3  1,200      2        0    1  Work", "        1     80      0        1    0  (unfiled)", "",
      ])
    #expect(
      try printed(.tagMoods, columns: 40) == [
        "Moods by tag, of all entries", "  entries  words  happy  odd", "        4     90      1    3  #home", "",
      ])
    #expect(try printed(.hourMoods, columns: 24)[1] == "  entries")
    #expect(
      try printed(.hourMoods, columns: 32, isASCII: true)[1...2] == [
        "  entries  words  )", "        2     40  2  07:00",
      ])
    #expect(try printed(.hourMoods, columns: 24).contains("  no room for words, ha~"))
    let weekdays = try printed(.weekdayMoods, columns: 80)
    #expect(weekdays[1] == "  sad" && weekdays[2] == "    1  Monday" && weekdays[8] == "    1  Sunday")
    #expect(try printed(.monthMoods, columns: 80)[5] == "    3  March 2026")
    #expect(try printed(.moods, columns: 80, isASCII: true)[1].hasSuffix("  ) happy"))
  }

  /// Of hundreds of categories a picture has the largest, in their order, and one row for the others.
  @Test func aPictureHasTheLargestOfMany() throws {
    var numbers = try numbers()
    numbers.categories = (1...300).map {
      JournalNumbers.Row(name: "C\($0)", entries: $0, totals: Self.part([.happy: $0], 10))
    }
    let text = String(decoding: numbers.picture(of: "x"), as: UTF8.self)
    // 300 rows of categories, and one without.
    #expect(text.components(separatedBy: ">and 241 others</text>").count == 3, "\(text)")
    #expect(text.components(separatedBy: ">C300</text>").count == 3 && !text.contains(">C2</text>"))
    let first = try #require(text.range(of: ">C242</text>")), last = try #require(text.range(of: ">C300</text>"))
    #expect(first.lowerBound < last.lowerBound)
    #expect(text.contains(">\(NumberText.grouped((1...240).reduce(0, +) + 9))<"), "the number of the others")
    let height = try #require(text.firstMatch(of: /viewBox="0 0 \d+ (\d+)"/).flatMap { Int($0.1) })
    #expect(height < 6000, "\(height)")
    numbers.categories = Array(numbers.categories.suffix(59))
    #expect(!String(decoding: numbers.picture(of: "x"), as: UTF8.self).contains("other"))
  }

  /// A picture is as wide as its names need, up to some sixty columns, and what is longer ends in an ellipsis.
  @Test func aPictureIsAsWideAsItsNames() throws {
    func picture(_ tag: String) throws -> (text: String, width: Int) {
      let text = String(decoding: try numbers(tag: tag).picture(of: "x"), as: UTF8.self)
      return (text, try #require(text.firstMatch(of: /viewBox="0 0 (\d+)/).flatMap { Int($0.1) }))
    }
    let name = "a name of a tag that has forty-two letters"
    #expect(try picture(name).text.contains(">#\(name)</text>") && picture(name).width > 740)
    #expect(try picture("short").width == 740)
    let long = try picture(String(repeating: "m", count: 100))
    #expect(long.text.contains(">#\(String(repeating: "m", count: 58))…</text>") && long.width == 969, "\(long)")
    // Two columns a character.
    #expect(
      try picture(String(repeating: "漢", count: 100)).text.contains(">#\(String(repeating: "漢", count: 29))…</text>"))
  }

  @Test func thePictureIsXMLWhateverTheNames() throws {
    let hostile = "<script>&\"\u{1B}]0;x\u{7}\u{202E}\u{FFFF}"
    let text = String(decoding: try numbers(tag: hostile).picture(of: hostile), as: UTF8.self)
    #expect(!text.contains("<script") && text.contains("&lt;script&gt;&amp;&quot;"))
    #expect(
      text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0xFFFF && $0.value != 0x202E) })
    // Tags that open end in themselves, or are closed.
    let opened = text.components(separatedBy: "<text ").count, closed = text.components(separatedBy: "</text>").count
    #expect(opened == closed && opened > 40)
    for chart in JournalNumbers.Chart.allCases {
      #expect(text.contains(">\(try numbers().form(of: chart).title)</text>"), "\(chart)")
    }
    // Nothing lies outside of the page.
    let ends = text.matches(of: /x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/).map { found in
      let numbers = [found.1, found.2, found.3, found.4].map { Int($0) ?? 9999 }
      return (numbers[0] + numbers[2], numbers[1] + numbers[3])
    }
    let size = try #require(text.firstMatch(of: /viewBox="0 0 (\d+) (\d+)"/))
    let (width, height) = (try #require(Int(size.1)), try #require(Int(size.2)))
    #expect(!ends.isEmpty && ends.allSatisfy { $0.0 <= width && $0.1 <= height })
    // A character takes some nine units; numbers end where they stand.
    let long = String(decoding: try numbers(tag: String(repeating: "m", count: 100)).picture(of: "x"), as: UTF8.self)
    let texts = long.matches(of: /<text x="(\d+)" y="\d+">([^<]*)</)
    #expect(!texts.isEmpty && texts.allSatisfy { (Int($0.1) ?? 999) + 9 * $0.2.count <= 969 })
  }

  @Test func everyLineFitsTheTerminal() throws {
    for columns in [20, 24, 32, 40, 60, 79, 80, 100] {
      for isASCII in [false, true] {
        for line in try printed(nil, columns: columns, isASCII: isASCII, tag: String(repeating: "word", count: 30))
          .dropFirst(6)
        {
          #expect(line.count <= columns, "\(columns): \(line)")
          #expect(line.last != " ")
          if isASCII { #expect(line.utf8.allSatisfy { $0 < 0x80 }, "\(line)") }
        }
      }
    }
  }
}
