import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// The way here at the top, and the ways back along it.
@Suite struct GoingBackTests {
  @Test func backspaceGoesBackOneInTheListAndOnScreens() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("T backspace")
    #expect(person.topLine.contains("All entries"))
    person.press("alt-c backspace")
    #expect(person.model.screens.isEmpty)
    person.press(", backspace")
    #expect(person.model.screens.isEmpty)
    // In the reader it stays a page back, and in a field it deletes.
    person.press("l backspace")
    #expect(person.model.main.focus == .reader)
    person.press("esc ? /")
    person.type("ab")
    person.press("backspace")
    #expect(!person.model.screens.isEmpty && person.sees("/ a"))
  }

  @Test func aClickOnTheWayGoesBackOne() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("enter")
    person.mouse(.press, row: 0, column: 6)
    #expect(person.model.main.focus == .list)
    person.press("S")
    person.mouse(.press, row: 0, column: 14)
    #expect(person.model.screens.isEmpty)
    person.press("T")
    person.mouse(.press, row: 0, column: 3)
    #expect(person.topLine.contains("All entries"))
    // Beside it nothing happens.
    person.press("enter")
    person.mouse(.press, row: 0, column: 70)
    #expect(person.model.main.focus == .page)
  }

  @Test func aLongWayLosesItsMiddle() {
    var person = Person(.small, columns: 60, rows: 24)
    person.press("O enter")
    #expect(person.topLine.contains("Personal  ›  …  ›  京都の朝"), "\(person.topLine)")
  }
}
