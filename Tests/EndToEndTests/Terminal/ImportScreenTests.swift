import ScreenKit
import Testing

/// A first start with a diary of another program at hand: it comes by the door on the first page.
@Suite struct ImportScreenTests {
  @Test func anEmptyJournalTakesInADiaryAndGivesItBack() throws {
    let journal = try TestJournal()
    let text = "[2024-01-11 10:00] A poem\nRoses are red\nViolets are blue\n\n[2024-01-12 10:00] Later.\n"
    let file = try journal.sandbox.write("diary.txt", text.utf8)
    let screen = try journal.openJournal()
    try screen.wait(for: "Import from Day One, jrnl, Obsidian")
    try screen.type("i", showing: "Import from", "what is here already stays as it is")
    try screen.type(file + "\r", showing: "2 entries imported from diary.txt", "1 of 2")
    // The list keeps the lines of a text, as the reader does.
    try screen.wait(for: "Roses are red ↵")
    #expect(try journal.entries().count == 2)
    try screen.type(":undo the latest import", showing: "Undo the latest import")
    try screen.press(.enter, showing: "Undo the import of diary.txt?", "It brought 2 entries")
    try screen.type("y", showing: "2 entries of the latest import moved to the trash", "See the trash: 2 entries")
    #expect(try journal.entries().isEmpty)
    try screen.leave()
  }

  @Test func aFileThatIsNoDiaryIsRefusedInWords() throws {
    let journal = try TestJournal()
    let file = try journal.sandbox.write("shopping.txt", "bread\nmilk\n".utf8)
    let screen = try journal.openJournal()
    try screen.wait(for: "Import from Day One, jrnl, Obsidian")
    try screen.type("i", showing: "Import from")
    try screen.type(file + "\r", showing: "shopping.txt", "Try again")
    screen.press(.escape)
    try screen.wait(for: "Write your first entry")
    #expect(try journal.entries().isEmpty)
    try screen.leave()
  }

  /// The screen asks for no password: it says who does, and with which command.
  @Test func anEncryptedDiaryIsSentToTheShell() throws {
    let journal = try TestJournal()
    let file = try journal.sandbox.write("sealed.txt", "JRNLv3 and so on".utf8)
    let screen = try journal.openJournal()
    try screen.wait(for: "Import from Day One, jrnl, Obsidian")
    try screen.type("i", showing: "Import from")
    try screen.type(file + "\r", showing: "shell", "Leave it")
    screen.press(.escape)
    try screen.wait(for: "Write your first entry")
    try screen.leave()
  }
}
