import JournalCore
import JournalUI
import TerminalKit
import Testing

/// What stands under an entry's title leads to the entries that have it, too.
@Suite struct ClickTests {
  private func person() -> Person {
    var journal = FakeJournal.small
    var entry = FakeJournal.entry(
      "clicked", "A click", "Words about #herons and more.", FakeJournal.date(2026, 11, 21, 9), mood: .sad)
    entry.tags = ["canal"]
    entry.category = journal.categories.values.sorted { $0.name < $1.name }.first?.id
    journal.add(entry)
    return Person(journal, columns: 140, rows: 30)
  }

  private func click(_ person: inout Person, on words: String) {
    for (row, line) in person.screen.lines.enumerated().dropFirst() {
      guard let range = line.ranges(of: words).last else { continue }
      let column = line.distance(from: line.startIndex, to: range.lowerBound)
      guard column > 60 else { continue }
      return person.mouse(.press, row: row, column: column + 1)
    }
    Issue.record("\(words) is not in the reader\n\(person.screen)")
  }

  @Test(arguments: [("sad", "Mood: sad"), ("#canal", "#canal"), ("#herons", "#herons")])
  func moodsAndTagsShowTheirEntries(words: String, title: String) {
    var person = person()
    click(&person, on: words)
    #expect(person.topLine.contains("›  \(title)"), "\(person.screen)")
    #expect(person.sees("A click"))
  }

  @Test func theCategoryShowsItsEntries() {
    var person = person()
    click(&person, on: "Health")
    #expect(person.topLine.contains("›  Health"), "\(person.screen)")
  }

  @Test func whetherEverythingIsSafeLeadsToTheSyncScreen() {
    var person = person()
    person.mouse(.press, row: 0, column: 135)
    #expect(person.sees("Your journal is on this computer only"), "\(person.screen)")
  }

  @Test("the right button selects the entry below it, and asks what can be done")
  func theRightButtonAsksWhatCanBeDone() throws {
    var person = person()
    let row = try #require(person.screen.lines.firstIndex { $0.contains("Long day") })
    person.mouse(.rightPress, row: row, column: 50)
    #expect(person.sees("What do you want to do?"), "\(person.screen)")
    person.press("esc")
    #expect(person.topLine.contains("All entries") && person.sees("Long day"))
    person.press("f")
    #expect(person.message.contains("Long day"), "\(person.screen)")
  }

  @Test func besideThemOnlyThePaneIsChosen() {
    var person = person()
    let before = person.screen.lines[1]
    person.mouse(.press, row: 20, column: 120)
    #expect(person.screen.lines[1].prefix(40) == before.prefix(40))
  }
}
