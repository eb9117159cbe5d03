package import JournalCore

/// How a category looks, in words.
package enum CategoryWords {
  /// The colour that a person names, such as `teal`, as `#RRGGBB`; other texts as they are.
  package static func hex(named text: String) -> String {
    CategoryPalette.colors.first { $0.name.lowercased() == trimmingSpace(text).lowercased() }?.hex ?? text
  }

  /// The names of the colours that a category is offered.
  package static var colorNames: [String] { CategoryPalette.colors.map { $0.name.lowercased() } }

  /// The icon that a person names by its words or its name, such as `fork and knife` or `fork.knife`; nil where none is known.
  package static func icon(named text: String) -> String? {
    let wanted = trimmingSpace(text)
    if CategoryIcon.named(wanted) != CategoryIcon.unknown { return wanted }
    return CategoryIcon.known.first { $0.words == wanted.lowercased() }?.name
  }

  /// The words of its sign and the name of its colour, such as `folder, blue`.
  package static func look(of category: JournalCore.Category) -> String {
    "\(CategoryIcon.words(of: category.icon)), \(CategoryPalette.name(of: category.colorHex))"
  }
}

/// The colours that a category is offered; each can be told from the others, on light and on dark.
enum CategoryPalette {
  struct Swatch: Hashable, Sendable {
    let name: String
    let hex: String
  }

  /// The name of a colour; of one that is not offered its digits, which are all there is to say.
  static func name(of hex: String) -> String {
    colors.first { $0.hex == hex.uppercased() }?.name.lowercased() ?? hex
  }

  static let colors = [
    Swatch(name: "Blue", hex: "#007AFF"), Swatch(name: "Green", hex: "#34C759"), Swatch(name: "Orange", hex: "#FF9500"),
    Swatch(name: "Red", hex: "#FF3B30"), Swatch(name: "Purple", hex: "#AF52DE"), Swatch(name: "Teal", hex: "#30B0C7"),
    Swatch(name: "Pink", hex: "#FF2D55"), Swatch(name: "Yellow", hex: "#FFCC00"),
    Swatch(name: "Indigo", hex: "#5856D6"),
    Swatch(name: "Mint", hex: "#00C7BE"), Swatch(name: "Brown", hex: "#A2845E"), Swatch(name: "Grey", hex: "#8E8E93"),
  ]
}

extension SharesDesk {
  /// Takes a new category in before the journal answers; where that fails, the categories are read again.
  mutating func showAtOnce(_ category: JournalCore.Category) {
    categories.append(category)
    categories.sort(by: JournalCore.Category.shownBefore)
  }

  /// A category with the next place in the order and a colour that the others do not have; nil for a name that cannot be.
  mutating func newCategory(_ text: String) -> JournalCore.Category? {
    do {
      return try JournalCore.Category(
        id: freshName, named: text, color: nextColor, behind: categories, at: now.instant)
    } catch {
      say(error.sentence, .error)
      return nil
    }
  }

  private var nextColor: String {
    let used = Set(liveCategories.map(\.colorHex))
    return CategoryPalette.colors.first { !used.contains($0.hex) }?.hex ?? JournalCore.Category.defaultColor
  }
}
