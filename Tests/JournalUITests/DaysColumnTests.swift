import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// The days beside the reader, in windows that have room for them.
@Suite struct DaysColumnTests {
  private func layout(_ person: Person) throws -> DaysLayout {
    DaysLayout(try #require(MainScreen(desk: person.model.desk, state: person.model.main).layout.days))
  }

  @Test func wideWindowsShowTheMonthAndWhatWasWritten() {
    let person = Person(.moody, columns: 200, rows: 60)
    #expect(person.sees("November 2026") && person.sees("Mo  Tu  We  Th  Fr  Sa  Su"), "\(person.screen)")
    #expect(person.sees("Streak") && person.sees("this month") && person.sees("   longest "), "\(person.screen)")
    #expect(person.sees("Words a month") && person.sees("Mood, last 20 days"), "\(person.screen)")
  }

  @Test(arguments: [(159, false), (160, true), (200, true)]) func theyNeedRoom(columns: Int, isShown: Bool) {
    let person = Person(.moody, columns: columns, rows: 50)
    #expect(person.sees("Words a month") == isShown, "\(person.screen)")
    #expect(person.effects.contains { if case .loadDays = $0 { true } else { false } } == isShown)
  }

  @Test(arguments: 12...60) func everyHeightHasRoomForSome(rows: Int) {
    for columns in [160, 189, 190, 300] {
      let person = Person(.moody, columns: columns, rows: rows)
      #expect(person.screen.lines.count == rows && person.bottomLine.contains("keys"))
    }
  }

  @Test func aSettingTakesThemAway() {
    var person = Person(.moody, columns: 200, rows: 60)
    person.press(",")
    person.type("/days beside")
    person.press("enter enter esc esc")
    #expect(!person.sees("Words a month"), "\(person.screen)")
    #expect(person.model.preferences.showsDays == false)
    // Nothing is counted for what is not shown.
    person.forgetEffects()
    person.press("f")
    #expect(!person.effects.contains(.startTimer(.days, milliseconds: 1000)), "\(person.effects)")
  }

  /// They are counted anew once nothing has changed for a moment: an import changes a journal thousands of times.
  @Test func aChangeIsCountedAMomentLater() {
    var person = Person(.moody, columns: 200, rows: 60)
    person.forgetEffects()
    person.press("f")
    #expect(person.timers.contains(.days))
    #expect(!person.effects.contains { if case .loadDays = $0 { true } else { false } })
    person.send(.timerFired(.days))
    #expect(person.effects.contains { if case .loadDays = $0 { true } else { false } })
    person.forgetEffects()
    person.press("j k j")
    #expect(!person.effects.contains { if case .loadDays = $0 { true } else { false } }, "Moving counts nothing.")
  }

  @Test func aPressOnADayShowsIt() throws {
    var person = Person(.moody, columns: 200, rows: 60)
    let month = try layout(person).month
    // Thursday 19 November: the fourth day of the fourth row.
    person.mouse(.press, row: month.row + 2 + 3, column: month.column + 3 * 4)
    #expect(person.topLine.contains("19 Nov"), "\(person.screen)")
    // November 2026 begins on a Sunday: before it is no day.
    let today = CivilDate(daysSince1970: 20_778)
    let before = Position(row: month.row + 2, column: month.column)
    #expect(MonthGrid(chosen: today...today, today: today).day(at: before, in: month) == nil)
  }

  @Test func thisDayInOtherYearsHasCards() throws {
    var journal = FakeJournal.moody
    journal.add(FakeJournal.entry("other", "The crack", "In the left pilaster.", FakeJournal.date(2025, 11, 21, 9)))
    var person = Person(journal, columns: 200, rows: 60)
    #expect(person.sees("On this day") && person.sees("2025 · Fri · a year ago") && person.sees("The crack"))
    let card = try #require(try layout(person).cards.first)
    person.mouse(.press, row: card.row + 1, column: card.column + 4)
    #expect(person.topLine.contains("21 Nov 2025"), "\(person.screen)")
  }

  @Test func anEmptyJournalAndTheReadingPageAreWithout() {
    var person = Person(FakeJournal(), columns: 200, rows: 60)
    #expect(!person.sees("Streak"))
    person = Person(.moody, columns: 200, rows: 60)
    person.press("enter")
    #expect(!person.sees("Words a month"), "\(person.screen)")
  }
}
