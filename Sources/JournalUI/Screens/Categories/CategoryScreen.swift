import JournalCore
import TerminalKit

/// The screen on which categories are made and put in order.
struct CategoryModel: ScreenState {
  typealias Work = CategoryScreen
  /// The category under the cursor.
  var cursor: RecordName?
  var top = 0
}

/// What can be chosen in the lists and questions about a category.
enum CategoryChoice: AnswerGroup {
  case color(String, of: RecordName)
  /// A colour that is typed.
  case ownColor(of: RecordName)
  case icon(String, of: RecordName)
  case purge(RecordName)
}

/// The lines that are asked for about a category.
enum CategoryQuestion: AnswerGroup {
  case new
  case newName(of: RecordName)
  case color(RecordName)
}

/// Making categories, and putting them in order.
struct CategoryScreen: Screen {
  static let context = KeyContext.categories
  var desk: Desk
  var state: CategoryModel
  var kept: OpenScreen { .categories(state) }

  let way = ["Categories"]
  let hints: [Action] = [
    .newCategory, .renameCategory, .colorCategory, .closeScreen, .iconCategory, .showShare, .lowerCategory,
    .raiseCategory,
    .deleteCategory, .restoreCategory, .deleteCategoryForGood, .undo, .help,
  ]
  let page = 8

  mutating func perform(_ action: CategoryAction) {
    switch action {
    case .showCategories: break
    case .newCategory:
      if canWrite() { openPrompt(CategoryQuestion.new, .categoryName(), "New category", hint: "What is it called?") }
    case .renameCategory:
      withLiveCategory {
        $0.openPrompt(
          CategoryQuestion.newName(of: $1.id), .categoryName(besides: $1.id), "Rename \($1.name)", hint: "",
          text: $1.name)
      }
    case .colorCategory: withLiveCategory { $0.openColorPicker($1) }
    case .iconCategory: withLiveCategory { $0.openIconPicker($1) }
    case .raiseCategory: withLiveCategory { $0.moveCategory($1, by: -1) }
    case .lowerCategory: withLiveCategory { $0.moveCategory($1, by: 1) }
    case .deleteCategory: withLiveCategory { $0.deleteCategory($1) }
    case .restoreCategory: takeBackCategory()
    case .deleteCategoryForGood: askToPurgeCategory()
    }
  }

  mutating func perform(_ action: Action) {
    if action == .showShare { return share() }
    performOwn(action)
  }

  private mutating func share() {
    withLiveCategory {
      guard $0.desk.hasAccountToShare() else { return }
      $0.desk.openShare(.category($1.id), title: $1.name)
    }
  }

  mutating func answered(_ question: CategoryQuestion, _ prompt: Prompt) {
    switch question {
    case .new: createCategory(prompt.field.text)
    case .newName(let id): renameCategory(id, prompt.field.text)
    case .color(let id): recolorCategory(id, prompt.understood)
    }
  }

  mutating func chose(_ choice: CategoryChoice) {
    switch choice {
    case .color(let hex, let id): recolorCategory(id, hex)
    case .ownColor(let id):
      openPrompt(
        CategoryQuestion.color(id), .color, "Colour of the category", hint: "Six hexadecimal digits, such as #3A86FF")
    case .icon(let name, let id): changeIcon(id, name)
    case .purge(let id):
      log.forgetSteps(touching: [id])
      emit(.purgeCategories([id]))
    }
  }

  /// Live categories in their order, then the deleted ones, the last deleted first.
  var rows: [JournalCore.Category] {
    let deleted = categories.filter { $0.trashedAt != nil }
    return liveCategories
      + deleted.sorted { a, b in
        guard let first = a.trashedAt, let second = b.trashedAt, first != second else { return a.id < b.id }
        return first > second
      }
  }

  var current: JournalCore.Category? { rows.first { $0.id == state.cursor } }

  mutating func move(by count: Int) {
    let rows = self.rows
    guard !rows.isEmpty else { return }
    let place = rows.firstIndex { $0.id == state.cursor } ?? 0
    state.cursor = rows[max(0, min(place + count, rows.count - 1))].id
  }

  private mutating func withLiveCategory(_ body: (inout CategoryScreen, JournalCore.Category) -> Void) {
    guard let category = current else { return say("There is no category yet.") }
    guard category.trashedAt == nil else {
      let key = keymap.shownKey(of: .restoreCategory, in: contexts)?.name ?? ""
      return say("“\(category.name)” is deleted \(glyphs.separator) \(key) to restore it", .warning)
    }
    guard canWrite() else { return }
    body(&self, category)
  }

  // MARK: Edits

  private mutating func createCategory(_ text: String) {
    guard let category = newCategory(text) else { return }
    perform(
      "created the category \(category.name)", [.createCategory(category)], said: "Created \(category.name)\(undoHint)")
    showAtOnce(category)
    state.cursor = category.id
  }

  private mutating func renameCategory(_ id: RecordName, _ text: String) {
    guard let category = category(id) else { return }
    do {
      let name = try CategoryRules.name(text)
      guard !name.isIdentical(to: category.name) else { return }
      perform(
        "renamed \(category.name) to \(name)", [.editCategory(id, [.name(name)])],
        said: "Renamed to \(name)\(undoHint)")
    } catch {
      say(error.sentence, .error)
    }
  }

  private mutating func recolorCategory(_ id: RecordName, _ text: String) {
    guard let category = category(id) else { return }
    do {
      let hex = try CategoryRules.color(text)
      guard hex != category.colorHex else { return }
      perform("changed the colour of \(category.name)", [.editCategory(id, [.colorHex(hex)])])
    } catch {
      say(error.sentence, .error)
    }
  }

  private mutating func changeIcon(_ id: RecordName, _ icon: String) {
    guard let category = category(id), category.icon != icon else { return }
    perform("changed the icon of \(category.name)", [.editCategory(id, [.icon(icon)])])
  }

  /// Moves a category one place, and numbers those anew whose place in the order changed.
  private mutating func moveCategory(_ category: JournalCore.Category, by step: Int) {
    var order = liveCategories
    guard let place = order.firstIndex(where: { $0.id == category.id }), order.indices.contains(place + step) else {
      return
    }
    order.swapAt(place, place + step)
    perform("moved the category \(category.name) \(step < 0 ? "up" : "down")", order.renumber())
    // Shown at once, so that the key can be pressed again before the journal answers.
    for item in order {
      if let known = categories.firstIndex(where: { $0.id == item.id }) { categories[known] = item }
    }
    categories.sort(by: JournalCore.Category.shownBefore)
  }

  private mutating func deleteCategory(_ category: JournalCore.Category) {
    let count = tallies?.categories[category.id] ?? 0
    let entries = count == 0 ? "" : " \(counted(count, "entry is", "entries are")) unfiled now."
    perform(
      "deleted the category \(category.name)", [.editCategory(category.id, [.trashedAt(now.instant)])],
      said: "Deleted \(category.name).\(entries)\(undoHint)")
  }

  private mutating func takeBackCategory() {
    guard let category = current, category.trashedAt != nil else {
      return say("Only a deleted category can be restored.")
    }
    perform(
      "restored the category \(category.name)", [.editCategory(category.id, [.trashedAt(nil)])],
      said: "Restored \(category.name), with its entries\(undoHint)")
  }

  private mutating func askToPurgeCategory() {
    guard let category = current, category.trashedAt != nil else {
      return say("Only a deleted category can be deleted forever.")
    }
    guard canWrite() else { return }
    let lines = [
      "\(category.name) will be deleted with its history; its entries stay, unfiled.", "This cannot be undone.",
    ]
    dialogs.append(
      .choice(
        .confirm(
          "Delete the category forever?", lines, yes: "Delete forever", .chose(CategoryChoice.purge(category.id)),
          isGrave: true)))
  }

  private mutating func openColorPicker(_ category: JournalCore.Category) {
    var items = CategoryPalette.colors.map {
      Picker.Item(
        value: .of(CategoryChoice.color($0.hex, of: category.id)), title: $0.name, detail: $0.hex,
        glyph: String(glyphs.dot), colorHex: $0.hex,
        isSwatch: true)
    }
    items.append(
      Picker.Item(
        value: .of(CategoryChoice.ownColor(of: category.id)), title: "Another colour", detail: "#RRGGBB", glyph: " ",
        isSwatch: true))
    dialogs.append(
      .picker(
        Picker(
          "Colour of \(category.name)", items: items,
          selected: .of(CategoryChoice.color(category.colorHex, of: category.id)))))
  }

  private mutating func openIconPicker(_ category: JournalCore.Category) {
    let items = CategoryIcon.known.map { icon in
      Picker.Item(
        value: .of(CategoryChoice.icon(icon.name, of: category.id)), title: icon.words,
        glyph: environment.isUTF8 ? icon.glyph : icon.asciiGlyph,
        colorHex: category.colorHex)
    }
    dialogs.append(
      .picker(
        Picker(
          "Icon of \(category.name)", items: items,
          selected: .of(CategoryChoice.icon(CategoryIcon.named(category.icon).name, of: category.id)))))
  }
}
