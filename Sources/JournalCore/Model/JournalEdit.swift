extension FieldChange<Entry> {
  /// A new title.
  package static func title(_ title: String) -> Self { Self(\.title, title) }
  /// A new text.
  package static func body(_ body: String) -> Self { Self(\.body, body) }
  /// A new mood, or none.
  package static func mood(_ mood: Mood?) -> Self { Self(\.mood, mood) }
  /// A new date with its zone.
  package static func date(_ date: EntryDate) -> Self { Self(\.date, date) }
  /// Marked as a favourite or not.
  package static func isFavorite(_ flag: Bool) -> Self { Self(\.isFavorite, flag) }
  /// Filed under a category, or under none.
  package static func category(_ name: RecordName?) -> Self { Self(\.category, name) }
  /// New explicit tags.
  package static func tags(_ tags: [String]) -> Self { Self(\.tags, tags) }
}

extension FieldChange<Category> {
  /// A new name.
  package static func name(_ name: String) -> Self { Self(\.name, name) }
  /// A new colour, `#RRGGBB`.
  package static func colorHex(_ color: String) -> Self { Self(\.colorHex, color) }
  /// A new icon.
  package static func icon(_ icon: String) -> Self { Self(\.icon, icon) }
}

extension FieldChange<EntryImage> {
  /// Another file, or none.
  package static func imageAsset(_ digest: String?) -> Self { Self(\.imageAsset, digest) }
  /// A new caption.
  package static func caption(_ caption: String) -> Self { Self(\.caption, caption) }
}

/// One step of an edit. Deleting is a field (`trashedAt`), so every step has an inverse of the same kind.
package enum JournalOperation: Hashable, Sendable {
  case create(AnyRecord)
  case edit(RecordEdit)
}

extension JournalOperation {
  /// The step that makes an entry.
  package static func createEntry(_ entry: Entry) -> Self { .create(.entry(entry)) }
  /// The step that gives fields of an entry new values.
  package static func editEntry(_ id: RecordName, _ changes: [EntryChange]) -> Self { .edit(.entry(id, changes)) }
  /// The step that makes a category.
  package static func createCategory(_ category: Category) -> Self { .create(.category(category)) }
  /// The step that gives fields of a category new values.
  package static func editCategory(_ id: RecordName, _ changes: [CategoryChange]) -> Self {
    .edit(.category(id, changes))
  }
  /// The step that adds a picture to its entry.
  package static func createImage(_ image: EntryImage) -> Self { .create(.image(image)) }
  /// The step that gives fields of a picture new values.
  package static func editImage(_ id: RecordName, _ changes: [ImageChange]) -> Self { .edit(.image(id, changes)) }
  /// The step that gives fields of a preference new values.
  package static func editPreference(_ id: RecordName, _ changes: [PreferenceChange]) -> Self {
    .edit(.preference(id, changes))
  }

  /// The name of the record that is made or edited.
  package var record: RecordName {
    switch self {
    case .create(let record): record.name
    case .edit(let edit): edit.record
    }
  }
}

/// What a person did in one go: all of it is applied, or nothing, and it is undone and redone as one.
package struct JournalEdit: Hashable, Sendable {
  /// What it is called on screen when it is undone or redone: "move 3 entries to the trash".
  package var name: String
  /// The steps, applied in this order.
  package var operations: [JournalOperation]
  /// Entries as they were known when this edit was made: what was saved by others since is merged with what is saved now,
  /// as between two devices. An editor knows the one that it opened, an undo those that it takes words or tags back from.
  package var seen: [RecordName: Entry]
  /// The tag that gets another name by it; nil for any other edit.
  package var renaming: TagRename?

  /// - Parameter seen: The entry as its editor knew it; nil where no editor had it open.
  package init(name: String, operations: [JournalOperation], seen: Entry? = nil) {
    self.init(name: name, operations: operations, allSeen: seen.map { [$0.id: $0] } ?? [:])
  }

  /// - Parameter allSeen: The entries as they were known, by their names.
  package init(
    name: String, operations: [JournalOperation], allSeen: [RecordName: Entry], renaming: TagRename? = nil
  ) {
    (self.name, self.operations, self.renaming) = (name, operations, renaming)
    seen = allSeen
  }
}

extension JournalEdit {
  /// The entries that it files, each with the category that it gets, or none.
  package var filings: [(entry: RecordName, category: RecordName?)] {
    operations.compactMap { operation in
      switch operation {
      case .create(.entry(let entry)): return (entry.id, entry.category)
      case .edit(.entry(let id, let changes)):
        guard case .reference(let category)? = changes.last(where: { $0.sets(\Entry.category) })?.content else {
          return nil
        }
        return (id, category)
      case .create, .edit: return nil
      }
    }
  }
}

/// Why a value was replaced; history shows it.
package enum EditCause: String, Hashable, Sendable, Codable {
  case edit, undo, redo, merge, restore
  case importing = "import"
  /// Nothing was replaced: the value came in a version that was not taken in.
  case refused
}
