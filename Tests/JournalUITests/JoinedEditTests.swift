import JournalCore
import JournalUI
import TerminalKit
import Testing

/// An entry that is open in the editor is saved by somebody else, or may have been saved already.
@Suite struct JoinedEditTests {
  @Test func whatOthersSavedIsShownWhereNothingWasTyped() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j e")
    person.journal.entries[RecordName("long")]?.body = "Theirs."
    person.send(.journalChanged)
    #expect(person.sees("Theirs.") && person.sees("changed elsewhere"))
    person.press("esc")
    #expect(person.journal.applied.isEmpty)
  }

  @Test func savingNamesWhatTheEditorKnewOfTheEntry() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j e ctrl-end")
    person.type(" Mine.")
    person.press("ctrl-s")
    #expect(person.journal.applied.last?.edit.seen?.body == "Two reviews, one argument, no lunch.")
  }

  @Test func anEntryThatWasSavedAfterAllIsNotWrittenTwice() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.type("Once")
    person.journal.failure = Failure("It may be in the journal or not.")
    person.press("ctrl-s")
    guard case .apply(let edit, _, _)? = person.effects.last(where: { if case .apply = $0 { true } else { false } }),
      case .create(.entry(let written))? = edit.operations.first
    else {
      Issue.record("nothing was saved")
      return
    }
    person.journal.failure = nil
    person.journal.entries[written.id] = written
    person.send(.entryLoaded(written.id, .compare, EntryDetail(entry: written)))
    person.press("n")
    person.type("!")
    person.press("ctrl-s")
    let saved = person.journal.applied.last?.edit.operations.first
    #expect(saved == .editEntry(written.id, [.title("Once!")]))
  }
}
