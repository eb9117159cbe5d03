package import JournalCore
import JournalStore

extension JournalContext {
  /// Moves entries to the trash, all or none.
  package func trash(_ entries: [Entry]) throws {
    try setTrashed(
      entries, at: now.instant, name: entries.count == 1 ? "move to the trash" : "move entries to the trash")
  }

  /// Takes entries back from the trash, all or none.
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
  package func restoreCategory(_ category: JournalCore.Category) throws {
    let edit = JournalEdit(name: "restore a category", operations: [.editCategory(category.id, [.trashedAt(nil)])])
    _ = try store.apply(edit, cause: .edit)
  }
}

extension JournalContext {
  /// The number of entries in the trash.
  package func trashCount() throws -> Int { try store.count(.trash) }

  /// The number of pictures that were removed from entries outside the trash.
  package func removedPictureCount() throws -> Int { try store.removedPictures().count }

  /// Removes everything in the trash for good, removed pictures and categories too; returns the number of entries.
  package func emptyTrash() throws -> Int { try store.emptyTrash() }
}
