package import CloudRecord
package import JournalCore
package import SyncCore

extension StoredMerge {
  /// Whether the sides of a merge differed in a field of the store's.
  package func concerns(_ field: String) -> Bool {
    AnyRecord.wireNames(of: field).contains { name in
      [base, local, server].contains { $0?.values[name] != nil }
    }
  }

  /// The values of one side, as the store has them; an absent field has none.
  package func values(of version: RecordVersion) -> [String: FieldValue]? {
    guard let record = AnyRecord(name: RecordName(self.record), version: version, modifiedAt: at) else { return nil }
    var values: [String: FieldValue] = [:]
    for (field, value) in record.fields { values[field] = value }
    return values
  }

  /// The operation that takes one side's values for all fields in question; nil where there is nothing to set.
  package func taking(_ side: MergeSide) -> JournalOperation? {
    guard let values = values(of: side == .here ? local : server) else { return nil }
    let name = RecordName(record)
    switch recordType {
    case Entry.recordType: return changes(to: values).map { .editEntry(name, $0) }
    case JournalCore.Category.recordType: return changes(to: values).map { .editCategory(name, $0) }
    case EntryImage.recordType: return changes(to: values).map { .editImage(name, $0) }
    default: return nil
    }
  }

  /// The changes that give the fields in question some values; nil where there is none that can be given.
  private func changes<Record>(to values: [String: FieldValue]) -> [FieldChange<Record>]? {
    let changes = Record.fields.editable.filter { concerns($0.name) }.compactMap { field in
      FieldChange<Record>(field: field.name, value: values[field.name])
    }
    return changes.isEmpty ? nil : changes
  }
}

extension MergeSide {
  /// The name of the edit that takes this side, for the screen's undo.
  package var editName: String { self == .here ? "take this device's version" : "take the other device's version" }
}
