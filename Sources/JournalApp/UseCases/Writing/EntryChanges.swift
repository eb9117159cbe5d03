package import JournalCore

/// What differs between two versions of an entry, field by field; texts are compared by their bytes.
package enum EntryChanges {
  /// Returns the changes that make `new` out of `old`, in the order of the fields; empty where they are alike.
  package static func between(_ old: Entry, _ new: Entry) -> [EntryChange] {
    var changes: [EntryChange] = []
    if !old.title.isIdentical(to: new.title) { changes.append(.title(new.title)) }
    if !old.body.isIdentical(to: new.body) { changes.append(.body(new.body)) }
    if old.mood != new.mood { changes.append(.mood(new.mood)) }
    if old.date != new.date { changes.append(.date(new.date)) }
    if old.isFavorite != new.isFavorite { changes.append(.isFavorite(new.isFavorite)) }
    if old.category != new.category { changes.append(.category(new.category)) }
    let hasSameTags = old.tags.count == new.tags.count && zip(old.tags, new.tags).allSatisfy { $0.isIdentical(to: $1) }
    if !hasSameTags { changes.append(.tags(new.tags)) }
    if old.trashedAt != new.trashedAt { changes.append(.trashedAt(new.trashedAt)) }
    return changes
  }
}
