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
  let reached: ReachedZone
  let zoneID: ZoneID
  /// nil where there are no shares to tell of.
  private let shares: ShareAnswers?

  init(_ service: CloudService, _ call: ServiceCall, _ reached: ReachedZone, in transaction: any CloudTransaction) {
    (self.service, self.call, self.reached, zoneID) = (service, call, reached, reached.zoneID)
    shares =
      reached.zone.shareCount == 0
      ? nil
      : ShareAnswers(
        transaction, zone: reached.zone, owner: reached.database.key.ownerRecordName, call: call,
        access: reached.access)
  }

  func record(_ row: StoredRecord, _ keys: DesiredKeys) throws -> Record {
    try record(row, fields: try keys.fields(of: row))
  }

  /// - Parameter fields: of the row's, those to be told.
  func record(_ row: StoredRecord, fields: [String: Field]) throws -> Record {
    let database = reached.database.id
    var fields = fields
    if row.hasAssets {
      let guest = reached.access.map {
        DownloadGuest(user: $0.user, zone: reached.zone.id, recordName: row.recordName)
      }
      fields = fields.mapValues {
        Field(
          service.assetAnswers.answer($0.value, database: database, guest: guest, call), isEncrypted: $0.isEncrypted)
      }
    }
    var record = Record(
      recordName: row.recordName, recordType: row.recordType, zoneID: zoneID, fields: fields,
      recordChangeTag: CloudService.changeTag(row), created: told(row.created), modified: told(row.modified),
      parent: reached.access?.seesParent(of: row) == false ? nil : row.parent)
    if let shares, row.share != nil || row.recordType == ShareRules.recordType {
      try shares.complete(&record, row)
    }
    return record
  }

  private func told(_ stamp: RecordStamp) -> RecordStamp {
    stamp.userRecordName == call.userRecordName
      ? stamp : stamp.told(to: call.userRecordName, database: reached.database.id, service.seal)
  }

  func change(_ row: StoredRecord, _ keys: DesiredKeys) throws -> RecordChange {
    if row.isDeleted { return .deleted(recordName: row.recordName, zoneID: zoneID) }
    return .changed(try record(row, keys))
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
