import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// Times of the day on the screens, where a person reads them in twelve hours.
@Suite struct ClockTests {
  private static let sizes = [Size(rows: 24, columns: 80), Size(rows: 36, columns: 120), Size(rows: 60, columns: 200)]

  private func person(_ clock: ClockStyle?, _ size: Size, _ density: Density = .roomy) -> Person {
    var preferences = Preferences()
    (preferences.clock, preferences.density) = (clock, density)
    var journal = FakeJournal.moody
    for (place, hour) in [0, 9, 12, 21].enumerated() {
      journal.add(
        FakeJournal.entry("t\(place)", "Title \(place)", "Words of the day", FakeJournal.date(2026, 11, 20, hour)))
    }
    return Person(journal, columns: size.columns, rows: size.rows, preferences: preferences)
  }

  /// What on a screen looks like a time of 24 hours.
  private func longTimes(_ person: Person) -> [String] {
    person.screen.lines.filter { $0.contains(/(^|[^0-9:])(00|1[3-9]|2[0-3]):[0-5][0-9]([^0-9]|$)/) }
  }

  @Test(arguments: sizes, Density.allCases) func noScreenShowsOtherTimes(size: Size, density: Density) {
    var person = person(.twelve, size, density)
    #expect(longTimes(person) == [], "\(person)")
    for keys in ["C", "esc", "Y", "esc", "I", "esc", "enter", "esc", "e", "esc"] {
      person.press(keys)
      #expect(longTimes(person) == [], "\(keys): \(person)")
    }
    person.press("down")
    #expect(person.sees("PM") || person.sees("AM"), "\(person)")
  }

  /// Titles, categories and marks stand where they stand beside times of 24 hours.
  @Test(arguments: sizes, [Density.roomy, .normal]) func columnsStayWhereTheyAre(size: Size, density: Density) {
    let (twelve, other) = (person(.twelve, size, density), person(.twentyFour, size, density))
    #expect(other.sees("12:00") && twelve.sees("12:00"), "\(twelve)")
    for title in ["Title 0", "Title 1", "Title 2", "Title 3"] {
      func column(_ person: Person) -> String.Index? {
        person.screen.lines.first { $0.contains(title) }?.firstRange(of: title)?.lowerBound
      }
      #expect(column(twelve) == column(other), "\(title): \(twelve)")
    }
  }

  @Test(arguments: sizes) func rowsOfOneLineHaveRoomForBothHalves(size: Size) {
    let person = person(.twelve, size, .compact)
    #expect(person.sees("12:00 PM") && person.sees("9:00 AM"), "\(person)")
  }

  @Test func withoutAChoiceTheLocaleDecides() {
    let size = Self.sizes[1]
    #expect(person(nil, size).sees("21:00"))
    let there = Person(FakeJournal.moody, columns: size.columns, rows: size.rows, clock: .twelve)
    #expect(longTimes(there) == [] && there.sees("AM"), "\(there)")
  }

  @Test func theDateFieldShowsAndTakesSuchTimes() {
    var person = person(.twelve, Self.sizes[1])
    person.press("w")
    #expect(person.sees("AM") || person.sees("PM"), "\(person)")
    person.type("2026-11-19 9:30 pm")
    #expect(person.sees("Thursday, 19 November 2026 · 9:30 PM"), "\(person)")
  }
}
