import JournalCore
import Testing

/// What new entries begin with, and the question of a day.
@Suite struct EntryTemplateTests {
  /// 6 November 2026, 09:05 in UTC.
  private let date = FixedZone().date(instant: Instant(milliseconds: 1_793_955_900_000))

  private func filled(_ text: String) -> EntryTemplate.Filled {
    EntryTemplate(name: "a", text: text).filled(at: date, question: "Why?")
  }

  @Test(arguments: [
    ("{{weekday}}, {{date}}", "Friday, 6 November 2026"), ("{{iso-date}} {{time}}", "2026-11-06 09:05"),
    ("{{ Month }} {{year}}", "November 2026"), ("# {{question}}", "Why?"), ("{{nonsense}} {{", "{{nonsense}} {{"),
    ("{{date", "{{date"), ("{{{{time}}}}", "{{{{time}}}}"), ("", ""),
  ])
  func namesAreFilledInAndNothingIsEvaluated(text: String, title: String) {
    #expect(filled(text).title == title)
    #expect(filled(text).body.isEmpty)
  }

  @Test(arguments: [
    ("A\n\nB {{cursor}} C\n", "B  C", EntryTemplate.Caret.body(2)), ("A {{cursor}}\n\nB", "B", .title),
    ("{{cursor}}\nB", "B", .title), ("A\nB", "B", .body(1)), ("A\n\n{{cursor}}", "", .body(0)),
    ("A\n\nB\n\n{{cursor}}", "B\n\n", .body(3)), ("\nB", "B", .title), ("A\r\n\r\né{{cursor}}", "é", .body(2)),
    ("A\n{{cursor}}\n\nB", "B", .body(0)),
  ])
  func writingGoesOnWhereTheCursorStands(text: String, body: String, caret: EntryTemplate.Caret) {
    #expect(filled(text).body == body)
    #expect(filled(text).caret == caret)
  }

  /// The time is read as the clock of the screens and commands has it.
  @Test func theTimeGoesByTheClock() {
    ClockStyle.$current.withValue(.twelve) { #expect(filled("At {{time}}").title == "At 9:05 AM") }
  }

  @Test func wordsStandAtTheCursor() {
    #expect(filled("A\n\nB {{cursor}}.").writing("here").text == "A\n\nB here.")
    #expect(filled("{{question}}\n\n{{cursor}}").writing("Because.").text == "Why?\n\nBecause.")
    #expect(filled("A {{cursor}}\n\nB").writing("here").text == "A here\n\nB")
    // Without a cursor the last line is not grown into.
    #expect(filled("A\n\nWeather:\nShoes: old\n").writing("here").text == "A\n\nWeather:\nShoes: old\nhere")
    #expect(filled("A\n\n- [ ] ").writing("here").text == "A\n\n- [ ] here")
    #expect(filled("A").writing("here").text == "A\n\nhere")
  }

  @Test func thoseThatComeWithTheProgramHaveATitleAndACursor() {
    for template in EntryTemplate.shipped {
      let filled = template.filled(at: date, question: "Why?")
      #expect(!filled.title.isEmpty && !filled.text.contains("{{"), "\(template.name)")
      #expect(template.text.contains("{{cursor}}"), "\(template.name)")
    }
  }

  @Test("each question has its turn, and neighbouring days have others", arguments: [0, 1, 12, 43])
  func everyQuestionHasItsTurn(own: Int) {
    let own = (0..<own).map { "Own \($0)?" }
    let count = DailyQuestion.shipped.count + own.count
    let days = (0..<count).map { DailyQuestion.of(CivilDate(daysSince1970: 20_000 + $0), own: own) }
    #expect(Set(days).count == count)
    #expect(DailyQuestion.of(CivilDate(daysSince1970: -3)).isEmpty == false)
  }

  @Test func aFileOfQuestionsHasOneALine() {
    #expect(DailyQuestion.read("# mine\n\n One? \r\nTwo?\n") == ["One?", "Two?"])
  }
}
