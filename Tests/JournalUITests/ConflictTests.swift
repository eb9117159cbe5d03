import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Both sides of a merge: looking at them, choosing one, and taking the merge back.
@Suite struct ConflictTests {
  private func person(_ journal: FakeJournal = .merged, columns: Int = 120, rows: Int = 30) -> Person {
    var person = Person(journal, columns: columns, rows: rows)
    person.send(.syncChanged(.busy))
    person.press("S j c")
    person.forgetEffects()
    return person
  }

  private func entry(_ person: Person) -> Entry? { person.journal.entries[RecordName("long")] }

  @Test(arguments: [
    ("1", MergeSide.here, "Two reviews, one long argument."), ("2", .server, "Three reviews, one argument."),
    ("enter", .here, "Two reviews, one long argument."), ("tab enter", .server, "Three reviews, one argument."),
  ]) func eitherSideCanBeTaken(keys: String, side: MergeSide, words: String) {
    var person = person()
    person.press(keys)
    let asked = person.effects.contains { effect in
      if case .decideMerge(group: 7, taking: side, _) = effect { true } else { false }
    }
    #expect(asked)
    #expect(entry(person)?.body.hasPrefix(words) == true)
    #expect(person.seesPane("Waiting"))
  }

  @Test func theOtherDeviceIsCalledByItsName() {
    var journal = FakeJournal.merged
    journal.merges[7]?.notice.device = "laptop"
    var person = Person(journal, columns: 120, rows: 30)
    person.send(
      .syncChanged(
        SyncStatus.busy.with { status in
          for index in status.overview.merges.indices { status.overview.merges[index].device = "laptop" }
        }))
    person.press("S")
    #expect(person.sees("changed here and on “laptop”") && !person.sees("another device"))
    person.press("j c")
    #expect(person.seesPane("1  This computer") && person.seesPane("2  laptop"))
    #expect(person.bottomLine.contains("2 keep laptop’s") && person.topLine.contains("Sync  ›  Long day"))
    #expect(person.sees("changed here and on “laptop”") && !person.sees("Server") && !person.sees("another device"))
    person.press("left enter")
    #expect(person.bottomLine.contains("1 takes this device’s version, 2 laptop’s, b keeps both."))
    person.press("2")
    #expect(person.bottomLine.contains("Kept laptop’s version of “Long day”"))
  }

  @Test func everySideHasItsTimeAndTheJournalIsThereToBeRead() {
    let person = person()
    #expect(person.screen.matches(of: /09:1\d · \+\d+ −\d+ words/).count == 2, "\(person.screen)")
    #expect(person.sees("6 words"))
    #expect(person.sees("11 words · both texts, one after the other"))
    #expect(person.sees("Three reviews, one long argument."))
  }

  @Test func takingASideCanBeUndoneAndRedone() {
    var person = person()
    let before = entry(person)?.body
    person.press("1 k u")
    #expect(entry(person)?.body == before)
    #expect(person.bottomLine.contains("Undone: kept this device’s version of “Long day”"))
    person.press("ctrl-r")
    #expect(entry(person)?.body.hasPrefix("Two reviews, one long") == true)
  }

  @Test func aSideThatCouldNotBeTakenCanBeTriedAgain() {
    var person = person()
    person.journal.failure = Failure("The disk is full.", advice: "Make room.")
    person.press("2")
    #expect(person.topLine.hasSuffix("! Not saved"))
    person.journal.failure = nil
    person.press("r")
    #expect(entry(person)?.title == "A long day")
  }

  @Test(arguments: ["b", "3", "x", "tab tab enter"]) func bothStayAsMergedAndTheMergeIsSeen(keys: String) {
    var person = person()
    person.press(keys)
    #expect(person.journal.applied.isEmpty)
    #expect(person.syncCommands == [.dismissConflict(group: 7)])
    #expect(person.bottomLine.contains("Both texts of “Long day” stay, as merged."))
    #expect(person.seesPane("Waiting"))
  }

  @Test func whatBothCameFromIsOnlyShown() {
    var person = person()
    person.press("left enter")
    #expect(person.journal.applied.isEmpty)
    #expect(person.bottomLine.contains("1 takes this device’s version, 2 the server’s, b keeps both."))
  }

  @Test func nothingIsTakenWhereTheJournalIsOnlyRead() {
    var person = Person(.merged, columns: 120, rows: 30, isReadOnly: true)
    person.send(.syncChanged(.busy))
    for key in ["1", "2", "b", "u", "e", "enter"] {
      person.press("S g j c \(key) esc")
      let writes = person.effects.filter(\.isWrite)
      #expect(writes.isEmpty, "\(key)")
      #expect(person.syncCommands.isEmpty, "\(key)")
    }
  }

  @Test func theMergeIsTakenBackFromHereToo() {
    var person = person()
    person.press("u")
    #expect(person.journal.settledMerges == [7])
    #expect(person.seesPane("Waiting"))
  }

  @Test func theEntryCanBeEditedAndOneComesBack() {
    var person = person()
    person.press("e")
    #expect(person.topLine.contains("›  Edit"))
    person.press("ctrl-end")
    person.type(" Settled.")
    person.press("esc")
    #expect(entry(person)?.body.hasSuffix("Lunch at last. Settled.") == true)
    #expect(person.sees("In the journal now"))
  }

  @Test func anEntryThatIsGoneOrInTheTrashIsNotEdited() {
    var journal = FakeJournal.merged
    journal.entries[RecordName("long")]?.trashedAt = SyncStatus.at(5)
    var trashed = person(journal)
    trashed.press("e")
    #expect(trashed.bottomLine.contains("in the trash"))
    journal.entries[RecordName("long")] = nil
    var gone = person(journal)
    gone.press("e")
    #expect(gone.bottomLine.contains("no longer in the journal"))
  }

  @Test func aLostBaseLeavesTheTwoSides() {
    var journal = FakeJournal.merged
    for index in 0..<3 { journal.merges[7]?.fields[index].base = nil }
    let person = person(journal)
    #expect(!person.sees("Original"))
    #expect(
      person.seesPane("1  This computer") && person.seesPane("2  Server") && person.seesPane("b  In the journal now"))
  }

  @Test func aMergeOfACategoryShowsItsFieldsAndCanBeSettled() {
    var journal = FakeJournal.merged
    journal.merges[7] = MergeSides(
      notice: SyncStatus.conflict, kind: .category,
      fields: [MergedField(field: "name", base: "Work", here: "Office", server: "Job", now: "Office")])
    for (columns, rows) in [(120, 30), (60, 14)] {
      var person = person(journal, columns: columns, rows: rows)
      #expect(person.sees("Office") && person.sees("Job"))
      person.press("2")
      #expect(person.seesPane("Waiting"))
    }
  }

  @Test func otherFieldsAreReadInThePanesWhereTheTableHasNoRoom() {
    let person = person(columns: 60, rows: 14)
    #expect(person.sees("◠ sad"))
  }

  @Test func sidesScrollTogetherAndEverySideCanBeReadOnTheSmallestScreen() {
    var person = person(columns: 40, rows: 12)
    for title in ["2  Server", "b  In the journal now", "Original", "1  This computer"] {
      person.press("tab")
      #expect(person.seesPane("\(title)"))
    }
  }

  @Test func whatIsReadAgainReplacesWhatIsShown() {
    var person = person()
    person.journal.merges[7]?.fields[0].now = "Renamed meanwhile"
    person.send(.journalChanged)
    #expect(person.sees("Renamed meanwhile"))
  }
}
