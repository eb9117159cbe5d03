import JournalCore
import JournalUI
import TerminalKit
import Testing

@Suite struct EntryLinkTests {
  private func person(_ body: String, others: [(String, String)] = [("The heron", "It stood still.")]) -> Person {
    var journal = FakeJournal()
    for (index, other) in others.enumerated() {
      journal.add(FakeJournal.entry("o\(index)", other.0, other.1, FakeJournal.date(2026, 11, 1 + index, 9)))
    }
    journal.add(FakeJournal.entry("walk", "A walk", body, FakeJournal.date(2026, 11, 21, 9)))
    return Person(journal, columns: 140, rows: 30)
  }

  @Test func aLinkIsShownAsItsWordsAndLeadsThereAndBack() {
    var person = person("Saw [[the heron|that bird]] again")
    #expect(person.sees("Saw that bird again"))
    person.press("L")
    #expect(isSelected("The heron", person))
    person.press("alt-left")
    #expect(isSelected("A walk", person))
    person.press("alt-left")
    #expect(person.bottomLine.contains("No link was followed"))
  }

  /// A list shows the words, too, also where they stand for a title.
  @Test func aListShowsTheWordsOfLinks() {
    var journal = FakeJournal()
    journal.add(
      FakeJournal.entry(
        "a", "", "[[Sea]] and [[The heron|that bird]]\n\nBelow [[Fog]].", FakeJournal.date(2026, 11, 1, 9)))
    journal.add(FakeJournal.entry("b", "A walk", "Saw [[The heron|it]]", FakeJournal.date(2026, 11, 21, 9)))
    var person = Person(journal, columns: 140, rows: 30)
    #expect(person.sees("Sea and that bird") && person.sees("Below Fog.") && person.sees("Saw it"))
    #expect(!person.sees("[["), "\(person.screen)")
    person.press("C")
    #expect(!person.sees("[["), "\(person.screen)")
  }

  @Test func ofSeveralOneIsChosen() {
    var person = person("[[Fog]] and [[The heron]]", others: [("The heron", ""), ("Fog", ""), ("Fog", "")])
    person.press("L")
    #expect(person.sees("Open a link") && person.sees("Fog"))
    person.press("enter")
    #expect(person.sees("Entries called “Fog”"))
    person.press("enter")
    #expect(isSelected("Fog", person))
  }

  @Test func anEntryThatIsNotThereIsBegun() {
    var person = person("[[Sea]]")
    person.press("L")
    #expect(person.sees("Write “Sea”?"))
    person.press("y")
    person.type("Waves.")
    person.press("esc")
    #expect(newest(person)?.title == "Sea" && newest(person)?.body.contains("Waves.") == true)
  }

  @Test func aDayIsGoneTo() {
    var person = person("[[2026-11-01]]")
    person.press("L")
    #expect(isSelected("The heron", person))
  }

  @Test func theEditorPutsALinkIn() {
    var person = person("Saw ")
    person.press("e ctrl-end alt-k")
    #expect(person.sees("Link to an entry") && person.sees("The heron"))
    person.type("her")
    person.press("enter")
    person.type(" x [[")
    person.press("alt-k")
    person.type("her")
    person.press("enter esc")
    #expect(body(person, "walk") == "Saw [[The heron]] x [[The heron]]")
  }

  @Test(arguments: [
    ("see [[her", "see [[The heron]]"), ("see [[]] x", "see [[The heron]] x"), ("[[a]] her", "[[a]] her[[The heron]]"),
  ])
  func whatWasBegunIsCompleted(_ typed: String, _ expected: String) {
    var person = person("")
    person.press("e")
    person.type(typed)
    if typed.contains("]] x") { person.press("left left left left") }
    person.press("alt-k")
    if typed.hasPrefix("see [[her") { #expect(!person.sees("A walk  ")) } else { person.type("her") }
    person.press("enter esc")
    #expect(body(person, "walk") == expected)
  }

  @Test func selectedWordsAreWhatTheLinkShows() {
    var person = person("a bird")
    person.press("e ctrl-end shift-left shift-left shift-left shift-left alt-k")
    person.type("heron")
    person.press("enter esc")
    #expect(body(person, "walk") == "a [[The heron|bird]]")
  }

  @Test func aTitleThatNoLinkCanNameIsAskedForAgain() {
    var person = person("x")
    person.press("e alt-k")
    person.type("a]b")
    person.press("enter")
    #expect(person.sees("a]b") && person.sees("A link cannot have [ ] | or # in it"))
    person.press("esc esc")
    #expect(body(person, "walk") == "x")
  }

  @Test func theWayBackLeadsFromADay() {
    var person = person("[[2026-11-01]]")
    person.press("L alt-left")
    #expect(isSelected("A walk", person))
  }

  @Test func whereNothingLinksHereThatIsSaid() {
    var person = person("x")
    person.press("B")
    #expect(person.sees("No entry links here"))
  }

  @Test func chanceShowsAnEntry() {
    var person = person("x", others: [("To buy", "milk"), ("Fog", "")])
    person.press(":")
    person.type("by chance")
    person.press("enter")
    #expect(isSelected("To buy", person))
  }

  @Test func whatLinksHereIsListed() {
    var person = person("Saw [[the heron]]")
    person.press("j B")
    #expect(person.sees("links:\"The heron\""))
    #expect(isSelected("A walk", person))
  }
}

/// Whether the list's cursor is on an entry of this title.
private func isSelected(_ title: String, _ person: Person) -> Bool {
  person.screen.lines.contains { $0.contains("▌") && $0.contains(title) }
}
