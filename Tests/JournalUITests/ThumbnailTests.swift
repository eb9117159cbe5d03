import JournalCore
import JournalUI
import TerminalKit
import Testing

/// The small pictures in the rows of the list.
@Suite struct ThumbnailTests {
  private func journal(_ count: Int = 1) -> FakeJournal {
    var journal = FakeJournal.small
    for index in 0..<count {
      journal.images[RecordName("long"), default: []].append(
        FakeJournal.image("image\(index)", of: "long", "Picture", at: Int64(index)))
    }
    return journal
  }

  /// A person whose terminal shows pixels.
  private func person(_ journal: FakeJournal, columns: Int = 120, rows: Int = 36) -> Person {
    var person = Person(journal, columns: columns, rows: rows)
    person.send(.picturesPossible(PictureAbilities(way: .sixel)))
    return person
  }

  private func asked(_ person: Person) -> [PictureRequest] {
    person.effects.compactMap { if case .loadPicture(let request) = $0 { request } else { nil } }
  }

  @Test func aSignStandsForThePictureUntilTheListRests() {
    var person = person(journal())
    #expect(asked(person).isEmpty)
    #expect(person.screen.lines.contains { $0.contains("Long day") && $0.contains("◠    ▣") })
    person.wait(for: .thumbnails)
    #expect(asked(person).map(\.box) == [Size(rows: 2, columns: 4)])
    #expect(!person.sees("▣"))
  }

  @Test func bothLinesOfTheRowUnderTheCursorShowIt() throws {
    var journal = journal()
    journal.pictureAnswers = { request in
      let cells = Array(repeating: Cell("z", style: Style(.rgb(1, 2, 3), on: .rgb(4, 5, 6))), count: 8)
      return .shown(
        ShownPicture(cells: PictureCells(size: request.box, cells: cells), hasPixels: false, width: 40, height: 40))
    }
    var person = person(journal, columns: 69, rows: 24)
    person.wait(for: .thumbnails)
    person.press("j")
    let row = try #require(person.screen.lines.firstIndex { $0.contains("Long day") })
    #expect(person.screen.lines[row...row + 1].allSatisfy { $0.contains("zzzz") })
  }

  @Test func whatIsOnTheServerIsNotFetchedForTheList() {
    var journal = journal()
    journal.pictureAnswers = { _ in .elsewhere(bytes: 10) }
    var person = person(journal)
    person.wait(for: .thumbnails)
    #expect(asked(person).count == 1 && person.sees("▣"))
    #expect(!person.timers.contains(.pictures))
  }

  /// Two rows of blocks show no picture.
  @Test(arguments: [PictureProtocol.none, .blocks])
  func whereThereAreNoPixelsASignAndTheirNumberStandThere(way: PictureProtocol) {
    var person = Person(journal(3), columns: 120, rows: 36)
    person.send(.picturesPossible(PictureAbilities(way: way)))
    #expect(person.screen.lines.contains { $0.contains("Long day") && $0.contains("◠ ▣3") })
    #expect(!person.timers.contains(.thumbnails) || asked(person).isEmpty)
  }

  @Test func compactRowsHaveNoRoomForAPicture() {
    var preferences = Preferences()
    preferences.density = .compact
    let person = Person(journal(2), columns: 120, rows: 36, preferences: preferences)
    #expect(person.screen.lines.contains { $0.contains("Long day") && $0.contains("◠ ▣2") })
  }
}
