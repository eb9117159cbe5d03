package import JournalCore
import JournalStore

/// Where an entry is filed.
package enum FiledCategory: Hashable, Sendable {
  case none
  case existing(JournalCore.Category)
  /// It is made together with the entry.
  case new(JournalCore.Category)

  /// The name of the category's record; nil for none.
  package var id: RecordName? {
    switch self {
    case .none: nil
    case .existing(let category), .new(let category): category.id
    }
  }

  /// The category's name, as it is or will be kept; nil for none.
  package var name: String? {
    switch self {
    case .none: nil
    case .existing(let category), .new(let category): category.name
    }
  }

  /// The category that has to be made.
  package var made: JournalCore.Category? {
    if case .new(let category) = self { return category }
    return nil
  }
}

extension JournalContext {
  /// The category of this name, whatever its case, or a new one; an empty name stands for none.
  ///
  /// - Throws: ``CommandFailure`` for a name that no category can have; ``StoreError``.
  package func filedCategory(_ name: String?) throws -> FiledCategory {
    guard let name, !trimmingSpace(name).isEmpty else { return .none }
    let categories = try store.categories(includingTrash: false)
    if let category = JournalContext.find(name, among: categories) { return .existing(category) }
    return .new(try newCategory(name, after: categories))
  }

  /// Does something with a category that may have to be made; of processes that want the same new one at once, the first
  /// makes it.
  func withCategory<Result>(
    _ choice: FiledCategory, _ body: (FiledCategory) throws -> Result
  ) throws -> Result {
    guard case .new(let category) = choice, let lock else { return try body(choice) }
    return try lock.exclusively {
      let present = JournalContext.find(category.name, among: try store.categories(includingTrash: false))
      return try body(present.map { .existing($0) } ?? choice)
    }
  }

  /// Whether a person means a category by this, its name in whatever case or its id.
  package static func isName(_ reference: String, of category: JournalCore.Category) -> Bool {
    find(reference, among: [category]) != nil
  }

  /// The category of this name, whatever its case, or with this id; throws a sentence where there is none.
  package func category(_ reference: String) throws -> JournalCore.Category {
    let categories = try store.categories(includingTrash: false)
    if let category = JournalContext.find(reference, among: categories) { return category }
    throw CommandFailure(
      .notFound, "There is no category “\(reference)”. “cloudjournal categories” lists them.")
  }

  /// A category that was deleted, by its name or id; of several with the name the one deleted last.
  ///
  /// - Throws: ``CommandFailure`` where there is none; ``StoreError`` where the journal cannot be read.
  package func deletedCategory(_ reference: String) throws -> JournalCore.Category {
    let deleted = try store.categories(includingTrash: true).filter { $0.trashedAt != nil }
      .sorted { ($0.trashedAt ?? .earliest) > ($1.trashedAt ?? .earliest) }
    if let category = JournalContext.find(reference, among: deleted) { return category }
    throw CommandFailure(.notFound, "There is no deleted category “\(reference)”.")
  }

  static func find(_ reference: String, among categories: [JournalCore.Category]) -> JournalCore.Category? {
    let key = SearchQuery.categoryKey(reference)
    return categories.first { SearchQuery.categoryKey($0.name).isIdentical(to: key) }
      ?? categories.first { $0.id.rawValue.isIdentical(to: reference) }
  }

  /// A category that is not in the journal yet, behind all that are.
  func newCategory(
    _ name: String, color: String? = nil, icon: String? = nil, after categories: [JournalCore.Category]
  ) throws -> JournalCore.Category {
    try CommandFailure.reading { () throws(InvalidInput) in
      try JournalCore.Category(
        id: freshName(), named: name, color: color, icon: icon, behind: categories, at: now.instant)
    }
  }
}
