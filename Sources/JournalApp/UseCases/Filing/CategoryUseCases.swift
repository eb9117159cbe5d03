package import JournalCore
import JournalStore

/// A category and the number of live entries filed under it.
package struct CategoryRow: Hashable, Sendable {
  /// A category that is not in the trash.
  package var category: JournalCore.Category
  /// Live entries that are filed under it.
  package var entries: Int
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
    let category = try newCategory(name, color: color, icon: icon, after: categories)
    _ = try store.apply(JournalEdit(name: "create a category", operations: [.createCategory(category)]), cause: .edit)
    return category
  }

  /// Changes what is given; throws a sentence where nothing is.
  package func editCategory(
    _ reference: String, name: String?, color: String?, icon: String?
  ) throws -> JournalCore.Category {
    let categories = try store.categories(includingTrash: false)
    var category = try category(reference)
    var changes: [CategoryChange] = []
    do {
      if let name {
        try requireFree(name, among: categories, except: category.id)
        category.name = try CategoryRules.name(name)
        changes.append(.name(category.name))
      }
      if let color {
        category.colorHex = try CategoryRules.color(color)
        changes.append(.colorHex(category.colorHex))
      }
      if let icon {
        category.icon = try CategoryRules.icon(icon)
        changes.append(.icon(category.icon))
      }
    } catch let error as InvalidInput {
      throw CommandFailure.usage(error.sentence)
    }
    guard !changes.isEmpty else {
      throw CommandFailure.usage("Nothing to change was given. Give --name, --color or --icon.")
    }
    _ = try store.apply(
      JournalEdit(name: "change a category", operations: [.editCategory(category.id, changes)]), cause: .edit)
    return category
  }

  /// Moves a category to the trash; its entries stay, unfiled. Returns their number.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func removeCategory(_ category: JournalCore.Category) throws -> Int {
    let entries = try store.tallies(today: today).categories[category.id] ?? 0
    let edit = JournalEdit(
      name: "delete a category", operations: [.editCategory(category.id, [.trashedAt(now.instant)])])
    _ = try store.apply(edit, cause: .edit)
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
    var operations: [JournalOperation] = []
    for index in ordered.indices where ordered[index].sortOrder != Int64(index) {
      ordered[index].sortOrder = Int64(index)
      operations.append(.editCategory(ordered[index].id, [.sortOrder(Int64(index))]))
    }
    if !operations.isEmpty {
      _ = try store.apply(JournalEdit(name: "order the categories", operations: operations), cause: .edit)
    }
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
