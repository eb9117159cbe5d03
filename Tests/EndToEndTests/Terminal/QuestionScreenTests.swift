import ScreenKit
import Testing

/// The question of the day beside the days, out of the person's own files.
@Suite struct QuestionScreenTests {
  @Test func aKeyWritesOnTheQuestionThatIsShown() throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "Herons", "--body", "At the weir.", "--date", "2026-11-20")
    _ = try journal.sandbox.write(
      "config/cloudjournal/templates/question.md", "Asked: {{question}}\n\n{{cursor}}".utf8)
    let screen = try journal.start(screen: [], rows: 60, columns: 200, environment: ["LC_TIME": "en_US.UTF-8"])
    try screen.wait(for: "Question of the day")
    // Weeks begin as they do in the place.
    try screen.wait(for: "Su  Mo  Tu  We  Th  Fr  Sa")
    try screen.type("Q", showing: "New entry", "Asked: ")
    try screen.type("It went well.", showing: "It went well.")
    try screen.press(.escape, showing: "Question of the day", "It went well.")
    let entries = try journal.entries()
    #expect(entries.contains { $0.title.hasPrefix("Asked: ") && $0.body == "It went well." }, "\(entries)")
    try screen.type("Y", showing: "The year", "write with it", "another")
    screen.press(.escape)
    try screen.wait(for: "All entries")
    try screen.leave()
  }
}
