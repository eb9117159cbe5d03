import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// Moving through lists, long ones too.
@Suite struct ListTests {
  private func selected(_ person: Person) -> String {
    let line = person.screen.lines.first { $0.contains("▌") && $0.contains("Entry ") } ?? ""
    guard let start = line.firstIndex(of: "E") else { return "" }
    return String(line[start...].prefix { $0 != "│" && $0 != "┃" && $0 != "★" }).trimmed
  }

  @Test func onlyThePagesNearTheScreenAreRead() {
    let person = Person(.many(5000), columns: 80, rows: 24)
    let pages = person.effects.compactMap { effect -> ListRequest? in
      if case .loadPage(let request, _) = effect { request } else { nil }
    }
    #expect(pages.count == 1)
    #expect(pages.map(\.limit).max() == 150)
  }

  @Test func walkingDownReadsPageAfterPageAndKeepsAFewHundredRows() {
    var person = Person(.many(2000), columns: 80, rows: 24)
    for _ in 0..<1500 { person.press("j") }
    #expect(selected(person) == "Entry 1500")
    for _ in 0..<1500 { person.press("k") }
    #expect(selected(person) == "Entry 0")
    let requests = person.effects.count { if case .loadPage = $0 { true } else { false } }
    #expect(requests < 40)
  }

  /// An entry takes two lines or three: what can be seen is counted in entries.
  @Test(arguments: [(80, 24, 36), (120, 36, 64), (200, 60, 76)])
  func theThumbIsAsLongAsThePartThatCanBeSeen(columns: Int, rows: Int, hairline: Int) {
    let person = Person(.many(100), columns: columns, rows: rows)
    let lines = person.screen.lines
    // One of them is in the reader, too.
    let seen = lines.count { $0.contains("Body of entry ") }
    let frame = view(person.model)
    let thumb = (0..<rows).count { frame[$0, hairline].base == "┃" }
    #expect(thumb > 0 && thumb <= max(1, (rows - 3) * seen / 100), "\(thumb) rows for \(seen) entries")
  }

  @Test(arguments: [(80, 24, 36), (80, 25, 36), (120, 36, 64), (120, 37, 64), (200, 60, 76), (200, 61, 76)])
  func noHalfOfAnEntryStandsAtTheLowerEdge(columns: Int, rows: Int, hairline: Int) {
    let lines = Person(.many(100), columns: columns, rows: rows).screen.lines.map { $0.prefix(hairline) }
    #expect(lines.count { $0.contains(" Entry ") } == lines.count { $0.contains(" Body of") }, "\(lines)")
  }

  @Test func anEmptyTrashOffersNothingThatNeedsAnEntry() {
    var journal = FakeJournal.small
    journal.entries = journal.entries.filter { $0.value.trashedAt == nil }
    var person = Person(journal, columns: 120, rows: 36)
    person.press("T")
    #expect(person.sees("The trash is empty"))
    #expect(!person.bottomLine.contains("restore") && !person.bottomLine.contains("delete"))
    #expect(person.bottomLine.contains("a all") && person.bottomLine.contains("Esc back"))
  }

  @Test func theEndsOfAListAreReachedAtOnce() {
    var person = Person(.many(2000), columns: 80, rows: 24)
    person.press("G")
    #expect(selected(person) == "Entry 1999")
    person.press("k")
    #expect(selected(person) == "Entry 1998")
    person.press("g")
    #expect(selected(person) == "Entry 0")
  }

  @Test func pagesGoDownAndUp() {
    var person = Person(.many(300), columns: 80, rows: 24)
    person.press("pagedown")
    let first = selected(person)
    #expect(first != "Entry 0")
    person.press("pagedown pageup")
    #expect(selected(person) == first)
  }

  @Test func theSelectionStaysOnItsEntryWhenOthersComeAndGo() {
    var person = Person(.many(300), columns: 80, rows: 24)
    for _ in 0..<20 { person.press("j") }
    let line = person.screen.lines.firstIndex { $0.contains("Entry 20") }
    for index in 0..<5 {
      person.journal.add(
        FakeJournal.entry("new\(index)", "Newer \(index)", "", FakeJournal.date(2026, 11, 22 + index)))
    }
    person.journal.entries[RecordName("e000010")] = nil
    person.send(.journalChanged)
    #expect(selected(person) == "Entry 20")
    #expect(person.screen.lines.firstIndex { $0.contains("Entry 20") } == line)
  }

  @Test func whereTheSelectedEntryIsGoneItsNeighbourIsSelected() {
    var person = Person(.many(50), columns: 80, rows: 24)
    for _ in 0..<7 { person.press("j") }
    person.press("d")
    #expect(selected(person) == "Entry 8")
    person.press("G d")
    person.wait(for: .notice)
    #expect(selected(person) == "Entry 48")
  }

  @Test func whileAPageIsOnItsWayTheListStaysAndKeysWork() {
    var person = Person(.many(400), columns: 80, rows: 24)
    person.isJournalSlow = true
    for _ in 0..<149 { person.press("j") }
    #expect(selected(person) == "Entry 149")
    person.press("j j j")
    #expect(selected(person) == "Entry 149")
    person.journalAnswers()
    person.press("j")
    #expect(selected(person) == "Entry 150")
  }

  @Test func anAnswerToAnOlderQuestionIsIgnored() {
    var person = Person(.small, columns: 120, rows: 24)
    person.isJournalSlow = true
    person.press("F enter T a")
    person.journalAnswers()
    #expect(person.shows("All entries", 7))
    #expect(person.sees("Long day"))
  }

  @Test func sortingKeepsTheSelectedEntry() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("j o")
    #expect(person.sees("Sort by"))
    person.type("tit")
    person.press("enter")
    #expect(person.sees("by title"))
    let line = person.screen.lines.first { $0.contains("▌  Nov") }
    #expect(line?.contains("Long day") == true)
    person.press("~")
    #expect(person.sees("title, reversed"))
  }

  @Test func keysGoFromMonthToMonth() {
    var person = Person(.many(100), columns: 80, rows: 24)
    func month(_ row: EntrySummary) -> [Int] { [row.date.local.date.year, row.date.local.date.month] }
    let rows = person.model.list.rows
    let starts = rows.indices.filter { $0 == 0 || month(rows[$0]) != month(rows[$0 - 1]) }
    #expect(starts.count > 2)
    person.press("j J")
    #expect(person.model.list.selection == starts[1])
    person.press("J")
    #expect(person.model.list.selection == starts[2])
    // Within a month to its beginning, and from there to that of the month above.
    person.press("j K")
    #expect(person.model.list.selection == starts[2])
    person.press("K K K")
    #expect(person.model.list.selection == 0)
    for _ in 0..<20 { person.press("J") }
    #expect(person.model.list.selection == rows.count - 1)
    person.press("o")
    person.type("tit")
    person.press("enter J")
    #expect(person.bottomLine.contains("sorted by date"))
  }

  @Test func theCategoriesAreEditedFromTheirPicker() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press(":")
    person.type("show a category")
    person.press("enter")
    person.type("edit")
    person.press("enter")
    #expect(person.topLine.contains("Categories"))
  }

  @Test func onThisDayShowsOtherYears() {
    var person = Person(.small, columns: 120, rows: 24)
    person.press("O")
    #expect(person.shows("On this day, 21 November", 1))
    #expect(person.sees("November 2025"))
    #expect(!person.sees("Morning run"))
    person.press("d")
    #expect(person.sees("No entries from earlier") && person.sees("years on 21"))
    #expect(person.bottomLine.contains("a all   n new   / search   Esc back"))
  }

  @Test func moodsCategoriesAndTagsCanBeShown() {
    var person = Person(.small, columns: 120, rows: 24)
    person.press("M")
    person.type("sad")
    person.press("enter")
    #expect(person.shows("Mood: sad", 2))
    person.press(":")
    person.type("show a category")
    person.press("enter")
    person.type("wor")
    person.press("enter")
    #expect(person.shows("Work", 1))
    person.press("#")
    person.type("trav")
    person.press("enter")
    #expect(person.shows("#travel", 1))
    person.press("U")
    #expect(person.shows("Unfiled", 4))
    person.press("esc")
    #expect(person.shows("All entries", 7))
  }

  @Test(arguments: [
    ("31 oct 2026", "The letter"), ("2 nov 2026", "The letter"), ("2026-10-10", "Bread"),
    ("1 jan 1700", "And thus ends"),
    ("tomorrow", "Morning run"),
  ])
  func goingToADateFindsTheNearestEntry(date: String, title: String) {
    var person = Person(.small, columns: 120, rows: 24)
    person.press("F enter W")
    person.type(date)
    person.press("enter")
    #expect(person.shows("All entries", 7))
    #expect(person.screen.lines.contains { $0.contains("▌") && $0.contains(title) })
  }

  @Test func goingToAMonthShowsAllOfIt() {
    var person = Person(.small, columns: 120, rows: 24)
    person.press("j W")
    person.type("october 2026")
    #expect(person.sees("1–31 October 2026"))
    person.press("enter")
    #expect(person.shows("Search", 2))
    #expect(person.sees("Bread") && person.sees("The letter") && !person.sees("Long day"))
    person.press("esc")
    #expect(person.shows("All entries", 7))
    #expect(person.screen.lines.contains { $0.contains("▌   20 ▎") })
  }

  @Test func aSecondEntryOfADayShowsItsTime() {
    var journal = FakeJournal.small
    journal.add(FakeJournal.entry("x", "Breakfast", "", FakeJournal.date(2026, 11, 21, 6, 5)))
    let person = Person(journal, columns: 120, rows: 24)
    #expect(person.screen.lines.contains { $0.contains("▌   21 ▎") && $0.contains("Morning run") })
    #expect(person.screen.lines.contains { $0.contains(" 06:05") && $0.contains("Breakfast") })
  }

  @Test func halfAPageIsHalfOfOne() {
    var person = Person(.many(300), columns: 80, rows: 24)
    person.press("ctrl-f")
    let page = Int(selected(person).split(separator: " ")[1]) ?? 0
    person.press("g ctrl-d")
    let half = Int(selected(person).split(separator: " ")[1]) ?? 0
    #expect(page > 1 && half == page / 2)
    person.press("ctrl-u")
    #expect(selected(person) == "Entry 0")
    person.press("ctrl-f ctrl-b")
    #expect(selected(person) == "Entry 0")
  }

  @Test func whatIsPastedIntoTheListMayBecomeAnEntry() {
    var person = Person(.small, columns: 80, rows: 24)
    person.paste("A thought\nand more of it")
    #expect(person.sees("Write a new entry with what was pasted?"))
    #expect(person.bottomLine.contains("select") && !person.bottomLine.contains("new entry"))
    person.press("enter esc")
    let made = person.journal.entries.values.first { $0.title == "A thought" }
    #expect(made?.body == "and more of it")
    person.paste("Another\none")
    person.press("n")
    #expect(!person.journal.entries.values.contains { $0.title == "Another" })
  }

  @Test func ctrlCHasToBePressedTwice() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("ctrl-c")
    #expect(!person.effects.contains(.quit))
    #expect(person.sees("Press Ctrl-C again to quit, or q"))
    person.pass(seconds: 3)
    person.press("ctrl-c")
    #expect(!person.effects.contains(.quit))
    person.press("ctrl-c")
    #expect(person.effects.last == .quit)
  }

  @Test func theBarNamesFirstWhatNobodyFindsByChance() {
    let person = Person(.small, columns: 80, rows: 24)
    #expect(person.bottomLine.hasPrefix("  n new   ⏎ read   e edit   / search   u undo   : commands"))
    #expect(person.bottomLine.contains("? keys"))
  }

  @Test func theLastListIsShownAgainAtTheNextStart() {
    var person = Person(.small, columns: 120, rows: 24)
    person.press("F enter o")
    person.type("title")
    person.press("enter q")
    let saved = person.effects.compactMap { effect -> Preferences? in
      if case .savePreferences(let preferences) = effect { preferences } else { nil }
    }
    #expect(saved.last?.scope == .favorites)
    #expect(Preferences(values: saved.last?.values ?? [:]) == saved.last)
    let next = Person(.small, columns: 120, rows: 24, preferences: saved.last ?? Preferences())
    #expect(next.shows("Favourites", 1))
  }

  @Test func theMouseSelectsOpensAndScrolls() {
    var person = Person(.small, columns: 80, rows: 24)
    person.mouse(.press, row: 9, column: 10)
    #expect(person.screen.lines[9].contains("   31   The letter"))
    #expect(person.sees("It came in the morning post"))
    person.mouse(.doublePress, row: 5, column: 10)
    #expect(person.bottomLine.contains("Esc list   e edit"))
    var many = Person(.many(100), columns: 80, rows: 24)
    many.mouse(.wheelDown, row: 10, column: 10)
    many.mouse(.wheelDown, row: 10, column: 10)
    #expect(many.screen.lines[3].contains("Entry 4"))
    many.press("j")
    #expect(selected(many) == "Entry 1")
  }

  @Test func aJournalThatCannotBeReadSaysSoAndIsTriedAgain() {
    var journal = FakeJournal.small
    journal.readFailure = Failure("The journal is not a database.", advice: "Restore a backup.")
    var person = Person(journal, columns: 80, rows: 24)
    #expect(person.sees("The journal is not a database."))
    #expect(person.sees("R tries again."))
    person.journal.readFailure = nil
    person.send(.journalChanged)
    #expect(person.sees("Long day"))
    person.journal.readFailure = Failure("The disk gives no answer.")
    person.press("j")
    #expect(person.sees("This entry could not be read."))
    person.journal.readFailure = nil
    person.press("R")
    #expect(person.sees("Two reviews, one argument, no lunch."))
  }

  @Test func theKeysAtTheBottomCanBePressedWithTheMouse() {
    var person = Person(.small, columns: 80, rows: 24)
    person.mouse(.press, row: 23, column: 2)
    #expect(person.sees("New entry"))
    person.mouse(.press, row: 23, column: 2)
    #expect(person.sees("Empty entry discarded"))
  }

  @Test func spaceReadsOnThroughTheEntries() {
    var journal = FakeJournal.small
    journal.add(
      FakeJournal.entry(
        "x", "First", (1...60).map { "Paragraph \($0)" }.joined(separator: "\n\n"), FakeJournal.date(2026, 11, 21, 9)))
    var person = Person(journal, columns: 80, rows: 24)
    person.press("l space")
    #expect(person.sees("Paragraph 11"))
    for _ in 0..<10 { person.press("space") }
    #expect(!person.sees("09:00"))
    person.press("g")
    while !person.sees("Sat 21 Nov 2026 · 09:00") { person.press("b") }
    #expect(person.screen.lines[3].hasPrefix("    21   First"))
  }

  @Test func aSavedEntryIsPutInThePlaceOfItsRowAndAnotherPlaceIsRefused() {
    var window = ListWindow()
    window.replace(
      ListPage(rows: Person(.many(300)).model.list.rows, hasBefore: false, hasAfter: true), landing: .first,
      total: nil)
    func put(_ change: (inout EntrySummary) -> Void) -> Int? {
      var saved = window.rows[7]
      change(&saved)
      return window.put(saved)
    }
    let place = put { $0.title = "Another title" }
    #expect(place == 7 && window.rows[7].title == "Another title")
    let ninth = window.rows[9].cursor
    let other = put { $0.cursor = ninth }
    #expect(other == nil, "it stands elsewhere now")
    let none = put { $0.id = RecordName("elsewhere") }
    #expect(none == nil, "it is not at hand")
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
