import Glibc
import ScreenKit
import Testing

/// From one journal of this computer to another, without leaving the screen.
@Suite struct JournalSwitchTests {
  @Test func anotherJournalIsShownAndTheFirstOneAgain() throws {
    let journal = try TestJournal()
    try journal.output("At home")
    try journal.output("--journal", "Work", "At work")
    let screen = try journal.openJournal()
    try screen.wait(for: "Personal  ›", "At home")
    screen.type("@")
    try screen.wait(for: "Switch journal", "✓ Personal", "Work")
    screen.type("work")
    screen.press(.enter)
    try screen.wait(until: "Work is shown") {
      $0.shows("Work  ›") && $0.shows("At work") && !$0.shows("At home")
    }
    screen.type("@")
    try screen.wait(for: "✓ Work")
    screen.type("personal")
    screen.press(.enter)
    try screen.wait(for: "Personal  ›", "At home")
    try screen.leave()
  }

  @Test func aJournalThatCannotBeOpenedLeavesTheFirstOneOpen() throws {
    let journal = try TestJournal()
    try journal.output("At home")
    try journal.output("--journal", "Work", "At work")
    let screen = try journal.openJournal()
    let file = journal.databasePath.replacing("Personal", with: "Work")
    let handle = open(file, O_WRONLY | O_TRUNC)
    #expect(handle >= 0 && write(handle, "no journal at all", 17) == 17 && close(handle) == 0)
    screen.type("@")
    try screen.wait(for: "Switch journal")
    screen.type("work")
    screen.press(.enter)
    try screen.wait(for: "“Work” cannot be opened.", "Personal  ›", "At home")
    try screen.leave()
  }
}
