import ScreenKit
import Testing

/// `5/6/2026` is 5 June here and 6 May there.
@Suite struct DateOrderTests {
  @Test func aDateThatCanBeTwoDaysIsRefusedWithBothReadings() throws {
    let journal = try TestJournal()
    for arguments in [
      ["new", "--title", "T", "--date", "5/6/2026"], ["5/6/2026: lunch with Ada"], ["list", "--from", "5/6/2026"],
      ["list", "-on", "5/6/2026"], ["search", "to:5/6/2026"],
    ] {
      let outcome = try journal.start(arguments).finish()
      #expect(outcome.status != .success && outcome.output.isEmpty, "\(arguments): \(outcome)")
      #expect(
        outcome.errors.contains("could be 5 June 2026 or 6 May 2026. Type 2026-06-05 or 2026-05-06"), "\(outcome)")
    }
    #expect(try journal.entries().isEmpty)
    try journal.output("new", "--title", "clear", "--date", "13/6/2026")
    #expect(try journal.output("list").contains("13 Jun 2026"))
  }

  @Test(arguments: [
    ("LC_ALL", "en_US.UTF-8", "2026-05-06"), ("LC_TIME", "en_GB.UTF-8", "2026-06-05"), ("LANG", "de_DE", "2026-06-05"),
  ])
  func theLocaleSaysWhichItIs(variable: String, locale: String, day: String) throws {
    let journal = try TestJournal()
    try journal.output("5/6/2026: lunch", environment: [variable: locale])
    #expect(try journal.output("list", "--from", day, "--to", day, "--short").contains("lunch"))
  }

  @Test func theSettingComesBeforeTheLocale() throws {
    let journal = try TestJournal()
    try journal.sandbox.write("config/cloudjournal/config.toml", "[capture]\ndate-order = \"day-month\"\n".utf8)
    try journal.output("new", "--title", "lunch", "--date", "5/6/2026", environment: ["LC_ALL": "en_US.UTF-8"])
    #expect(try journal.output("list", "-on", "5/6/2026", "--short").contains("lunch"))
    #expect(try journal.output("list", "-on", "2026-06-05", "--short").contains("lunch"))
    let screen = try journal.openJournal()
    try screen.type("W5/6/2026", showing: "5 June 2026")
  }
}
