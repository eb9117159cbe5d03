/// A record of what another person shares, as the screen and its edits name it: a journal of theirs, and the name there.
///
/// It begins with `_`, as no name of a record does, so that nothing that another person names is ever a record of one's own.
package struct GuestName: Hashable, Sendable {
  /// The folder of the guest journal; it has no `/`.
  package let journal: String
  /// The name of the record in that journal.
  package let name: RecordName

  package init(journal: String, name: RecordName) { (self.journal, self.name) = (journal, name) }

  /// The name as one of a record; ``RecordName/guest`` reads it.
  package var joined: RecordName { RecordName("_\(journal)/\(name.rawValue)") }
}

extension RecordName {
  /// What this names in a journal of another person; nil for a record of one's own.
  package var guest: GuestName? {
    guard rawValue.utf8.first == UInt8(ascii: "_"), let slash = rawValue.firstIndex(of: "/") else { return nil }
    let journal = rawValue[rawValue.index(after: rawValue.startIndex)..<slash]
    guard !journal.isEmpty else { return nil }
    return GuestName(journal: String(journal), name: RecordName(String(rawValue[rawValue.index(after: slash)...])))
  }

  /// The name of a record within its own journal, whosever that is.
  package var withoutGuest: RecordName { guest?.name ?? self }

  /// The name that a record of a guest journal has outside of it.
  package func ofGuest(_ journal: String) -> RecordName { GuestName(journal: journal, name: self).joined }
}

// MARK: The same with other names

extension Entry {
  /// The same entry with its own name and that of its category changed.
  package func renamed(_ change: (RecordName) -> RecordName) -> Entry {
    var entry = self
    entry.id = change(id)
    entry.category = category.map(change)
    return entry
  }
}

extension EntryImage {
  /// The same picture with its own name and that of its entry changed.
  package func renamed(_ change: (RecordName) -> RecordName) -> EntryImage {
    var image = self
    (image.id, image.entry) = (change(id), change(entry))
    return image
  }
}

extension Category {
  /// The same category with another name of its record.
  package func renamed(_ change: (RecordName) -> RecordName) -> Category {
    var category = self
    category.id = change(id)
    return category
  }
}

extension Preference {
  /// The same preference with another name of its record.
  package func renamed(_ change: (RecordName) -> RecordName) -> Preference {
    var preference = self
    preference.id = change(id)
    return preference
  }
}

extension EntryDetail {
  /// The same with the names of its records changed.
  package func renamed(_ change: (RecordName) -> RecordName) -> EntryDetail {
    EntryDetail(entry: entry.renamed(change), images: images.map { $0.renamed(change) }, remark: remark)
  }
}

extension EntrySummary {
  /// The same row with the names of its records changed.
  package func renamed(_ change: (RecordName) -> RecordName) -> EntrySummary {
    var row = self
    row.id = change(id)
    row.category = category.map(change)
    if let first = firstImage { row.firstImage = FirstImage(id: change(first.id), asset: first.asset) }
    return row
  }
}

extension Draft {
  /// The same draft of an entry with other names.
  package func renamed(_ change: (RecordName) -> RecordName) -> Draft {
    var draft = self
    draft.entry = entry.renamed(change)
    draft.seen = seen?.renamed(change)
    return draft
  }
}

extension FieldChange {
  /// The same change with the names in it changed.
  package func renamed(_ change: (RecordName) -> RecordName) -> FieldChange {
    switch content {
    case .reference(let name): FieldChange(field: field, content: .reference(name.map(change)))
    case .owner(let name): FieldChange(field: field, content: .owner(change(name)))
    case .text, .word, .flag, .number, .date, .file, .tags, .moment: self
    }
  }
}

extension HistoryItem {
  /// The same value with the names in it changed.
  package func renamed(_ change: (RecordName) -> RecordName) -> HistoryItem {
    var item = self
    item.record = change(record)
    item.oldValue = oldValue?.renamed(change)
    return item
  }
}

extension JournalOperation {
  /// The same step with the names in it changed.
  package func renamed(_ change: (RecordName) -> RecordName) -> JournalOperation {
    switch self {
    case .create(.entry(let entry)): .createEntry(entry.renamed(change))
    case .create(.category(let category)): .createCategory(category.renamed(change))
    case .create(.image(let image)): .createImage(image.renamed(change))
    case .create(.preference(let preference)): .create(.preference(preference.renamed(change)))
    case .edit(.entry(let id, let changes)): .editEntry(change(id), changes.map { $0.renamed(change) })
    case .edit(.category(let id, let changes)): .editCategory(change(id), changes.map { $0.renamed(change) })
    case .edit(.image(let id, let changes)): .editImage(change(id), changes.map { $0.renamed(change) })
    case .edit(.preference(let id, let changes)): .editPreference(change(id), changes.map { $0.renamed(change) })
    }
  }
}

extension JournalEdit {
  /// The same edit with the names in it changed.
  package func renamed(_ change: (RecordName) -> RecordName) -> JournalEdit {
    JournalEdit(
      name: name, operations: operations.map { $0.renamed(change) },
      allSeen: Dictionary(seen.map { (change($0.key), $0.value.renamed(change)) }) { first, _ in first })
  }
}
