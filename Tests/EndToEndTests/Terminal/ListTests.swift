import ScreenKit
import Testing

/// Finding, filing and taking back on the main screen.
@Suite struct ListTests {
  private func filled(_ titles: [String]) throws -> TestJournal {
    let journal = try TestJournal()
    let text = titles.enumerated().map { "[2024-01-\(String($0 + 11)) 10:00] \($1)\nbody of \($1)\n" }
    let file = try journal.sandbox.write("diary.txt", text.joined(separator: "\n").utf8)
    try journal.output("import", "--from", "jrnl", file)
    return journal
  }

  // MARK: Searching

  @Test func searchShowsMatchesWhileTypingWithTheWordsLit() throws {
    let journal = try TestJournal()
    let screen = try journal.openDemo()
    screen.type("/hero")
    try screen.wait(for: "/ hero", "4 entries")
    let found = try #require(screen.cell(of: "heron"))
    let plain = try #require(screen.cell(of: "Search"))
    #expect(found.background != plain.background || found.isBold || found.isReversed || found.isUnderlined)
    screen.type(" mood:happy")
    try screen.wait(for: "2 entries")
    screen.press(.enter)
    try screen.wait(untilGone: "⏎ results")
    screen.type("j")
    try screen.settle()
    screen.press(.escape)
    try screen.wait(for: "›  All entries", " of 67")
  }

  @Test(arguments: [
    "\"", "(((", "'; DROP TABLE entries; --", "-", "mood:", "NEAR(a b", "from:2026-02-30", "漢字", "* OR *",
  ])
  func anythingCanBeSearchedFor(text: String) throws {
    let journal = try TestJournal()
    let screen = try journal.openDemo()
    screen.type("/\(text)")
    try screen.wait(for: "/ \(text)")
    screen.press(.enter)
    try screen.wait(untilGone: "⏎ results")
    screen.press(.escape)
    try screen.wait(for: "›  All entries", " of 67")
    #expect(!screen.outputText.contains("fts5") && !screen.outputText.contains("SQLite"))
  }

  // MARK: Taking back

  @Test func trashingIsUndoneAndDoneAgain() throws {
    let journal = try filled(["first", "second", "third"])
    let screen = try journal.openJournal()
    try screen.wait(for: "third", "›  All entries", " of 3")
    screen.type("d")
    try screen.wait(for: "›  All entries", " of 2")
    #expect(try journal.entries().map(\.title) == ["second", "first"])
    screen.type("u")
    try screen.wait(for: "›  All entries", " of 3", "Undone")
    screen.press(.control("r"))
    try screen.wait(for: "›  All entries", " of 2", "Redone")
    screen.type("u")
    try screen.wait(for: "›  All entries", " of 3")
    #expect(try journal.entries().count == 3)
  }

  @Test func severalEntriesAreTrashedAndComeBackTogether() throws {
    let journal = try filled(["first", "second", "third", "fourth"])
    let screen = try journal.openJournal()
    try screen.wait(for: "›  All entries", " of 4")
    screen.type("v")
    try screen.wait(for: "0 marked")
    screen.type("jj ")
    try screen.wait(for: "marked")
    screen.type("*")
    try screen.wait(for: "4 marked")
    screen.type("d")
    try screen.wait(for: "A journal of your own.")
    screen.type("u")
    try screen.wait(for: "›  All entries", " of 4")
    #expect(try journal.entries().count == 4)
  }

  @Test func theTrashGivesBackAndIsEmptiedOnlyAfterAsking() throws {
    let journal = try filled(["kept", "thrown away"])
    try journal.output("rm", "--yes", "last")
    let screen = try journal.openJournal()
    screen.type("T")
    try screen.wait(for: "›  Trash", " of 1", "thrown away")
    screen.type("r")
    try screen.wait(for: "The trash is empty")
    screen.type("a")
    try screen.wait(for: "›  All entries", " of 2", "kept", "thrown away")
    screen.type("d")
    try screen.wait(for: "›  All entries", " of 1")
    screen.type("T")
    try screen.wait(for: "›  Trash", " of 1")
    screen.type("E")
    try screen.wait(for: "No")
    screen.press(.enter)
    try screen.wait(for: "›  Trash", " of 1")
    screen.type("E")
    try screen.wait(for: "cannot be undone")
    screen.type("y")
    try screen.wait(for: "The trash is empty", "deleted forever")
    #expect(try journal.output("trash", "--short").isEmpty)
  }

  @Test func anImportIsTakenBack() throws {
    let journal = try filled(["first", "second"])
    try journal.output("written by hand")
    try journal.output("import", "--undo")
    #expect(try journal.entries().map(\.title) == ["written by hand"])
    let screen = try journal.openJournal()
    screen.type("T")
    try screen.wait(for: "›  Trash", " of 2")
  }

  // MARK: Filing

  @Test func aCategoryIsMadeInThePicker() throws {
    let journal = try filled(["first"])
    let screen = try journal.openJournal()
    try screen.wait(for: "›  All entries", " of 1")
    screen.type("c")
    try screen.wait(for: "Category of")
    screen.type("Garden")
    try screen.wait(for: "Create category “Garden”")
    screen.press(.enter)
    try screen.wait(untilGone: "Create category")
    try screen.wait(until: "the entry is filed") { _ in (try? journal.entries().first?.category) == "Garden" }
    screen.type("u")
    try screen.wait(for: "Undone")
    #expect(try journal.entries().map(\.category) == [nil])
  }

  @Test func moodTagsAndFavouriteAreSet() throws {
    let journal = try filled(["first"])
    let screen = try journal.openJournal()
    try screen.wait(for: "›  All entries", " of 1")
    screen.type("f")
    try screen.wait(for: "★ ")
    screen.type("m")
    try screen.wait(for: "no mood")
    screen.type("exc\r")
    try screen.wait(for: "✦ excited")
    screen.type("t")
    try screen.wait(for: "Tags of")
    screen.type("newtag")
    try screen.wait(for: "Create tag “newtag”")
    screen.press(.enter)
    try screen.wait(for: "#newtag")
    let entry = try #require(try journal.entries().first)
    #expect(entry.isFavorite && entry.mood == "excited" && entry.tags == ["newtag"])
  }

  @Test func theDateIsChangedInWords() throws {
    let journal = try filled(["first"])
    let screen = try journal.openJournal()
    try screen.wait(for: "›  All entries", " of 1")
    screen.type("w")
    try screen.wait(for: "Date of")
    screen.type("30 february 2025\r")
    try screen.wait(for: "no 30 February")
    screen.press(.control("a"))
    screen.type("31 may 1669 at 21:00")
    try screen.wait(for: "31 May 1669 · 21:00")
    screen.press(.enter)
    try screen.wait(untilGone: "Date of")
    try screen.wait(for: "May 1669")
    #expect(try journal.entries().first?.createdAt.hasPrefix("1669-05-31T21:00") == true)
  }

  // MARK: Mouse and clipboard

  @Test func theMouseSelectsScrollsAndOpens() throws {
    let journal = try TestJournal()
    let screen = try journal.openDemo()
    let row = try #require(screen.find("Eleven o'clock"))
    screen.click(row: row.row, column: row.column + 2)
    try screen.wait(for: "Wed 11 Nov 2026 · 11:00")
    #expect(screen.line(row.row).contains("▌   11"))
    for _ in 0..<40 { screen.wheel(down: true, row: row.row, column: row.column) }
    try screen.wait(untilGone: "Morning run")
    for _ in 0..<80 { screen.wheel(down: false, row: row.row, column: row.column) }
    try screen.wait(for: "Morning run")
    let trash = try #require(screen.find("Trash"))
    screen.click(row: trash.row, column: trash.column)
    try screen.wait(for: "The trash is empty")
  }

  @Test func theMouseSelectsTextWhichIsCopiedToTheClipboard() throws {
    let journal = try TestJournal()
    let screen = try journal.openJournal()
    try screen.writeEntry("Copy", "one two three")
    let place = try #require(screen.find("one two"))
    screen.drag(from: (place.row, place.column + 4), to: (place.row, place.column + 7))
    try screen.settle()
    screen.press(.control("c"))
    // “two” in base64.
    try screen.wait(until: "the selection is on the clipboard") { $0.scanner.commands.contains("52;c;dHdv") }
  }

  @Test func sortingAndReversingReorderTheList() throws {
    let journal = try filled(["b", "c", "a"])
    let screen = try journal.openJournal(columns: 60)
    try screen.wait(for: "›  All entries", " of 3", "body of b")
    screen.type("o")
    try screen.wait(for: "Sort by")
    screen.type("title\r")
    try screen.wait(until: "titles are in order") { screen in
      guard let a = screen.find("body of a"), let b = screen.find("body of b"), let c = screen.find("body of c") else {
        return false
      }
      return a.row < b.row && b.row < c.row
    }
    screen.type("~")
    try screen.wait(until: "titles are in reverse order") { screen in
      guard let a = screen.find("body of a"), let c = screen.find("body of c") else { return false }
      return a.row > c.row
    }
  }

  @Test func historyShowsAndRestoresAnEarlierVersion() throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "T", "--body", "the earliest words")
    try journal.output("edit", "last", "--body", "the latest words")
    let screen = try journal.openJournal()
    try screen.wait(for: "the latest words")
    screen.type("H")
    try screen.wait(for: "History · 2")
    screen.type("j")
    try screen.wait(for: "earliest")
    screen.type("r")
    try screen.wait(until: "the earlier version is back") { _ in
      (try? journal.entries().map(\.body)) == ["the earliest words"]
    }
  }
}
