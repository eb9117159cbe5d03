import JournalCore
import Testing

@testable import JournalFormats

/// What jrnl's configuration says of its journals.
@Suite struct JrnlConfigTests {
  @Test func journalsComeWithTheirSettings() throws {
    let config = try JrnlConfig(
      """
      colors:
        body: none
      default_hour: 9
      # mine
      journals:
        default: /home/ada/journal.txt
        'at work':
          journal: "~/work: notes.txt"
          timeformat: '%d.%m.%Y %H:%M'
          encrypt: true
        dreams: ~/dreams.txt   # at night
      linewrap: 79
      tagsymbols: '#@'
      timeformat: '%Y-%m-%d %H:%M'
      version: v4.2
      """)
    #expect(config.journals.map(\.name) == ["default", "at work", "dreams"])
    #expect(config.journals.map(\.path) == ["/home/ada/journal.txt", "~/work: notes.txt", "~/dreams.txt"])
    #expect(config.journals.map(\.timeFormat) == ["%Y-%m-%d %H:%M", "%d.%m.%Y %H:%M", "%Y-%m-%d %H:%M"])
    #expect(config.journals.allSatisfy { $0.tagSymbols == "#@" })
  }

  @Test(arguments: [
    "", "journals:", "journals:\n  default:\n", "a: b\nc: d", "journals:\n  - a\n",
    "journals:\n  default:\n    encrypt: true",
    "journals: {default: a.txt}", "journals:\n  default: {journal: a.txt}", "journals:\n  {default: a.txt}",
    "just words",
  ])
  func whatIsNoneIsRefused(_ text: String) {
    #expect(throws: InvalidInput.self) { try JrnlConfig(text) }
  }
}
