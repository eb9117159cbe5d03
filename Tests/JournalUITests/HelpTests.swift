import Foundation
import JournalCore
import JournalUI
import TerminalKit
import Testing

/// `?`: what is shown, where, and how a key is found.
@Suite struct HelpTests {
  @Test(arguments: [(80, 1), (100, 2), (120, 3), (200, 4)]) func columnsGoByTheWidth(columns: Int, count: Int) {
    var person = Person(.small, columns: columns, rows: 40)
    person.press("?")
    let first = person.screen.lines[4]
    #expect(first.split(separator: "─").filter { $0.contains { $0.isLetter } }.count == count, "\(person.screen)")
  }

  /// In the smallest window as well.
  @Test(arguments: ["?", "S", "H", ",", "Y", "C", "I", "alt-c", "A", ";", "Z", "? /", "enter"])
  func theWayOutStandsInTheBar(
    keys: String
  ) {
    for (columns, rows) in [(40, 12), (80, 24)] {
      var person = Person(.small, columns: columns, rows: rows)
      person.press(keys)
      #expect(person.bottomLine.contains("Esc"), "\(person.screen)")
    }
  }

  @Test func theKeysOfTheScreenThatAskedAreShownInGroups() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("?")
    #expect(person.sees("Keys  List of entries"))
    for group in ["Write", "File", "Undo", "Read", "Find", "Select", "Move", "Sync and more"] {
      #expect(person.sees("  \(group) ──"), "\(group)")
    }
    #expect(!person.sees("Rename the category"))
    person.press("esc alt-c ?")
    #expect(person.sees("Keys  Categories") && person.sees("Rename the category"))
    #expect(!person.sees("Toggle favourite"))
  }

  @Test func tabShowsTheKeysOfOtherScreens() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("?")
    #expect(person.sees("Tab turns the page:  while selecting entries  reader"))
    person.press("tab tab tab tab tab")
    #expect(person.sees("Keys  Pictures") && person.sees("Zoom in"))
    person.press("shift-tab shift-tab shift-tab shift-tab shift-tab shift-tab")
    #expect(person.sees("Keys  Search words") && person.sees("has:image"))
    person.press("tab")
    #expect(person.sees("Keys  List of entries"))
  }

  @Test func enterDoesWhatTheLineSaysOnTheScreenBelow() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("? /")
    person.type("toggle favourite")
    person.press("enter enter")
    #expect(!person.sees("Keys  "))
    #expect(person.journal.entries[RecordName("run")]?.isFavorite == false)
  }

  @Test func aKeyOfAnotherScreenSaysWhereItWorks() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("? /")
    person.type("zoom in")
    person.press("enter enter")
    #expect(person.message == "“Zoom in” works in “Pictures”")
    #expect(person.sees("Keys  of all screens"))
  }

  @Test func arrowsGoThroughColumnsAndTheFootSaysAllOfTheLine() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("?")
    #expect(person.sees("Write a new entry  new-entry in config.toml"))
    person.press("right")
    #expect(person.sees("open in config.toml"))
    person.press("down left")
    #expect(person.sees("edit-entry in config.toml"))
  }

  @Test(arguments: [(40, 12), (80, 24), (120, 36)]) func theLineUnderTheCursorIsOnTheScreen(columns: Int, rows: Int) {
    var person = Person(.small, columns: columns, rows: rows)
    person.press("?")
    for _ in 0..<90 {
      person.press("down")
      #expect(person.screen.lines.contains { $0.contains("▌") }, "\(person.screen)")
    }
    #expect(person.sees("Quit"))
  }

  @Test func theEditorsHelpHasTheKeysOfTheText() {
    var person = Person(.small, columns: 200, rows: 60)
    person.press("e f1")
    for line in [
      "^Z ^Y", "Undo, redo in the text", "Select all", "Cut, copy, paste", "Delete to line end, start",
      "A word left, right", "Save and leave", "Alt-m", "Ctrl-Home", "Text start", "Shift with any of these",
    ] {
      #expect(person.sees(line), "\(line): \(person.screen)")
    }
    // There it copies.
    #expect(person.screen.lines.contains { $0.contains("^Q") && $0.contains("Quit") && !$0.contains("^Q  ^C") })
  }

  @Test func theEditorsHelpTellsOfViWhereItHasItsKeys() {
    var preferences = Preferences()
    preferences.viMode = true
    var person = Person(.small, columns: 200, rows: 60, preferences: preferences)
    person.press("e f1")
    for line in [":wq :x ZZ", ":q ZQ", ":q!", "Matching bracket", "Use register a", "Record macro a", "Run macro a"] {
      #expect(person.sees(line), "\(line): \(person.screen)")
    }
    #expect(!person.sees("Alt-") && !person.sees("Cut, copy, paste"))
    #expect(person.screen.lines.allSatisfy { !$0.contains("Esc  Save and leave") })
  }

  @Test func theListOfScreensIsCutWithASign() {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("?")
    #expect(person.screen.lines.contains { $0.contains("turns the page") && $0.hasSuffix("…") }, "\(person.screen)")
  }

  @Test func theFilterNamesTheScreenOfEachGroup() {
    var person = Person(.small, columns: 200, rows: 60)
    person.press("? /")
    person.type("date")
    let groups = person.screen.lines.filter { $0.contains("──") }.joined(separator: "\n")
    #expect(groups.contains("File · list of entries") && groups.contains("Editor"), "\(person.screen)")
  }

  @Test func keysOfTwoNamesLeaveTheirWordsInTheColumn() {
    var person = Person(.small, columns: 200, rows: 60)
    person.press("?")
    let lines = person.screen.lines
    let column = { (word: String) -> Int? in
      lines.compactMap { line in
        line.range(of: word).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
      }.first
    }
    let first = column("Next, previous pane")
    #expect(first != nil && first == column("Left, right pane"))
  }

  @Test func whatMovesAboutIsToldOnce() {
    var person = Person(.small, columns: 200, rows: 200)
    person.press("? /")
    person.type("page")
    #expect(person.screen.lines.count { $0.contains("Half a page") } == 1)
  }

  @Test func theFilterFindsKeysByWhatTheyDo() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("? /")
    person.type("colour category")
    #expect(person.sees("/ colour category"))
    #expect(person.sees("Colour of the category"))
    #expect(!person.sees("Write a new entry"))
    person.press("enter")
    #expect(person.sees("Colour of the category"))
    person.press("esc")
    #expect(person.sees("Set the mood"))
    person.press("esc")
    #expect(!person.sees("Set the mood"))
  }

  @Test func whatNoKeyDoesIsSaid() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("? /")
    person.type("xyzzy")
    #expect(person.sees("No key does that"))
    person.press("enter enter")
    #expect(person.sees("No key does that"))
    person.press("esc")
    #expect(!person.sees("xyzzy"))
  }

  /// Where several columns stand side by side, the words of each begin below each other; the foot has every key.
  @Test func theWordsOfAColumnStandBelowEachOther() throws {
    var person = Person(.small, columns: 120, rows: 36)
    person.press("?")
    let frame = view(person.model)
    func column(_ word: String) throws -> Int {
      let row = try #require(person.screen.lines.firstIndex { $0.contains(word) })
      let line = (0..<120).map { frame[row, $0].text }.joined()
      return try #require(line.range(of: word).map { line.distance(from: line.startIndex, to: $0.lowerBound) })
    }
    #expect(try column("A page") == column("Half a page"))
    #expect(try column("A page") == column("First, last"))
    // The row under the cursor is told in full below.
    for _ in 0..<60 where !person.screen.lines.suffix(5).contains(where: { $0.contains("^B ^F") }) {
      person.press("down")
    }
    #expect(person.screen.lines.suffix(5).contains { $0.contains("PgUp PgDn  ^B ^F  A page") })
  }
}
