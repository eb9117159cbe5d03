package import CloudRecord
package import JournalCore
package import SyncCore

extension StoredMerge {
  /// The device that had saved the server's version, as the server calls it; nil where the server did not say.
  ///
  /// It is kept beside that version's values under the name of CloudKit's system field, which is no field of a record.
  package var savedBy: String? {
    get {
      guard case .string(let device)? = server.values[Self.savedByField] else { return nil }
      return device
    }
    set { server.values[Self.savedByField] = newValue.map { .string($0) } }
  }

  private static var savedByField: String { "___modifiedBy" }

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
    return AnyRecord.kind(recordType)?.setting(values, of: RecordName(record)) { concerns($0) }
  }
}

extension JournalRecord {
  /// The operation that gives fields of a record some values; nil where there is none that can be given.
  fileprivate static func setting(
    _ values: [String: FieldValue], of record: RecordName, where isConcerned: (String) -> Bool
  ) -> JournalOperation? {
    let changes = fields.editable.filter { isConcerned($0.name) }.compactMap { field in
      FieldChange<Self>(field: field.name, value: values[field.name])
    }
    return changes.isEmpty ? nil : edit(record, changes)
  }
}

extension MergeSide {
  /// The name of the edit that takes this side, for the screen's undo.
  package var editName: String { self == .here ? "take this device’s version" : "take the other device’s version" }
}
