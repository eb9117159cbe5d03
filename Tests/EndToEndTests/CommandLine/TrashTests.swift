import Foundation
import ScreenKit
import Testing

/// Deleted categories in the trash, parts that killed exports leave, and what goes to a terminal.
@Suite struct TrashTests {
  private func deleteCategory(_ journal: TestJournal) throws {
    try journal.output("categories", "add", "Health")
    try journal.output("categories", "rm", "--yes", "Health")
  }

  @Test func aDeletedCategoryIsListedTakenBackAndRemovedForGood() throws {
    let journal = try TestJournal()
    try deleteCategory(journal)
    #expect(try journal.output("trash").contains("category “Health”"))
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(try journal.output("trash", "--json").utf8)) as? [String: Any])
    let categories = try #require(json["categories"] as? [[String: Any]])
    #expect(categories.map { $0["name"] as? String } == ["Health"] && categories[0]["trashedAt"] is String)
    try journal.output("trash", "restore", "health")
    #expect(try journal.output("categories").contains("Health"))
    try journal.output("categories", "rm", "--yes", "Health")
    let emptied = try journal.run("trash", "empty", "--yes")
    #expect(emptied.errors.contains("deleted 1 category forever"), "\(emptied)")
    #expect(try journal.run("trash", "empty", "--yes").errors.contains("The trash is empty."))
    #expect(try journal.run("categories", "restore", "Health").status == .code(1))
  }

  @Test func oneDeletedCategoryIsRemovedForGood() throws {
    let journal = try TestJournal()
    for name in ["Health", "Work", "Garden"] { try journal.output("categories", "add", name) }
    for name in ["Health", "Work"] { try journal.output("categories", "rm", "--yes", name) }
    // Nothing answers the question here.
    #expect(try journal.run("trash", "purge", "Health").status != .success)
    #expect(try journal.output("trash").contains("Health"))
    // What is not deleted is not found there.
    #expect(try journal.run("trash", "purge", "--yes", "Garden").status != .success)
    let purged = try journal.run("trash", "purge", "--yes", "health")
    #expect(purged.status == .success && purged.errors.contains("deleted the category “Health” forever"), "\(purged)")
    let left = try journal.output("trash")
    #expect(left.contains("Work") && !left.contains("Health"))
    #expect(try journal.run("categories", "restore", "Health").status == .code(1))
    #expect(try journal.output("categories").contains("Garden"))
  }

  @Test func oneEntryInTheTrashIsRemovedForGood() throws {
    let journal = try TestJournal()
    for title in ["First", "Second"] { try journal.output("new", "--title", title, "--body", "text") }
    for _ in 1...2 { try journal.output("rm", "--yes", "last") }
    let answer = try journal.output("trash", "purge", "--yes", "--json", "last")
    #expect(answer.contains("\"removed\":1") && answer.contains("\"removedCategories\":0"), "\(answer)")
    #expect(try journal.page("trash", "--json").items.count == 1)
  }

  @Test func theScreenRemovesOneDeletedCategoryForGood() throws {
    let journal = try TestJournal()
    for name in ["Health", "Work"] { try journal.output("categories", "add", name) }
    try journal.output("categories", "rm", "--yes", "Work")
    let screen = try journal.openJournal(columns: 120)
    try screen.type("\u{1B}c", showing: "Health", "Work", "deleted")
    try screen.type("D", showing: "Only a deleted category can be deleted forever.")
    try screen.type("jD", showing: "Delete the category forever?", "Work will be deleted with its history")
    try screen.type("y", showing: "1 category deleted forever")
    // Written at once, Esc and the next key would be Alt and that key.
    try screen.press(.escape, showing: "Favourites")
    try screen.leave()
    #expect(!(try journal.output("trash").contains("Work")))
    #expect(try journal.output("categories").contains("Health"))
  }

  @Test func theScreenCountsAndRemovesDeletedCategories() throws {
    let journal = try TestJournal()
    try journal.output("an entry")
    try deleteCategory(journal)
    let screen = try journal.openJournal(columns: 120)
    try screen.type("T", showing: "1 deleted category")
    // Before the trash may have been read: the wish waits for that.
    try screen.type("E", showing: "Empty the trash?", "1 category will be deleted")
    try screen.type("y", showing: "The trash is empty")
    try screen.leave()
    #expect(try journal.run("trash", "empty", "--yes").errors.contains("The trash is empty."))
  }

  @Test func whatAKilledExportLeftIsNoHindranceAndGoes() throws {
    let journal = try TestJournal()
    try journal.output("an entry")
    for name in ["x.zip.part-12345", "x.zip.part-00ff00ff00ff00ff"] {
      try journal.sandbox.write("home/\(name)", "left".utf8)
    }
    try journal.sandbox.write("home/x.zip.part-mine", "a file of somebody's own".utf8)
    try journal.output("export", "--format", "archive", "-o", "x.zip")
    let files = try FileManager.default.contentsOfDirectory(atPath: journal.sandbox.path("home"))
    #expect(files.contains("x.zip") && files.contains("x.zip.part-mine"))
    #expect(!files.contains { $0.hasSuffix("12345") || $0.hasSuffix("00ff") })
  }

  @Test(arguments: ["md", "jrnl", "json"]) func anExportToATerminalCommandsNothing(format: String) throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "Hostile", "--body", "a\u{1B}]0;PWN\u{7}b\u{9B}31mc")
    let screen = try journal.open("export", "--format", format, "-o", "-")
    try screen.waitForExit()
    #expect(screen.outputText.contains("PWN"))
    #expect(!screen.outputText.contains("\u{1B}]0") && !screen.outputText.contains("\u{9B}"))
    guard format != "json" else { return }
    #expect(try journal.output("export", "--format", format, "-o", "-").contains("\u{1B}]0;PWN\u{7}"))
  }

  @Test func whatConfigTomlSetsIsNotChangedOnTheScreen() throws {
    let journal = try TestJournal()
    try journal.output("an entry")
    try journal.sandbox.write("config/cloudjournal/config.toml", "[screen]\ntheme = \"light\"\n".utf8)
    let screen = try journal.openJournal(columns: 100)
    try screen.type(",", showing: "Theme", "set in config.toml")
    try screen.press(.right, showing: "change it there")
    try screen.press(.escape, hiding: "Gruvbox Dark")
    try screen.leave()
  }

  /// Two screens have the same entry open; the second one to save has not seen what the first has saved.
  @Test func twoScreensOnOneEntryKeepTheWordsOfBoth() throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "Shared", "--body", "First line.\n\nMiddle line.\n\nLast line.")
    let screens = [try journal.openJournal(), try journal.openJournal()]
    for screen in screens {
      try screen.type("e", showing: "Esc done", "Last line.")
    }
    // Ctrl-Home.
    screens[0].type("\u{1B}[1;5HMine ")
    // Ctrl-End.
    screens[1].type("\u{1B}[1;5F yours")
    try screens[0].wait(for: "Mine First line.")
    try screens[1].wait(for: "Last line. yours")
    screens[0].press(.control("s"))
    try screens[0].wait(for: "Saved here")
    try screens[1].wait(for: "changed elsewhere")
    screens[1].press(.control("s"))
    try screens[1].wait(for: "Saved here", "Mine First line.", "Last line. yours")
    let entry = try #require(try journal.entries().first)
    #expect(entry.body == "Mine First line.\n\nMiddle line.\n\nLast line. yours")
  }
}
