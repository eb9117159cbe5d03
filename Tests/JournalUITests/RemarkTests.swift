import JournalCore
import TerminalKit
import Testing

@testable import JournalUI

/// What the screens say of entries that a newer program wrote, or that another device removed.
@Suite struct RemarkTests {
  private func person(_ remark: EntryRemark) -> Person {
    var person = Person(.small, columns: 100, rows: 24)
    for id in person.journal.entries.keys { person.journal.remarks[id] = remark }
    person.send(.journalChanged)
    return person
  }

  @Test func theEditorRefusesARecordOfANewerFormatBeforeAWordIsTyped() {
    var person = person(EntryRemark(isNewerFormat: true))
    person.press("e")
    #expect(person.message.contains("can only be read here"))
    #expect(person.model.editor == nil)
    #expect(person.journal.applied.isEmpty)
  }

  @Test func theListMarksItAndTheReaderSaysWhy() {
    func marks(_ person: Person) -> Int { person.screen.unicodeScalars.count { $0 == person.model.glyphs.localOnly } }
    var marked = person(EntryRemark(isNewerFormat: true))
    #expect(marks(marked) > marks(person(EntryRemark())))
    marked.press("enter")
    #expect(marked.sees("This entry was written by a newer"))
  }

  @Test func anEntryOfOurFormatOpensAsAlways() {
    var person = person(EntryRemark())
    person.press("e")
    #expect(person.model.editor != nil)
  }
}
