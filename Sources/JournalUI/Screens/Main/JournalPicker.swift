import JournalCore
import TerminalKit

/// A journal of this computer, as the list of them shows it.
package struct JournalChoice: Hashable, Sendable {
  /// Its name, which no other journal of this computer has.
  package var name: String
  /// Whose it is, such as `ada@journal.example.org`; nil for one that stays on this computer.
  package var account: String?
  /// Whether it opens where none is named.
  package var isUsual: Bool

  package init(name: String, account: String? = nil, isUsual: Bool = false) {
    (self.name, self.account, self.isUsual) = (name, account, isUsual)
  }
}

/// Choosing another journal of this computer.
extension Desk {
  mutating func openJournalPicker(_ journals: [JournalChoice]) {
    guard screens.isEmpty, dialogs.isEmpty else { return }
    guard journals.contains(where: { $0.name != environment.journalName }) else {
      return say("There is no other journal here. To start one: cloudjournal --journal NAME")
    }
    let items = journals.map { journal in
      Picker.Item(
        value: .of(MainChoice.journal(journal.name)), title: journal.name,
        detail: journal.account ?? "local only",
        glyph: journal.name == environment.journalName ? String(glyphs.check) : "",
        keywords: journal.isUsual ? "usual" : "")
    }
    dialogs.append(
      .picker(
        Picker("Switch journal", items: items, selected: .of(MainChoice.journal(environment.journalName)))))
  }

  mutating func switchJournal(to name: String) {
    guard name != environment.journalName else { return }
    emit(.savePreferences(preferences))
    emit(.openJournal(name))
  }
}
