import JournalCore
import JournalUI
import TerminalKit
import Testing

@Suite struct TagRenamingTests {
  private func person() -> Person {
    var journal = FakeJournal()
    for (index, tags) in [["running"], ["running", "sea"], ["run"]].enumerated() {
      var entry = FakeJournal.entry("e\(index)", "Entry \(index)", "words", FakeJournal.date(2026, 11, 21, 9 + index))
      entry.tags = tags
      journal.add(entry)
    }
    return Person(journal, columns: 120, rows: 30)
  }

  private func tags(_ person: Person) -> [String] {
    person.journal.entries.values.sorted { $0.id < $1.id }.map { $0.tags.joined(separator: ",") }
  }

  @Test func aTagIsRenamedAndUndone() {
    var person = person()
    person.press(":")
    person.type("rename or join")
    person.press("enter")
    #expect(person.sees("Rename or join a tag") && person.sees("running"))
    person.type("running")
    person.press("enter")
    #expect(person.sees("Rename #running") && person.sees("in 2 entries"))
    person.type("jog")
    person.press("enter")
    #expect(tags(person) == ["jog", "jog,sea", "run"])
    #expect(person.bottomLine.contains("Renamed #running to #jog"))
    person.press("u")
    #expect(tags(person) == ["running", "running,sea", "run"])
  }

  @Test func joiningIsSaidBeforeItIsDone() {
    var person = person()
    person.press("#")
    person.type("running")
    person.press("enter :")
    person.type("rename or join")
    person.press("enter")
    person.type("running")
    person.press("enter")
    person.type("run")
    #expect(person.sees("joins #run, which 1 entry has"))
    person.press("enter")
    #expect(tags(person) == ["run", "run,sea", "run"])
    #expect(person.shows("#run", 3))
    person.press("u")
    #expect(person.shows("#running", 2))
    person.press("ctrl-r")
    #expect(person.shows("#run", 3))
  }

  @Test func savedSearchesThatStillAskForTheTagAreNamed() {
    var person = person()
    person.press("/")
    person.type("tag:running")
    person.wait(for: .search)
    person.press("ctrl-s")
    person.type("Runs")
    person.press("enter esc :")
    person.type("rename or join")
    person.press("enter")
    person.type("running")
    person.press("enter")
    person.type("jog")
    person.press("enter")
    #expect(person.bottomLine.contains("“Runs” still asks for #running."))
  }

  @Test func aNameThatIsNoTagIsExplained() {
    var person = person()
    person.press(":")
    person.type("rename or join")
    person.press("enter enter")
    person.type("two words")
    #expect(person.sees("has a space in it"))
    person.press("enter")
    #expect(tags(person) == ["running", "running,sea", "run"])
  }
}
