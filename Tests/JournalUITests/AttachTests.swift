import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Making files pictures of an entry: chosen, pasted or dropped.
@Suite struct AttachTests {
  private func attached(_ person: Person) -> [AttachRequest] {
    person.effects.compactMap { if case .attach(let request, _) = $0 { request } else { nil } }
  }

  // MARK: The files

  @Test(arguments: [(80, 24), (120, 36), (200, 60), (40, 12)])
  func theFolderIsListedAndAFileAttached(columns: Int, rows: Int) {
    var person = Person(.pictured, columns: columns, rows: rows)
    person.press("i")
    #expect(person.sees("/home/anna/Pictures"))
    #expect(person.sees("2026/"))
    #expect(person.sees("canal.jpg"))
    #expect(!person.sees(".hidden"))
    person.press("down down enter")
    #expect(attached(person).map(\.paths) == [["/home/anna/Pictures/canal.jpg"]])
    #expect(attached(person).first?.entry.rawValue == "run")
    #expect(person.journal.images[RecordName("run")]?.count == 4)
    #expect(person.bottomLine.contains(columns == 40 ? "/home/anna" : "4,000 × 3,000, location removed"))
    person.press("u")
    #expect(person.journal.images[RecordName("run")]?.count == 3)
  }

  @Test func lettersFindAndSeveralAreMarked() {
    var person = Person(.pictured, columns: 120, rows: 36)
    person.press("i")
    person.type("rain")
    person.press("tab")
    #expect(person.sees("✓"))
    #expect(person.sees("1 marked"))
    person.press("esc down down down space")
    #expect(person.sees("2 marked"))
    person.press("enter")
    #expect(
      attached(person).map(\.paths) == [["/home/anna/Pictures/rainy day.webp", "/home/anna/Pictures/heron.png"]])
    #expect(person.bottomLine.contains("2 pictures attached."))
  }

  /// A file that another one took the place of is not shown with the former one's pixels.
  @Test func aFileThatChangedIsAnotherPicture() {
    func keys(_ change: (inout FolderListing.Item) -> Void) -> Set<PictureKey> {
      var journal = FakeJournal.pictured
      for index in journal.folders[0].items.indices { change(&journal.folders[0].items[index]) }
      var person = Person(journal, columns: 120, rows: 36)
      person.press("i")
      person.press("down down down")
      person.send(.timerFired(.pictures))
      let requests = person.effects.compactMap { effect -> PictureRequest? in
        if case .loadPicture(let request) = effect { request } else { nil }
      }
      return Set(requests.filter { $0.image == nil }.map(\.key))
    }
    let first = keys { _ in }
    #expect(!first.isEmpty && keys { _ in } == first)
    #expect(keys { $0.bytes += 1 }.isDisjoint(with: first))
    #expect(keys { $0.modifiedAt = Instant(milliseconds: 5) }.isDisjoint(with: first))
  }

  @Test func foldersAreWalked() {
    var person = Person(.pictured, columns: 120, rows: 36)
    person.press("i left")
    #expect(person.sees("Documents/"))
    #expect(person.sees("▌  Pictures/"))
    person.press("right down right")
    #expect(person.sees("kyoto.jpg"))
    person.press("backspace backspace backspace")
    #expect(person.sees("There is no folder /home."))
    person.press("esc")
    #expect(person.sees("Cold and bright"))
  }

  @Test func hiddenOnesAreShownWhenAskedFor() {
    var person = Person(.pictured, columns: 120, rows: 36)
    person.press("i alt-h")
    #expect(person.sees(".hidden.jpg"))
    #expect(person.sees(".thumbnails/"))
    person.press("alt-h")
    #expect(!person.sees(".hidden.jpg"))
    person.type(".hid")
    person.press("enter")
    #expect(attached(person).map(\.paths) == [["/home/anna/Pictures/.hidden.jpg"]])
  }

  @Test func aPathIsTyped() {
    var person = Person(.pictured, columns: 120, rows: 36)
    person.press("i")
    person.type("~/Pi")
    #expect(person.sees("Documents/") == false)
    person.press("tab")
    #expect(person.sees("~/Pictures/"))
    person.type("2026/ky")
    #expect(person.sees("kyoto.jpg"))
    person.press("enter")
    #expect(attached(person).map(\.paths) == [["/home/anna/Pictures/2026/kyoto.jpg"]])
    person.press("i")
    person.type("/nowhere/x.jpg")
    #expect(person.sees("There is no folder /nowhere."))
    person.press("enter")
    #expect(attached(person).last?.paths == ["/nowhere/x.jpg"])
  }

  @Test func theFileUnderTheCursorIsShownBeside() {
    var person = Person(.pictured, columns: 120, rows: 36)
    person.press("i down down")
    person.wait(for: .pictures)
    #expect(person.sees("fffffff"))
    #expect(person.sees("4,000 × 3,000 · 1.2 MB"))
    person.forgetEffects()
    person.press("down up down")
    #expect(!person.effects.contains { if case .loadPicture = $0 { true } else { false } })
    person.journal.pictureAnswers = { _ in .failed(Failure("It is no picture."), canRetry: false) }
    person.wait(for: .pictures)
    #expect(person.sees("It is no picture."))
  }

  @Test func originalsAreKeptWhenAskedFor() {
    var person = Person(.pictured, columns: 80, rows: 24)
    person.press("i")
    #expect(person.sees("location and camera data will be removed"))
    person.press("alt-o down down enter")
    #expect(attached(person).first?.keepsOriginal == true)
  }

  // MARK: What comes of it

  @Test func whatIsRefusedIsListedAndTheOthersGoOn() {
    var person = Person(.pictured, columns: 80, rows: 24)
    person.paste("/tmp/broken.jpg /tmp/whole.jpg")
    person.press("enter")
    #expect(person.sees("Not all pictures were attached"))
    #expect(person.sees("/tmp/broken.jpg is no picture."))
    #expect(person.journal.images[RecordName("run")]?.count == 4)
    person.press("enter u")
    #expect(person.journal.images[RecordName("run")]?.count == 3)
  }

  @Test func whereNothingWasTakenUndoStillWorks() {
    var person = Person(.pictured, columns: 80, rows: 24)
    person.press("f")
    person.paste("/tmp/broken.jpg")
    person.press("enter")
    #expect(person.sees("Nothing was attached"))
    person.press("enter u")
    #expect(person.journal.entries[RecordName("run")]?.isFavorite == true)
  }

  @Test func progressIsSaid() {
    var person = Person(.pictured, columns: 80, rows: 24)
    person.isJournalSlow = true
    person.paste("/a.jpg /b.jpg")
    person.press("enter")
    #expect(person.bottomLine.contains("Attaching 2 pictures …"))
    person.send(.attaching(AttachProgress(done: 1, count: 2)))
    #expect(person.bottomLine.contains("Attaching: 1 of 2 …"))
  }

  @Test func aFullDiskIsSaidAndTriedAgain() {
    var person = Person(.pictured, columns: 80, rows: 24)
    person.journal.failure = Failure("The disk is full.")
    person.paste("/a.jpg")
    person.press("enter")
    #expect(person.sees("The disk is full."))
    person.journal.failure = nil
    person.press("r")
    #expect(person.journal.images[RecordName("run")]?.count == 4)
    person.press("u")
    #expect(person.journal.images[RecordName("run")]?.count == 3)
  }

  // MARK: Pasted paths

  @Test(arguments: [
    ("/home/anna/canal.jpg", ["/home/anna/canal.jpg"]),
    ("'/home/anna/a b.JPG' ", ["/home/anna/a b.JPG"]),
    ("\"/home/anna/a b.png\"", ["/home/anna/a b.png"]),
    ("/home/anna/a\\ b\\ \\(1\\).jpg", ["/home/anna/a b (1).jpg"]),
    ("/home/anna/a b (1).jpg", ["/home/anna/a b (1).jpg"]),
    ("'/home/anna/it'\\''s.jpeg'", ["/home/anna/it's.jpeg"]),
    ("/home/anna/it's.jpeg", ["/home/anna/it's.jpeg"]),
    ("file:///home/anna/a%20b%C3%A9.webp\r\n", ["/home/anna/a bé.webp"]),
    ("file://desk/tmp/x.heic\nfile:/tmp/y.avif", ["/tmp/x.heic", "/tmp/y.avif"]),
    ("/a.jpg /b.gif '/c d.bmp'", ["/a.jpg", "/b.gif", "/c d.bmp"]),
    ("~/蒼鷺.jpg", ["~/蒼鷺.jpg"]),
  ])
  func droppedFilesAreUnderstood(text: String, paths: [String]) {
    var person = Person(.pictured, columns: 120, rows: 36)
    person.paste(text)
    person.press("enter")
    #expect(attached(person).map(\.paths) == [paths])
  }

  @Test(arguments: [
    "canal.jpg", "/home/anna/notes.txt", "I went to /tmp/a.jpg", "/a.jpg and more", "", "/", "file:///%ff.jpg",
    "https://example.org/a.jpg", "/tmp/.jpg", "file://x", "'/a.jpg", "javascript:/a.jpg", "/a\u{1B}[2J.jpg",
  ])
  func otherTextsAreNoPaths(text: String) {
    var person = Person(.pictured, columns: 120, rows: 36)
    let before = person.screen
    person.paste(text)
    #expect(person.sees("Write a new entry with what was pasted?") == !text.isEmpty)
    if !text.isEmpty { person.press("esc") }
    #expect(person.screen == before)
    #expect(attached(person).isEmpty)
  }

  @Test func theQuestionCanBeAnsweredWithNo() {
    var person = Person(.pictured, columns: 80, rows: 24)
    person.paste("/home/anna/canal.jpg")
    #expect(person.sees("Attach canal.jpg?"))
    #expect(person.sees("Attach to “Morning run by the canal”"))
    person.press("esc")
    #expect(attached(person).isEmpty)
  }

  /// A sheet names its own answers, with the person's words as they wrote them; the bar below says none of it again.
  @Test(arguments: [80, 120, 200]) func theBarRepeatsNoAnswerOfAQuestion(columns: Int) {
    var person = Person(.pictured, columns: columns, rows: 24)
    person.paste("/home/anna/canal.jpg")
    #expect(person.sees("Attach to “Morning run by the canal”"))
    let bar = person.bottomLine.lowercased()
    #expect(!bar.contains("attach") && !bar.contains("morning run") && !bar.contains("a new entry"), "\(bar)")
  }

  @Test func aNewEntryIsBegunForThem() {
    var person = Person(.pictured, columns: 80, rows: 24)
    person.paste("/home/anna/canal.jpg")
    person.press("w")
    let request = attached(person).first
    #expect(request?.paths == ["/home/anna/canal.jpg"])
    #expect(request.flatMap { person.journal.images[$0.entry]?.count } == 1)
    #expect(person.sees("▣ 1"))
    person.type("By the water")
    person.press("esc")
    #expect(person.journal.entries.values.contains { $0.title == "By the water" })
  }

  @Test func theTrashAndReadersOnlyTakeNone() {
    var person = Person(.pictured, columns: 80, rows: 24)
    person.press("T i")
    #expect(person.sees("This entry is in the trash"))
    person.paste("/a.jpg")
    #expect(!person.sees("Attach to"))
    var reader = Person(.pictured, columns: 80, rows: 24, isReadOnly: true)
    reader.paste("/a.jpg")
    reader.press("i")
    #expect(reader.sees("This journal is open for reading only."))
    #expect(attached(reader).isEmpty)
  }

  // MARK: The editor

  @Test func theEditorAsksWhetherAPathIsText() {
    var person = Person(.pictured, columns: 80, rows: 24)
    person.press("e")
    person.paste("/home/anna/canal.jpg")
    person.press("p")
    #expect(person.sees("/home/anna/canal.jpg"))
    #expect(attached(person).isEmpty)
    person.paste("/home/anna/canal.jpg")
    person.press("enter")
    #expect(attached(person).first?.entry.rawValue == "run")
    person.press("esc")
    #expect(person.journal.images[RecordName("run")]?.count == 4)
  }

  @Test func aNewEntryIsSavedBeforeItGetsPictures() {
    var person = Person(.pictured, columns: 80, rows: 24)
    person.press("n")
    #expect(!person.sees("▣ 1"))
    person.type("Snow")
    person.press("alt-i down down enter")
    let id = attached(person).first?.entry
    #expect(id.flatMap { person.journal.entries[$0]?.title } == "Snow")
    #expect(person.sees("▣ 1"))
    person.press("esc")
    #expect(person.journal.applied.count == 1)
  }

  @Test func whereTheNewEntryCannotBeSavedNothingIsAttachedYet() {
    var person = Person(.pictured, columns: 80, rows: 24)
    person.press("n")
    person.type("Snow")
    person.journal.failure = Failure("The disk is full.")
    person.press("alt-i down down enter")
    #expect(attached(person).isEmpty)
    #expect(person.sees("The disk is full."))
    person.journal.failure = nil
    person.press("r")
    #expect(attached(person).count == 1)
  }

  @Test func theSettingsSayWhenPicturesCome() {
    var person = Person(.pictured, columns: 100, rows: 40)
    person.send(.picturesPossible(PictureAbilities(way: .kitty)))
    person.press(", tab tab tab")
    #expect(person.sees("kitty graphics"))
    #expect(person.sees("when you open an entry"))
    person.press("right")
    #expect(person.sees("only when you ask"))
    #expect(person.model.preferences.imagesDownload == .never)
    #expect(Preferences(values: person.model.preferences.values) == person.model.preferences)
  }
}
