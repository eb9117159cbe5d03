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

  @Test func aNameThatNoJournalHasMakesOne() throws {
    let journal = try TestJournal()
    try journal.output("At home")
    let screen = try journal.openJournal()
    try screen.wait(for: "At home")
    screen.type("@")
    try screen.wait(for: "Switch journal", "✓ Personal")
    screen.type("Travels")
    try screen.wait(for: "New journal “Travels”")
    screen.press(.enter)
    try screen.wait(for: "Travels  ›", "Started the journal “Travels” in")
    screen.type("@")
    try screen.wait(for: "✓ Travels", "Personal")
    screen.type("personal")
    screen.press(.enter)
    try screen.wait(for: "Personal  ›", "At home")
    try screen.leave()
    #expect(try journal.output("journals").contains("Travels"))
  }

  @Test func theOpenJournalAndAnotherOneGetOtherNames() throws {
    let journal = try TestJournal()
    try journal.output("At home")
    try journal.output("--journal", "Work", "At work")
    let screen = try journal.openJournal()
    try screen.wait(for: "Personal  ›", "At home")
    screen.type(":rename this")
    try screen.wait(for: "Rename this journal")
    screen.press(.enter)
    try screen.wait(for: "Rename “Personal”")
    screen.type("Diary")
    screen.press(.enter)
    try screen.wait(for: "Diary  ›", "At home", "“Personal” is called “Diary” now.")
    // It goes on with the journal: what is written now is in it.
    try journal.output("--journal", "Diary", "Written beside")
    try screen.wait(for: "Written beside")
    screen.type("@")
    try screen.wait(for: "✓ Diary", "Work")
    screen.press(.down)
    screen.press(.function(2))
    try screen.wait(for: "Rename “Work”")
    screen.type("Diary")
    try screen.wait(for: "There is a journal “Diary” already.")
    screen.type(" 2")
    screen.press(.enter)
    try screen.wait(for: "“Work” is called “Diary 2” now.", "At home")
    try screen.leave()
    #expect(try journal.output("list").contains("At home"))
    #expect(try journal.output("--journal", "Diary 2", "list").contains("At work"))
  }

  @Test func aJournalThatAnotherProgramHasOpenKeepsItsName() throws {
    let journal = try TestJournal()
    try journal.output("At home")
    let (screen, other) = (try journal.openJournal(), try journal.openJournal())
    try other.wait(for: "At home")
    screen.type(":rename this")
    screen.press(.enter)
    try screen.wait(for: "Rename “Personal”")
    screen.type("Diary")
    screen.press(.enter)
    try screen.wait(for: "“Personal” keeps its name.", "Personal  ›", "At home")
    try screen.leave()
    try other.leave()
  }
}
