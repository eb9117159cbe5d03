import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// `C` and `Y`: days in weeks and in a year, moved in by keys and mouse.
@Suite struct DayScreenTests {
  @Test func theCalendarShowsTheMonthOfTheSelectedEntry() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("C")
    #expect(person.topLine.contains("›  Calendar"))
    #expect(person.sees("November 2026   2 entries · 26 words · 2 days in a row"))
    #expect(person.sees("▌21  ★ ◡") || person.sees("▌21     ★ ◡"), "\(person.screen)")
    #expect(person.sees("▎Long day") && person.sees("Saturday 21") && person.sees("07:30  ★  ◡"))
    #expect(person.sees("Other years") && person.sees("▎ 京都の朝"))
    person.press("esc G C")
    #expect(person.sees("May 1669") && person.sees("Friday 31"))
  }

  /// The first picture of the day stands below its text, where a terminal shows pictures and the day has room.
  @Test func theDayHasItsFirstPicture() throws {
    var journal = FakeJournal.pictured
    journal.pictureAnswers = { .shown(.plain($0, hasPixels: true)) }
    var person = Person(journal, columns: 120, rows: 36)
    person.press("C")
    let layout = CalendarLayout(size: Size(rows: 36, columns: 120), cursor: CivilDate(daysSince1970: 20_778))
    let panel = try #require(layout.panel)
    let shown = view(person.model).pictures
    #expect(shown.count == 1 && shown.allSatisfy { panel.contains($0.rect) && $0.rect.row > panel.row + 3 }, "\(shown)")
    person.press("left")
    #expect(view(person.model).pictures.isEmpty)
    var small = Person(journal, columns: 100, rows: 24)
    small.press("C")
    #expect(view(small.model).pictures.isEmpty)
  }

  @Test func keysMoveByDayWeekAndMonth() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("C left")
    #expect(person.sees("Friday 20"))
    person.press("up")
    #expect(person.sees("Friday 13"))
    person.press("home")
    #expect(person.sees("Sunday 1"))
    person.press("<")
    #expect(person.sees("October 2026   2 entries") && person.sees("Thursday 1"))
    person.press("end")
    #expect(person.sees("Saturday 31") && person.sees("The letter"))
    person.press("t")
    #expect(person.sees("November 2026") && person.sees("Saturday 21"))
    person.press("W")
    person.type("1669-05-31")
    person.press("enter")
    #expect(person.sees("May 1669") && person.sees("And thus ends all"))
  }

  @Test func enterOpensTheDayInTheListAndEscLeadsBack() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("C left enter")
    #expect(person.topLine.contains("20 Nov") && person.sees("Long day") && !person.sees("Morning run by"))
    person.press("esc")
    #expect(person.shows("All entries", 7))
    person.press("C up enter")
    #expect(
      person.topLine.contains("›  Calendar") && person.message.contains("No entries on Fri 13 Nov 2026 · n to write"))
  }

  @Test func fromADayTheListAndTheCalendarGoOnThere() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("C left enter esc")
    #expect(person.shows("All entries", 7) && person.model.main.list.selected?.title == "Long day", "\(person.screen)")
    person.press("C")
    #expect(person.sees("Friday 20"), "\(person.screen)")
    person.press("W")
    person.type("1669-05-31")
    person.press("enter enter esc Y")
    #expect(person.bottomLine.contains("Fri 31 May"), "\(person.screen)")
  }

  @Test(arguments: ["C", "Y"]) func whatIsSaidOfADayGoesWithIt(key: String) {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("\(key) W")
    person.type("2026-11-14")
    person.press("enter enter")
    #expect(person.message.contains("No entries on"))
    person.press("left")
    #expect(person.message.isEmpty, "\(person.message)")
    person.press("enter")
    #expect(person.message.contains("No entries on"))
    person.press("esc")
    #expect(person.message.isEmpty && person.topLine.contains("All entries"), "\(person.screen)")
    // Other words stay.
    person.press("\(key) up")
    person.model.say("Something else")
    person.press("down")
    #expect(person.message == "Something else")
  }

  @Test func aDayThatIsReadLateClosesNoEditor() {
    var journal = FakeJournal()
    for month in [10, 11] {
      journal.add(FakeJournal.entry("e\(month)", "Entry \(month)", "", FakeJournal.date(2026, month, 21, 9)))
    }
    var person = Person(journal, columns: 120, rows: 36)
    person.press("C")
    person.isJournalSlow = true
    person.press("< enter n")
    person.type("Words of mine")
    person.journalAnswers()
    #expect(person.topLine.contains("New entry") && person.sees("Words of mine"), "\(person.screen)")
  }

  @Test func anEntryIsWrittenForTheDayAndSeenThere() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("C up n")
    #expect(person.sees("Saturday, 14 November 2026 · 09:14") || person.sees("Sat 14 Nov 2026 · 09:14"))
    person.type("Rain")
    person.press("esc")
    #expect(person.topLine.contains("›  Calendar") && person.sees("▎Rain"), "\(person.screen)")
    #expect(person.sees("3 entries"))
    person.press("u")
    #expect(!person.sees("▎Rain"), "\(person.screen)")
  }

  @Test func aPressChoosesADayAndTwoOpenIt() throws {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("C")
    let row = try #require(person.screen.lines.firstIndex { $0.contains("▎Long day") })
    let line = person.screen.lines[row]
    let column = line.unicodeScalars.prefix { $0 != "▎" }.count
    person.mouse(.press, row: row, column: column)
    #expect(person.sees("Friday 20"))
    person.mouse(.wheelUp, row: row, column: column)
    #expect(person.sees("Friday 13"))
    person.mouse(.doublePress, row: row, column: column)
    #expect(person.topLine.contains("20 Nov") && person.sees("Long day"))
  }

  @Test func theYearShowsHeatMoodsWordsAndOtherYears() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("Y")
    #expect(person.topLine.contains("›  The year") && person.sees("A year of writing  to 21 November 2026"))
    #expect(person.sees("days written") && person.sees("longest row") && person.sees("usual hour"))
    #expect(person.sees("On this day  21 November") && person.sees("2025 · Fri · a year ago"))
    #expect(person.bottomLine.contains("Sat 21 Nov · 1 entry, 18 words"))
    person.press("up")
    #expect(person.bottomLine.contains("Fri 20 Nov · 1 entry, 8 words"))
    #expect(person.sees("No entries from other years on 20 November"))
    person.press("left")
    #expect(person.bottomLine.contains("Fri 13 Nov · nothing written"))
    person.press("right right right G")
    #expect(person.bottomLine.contains("Sat 21 Nov"), "not beyond today")
    person.press("<")
    #expect(person.sees("to 21 November 2025") && person.bottomLine.contains("Fri 21 Nov · 1 entry"))
    person.press("enter")
    #expect(person.topLine.contains("21 Nov") && person.sees("京都の朝"))
  }

  /// Where no day has a mood nothing stands for moods.
  @Test func aYearWithoutMoodsHasNoRowOfThem() {
    var plain = FakeJournal()
    plain.add(FakeJournal.entry("a", "T", "two words", FakeJournal.date(2026, 11, 20, 9)))
    for (journal, hasMoods) in [(FakeJournal.small, true), (plain, false)] {
      var person = Person(journal, columns: 120, rows: 36)
      person.press("Y")
      #expect(person.sees("Words") && person.sees("Mood") == hasMoods, "\(person.screen)")
    }
  }

  /// The figures are of the days that are shown, those of rows among them.
  @Test func anEarlierYearHasItsOwnRows() {
    var journal = FakeJournal()
    for day in [3, 4, 5, 9] {
      journal.add(FakeJournal.entry("b\(day)", "T", "two words", FakeJournal.date(2025, 3, day, 9)))
    }
    for day in 17...21 { journal.add(FakeJournal.entry("a\(day)", "T", "x", FakeJournal.date(2026, 11, day, 9))) }
    var person = Person(journal, columns: 120, rows: 36)
    person.press("Y")
    func figures(_ person: Person) -> [String] {
      let lines = person.screen.lines
      guard let words = lines.firstIndex(where: { $0.contains("longest row") }), words > 0 else { return [] }
      return lines[words - 1].split(separator: " ").map(String.init)
    }
    #expect(Array(figures(person).dropFirst(3).prefix(2)) == ["5", "5"], "\(person.screen)")
    #expect(person.sees("days in a row"))
    person.press("<")
    #expect(Array(figures(person).dropFirst(3).prefix(2)) == ["4", "3"], "\(person.screen)")
    #expect(person.sees("entries") && !person.sees("days in a row"))
  }

  @Test func theYearGoesBackAsFarAsTheDay() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("G Y")
    #expect(person.bottomLine.contains("Fri 31 May · 1 entry"), "\(person.screen)")
    person.press("t")
    #expect(person.sees("to 21 November 2026"))
    person.press("W")
    person.type("0001-01-01")
    person.press("enter")
    #expect(person.bottomLine.contains("Mon 1 Jan · nothing written"), "\(person.screen)")
    person.press("< < left up pageup")
    #expect(person.bottomLine.contains("Mon 1 Jan"))
    person.press("C < left")
    #expect(person.sees("January 1"))
  }

  @Test func aPressOnTheMapChoosesADayAndOnTheTitleAYear() throws {
    var person = Person(.many(300), columns: 120, rows: 36)
    person.press("Y")
    let map = YearLayout(size: Size(rows: 36, columns: 120), end: person.model.today)
    let block = try #require(map.blocks.first)
    person.mouse(.press, row: block.days + 2, column: map.column(ofWeek: map.weeks - 2))
    #expect(person.bottomLine.contains("Wed 11 Nov · 1 entry"), "\(person.screen)")
    person.mouse(.press, row: map.title, column: map.turns.before.lowerBound)
    #expect(person.sees("to 21 November 2025"))
    person.mouse(.press, row: map.title, column: map.turns.after.lowerBound)
    #expect(person.sees("to 21 November 2026"))
  }

  @Test func calendarAndYearChangeIntoEachOther() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("C left Y")
    #expect(person.topLine.contains("The year") && person.bottomLine.contains("Fri 20 Nov"))
    person.press("C")
    #expect(person.topLine.contains("Calendar") && person.sees("Friday 20"))
    person.press("esc")
    #expect(person.shows("All entries", 7))
  }

  /// In every window that the program can be used in, every day can be reached and nothing lies beyond the window.
  @Test(arguments: [(40, 12), (60, 16), (79, 20), (80, 24), (100, 30), (118, 36), (160, 50), (200, 60), (300, 90)])
  func everySizeHasRoom(columns: Int, rows: Int) {
    let size = Size(rows: rows, columns: columns)
    let month = CalendarLayout(size: size, cursor: CivilDate(daysSince1970: 20_000))
    let last = month.rect(week: 5, weekday: 6)
    #expect(last.endRow <= rows - 1 && last.endColumn <= columns && last.rows >= 1 && last.columns >= 3)
    #expect(month.days.contains(CivilDate(daysSince1970: 20_000)))
    let year = YearLayout(size: size, end: CivilDate(daysSince1970: 20_000))
    #expect(year.right <= columns && year.blocks.allSatisfy { $0.days + 6 < rows - 1 && $0.first.weekday == .monday })
    #expect(year.cards.allSatisfy { $0.endRow <= rows - 1 && $0.endColumn <= columns })
    #expect(year.legend.map { $0 < rows - 1 } ?? true)
    for day in [year.days.lowerBound, year.days.upperBound] {
      let place = year.place(of: day)
      #expect(place != nil)
      if let place {
        let position = Position(
          row: place.block.days + day.weekday.rawValue, column: year.column(ofWeek: place.week))
        #expect(year.day(at: position) == day)
      }
    }
    var person = Person(.many(400), columns: columns, rows: rows)
    person.press("C left Y up")
    #expect(person.bottomLine.contains("Esc"))
  }

  @Test func levelsAreTheQuartilesOfTheDaysWritten() {
    let days = [5, 10, 20, 40].enumerated().map {
      DayTotals(date: CivilDate(daysSince1970: $0), entries: 1, words: $1)
    }
    let scale = HeatScale(days)
    #expect(days.map(scale.level) == [1, 1, 2, 3] && scale.level(nil) == 0)
    let high = DayTotals(date: CivilDate(daysSince1970: 9), entries: 1, words: 100)
    #expect(scale.level(high) == 4)
    #expect(HeatScale([]).level(nil) == 0)
  }

  @Test func theCommonestMoodWins() {
    #expect(DayTotals.commonest([:]) == nil)
    #expect(DayTotals.commonest([.sad: 2, .happy: 2]) == .happy)
    #expect(DayTotals.commonest([.sad: 3, .happy: 2, Mood(rawValue: "odd"): 9]) == Mood(rawValue: "odd"))
  }

  @Test func anEmptyJournalSaysSo() {
    for keys in ["C", "Y"] {
      var person = Person(FakeJournal(), columns: 80, rows: 24)
      person.press(keys)
      #expect(person.sees("No entries yet") && person.sees("n write for this day"))
      person.press("n")
      #expect(person.topLine.contains("New entry"))
    }
  }

  @Test func anotherProgramsEntryIsSeen() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("C")
    person.journal.add(FakeJournal.entry("x", "Snow", "", FakeJournal.date(2026, 11, 10), mood: .happy))
    person.send(.journalChanged)
    #expect(person.sees("▎Snow") && person.sees("3 entries"))
  }
}
