import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Pictures that were removed from their entries: seen, taken back, deleted forever.
@Suite struct RemovedPictureTests {
  /// The heron and then the canal were removed from the run, which keeps its lock.
  private func removed(_ keys: String = "", columns: Int = 100, rows: Int = 24, isReadOnly: Bool = false) -> Person {
    var journal = FakeJournal.pictured
    for (id, seconds) in [("heron", 60), ("canal", 30)] {
      guard var image = journal.images[RecordName("run")]?.first(where: { $0.id.rawValue == id }) else { continue }
      image.trashedAt = Instant(milliseconds: Person.morning.milliseconds - Int64(seconds) * 60_000)
      journal.trashedImages[image.id] = image
      journal.images[RecordName("run")]?.removeAll { $0.id == image.id }
    }
    var person = Person(journal, columns: columns, rows: rows, isReadOnly: isReadOnly)
    person.press("Z")
    person.press(keys)
    return person
  }

  private func live(_ person: Person) -> [String] {
    (person.journal.images[RecordName("run")] ?? []).map(\.id.rawValue)
  }

  @Test(arguments: [(100, 24), (60, 20), (200, 60), (40, 12)])
  func eachHasItsEntryItsTimeAndItsPreview(columns: Int, rows: Int) {
    let person = removed(columns: columns, rows: rows)
    #expect(person.sees("Removed pictures · 2"))
    #expect(person.sees("▌ ▣ The canal"))
    #expect(person.sees("removed 08:44"))
    #expect(person.sees("cccc"))
    if columns > 80 {
      #expect(person.sees("removed 08:44 from “Morning run"))
      #expect(person.sees("removed 08:14 from “Morning run"))
      #expect(person.sees("4,000 × 3,000"))
      #expect(person.bottomLine.contains("r restore"))
    }
  }

  @Test func oneIsTakenBackAndThatIsUndone() {
    var person = removed("j r")
    #expect(live(person) == ["heron", "lock"])
    #expect(person.sees("Removed pictures · 1"))
    #expect(person.sees("Restored “蒼鷺” in “Morning run"))
    #expect(person.sees("▌ ▣ The canal"))
    person.press("u")
    #expect(live(person) == ["lock"])
    #expect(person.sees("Removed pictures · 2"))
    person.press("ctrl-r enter")
    #expect(live(person) == ["canal", "heron", "lock"])
    #expect(person.sees("No removed pictures"))
    #expect(!person.bottomLine.contains("restore") && person.bottomLine.contains("Esc"))
    person.press("r D f j G")
    #expect(person.sees("No removed pictures"))
    person.press("q")
    #expect(person.sees("All entries"))
  }

  /// The row goes at once; what fails comes back.
  @Test func aRefusalPutsItBackOnTheScreen() {
    var person = removed()
    person.journal.failure = Failure("The disk is full.")
    person.press("r")
    #expect(person.sees("The disk is full."))
    person.journal.failure = nil
    person.press("n")
    #expect(person.sees("Removed pictures · 2"))
    #expect(live(person) == ["lock"])
  }

  @Test func deletingForGoodAsksFirst() {
    var person = removed("D")
    #expect(person.sees("Delete the picture forever?"))
    #expect(person.sees("This cannot be undone."))
    person.press("enter")
    #expect(person.sees("Removed pictures · 2"))
    #expect(!person.effects.contains { if case .purgePictures = $0 { true } else { false } })
    person.press("D y")
    #expect(person.effects.contains(.purgePictures([RecordName("canal")])))
    #expect(person.sees("1 picture deleted forever"))
    #expect(person.sees("▌ ▣ 蒼鷺"))
    person.press("esc Z")
    #expect(person.sees("Removed pictures · 1"))
  }

  /// An undo must not refer to what is no more.
  @Test func whatIsDeletedForGoodIsNotUndone() {
    var person = removed("r u k D y u")
    #expect(person.sees("There is nothing to undo."))
    person.press("ctrl-r")
    #expect(person.sees("There is nothing to redo."))
  }

  @Test func theViewersOwnRemovalLandsHereAndComesBackToIt() {
    var person = Person(.pictured, columns: 100, rows: 24)
    person.press("l p p enter d Z")
    #expect(person.sees("▌ ▣ 蒼鷺"))
    person.press("r esc")
    #expect(person.sees("2 of 3"))
    #expect(live(person) == ["canal", "heron", "lock"])
  }

  @Test func theReadersEntryIsLookedForFirst() {
    var person = removed()
    var other = FakeJournal.image("tea", of: "letter", "Tea", at: 0)
    other.entry = RecordName(person.journal.entries.keys.map(\.rawValue).filter { $0 != "run" }.sorted()[0])
    person.journal.entries[other.entry]?.trashedAt = nil
    other.trashedAt = Person.morning
    person.journal.trashedImages[other.id] = other
    person.press("esc Z")
    #expect(person.sees("▌ ▣ Tea"))
    person.press("esc l Z")
    #expect(person.sees("▌ ▣ The canal"))
  }

  @Test func theTrashSaysThatPicturesAreThere() {
    var person = removed("esc T")
    #expect(person.sees("Z 2 pictures"))
    person.press("r")
    #expect(person.sees("Z lists 2 removed pictures."))
    person.press("u E")
    #expect(person.sees("1 entry and 2 removed pictures will be deleted"))
    person.press("y")
    #expect(person.effects.contains(.emptyTrash))
    #expect(person.sees("The trash is empty") && !person.sees("Z lists"))
    person.press("E y")
    #expect(person.sees("The trash is empty."))
  }

  /// Before it is known what goes, a yes would be to more than was read.
  @Test func emptyingTheTrashWaitsUntilAllThatGoesCanBeNamed() {
    var person = Person(FakeJournal.pictured)
    person.press("d")
    person.isJournalSlow = true
    person.press("T E")
    #expect(person.sees("The trash is still being read."))
    person.press("y")
    person.journalAnswers()
    #expect(!person.effects.contains(.emptyTrash))
    person.press("E")
    #expect(person.sees("2 entries will be deleted"))
    person.press("y")
    #expect(person.effects.contains(.emptyTrash))
  }

  /// A large trash takes its time, which is said until it is done.
  @Test func emptyingTheTrashSaysSo() {
    var person = removed("esc d T E")
    person.isJournalSlow = true
    person.press("y")
    #expect(person.message == "Emptying the trash …" && !person.wait(for: .notice), "\(person.message)")
    person.journalAnswers()
    #expect(person.message.contains("deleted forever"), "\(person.message)")
  }

  @Test func theWishToEmptyTheTrashOutlastsItsReading() {
    var person = Person(FakeJournal.pictured)
    person.press("d")
    person.isJournalSlow = true
    person.press("T E")
    person.journalAnswers()
    #expect(person.sees("2 entries will be deleted") && !person.sees("still being read"))
    person.press("y")
    #expect(person.effects.contains(.emptyTrash))
  }

  @Test func picturesOfAnEntryInTheTrashGoWithIt() {
    var person = removed("esc d T Z")
    #expect(person.sees("No removed pictures"))
    person.press("esc r Z")
    #expect(person.sees("Removed pictures · 2"))
  }

  @Test func readOnlyOnlyLooks() {
    var person = removed("r", isReadOnly: true)
    #expect(person.sees("This journal is open for reading only."))
    person.press("D")
    #expect(!person.sees("Delete the picture forever?"))
    #expect(person.journal.applied.isEmpty && person.sees("Removed pictures · 2"))
  }

  @Test func bytesThatAreOnTheServerAreFetched() {
    var person = removed("esc")
    person.journal.pictureAnswers = { _ in .elsewhere(bytes: 1_200_000) }
    person.send(.syncChanged(.busy))
    person.press("Z j")
    #expect(person.sees("f fetches it"))
    person.press("f")
    #expect(person.effects.contains(.sync(.fetchPictures([RecordName("heron")]))))
  }

  @Test func withoutPicturesTheListIsThereAllTheSame() {
    var person = removed("esc")
    person.send(.picturesPossible(PictureAbilities(way: .none)))
    person.press("Z")
    #expect(person.sees("This terminal shows no pictures."))
    #expect(person.sees("4,000 × 3,000"))
    person.press("r")
    #expect(live(person) == ["canal", "lock"])
  }

  @Test func theMouseChooses() {
    var person = removed()
    person.mouse(.press, row: 5, column: 5)
    #expect(person.sees("▌ ▣ 蒼鷺"))
    person.mouse(.wheelUp, row: 5, column: 5)
    #expect(person.sees("▌ ▣ The canal"))
    person.mouse(.press, row: 15, column: 5)
    #expect(person.sees("▌ ▣ The canal"))
  }

  @Test func helpAndThePaletteKnowIt() {
    var person = removed("?", rows: 60)
    #expect(person.sees("Keys  Removed pictures"))
    #expect(person.sees("Restore the picture"))
    person.press("esc esc :")
    person.type("removed pictures")
    person.press("enter")
    #expect(person.sees("Removed pictures · 2"))
  }
}
