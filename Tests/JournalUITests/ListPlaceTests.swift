import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Where one is in the list: at the right end of the key bar, and after going to a day.
@Suite struct ListPlaceTests {
  /// The number of the selected entry of `FakeJournal.many`, which is its place in the list as well.
  private func selected(_ person: Person) -> Int? {
    let line = person.screen.lines.first { $0.contains("▌") && $0.contains("Entry ") }
    return line?.firstMatch(of: /Entry (\d+)/).flatMap { Int($0.output.1) }
  }

  @Test func thePlaceInTheListIsKnownWhereverOneGoes() {
    var person = Person(.many(400), columns: 80, rows: 24)
    #expect(person.bottomLine.contains("1 of 400"))
    person.press("G")
    #expect(person.bottomLine.contains("400 of 400"), "\(person.bottomLine)")
    person.press("g")
    for _ in 0..<3 { person.press("ctrl-f") }
    let place = selected(person) ?? 0
    #expect(place > 0 && person.bottomLine.contains("\(place + 1) of 400"), "\(person.bottomLine)")
    // Far from the beginning the list is read anew around the day that was gone to.
    let date = person.journal.entries[RecordName("e000300")]?.date.local.date
    person.press("W")
    person.type(date?.iso ?? "")
    person.press("enter")
    let found = selected(person) ?? 0
    #expect(found == 300 && person.bottomLine.contains("\(found + 1) of 400"), "\(person.screen)")
    // What others change above does not shift the place.
    person.send(.journalChanged)
    #expect(person.bottomLine.contains("\(found + 1) of 400"), "\(person.bottomLine)")
    // Sorted otherwise, the entry stands elsewhere.
    person.press("~")
    #expect(person.bottomLine.contains("\(400 - found) of 400"), "\(person.screen)")
  }

  @Test(arguments: ["1500", "2099"]) func aYearWithoutEntriesLeadsToTheNearestOne(year: String) {
    var person = Person(.small, columns: 120, rows: 24)
    person.press("W")
    person.type(year)
    person.press("enter")
    #expect(person.topLine.contains("All entries") && !person.sees("nothing found"), "\(person.screen)")
    #expect(person.message.contains("this is the nearest one"))
    #expect(person.bottomLine.contains(year == "1500" ? "7 of 7" : "1 of 7"), "\(person.screen)")
  }

  @Test func aDayWithoutEntriesIsNamed() {
    var person = Person(.small, columns: 120, rows: 24)
    person.press("W")
    person.type("3 mar 2024")
    person.press("enter")
    #expect(person.message.contains("Nothing from Sun 3 Mar 2024; this is the nearest entry."), "\(person.screen)")
    var other = Person(.small, columns: 120, rows: 24)
    other.press("W")
    other.type("21 nov 2026")
    other.press("enter")
    #expect(!other.message.contains("Nothing from"), "\(other.screen)")
  }

  @Test(arguments: [(7, "1 of 7", "  n new   ⏎"), (999, "1 of 999", "  n new   ⏎"), (1456, "1 of 1,456", "  n new  ⏎")])
  func aLongPlaceLeavesTheKeysTheirRoom(count: Int, place: String, start: String) {
    var person = Person(.many(count), columns: 80, rows: 24)
    #expect(person.bottomLine.contains("u undo") && person.bottomLine.contains("\(place)"), "\(person.bottomLine)")
    #expect(person.bottomLine.hasPrefix(start), "\(person.bottomLine)")
    person.press("G")
    #expect(person.bottomLine.contains("u undo") && person.bottomLine.contains("? keys"), "\(person.bottomLine)")
    person.resize(columns: 120, rows: 24)
    #expect(person.bottomLine.contains(" of ") && person.bottomLine.contains("f favourite"), "\(person.bottomLine)")
    person.resize(columns: 40, rows: 12)
    #expect(person.bottomLine.contains("n new   ⏎ read") && person.bottomLine.hasSuffix("? keys"))
  }

  @Test func whereOnlyLittleRoomIsLeftThePlaceIsAShare() {
    var person = Person(.many(1500), columns: 70, rows: 24)
    #expect(person.bottomLine.hasSuffix("0\u{202F}%") && person.bottomLine.contains("u undo"), "\(person.bottomLine)")
    person.press("G")
    #expect(person.bottomLine.hasSuffix("100\u{202F}%"), "\(person.bottomLine)")
  }

  /// A click finds the key that stands there, however close they stand together.
  @Test func keysThatMoveTogetherAreClickedWhereTheyStand() {
    var person = Person(.many(1456), columns: 80, rows: 24)
    let line = person.bottomLine
    let column = line.firstRange(of: "/ search").map { line.distance(from: line.startIndex, to: $0.lowerBound) } ?? 0
    person.mouse(.press, row: 23, column: column + 3)
    #expect(person.sees("/ "), "\(person.screen)")
    person.type("entry 7")
    person.wait(for: .search)
    #expect(person.topLine.contains("Search"))
  }
}
