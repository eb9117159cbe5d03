/// A record of the journal of whichever type.
package enum AnyRecord: Hashable, Sendable {
  case entry(Entry)
  case category(Category)
  case image(EntryImage)

  /// The types in the order in which they are sent: what is referred to goes first.
  package static let types = [Category.recordType, Entry.recordType, EntryImage.recordType]

  /// Wraps a record; nil for one of a type that no case is for.
  package init?(_ record: any JournalRecord) {
    switch record {
    case let entry as Entry: self = .entry(entry)
    case let category as Category: self = .category(category)
    case let image as EntryImage: self = .image(image)
    default: return nil
    }
  }

  /// The record itself.
  package var record: any JournalRecord {
    switch self {
    case .entry(let entry): entry
    case .category(let category): category
    case .image(let image): image
    }
  }

  /// The name of the record, which never changes.
  package var name: RecordName {
    switch self {
    case .entry(let entry): entry.id
    case .category(let category): category.id
    case .image(let image): image.id
    }
  }

  /// The record type as CloudKit knows it.
  package var recordType: String {
    switch self {
    case .entry: Entry.recordType
    case .category: Category.recordType
    case .image: EntryImage.recordType
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
    if let changed = AnyRecord(record) { self = changed }
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
    for type in [Entry.self, Category.self, EntryImage.self] as [any JournalRecord.Type] {
      if let label = type.label(of: field) { return label }
    }
    return field
  }
}
