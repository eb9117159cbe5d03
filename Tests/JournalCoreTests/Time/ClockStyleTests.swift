import JournalCore
import Testing

/// Times of the day as people of a place write them.
@Suite struct ClockStyleTests {
  @Test(arguments: [
    ("en_US.UTF-8", ClockStyle.twelve), ("en_US", .twelve), ("en_PH@x", .twelve), ("el_GR.UTF-8", .twelve),
    ("en_GB.UTF-8", .twentyFour), ("de_DE.UTF-8", .twentyFour), ("fr_CA", .twentyFour), ("es_US", .twentyFour),
    ("C.UTF-8", .twentyFour), ("POSIX", .twentyFour), ("en", .twentyFour), ("", .twentyFour),
  ])
  func localesSayIt(locale: String, style: ClockStyle) {
    #expect(ClockStyle(locale: locale) == style)
    #expect(ClockStyle { $0 == "LC_TIME" ? locale : $0 == "LANG" ? "C" : nil } == style)
    #expect(ClockStyle { $0 == "LC_ALL" ? "C" : $0 == "LC_TIME" ? locale : nil } == .twentyFour)
  }

  @Test(arguments: ClockStyle.allCases) func everyTimeIsReadBackAsItStands(style: ClockStyle) throws {
    let zone = FixedZone()
    let now = zone.date(instant: Instant(milliseconds: 1_795_248_840_000))
    for hour in 0..<24 {
      for minute in [0, 5, 59] {
        let local = try #require(CivilDateTime(date: now.local.date, hour: hour, minute: minute))
        let text = style.text(local)
        let parsed = try NaturalDate.parse("\(local.date.iso) \(text)", now: now, zone: zone).date.local
        #expect((parsed.hour, parsed.minute) == (hour, minute), "\(text)")
        #expect(style.textInColumn(local).count == style.columns && style.textInColumn(local).hasSuffix(text))
      }
    }
  }

  @Test func bothWritings() throws {
    let local = try #require(CivilDateTime(date: CivilDate(daysSince1970: 0), hour: 21, minute: 4, second: 7))
    #expect(ClockStyle.twelve.text(local) == "9:04 PM" && ClockStyle.twentyFour.text(local) == "21:04")
    #expect(ClockStyle.twelve.textWithSeconds(local) == "9:04:07 PM")
    #expect(ClockStyle.twelve.text(hour: 0) == "12 AM" && ClockStyle.twelve.mark(hour: 12) == "12p")
    #expect(ClockStyle.twentyFour.text(hour: 7) == "07:00" && ClockStyle.twentyFour.mark(hour: 6) == "06")
    #expect(local.shownClock == "21:04")
    ClockStyle.$current.withValue(.twelve) { #expect(local.shownClock == "9:04 PM") }
  }
}
