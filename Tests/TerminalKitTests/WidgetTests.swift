import Testing

@testable import TerminalKit

private let width = TableWidth()
private let theme = Theme.standard(isDark: true, depth: .direct)

@Suite struct WidgetTests {
  @Test func aBoxHasItsTitleInTheEdge() {
    var frame = Frame(Size(rows: 3, columns: 22))
    let inside = Box("Journal", label: "12").draw(
      Rect(frame.size), on: &frame, theme: theme, glyphs: .utf8, width: width)
    #expect(
      frame.text == """
        ╭ Journal ─────── 12 ╮
        │                    │
        ╰────────────────────╯
        """)
    #expect(inside == Rect(row: 1, column: 1, rows: 1, columns: 20))
  }

  @Test(arguments: [
    (22, "╭ 漢字の長い題名 ────╮"), (12, "╭ 漢字の… ─╮"), (6, "╭ … ─╮"), (5, "╭ … ╮"), (4, "╭──╮"), (2, "╭╮"),
  ])
  func aTitleIsCutToTheBox(_ columns: Int, _ expected: String) {
    var frame = Frame(Size(rows: 2, columns: columns))
    Box("漢字の長い題名", label: "label").draw(Rect(frame.size), on: &frame, theme: theme, glyphs: .utf8, width: width)
    #expect(frame.line(0) == expected)
  }

  @Test func aBoxInNoRoomDrawsNothing() {
    for size in [Size(rows: 0, columns: 0), Size(rows: 1, columns: 9), Size(rows: 9, columns: 1)] {
      var frame = Frame(Size(rows: 9, columns: 9))
      let inside = Box("x").draw(
        Rect(row: 0, column: 0, rows: size.rows, columns: size.columns), on: &frame, theme: theme, glyphs: .ascii,
        width: width)
      #expect(inside.isEmpty)
      #expect(frame == Frame(Size(rows: 9, columns: 9)))
    }
  }

  @Test func theThumbTouchesTheEndsOnlyThere() {
    #expect(Scrollbar(total: 10, visible: 10, offset: 0).thumb(in: 10) == nil)
    #expect(Scrollbar(total: 0, visible: 10, offset: 0).thumb(in: 10) == nil)
    #expect(Scrollbar(total: 20, visible: 10, offset: 0).thumb(in: 10) == 0..<5)
    #expect(Scrollbar(total: 20, visible: 10, offset: 10).thumb(in: 10) == 5..<10)
    for total in [11, 50, 100_000] {
      for offset in [0, 1, total / 2, total - 11, total - 10, total + 5] where offset >= 0 {
        guard let thumb = Scrollbar(total: total, visible: 10, offset: offset).thumb(in: 10) else {
          Issue.record("no thumb")
          continue
        }
        #expect(thumb.lowerBound >= 0 && thumb.upperBound <= 10 && !thumb.isEmpty)
        if total > 20 {
          #expect((thumb.lowerBound == 0) == (offset == 0))
          #expect((thumb.upperBound == 10) == (offset >= total - 10))
        }
      }
    }
  }

  @Test func hintsThatDoNotFitAreDroppedButNotTheLast() {
    let hints = KeyHints([.init("n", "new"), .init("⏎", "open"), .init("e", "edit"), .init("?", "keys")])
    func texts(_ columns: Int) -> [String] { hints.fitting(columns, width: width).map(\.text) }
    #expect(texts(80) == ["new", "open", "edit", "keys"])
    #expect(texts(27) == ["new", "open", "keys"])
    #expect(texts(10) == ["keys"])
    #expect(texts(7) == [])
    var frame = Frame(Size(rows: 1, columns: 40))
    hints.draw(Rect(frame.size), on: &frame, theme: theme, width: width)
    #expect(frame.line(0) == " n new   ⏎ open   e edit   ? keys")
  }

  @Test func fuzzyMatchingFindsInitialsFirst() {
    let names = ["Open trash", "Toggle favourite", "New entry", "New category", "Go to today", "Café notes"]
    func best(_ query: String) -> String? { FuzzyMatch.rank(query, names) { $0 }.first?.item }
    #expect(best("ne") == "New entry")
    #expect(best("nc") == "New category")
    #expect(best("trash") == "Open trash")
    #expect(best("fav tog") == "Toggle favourite")
    #expect(best("cafe") == "Café notes")
    #expect(best("GTT") == "Go to today")
    #expect(best("xyz") == nil)
    #expect(FuzzyMatch.rank("", names) { $0 }.map(\.item) == names)
  }

  @Test func fuzzyMatchingPrefersWholeWordsThenBeginningsThenInsides() {
    let names = ["Try again what failed", "Stage", "Tagged", "A tag"]
    let found = FuzzyMatch.rank("tag", names) { $0 }.map(\.item)
    #expect(found == ["A tag", "Tagged", "Stage"])
    // Scattered letters are for where nothing else fits.
    #expect(FuzzyMatch.rank("tgn", names) { $0 }.map(\.item) == ["Try again what failed"])
    let named = FuzzyMatch.rank("bin", ["Combine", "Trash", "Big news"], name: { $0 }) { $0 == "Trash" ? "bin" : "" }
    #expect(named.map(\.item) == ["Trash", "Combine"])
    #expect(named[0].match.offsets == [])
  }

  @Test func fuzzyMatchesSayWhichLettersFit() {
    #expect(FuzzyMatch("nc", in: "New category")?.offsets == [0, 4])
    #expect(FuzzyMatch("字b", in: "漢字 b")?.offsets == [3, 7])
    // Letters with gaps begin where a word begins.
    #expect(FuzzyMatch("eb", in: "red b") == nil)
    #expect(FuzzyMatch("abcd", in: "abc") == nil)
    #expect(FuzzyMatch("a", in: "") == nil)
    #expect(FuzzyMatch("edit", in: "exd edit")?.offsets == [4, 5, 6, 7])
  }
}
