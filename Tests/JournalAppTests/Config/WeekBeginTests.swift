import JournalCore
import Testing

@testable import JournalApp

/// With which weekday weeks begin.
@Suite struct WeekBeginTests {
  @Test(arguments: [
    ("en_US.UTF-8", Weekday.sunday), ("de_DE.UTF-8", .monday), ("en_GB", .monday), ("ar_EG.UTF-8", .saturday),
    ("dv_MV", .friday), ("C.UTF-8", .monday), ("POSIX", .monday), ("pt_BR@x", .sunday), ("en", .monday), ("", .monday),
  ])
  func localesSayIt(_ locale: String, _ weekday: Weekday) {
    #expect(WeekBegin.weekday(ofLocale: locale) == weekday)
    #expect(
      WeekBegin.weekday { $0 == "LC_TIME" ? locale : $0 == "LANG" ? "de_DE" : nil }
        == (locale.isEmpty ? .monday : weekday))
  }
}
