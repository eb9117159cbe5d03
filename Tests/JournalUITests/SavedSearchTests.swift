import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Searches that are saved stand in the sidebar, and are renamed and removed there.
@Suite struct SavedSearchTests {
  private func place(_ words: String, _ person: Person) -> Int? {
    person.screen.lines.firstIndex { $0.prefix(22).contains(words) }
  }

  private func saving(_ text: String, as name: String) -> Person {
    var person = Person(.small, columns: 120, rows: 40)
    person.press("/")
    person.type(text)
    person.wait(for: .search)
    person.press("ctrl-s")
    person.type(name)
    person.press("enter")
    return person
  }

  @Test func aSearchIsSavedAndStandsBelowTheCategories() throws {
    let person = saving("hero", as: "Herons")
    #expect(person.sees("Saved as Herons"))
    let rows = try ["Work", "Searches", "/ Herons", "Moods"].map { try #require(place($0, person), "\($0)") }
    #expect(rows == rows.sorted())
    #expect(person.journal.preferences.map(\.key) == ["search.Herons"])
    #expect(person.journal.preferences.map(\.value) == ["hero"])
    // The list is called by the name.
    #expect(person.shows("Herons", 1))
  }

  @Test func aPressShowsWhatItFinds() throws {
    var person = saving("hero", as: "Herons")
    person.press("esc a")
    #expect(person.sees("Long day"))
    person.mouse(.press, row: try #require(place("/ Herons", person)), column: 5)
    #expect(person.shows("Herons", 1) && !person.sees("Long day"))
  }

  @Test func itIsRenamedAndRemovedAndThatIsUndone() throws {
    var person = saving("hero", as: "Herons")
    person.mouse(.press, row: try #require(place("/ Herons", person)), column: 5)
    #expect(person.sees("rename") && person.sees("remove"))
    person.press("alt-r")
    person.type("Birds")
    person.press("enter")
    #expect(place("/ Birds", person) != nil && place("/ Herons", person) == nil)
    person.press("d")
    #expect(place("Searches", person) == nil && person.sees("Removed the search Birds"))
    person.press("u")
    #expect(place("/ Birds", person) != nil)
    person.press("u")
    #expect(place("/ Herons", person) != nil)
  }

  @Test func thereHasToBeASearch() {
    var person = Person(.small, columns: 120, rows: 40)
    person.press("ctrl-s")
    #expect(person.sees("There is no search to save."))
    person.press("h d")
    #expect(person.sees("Only saved searches are renamed and removed here."))
  }

  @Test func aNameIsTheSameWhateverItsCase() {
    var person = saving("hero", as: "Herons")
    person.press("esc /")
    person.type("long")
    person.wait(for: .search)
    person.press("ctrl-s")
    person.type("HERONS")
    person.press("enter")
    #expect(person.journal.preferences.map(\.key) == ["search.Herons"])
    #expect(person.journal.preferences.map(\.value) == ["long"])
  }

  @Test func aNameFromAnotherDeviceDrawsNothingButItself() throws {
    var journal = FakeJournal.small
    journal.preferences = [
      Preference(
        id: RecordName("p"), key: "search.\u{1B}[2Jred", value: "hero", modifiedAt: Instant(milliseconds: 0))
    ]
    let person = Person(journal, columns: 120, rows: 40)
    #expect(person.screen.lines.allSatisfy { !$0.unicodeScalars.contains("\u{1B}") })
    #expect(place("red", person) != nil)
  }
}
