import JournalCore
import TerminalKit

/// Choosing an order, and a list to show.
extension Desk {
  mutating func openSortPicker() {
    var items = ListSort.allCases.map { sort in
      Picker.Item(
        value: .sort(sort), title: sort.name, detail: sort == .title ? "from A" : "newest first",
        glyph: sort == preferences.order.sort ? String(glyphs.check) : "")
    }
    items.append(
      Picker.Item(
        value: .reverse, title: "reverse the order", glyph: preferences.order.reversed ? String(glyphs.check) : ""))
    dialogs.append(
      .picker(
        Picker(.sort, "Sort by", placeholder: "Type to find", items: items, selected: .sort(preferences.order.sort))))
  }

  mutating func openScopePicker(_ kind: Picker.ScopeKind, shown: ListScope) {
    let items: [Picker.Item]
    let title: String
    switch kind {
    case .category:
      title = "Show a category"
      items =
        liveCategories.map { category in
          Picker.Item(
            value: .scope(.category(category.id)), title: category.name,
            detail: tallies.map { grouped($0.categories[category.id] ?? 0) } ?? "", glyph: String(glyphs.categoryBar),
            colorHex: category.colorHex, isSwatch: true)
        } + [
          Picker.Item(value: .scope(.unfiled), title: "Unfiled", glyph: " ", isSwatch: true),
          Picker.Item(
            value: .action(.showCategories), title: "Edit the categories",
            detail: keymap.keys(of: .showCategories).first?.shortName(glyphs: glyphs) ?? "", isSwatch: true,
            keywords: "create rename colour"
          ),
        ]
    case .mood:
      title = "Show a mood"
      items = Mood.known.map { mood in
        Picker.Item(
          value: .scope(.mood(mood)), title: mood.title, detail: tallies.map { grouped($0.moods[mood] ?? 0) } ?? "",
          glyph: moodGlyph(mood), mood: mood)
      }
    case .tag:
      title = "Show a tag"
      items = tagScopeItems
      if items.isEmpty { return say("There are no tags yet. Write #tag in an entry, or give it some.") }
      emit(.loadTags(prefix: ""))
    }
    dialogs.append(
      .picker(
        Picker(.scope(kind), title, placeholder: "Type to find", items: items, selected: .scope(shown))))
  }
}

extension SharesDesk {
  var tagScopeItems: [Picker.Item] {
    tags.map { Picker.Item(value: .scope(.tag($0.tag)), title: $0.tag, detail: grouped($0.count), glyph: "#") }
  }
}
