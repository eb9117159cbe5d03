import JournalCore
import TerminalKit

/// Choosing the entry that a link in the editor leads to.
extension SharesDesk {
  mutating func openTitlePicker() {
    var picker = Picker(
      "Link to an entry", placeholder: "Type to find a title", items: [], form: .wide,
      creates: Picker.Creation(what: "link") { .of(EditorChoice.link($0)) })
    picker.showsTitles = true
    picker.nothing = "No entry has a title yet"
    dialogs.append(.picker(picker))
    emit(.loadTitles(.beginning("")))
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
