import JournalCore
import TerminalKit

/// Choosing mood, category and tags, for entries of the list or for the one in the editor.
extension SharesDesk {
  mutating func openMoodPicker(_ target: EditTarget, of name: String, present: Mood??) {
    let items =
      Mood.known.enumerated().map { index, mood in
        Picker.Item(
          value: .mood(mood), title: mood.title, detail: String(index + 1), glyph: moodGlyph(mood), mood: mood,
          isPresent: present == .some(mood))
      } + [Picker.Item(value: .mood(nil), title: "no mood", detail: "0", isPresent: present == .some(nil))]
    dialogs.append(
      .picker(
        Picker(
          .mood(target), "Mood of \(name)", placeholder: "How was it?", items: items,
          selected: present.flatMap { $0 }.map { .mood($0) })))
  }

  mutating func openCategoryPicker(_ target: EditTarget, of name: String, present: RecordName??) {
    let items =
      liveCategories.map { category in
        Picker.Item(
          value: .category(category.id), title: category.name,
          detail: tallies.map { grouped($0.categories[category.id] ?? 0) } ?? "", glyph: String(glyphs.categoryBar),
          colorHex: category.colorHex, isSwatch: true, isPresent: present == .some(category.id))
      } + [
        Picker.Item(
          value: .category(nil), title: "Unfiled", glyph: " ", isSwatch: true, isPresent: present == .some(nil))
      ]
    dialogs.append(
      .picker(
        Picker(
          .category(target), "Category of \(name)", placeholder: "Find or create",
          items: items, selected: present.map { .category($0) }, creates: "category")))
  }
}
