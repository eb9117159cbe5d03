import JournalCore
import JournalUI
import Testing

/// Another journal of this computer, chosen by a key.
@Suite struct JournalPickerTests {
  private func person(_ journals: JournalChoice...) -> Person {
    var person = Person(.small, columns: 100, rows: 30)
    person.journal.journals = journals
    return person
  }

  @Test func theOpenOneIsMarkedAndAnotherOneIsChosenByName() {
    var person = person(
      JournalChoice(name: "Personal", isUsual: true), JournalChoice(name: "Work", account: "ada@localhost"))
    person.press("@")
    #expect(person.sees("Switch journal") && person.sees("✓ Personal"), "\(person)")
    #expect(person.sees("local only") && person.sees("ada@localhost"), "\(person)")
    person.type("wo")
    person.press("enter")
    #expect(person.effects.contains(.openJournal("Work")))
  }

  @Test func theOpenOneStaysWhereItIsChosenAgain() {
    var person = person(JournalChoice(name: "Personal"), JournalChoice(name: "Work"))
    person.press("@ enter")
    #expect(!person.effects.contains(.openJournal("Personal")))
    #expect(!person.sees("Switch journal"))
  }

  @Test func withoutAnotherOneItIsSaidHowToStartOne() {
    var person = person(JournalChoice(name: "Personal"))
    person.press("@")
    #expect(person.sees("cloudjournal --journal NAME"), "\(person)")
  }
}
