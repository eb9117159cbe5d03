/// A new value for one field of an entry.
package enum EntryChange: Hashable, Sendable {
  case title(String)
  case body(String)
  case mood(Mood?)
  case date(EntryDate)
  case isFavorite(Bool)
  case category(RecordName?)
  case tags([String])
  case trashedAt(Instant?)
}

/// A new value for one field of a category.
package enum CategoryChange: Hashable, Sendable {
  case name(String)
  case colorHex(String)
  case icon(String)
  case sortOrder(Int64)
  case trashedAt(Instant?)
}

/// A new value for one field of an image.
package enum ImageChange: Hashable, Sendable {
  case imageAsset(String?)
  case caption(String)
  case sortOrder(Int64)
  case trashedAt(Instant?)
}

/// One step of an edit. Deleting is a field (`trashedAt`), so every step has an inverse of the same kind.
package enum JournalOperation: Hashable, Sendable {
  case createEntry(Entry)
  case editEntry(RecordName, [EntryChange])
  case createCategory(Category)
  case editCategory(RecordName, [CategoryChange])
  case createImage(EntryImage)
  case editImage(RecordName, [ImageChange])
}

/// What a person did in one go: all of it is applied, or nothing, and it is undone and redone as one.
package struct JournalEdit: Hashable, Sendable {
  /// What it is called on screen when it is undone or redone: "move 3 entries to the trash".
  package var name: String
  /// The steps, applied in this order.
  package var operations: [JournalOperation]
  /// The entry as its editor knew it: what was saved by others since is merged with what is saved now, as between two
  /// devices. nil where no editor had the entry open.
  package var seen: Entry?

  package init(name: String, operations: [JournalOperation], seen: Entry? = nil) {
    self.seen = seen
    self.name = name
    self.operations = operations
  }
}

/// Why a value was replaced; history shows it.
package enum EditCause: String, Hashable, Sendable, Codable {
  case edit, undo, redo, merge, restore
  case importing = "import"
}
