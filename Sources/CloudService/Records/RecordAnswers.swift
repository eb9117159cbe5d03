import CloudRecord

/// Which fields an answer carries.
struct DesiredKeys {
  /// nil for all.
  let names: Set<String>?

  init(_ names: [String]?) { self.names = names.map(Set.init) }

  func fields(of row: StoredRecord) throws(FieldCodingError) -> [String: Field] {
    guard let names else { return try FieldCoding.decode(row.fields) }
    return names.isEmpty ? [:] : try FieldCoding.decode(row.fields, only: names)
  }

  func fields(of all: [String: Field]) -> [String: Field] {
    guard let names else { return all }
    return all.filter { names.contains($0.key) }
  }
}

/// Makes the records of one answer.
struct RecordAnswers {
  let service: CloudService
  let call: ServiceCall
  let database: Int64

  func record(_ row: StoredRecord, in zoneID: ZoneID, _ keys: DesiredKeys) throws(FieldCodingError) -> Record {
    record(row, in: zoneID, fields: try keys.fields(of: row))
  }

  /// - Parameter fields: of the row's, those to be told.
  func record(_ row: StoredRecord, in zoneID: ZoneID, fields: [String: Field]) -> Record {
    var fields = fields
    if row.hasAssets {
      fields = fields.mapValues {
        Field(service.assetAnswers.answer($0.value, database: database, call), isEncrypted: $0.isEncrypted)
      }
    }
    return Record(
      recordName: row.recordName, recordType: row.recordType, zoneID: zoneID, fields: fields,
      recordChangeTag: CloudService.changeTag(row), created: row.created, modified: row.modified,
      parent: row.parent)
  }

  func change(_ row: StoredRecord, in zoneID: ZoneID, _ keys: DesiredKeys) throws(FieldCodingError) -> RecordChange {
    if row.isDeleted { return .deleted(recordName: row.recordName, zoneID: zoneID) }
    return .changed(try record(row, in: zoneID, keys))
  }
}

extension CloudService {
  /// A row's change tag: its number, and the run in which that was given, so that no other change ever has the same.
  ///
  /// Numbers have thirteen digits at most, so that a tag with a run is never one without.
  static func changeTag(_ row: StoredRecord) -> String {
    let number = String(row.sequence, radix: 36)
    guard row.run != 0 else { return number }
    let run = String(UInt64(bitPattern: row.run), radix: 36)
    return number + String(repeating: "0", count: 13 - run.utf8.count) + run
  }
}
