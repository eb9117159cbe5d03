import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Looking for words as vi does: `/` behind the caret, `?` before it.
@Suite struct ViSearchTests {
  private func found(_ keys: String, typing text: String) -> String? {
    var preferences = Preferences()
    preferences.viMode = true
    var person = Person(.small, columns: 80, rows: 24, preferences: preferences)
    person.press("j e S")
    person.type("one, one, one, two")
    person.press("esc \(keys)")
    person.type(text)
    // The letter in the place of what was found is how it is told.
    person.press("enter r X Z Z")
    return person.journal.entries[RecordName("long")]?.body
  }

  @Test func aQuestionMarkLooksBeforeTheCaret() {
    #expect(found("$ ?", typing: "one") == "one, one, Xne, two")
    #expect(found("$ b b b ?", typing: "on") == "one, Xne, one, two")
    // Further back it goes on from the end.
    #expect(found("0 ?", typing: "one") == "one, one, Xne, two")
    #expect(found("$ ?", typing: "none") == "one, one, one, twX")
  }

  @Test func aSlashLooksBehindTheCaret() {
    #expect(found("0 /", typing: "one") == "one, Xne, one, two")
    #expect(found("0 l /", typing: "one") == "one, Xne, one, two")
    #expect(found("0 l /", typing: "on") == "one, Xne, one, two")
    #expect(found("$ /", typing: "one") == "Xne, one, one, two")
    #expect(found("0 l /", typing: "none") == "oXe, one, one, two")
  }

  @Test func whatIsLookedForNextHasItsOwnDirection() {
    #expect(found("0 ? o n e enter 0 /", typing: "two") == "one, one, one, Xwo")
  }
}
