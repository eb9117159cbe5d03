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
  /// Whether it is encrypted on the disk and locked, so that whose it is is not known.
  package var isLocked: Bool

  package init(name: String, account: String? = nil, isUsual: Bool = false, isLocked: Bool = false) {
    (self.name, self.account, self.isUsual, self.isLocked) = (name, account, isUsual, isLocked)
  }
}

/// What is chosen of a journal in the list of them.
enum JournalPick: Hashable, Sendable {
  case switching(to: String)
  case new(String)
  case renaming(String, others: [String])
}

/// Choosing another journal of this computer, making one, and giving one another name.
extension Desk {
  mutating func openJournalPicker(_ journals: [JournalChoice]) {
    guard screens.isEmpty, dialogs.isEmpty else { return }
    let items = journals.map { journal in
      Picker.Item(
        value: .of(MainChoice.journal(.switching(to: journal.name))), title: journal.name,
        detail: journal.isLocked ? "locked" : journal.account ?? "local only",
        glyph: journal.name == environment.journalName ? String(glyphs.check) : "",
        keywords: journal.isUsual ? "usual" : "")
    }
    var picker = Picker(
      "Switch journal", placeholder: "Find, or name a new one", items: items,
      selected: .of(MainChoice.journal(.switching(to: environment.journalName))),
      creates: Picker.Creation(what: "journal", offer: "New journal") { .of(MainChoice.journal(.new($0))) })
    picker.nothing = "No journals here"
    picker.renaming = { value in
      guard case .answer(let answer) = value, case .journal(.switching(let name))? = answer.member as? MainChoice else {
        return nil
      }
      return .of(MainChoice.journal(.renaming(name, others: journals.map(\.name))))
    }
    dialogs.append(.picker(picker))
  }

  mutating func openJournals(for action: ListAction) {
    if action == .renameJournal { askForJournalName(environment.journalName) } else { emit(.loadJournals) }
  }

  mutating func take(_ pick: JournalPick) {
    switch pick {
    case .switching(let name): switchJournal(to: name)
    case .new(let name): startJournal(name)
    case .renaming(let name, let others): askForJournalName(name, others: others)
    }
  }

  mutating func switchJournal(to name: String) {
    guard name != environment.journalName else { return }
    emit(.savePreferences(preferences))
    emit(.openJournal(name))
  }

  /// Makes a journal by opening it.
  mutating func startJournal(_ name: String) {
    guard canWrite() else { return }
    if let problem = JournalName.folderProblem(name) { return say(problem, .error) }
    switchJournal(to: name)
  }

  /// - Parameter others: The names that are taken, as far as they are known.
  mutating func askForJournalName(_ name: String, others: [String] = []) {
    guard canWrite() else { return }
    openPrompt(
      MainQuestion.journalName(of: name), .newJournalName(of: name, others: others), "Rename “\(name)”",
      hint: "Entries, pictures and account stay with it", text: name)
  }

  mutating func renameJournal(_ name: String, to text: String) {
    let new = trimmingSpace(text)
    guard !new.isIdentical(to: name) else { return }
    if name.isIdentical(to: environment.journalName) { emit(.savePreferences(preferences)) }
    emit(.renameJournal(name, to: new))
  }
}

extension SharesDesk {
  /// Says why a journal cannot be called so.
  func understandJournalName(_ prompt: inout Prompt, _ name: String, _ others: [String]) {
    let new = trimmingSpace(prompt.field.text)
    guard !new.isEmpty, !new.isIdentical(to: name) else { return }
    if let problem = JournalName.folderProblem(new) {
      (prompt.understood, prompt.isProblem) = (problem, true)
    } else if others.contains(where: { $0.isIdentical(to: new) }) {
      (prompt.understood, prompt.isProblem) = ("There is a journal “\(new)” already.", true)
    }
  }
}
