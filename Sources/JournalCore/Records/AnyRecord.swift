/// A record of the journal of whichever type.
package enum AnyRecord: Hashable, Sendable {
  case entry(Entry)
  case category(Category)
  case image(EntryImage)
  case preference(Preference)

  /// The types in the order in which they are sent: what is referred to goes first.
  package static let kinds: [any JournalRecord.Type] = [
    Category.self, Entry.self, EntryImage.self, Preference.self,
  ]
  /// The names of the types, in the same order.
  package static let types = kinds.map { $0.recordType }

  /// Returns the type of a name; nil for one that this program does not know.
  package static func kind(_ recordType: String) -> (any JournalRecord.Type)? {
    kinds.first { $0.recordType.isIdentical(to: recordType) }
  }

  /// The record itself.
  package var record: any JournalRecord {
    switch self {
    case .entry(let entry): entry
    case .category(let category): category
    case .image(let image): image
    case .preference(let preference): preference
    }
  }

  /// The name of the record, which never changes.
  package var name: RecordName {
    switch self {
    case .entry(let entry): entry.id
    case .category(let category): category.id
    case .image(let image): image.id
    case .preference(let preference): preference.id
    }
  }

  /// The record type as CloudKit knows it.
  package var recordType: String {
    switch self {
    case .entry: Entry.recordType
    case .category: Category.recordType
    case .image: EntryImage.recordType
    case .preference: Preference.recordType
    }
  }

  /// The title, name or caption by which a person knows it; may be empty.
  package var title: String { record.title }

  /// When a field of the record last changed.
  package var modifiedAt: Instant {
    get {
      switch self {
      case .entry(let entry): entry.modifiedAt
      case .category(let category): category.modifiedAt
      case .image(let image): image.modifiedAt
      case .preference(let preference): preference.modifiedAt
      }
    }
    set { change { $0.modifiedAt = newValue } }
  }

  /// When the record was moved to the trash; nil while it is in use.
  package var trashedAt: Instant? {
    get {
      switch self {
      case .entry(let entry): entry.trashedAt
      case .category(let category): category.trashedAt
      case .image(let image): image.trashedAt
      case .preference(let preference): preference.trashedAt
      }
    }
    set { change { $0.trashedAt = newValue } }
  }

  /// The entry that a picture belongs to; nil for other records.
  package var owner: RecordName? {
    if case .image(let image) = self { image.entry } else { nil }
  }

  private mutating func change(_ body: (inout any JournalRecord) -> Void) {
    var record = record
    body(&record)
    self = record.wrapped
  }
}

extension JournalRecord {
  /// What a person calls a field of this type, by a name that it has on the server; nil where no field has it.
  fileprivate static func label(of field: String) -> String? {
    fields.all.first { $0.wireNames.contains(field) }?.label
  }
}

extension AnyRecord {
  /// What a person calls a field of any type, by its name on the server; the name itself for an unknown one.
  package static func label(of field: String) -> String {
    kinds.lazy.compactMap { $0.label(of: field) }.first ?? field
  }
}

/// New values for fields of one record, of whichever type.
package enum RecordEdit: Hashable, Sendable {
  case entry(RecordName, [EntryChange])
  case category(RecordName, [CategoryChange])
  case image(RecordName, [ImageChange])
  case preference(RecordName, [PreferenceChange])

  /// The name of the record that is edited.
  package var record: RecordName {
    switch self {
    case .entry(let id, _), .category(let id, _), .image(let id, _), .preference(let id, _): id
    }
  }

  /// The same edit with every text in it changed.
  package func mapTexts(_ change: (String) -> String) -> RecordEdit {
    switch self {
    case .entry(let id, let changes): .entry(id, changes.map { $0.mapTexts(change) })
    case .category(let id, let changes): .category(id, changes.map { $0.mapTexts(change) })
    case .image(let id, let changes): .image(id, changes.map { $0.mapTexts(change) })
    case .preference(let id, let changes): .preference(id, changes.map { $0.mapTexts(change) })
    }
  }
}
