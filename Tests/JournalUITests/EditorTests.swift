import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Writing, saving, and what happens to words when something goes wrong.
@Suite struct EditorTests {
  @Test func aNewEntryIsWrittenSavedAndSelected() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j n")
    person.type("A walk\nOver the hill, #walk.")
    #expect(person.topLine.hasSuffix("Writing …"))
    person.press("esc")
    let entry = newest(person)
    #expect(entry?.title == "A walk")
    #expect(entry?.body == "Over the hill, #walk.")
    #expect(entry?.date.local.clock == "09:14")
    #expect(entry?.date.timeZone == "Europe/Berlin")
    #expect(person.screen.lines[3].contains("▌   21   A walk"))
    #expect(person.sees("Saved “A walk” · u to undo"))
    #expect(person.journal.drafts.isEmpty)
  }

  @Test func aDraftIsKeptAMomentAfterTheLastKey() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.type("Half a thought")
    #expect(person.effects.last == .startTimer(.draft, milliseconds: 250))
    #expect(person.journal.drafts.isEmpty)
    person.wait(for: .draft)
    #expect(person.journal.drafts.first?.entry.title == "Half a thought")
    #expect(person.journal.drafts.first?.isNew == true)
    #expect(person.topLine.hasSuffix("Draft kept 09:14"))
    person.press("ctrl-s")
    #expect(person.journal.drafts.isEmpty)
    #expect(person.topLine.hasSuffix("– Saved here"))
  }

  @Test func nothingWrittenMakesNoEntry() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n esc")
    #expect(person.journal.applied.isEmpty)
    #expect(person.sees("Empty entry discarded"))
    person.press("n")
    person.type("x")
    person.wait(for: .draft)
    person.press("backspace esc")
    #expect(person.journal.applied.isEmpty)
    #expect(person.journal.drafts.isEmpty)
  }

  @Test func onlyWhatChangedIsWritten() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j e ctrl-end")
    person.type(" Home late.")
    person.press("f3")
    person.type("happy")
    person.press("enter esc")
    let edits = person.journal.applied.map(\.edit)
    #expect(edits.map(\.name) == ["edited “Long day”"])
    #expect(
      edits.map(\.operations) == [
        [
          .editEntry(RecordName("long"), [.body("Two reviews, one argument, no lunch. Home late."), .mood(.happy)])
        ]
      ])
    #expect(edits.first?.seen.values.first?.body == "Two reviews, one argument, no lunch.")
    person.press("e esc")
    #expect(person.journal.applied.count == 1)
  }

  @Test func theLineBelowTheTitleIsSetByKeys() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.type("Swim")
    person.press("f2 ctrl-u")
    person.type("yesterday at 9pm")
    #expect(person.sees("Friday, 20 November 2026 · 21:00"))
    person.press("enter f4")
    person.type("Sports")
    person.press("enter f5")
    person.type("water")
    person.press("enter f6 f3")
    person.type("exc")
    person.press("enter")
    #expect(person.sees("Fri 20 Nov 2026 · 21:00") && person.sees("★   ✦ excited   ▎Sports   #water   + picture"))
    person.press("esc")
    let entry = newest(person)
    #expect(entry?.isFavorite == true)
    #expect(entry?.tags == ["water"])
    #expect(entry?.mood == .excited)
    #expect(person.journal.categories.values.contains { $0.id == entry?.category && $0.name == "Sports" })
  }

  @Test func aDateThatIsNoneIsExplainedAndNotTaken() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n f2 ctrl-u")
    person.type("30 feb")
    let before = person.screen
    person.press("enter")
    #expect(person.screen == before)
    #expect(person.sees("Date of this entry"))
  }

  @Test func aFullDiskLeavesTheWordsInTheEditor() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.type("Precious")
    person.journal.failure = Failure(
      "The disk is full: the entry could not be saved.", advice: "Make room, then try again.")
    person.press("esc")
    #expect(person.sees("The disk is full"))
    #expect(person.sees("Try again"))
    #expect(person.topLine.hasSuffix("! Not saved"))
    person.press("r")
    #expect(person.sees("Try again"))
    person.press("c")
    #expect(person.effects.contains(.emergencyCopy("# Precious\n\n")))
    #expect(person.sees("Your text is kept in ~/cloudjournal-copy.md."))
    #expect(person.topLine.hasSuffix("! Not saved"))
    person.type("!")
    person.journal.failure = nil
    person.press("esc")
    #expect(newest(person)?.title == "Precious!")
    #expect(!person.sees("not saved"))
  }

  @Test func retryingSavesWhatStandsThereNow() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.type("One")
    person.journal.failure = Failure("The disk is full.")
    person.press("ctrl-s n")
    person.type(" two")
    person.journal.failure = nil
    person.press("ctrl-s")
    #expect(newest(person)?.title == "One two")
    #expect(person.journal.applied.count == 1)
  }

  @Test func keysTypedWhileLeavingGoToTheListAndNotIntoTheText() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.type("Quick")
    person.isJournalSlow = true
    person.press("esc j j")
    #expect(person.topLine.hasSuffix("Saving …"))
    person.journalAnswers()
    #expect(newest(person)?.title == "Quick")
    #expect(person.journal.drafts.isEmpty)
    #expect(!person.sees("New entry"))
  }

  @Test func quittingWithUnsavedWordsAsks() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.type("Unsaved")
    person.press("ctrl-q")
    #expect(person.sees("“Unsaved” is not saved"))
    #expect(!person.effects.contains(.quit))
    person.press("enter")
    #expect(person.sees("New entry"))
    person.press("ctrl-q k")
    #expect(person.journal.drafts.first?.entry.title == "Unsaved")
    #expect(person.effects.last == .quit)
    var other = Person(.small, columns: 80, rows: 24)
    other.press("n")
    other.type("Saved")
    other.press("ctrl-q s")
    #expect(newest(other)?.title == "Saved")
    #expect(other.effects.contains(.quit))
  }

  @Test func aSignalKeepsTheDraftAndEnds() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.type("Cut off")
    person.send(.terminationRequested)
    #expect(person.journal.drafts.first?.entry.title == "Cut off")
    #expect(person.effects.last == .quit)
  }

  @Test func leavingWithoutSavingAsksFirst() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("e")
    person.type("zzz")
    person.wait(for: .draft)
    person.press("f9 enter")
    #expect(person.sees("Edit"))
    person.press("f9 y")
    #expect(person.journal.applied.isEmpty)
    #expect(person.journal.drafts.isEmpty)
    #expect(person.sees("Left without saving"))
  }

  /// Where nothing would be lost there is nothing to say.
  @Test(arguments: ["e f9", "e ctrl-s f9"]) func leavingWithNothingUnsavedSaysNothing(keys: String) {
    var person = Person(.small, columns: 80, rows: 24)
    person.press(keys)
    #expect(person.topLine.contains("›  All entries") && !person.sees("Left without saving"))
    person.press("e")
    person.type("zzz")
    person.press("ctrl-s f9")
    #expect(person.topLine.contains("›  All entries") && !person.sees("Left without saving"))
    #expect(person.journal.drafts.isEmpty)
  }

  @Test func findingLightsAndWalks() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("e ctrl-f")
    person.type("zebra")
    person.press("enter")
    // What is not found can be mended, and Esc closes the field first.
    #expect(person.message == "Not found in this entry" && person.sees("Find  zebra"))
    person.press("esc")
    #expect(!person.sees("Find ") && person.sees("Edit"))
    person.press("ctrl-f")
    person.type("the")
    #expect(person.sees("Find  the"))
    #expect(person.sees("1/2"))
    person.press("down")
    #expect(person.sees("2/2"))
    person.press("esc")
    #expect(!person.sees("Find "))
    #expect(person.sees("Edit"))
  }

  @Test func whatOthersSavedIsNeverPutUnderTheWritersHands() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j e ctrl-end")
    person.type(" Mine.")
    person.journal.entries[RecordName("long")]?.body = "Theirs."
    person.journal.entries[RecordName("long")]?.mood = .excited
    person.send(.journalChanged)
    #expect(person.sees("no lunch. Mine."))
    #expect(person.sees("changed elsewhere"))
    #expect(person.sees("excited"))
    person.press("f8")
    #expect(person.sees("Theirs."))
    person.press("ctrl-z esc")
    #expect(body(person, "long") == "Two reviews, one argument, no lunch. Mine.")
    #expect(person.journal.entries[RecordName("long")]?.mood == .excited)
  }

  @Test func anEntryDeletedElsewhereIsWrittenAnew() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j e ctrl-end")
    person.type(" Mine.")
    person.journal.entries[RecordName("long")] = nil
    person.send(.journalChanged)
    person.press("esc")
    #expect(body(person, "long") == "Two reviews, one argument, no lunch. Mine.")
  }

  @Test func draftsOfADeadProgramAreOfferedAtTheStart() {
    var journal = FakeJournal.small
    var entry = FakeJournal.entry("long", "Long day", "Two reviews and a draft.", FakeJournal.date(2026, 11, 20, 22))
    entry.mood = .sad
    entry.category = RecordName("work")
    journal.drafts = [Draft(entry: entry, isNew: false, owner: "dead", savedAt: Person.morning)]
    var person = Person(journal, columns: 80, rows: 24)
    #expect(person.sees("A draft of “Long day” from 09:14 was not saved."))
    person.press("enter")
    #expect(person.sees("Two reviews and a draft."))
    person.wait(for: .draft)
    #expect(person.journal.drafts.map(\.owner) == ["me"])
    person.press("esc")
    #expect(body(person, "long") == "Two reviews and a draft.")
    #expect(person.journal.drafts.isEmpty)
  }

  /// A program may die after its words were saved, and before their draft was gone.
  @Test func aDraftOfWhatWasSavedIsGoneOnceItWasLookedAt() throws {
    var journal = FakeJournal.small
    let saved = try #require(journal.entries[RecordName("long")])
    journal.drafts = [Draft(entry: saved, isNew: false, owner: "dead", savedAt: Person.morning)]
    var person = Person(journal, columns: 80, rows: 24)
    person.press("enter esc")
    #expect(person.journal.drafts.isEmpty)
    #expect(body(person, "long") == saved.body)
  }

  @Test func aDraftOfANewEntryThatWasSavedOpensThatEntry() throws {
    var journal = FakeJournal.small
    var entry = try #require(journal.entries[RecordName("long")])
    entry.body = "Two reviews and a draft."
    journal.drafts = [Draft(entry: entry, isNew: true, owner: "dead", savedAt: Person.morning)]
    let count = journal.entries.count
    var person = Person(journal, columns: 80, rows: 24)
    person.press("enter")
    #expect(person.sees("Two reviews and a draft.") && !person.sees("New entry"))
    person.press("esc")
    #expect(body(person, "long") == "Two reviews and a draft.")
    #expect(person.journal.entries.count == count)
    #expect(person.journal.drafts.isEmpty)
  }

  @Test func aDraftIsDiscardedOnlyAfterAsking() {
    var journal = FakeJournal.small
    journal.drafts = [
      Draft(
        entry: FakeJournal.entry("x", "Lost", "", FakeJournal.date(2026, 11, 20)), isNew: true, owner: "dead",
        savedAt: FakeJournal.date(2026, 11, 20, 8).instant)
    ]
    var person = Person(journal, columns: 80, rows: 24)
    #expect(person.sees("from Fri 20 Nov 2026 · 08:00"))
    person.press("d enter")
    #expect(person.journal.drafts.count == 1)
    person.send(.draftsFound(person.journal.drafts))
    person.press("d y")
    #expect(person.journal.drafts.isEmpty)
    person.send(.draftsFound(journal.drafts))
    person.press("esc")
    #expect(!person.sees("A draft of"))
  }

  @Test func copyingInTheEditorReachesTheClipboard() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j e ctrl-a ctrl-c")
    #expect(person.effects.contains(.copyToClipboard("Two reviews, one argument, no lunch.")))
    #expect(person.sees("Edit"))
  }

  @Test("the bar says what Esc does while something is selected")
  func escLetsASelectionGoFirst() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("e shift-home")
    #expect(person.bottomLine.contains("Esc unselect"), "\(person.bottomLine)")
    person.press("esc")
    #expect(person.bottomLine.contains("Esc done"), "\(person.bottomLine)")
  }

  @Test func theMouseSelectsTextAndOpensTheMetaLine() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j e")
    let column = person.screen.lines[9].prefix { $0 == " " }.count
    person.mouse(.press, row: 9, column: column)
    person.mouse(.drag, row: 9, column: column + 11)
    person.mouse(.release, row: 9, column: column + 11)
    person.press("ctrl-c")
    #expect(person.effects.contains(.copyToClipboard("Two reviews")))
    person.mouse(.press, row: 6, column: 6)
    #expect(person.sees("Mood of this entry"))
  }

  @Test func pastesGoWhereTheCaretIs() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.paste("A title\n")
    person.press("enter")
    person.paste("one\r\ntwo")
    person.press("esc")
    #expect(newest(person)?.title == "A title")
    #expect(newest(person)?.body == "one\ntwo")
  }

  @Test func aReadOnlyJournalIsNotWrittenTo() {
    var person = Person(.small, columns: 80, rows: 24, isReadOnly: true)
    person.press("n e f d")
    #expect(person.journal.applied.isEmpty)
    #expect(person.sees("open for reading only"))
    #expect(person.topLine.hasSuffix("Read only"))
  }

  @Test func aDraftThatCannotBeKeptIsSaidAndTriedAgain() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.type("On the edge")
    person.journal.failure = Failure("The disk is full.")
    person.wait(for: .draft)
    #expect(person.topLine.hasSuffix("! Not saved"))
    #expect(person.effects.last == .startTimer(.draft, milliseconds: 5000))
    person.journal.failure = nil
    person.wait(for: .draft)
    #expect(person.topLine.hasSuffix("Draft kept 09:14"))
  }

  @Test func aLongTextStaysQuickToType() {
    var journal = FakeJournal()
    let text = String(repeating: "The quick brown fox jumps over the lazy dog. ", count: 20_000)
    journal.add(FakeJournal.entry("x", "Long", text, FakeJournal.date(2026, 11, 20)))
    var person = Person(journal, columns: 80, rows: 24)
    person.press("e ctrl-end")
    person.type("the end")
    person.press("esc")
    #expect(body(person, "x")?.hasSuffix("the end") == true)
  }
}
