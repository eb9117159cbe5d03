import JournalCore
import TerminalKit

/// Choosing what a new entry begins with.
extension MainScreen {
  mutating func openTemplatePicker(_ templates: [EntryTemplate], question: String, _ problem: String?) {
    guard desk.screens.isEmpty, dialogs.isEmpty else { return }
    if let problem { say(problem, .warning) }
    let items = templates.map { template in
      let filled = template.filled(at: now, question: question)
      return Picker.Item(
        value: .of(MainChoice.template(template, question: question)),
        title: TerminalSafe(template.name, keepingLines: false).text,
        detail: shortened(TerminalSafe(filled.title, keepingLines: false).text, 48))
    }
    dialogs.append(.picker(Picker("Write from a template", items: items, form: .wide)))
  }
}
