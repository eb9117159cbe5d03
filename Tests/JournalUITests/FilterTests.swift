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
}
