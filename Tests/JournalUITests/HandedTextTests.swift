import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Text that is handed to the own editor and comes back.
@Suite struct HandedTextTests {
  @Test func theOwnEditorGivesTheTextBack() {
    var person = Person(.small, columns: 80, rows: 24)
    person.externalEditor = { $0.replacing("no lunch.", with: "no lunch. Changed elsewhere.") }
    person.press("j e ctrl-o")
    #expect(person.sees("Changed elsewhere."))
    person.press("ctrl-z")
    #expect(!person.sees("Changed elsewhere."))
    person.press("ctrl-y esc")
    #expect(body(person, "long") == "Two reviews, one argument, no lunch. Changed elsewhere.")
  }

  @Test func theOwnEditorHasTheTitleTooAsOnTheCommandLine() {
    var person = Person(.small, columns: 80, rows: 24)
    person.externalEditor = { text in
      #expect(text == "Long day\n\nTwo reviews, one argument, no lunch.\n")
      return "Longer day\n\nTwo reviews.\n"
    }
    person.press("j e ctrl-o esc")
    #expect(body(person, "long") == "Two reviews.")
    #expect(person.journal.entries[RecordName("long")]?.title == "Longer day")
  }

  @Test func anEditorThatOnlyEndsTheLastLineChangesNothing() {
    var person = Person(.small, columns: 80, rows: 24)
    person.externalEditor = { $0 + "\n" }
    person.press("j e ctrl-o esc")
    #expect(person.journal.applied.isEmpty)
  }
}
