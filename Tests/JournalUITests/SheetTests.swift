import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Sheets over the screen: how large they are, and what stands in them.
@Suite struct SheetTests {
  /// What is wrong with a date is said to its end, and the month below it stays whole.
  @Test(arguments: [(80, 24), (80, 20), (120, 36), (200, 60)]) func anAmbiguousDateIsExplainedToTheEnd(
    columns: Int, rows: Int
  ) {
    var person = Person(.small, columns: columns, rows: rows)
    person.press("W")
    person.type("5/6/2026")
    for words in ["could be 5 June 2026 or 6 May 2026.", "2026-06-05 or 2026-05-06", "date-order"] {
      #expect(person.sees(words), "\(words): \(person.screen)")
    }
    #expect(person.sees("Mo  Tu  We") && person.sees("yesterday at 9pm · last friday"))
    person.press("esc w")
    person.type("5/6/2026")
    #expect(person.sees("date-order") && person.sees("Mo  Tu  We"))
  }

  private func sheet(_ keys: String, columns: Int = 200, rows: Int = 60) -> (person: Person, box: Rect) {
    var person = Person(.small, columns: columns, rows: rows)
    person.press(keys)
    let frame = view(person.model)
    let raised = Theme.standard(isDark: true, depth: .direct).grounds.raised
    var box = Rect(row: 0, column: 0, rows: 0, columns: 0)
    for row in 0..<rows {
      let places = (0..<columns).filter { frame[row, $0].style.background == raised }
      guard let first = places.first, let last = places.last else { continue }
      if box.rows == 0 { box = Rect(row: row, column: first, rows: 0, columns: 0) }
      box.rows = row - box.row + 1
      box.columns = max(box.columns, last - first + 1)
    }
    return (person, box)
  }

  @Test(arguments: ["m", "c", "t", "w", "W", ":", "o", "x", "T D", "A i", "A w", "#"])
  func noSheetIsWiderThanWhatIsReadAtAGlance(keys: String) {
    let (_, box) = sheet(keys)
    #expect((40...64).contains(box.columns), "\(box)")
  }

  @Test(arguments: [("m", 14), ("T D", 12)]) func aSheetIsAsLargeAsItsContent(keys: String, most: Int) {
    let (_, box) = sheet(keys)
    #expect((6...most).contains(box.rows), "\(box)")
  }

  @Test func aDateShowsItsMonth() {
    var (person, _) = sheet("j w ctrl-u", columns: 80, rows: 24)
    person.type("3 may 2024")
    #expect(person.sees("✓ Friday, 3 May 2024 · 22:00") && person.sees("May 2024"))
    let lines = person.screen.lines
    #expect(lines.contains { $0.contains("Mo  Tu  We  Th  Fr  Sa  Su") })
    #expect(lines.contains { $0.contains("27  28  29  30  31") })
    person.press("ctrl-u")
    person.type("nonsense")
    #expect(person.sees("× "))
    person.press("ctrl-u")
    person.type("february 2024")
    #expect(person.sees("February 2024"))
  }

  @Test func rangesOfDaysAreShort() {
    var (person, _) = sheet("W", columns: 100, rows: 30)
    person.type("october 2026")
    #expect(person.sees("✓ 1–31 October 2026"))
    person.press("ctrl-u")
    person.type("2025")
    #expect(person.sees("✓ 1 January – 31 December 2025"))
  }

  @Test func categoriesHaveASwatchAndEndTheirWaysAtTheSameColumn() throws {
    let (person, _) = sheet("c", columns: 100, rows: 30)
    let frame = view(person.model)
    let row = try #require(
      person.screen.lines.firstIndex { $0.contains("Health") && $0.contains("1") && !$0.contains("Unfiled") })
    let colors = Set((0..<100).map { frame[row, $0].style.background })
    #expect(colors.count > 2, "no cell has the colour of the category")
    #expect(person.screen.lines.contains { $0.contains("   Unfiled") })
  }

  @Test func aFewItemsHaveNoFieldUntilSomethingIsTyped() {
    for (keys, letters, item) in [("m", "anx", "anxious"), ("o", "tit", "title"), ("x", "jrn", "jrnl text")] {
      var (person, _) = sheet(keys, columns: 100, rows: 30)
      let before = person.screen.lines
      #expect(view(person.model).cursor == nil && person.sees(item), "\(keys)")
      person.type(letters)
      #expect(view(person.model).cursor != nil && person.sees(letters) && person.sees("▌ "), "\(keys)")
      person.press("backspace backspace backspace")
      // The cursor is on the first item then, as always after typing.
      #expect(person.screen.lines.count { $0.contains("▀▀▀") } == before.count { $0.contains("▀▀▀") })
      #expect(person.screen.lines.firstIndex { $0.contains("▀▀▀") } == before.firstIndex { $0.contains("▀▀▀") })
    }
  }

  @Test func whatTheEntryHasNowIsTicked() {
    let (mood, _) = sheet("m", columns: 100, rows: 30)
    #expect(mood.sees("◡ happy  ✓") && !mood.sees("no mood  ✓"))
    #expect(mood.bottomLine.contains("1–5 at once   0 none"))
    let (category, _) = sheet("c", columns: 100, rows: 30)
    #expect(category.sees("Health  ✓") && !category.sees("Unfiled  ✓"))
  }

  @Test func noFreeRowStandsBelowTheCategories() throws {
    let (person, box) = sheet("c", columns: 100, rows: 30)
    let last = try #require(person.screen.lines.lastIndex { $0.contains("   Edit the categories") })
    #expect(last == box.endRow - 1, "\(person)")
  }

  @Test func theHalvesAtTheEdgesOfASheetAreUpperOnes() {
    let (person, box) = sheet("m", columns: 100, rows: 30)
    let frame = view(person.model)
    let theme = Theme.standard(isDark: true, depth: .direct)
    let top = frame[box.row, box.column + 4]
    #expect(top.base == "▀" && top.style.background == theme.grounds.raised)
    let bottom = frame[box.endRow, box.column + 4]
    #expect(bottom.base == "▀" && bottom.style.foreground == theme.grounds.raised)
  }

  @Test func withoutTintsTheBarDoesNotTouchTheWords() {
    var person = Person(.small, columns: 80, rows: 24, isUTF8: false, depth: .none)
    person.press("T D")
    #expect(person.sees("|> No") && person.sees("n Esc"))
    person.press("esc m")
    #expect(!person.sees(">)"))
  }
}
