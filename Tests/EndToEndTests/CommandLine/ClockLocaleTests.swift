import ScreenKit
import Testing

/// Times of the day as the locale, the configuration or the settings have them.
@Suite struct ClockLocaleTests {
  private static let american = ["LC_TIME": "en_US.UTF-8", "LC_ALL": ""]

  private func journal() throws -> TestJournal {
    let journal = try TestJournal()
    try journal.output("new", "--title", "Herons", "--date", "2026-02-03 9:30 pm")
    return journal
  }

  @Test func commandsGoByTheLocale() throws {
    let journal = try journal()
    #expect(try journal.output("list", "--short").contains("Tue  3 Feb 2026 · 21:30  "))
    #expect(try journal.output("list", "--short", environment: Self.american).contains("Tue  3 Feb 2026 ·  9:30 PM  "))
    #expect(try journal.output("show", "last", environment: Self.american).contains("Tue 3 Feb 2026 · 9:30 PM"))
    #expect(try journal.output("show", "last", environment: ["LC_ALL": "C"]).contains("21:30"))
    let json = try journal.output("show", "last", "--json")
    #expect(try journal.output("show", "last", "--json", environment: Self.american) == json)
    let said = try journal.run("new", "--title", "x", "--date", "2026-02-04 9pm", environment: Self.american)
    #expect(said.errors.contains("9:00 PM"), "\(said)")
  }

  @Test func theConfigurationComesBeforeTheLocale() throws {
    let journal = try journal()
    try journal.sandbox.write("config/cloudjournal/config.toml", "[screen]\nclock = \"24\"\n".utf8)
    #expect(try journal.output("list", "--short", environment: Self.american).contains("· 21:30  "))
    try journal.sandbox.write("config/cloudjournal/config.toml", "[screen]\nclock = \"12\"\n".utf8)
    #expect(try journal.output("list", "--short").contains("·  9:30 PM  "))
    let screen = try journal.openJournal()
    try screen.wait(for: "9:30 PM")
    try screen.leave()
    try journal.sandbox.write("config/cloudjournal/config.toml", "[screen]\nclock = \"13\"\n".utf8)
    let refused = try journal.run("list")
    #expect(refused.status != .success && refused.errors.contains("clock"), "\(refused)")
  }

  @Test func theScreenGoesByTheLocale() throws {
    let journal = try journal()
    let screen = try journal.open(environment: Self.american)
    try screen.wait(for: "9:30 PM")
    try screen.leave()
  }

  @Test func chartsOfWeekdaysBeginWithTheLocalesDay() throws {
    let journal = try TestJournal()
    try journal.output("a line")
    func first(_ environment: [String: String]) throws -> String {
      let output = try journal.output("stats", "--chart", "weekdays", environment: environment)
      let days = ["Sunday", "Monday"].map { day in (day, output.firstRange(of: day)?.lowerBound ?? output.endIndex) }
      return days.min { $0.1 < $1.1 }?.0 ?? ""
    }
    #expect(try first(Self.american) == "Sunday")
    #expect(try first([:]) == "Monday")
  }
}
