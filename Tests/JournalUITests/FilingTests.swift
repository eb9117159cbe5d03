import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Moods, categories, tags, favourites and the trash; one entry or many; and taking all of it back.
@Suite struct FilingTests {
  private func entry(_ person: Person, _ id: String) -> Entry? { person.journal.entries[RecordName(id)] }

  @Test func aMoodIsChosenByItsFirstLetters() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j m")
    person.type("anx")
    person.press("enter")
    #expect(entry(person, "long")?.mood == .anxious)
    person.press("m")
    person.type("no mood")
    person.press("enter")
    #expect(entry(person, "long")?.mood == nil)
    #expect(entry(person, "long")?.mood?.rawValue == nil)
  }

  @Test func thePickerOfMoodsBeginsAtTheFirstAndGoesRound() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j m 0")
    #expect(entry(person, "long")?.mood == nil)
    person.press("m enter")
    #expect(entry(person, "long")?.mood == Mood.known.first)
    person.press("m 3")
    #expect(entry(person, "long")?.mood == Mood.known[2])
    person.press("m")
    for _ in 0..<Mood.known.count + 1 { person.press("down") }
    person.press("enter")
    #expect(entry(person, "long")?.mood == Mood.known[2])
  }

  @Test func anotherDayKeepsTheTimeOfTheDay() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j w ctrl-u")
    person.type("1 nov 2026")
    #expect(person.sees("Sunday, 1 November 2026 · 22:00"))
    person.press("enter")
    #expect(entry(person, "long")?.date.local.iso == "2026-11-01T22:00:00")
    person.press("g v space space w")
    person.type("2 weeks ago")
    person.press("enter")
    #expect(entry(person, "run")?.date.local.iso == "2026-11-07T07:30:00")
    #expect(entry(person, "long")?.date.local.iso == "2026-11-07T22:00:00")
    person.press("u")
    #expect(entry(person, "long")?.date.local.iso == "2026-11-01T22:00:00")
  }

  @Test func aCategoryIsChosenOrMadeInPlace() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j c")
    person.type("hom")
    person.press("enter")
    #expect(entry(person, "long")?.category == RecordName("home"))
    person.press("c")
    person.type("Garden")
    #expect(person.sees("Create category “Garden”"))
    person.press("enter")
    let made = person.journal.categories.values.first { $0.name == "Garden" }
    #expect(made != nil && entry(person, "long")?.category == made?.id)
    #expect(made?.sortOrder == 3)
    #expect(person.journal.applied.last?.edit.operations.count == 2)
    person.press("u")
    #expect(entry(person, "long")?.category == RecordName("home"))
    #expect(made.map { person.journal.categories[$0.id]?.trashedAt != nil } == true)
  }

  @Test func aDeletedCategoryIsDeletedForGoodAfterAQuestion() {
    var person = Person(.small, columns: 100, rows: 30)
    let count = person.journal.categories.count
    person.press("alt-c D")
    #expect(person.sees("Only a deleted category can be deleted forever."))
    person.press("d G D")
    #expect(person.sees("Delete the category forever?"))
    #expect(person.sees("This cannot be undone."))
    // Not yet: the first answer is no.
    person.press("enter")
    #expect(person.journal.categories.count == count)
    person.press("D y")
    #expect(person.journal.categories.count == count - 1)
    #expect(person.sees("1 category deleted forever"))
    // An undo must not refer to what is no more.
    person.press("u")
    #expect(person.message.contains("There is nothing to undo."))
  }

  @Test func tagsAreTickedAndMade() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j j t")
    #expect(person.sees("✓ #post"))
    person.press("space")
    person.type("family")
    person.press("enter")
    #expect(entry(person, "letter")?.tags == ["family"])
    person.press("t space esc")
    #expect(entry(person, "letter")?.tags == [])
    person.press("u")
    #expect(entry(person, "letter")?.tags == ["family"])
    person.press("t esc")
    #expect(person.journal.applied.last?.cause == .undo)
    person.press("t")
    person.type("two, ")
    #expect(person.sees("has “,” in it") && person.sees("Tags of"))
  }

  @Test("Space ticks a new tag, which Esc keeps; another one may follow")
  func spaceTicksANewTag() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j j t")
    person.type("family walks")
    person.press("space esc")
    #expect(entry(person, "letter")?.tags == ["post", "walks", "family"])
  }

  @Test func tagsOfSeveralEntriesShowWhatOnlySomeHave() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j v space space t")
    #expect(person.sees("Tags of 2 entries"))
    #expect(person.sees("– #post"))
    person.press("space enter")
    #expect(entry(person, "letter")?.tags == ["post"])
    #expect(entry(person, "long")?.tags == ["post"])
    #expect(person.journal.applied.count == 1)
  }

  @Test func favouritesAndBack() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("f")
    #expect(entry(person, "run")?.isFavorite == false)
    person.press("u")
    #expect(entry(person, "run")?.isFavorite == true)
    #expect(person.message == "Undone: removed “Morning run by the canal” from favourites")
    person.press("ctrl-r")
    #expect(entry(person, "run")?.isFavorite == false)
    #expect(person.journal.applied.map(\.cause) == [.edit, .undo, .redo])
  }

  @Test func theDateIsChangedInWords() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j w")
    person.type("1 nov 2026 at 10:30")
    person.press("enter")
    #expect(entry(person, "long")?.date.local.iso == "2026-11-01T10:30:00")
    #expect(person.screen.lines.contains { $0.contains("▌    1 ▎ Long day") })
  }

  @Test func theTrashTakesAndGivesBack() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j d")
    #expect(entry(person, "long")?.trashedAt != nil)
    #expect(person.sees("Moved “Long day” to the trash · u to undo"))
    person.press("T")
    #expect(person.shows("Trash", 2))
    person.press("e")
    #expect(person.sees("in the trash"))
    person.press("r")
    #expect(entry(person, "long")?.trashedAt == nil)
    #expect(person.shows("Trash", 1))
  }

  @Test func deletingForGoodAsksAndNoIsTheAnswerUnlessSaid() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("T D")
    #expect(person.sees("▌ No"))
    person.press("enter")
    #expect(entry(person, "gone") != nil)
    person.press("D y")
    #expect(entry(person, "gone") == nil)
    #expect(person.sees("The trash is empty"))
  }

  @Test func emptyingTheTrashAsks() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("T E esc")
    #expect(entry(person, "gone") != nil)
    person.press("E y")
    #expect(entry(person, "gone") == nil)
    person.press("E")
    #expect(person.sees("The trash is empty."))
  }

  @Test func askingBeforeTheTrashIsASetting() {
    var preferences = Preferences()
    preferences.asksBeforeTrash = true
    var person = Person(.small, columns: 80, rows: 24, preferences: preferences)
    person.press("d enter")
    #expect(entry(person, "run")?.trashedAt == nil)
    person.press("d y")
    #expect(entry(person, "run")?.trashedAt != nil)
  }

  // MARK: Several at once

  @Test func markedEntriesAreChangedAsOneStep() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("v")
    #expect(person.sees("0 marked"))
    person.press("space space space")
    #expect(person.sees("3 marked"))
    person.press("m")
    person.type("neu")
    person.press("enter")
    #expect(["run", "long", "letter"].allSatisfy { entry(person, $0)?.mood == .neutral })
    #expect(person.journal.applied.count == 1)
    person.press("u")
    #expect(entry(person, "run")?.mood == .happy)
    #expect(entry(person, "letter")?.mood == .anxious)
    #expect(person.sees("Undone: set the mood of 3 entries to neutral"))
  }

  @Test func aRangeGrowsAndShrinksWithTheSelection() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j V j j j k")
    #expect(person.sees("3 marked"))
    person.press("d")
    #expect(person.journal.applied.last?.edit.name == "moved 3 entries to the trash")
    #expect(person.shows("All entries", 4))
    #expect(!person.sees("marked"))
  }

  @Test func allMeansAllAlsoThoseThatWereNotRead() {
    var person = Person(.many(900), columns: 80, rows: 24)
    person.press("v *")
    #expect(person.sees("900 marked"))
    person.press("d")
    #expect(person.journal.entries.values.allSatisfy { $0.trashedAt != nil })
    person.press("u")
    #expect(person.journal.entries.values.allSatisfy { $0.trashedAt == nil })
  }

  @Test func aRangeToTheEndTakesInWhatWasNotRead() {
    var person = Person(.many(900), columns: 80, rows: 24)
    person.press("j V G")
    #expect(person.sees("899 marked"))
  }

  @Test func markedEntriesAreExportedToAPathThatIsAsked() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("v space space x")
    person.type("jrnl")
    person.press("enter")
    #expect(person.sees("~/Personal.txt"))
    person.press("ctrl-u")
    person.type("~/some.txt")
    person.press("enter")
    let requests = person.effects.compactMap { effect -> ExportRequest? in
      if case .export(let request) = effect { request } else { nil }
    }
    #expect(requests.last?.format == .jrnl)
    #expect(requests.last?.path == "~/some.txt")
    #expect(person.sees("written to ~/some.txt"))
  }

  @Test func anExportSaysWhatIsNotInIt() {
    var person = Person(.small, columns: 120, rows: 24)
    person.journal.exportNotes = ["1 picture is not in it."]
    person.press("v space space x")
    person.type("jrnl")
    person.press("enter enter")
    #expect(person.message.contains("written to ~/Personal.txt. 1 picture is not in it."))
  }

  // MARK: Undo

  @Test func everyStepIsUndoneInTurnAndRedone() {
    var person = Person(.small, columns: 80, rows: 24)
    let before = person.journal.entries
    person.press("f j f j d")
    let after = person.journal.entries.mapValues { entry in
      var entry = entry
      entry.modifiedAt = Instant(milliseconds: 0)
      return entry
    }
    person.press("u u u u")
    #expect(person.message.contains("There is nothing to undo. Undo ends with the program; H has earlier versions."))
    for (id, entry) in before {
      #expect(person.journal.entries[id]?.isFavorite == entry.isFavorite)
      #expect(person.journal.entries[id]?.trashedAt == entry.trashedAt)
    }
    person.press("ctrl-r ctrl-r ctrl-r ctrl-r")
    #expect(person.sees("There is nothing to redo."))
    for (id, entry) in after {
      #expect(person.journal.entries[id]?.isFavorite == entry.isFavorite)
      #expect((person.journal.entries[id]?.trashedAt == nil) == (entry.trashedAt == nil))
    }
  }

  @Test func undoWaitsForWhatIsStillOnItsWay() {
    var person = Person(.small, columns: 80, rows: 24)
    person.isJournalSlow = true
    person.press("f u")
    #expect(person.topLine.hasSuffix("Saving …"))
    person.journalAnswers()
    #expect(entry(person, "run")?.isFavorite == true)
    #expect(person.journal.applied.map(\.cause) == [.edit, .undo])
  }

  @Test func aNewEntryIsUndoneIntoTheTrashAndRedone() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.type("Mistake")
    person.press("esc u")
    #expect(person.journal.entries.values.first { $0.title == "Mistake" }?.trashedAt != nil)
    #expect(person.sees("Undone: new entry “Mistake”"))
    person.press("ctrl-r")
    #expect(person.journal.entries.values.first { $0.title == "Mistake" }?.trashedAt == nil)
  }

  @Test func anUndoThatFailsCanBeTriedAgain() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("f")
    person.journal.failure = Failure("The journal is locked by another program.", advice: "Wait a moment.")
    person.press("u")
    #expect(person.sees("The journal is locked"))
    #expect(person.topLine.hasSuffix("! Not saved"))
    person.press("esc")
    person.journal.failure = nil
    person.press("u")
    #expect(entry(person, "run")?.isFavorite == true)
    #expect(!person.sees("not saved"))
  }

  @Test func whatFailedIsTriedAgainByAKey() {
    var person = Person(.small, columns: 80, rows: 24)
    person.journal.failure = Failure("The disk is full.")
    person.press("f")
    person.journal.failure = nil
    person.press("r")
    #expect(entry(person, "run")?.isFavorite == false)
    person.press("R")
    #expect(person.sees("Nothing is waiting to be tried again."))
  }

  @Test func linksAreShownWholeBeforeTheyAreOpened() {
    var journal = FakeJournal()
    journal.add(
      FakeJournal.entry(
        "x", "Links", "[harmless](https://example.org/a) and <https://example.org/b>", FakeJournal.date(2026, 11, 20)))
    var person = Person(journal, columns: 80, rows: 24)
    person.press("L")
    #expect(person.sees("https://example.org/b"))
    person.press("enter")
    #expect(person.sees("Open this link?"))
    #expect(person.sees("https://example.org/a"))
    person.press("enter")
    #expect(!person.effects.contains(.openLink("https://example.org/a")))
    person.press("L enter y")
    #expect(person.effects.contains(.openLink("https://example.org/a")))
  }
}
