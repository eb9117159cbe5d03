import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// The question of the day beside the days and in the year.
@Suite struct QuestionCardTests {
  private func editor(_ person: Person) -> EditorModel? {
    for case .editor(let model) in person.model.stack { return model }
    return nil
  }

  @Test func wideWindowsShowTheQuestionAndAKeyWritesOnIt() {
    var person = Person(.moody, columns: 200, rows: 60)
    #expect(person.sees("Question of the day") && person.sees("What is blue?"), "\(person.screen)")
    #expect(person.sees("Q write with it"), "\(person.screen)")
    person.press("Q")
    #expect(editor(person)?.title.text == "What is blue?" && person.topLine.contains("New entry"), "\(person.screen)")
    // One that stays as it is becomes none.
    person.press("esc")
    #expect(person.model.screens.isEmpty && !person.effects.contains { if case .apply = $0 { true } else { false } })
  }

  @Test func aPressOnItWrites() throws {
    var person = Person(.moody, columns: 200, rows: 60)
    let row = try #require(person.screen.lines.firstIndex { $0.contains("What is blue?") })
    let column = try #require(person.screen.lines[row].firstRange(of: "What is blue?")).lowerBound
    let place = person.screen.lines[row].unicodeScalars.distance(
      from: person.screen.lines[row].startIndex, to: column)
    person.mouse(.press, row: row, column: place)
    #expect(editor(person)?.title.text == "What is blue?", "\(person.screen)")
  }

  /// Also in a window that shows no card, and before the question is read: what is typed on goes into the entry.
  @Test func theKeyWorksWithoutACard() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("Q")
    #expect(editor(person)?.title.text == "What is blue?", "\(person.screen)")
    var early = Person(.small, columns: 80, rows: 24, isStarted: false)
    early.isJournalSlow = true
    early.send(.started)
    early.press("Q")
    early.type("Yes.")
    #expect(
      editor(early).map { DailyQuestion.shipped.contains($0.title.text) && $0.body.text.hasSuffix("Yes.") } == true)
    var reader = Person(.small, columns: 80, rows: 24, isReadOnly: true)
    reader.press("Q")
    #expect(editor(reader) == nil)
  }

  @Test func theYearShowsItAndAnotherOne() throws {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("Y")
    #expect(person.sees("What is blue?") && person.sees("Q write with it   p another"), "\(person.screen)")
    person.press("p")
    #expect(person.sees("What is green?") && !person.sees("What is blue?"), "\(person.screen)")
    person.press("Q")
    #expect(editor(person)?.title.text == "What is green?")
    person.type("It is.")
    person.press("esc")
    #expect(person.topLine.contains("›  The year"), "\(person.screen)")
    let question = try #require(YearLayout(size: Size(rows: 36, columns: 120), end: person.model.today).question)
    person.mouse(.press, row: question.row + 1, column: question.column + 3)
    #expect(editor(person)?.title.text == "What is green?")
  }

  /// Cards of other years, the question, and all above them share the rows that there are.
  @Test(arguments: 20...70) func theColumnHasRoomForWhatItShows(rows: Int) {
    for count in 0...5 {
      let rect = Rect(row: 1, column: 120, rows: rows, columns: 40)
      let layout = DaysLayout(rect, cards: count)
      let parts =
        [layout.month, layout.streak, layout.words, layout.moods, layout.cardTitle] + layout.cards + [layout.question]
      let shown = parts.filter { $0.rows > 0 }
      #expect(shown.allSatisfy { $0.endRow <= rect.endRow - 1 }, "\(rows) \(count)")
      for (one, next) in zip(shown, shown.dropFirst()) { #expect(one.endRow < next.row, "\(rows) \(count)") }
      #expect(layout.cards.count <= min(count, 3) && (layout.cards.isEmpty == (layout.cardTitle.rows == 0)))
      if rows >= 60 { #expect(layout.question.rows > 0 && layout.cards.count == min(count, 3)) }
    }
  }
}

/// Weeks that begin with another day than Monday, and days that are opened before they are read.
@Suite struct WeekAndDayTests {
  private func sunday(_ columns: Int, _ rows: Int) -> Person {
    Person(.moody, columns: columns, rows: rows, weekBegin: .sunday)
  }

  @Test func theCalendarBeginsWithTheDayOfThePlace() throws {
    var person = sunday(120, 36)
    person.press("C")
    let names = try #require(person.screen.lines.first { $0.contains("Mon") && $0.contains("Sat") })
    let (first, last) = (try #require(names.firstRange(of: "Sun")), try #require(names.firstRange(of: "Sat")))
    #expect(first.lowerBound < last.lowerBound, "\(names)")
    let layout = CalendarLayout(
      size: Size(rows: 36, columns: 120), cursor: person.model.today, weekBegin: .sunday)
    #expect(layout.first.weekday == .sunday && layout.days.contains(person.model.today))
    #expect(sunday(200, 60).sees("Su  Mo  Tu  We  Th  Fr  Sa"))
    let today = person.model.today
    let grid = MonthGrid(chosen: today...today, today: today, weekBegin: .sunday)
    // 21 November 2026 is a Saturday, the last day of the third week that begins with a Sunday.
    let month = Rect(row: 0, column: 0, rows: MonthGrid.rows, columns: MonthGrid.columns)
    #expect(grid.day(at: Position(row: 2 + 2, column: 6 * 4), in: month) == today)
  }

  @Test func theYearAndItsDaysFollow() {
    let size = Size(rows: 36, columns: 120)
    for weekday in Weekday.allCases {
      let day = CivilDate(daysSince1970: 20_000)
      let year = YearLayout(size: size, end: day, weekBegin: weekday)
      #expect(year.blocks.allSatisfy { $0.first.weekday == weekday } && year.days.contains(day))
      for day in [year.days.lowerBound, day, year.days.upperBound] {
        let place = year.place(of: day)
        let row = (day.weekday.rawValue - weekday.rawValue + 7) % 7
        #expect(
          place.map { year.day(at: Position(row: $0.block.days + row, column: year.column(ofWeek: $0.week))) } == day)
      }
    }
  }

  @Test func weeksOfInsightsBeginWithTheDayOfThePlace() throws {
    let today = CivilDate(daysSince1970: 20_778)
    for weekday in Weekday.allCases {
      let month = InsightSpan.month.days(today: today, nil, weekBegin: weekday)
      #expect(month.lowerBound.weekday == weekday && month.contains(today))
      #expect(month.upperBound.daysSince1970 - month.lowerBound.daysSince1970 == 34)
      let days = InsightSpan.year.days(today: today, nil, weekBegin: weekday)
      let numbers = FakeJournal.moody.days(DaysRequest(days: days, today: today))
      let steps = InsightFigures(numbers, span: .year, days: days, weekBegin: weekday).steps
      #expect(steps.dropFirst().allSatisfy { $0.days.lowerBound.weekday == weekday })
      #expect(steps.first?.days.lowerBound == days.lowerBound && steps.last?.days.upperBound == days.upperBound)
    }
    var person = sunday(120, 36)
    person.press("I")
    let lines = Array(person.screen.lines.dropFirst())
    let (first, last) = (lines.firstIndex { $0.contains("Sun ") }, lines.firstIndex { $0.contains("Sat ") })
    #expect(try #require(first) < #require(last), "\(person.screen)")
  }

  /// A month that was turned to a moment ago is read first; Enter opens the day then.
  @Test func enterOpensADayOfAMonthThatIsNotReadYet() {
    for (keys, title) in [("C", "Calendar"), ("Y", "The year")] {
      var person = Person(.small, columns: 120, rows: 36)
      person.press("\(keys) t W")
      person.type("2026-10-31")
      person.press("enter")
      person.press(keys == "C" ? "> t" : "t")
      person.isJournalSlow = true
      person.press("< W")
      person.type("2026-10-31")
      person.press("enter enter")
      person.journalAnswers()
      #expect(!person.topLine.contains(title) && person.topLine.contains("31 Oct"), "\(person.screen)")
    }
  }

  @Test func aDayThatWasLeftMeanwhileIsNotOpened() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("C")
    person.isJournalSlow = true
    person.press("< enter left")
    person.journalAnswers()
    #expect(person.topLine.contains("›  Calendar") && person.message.isEmpty, "\(person.screen)")
    person.isJournalSlow = true
    person.press("< enter")
    person.journalAnswers()
    #expect(person.topLine.contains("›  Calendar") && person.message.contains("No entries on"), "\(person.screen)")
  }
}
