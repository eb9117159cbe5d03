package import JournalCore
import JournalStore

/// The names of the categories that are not in the trash, by id.
///
/// There are few of them, so they are looked through: the first use of a dictionary of ids in a process takes longer than
/// looking up a page of entries does.
package struct CategoryNames: Sendable {
  private let names: [(id: RecordName, name: String)]

  package init(_ names: [(id: RecordName, name: String)] = []) { self.names = names }

  /// The name of a category; nil where there is none, or only in the trash.
  package subscript(id: RecordName?) -> String? {
    guard let id else { return nil }
    for (known, name) in names where known.rawValue.isIdentical(to: id.rawValue) { return name }
    return nil
  }
}

extension JournalContext {
  /// Reads the names of all categories that are not in the trash.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func categoryNames() throws -> CategoryNames {
    CategoryNames(try store.categories(includingTrash: false).map { ($0.id, $0.name) })
  }
}
