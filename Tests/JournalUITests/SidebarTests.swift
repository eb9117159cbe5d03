import JournalCore
import JournalUI
import TerminalKit
import Testing

/// The groups of the sidebar: order, tags, folding; and what stands in lists without entries.
@Suite struct SidebarTests {
  private func place(_ words: String, _ person: Person) -> Int? {
    person.screen.lines.firstIndex { $0.prefix(22).contains(words) }
  }

  @Test func moodsStandInTheirOrderAndTagsByUse() throws {
    var journal = FakeJournal.small
    journal.add(FakeJournal.entry("t", "Tagged", "x #travel", FakeJournal.date(2026, 11, 1)))
    let person = Person(journal, columns: 120, rows: 40)
    let moods = try ["excited", "happy", "neutral", "sad", "anxious"].map { try #require(place($0, person)) }
    #expect(moods == moods.sorted())
    let tags = try ["Tags", "# travel", "# post", "# run"].map { try #require(place($0, person), "\($0)") }
    #expect(tags == tags.sorted())
    #expect(person.screen.lines[try #require(place("neutral", person))].prefix(21).contains("0") == false)
  }

  @Test func aTagOfTheSidebarShowsItsEntries() throws {
    var person = Person(.small, columns: 120, rows: 40)
    person.mouse(.press, row: try #require(place("# post", person)), column: 5)
    #expect(person.shows("#post", 1))
    #expect(person.sees("The letter"))
  }

  @Test func leftFoldsAGroupAndRightUnfoldsIt() throws {
    var person = Person(.small, columns: 120, rows: 40)
    person.press("h j j j j j j")
    let shown = try #require(place("Work", person))
    person.press("h")
    #expect(place("Work", person) == nil && place("Categories ▸", person) == shown - 2)
    person.press("j")
    #expect(person.topLine.contains("Mood: excited"))
    person.press("k")
    person.press("l")
    #expect(place("Work", person) == shown && place("▸", person) == nil)
  }

  @Test func aPressOnAHeadingFoldsItsGroup() throws {
    var person = Person(.small, columns: 120, rows: 40)
    person.mouse(.press, row: try #require(place("Moods", person)), column: 4)
    #expect(place("excited", person) == nil && place("Moods ▸", person) != nil)
    person.mouse(.press, row: try #require(place("Moods", person)), column: 4)
    #expect(place("excited", person) != nil)
  }

  @Test(arguments: [
    ("F enter f", "No favourites yet", "a all entries"), ("/", "Nothing found", "Esc back"),
  ]) func anEmptyListSaysWhatHelps(keys: String, title: String, key: String) throws {
    var person = Person(.small, columns: 120, rows: 36)
    person.press(keys)
    if keys == "/" {
      person.type("zzzz")
      person.wait(for: .search)
      person.press("enter")
    }
    let row = try #require(person.screen.lines.firstIndex { $0.contains(title) })
    #expect((9...14).contains(row), "\(row)")
    #expect(person.screen.lines[row..<row + 5].contains { $0.contains(key) })
  }
}
