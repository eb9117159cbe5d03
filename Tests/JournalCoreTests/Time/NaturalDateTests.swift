import JournalCore
import TestKit
import Testing

/// Today is Saturday 21 November 2026, and the clock says 14:30:20.
private func parse(_ text: String) throws(NaturalDateError) -> NaturalDate {
  try NaturalDate.parse(text, now: now, zone: plusTwo)
}

private func error(_ text: String) -> NaturalDateError? {
  do {
    _ = try parse(text)
    return nil
  } catch { return error }
}

@Suite struct NaturalDateTests {
  @Test(arguments: [
    ("2026-01-05", "2026-01-05T09:00:00"), ("0001-01-01", "0001-01-01T09:00:00"), ("9999-12-31", "9999-12-31T09:00:00"),
    ("2026/01/05", "2026-01-05T09:00:00"), ("2026.1.5", "2026-01-05T09:00:00"),
    ("2026-01-05 14:30", "2026-01-05T14:30:00"),
    ("2026-01-05T14:30:05", "2026-01-05T14:30:05"), ("2026-01-05, 2:30 pm", "2026-01-05T14:30:00"),
    ("2026-01", "2026-01-01T09:00:00"),
    ("2026", "2026-01-01T09:00:00"), ("5 jan 2026", "2026-01-05T09:00:00"), ("Jan 5", "2026-01-05T09:00:00"),
    ("January 5th, 2026", "2026-01-05T09:00:00"), ("the 5th of January 2026", "2026-01-05T09:00:00"),
    ("5. January 2026", "2026-01-05T09:00:00"),
    ("5-jan-2026", "2026-01-05T09:00:00"), ("Sept. 3rd, 1666", "1666-09-03T09:00:00"),
    ("Sat 21 Nov 2026", "2026-11-21T09:00:00"),
    ("friday, 20 november 2026 at 8pm", "2026-11-20T20:00:00"), ("5.1.2026", "2026-01-05T09:00:00"),
    ("5.1.", "2026-01-05T09:00:00"),
    ("5/13/2026", "2026-05-13T09:00:00"), ("13/5/2026", "2026-05-13T09:00:00"), ("13/5", "2026-05-13T09:00:00"),
    ("13-5-2026", "2026-05-13T09:00:00"),
    ("5-5-2026", "2026-05-05T09:00:00"), ("jan 2026", "2026-01-01T09:00:00"), ("24 dec", "2025-12-24T09:00:00"),
    ("25 nov", "2026-11-25T09:00:00"),
    ("december", "2025-12-01T09:00:00"), ("november", "2026-11-01T09:00:00"), ("march", "2026-03-01T09:00:00"),
    ("29 feb 2024", "2024-02-29T09:00:00"),
  ])
  func readsDatesOfTheCalendar(text: String, local: String) throws { #expect(try parse(text).date.local.iso == local) }

  @Test(arguments: [
    ("yesterday at 9pm", "2026-11-20T21:00:00"), ("yesterday", "2026-11-20T09:00:00"), ("today", "2026-11-21T09:00:00"),
    ("TOMORROW", "2026-11-22T09:00:00"), ("the day before yesterday", "2026-11-19T09:00:00"),
    ("day after tomorrow at noon", "2026-11-23T12:00:00"),
    ("friday", "2026-11-20T09:00:00"), ("saturday", "2026-11-21T09:00:00"), ("on sunday", "2026-11-15T09:00:00"),
    ("last friday", "2026-11-20T09:00:00"),
    ("last saturday", "2026-11-14T09:00:00"), ("next monday", "2026-11-23T09:00:00"),
    ("next saturday", "2026-11-28T09:00:00"),
    ("this monday", "2026-11-16T09:00:00"), ("saturday 9am", "2026-11-21T09:00:00"),
    ("saturday 9pm", "2026-11-14T21:00:00"), ("fri. 21h", "2026-11-20T21:00:00"),
    ("3 days ago", "2026-11-18T09:00:00"), ("two weeks ago", "2026-11-07T09:00:00"),
    ("a couple of days ago at 9", "2026-11-19T09:00:00"),
    ("an hour ago", "2026-11-21T13:30:20"), ("90 minutes ago", "2026-11-21T13:00:20"),
    ("1 hour and 20 minutes ago", "2026-11-21T13:10:20"),
    ("half an hour ago", "2026-11-21T14:00:20"), ("20 hours ago", "2026-11-20T18:30:20"),
    ("5 seconds ago", "2026-11-21T14:30:15"),
    ("in 2 days", "2026-11-23T09:00:00"), ("in 2 hours", "2026-11-21T16:30:20"),
    ("2 weeks from now", "2026-12-05T09:00:00"), ("now", "2026-11-21T14:30:20"),
    ("last week", "2026-11-14T09:00:00"), ("last month", "2026-10-21T09:00:00"), ("last year", "2025-11-21T09:00:00"),
    ("next month", "2026-12-21T09:00:00"),
    ("last march", "2026-03-01T09:00:00"), ("last december", "2025-12-01T09:00:00"),
    ("9 months ago", "2026-02-21T09:00:00"), ("a fortnight ago", "2026-11-07T09:00:00"),
  ])
  func readsDatesToldFromNow(text: String, local: String) throws {
    let parsed = try parse(text)
    #expect(parsed.date.local.iso == local)
    #expect(parsed.isRelative)
  }

  @Test(arguments: [
    ("noon", "12:00"), ("midnight", "00:00"), ("9:30", "09:30"), ("9pm", "21:00"), ("9 pm", "21:00"), ("12am", "00:00"),
    ("12 p.m.", "12:00"), ("21h", "21:00"),
    ("21h15", "21:15"), ("9.30 pm", "21:30"), ("at 9.30", "09:30"), ("at 9", "09:00"), ("9 o'clock", "09:00"),
    ("this morning", "09:00"),
    ("this afternoon", "15:00"), ("this evening", "19:00"), ("tonight", "21:00"), ("tonight at 11", "23:00"),
    ("9 o’clock in the evening", "21:00"),
    ("today at 8:15 in the morning", "08:15"), ("at 9:30 in the evening", "21:30"), ("at 12 at night", "00:00"),
    ("00:00", "00:00"), ("23:59", "23:59"),
  ])
  func readsClockTimesOfToday(text: String, clock: String) throws {
    let local = try parse(text).date.local
    #expect(local.clock == clock)
    #expect(local.date == civil(2026, 11, 21))
  }

  @Test(arguments: [
    ("last night", "2026-11-20T21:00:00"), ("last night at 11", "2026-11-20T23:00:00"),
    ("last night at 2am", "2026-11-21T02:00:00"),
    ("yesterday evening", "2026-11-20T19:00:00"), ("friday night", "2026-11-20T21:00:00"),
    ("tomorrow morning at 7", "2026-11-22T07:00:00"),
    ("9pm yesterday", "2026-11-20T21:00:00"), ("14:30 5 jan 2026", "2026-01-05T14:30:00"),
    ("noon on 5 jan 2026", "2026-01-05T12:00:00"),
    ("yesterday at midnight", "2026-11-20T00:00:00"),
  ])
  func readsPartsOfTheDay(text: String, local: String) throws { #expect(try parse(text).date.local.iso == local) }

  @Test(arguments: [
    ("2026-01-05T14:30:00Z", 0), ("2026-01-05T14:30:00+01:00", 3600), ("2026-01-05 14:30:00 -0530", -19_800),
    ("2026-01-05T14:30+02", 7200),
    ("2026-01-05 14:30 UTC", 0),
  ])
  func anOffsetIsKeptAsItWasWritten(text: String, offset: Int) throws {
    let parsed = try parse(text).date
    #expect(parsed.offsetSeconds == offset)
    #expect(parsed.timeZone.isEmpty)
    #expect(parsed.local.iso == "2026-01-05T14:30:00")
  }

  @Test func fractionsOfSecondsAreKeptToMilliseconds() throws {
    #expect(try parse("2026-01-05T14:30:05.1239").date.local.millisecond == 123)
    #expect(try parse("2026-01-05T14:30:05,5Z").date.local.millisecond == 500)
  }

  @Test(arguments: [
    ("2026", NaturalDate.Precision.year, "2026-01-01", "2026-12-31"), ("2024-02", .month, "2024-02-01", "2024-02-29"),
    ("last month", .month, "2026-10-01", "2026-10-31"), ("this year", .year, "2026-01-01", "2026-12-31"),
    ("last week", .week, "2026-11-09", "2026-11-15"),
    ("this week", .week, "2026-11-16", "2026-11-22"), ("yesterday", .day, "2026-11-20", "2026-11-20"),
    ("yesterday 9pm", .minute, "2026-11-20", "2026-11-20"),
    ("an hour ago", .minute, "2026-11-21", "2026-11-21"), ("14:30:05", .second, "2026-11-21", "2026-11-21"),
  ])
  func saysHowMuchWasNamed(text: String, precision: NaturalDate.Precision, first: String, last: String) throws {
    let parsed = try parse(text)
    #expect(parsed.precision == precision)
    #expect(parsed.firstDay.iso == first)
    #expect(parsed.lastDay.iso == last)
  }

  @Test func timesAreReadInTheGivenZone() throws {
    let parsed = try parse("yesterday").date
    #expect(parsed.timeZone == "Africa/Cairo")
    #expect(parsed.offsetSeconds == 7200)
    let clock = try #require(NaturalDate.Clock(hour: 6, minute: 45))
    let early = try NaturalDate.parse("yesterday", now: now, zone: plusTwo, defaultClock: clock)
    #expect(early.date.local.iso == "2026-11-20T06:45:00")
    #expect(NaturalDate.Clock(hour: 24, minute: 0) == nil)
  }

  @Test(arguments: [
    ("30 february 2026", NaturalDateError.noSuchDay(year: 2026, month: 2, day: 30)),
    ("2026-02-29", .noSuchDay(year: 2026, month: 2, day: 29)),
    ("29 feb", .noSuchDay(year: 2026, month: 2, day: 29)), ("2026-13-01", .noSuchMonth(13)),
    ("2026-00", .noSuchMonth(0)), ("31.4.2026", .noSuchDay(year: 2026, month: 4, day: 31)),
    ("14/14/2026", .noSuchMonth(14)), ("25:00", .noSuchTime("25:00")), ("yesterday at 24:00", .noSuchTime("24:00")),
    ("9:60", .noSuchTime("9:60")),
    ("13pm", .noSuchTime("13pm")), ("0 am", .noSuchTime("0 am")), ("9:5", .noSuchTime("9:5")),
    ("10:30:61", .noSuchTime("10:30:61")),
    ("2026-01-05T14:30+19:00", .noSuchOffset("+19:00")),
    ("monday 21 nov 2026", .wrongWeekday(.monday, civil(2026, 11, 21))), ("5 jan 26", .shortYear("5 jan 26")),
    ("1/5/26", .shortYear("1/5/26")), ("4-5-2026", .ambiguous("4-5-2026", civil(2026, 5, 4), civil(2026, 4, 5))),
    ("0000", .outOfRange("0000")),
    ("0000-01-01", .outOfRange("0000-01-01")),
    ("3000 years ago", .outOfRange("3000 years ago")), ("999999999 days ago", .outOfRange("999999999 days ago")),
    ("in 900000 weeks", .outOfRange("in 900000 weeks")),
    ("999999999 hours ago", .outOfRange("999999999 hours ago")),
  ])
  func refusesWhatDoesNotExist(text: String, expected: NaturalDateError) {
    #expect(error(text) == expected)
    #expect(expected.sentence.hasSuffix("."))
  }

  @Test func aDateThatCanBeTwoDaysIsReadInTheGivenOrderOnly() throws {
    for text in ["5/6/2026", "5-6-2026", "05/06/2026", "5/6"] {
      #expect(error(text) == .ambiguous(text, civil(2026, 6, 5), civil(2026, 5, 6)))
      for (order, iso) in [(DateOrder.dayMonth, "2026-06-05"), (.monthDay, "2026-05-06")] {
        #expect(try NaturalDate.parse(text, now: now, zone: plusTwo, order: order).firstDay.iso == iso)
        #expect(try NaturalDate.days(text, today: civil(2026, 11, 21), order: order).first.iso == iso)
      }
    }
    #expect(
      error("5/6/2026")?.sentence
        == "“5/6/2026” could be 5 June 2026 or 6 May 2026. Type 2026-06-05 or 2026-05-06, or set date-order "
        + "(in the settings “How 5/6/2026 is read”).")
    for order in [nil, DateOrder.dayMonth, .monthDay] {
      for (text, iso) in [
        ("13/6/2026", "2026-06-13"), ("6/13/2026", "2026-06-13"), ("5/5/2026", "2026-05-05"),
        ("5.6.2026", "2026-06-05"),
      ] {
        #expect(try NaturalDate.parse(text, now: now, zone: plusTwo, order: order).firstDay.iso == iso)
      }
    }
  }

  @Test(
    arguments: [
      ("en_US.UTF-8", DateOrder.monthDay), ("es_US", .monthDay), ("en_GB.UTF-8", .dayMonth), ("de_AT@euro", .dayMonth),
      ("pt_BR.ISO-8859-1", .dayMonth), ("C", nil), ("C.UTF-8", nil), ("POSIX", nil), ("", nil), ("en", nil),
      ("ja_JP.UTF-8", nil), ("_US", nil), ("en_", nil),
    ] as [(String, DateOrder?)])
  func theTerritoryOfALocaleSaysTheOrder(locale: String, order: DateOrder?) {
    #expect(DateOrder(locale: locale) == order)
  }

  @Test(arguments: [
    "", " ", "soonish", "yesterday at", "at", "morning", "the", "yesterday tomorrow", "9pm 10pm", "march at 9pm",
    "2026 9:30", "5", "12", "yesterday ago", "3 days",
    "ago", "in", "last", "last blue moon", "15:00 in the morning", "2026-01-05-06", "1.2", "v1.2.3", "2026-W07",
    "20260105", "1234567890123", "an hour ago at 9pm",
    "yesterday!", "yésterday", "fri day", "http://example.org", "# heading", "5 jan 2026 2027", "now now", "1..2",
    "-5 jan", "9::30", ":30", "day", "may be", "sun and moon",
    "２０２６", String(repeating: "9", count: 5000), String(repeating: "yesterday ", count: 50),
  ])
  func takesNothingElseForADate(text: String) { #expect(error(text) == .notADate(text)) }

  @Test func whatIsWrittenCanBeReadBack() throws {
    var generator = SeededGenerator(seed: 5)
    var days = [
      civil(1, 1, 1), civil(1582, 10, 4), civil(1582, 10, 10), civil(1752, 9, 2), civil(1752, 9, 8), civil(2000, 2, 29),
      civil(1600, 2, 29), civil(9999, 12, 31),
    ]
    let range = civil(1, 1, 1).daysSince1970...civil(9999, 12, 31).daysSince1970
    for _ in 0..<600 { days.append(CivilDate(daysSince1970: Int.random(in: range, using: &generator))) }
    for day in days {
      let month = monthNames[day.month - 1]
      let year = padded(day.year, 4)
      // What people are shown can be typed, but for years that would have to be guessed: they are refused.
      if day.year >= 1000 {
        #expect(try parse(DateText.day(day)).firstDay == day)
      } else {
        let date = "\(day.day) \(month.prefix(3).lowercased()) \(day.year)"
        #expect(error(DateText.day(day)) == .shortYear(date))
      }
      let forms = [
        day.iso, "\(day.weekday.name) \(day.day) \(month) \(year)", "\(day.day) \(month) \(year)",
        "\(month) \(day.day), \(year)", "\(day.day).\(day.month).\(year)",
      ]
      for form in forms { #expect(try parse(form).firstDay == day, "\(form)") }
      for (form, order) in [
        ("\(day.month)/\(day.day)/\(year)", DateOrder.monthDay), ("\(day.day)-\(day.month)-\(year)", .dayMonth),
      ] { #expect(try NaturalDate.parse(form, now: now, zone: plusTwo, order: order).firstDay == day, "\(form)") }
      let clock = moment(day, Int.random(in: 0...23, using: &generator), Int.random(in: 0...59, using: &generator), 7)
      #expect(try parse(clock.local.iso).date == clock)
      #expect(try parse("\(day.iso) \(clock.local.clock)").date.local.clock == clock.local.clock)
    }
  }

  @Test func neverTrapsAndStaysInRange() {
    var generator = SeededGenerator(seed: 23)
    let pieces = [
      " ", "at ", "on ", "in ", "the ", "of ", ",", "-", "/", ".", ":", "+", "1", "5", "13", "31", "59", "2026", "0001",
      "9999", "99999999", "jan ", "march ", "fri ", "monday ",
      "last ", "next ", "this ", "night ", "morning ", "week ", "month ", "year ", "days ", "hours ", "ago", "pm", "am",
      "h", "t", "z", "noon", "now", "yesterday ", "st", "a ",
      "and ", "half an hour ", "from now", "é", "🎉",
    ]
    var understood = 0
    for round in 0..<8000 {
      let text = round.isMultiple(of: 10) ? generator.anyText(longest: 30) : generator.text(of: pieces, longest: 9)
      do {
        let parsed = try parse(text)
        understood += 1
        #expect((1...9999).contains(parsed.firstDay.year) && (1...9999).contains(parsed.lastDay.year), "\(text)")
        #expect((1...9999).contains(parsed.date.local.date.year), "\(text)")
        #expect(parsed.firstDay <= parsed.lastDay, "\(text)")
      } catch {
        #expect(!error.sentence.isEmpty)
      }
    }
    #expect(understood > 40)
  }
}
