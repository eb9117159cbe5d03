import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// Pictures in the reader: where they stand, when they are asked for, and what is said while they are not here.
@Suite struct ReaderPictureTests {
  private func requests(_ person: Person) -> [PictureRequest] {
    person.effects.compactMap { if case .loadPicture(let request) = $0 { request } else { nil } }
  }

  private func fetched(_ person: Person) -> [[String]] {
    person.effects.compactMap { effect in
      if case .sync(.fetchPictures(let ids)) = effect { ids.map(\.rawValue) } else { nil }
    }
  }

  private func pixels(_ journal: FakeJournal = .pictured) -> FakeJournal {
    var journal = journal
    journal.pictureAnswers = { .shown(.plain($0, hasPixels: true)) }
    return journal
  }

  @Test(arguments: [(80, 24, 6), (120, 36, 12), (200, 60, 22), (40, 12, 3)])
  func aPictureTakesAThirdOfThePaneAndMoreOfAHighOne(columns: Int, rows: Int, height: Int) throws {
    var person = Person(.pictured, columns: columns, rows: rows)
    person.press("l")
    let request = try #require(requests(person).first)
    #expect(request.box.rows == height)
    #expect(request.box.columns <= height * 4)
    #expect(request.image?.rawValue == "canal")
    person.press("p")
    let lines = person.screen.lines
    #expect(lines.filter { $0.contains("▌ccc") }.count == min(height, request.box.columns * 3 / 8))
    #expect(person.sees("▌The canal"))
    person.press("p p")
    #expect(person.sees("▌Picture 3"))
    person.press("p P P")
    #expect(person.sees("▌蒼鷺"))
  }

  @Test func nothingMovesWhenAPictureArrives() {
    var journal = FakeJournal.pictured
    journal.pictureAnswers = { _ in nil }
    var person = Person(journal, columns: 120, rows: 36)
    person.press("l")
    let waiting = person.screen.lines
    #expect(waiting.contains { $0.contains("The canal …") })
    for request in requests(person) { person.send(.pictureLoaded(request, .shown(.plain(request)))) }
    let shown = person.screen.lines
    #expect(waiting.lastIndex { $0.contains("The canal") } == shown.lastIndex { $0.contains("The canal") })
    #expect(shown.contains { $0.contains("cccccc") })
  }

  @Test func whatIsAskedForOnceIsNotAskedForAgain() {
    var person = Person(.pictured, columns: 120, rows: 36)
    person.press("l down down up up")
    #expect(Set(requests(person)).count == requests(person).count)
    person.forgetEffects()
    person.press("h l j k")
    person.send(.timerFired(.clock))
    #expect(requests(person).isEmpty)
    person.resize(columns: 120, rows: 50)
    #expect(!requests(person).isEmpty)
  }

  @Test func onlyWhatIsNearTheScreenIsAskedFor() {
    var journal = FakeJournal.small
    journal.images[RecordName("run")] = (0..<200).map {
      FakeJournal.image("image\($0)", of: "run", "Number \($0)", at: Int64($0))
    }
    var person = Person(journal, columns: 120, rows: 36)
    person.press("l")
    #expect(requests(person).count < 8)
    person.press("G")
    #expect(person.sees("Number 199"))
    for _ in 0..<300 { person.press("up") }
    #expect(person.model.pictures.count <= 130)
    person.press("g")
    #expect(person.sees("iiiiii"))
  }

  @Test func leavingGivesUpWhatIsNotAnsweredAndComingBackAsksAgain() {
    var journal = FakeJournal.pictured
    journal.pictureAnswers = { _ in nil }
    var person = Person(journal, columns: 120, rows: 36)
    person.forgetEffects()
    person.press("j")
    #expect(person.effects.contains(.dropPictures(keeping: [])))
    person.forgetEffects()
    person.press("k")
    #expect(requests(person).first?.image?.rawValue == "canal")
    #expect(!person.effects.contains { if case .dropPictures = $0 { true } else { false } })
  }

  @Test func pixelsStandAboveBlankCellsAndOnlyWhole() throws {
    var person = Person(pixels(), columns: 120, rows: 70)
    person.press("l")
    let frame = view(person.model)
    let first = try #require(frame.pictures.first)
    #expect(frame.pictures.count == 2)
    for row in first.rect.row..<first.rect.endRow {
      for column in first.rect.column..<first.rect.endColumn { #expect(frame[row, column].base == " ") }
    }
    // Scrolled half away, it is drawn with what cells can show.
    for _ in 0..<19 { person.press("down") }
    let scrolled = view(person.model)
    #expect(scrolled.pictures.allSatisfy { $0.key.content != first.key.content })
    #expect(scrolled.text.contains("ccccc"))
    #expect(scrolled.pictures.allSatisfy { $0.rect.row > 0 && $0.rect.endRow < 70 })
  }

  @Test func aStripOfAPictureIsALineThatNamesIt() {
    var person = Person(pixels(), columns: 80, rows: 24)
    person.press("l")
    var wasNamed = false
    var wasCut = false
    for _ in 0..<40 {
      let rows = person.screen.lines.count { $0.contains("cccc") }
      #expect(rows == 0 || rows >= 4, "\(person)")
      if person.screen.lines.dropLast().contains(where: { $0.contains("▣ ") && $0.contains(" ↓") }) { wasNamed = true }
      if rows == 4 { wasCut = true }
      person.press("down")
    }
    #expect(wasNamed && wasCut)
  }

  @Test func aDialogIsNotCovered() {
    var person = Person(pixels(), columns: 120, rows: 70)
    person.press("l p")
    #expect(view(person.model).pictures.count == 2)
    person.press("m")
    let frame = view(person.model)
    // Not even those beside it stay as bright as they are.
    #expect(frame.text.contains("no mood") && frame.pictures.isEmpty && frame.text.contains("▣"))
    person.press("esc ?")
    #expect(view(person.model).pictures.isEmpty)
    person.press("esc")
    #expect(view(person.model).pictures.count == 2)
  }

  @Test func noPixelsStandWhereAMessageLies() throws {
    var covered = 0
    for rows in 12...40 {
      var person = Person(pixels(), columns: 120, rows: rows)
      person.press("l f")
      let message = try #require(person.model.messageRect)
      #expect(!view(person.model).pictures.contains { $0.rect.overlaps(message) })
      person.wait(for: .notice)
      if view(person.model).pictures.contains(where: { $0.rect.overlaps(message) }) { covered += 1 }
    }
    #expect(covered > 0, "no picture was there to be covered")
  }

  @Test func aPictureLeavesItsPlaceBehindADialog() throws {
    var preferences = Preferences()
    preferences.showsDays = false
    var person = Person(.pictured, columns: 200, rows: 60, preferences: preferences)
    person.press("l")
    let theme = Theme.standard(isDark: true, depth: .direct)
    let bright = view(person.model).cells.count { $0.style.background == .rgb(1, 2, 3) }
    person.press(":")
    let frame = view(person.model)
    #expect(bright > 100 && !frame.cells.contains { $0.style.background == .rgb(1, 2, 3) })
    // As large as the picture that the sheet leaves, with one sign in it.
    let row = try #require((0..<60).last { frame[$0, 199 - 60].style.background == theme.grounds.well })
    #expect(frame.cells.contains { $0.base == "▣" && $0.style.background == theme.grounds.well }, "\(row)")
  }

  @Test func withoutPicturesALineOfTextStandsForEach() {
    var person = Person(.pictured, columns: 120, rows: 36)
    person.send(.picturesPossible(PictureAbilities(way: .none)))
    person.press("l p")
    #expect(person.sees("▌▣ The canal  4,000 × 3,000 · 1.2 MB"))
    #expect(person.sees(" ▣ Picture 3  4,000 × 3,000 · 1.2 MB"))
    person.press("enter")
    #expect(person.sees("This terminal shows no pictures."))
  }

  @Test func whereTheTextRefersToAPictureItStandsThere() throws {
    var journal = FakeJournal.pictured
    journal.entries[RecordName("run")]?.body =
      "Before.\n\nFirst.\n\n![the bird](images/heron.jpg)\n\nAfter ![x](lock).\n\n![gone](https://example.org/x.png)"
    var person = Person(journal, columns: 120, rows: 80)
    person.press("l")
    let lines = person.screen.lines
    let order = ["First.", "蒼鷺", "After ▣ x", "▣ gone", "The canal"].map { text in
      lines.firstIndex { $0.contains(text) }
    }
    #expect(order.allSatisfy { $0 != nil })
    #expect(order.compactMap { $0 } == order.compactMap { $0 }.sorted())
    #expect(lines.filter { $0.contains("蒼鷺") }.count == 1)
  }

  // MARK: Bytes on the server

  private func elsewhere(_ download: PictureDownload = .onOpen) -> Person {
    var journal = FakeJournal.pictured
    journal.pictureAnswers = { _ in .elsewhere(bytes: 1_234_567) }
    var preferences = Preferences()
    preferences.imagesDownload = download
    var person = Person(journal, columns: 120, rows: 36, preferences: preferences)
    person.send(.syncChanged(.safe))
    return person
  }

  @Test func whatIsLookedAtIsFetchedAfterAMoment() {
    var person = elsewhere()
    #expect(person.sees("The canal · 1.2 MB"))
    #expect(person.sees("on the server, r fetches it"))
    #expect(fetched(person).isEmpty)
    let didWait = person.wait(for: .pictures)
    #expect(didWait)
    #expect(fetched(person) == [["canal", "heron", "lock"]])
    #expect(person.sees("on the server, asked for"))
    person.send(
      .syncChanged(
        SyncStatus.safe.with {
          $0.pictures = [
            PictureFetch(
              recordName: RecordName("canal"), title: "The canal",
              state: .fetching(SyncTransfer(done: 600_000, total: 1_200_000))),
            PictureFetch(recordName: RecordName("heron"), title: "", state: .missing),
          ]
        }))
    #expect(person.sees("━━━━━───── 600 kB of 1.2 MB"))
    #expect(person.sees("The picture is not on the server."))
    #expect(person.sees("r tries again"))
    person.journal.pictureAnswers = { .shown(.plain($0)) }
    person.send(
      .syncChanged(
        SyncStatus.safe.with {
          $0.pictures = [PictureFetch(recordName: RecordName("canal"), title: "The canal", state: .present)]
        }))
    #expect(person.sees("cccccc"))
    person.press("l r")
    #expect(person.sees("hhhhhh"))
  }

  @Test func whoeverLeafsThroughTheListFetchesNothing() {
    var person = elsewhere()
    person.press("j j")
    person.wait(for: .pictures)
    #expect(fetched(person).isEmpty)
  }

  @Test func whoeverComesBackFetchesAfterAll() {
    var person = elsewhere()
    person.press("j")
    person.wait(for: .pictures)
    #expect(fetched(person).isEmpty)
    person.press("k")
    let didWait = person.wait(for: .pictures)
    #expect(didWait)
    #expect(fetched(person).count == 1)
  }

  @Test func neverMeansByHand() {
    var person = elsewhere(.never)
    let didWait = person.wait(for: .pictures)
    #expect(!didWait)
    person.press("l p r")
    #expect(fetched(person) == [["canal"]])
    person.press("p r")
    #expect(fetched(person).last == ["heron", "canal"])
  }

  /// Where it is, the disk has not told yet.
  @Test func whatIsAskedForTooSoonComesAllTheSame() throws {
    var journal = FakeJournal.pictured
    journal.pictureAnswers = { _ in nil }
    var preferences = Preferences()
    preferences.imagesDownload = .never
    var person = Person(journal, columns: 120, rows: 36, preferences: preferences)
    person.send(.syncChanged(.safe))
    person.press("l p r")
    #expect(fetched(person).isEmpty && !person.sees("nothing to fetch here"))
    let request = try #require(
      person.effects.compactMap { effect in
        if case .loadPicture(let request) = effect, request.image == RecordName("canal") { request } else { nil }
      }.last)
    person.send(.pictureLoaded(request, .elsewhere(bytes: 1_234_567)))
    #expect(fetched(person) == [["canal"]])
    person.send(.pictureLoaded(request, .elsewhere(bytes: 1_234_567)))
    #expect(fetched(person).count == 1)
  }

  /// Two answers to one request were on their way: the one from before the bytes came arrives last.
  @Test func anAnswerFromBeforeItCameTakesNoPictureAway() throws {
    var person = Person(.pictured, columns: 120, rows: 36)
    #expect(person.sees("cccccc"))
    let request = try #require(
      person.effects.compactMap { effect in
        if case .loadPicture(let request) = effect, request.image == RecordName("canal") { request } else { nil }
      }.last)
    person.send(.pictureLoaded(request, .elsewhere(bytes: 1_234_567)))
    person.send(.pictureLoaded(request, .fetching(done: 1, of: 2)))
    #expect(person.sees("cccccc"))
  }

  @Test func aPictureThatFailsSaysWhyAndIsTriedAgain() {
    var journal = FakeJournal.pictured
    journal.pictureAnswers = { _ in .failed(Failure("The file ends too early."), canRetry: true) }
    var person = Person(journal, columns: 120, rows: 36)
    person.press("l")
    #expect(person.sees("The file ends too early."))
    #expect(person.sees("r tries again"))
    person.journal.pictureAnswers = { .shown(.plain($0)) }
    person.press("p r")
    #expect(person.sees("cccc"))
    #expect(person.sees("The file ends too early."))
  }

  @Test func asciiTerminalsShowWordsTheyCanShow() {
    var journal = FakeJournal.pictured
    journal.pictureAnswers = { _ in .fetching(done: 1, of: 2) }
    var person = Person(journal, columns: 80, rows: 24, isUTF8: false)
    person.press("l p")
    #expect(person.screen.utf8.allSatisfy { $0 < 128 })
    #expect(person.sees(">The canal"))
    #expect(person.sees("=====-----"))
  }

  @Test func thePressOfAPictureOpensIt() throws {
    var person = Person(.pictured, columns: 120, rows: 36)
    let row = try #require(person.screen.lines.firstIndex { $0.contains("ccccc") })
    person.mouse(.press, row: row, column: 75)
    #expect(person.sees("1 of 3"))
    person.press("q")
    #expect(person.sees("▌The canal"))
    person.press("esc")
    #expect(!person.sees("▌The canal"))
  }
}
