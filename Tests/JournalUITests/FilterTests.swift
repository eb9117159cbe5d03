import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// `F`: one list for everything by which the entries can be narrowed.
@Suite struct FilterTests {
  @Test func aZeroIsNotShown() {
    var person = Person(FakeJournal.many(3), columns: 100, rows: 30)
    for keys in ["F", "M", "#"] {
      person.press(keys)
      let names = ["excited", "favourites", "Unfiled"]
      for line in person.screen.lines where names.contains(where: line.contains) {
        #expect(!line.contains(" 0"), "\(line)")
      }
      person.press("esc")
    }
  }

  @Test(arguments: [
    ("", "Favourites"), ("unfiled", "Unfiled"), ("work", "Work"), ("anxious", "anxious"), ("pictures", "has:image"),
  ]) func eachChoiceShowsItsList(typed: String, title: String) {
    var person = Person(.pictured, columns: 120, rows: 36)
    person.press("F")
    #expect(person.seesPane("Filter"))
    person.type(typed)
    person.press("enter")
    #expect(person.topLine.contains(title) || person.sees("/ \(title)"), "\(person)")
    person.press("esc")
    #expect(person.topLine.contains("All entries"))
  }

  /// A mood that this version does not know can be filtered by, where the journal has it; no entry is given it.
  @Test func moodsOfTheJournalAreListed() {
    var journal = FakeJournal.small
    journal.add(
      FakeJournal.entry("c", "Calm", "", FakeJournal.date(2026, 11, 20), mood: Mood(rawValue: "calm")))
    var person = Person(journal, columns: 80, rows: 24)
    for keys in ["M", "F"] {
      person.press(keys)
      person.type("calm")
      person.press("enter")
      #expect(person.shows("Mood: calm", 1), "\(person.screen)")
      person.press("esc")
    }
    person.press("m")
    person.type("calm")
    #expect(!person.sees("? calm"), "\(person.screen)")
    var other = Person(.small, columns: 120, rows: 36)
    other.press("M")
    #expect(!other.sees("calm"))
  }
}
