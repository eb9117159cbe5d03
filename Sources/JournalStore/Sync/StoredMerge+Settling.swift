package import CloudRecord
package import JournalCore
package import SyncCore

extension StoredMerge {
  /// Whether the sides of a merge differed in a field of the store's.
  package func concerns(_ field: String) -> Bool {
    let names = field == "createdAt" ? SyncedRecord.dateFields : [field]
    return names.contains { name in
      [base, local, server].contains { $0?.values[name] != nil }
    }
  }

  /// The values of one side, as the store has them; an absent field has none.
  package func values(of version: RecordVersion) -> [String: FieldValue]? {
    guard let record = SyncedRecord(name: RecordName(self.record), version: version, modifiedAt: at) else { return nil }
    var values: [String: FieldValue] = [:]
    for (field, value) in record.fields { values[field] = value }
    return values
  }

  /// The operation that takes one side's values for all fields in question; nil where there is nothing to set.
  package func taking(_ side: MergeSide) -> JournalOperation? {
    guard let values = values(of: side == .here ? local : server) else { return nil }
    let fields = values.keys.filter { concerns($0) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let cleared = RecordFields.clearable.filter { concerns($0) && values[$0] == nil }
    return .setting(
      fields.map { ($0, values[$0]) } + cleared.map { ($0, nil) }, of: RecordName(record), recordType: recordType)
  }
}

extension RecordFields {
  /// Fields that a record may be without.
  fileprivate static let clearable = ["mood", "category", "tags", "trashedAt", "imageAsset"]
}

extension MergeSide {
  /// The name of the edit that takes this side, for the screen's undo.
  package var editName: String { self == .here ? "take this device's version" : "take the other device's version" }
}

extension JournalOperation {
  /// The operation that gives fields of a record some values; nil where there is nothing that can be set.
  package static func setting(
    _ values: [(field: String, value: FieldValue?)], of record: RecordName, recordType: String
  ) -> JournalOperation? {
    switch recordType {
    case RecordFields.entryType:
      let changes = values.compactMap { EntryChange(field: $0.field, value: $0.value) }
      return changes.isEmpty ? nil : .editEntry(record, changes)
    case RecordFields.categoryType:
      let changes = values.compactMap { CategoryChange(field: $0.field, value: $0.value) }
      return changes.isEmpty ? nil : .editCategory(record, changes)
    case RecordFields.imageType:
      let changes = values.compactMap { ImageChange(field: $0.field, value: $0.value) }
      return changes.isEmpty ? nil : .editImage(record, changes)
    default: return nil
    }
  }
}

extension CategoryChange {
  /// Reads a field back from its name and value; nil for a field that this version does not know.
  package init?(field: String, value: FieldValue?) {
    switch (field, value) {
    case ("name", .string(let text)): self = .name(text)
    case ("colorHex", .string(let text)): self = .colorHex(text)
    case ("icon", .string(let text)): self = .icon(text)
    case ("sortOrder", .int64(let number)): self = .sortOrder(number)
    case ("trashedAt", nil): self = .trashedAt(nil)
    case ("trashedAt", .date(let milliseconds)): self = .trashedAt(Instant(milliseconds: milliseconds))
    default: return nil
    }
  }
}

extension ImageChange {
  /// Reads a field back from its name and value; nil for a field that this version does not know.
  package init?(field: String, value: FieldValue?) {
    switch (field, value) {
    case ("imageAsset", nil): self = .imageAsset(nil)
    case ("imageAsset", .asset(let asset)): self = .imageAsset(asset.fileChecksum)
    case ("caption", .string(let text)): self = .caption(text)
    case ("sortOrder", .int64(let number)): self = .sortOrder(number)
    case ("trashedAt", nil): self = .trashedAt(nil)
    case ("trashedAt", .date(let milliseconds)): self = .trashedAt(Instant(milliseconds: milliseconds))
    default: return nil
    }
  }
}
