package import JournalCore
import JournalStore
import JournalUI

/// A category and the number of live entries filed under it.
package struct CategoryRow: Hashable, Sendable {
  /// A category that is not in the trash.
  package var category: JournalCore.Category
  /// Live entries that are filed under it.
  package var entries: Int
  /// Its sign and colour in words, as the screen says them: `folder, blue`.
  package var look: String { CategoryWords.look(of: category) }
}

extension JournalContext {
  /// All categories in their order, with their numbers.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func categoryRows() throws -> [CategoryRow] {
    let tallies = try store.tallies(today: today)
    return try store.categories(includingTrash: false).map {
      CategoryRow(category: $0, entries: tallies.categories[$0.id] ?? 0)
    }
  }

  /// Makes a category behind all others; nil takes the default colour or icon.
  ///
  /// - Throws: ``CommandFailure`` where the name is taken or a value is not allowed; ``StoreError``.
  package func addCategory(_ name: String, color: String?, icon: String?) throws -> JournalCore.Category {
    let categories = try store.categories(includingTrash: false)
    try requireFree(name, among: categories, except: nil)
    let look = try CommandFailure.reading { () throws(InvalidInput) in
      (color: try color.map(CategoryUseCases.hex), icon: try icon.map(CategoryUseCases.icon))
    }
    let category = try newCategory(name, color: look.color, icon: look.icon, after: categories)
    try apply([.createCategory(category)])
    return category
  }

  /// Changes what is given; throws a sentence where nothing is.
  package func editCategory(
    _ reference: String, name: String?, color: String?, icon: String?
  ) throws -> JournalCore.Category {
    let categories = try store.categories(includingTrash: false)
    var category = try category(reference)
    var changes: [CategoryChange] = []
    if let name { try requireFree(name, among: categories, except: category.id) }
    try CommandFailure.reading { () throws(InvalidInput) in
      if let name { changes.append(.name(try CategoryRules.name(name))) }
      if let color { changes.append(.colorHex(try CategoryRules.color(CategoryUseCases.hex(color)))) }
      if let icon { changes.append(.icon(try CategoryRules.icon(CategoryUseCases.icon(icon)))) }
    }
    guard !changes.isEmpty else {
      throw CommandFailure.usage("Nothing to change was given. Give --name, --color or --icon.")
    }
    try apply([.editCategory(category.id, changes)])
    for change in changes { category.set(change) }
    return category
  }

  /// Moves a category to the trash; its entries stay, unfiled. Returns their number.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func removeCategory(_ category: JournalCore.Category) throws -> Int {
    let entries = try store.tallies(today: today).categories[category.id] ?? 0
    try apply([.editCategory(category.id, [.trashedAt(now.instant)])])
    return entries
  }

  /// Puts the categories named to the front, in this order; the others follow as they were.
  ///
  /// - Throws: ``CommandFailure`` where a category is not there or comes twice; ``StoreError``.
  package func orderCategories(_ references: [String]) throws -> [JournalCore.Category] {
    var front: [JournalCore.Category] = []
    for reference in references {
      let category = try category(reference)
      guard !front.contains(where: { $0.id == category.id }) else {
        throw CommandFailure.usage("“\(category.name)” was given twice. Name each category once.")
      }
      front.append(category)
    }
    let rest = try store.categories(includingTrash: false).filter { other in !front.contains { $0.id == other.id } }
    var ordered = front + rest
    try apply(ordered.renumber())
    return ordered
  }

  private func requireFree(
    _ name: String, among categories: [JournalCore.Category], except own: RecordName?
  ) throws {
    let key = SearchQuery.categoryKey(name)
    let taken = categories.first { $0.id != own && SearchQuery.categoryKey($0.name).isIdentical(to: key) }
    if let taken { throw CommandFailure(.exists, "There is a category “\(taken.name)” already. Choose another name.") }
  }
}

/// Signs and colours by the words in which the program tells them.
private enum CategoryUseCases {
  /// - Throws: ``InvalidInput`` where a word is no colour.
  static func hex(_ text: String) throws(InvalidInput) -> String {
    let hex = CategoryWords.hex(named: text)
    do throws(InvalidInput) { return try CategoryRules.color(hex) } catch {
      throw InvalidInput(
        "“\(text.prefix(20))” is not a colour. Write it like #007AFF, or as one of: \(CategoryWords.colorNames.joined(separator: ", "))."
      )
    }
  }

  /// - Throws: ``InvalidInput`` where no icon has the name.
  static func icon(_ text: String) throws(InvalidInput) -> String {
    guard let name = CategoryWords.icon(named: text) else {
      let some = CategoryIcon.known.prefix(12).map(\.words).joined(separator: ", ")
      throw InvalidInput(
        "There is no icon “\(text.prefix(40))”. Some are: \(some). The categories on the screen list all of them.")
    }
    return name
  }
}
