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
    try screen.type("/hero", showing: "/ hero", "4 entries")
    let found = try #require(screen.cell(of: "heron"))
    let plain = try #require(screen.cell(of: "Search"))
    #expect(found.background != plain.background || found.isBold || found.isReversed || found.isUnderlined)
    try screen.type(" mood:happy", showing: "2 entries")
    try screen.press(.enter, hiding: "⏎ results")
    screen.type("j")
    try screen.settle()
    try screen.press(.escape, showing: "›  All entries", " of 67")
  }

  @Test(arguments: [
    "\"", "(((", "'; DROP TABLE entries; --", "-", "mood:", "NEAR(a b", "from:2026-02-30", "漢字", "* OR *",
  ])
  func anythingCanBeSearchedFor(text: String) throws {
    let journal = try TestJournal()
    let screen = try journal.openDemo()
    try screen.type("/\(text)", showing: "/ \(text)")
    try screen.press(.enter, hiding: "⏎ results")
    try screen.press(.escape, showing: "›  All entries", " of 67")
    #expect(!screen.outputText.contains("fts5") && !screen.outputText.contains("SQLite"))
  }

  // MARK: Taking back

  @Test func trashingIsUndoneAndDoneAgain() throws {
    let journal = try filled(["first", "second", "third"])
    let screen = try journal.openJournal()
    try screen.wait(for: "third", "›  All entries", " of 3")
    try screen.type("d", showing: "›  All entries", " of 2")
    #expect(try journal.entries().map(\.title) == ["second", "first"])
    try screen.type("u", showing: "›  All entries", " of 3", "Undone")
    try screen.press(.control("r"), showing: "›  All entries", " of 2", "Redone")
    try screen.type("u", showing: "›  All entries", " of 3")
    #expect(try journal.entries().count == 3)
  }

  @Test func severalEntriesAreTrashedAndComeBackTogether() throws {
    let journal = try filled(["first", "second", "third", "fourth"])
    let screen = try journal.openJournal()
    try screen.wait(for: "›  All entries", " of 4")
    try screen.type("v", showing: "0 marked")
    try screen.type("jj ", showing: "marked")
    try screen.type("*", showing: "4 marked")
    try screen.type("d", showing: "A journal of your own")
    try screen.type("u", showing: "›  All entries", " of 4")
    #expect(try journal.entries().count == 4)
  }

  @Test func theTrashGivesBackAndIsEmptiedOnlyAfterAsking() throws {
    let journal = try filled(["kept", "thrown away"])
    try journal.output("rm", "--yes", "last")
    let screen = try journal.openJournal()
    try screen.type("T", showing: "›  Trash", " of 1", "thrown away")
    try screen.type("r", showing: "The trash is empty")
    try screen.type("a", showing: "›  All entries", " of 2", "kept", "thrown away")
    try screen.type("d", showing: "›  All entries", " of 1")
    try screen.type("T", showing: "›  Trash", " of 1")
    try screen.type("E", showing: "No")
    try screen.press(.enter, showing: "›  Trash", " of 1")
    try screen.type("E", showing: "cannot be undone")
    try screen.type("y", showing: "The trash is empty", "deleted forever")
    #expect(try journal.output("trash", "--short").isEmpty)
  }

  @Test func anImportIsTakenBack() throws {
    let journal = try filled(["first", "second"])
    try journal.output("written by hand")
    try journal.output("import", "--undo")
    #expect(try journal.entries().map(\.title) == ["written by hand"])
    let screen = try journal.openJournal()
    try screen.type("T", showing: "›  Trash", " of 2")
  }

  // MARK: Filing

  @Test func aCategoryIsMadeInThePicker() throws {
    let journal = try filled(["first"])
    let screen = try journal.openJournal()
    try screen.wait(for: "›  All entries", " of 1")
    try screen.type("c", showing: "Category of")
    try screen.type("Garden", showing: "Create category “Garden”")
    try screen.press(.enter, hiding: "Create category")
    try screen.wait(until: "the entry is filed") { _ in (try? journal.entries().first?.category) == "Garden" }
    try screen.type("u", showing: "Undone")
    #expect(try journal.entries().map(\.category) == [nil])
  }

  @Test func moodTagsAndFavouriteAreSet() throws {
    let journal = try filled(["first"])
    let screen = try journal.openJournal()
    try screen.wait(for: "›  All entries", " of 1")
    try screen.type("f", showing: "★ ")
    try screen.type("m", showing: "no mood")
    try screen.type("exc\r", showing: "✦ excited")
    try screen.type("t", showing: "Tags of")
    try screen.type("newtag", showing: "Create tag “newtag”")
    try screen.press(.enter, showing: "#newtag")
    let entry = try #require(try journal.entries().first)
    #expect(entry.isFavorite && entry.mood == "excited" && entry.tags == ["newtag"])
  }

  @Test func theDateIsChangedInWords() throws {
    let journal = try filled(["first"])
    let screen = try journal.openJournal()
    try screen.wait(for: "›  All entries", " of 1")
    try screen.type("w", showing: "Date of")
    try screen.type("30 february 2025\r", showing: "no 30 February")
    screen.press(.control("a"))
    try screen.type("31 may 1669 at 21:00", showing: "31 May 1669 · 21:00")
    try screen.press(.enter, hiding: "Date of")
    // The heading of its month, which the question does not have: the entry is written by then.
    try screen.wait(for: "May 1669 ─")
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
    try screen.wait(for: "›  All entries", "body of b")
    try screen.type("o", showing: "Sort by")
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
    try screen.type("H", showing: "History · 2")
    try screen.type("j", showing: "earliest")
    screen.type("r")
    try screen.wait(until: "the earlier version is back") { _ in
      (try? journal.entries().map(\.body)) == ["the earliest words"]
    }
  }
}
