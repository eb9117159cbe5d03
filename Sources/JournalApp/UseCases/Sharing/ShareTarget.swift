import CloudRecord
package import JournalCore
import JournalSeal
import JournalStore
import SyncCore

/// What a person shares: an entry with its pictures, or a category with its entries.
package enum ShareTarget: Hashable, Sendable {
  case entry(Entry)
  case category(JournalCore.Category)

  /// The record at the top of the share.
  package var root: RecordName {
    switch self {
    case .entry(let entry): entry.id
    case .category(let category): category.id
    }
  }

  /// The category, where it is one.
  var category: RecordName? { if case .category(let category) = self { category.id } else { nil } }

  /// What those see who are invited, before they accept; at most 1,024 bytes.
  var title: String {
    let title =
      switch self {
      case .entry(let entry): entry.title.isEmpty ? "An entry" : entry.title
      case .category(let category): category.name
      }
    let words = TextPreview.preview(of: title, limit: 200)
    // A name of nothing but marks says nothing, and an empty one would say that it is another kind of share.
    return words.isEmpty ? category == nil ? "An entry" : "A category" : words
  }

  /// The name of the category that it is, as the keys of a share have it; empty for an entry.
  var sealedCategory: String { if case .category = self { title } else { "" } }

  /// Whether the keys of its share have the name that it has now.
  func isNamed(in share: OpenedShare) -> Bool { share.isCalled(title, category: sealedCategory) }

  /// `“Trip to Bergen”`, as sentences name it.
  package var quoted: String {
    switch self {
    case .entry(let entry): EntryNaming.quoted(entry)
    case .category(let category): "“\(category.name)”"
    }
  }

  /// The word for it in JSON.
  var kind: String { if case .entry = self { "entry" } else { "category" } }
}

extension JournalContext {
  /// What a person means by an entry's id or the end of one, or by a category's name.
  ///
  /// - Throws: ``CommandFailure`` where there is no such thing; ``StoreError``.
  package func shareTarget(_ reference: String, isCategory: Bool = false) throws -> ShareTarget {
    if isCategory { return .category(try category(reference)) }
    return .entry(try entry(reference, inTrash: false))
  }

  /// The same for something that is shared already: an entry, or else a category of this name.
  ///
  /// - Parameter inTrash: Whether it may lie in the trash, where another computer may have put it.
  /// - Throws: ``CommandFailure`` where there is no such thing; ``StoreError``.
  package func sharedTarget(_ reference: String, inTrash: Bool = false) throws -> ShareTarget {
    do {
      return .entry(try entry(reference, inTrash: inTrash ? nil : false))
    } catch let failure as CommandFailure where failure.code == .notFound || failure.code == .usage {
      let wanted = trimmingSpace(reference).lowercased()
      // As this program's sentences have names.
      let bare = wanted.hasPrefix("“") && wanted.hasSuffix("”") ? String(wanted.dropFirst().dropLast()) : wanted
      let categories = try store.categories(includingTrash: inTrash)
      let found = categories.filter { [wanted, bare].contains($0.name.lowercased()) || $0.id.rawValue == wanted }
      guard
        // One that is shared is meant, also where another of its name was made since.
        let category = try found.first(where: isShared) ?? found.first(where: { $0.trashedAt == nil }) ?? found.first
      else { throw failure }
      return .category(category)
    }
  }

  /// Whether a category is shared, or was begun to be.
  private func isShared(_ category: JournalCore.Category) throws -> Bool {
    let name = StoredShares.prefix + category.id.rawValue
    if try StoredShares(store).all().contains(where: { $0.recordName == name }) { return true }
    return try StoredShareRings(store).all().contains { $0.name == name && $0.phase != .ended }
  }
}

/// How something is shared.
package struct ShareWish: Hashable, Sendable {
  /// Addresses of people to invite, such as `ben@journal.example.org`.
  package var people: [String] = []
  /// Whether those who are named may change it; nil lets people who are new read, and people who are in do what they may already.
  package var mayWrite: Bool?
  /// Whether anyone with the link and an account on the server can join.
  package var isForAnyone = false

  package init() {}

  var permission: SharePermission { mayWrite == true ? .readWrite : .readOnly }

  /// The addresses as the server compares them.
  ///
  /// - Throws: ``CommandFailure`` for a text that is no address.
  func addresses() throws -> [String] { try people.map(Self.address) }

  /// An address in lower case.
  ///
  /// - Throws: ``CommandFailure`` for a text that is none.
  static func address(_ text: String) throws -> String {
    try CommandFailure.reading { () throws(InvalidInput) in try AccountAddress.reading(text) }
  }
}
