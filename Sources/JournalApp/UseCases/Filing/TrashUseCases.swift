package import JournalCore
import JournalStore

extension JournalContext {
  /// Moves entries to the trash, all or none.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func trash(_ entries: [Entry]) throws {
    try setTrashed(
      entries, at: now.instant, name: entries.count == 1 ? "move to the trash" : "move entries to the trash")
  }

  /// Takes entries back from the trash, all or none.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func restore(_ entries: [Entry]) throws {
    try setTrashed(entries, at: nil, name: entries.count == 1 ? "restore an entry" : "restore entries")
  }

  private func setTrashed(_ entries: [Entry], at moment: Instant?, name: String) throws {
    let operations = entries.filter { ($0.trashedAt == nil) != (moment == nil) }.map {
      JournalOperation.editEntry($0.id, [.trashedAt(moment)])
    }
    guard !operations.isEmpty else { return }
    _ = try store.apply(JournalEdit(name: name, operations: operations), cause: .edit)
  }

  /// Takes back a category that was deleted; its entries are filed under it again.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func restoreCategory(_ category: JournalCore.Category) throws {
    let edit = JournalEdit(name: "restore a category", operations: [.editCategory(category.id, [.trashedAt(nil)])])
    _ = try store.apply(edit, cause: .edit)
  }
}

/// What lies in the trash, in numbers.
package struct TrashContents: Hashable, Sendable {
  /// Entries in the trash.
  package var entries = 0
  /// Pictures that were removed from entries outside the trash.
  package var pictures = 0
  /// Categories in the trash.
  package var categories = 0

  package init(entries: Int = 0, pictures: Int = 0, categories: Int = 0) {
    self.entries = entries
    self.pictures = pictures
    self.categories = categories
  }

  /// Whether the trash has nothing of any kind.
  package var isEmpty: Bool { entries + pictures + categories == 0 }

  /// `2 entries, 1 removed picture and 1 category`, as far as there are any.
  package var words: String {
    let parts = [
      entries > 0 ? NumberText.counted(entries, "entry", "entries") : nil,
      pictures > 0 ? NumberText.counted(pictures, "removed picture", "removed pictures") : nil,
      categories > 0 ? NumberText.counted(categories, "category", "categories") : nil,
    ].compactMap { $0 }
    guard let last = parts.last else { return "nothing" }
    return parts.count == 1 ? last : parts.dropLast().joined(separator: ", ") + " and " + last
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
