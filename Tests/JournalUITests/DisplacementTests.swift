import JournalCore
import JournalUI
import TerminalKit
import Testing

/// The program ends, or the journal's file is gone, while words are not saved.
@Suite struct DisplacementTests {
  private static let removed = Failure("It was removed.", advice: "It can be put back.", remedy: .putJournalBack)
  private static let replaced = Failure("It was replaced.", remedy: .reopenJournal)

  private func writing() -> Person {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.type("Half a thought")
    return person
  }

  @Test(arguments: [true, false]) func whatTheJournalDoesNotTakeIsKeptOutsideIt(isTerminated: Bool) {
    var person = writing()
    person.journal.failure = Failure("The disk is full.")
    person.wait(for: .draft)
    if isTerminated { person.send(.terminationRequested) } else { person.press("ctrl-q k") }
    #expect(person.journal.copies.map(\.entry.title) == ["Half a thought"])
    #expect(person.effects.last == .quit)
  }

  @Test func aCopyGoesBeforeTheOlderDraftAndIsRemovedOnceItsWordsAreKept() {
    var journal = FakeJournal.small
    let entry = FakeJournal.entry("long", "Long day", "The last words.", FakeJournal.date(2026, 11, 20, 22))
    var older = entry
    older.body = "The last"
    journal.drafts = [
      Draft(entry: older, isNew: false, owner: "dead", savedAt: Person.morning),
      Draft(entry: entry, isNew: false, owner: "dead", savedAt: Person.morning, copyPath: "/home/ada/copy.md"),
    ]
    var person = Person(journal, columns: 80, rows: 24)
    #expect(person.sees("Unsaved draft") && person.sees("/home/ada/copy.md"))
    person.press("o")
    #expect(person.sees("The last words."))
    person.press("ctrl-s esc")
    #expect(person.journal.drafts.isEmpty)
    #expect(person.journal.entries[RecordName("long")]?.body == "The last words.")
    #expect(!person.sees("Unsaved draft"))
  }

  @Test func aRemovedJournalIsToldOnceAndCanBePutBack() {
    var person = Person(.small, columns: 80, rows: 24)
    person.send(.failed(.redraw, Self.removed))
    #expect(person.sees("The journal is not in its place") && person.sees("Put the journal back"))
    person.press("n")
    person.send(.failed(.redraw, Self.removed))
    #expect(!person.sees("The journal is not in its place"))
  }

  @Test func aRemovedJournalIsAskedAboutOnlyWhenTheWritingIsDone() {
    var person = writing()
    person.send(.failed(.redraw, Self.removed))
    #expect(person.sees("is not in its place. Go on writing") && !person.sees("Put the journal back"))
    person.type(" and no option")
    #expect(person.sees("Half a thought and no option"))
    person.journal.failure = Self.removed
    person.press("ctrl-s")
    #expect(person.sees("Not saved") && !person.sees("Saved"))
    person.press("p")
    #expect(person.journal.copies.map(\.entry.title) == ["Half a thought and no option"])
    #expect(person.effects.last == .restart(puttingBack: true))
  }

  @Test func whatIsSaidOfTheFileIsOneQuestionThatFollowsIt() {
    var person = Person(.small, columns: 80, rows: 24)
    person.send(.failed(.redraw, Self.removed))
    person.send(.failed(.loadCategories, Self.replaced))
    #expect(person.sees("It was replaced.") && !person.sees("It was removed."))
    #expect(person.sees("Open what is there now"))
    person.press("n")
    #expect(!person.sees("The journal is not in its place"))
    person.send(.failed(.redraw, Failure("It was moved.", remedy: .reopenJournal)))
    #expect(!person.sees("The journal is not in its place"))
    person.send(.failed(.redraw, Self.removed))
    #expect(person.sees("Put the journal back"))
  }

  @Test func aReplacedJournalIsOpenedAnewWithTheWords() {
    var person = writing()
    person.journal.failure = Self.replaced
    person.press("ctrl-s")
    #expect(person.sees("It was replaced."))
    person.press("o")
    #expect(person.journal.copies.count == 1 && person.effects.last == .restart(puttingBack: false))
  }

  @Test func leavingARemovedJournalAsks() {
    var person = Person(.small, columns: 80, rows: 24)
    person.send(.failed(.redraw, Self.removed))
    person.press("n q")
    #expect(person.sees("Leave without the journal?"))
    person.press("n")
    #expect(person.effects.last != .quit)
    person.press("q q")
    #expect(person.effects.last == .quit)
  }
}
