import JournalCore
import TerminalKit

/// Choosing the entry that a link in the editor leads to.
extension SharesDesk {
  /// - Parameters:
  ///   - text: What was typed of the title of the entry.
  ///   - title: What stands above the list.
  mutating func openTitlePicker(beginning text: String, _ title: String = "Link to an entry") {
    var picker = Picker(
      title, placeholder: "Type to find a title", items: [], form: .wide,
      creates: Picker.Creation(what: "link") { .of(EditorChoice.link($0)) })
    picker.showsTitles = true
    picker.nothing = "No entry has such a title"
    picker.query.replaceAll(text)
    picker.filter()
    dialogs.append(.picker(picker))
    emit(.loadTitles(.beginning(trimmingSpace(text))))
  }
}

extension TopDialog {
  /// Takes in titles, beside those that are there.
  mutating func titlesLoaded(_ found: [TitledEntry]) {
    guard case .picker(var picker) = dialogs.last, picker.showsTitles else { return }
    var known = Set(picker.items.map(\.title))
    for entry in found where EntryLink.text(to: entry.title) != nil {
      let title = shown(entry.title)
      guard known.insert(title).inserted else { continue }
      picker.items.append(
        Picker.Item(
          value: .of(EditorChoice.link(entry.title)), title: title, detail: shortDate(entry.date.local.date)))
    }
    dialogs[dialogs.count - 1] = .picker(picker)
  }

  private func shown(_ title: String) -> String { TerminalSafe(title, keepingLines: false).text }
}
