import JournalCore
import JournalUI
import TerminalKit
import Testing

/// When the draft of what is being typed goes to the disk.
@Suite struct DraftTimerTests {
  private func expect(_ person: inout Person, _ timer: TimerName, fires: Bool) {
    let fired = person.wait(for: timer)
    #expect(fired == fires)
  }

  /// Each key starts the timer for a pause anew, so that it alone would keep nothing of a person who types on.
  @Test func whoTypesWithoutAPauseHasADraftAllTheSame() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.type("Half")
    let starts = person.effects.filter { $0 == .startTimer(.steadyDraft, milliseconds: 1000) }
    #expect(starts.count == 1)
    person.type(" a thought")
    #expect(person.journal.drafts.isEmpty)
    expect(&person, .steadyDraft, fires: true)
    #expect(person.journal.drafts.first?.entry.title == "Half a thought")
    // One goes on writing, and the top line does not change with every key.
    #expect(person.topLine.hasSuffix("Writing …"))
    expect(&person, .steadyDraft, fires: false)
    person.type(" and more")
    expect(&person, .steadyDraft, fires: true)
    #expect(person.journal.drafts.first?.entry.title == "Half a thought and more")
    expect(&person, .draft, fires: true)
    #expect(person.topLine.contains("Draft kept"))
  }

  @Test func aPauseIsEnoughAndSavingNeedsNone() {
    var person = Person(.small, columns: 80, rows: 24)
    person.press("n")
    person.type("Half a thought")
    person.wait(for: .draft)
    expect(&person, .steadyDraft, fires: false)
    person.type(" more")
    person.press("ctrl-s")
    expect(&person, .steadyDraft, fires: false)
    person.type(" and more")
    person.press("esc")
    expect(&person, .steadyDraft, fires: false)
    #expect(person.journal.drafts.isEmpty)
  }
}
