import GRDB
import JournalCore
import SyncCore

// Each record type with its table; what is done with any of them finds it here.

extension Entry: TabledRecord {
  typealias Table = EntryTable
  static let tableName = "entries"
  static let statements = RecordStatements<Entry>(tableName, derived: DerivedColumns.names)
}

extension JournalCore.Category: TabledRecord {
  typealias Table = PlainTable<JournalCore.Category>
  static let tableName = "categories"
  static let statements = RecordStatements<JournalCore.Category>(tableName)
}

extension EntryImage: TabledRecord {
  typealias Table = PlainTable<EntryImage>
  static let tableName = "images"
  static let statements = RecordStatements<EntryImage>(tableName)
}

extension Preference: TabledRecord {
  typealias Table = PlainTable<Preference>
  static let tableName = "syncedPreferences"
  static let statements = RecordStatements<Preference>(tableName)
}

extension AnyRecord {
  /// The types in the order in which they are sent.
  static let storedKinds = kinds.compactMap { $0 as? any TabledRecord.Type }

  /// The record as one that has a table.
  var stored: any TabledRecord {
    switch self {
    case .entry(let entry): entry
    case .category(let category): category
    case .image(let image): image
    case .preference(let preference): preference
    }
  }
}

extension EditTransaction {
  mutating func perform(_ operation: JournalOperation) throws {
    switch operation.withoutNULs {
    case .create(let record): try create(record.stored)
    case .edit(.entry(let id, let changes)): try edit(id, changes)
    case .edit(.category(let id, let changes)): try edit(id, changes)
    case .edit(.image(let id, let changes)): try edit(id, changes)
    case .edit(.preference(let id, let changes)): try edit(id, changes)
    }
  }
}
