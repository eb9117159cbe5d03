import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// Going from one misspelt word to the next reads no line twice.
@Suite struct SpellWalkTests {
  private func person(_ body: String, title: String = "A walk") -> Person {
    var journal = FakeJournal()
    journal.misspelt = ["helllo": ["hello"], "wrold": ["world"]]
    journal.add(FakeJournal.entry("walk", title, body, FakeJournal.date(2026, 11, 21, 9)))
    var person = Person(journal, columns: 120, rows: 30, canSpell: true)
    person.press("e")
    return person
  }

  /// How many lines are taken apart for going to the next misspelt word from where the caret is.
  private func linesRead(_ person: Person, _ command: SpellingCommand = .next) throws -> Int {
    let editor = try #require(person.model.editor)
    var spelling = EditorSpelling(desk: person.model.desk, words: EditorWords(editor))
    _ = spelling.take(command)
    return spelling.linesRead
  }

  private let long = (0..<400).map { "Line number \("abcdefghij".prefix($0 % 10 + 1)) of many." }

  @Test func whatWasReadIsNotReadAgain() throws {
    var person = person((["helllo"] + long + ["The wrold", "and more"]).joined(separator: "\n"))
    person.press("ctrl-home alt-n")
    #expect(person.model.editor?.body.caret.offset == person.model.editor?.body.text.utf8.count.advanced(by: -14))
    // Around the end, and over all that was read, to the first line; then on to the last one.
    person.press("alt-n")
    #expect(person.model.editor?.body.caret.offset == 0)
    #expect(try linesRead(person) <= 3)
    #expect(try linesRead(person, .previous) <= 3)
    // What is written in a line has that line read alone.
    person.press("down down end")
    person.type(" Yes")
    #expect(try linesRead(person) <= 4)
    person.press("alt-n")
    person.type("X")
    #expect(person.sees("The Xwrold"), "\(person.screen)")
  }

  @Test func aWordThatIsForgottenIsFoundAgain() {
    var person = person("wrold\n" + long.joined(separator: "\n"))
    person.press("ctrl-home alt-z 8 alt-n")
    #expect(person.message == "No misspelt word here", "\(person.message)")
    person.press("ctrl-home alt-z 8 ctrl-end alt-n")
    #expect(person.model.editor?.body.caret.offset == 0)
  }

  @Test func theWayBackIsTheOtherWayRound() {
    var person = person("one wrold two\n```\nhelllo\n```\nthree helllo four\n\nend", title: "A helllo")
    func place() -> String {
      guard let editor = person.model.editor else { return "" }
      return editor.field == .title ? "title" : String(editor.body.caret.offset)
    }
    var places: [String] = []
    for _ in 0..<4 {
      person.press("alt-n")
      places.append(place())
    }
    #expect(places == ["title", "4", "35", "title"])
    // A caret in code stands between the lines around it.
    person.press("down ctrl-home down down")
    person.press("alt-n")
    #expect(place() == "35")
  }
}
