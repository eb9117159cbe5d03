package import JournalCore
import JournalStore

extension JournalContext {
  /// Moves entries to the trash, all or none.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func trash(_ entries: [Entry]) throws {
    try apply(entries.filter { $0.trashedAt == nil }.map { .editEntry($0.id, [.trashedAt(now.instant)]) })
  }

  /// Takes entries back from the trash, all or none.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func restore(_ entries: [Entry]) throws {
    try apply(entries.filter { $0.trashedAt != nil }.map { .editEntry($0.id, [.trashedAt(nil)]) })
  }

  /// Takes back a category that was deleted; its entries are filed under it again.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func restoreCategory(_ category: JournalCore.Category) throws {
    try apply([.editCategory(category.id, [.trashedAt(nil)])])
  }
}

extension JournalContext {
  /// Counts the entries, the removed pictures and the categories in the trash.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func trashContents() throws -> TrashContents {
    TrashContents(
      entries: try store.count(.trash), pictures: try store.removedPictures().count,
      categories: try trashedCategories().count)
  }

  /// The categories in the trash, those first that were deleted last.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func trashedCategories() throws -> [JournalCore.Category] {
    try store.categories(includingTrash: true).filter { $0.trashedAt != nil }.sorted { a, b in
      guard let first = a.trashedAt, let second = b.trashedAt, first != second else { return a.id < b.id }
      return first > second
    }
  }

  /// Removes some of what lies in the trash for good.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func purge(_ entries: [Entry], _ categories: [JournalCore.Category]) throws {
    if !entries.isEmpty { _ = try store.purge(entries.map(\.id)) }
    if !categories.isEmpty { _ = try store.purgeCategories(categories.map(\.id)) }
  }

  /// Removes everything in the trash for good, removed pictures and categories too.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func emptyTrash() throws { _ = try store.emptyTrash() }
}
