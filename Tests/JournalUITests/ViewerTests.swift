import JournalCore
import JournalUI
import TerminalKit
import Testing

/// One picture over the whole screen: leafing, zooming, and what belongs to a picture.
@Suite struct ViewerTests {
  private func viewer(_ keys: String = "", columns: Int = 80, rows: Int = 24, isReadOnly: Bool = false) -> Person {
    var person = Person(.pictured, columns: columns, rows: rows, isReadOnly: isReadOnly)
    person.press("l p enter")
    person.press(keys)
    return person
  }

  private func lastRequest(_ person: Person) -> PictureRequest? {
    person.effects.compactMap { if case .loadPicture(let request) = $0 { request } else { nil } }.last
  }

  private func captions(_ person: Person) -> [String] {
    (person.journal.images[RecordName("run")] ?? []).map(\.id.rawValue)
  }

  @Test(arguments: [(80, 24), (120, 36), (200, 60), (40, 12)])
  func aPictureFillsTheScreen(columns: Int, rows: Int) {
    var person = viewer(columns: columns, rows: rows)
    let lines = person.screen.lines
    #expect(lines.filter { $0.contains("cccccc") }.count == min(rows - 4, columns * 3 / 8))
    #expect(lines[rows - 3].contains("The canal"))
    #expect(lines[rows - 2].contains("1 of 3 · 4,000 × 3,000"))
    #expect(person.bottomLine.contains("n next"))
    person.press("q")
    #expect(person.sees("▌The canal"))
  }

  @Test func leafingStaysInsideTheEntry() {
    var person = viewer("n")
    #expect(person.sees("2 of 3"))
    person.press("right")
    #expect(person.sees("3 of 3"))
    person.press("n")
    #expect(person.sees("This is the last picture."))
    person.press("p left left")
    #expect(person.sees("1 of 3"))
    person.press("G")
    #expect(person.sees("3 of 3"))
    person.press("g esc")
    #expect(person.sees("▌The canal"))
  }

  @Test func zoomingAsksForThePartThatIsShownAndKeepsTheLastOneMeanwhile() {
    var person = viewer()
    person.journal.pictureAnswers = { _ in nil }
    person.press("+ + +")
    #expect(lastRequest(person)?.view == PictureView(centerX: 500, centerY: 500, zoom: 200))
    #expect(person.sees("cccccc"))
    #expect(person.sees("200\u{202F}%"))
    person.press("right right right right right right right")
    #expect(lastRequest(person)?.view == PictureView(centerX: 750, centerY: 500, zoom: 200))
    person.press("k k k k k")
    #expect(lastRequest(person)?.view == PictureView(centerX: 750, centerY: 250, zoom: 200))
    person.press("- - - -")
    #expect(!person.sees("\u{202F}%"))
    person.press("= =")
    person.press("0")
    #expect(person.sees("1 of 3"))
    #expect(person.effects.contains { if case .dropPictures = $0 { true } else { false } })
  }

  @Test func theNextOneIsRenderedAhead() {
    let person = viewer()
    let images = person.effects.compactMap { effect -> String? in
      guard case .loadPicture(let request) = effect, request.box.rows == 20 else { return nil }
      return request.image?.rawValue
    }
    #expect(images == ["canal", "heron"])
  }

  @Test func captionsAreWrittenAndUndone() {
    var person = viewer("e")
    person.type("京都の朝")
    person.press("enter")
    #expect(person.journal.images[RecordName("run")]?.first?.caption == "京都の朝")
    #expect(person.screen.lines[21].contains("京都の朝"))
    person.press("u")
    person.wait(for: .notice)
    #expect(person.screen.lines[21].contains("The canal"))
    person.press("c ctrl-u enter")
    #expect(person.journal.images[RecordName("run")]?.first?.caption == "")
    person.wait(for: .notice)
    #expect(person.sees("e writes a caption"))
  }

  @Test func picturesAreMovedOneByOne() {
    var person = viewer("J")
    #expect(captions(person) == ["heron", "canal", "lock"])
    #expect(person.sees("2 of 3"))
    person.press("J")
    #expect(captions(person) == ["heron", "lock", "canal"])
    person.press("J")
    #expect(person.sees("It is the last picture already."))
    person.press("K K")
    #expect(captions(person) == ["canal", "heron", "lock"])
    person.press("u")
    #expect(captions(person) == ["heron", "canal", "lock"])
  }

  @Test func picturesOfOneNumberAreMovedAllTheSame() {
    var person = Person(.pictured, columns: 80, rows: 24)
    for index in 0..<3 { person.journal.images[RecordName("run")]?[index].sortOrder = 0 }
    person.send(.journalChanged)
    person.press("l p enter J")
    #expect(captions(person) == ["heron", "canal", "lock"])
  }

  @Test func whatIsRemovedComesBackWithUndo() {
    var person = viewer("n d")
    #expect(captions(person) == ["canal", "lock"])
    #expect(person.sees("2 of 2"))
    #expect(person.sees("Removed “蒼鷺” · u to undo"))
    person.press("u")
    #expect(captions(person) == ["canal", "heron", "lock"])
    #expect(person.sees("2 of 3"))
    #expect(person.sees("hhhhhh"))
    person.press("g d d d")
    #expect(person.sees("No pictures left"))
    person.press("d e + n s o r")
    #expect(person.sees("No pictures left"))
    person.press("u")
    #expect(person.sees("1 of 1"))
  }

  @Test func aCopyIsSavedAndNothingIsReplacedWithoutAsking() {
    var person = viewer("s")
    #expect(person.sees("~/The canal.jpg"))
    person.press("enter")
    #expect(person.sees("Written to ~/The canal.jpg"))
    person.journal.files = ["~/The canal.jpg"]
    person.press("s enter")
    #expect(person.sees("~/The canal.jpg is there already."))
    person.press("enter")
    #expect(!person.effects.contains { if case .replaceFile = $0 { true } else { false } })
    person.press("s enter y")
    #expect(person.effects.contains { if case .replaceFile = $0 { true } else { false } })
    person.press("G s")
    #expect(person.sees("~/picture-3.jpg"))
  }

  @Test func theDesktopsViewerIsAsked() {
    let person = viewer("n o")
    #expect(
      person.effects.contains { if case .openPicture(let image) = $0 { image.id.rawValue == "heron" } else { false } })
  }

  @Test func readOnlyChangesNothing() {
    var person = viewer("d", isReadOnly: true)
    #expect(person.sees("This journal is open for reading only."))
    person.press("e J i")
    #expect(captions(person) == ["canal", "heron", "lock"])
    #expect(person.journal.applied.isEmpty)
    #expect(person.sees("1 of 3"))
  }

  @Test func theTrashIsOnlyLookedAt() {
    var person = Person(.pictured, columns: 80, rows: 24)
    person.press("d T l z")
    #expect(person.sees("in the trash"))
    person.press("d")
    #expect(person.sees("Entries in the trash cannot be changed."))
    #expect(captions(person) == ["canal", "heron", "lock"])
  }

  @Test func anEntryThatIsPurgedTakesItsPicturesAlong() {
    var person = viewer("n")
    person.journal.entries[RecordName("run")] = nil
    person.send(.journalChanged)
    #expect(person.sees("This entry is no longer in the journal."))
    #expect(person.sees("All entries"))
    person.press("z")
    #expect(person.sees("This entry has no pictures; i attaches some."))
  }

  @Test func aRecordOfANewerFormatStaysAsItWas() {
    var person = viewer()
    person.journal.failure = Failure("“The canal” was written by a newer version.", advice: "Update the program.")
    person.press("d")
    #expect(person.sees("“The canal” was written by a newer version."))
    person.press("n")
    #expect(person.sees("1 of 3"))
    #expect(captions(person).count == 3)
  }

  @Test func helpAndThePaletteKnowTheViewer() {
    var person = viewer("?", columns: 100, rows: 60)
    #expect(person.sees("Zoom in"))
    #expect(person.screen.lines[2].contains("Pictures"))
    person.press("esc :")
    person.type("caption")
    person.press("enter")
    #expect(person.sees("One line below the picture"))
  }
}
