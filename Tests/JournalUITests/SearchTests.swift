import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Searching as one types.
@Suite struct SearchTests {
  private func searching(_ text: String, columns: Int = 120) -> Person {
    var person = Person(.small, columns: columns, rows: 24)
    person.press("/")
    person.type(text)
    person.wait(for: .search)
    return person
  }

  @Test func resultsComeAMomentAfterTheLastKey() {
    var person = Person(.small, columns: 120, rows: 24)
    person.press("/")
    person.type("hero")
    #expect(person.effects.last == .startTimer(.search, milliseconds: 40))
    #expect(person.sees("Long day"))
    person.wait(for: .search)
    #expect(person.shows("Search", 1))
    #expect(person.sees("1 entry"))
    #expect(!person.sees("Long day"))
  }

  @Test func theWordsFoundAreLitInTheListAndInTheReader() {
    let person = searching("hero")
    let frame = view(person.model)
    let match = Theme.standard(isDark: true, depth: .direct).match
    var lit: [String] = []
    for row in 0..<frame.size.rows {
      var word = ""
      for column in 0..<frame.size.columns {
        let cell = frame[row, column]
        if cell.style == match {
          word += cell.text
        } else if !word.isEmpty {
          lit.append(word)
          word = ""
        }
      }
      if !word.isEmpty { lit.append(word) }
    }
    #expect(lit == ["hero", "hero"])
  }

  @Test func aMoodOrACategoryThatThereIsNotIsSaid() {
    #expect(searching("mood:happpy").sees("There is no mood “happpy”"))
    // Advice on finding more would not help.
    #expect(!searching("mood:happpy").sees("Nothing found") && searching("zzzz").sees("Nothing found"))
    #expect(searching("category:Workshpo").sees("There is no category “Workshpo”"))
    #expect(!searching("category:WORK mood:sad").sees("There is no"))
  }

  @Test func thePreviewBeginsNearTheWordThatWasFound() {
    var journal = FakeJournal()
    let words = (1...40).map { "word\($0)" }.joined(separator: " ")
    journal.add(FakeJournal.entry("x", "Far", words, FakeJournal.date(2026, 11, 20)))
    var person = Person(journal, columns: 80, rows: 24)
    person.press("/")
    person.type("word30")
    person.wait(for: .search)
    #expect(person.sees("…word28 word29 word30"))
  }

  @Test func theSyntaxIsExplainedAndMistakesAreTold() {
    var person = Person(.small, columns: 120, rows: 24)
    person.press("/")
    #expect(person.sees("mood:happy category:work"))
    person.type("mood:sad from:2026-13")
    person.wait(for: .search)
    #expect(person.sees("2026-13"))
    #expect(person.sees("Long day"))
  }

  @Test func enterGoesToTheResultsAndEscapeBackToTheFormerListAndEntry() {
    var person = Person(.small, columns: 120, rows: 24)
    person.press("F enter a j j /")
    person.type("mood:sad")
    person.press("enter j")
    #expect(person.sees("▌   31"))
    person.press("esc")
    #expect(person.shows("All entries", 7))
    #expect(person.screen.lines.contains { $0.contains("▌   31   The letter") })
  }

  @Test func theSearchCanBeChangedAndEmptied() {
    var person = searching("mood:sad")
    person.press("enter /")
    person.type(" lunch")
    person.wait(for: .search)
    #expect(person.shows("Search", 1))
    person.press("ctrl-u")
    person.wait(for: .search)
    #expect(person.shows("All entries", 7))
    person.press("esc")
    #expect(!person.sees("mood:happy category:work"))
  }

  @Test func escapeWhileTypingBringsTheListBack() {
    var person = searching("xyzzy")
    #expect(person.sees("Nothing found"))
    person.press("esc")
    #expect(person.shows("All entries", 7))
  }

  @Test func arrowsMoveInTheResultsWhileTyping() {
    var person = searching("mood:sad")
    person.press("down")
    #expect(person.sees("▌   31"))
    person.type("x")
    #expect(person.sees("mood:sadx"))
  }

  @Test(arguments: ["\"", "\"a", "or or", "-", "a AND b", "'; DROP TABLE", "NEAR(", "*", "category:", "(((", "^a"])
  func anythingCanBeTyped(text: String) {
    let person = searching(text)
    #expect(person.screen.lines.count == 24)
  }

  @Test func entriesOfASearchCanBeEdited() {
    var person = searching("lunch")
    person.press("enter f")
    #expect(person.journal.entries[RecordName("long")]?.isFavorite == true)
    #expect(person.shows("Search", 1))
  }

  @Test(arguments: [
    ("mood:ha", "mood:happy"), ("-mood:sad,exc", "-mood:sad,excited"), ("category:wo", "category:Work"),
    ("lunch #ru", "lunch tag:run"), ("@RU", "tag:run"), ("is:fav", "is:favourite"), ("has:", "has:image"),
    ("cat", "category:"), ("lunch -MO", "lunch -mood:"),
  ])
  func tabCompletesAFilter(typed: String, completed: String) {
    var person = Person(.small, columns: 120, rows: 24)
    person.press("/")
    person.type(typed)
    person.press("tab")
    #expect(person.sees("/ \(completed) "), "\(person.screen)")
    person.wait(for: .search)
    #expect(!person.sees("has no value"), "\(person.screen)")
    // A filter alone finds nothing yet, and shows the list as it was.
    #expect(person.topLine.contains("›  Search") == (completed != "category:"))
  }

  @Test func tabAgainGoesToTheNextValueAndStaysWhereThereIsNothingToComplete() {
    var person = Person(.small, columns: 120, rows: 24)
    person.press("/")
    person.type("mood:")
    person.press("tab")
    #expect(person.sees("/ mood:excited "))
    person.press("tab")
    #expect(person.sees("/ mood:happy "))
    person.press("tab tab tab tab")
    #expect(person.sees("/ mood:excited "))
    person.press("ctrl-u")
    person.type("lunch")
    person.press("tab f")
    #expect(person.sees("/ lunchf "))
    #expect(person.journal.entries[RecordName("long")]?.isFavorite == false)
  }

  @Test func aNameOfTwoWordsIsCompletedInQuotationMarks() {
    var journal = FakeJournal.small
    for id in journal.categories.keys where journal.categories[id]?.name == "Home" {
      journal.categories[id]?.name = "Home and away"
    }
    var person = Person(journal, columns: 120, rows: 24)
    person.press("/")
    person.type("category:ho")
    person.press("tab")
    #expect(person.sees("/ category:\"Home and away\""))
    person.press("ctrl-u")
    person.type("category:\"home a")
    person.press("tab")
    #expect(person.sees("/ category:\"Home and away\""))
  }
}
