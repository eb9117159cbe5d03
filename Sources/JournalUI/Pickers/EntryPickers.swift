import JournalCore
import TerminalKit

/// Choosing mood and category, for entries of the list or for the one in the editor.
extension SharesDesk {
  mutating func openMoodPicker(of name: String, present: Mood??, _ value: (Mood?) -> Picker.Value) {
    let items =
      Mood.known.enumerated().map { index, mood in
        Picker.Item(
          value: value(mood), title: mood.title, detail: String(index + 1), glyph: moodGlyph(mood), mood: mood,
          isPresent: present == .some(mood))
      } + [Picker.Item(value: value(nil), title: "no mood", detail: "0", isPresent: present == .some(nil))]
    dialogs.append(
      .picker(
        Picker(
          "Mood of \(name)", placeholder: "How was it?", items: items, form: .numbered,
          selected: present.flatMap { $0 }.map(value))))
  }

  mutating func openCategoryPicker(
    of name: String, present: RecordName??, _ value: (RecordName?) -> Picker.Value,
    creating new: @escaping @Sendable (String) -> Picker.Value
  ) {
    let items =
      liveCategories.map { category in
        Picker.Item(
          value: value(category.id), title: category.name,
          detail: tallies.map { countWords($0.categories[category.id] ?? 0) } ?? "", glyph: sign(of: category),
          colorHex: category.colorHex, isSwatch: true, isPresent: present == .some(category.id))
      } + [
        Picker.Item(value: value(nil), title: "Unfiled", glyph: " ", isSwatch: true, isPresent: present == .some(nil))
      ] + (desk.screens.isEmpty ? [categoryEditing] : [])
    dialogs.append(
      .picker(
        Picker(
          "Category of \(name)", placeholder: "Find or create", items: items, selected: present.map(value),
          creates: Picker.Creation(what: "category", value: new))))
  }
}
