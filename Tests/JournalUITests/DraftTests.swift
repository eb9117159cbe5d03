import JournalCore
import Testing

@testable import JournalUI

/// Drafts that were left for later.
@Suite struct DraftTests {
  @Test func whatWasLeftForLaterIsFoundAmongTheCommands() {
    var journal = FakeJournal()
    journal.drafts = [
      Draft(
        entry: FakeJournal.entry("x", "Lost", "", FakeJournal.date(2026, 11, 20)), isNew: true, owner: "dead",
        savedAt: FakeJournal.date(2026, 11, 20, 8).instant)
    ]
    var person = Person(journal, columns: 80, rows: 24)
    person.press("esc")
    #expect(!person.sees("A draft of") && person.bottomLine.contains("Drafts are kept"))
    person.press(":")
    person.type("unsaved")
    person.press("enter")
    #expect(person.effects.contains(.loadDrafts))
    #expect(person.sees("A draft of"))
    person.press("esc")
    person.journal.drafts = []
    person.press(":")
    person.type("unsaved")
    person.press("enter")
    #expect(person.bottomLine.contains("There is no unsaved draft."))
  }
}
