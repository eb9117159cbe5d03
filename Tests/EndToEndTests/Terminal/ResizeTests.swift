import ScreenKit
import Testing

@Suite struct ResizeTests {
  @Test func aStormOfSizesKeepsTheSelection() throws {
    let journal = try TestJournal()
    let screen = try journal.openDemo()
    try screen.type("jjj", showing: "The bells, and then")
    let sizes = [
      (5, 20), (12, 40), (60, 200), (1, 1), (24, 69), (24, 70), (24, 99), (24, 100), (11, 39), (3, 300), (30, 100),
    ]
    for _ in 0..<3 {
      for (rows, columns) in sizes { screen.resize(rows: rows, columns: columns) }
    }
    try screen.wait(until: "the entry is still selected and read") { screen in
      let isSelected = (0..<screen.rows).contains {
        screen.line($0).contains("Eleven o'clock") && screen.line($0).contains("▌")
      }
      return isSelected && screen.shows("Wed 11 Nov 2026") && screen.shows(" of 67")
    }
    try screen.leave()
  }

  @Test(arguments: [(5, 20), (11, 40), (12, 39)]) func oneLineSaysWhatATooSmallScreenNeeds(rows: Int, columns: Int)
    throws
  {
    let journal = try TestJournal()
    let screen = try journal.openDemo()
    screen.resize(rows: rows, columns: columns)
    try screen.wait(for: "40×12")
    // Nothing can be seen, so nothing is done unseen.
    screen.type("ddd")
    try screen.settle()
    screen.resize(rows: 30, columns: 100)
    try screen.wait(for: "›  All entries", " of 67", "Morning run by the canal")
    screen.resize(rows: rows, columns: columns)
    try screen.wait(for: "40×12")
    try screen.leave()
  }

  @Test(arguments: [(12, 40), (14, 69), (24, 80), (60, 200)]) func allSizesAreUsable(rows: Int, columns: Int) throws {
    let journal = try TestJournal()
    let screen = try journal.openDemo(rows: rows, columns: columns)
    // The place among them is in the bar only where the keys leave room for it.
    try screen.wait(for: "›  All entries", "November 2026")
    try screen.type("?", showing: "›  Keys")
    try screen.press(.escape, showing: "›  All entries", "November 2026")
    try screen.type("n", showing: "Esc done")
    try screen.press(.escape, showing: "›  All entries", "November 2026")
  }

  @Test func resizingTheEditorLosesNoWord() throws {
    let journal = try TestJournal()
    let screen = try journal.openJournal()
    try screen.writeEntry("Resized", "one two three")
    for (rows, columns) in [(12, 40), (5, 20), (60, 200), (30, 100)] { screen.resize(rows: rows, columns: columns) }
    try screen.type(" four", showing: "one two three four")
    try screen.press(.control("s"), showing: "Saved here")
    #expect(try journal.entries().map(\.body) == ["one two three four"])
  }
}
