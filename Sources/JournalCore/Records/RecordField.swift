/// One field of a record type: its property, and all that store, server, archive and screen have to know of it.
package struct RecordField<Record>: Sendable {
  /// The field's name as CloudKit knows it; stamps and history have it under this name.
  package let name: String
  /// What the field holds.
  package let kind: FieldKind
  /// The names under which the field travels: its own, and those of the other two parts of a date.
  package let wireNames: [String]
  /// The columns of the record's table that hold the field.
  package let columns: [String]
  /// The key under which an archive has the field.
  package let archiveKey: String
  /// What a person calls the field, in the history and where a merge is shown.
  package let label: String
  /// Whether the server keeps the field encrypted.
  package let isEncrypted: Bool
  /// Whether the field came after version 1 of the formats: files of before lack it, and JSON and front matter have it
  /// under its archive key, behind the fields that they name themselves.
  package let isAdded: Bool
  /// The record's property.
  package let path: any (PartialKeyPath<Record> & Sendable)
  /// Reads the property.
  package let read: @Sendable (Record) -> FieldContent
  /// Sets the property; content of another type changes nothing.
  package let write: @Sendable (inout Record, FieldContent) -> Void

  /// - Parameters:
  ///   - kind: Where the property's type does not say it: a text that is merged as text.
  ///   - parts: Of a date, the names of the fields for its zone and its offset, on the server and as columns.
  init<Value: FieldStorable>(
    _ name: String, _ path: any (WritableKeyPath<Record, Value> & Sendable), kind: FieldKind = Value.usualKind,
    label: String? = nil, column: String? = nil, archiveKey: String? = nil,
    parts: [(wire: String, column: String)] = [], isEncrypted: Bool = false, isAdded: Bool = false
  ) {
    (self.name, self.kind) = (name, kind)
    self.label = label ?? name
    self.archiveKey = archiveKey ?? name
    (self.isEncrypted, self.isAdded, self.path) = (isEncrypted, isAdded, path)
    wireNames = [name] + parts.map(\.wire)
    columns = [column ?? name] + parts.map(\.column)
    read = { $0[keyPath: path].content }
    write = { record, content in
      if let value = Value.value(of: content) { record[keyPath: path] = value }
    }
  }
}

/// All fields of a record type, in the order in which an archive has them and a screen shows them.
package struct FieldTable<Record: JournalRecord>: Sendable {
  /// Every field, the time of the last change among them.
  package let all: [RecordField<Record>]
  /// The fields that are stamped and travel.
  package let synced: [RecordField<Record>]
  /// The fields that an edit may set.
  package let editable: [RecordField<Record>]
  /// The fields that every file of the formats has.
  package let original: [RecordField<Record>]
  /// The fields that came after version 1 of the formats.
  package let added: [RecordField<Record>]

  /// - Parameter fields: Each name, property and column once.
  init(_ fields: [RecordField<Record>]) {
    all = fields
    synced = fields.filter(\.kind.isSynced)
    editable = fields.filter(\.kind.isEditable)
    original = fields.filter { !$0.isAdded }
    added = fields.filter(\.isAdded)
  }

  /// Returns the field of a name; nil for one that the type does not have.
  package func field(_ name: String) -> RecordField<Record>? {
    all.first { $0.name.isIdentical(to: name) }
  }

  /// Returns the field that holds a property of `Record` itself; traps for one that is not in the table, and for a
  /// property that is named by way of a protocol.
  package subscript(_ path: PartialKeyPath<Record>) -> RecordField<Record> {
    guard let field = all.first(where: { $0.path == path }) else {
      preconditionFailure("\(path) is not in the table of \(Record.recordType)")
    }
    return field
  }
}

/// A record of the journal: an entry, a category, a picture, a preference. Its table describes each field once.
package protocol JournalRecord: Hashable, Sendable, Identifiable where ID == RecordName {
  /// The record type as CloudKit knows it.
  static var recordType: String { get }
  /// Every field but the name.
  static var fields: FieldTable<Self> { get }
  /// Makes a record whose fields hold what they hold where the server has no value.
  init(id: RecordName, modifiedAt: Instant)
  /// The name of the record, which never changes.
  var id: RecordName { get set }
  /// When a field of the record last changed.
  var modifiedAt: Instant { get set }
  /// When the record was moved to the trash; nil while it is in use.
  var trashedAt: Instant? { get set }
  /// The title, name or caption by which a person knows it; may be empty.
  var title: String { get }
  /// The record as one of whichever type.
  var wrapped: AnyRecord { get }
  /// The step that gives fields of a record of this type new values.
  static func edit(_ id: RecordName, _ changes: [FieldChange<Self>]) -> JournalOperation
}
