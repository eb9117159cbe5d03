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
    #expect(person.journal.applied.last?.edit.seen.values.first?.body == "Two reviews, one argument, no lunch.")
  }

  /// The device that moved it to the trash had not seen what is being written. Saving takes it out again; the store
  /// does so where the editor's entry was not in the trash.
  @Test func wordsAreNotSavedIntoTheTrash() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j e ctrl-end")
    person.type(" Mine.")
    person.journal.entries[RecordName("long")]?.trashedAt = SyncStatus.at(5)
    person.send(.journalChanged)
    #expect(person.sees("trash elsewhere"))
    person.press("ctrl-s")
    let seen = person.journal.applied.last?.edit.seen.values.first
    #expect(seen != nil && seen?.trashedAt == nil)
  }

  /// A program died over a draft; another device changed the entry before the draft was opened again.
  @Test func aDraftIsMergedWithWhatCameSince() throws {
    var journal = FakeJournal.small
    let seen = try #require(journal.entries[RecordName("long")])
    var written = seen
    written.body += " Mine."
    var theirs = seen
    theirs.body = "Theirs. " + seen.body
    theirs.mood = .happy
    journal.entries[seen.id] = theirs
    journal.drafts = [
      Draft(entry: written, isNew: false, seen: seen, owner: "dead", savedAt: FakeJournal.date(2026, 11, 20, 8).instant)
    ]
    var person = Person(journal, columns: 80, rows: 24)
    #expect(person.sees("A draft of"))
    person.press("o")
    #expect(person.sees("Mine.") && person.sees("changed elsewhere"))
    person.press("ctrl-s")
    let edit = try #require(person.journal.applied.last?.edit)
    #expect(edit.operations == [.editEntry(seen.id, [.body(written.body)])])
    #expect(edit.seen[seen.id]?.body == seen.body)
  }

  @Test(arguments: [
    ("A new name", "Saved “A new name” with what was changed elsewhere"),
    ("", "Saved “Two reviews, one argument, no lunch.” with what was changed elsewhere"),
  ])
  func theEntryIsCalledAsItIsNow(title: String, said: String) {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("j e ctrl-end")
    person.type(" Mine.")
    person.journal.entries[RecordName("long")]?.title = title
    person.send(.journalChanged)
    person.press("esc")
    #expect(person.message.hasPrefix(said), "\(person.message)")
  }

  /// Another program saved it a moment before, and this one had not heard of that.
  @Test func aTitleThatWasNotHeardOfIsSaidAsSoonAsItIsRead() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("j e ctrl-end")
    person.type(" Mine.")
    person.journal.entries[RecordName("long")]?.title = "A new name"
    person.press("esc")
    #expect(
      person.message.hasPrefix("Saved “A new name” with what was changed elsewhere · u to undo"), "\(person.message)")
    // What is saved next is another thing.
    person.press("e ctrl-end")
    person.type(" More.")
    person.press("esc")
    #expect(person.message.hasPrefix("Saved “A new name” · "), "\(person.message)")
  }

  @Test func aTitleFromHereIsSaid() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("j e ctrl-home up end")
    person.type(" indeed")
    person.journal.entries[RecordName("long")]?.title = "A new name"
    person.send(.journalChanged)
    person.press("esc")
    #expect(person.message.contains("indeed") && !person.message.contains("A new name"), "\(person.message)")
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
