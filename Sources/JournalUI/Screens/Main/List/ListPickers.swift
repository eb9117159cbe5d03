import JournalCore
import TerminalKit

/// Choosing an order, and a list to show.
extension Desk {
  mutating func openSortPicker() {
    let order = preferences.order
    var items = ListSort.allCases.map { sort in
      Picker.Item(
        value: .of(MainChoice.sort(sort)), title: sort.name, detail: sort == .title ? "from A" : "newest first",
        glyph: sort == order.sort ? String(glyphs.check) : "")
    }
    items.append(
      Picker.Item(
        value: .of(MainChoice.reverse), title: "reverse the order", glyph: order.reversed ? String(glyphs.check) : ""))
    dialogs.append(
      .picker(Picker("Sort by", items: items, form: .short, selected: .of(MainChoice.sort(order.sort)))))
  }

  /// Everything by which the list can be narrowed with one choice.
  mutating func openFilter(shown: ListScope) {
    let marks = [
      Picker.Item(
        value: .of(MainChoice.show(.favorites)), title: "favourites",
        detail: tallies.map { countWords($0.favorites) } ?? "", glyph: String(glyphs.star), keywords: "star"),
      Picker.Item(
        value: .of(MainChoice.find("has:image")), title: "with pictures", glyph: String(glyphs.image),
        keywords: "photo image"),
      Picker.Item(value: .of(MainChoice.show(.unfiled)), title: "unfiled", glyph: " "),
    ]
    let categories = categoryScopeItems(isSwatch: false)
    openList("Filter", marks + categories + moodScopeItems, shown: shown)
  }

  mutating func openCategoryList(shown: ListScope) {
    let items = categoryScopeItems(isSwatch: true)
    let others = [
      Picker.Item(value: .of(MainChoice.show(.unfiled)), title: "Unfiled", glyph: " ", isSwatch: true),
      categoryEditing,
    ]
    openList("Show a category", items + others, shown: shown)
  }

  private func categoryScopeItems(isSwatch: Bool) -> [Picker.Item] {
    liveCategories.map { category in
      Picker.Item(
        value: .of(MainChoice.show(.category(category.id))), title: category.name,
        detail: tallies.map { countWords($0.categories[category.id] ?? 0) } ?? "", glyph: sign(of: category),
        colorHex: category.colorHex, isSwatch: isSwatch)
    }
  }

  mutating func openMoodList(shown: ListScope) { openList("Show a mood", moodScopeItems, shown: shown) }

  private var moodScopeItems: [Picker.Item] {
    shownMoods.map { mood in
      Picker.Item(
        value: .of(MainChoice.show(.mood(mood))), title: mood.title,
        detail: tallies.map { countWords($0.moods[mood] ?? 0) } ?? "", glyph: moodGlyph(mood), mood: mood)
    }
  }

  mutating func openTagList(shown: ListScope) {
    guard !tags.isEmpty else { return say("There are no tags yet. Write #tag in an entry, or give it some.") }
    emit(.loadTags(prefix: ""))
    openList("Show a tag", tagScopeItems, shown: shown, showsTags: true)
  }

  /// Shows the tags to give one of them another name.
  mutating func openTagRenaming() {
    guard !tags.isEmpty else { return say("There are no tags yet. Write #tag in an entry, or give it some.") }
    emit(.loadTags(prefix: ""))
    var picker = Picker("Rename or join a tag", items: tagItems { .renameTag($0) })
    (picker.showsTags, picker.renamesTags) = (true, true)
    dialogs.append(.picker(picker))
  }

  private mutating func openList(_ title: String, _ items: [Picker.Item], shown: ListScope, showsTags: Bool = false) {
    var picker = Picker(title, items: items, selected: .of(MainChoice.show(shown)))
    picker.showsTags = showsTags
    dialogs.append(.picker(picker))
  }
}

extension SharesDesk {
  /// The way from a list of categories to their screen.
  var categoryEditing: Picker.Item {
    Picker.Item(
      value: .action(.showCategories), title: "Edit the categories",
      detail: keymap.keys(of: .showCategories).first?.shortName(glyphs: glyphs) ?? "", isSwatch: true,
      keywords: "create rename colour")
  }

  var tagScopeItems: [Picker.Item] { tagItems { .show(.tag($0)) } }

  /// The tags with the number of their entries, for what is done with the one that is chosen.
  func tagItems(_ choice: (String) -> MainChoice) -> [Picker.Item] {
    tags.map {
      Picker.Item(value: .of(choice($0.tag)), title: $0.tag, detail: grouped($0.count), glyph: "#")
    }
  }
}
