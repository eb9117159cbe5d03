import JournalCore
import TestKit
import Testing

@Suite struct CivilDateTests {
  @Test func daysRoundTripOverTheWholeCalendar() {
    var previous: CivilDate?
    for days in stride(from: civil(1, 1, 1).daysSince1970, through: civil(9999, 12, 31).daysSince1970, by: 163) {
      let day = CivilDate(daysSince1970: days)
      #expect(day.daysSince1970 == days)
      #expect(CivilDate(year: day.year, month: day.month, day: day.day) == day)
      if let previous { #expect(previous < day) }
      previous = day
    }
  }

  @Test(arguments: [
    ("1970-01-01", 0, Weekday.thursday), ("2000-02-29", 11_016, .tuesday), ("1582-10-10", -141_432, .sunday),
    ("0001-01-01", -719_162, .monday),
    ("9999-12-31", 2_932_896, .friday),
  ])
  func knowsFixedDays(iso: String, days: Int, weekday: Weekday) {
    let day = CivilDate(daysSince1970: days)
    #expect(day.iso == iso)
    #expect(day.weekday == weekday)
  }

  @Test(arguments: [
    (2026, 2, 29), (2026, 13, 1), (2026, 0, 1), (2026, 4, 31), (0, 1, 1), (10_000, 1, 1), (1900, 2, 29), (2026, 1, 0),
  ])
  func refusesDaysThatAreNot(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test func monthsKeepTheDayWhereTheyCan() {
    #expect(civil(2026, 1, 31).adding(months: 1).iso == "2026-02-28")
    #expect(civil(2024, 1, 31).adding(months: 1).iso == "2024-02-29")
    #expect(civil(2026, 1, 15).adding(months: -1).iso == "2025-12-15")
    #expect(civil(2026, 12, 31).adding(months: 14).iso == "2028-02-29")
  }

  @Test func clockReadingsRoundTrip() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let instant = Instant(
        milliseconds: Int64.random(in: Instant.earliest.milliseconds...Instant.latest.milliseconds, using: &generator))
      let offset = Int.random(in: -64_800...64_800, using: &generator)
      #expect(CivilDateTime(instant: instant, offsetSeconds: offset).instant(offsetSeconds: offset) == instant)
    }
  }
}

@Suite struct DamagedMomentTests {
  @Test(arguments: [Int64.min, Int64.min + 1, -1, 0, Int64.max], [Int.min, -86_400, 0, 3600, Int.max])
  func anyMomentCanBeShown(milliseconds: Int64, offset: Int) {
    let shown = EntryDate(instant: Instant(milliseconds: milliseconds), timeZone: "", offsetSeconds: offset)
    #expect((0...23).contains(shown.local.hour) && (0...999).contains(shown.local.millisecond))
    #expect(!DateText.dayAndClock(shown).isEmpty)
  }
}

/// Berlin's rules of 2026: clocks go ahead on 29 March and back on 25 October, at 01:00 UTC.
private struct Berlin: LocalZone {
  let name = "Europe/Berlin"
  private let start = moment(civil(2026, 3, 29), 1, 0, in: FixedZone()).instant
  private let end = moment(civil(2026, 10, 25), 1, 0, in: FixedZone()).instant

  func offsetSeconds(at instant: Instant) -> Int { instant >= start && instant < end ? 7200 : 3600 }
}

@Suite struct LocalZoneTests {
  @Test(arguments: [
    (civil(2026, 3, 29), 1, 59, 3600), (civil(2026, 3, 29), 2, 30, 3600), (civil(2026, 3, 29), 3, 0, 7200),
    (civil(2026, 7, 1), 12, 0, 7200),
    (civil(2026, 10, 25), 1, 59, 7200), (civil(2026, 10, 25), 2, 30, 7200), (civil(2026, 10, 25), 3, 0, 3600),
    (civil(2026, 10, 26), 0, 30, 3600),
  ])
  func findsTheOffsetOfAWallClock(day: CivilDate, hour: Int, minute: Int, offset: Int) {
    let found = moment(day, hour, minute, in: Berlin())
    #expect(found.offsetSeconds == offset)
    #expect(found.local.hour == hour && found.local.minute == minute && found.local.date == day)
  }
}

@Suite struct DateTextTests {
  @Test func writesDays() {
    #expect(DateText.day(civil(2026, 11, 21)) == "Sat 21 Nov 2026")
    #expect(DateText.day(civil(800, 12, 5)) == "Tue 5 Dec 800")
    #expect(DateText.dayAndClock(moment(civil(2026, 1, 5), 9, 4)) == "Mon 5 Jan 2026 · 09:04")
    #expect(DateText.dayAndClockInColumn(moment(civil(2026, 1, 5), 9, 4)) == "Mon  5 Jan 2026 · 09:04")
    #expect(DateText.dayAndClockInColumn(moment(civil(800, 12, 15), 9, 4)) == "Fri 15 Dec  800 · 09:04")
    #expect(DateText.year(800) == "800" && DateText.year(12026) == "12026")
    // A value in a merge or in the history, too; only scripts and files get ISO 8601.
    let noon = FieldContent.date(moment(civil(800, 12, 5), 12, 0))
    #expect(noon.words == "Tue 5 Dec 800 · 12:00" && noon.text == "0800-12-05T12:00:00")
    #expect(FieldContent.moment(Instant(milliseconds: 0)).words == "Thu 1 Jan 1970 · 00:00 UTC")
    #expect(FieldContent.moment(nil).words.isEmpty && FieldContent.word("sad").words == "sad")
  }

  @Test(
    arguments: [
      (0, "just now"), (999, "just now"), (-999, "just now"), (12_000, "12 s ago"), (59_999, "59 s ago"),
      (180_000, "3 min ago"), (7_200_000, "2 h ago"),
      (86_400_000, "1 day ago"), (5 * 86_400_000, "5 days ago"), (15 * 86_400_000, "2 weeks ago"),
      (61 * 86_400_000, "2 months ago"), (364 * 86_400_000, "11 months ago"),
      (366 * 86_400_000, "1 year ago"), (3653 * 86_400_000, "10 years ago"), (-8000, "in 8 s"), (-90_000, "in 1 min"),
    ] as [(Int64, String)])
  func saysHowLongAgo(milliseconds: Int64, text: String) {
    #expect(DateText.ago(Instant(milliseconds: 0), now: Instant(milliseconds: milliseconds)) == text)
  }

  @Test func extremesDoNotTrap() {
    let earliest = Instant(milliseconds: .min)
    let latest = Instant(milliseconds: .max)
    #expect(DateText.ago(earliest, now: latest) == "long ago")
    #expect(DateText.ago(latest, now: earliest) == "far ahead")
    #expect(DateText.day(CivilDate(daysSince1970: -800_000)).hasSuffix("-221"))
  }

  @Test func groupsDigits() {
    #expect(
      [0, 999, 1000, 3413, 1_234_567, -1000].map(NumberText.grouped) == [
        "0", "999", "1,000", "3,413", "1,234,567", "-1,000",
      ])
    #expect(NumberText.counted(1, "entry", "entries") == "1 entry")
    #expect(NumberText.counted(3413, "entry", "entries") == "3,413 entries")
    #expect(NumberText.percent(62) == "62\u{202F}%")
  }
}
