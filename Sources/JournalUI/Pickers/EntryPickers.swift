import JournalCore
import TerminalKit

/// Choosing mood and category, for entries of the list or for the one in the editor.
extension Model {
  mutating func openMoodPicker(_ target: EditTarget) {
    let items =
      Mood.known.enumerated().map { index, mood in
        Picker.Item(
          value: .mood(mood), title: mood.title, detail: String(index + 1), glyph: moodGlyph(mood), mood: mood)
      } + [Picker.Item(value: .mood(nil), title: "no mood", detail: "0")]
    let present: Mood?? = common(target, \.mood, \.mood)
    dialogs.append(
      .picker(
        Picker(
          .mood(target), "Mood of \(named(target))", placeholder: "How was it?", items: items,
          selected: present.flatMap { $0 }.map { .mood($0) })))
  }

  mutating func openCategoryPicker(_ target: EditTarget) {
    let present: RecordName?? = common(target, \.category, \.category)
    let items =
      liveCategories.map { category in
        Picker.Item(
          value: .category(category.id), title: category.name,
          detail: tallies.map { grouped($0.categories[category.id] ?? 0) } ?? "", glyph: String(glyphs.categoryBar),
          colorHex: category.colorHex, isSwatch: true)
      } + [Picker.Item(value: .category(nil), title: "Unfiled", glyph: " ", isSwatch: true)]
    dialogs.append(
      .picker(
        Picker(
          .category(target), "Category of \(named(target))", placeholder: "Find or create",
          items: items, selected: present.map { .category($0) }, creates: "category")))
  }

  func named(_ target: EditTarget) -> String {
    switch target {
    case .entries(let ids): named(ids)
    case .editor: "this entry"
    }
  }

  /// What all of the target have in common; nil where they differ.
  private func common<Value: Equatable>(
    _ target: EditTarget, _ ofRow: (EntrySummary) -> Value, _ ofEntry: (Entry) -> Value
  ) -> Value? {
    switch target {
    case .editor: return editor.map { ofEntry($0.draft) }
    case .entries(let ids):
      let wanted = Set(ids)
      var found: Value?
      for row in list.rows where wanted.contains(row.id) {
        if let found, found != ofRow(row) { return nil }
        found = ofRow(row)
      }
      return found
    }
  }

  mutating func chooseMood(_ mood: Mood?, _ target: EditTarget) {
    switch target {
    case .editor: changeInEditor { $0.mood = mood }
    case .entries(let ids):
      let what = mood?.title ?? "none"
      change(
        ids, to: .mood(mood), name: "set the mood of \(named(ids)) to \(what)",
        said: "Mood of \(named(ids)): \(what)\(undoHint)")
    }
  }

  mutating func chooseCategory(_ id: RecordName?, _ target: EditTarget) {
    switch target {
    case .editor: changeInEditor { $0.category = id }
    case .entries(let ids):
      let name = category(id)?.name
      change(
        ids, to: .category(id), name: name.map { "filed \(named(ids)) under \($0)" } ?? "unfiled \(named(ids))",
        said: (name.map { "Filed \(named(ids)) under \($0)" } ?? "Unfiled \(named(ids))") + undoHint)
    }
  }

  /// Makes a category and files the entries in it, as one step.
  mutating func createCategory(_ name: String, filing target: EditTarget) {
    guard canWrite(), let category = newCategory(name) else { return }
    switch target {
    case .editor:
      perform("created the category \(category.name)", [.createCategory(category)])
      showAtOnce(category)
      changeInEditor { $0.category = category.id }
    case .entries(let ids):
      perform(
        "filed \(named(ids)) under \(category.name)",
        [.createCategory(category)] + ids.map { .editEntry($0, [.category(category.id)]) },
        said: "Filed \(named(ids)) under the new category \(category.name)\(undoHint)")
    }
  }
}
