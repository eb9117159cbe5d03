import JournalCore
import JournalUI
import TerminalKit
import Testing

/// The line below the title: Tab goes to each of its parts.
@Suite struct EditorChipTests {
  private func person(_ keys: String) -> Person {
    var person = Person(.small, columns: 80, rows: 24)
    person.press(keys)
    return person
  }

  /// The words of the part that has the keys.
  private func chip(_ person: Person) -> String {
    let frame = view(person.model)
    let selection = Theme.standard(isDark: true, depth: .direct).selection.background
    let row = (1..<8).first { row in (0..<80).contains { frame[row, $0].style.background == selection } }
    guard let row else { return "" }
    return (0..<80).filter { frame[row, $0].style.background == selection }.map { frame[row, $0].text }.joined()
  }

  @Test func tabGoesFromTheTitleThroughEveryPartToTheText() {
    var person = person("n tab")
    #expect(chip(person) == " + mood " && view(person.model).cursor == nil)
    person.press("tab")
    #expect(chip(person) == " + category ")
    person.press("shift-tab shift-tab")
    #expect(chip(person) == "" && view(person.model).cursor?.row == 5)
    person.press("tab tab tab tab tab")
    #expect(chip(person) == "")
    person.type("words")
    #expect(view(person.model).cursor?.row ?? 0 > 7)
  }

  @Test func noPartOfTheLineGivesAKeyToTheTitle() {
    var person = person("n")
    person.type("Harbour")
    person.press("tab backspace delete ctrl-w ctrl-k")
    #expect(person.sees("Harbour"))
    person.paste("pasted words")
    #expect(person.sees("Harbour") && !person.sees("Harbourpasted") && person.sees("pasted words"))
  }

  @Test func enterChangesThePart() {
    var person = person("n tab enter 2")
    #expect(person.sees("◡ happy") && chip(person) == " ◡ happy ")
    #expect(person.bottomLine.contains("⏎ change   Tab next   Esc text"))
    person.press("right enter")
    #expect(person.sees("Find or create"))
    person.press("esc esc")
    #expect(chip(person) == "" && view(person.model).cursor?.row ?? 0 > 7)
  }

  @Test func whatIsTypedOnAPartGoesIntoTheText() {
    var person = person("n")
    person.type("Swim")
    person.press("tab")
    person.type("Cold water.")
    person.press("esc")
    let made = person.journal.entries.values.first { $0.title == "Swim" }
    #expect(made?.body == "Cold water.")
  }
}
