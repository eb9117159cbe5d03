import JournalUI
import TerminalKit
import Testing

/// Messages: beside the keys, and to be read again.
@Suite struct MessageTests {
  private func clickableKeys(_ columns: Int) -> Person {
    var person = Person(.small, columns: columns, rows: 24)
    person.press("j f")
    return person
  }

  @Test func aMessageLeavesTheKeysWhereThereIsRoom() {
    let person = clickableKeys(120)
    #expect(person.bottomLine.hasPrefix("  n new   ⏎ read"))
    #expect(person.bottomLine.contains("? keys"))
    #expect(person.bottomLine.hasSuffix("Added “Long day” to favourites · u to undo"))
  }

  @Test func theKeysBesideAMessageCanBePressed() {
    var person = clickableKeys(120)
    let column = person.bottomLine.prefix { $0 != "/" }.count
    person.mouse(.press, row: 23, column: column)
    #expect(person.bottomLine.contains("⏎ results"))
  }

  @Test func aMessageNeverTakesTheKeysAway() {
    let person = clickableKeys(42)
    #expect(person.screen.lines.last?.contains("n new") == true)
    #expect(person.message == "Added “Long day” to favourites · u to undo")
  }

  @Test func aLongMessageHasThreeLinesAndSaysWhereTheRestIs() throws {
    var person = Person(.small, columns: 40, rows: 14)
    person.send(.emergencyCopyWritten(path: "/" + String(repeating: "a long name/", count: 20) + "copy.md"))
    let rect = try #require(person.model.messageRect)
    #expect(rect.rows == 3 && rect.endColumn <= 40 && rect.endRow <= 13)
    #expect(person.message.hasSuffix("; all of it"), "\(person.message)")
    #expect(person.screen.lines.last?.contains("keys") == true)
  }

  @Test func messagesAreReadAgainWhole() {
    var person = Person(.small, columns: 60, rows: 20)
    person.press("j f")
    person.wait(for: .notice)
    #expect(!person.sees("Added “"))
    person.type(":messages")
    person.press("enter")
    #expect(person.sees("1 message"))
    #expect(person.sees("09:14"))
    #expect(person.sees("09:14  Added “Long day” to favourites"))
    person.press("esc")
    #expect(!person.topLine.contains("Messages"))
    person.press("f ;")
    #expect(person.sees("2 messages"))
  }

  @Test func aFailureStaysUntilAKeyThatMayHaveBeenMeantForIt() {
    var person = Person(.small, columns: 80, rows: 24)
    person.journal.failure = nil
    person.send(.failed(.redraw, Failure("The disk is full.")))
    #expect(person.message.contains("The disk is full.") && !person.wait(for: .notice))
    // What is typed while it appears does not take it away.
    person.press("j k")
    #expect(person.message.contains("The disk is full."))
    person.pass(seconds: 3)
    person.press("j")
    #expect(person.message.isEmpty)
  }

  @Test func theLast200AreKeptAndEndIsShown() {
    var person = Person(.small, columns: 80, rows: 12)
    for _ in 0..<220 { person.press("f") }
    person.press(";")
    #expect(person.sees("200 messages"))
    let end = person.screen
    person.press("g")
    #expect(person.screen != end)
    person.press("G")
    #expect(person.screen == end)
  }

  @Test func anEditThatFailsTakesBackWhatWasSaidOfTheOneBefore() {
    var person = Person(.small, columns: 100, rows: 24)
    person.press("f")
    #expect(person.bottomLine.contains("favourites"))
    person.journal.failure = Failure("The disk is full.")
    person.press("m 1")
    #expect(person.sees("The disk is full."))
    person.press("esc")
    #expect(!person.sees("The disk is full.") && !person.bottomLine.contains("favourites"))
  }
}
