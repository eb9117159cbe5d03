import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// Days, year and charts of a diary that ended long ago.
@Suite struct OldJournalTests {
  /// An entry on every day from 1660 to the end of 1663, without moods.
  private static var pepys: FakeJournal {
    var journal = FakeJournal()
    guard let last = CivilDate(year: 1663, month: 12, day: 31) else { return journal }
    for number in 0..<1461 {
      let day = last.adding(days: -number)
      journal.add(
        FakeJournal.entry(
          "p\(number)", "Westminster Hall", "To my Lord", FakeJournal.date(day.year, day.month, day.day)))
    }
    return journal
  }

  @Test(arguments: [(80, 24), (120, 36), (200, 60)]) func theYearEndsWithWhatWasWritten(columns: Int, rows: Int) {
    var person = Person(Self.pepys, columns: columns, rows: rows)
    person.press("Y")
    #expect(person.sees("to 31 Dec") && person.sees("1663") && !person.sees("1664"), "\(person)")
    // Each year that is turned to is a whole one.
    person.press("<")
    #expect(person.sees("to 31 Dec") && person.sees("1662"), "\(person)")
    person.press("> >")
    #expect(person.sees("1664"), "\(person)")
    // Today stays within reach.
    person.press("t")
    #expect(person.sees("2026"), "\(person)")
  }

  @Test func insightsOpenOnTheLastMonthsWithEntries() {
    var person = Person(Self.pepys, columns: 120, rows: 36)
    person.press("I")
    #expect(person.sees("the last 12 months with entries, to December 1663"), "\(person)")
    #expect(!person.sees("nothing written") && person.sees("No entry of these days has a mood."), "\(person)")
    person.press("m")
    #expect(person.sees("five weeks, to"), "\(person)")
  }

  @Test func theCalendarBreaksTitlesBetweenWords() {
    for (columns, rows) in [(80, 36), (100, 36), (120, 36), (160, 50), (200, 60)] {
      var person = Person(Self.pepys, columns: columns, rows: rows)
      person.press("C")
      let lines = person.screen.lines.filter { $0.contains("▎") }
      #expect(!lines.contains { $0.contains("▎er") || $0.contains("▎ter") || $0.contains("▎nster") }, "\(person)")
    }
  }
}
