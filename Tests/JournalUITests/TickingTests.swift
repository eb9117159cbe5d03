import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Boxes of task lists are ticked in the reader.
@Suite struct TickingTests {
  private func person(_ body: String, columns: Int = 140) -> Person {
    var journal = FakeJournal.small
    journal.add(FakeJournal.entry("list", "To buy", body, FakeJournal.date(2026, 11, 21, 9)))
    return Person(journal, columns: columns, rows: 30)
  }

  private func body(_ person: Person) -> String? { person.journal.entries[RecordName("list")]?.body }

  @Test func theOnlyBoxIsTickedAtOnceAndUndone() {
    var person = person("- [ ] milk")
    person.press(".")
    #expect(body(person) == "- [x] milk")
    #expect(person.bottomLine.contains("Ticked “milk”"))
    person.press("u")
    #expect(body(person) == "- [ ] milk")
    #expect(person.bottomLine.contains("Undone: ticked “milk”"))
  }

  @Test func ofSeveralTheNextOneIsOffered() {
    var person = person("- [x] milk\n- [ ] bread\n- [ ] eggs")
    person.press("l .")
    #expect(person.sees("Tick a box") && person.sees("eggs"))
    person.press("enter")
    #expect(body(person) == "- [x] milk\n- [x] bread\n- [ ] eggs")
    person.press(".")
    person.type("milk")
    person.press("enter")
    #expect(body(person) == "- [ ] milk\n- [x] bread\n- [ ] eggs")
  }

  @Test func aClickTicksTheBoxUnderIt() throws {
    var person = person("- [ ] milk\n- [ ] bread")
    let row = try #require(person.screen.lines.firstIndex { $0.contains("· bread") })
    let line = person.screen.lines[row]
    let range = try #require(line.ranges(of: "· bread").last)
    person.mouse(.press, row: row, column: line.distance(from: line.startIndex, to: range.lowerBound))
    #expect(body(person) == "- [ ] milk\n- [x] bread")
  }

  /// What is quoted or code does not keep the boxes that are shown from being ticked one by one.
  @Test func aTaskInAQuotationOrInCodeIsInNoOnesWay() {
    let text = "- [ ] a\n\n> - [ ] quoted\n\n- [ ] b\n\ntext\n\n    - [ ] code"
    var person = person(text)
    person.press("enter tab tab space")
    #expect(body(person) == text.replacing("- [ ] b", with: "- [x] b"))
    person.press(".")
    #expect(person.sees("Tick a box") && !person.sees("#a"))
    person.type("code")
    #expect(person.sees("No match") || !person.sees("· code"))
    person.press("esc")
  }

  @Test func whereThereIsNoneItIsSaid() {
    var person = person("no boxes")
    person.press(".")
    #expect(person.bottomLine.contains("There is no box to tick"))
  }
}
