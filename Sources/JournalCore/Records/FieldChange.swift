/// A new value for one field of a record.
package struct FieldChange<Record: JournalRecord>: Hashable, Sendable {
  /// The field's name as CloudKit knows it.
  package let field: String
  /// The value that the field gets; of the field's kind.
  package let content: FieldContent

  /// A change of a property that stands in the record's table; traps for another one.
  init<Value: FieldStorable>(_ path: KeyPath<Record, Value>, _ value: Value) {
    field = Record.fields[path].name
    content = value.content
  }

  /// Gives a field of a table a value of its kind.
  package init(_ field: RecordField<Record>, _ content: FieldContent) {
    self.field = field.name
    self.content = content
  }

  /// The change that moves a record of any type to the trash, or takes it out with nil.
  package static func trashedAt(_ instant: Instant?) -> FieldChange {
    FieldChange(field: "trashedAt", content: .moment(instant))
  }

  /// Whether the change is about a property of the record's type; a property of a protocol is none.
  package func sets(_ path: PartialKeyPath<Record>) -> Bool { Record.fields[path].name == field }

  /// The value as a person reads it in the history.
  package var text: String { content.text }

  /// The same change with every text in it changed.
  package func mapTexts(_ change: (String) -> String) -> FieldChange {
    FieldChange(field: field, content: content.mapTexts(change))
  }

  init(field: String, content: FieldContent) {
    (self.field, self.content) = (field, content)
  }

  /// Whether two changes set the same field to the same bytes.
  package func isIdentical(to other: FieldChange) -> Bool {
    field == other.field && content.isIdentical(to: other.content)
  }
}

package typealias EntryChange = FieldChange<Entry>
package typealias CategoryChange = FieldChange<Category>
package typealias ImageChange = FieldChange<EntryImage>
package typealias PreferenceChange = FieldChange<Preference>

extension JournalRecord {
  /// Every field that can be edited, as the change that would set it, in the order of the table.
  package var changes: [FieldChange<Self>] { Self.fields.editable.map { FieldChange($0, $0.read(self)) } }

  /// Returns the changes that make this record say what another one says; texts are compared by their bytes.
  package func changes(to other: Self) -> [FieldChange<Self>] {
    Self.fields.editable.compactMap { field in
      let content = field.read(other)
      return field.read(self).isIdentical(to: content) ? nil : FieldChange(field, content)
    }
  }

  /// The present value of the field that a change is about, as a change.
  package func current(_ change: FieldChange<Self>) -> FieldChange<Self> {
    Self.fields.field(change.field).map { FieldChange($0, $0.read(self)) } ?? change
  }

  /// Gives one field its new value; `modifiedAt` stays as it is.
  package mutating func set(_ change: FieldChange<Self>) {
    Self.fields.field(change.field)?.write(&self, change.content)
  }

  /// Makes the changes that change something, and returns those that take them back.
  ///
  /// `keep` is handed each value that is replaced together with the change that replaces it.
  package mutating func apply<Failure: Error>(
    _ changes: [FieldChange<Self>],
    keep: (_ old: FieldChange<Self>, _ new: FieldChange<Self>) throws(Failure) -> Void
  ) throws(Failure) -> [FieldChange<Self>] {
    var undo: [FieldChange<Self>] = []
    for change in changes {
      let old = current(change)
      guard !old.isIdentical(to: change) else { continue }
      try keep(old, change)
      undo.append(old)
      set(change)
    }
    return undo
  }

  /// The same record with every text in it changed.
  package func mapTexts(_ change: (String) -> String) -> Self {
    var copy = self
    for field in Self.fields.editable { field.write(&copy, field.read(self).mapTexts(change)) }
    return copy
  }
}
