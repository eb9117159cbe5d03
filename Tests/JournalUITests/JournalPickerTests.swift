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

  /// Whose a locked one is cannot be told.
  @Test func aLockedOneIsNotCalledLocal() {
    var person = person(
      JournalChoice(name: "Personal", account: "ada@localhost"), JournalChoice(name: "Work", isLocked: true))
    person.press("@")
    #expect(person.sees("locked") && !person.sees("local only"), "\(person)")
  }

  @Test func theOpenOneStaysWhereItIsChosenAgain() {
    var person = person(JournalChoice(name: "Personal"), JournalChoice(name: "Work"))
    person.press("@ enter")
    #expect(!person.effects.contains(.openJournal("Personal")))
    #expect(!person.sees("Switch journal"))
  }

  @Test func oneThatIsNotThereIsMadeByItsName() {
    var person = person(JournalChoice(name: "Personal"))
    person.press("@")
    #expect(person.sees("Switch journal") && person.sees("✓ Personal"), "\(person)")
    person.type("Travels")
    #expect(person.sees("New journal “Travels”"), "\(person)")
    person.press("enter")
    #expect(person.effects.contains(.openJournal("Travels")))
    person.press("@")
    person.type("a/b")
    person.press("enter")
    #expect(person.sees("leave the slash out") && !person.effects.contains(.openJournal("a/b")), "\(person)")
  }

  @Test func theOneUnderTheCursorGetsAnotherName() {
    var person = person(JournalChoice(name: "Personal"), JournalChoice(name: "Work"))
    person.press("@")
    #expect(person.sees("F2 rename"), "\(person)")
    person.press("down f2")
    #expect(person.sees("Rename “Work”"), "\(person)")
    person.type("Personal")
    #expect(person.sees("There is a journal “Personal” already."), "\(person)")
    person.press("enter")
    person.type(" 2")
    person.press("enter")
    #expect(person.effects.contains(.renameJournal("Work", to: "Personal 2")), "\(person.effects)")
  }
}
