import CloudRecord
import CloudService
import SQLiteKit

extension SQLiteTransaction {
  func record(_ name: String, in zone: Int64) throws -> StoredRecord? {
    try connection.prepare(
      """
      SELECT zone, recordName, recordType, sequence, isDeleted, hasAssets, parent, createdAt, createdBy, createdOn,
        modifiedAt, modifiedBy, modifiedOn, fields, run, share
      FROM records WHERE zone = ? AND recordName = ?
      """, zone, name
    ).first(Self.record)
  }

  /// One search each in a prepared statement: no slower than a list of two hundred names, which SQLite would sort first.
  func records(_ names: [String], in zone: Int64) throws -> [StoredRecord] {
    var seen: Set<[UInt8]> = []
    var records: [StoredRecord] = []
    records.reserveCapacity(names.count)
    for name in names where seen.insert(Array(name.utf8)).inserted {
      if let record = try record(name, in: zone) { records.append(record) }
    }
    return records
  }

  func save(_ record: StoredRecord) throws {
    let (created, modified) = (record.created, record.modified)
    try connection.run(
      """
      INSERT INTO records (zone, recordName, recordType, sequence, isDeleted, hasAssets, parent, createdAt, createdBy,
        createdOn, modifiedAt, modifiedBy, modifiedOn, fields, run, share)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (zone, recordName) DO UPDATE SET
        recordType = excluded.recordType, sequence = excluded.sequence, isDeleted = excluded.isDeleted,
        hasAssets = excluded.hasAssets, parent = excluded.parent, createdAt = excluded.createdAt,
        createdBy = excluded.createdBy, createdOn = excluded.createdOn, modifiedAt = excluded.modifiedAt,
        modifiedBy = excluded.modifiedBy, modifiedOn = excluded.modifiedOn, fields = excluded.fields,
        run = excluded.run, share = excluded.share
      """, record.zone, record.recordName, record.recordType, record.sequence, record.isDeleted, record.hasAssets,
      record.parent, created.timestamp, created.userRecordName, created.deviceID, modified.timestamp,
      modified.userRecordName, modified.deviceID, record.fields, record.run, record.share)
  }

  func changes(in zone: Int64, after sequence: Int64, limit: Int) throws -> [StoredRecord] {
    try connection.prepare(
      """
      SELECT zone, recordName, recordType, sequence, isDeleted, hasAssets, parent, createdAt, createdBy, createdOn,
        modifiedAt, modifiedBy, modifiedOn, fields, run, share
      FROM records WHERE zone = ? AND sequence > ? ORDER BY sequence LIMIT ?
      """, zone, sequence, max(0, limit)
    ).all(Self.record)
  }

  func changesReversed(in zone: Int64, before sequence: Int64, limit: Int) throws -> [StoredRecord] {
    try connection.prepare(
      """
      SELECT zone, recordName, recordType, sequence, isDeleted, hasAssets, parent, createdAt, createdBy, createdOn,
        modifiedAt, modifiedBy, modifiedOn, fields, run, share
      FROM records WHERE zone = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?
      """, zone, sequence, max(0, limit)
    ).all(Self.record)
  }

  func records(ofType type: String, in zone: Int64, afterName name: String?, limit: Int) throws -> [StoredRecord] {
    // Every name is after the empty one, and none is empty.
    try connection.prepare(
      """
      SELECT zone, recordName, recordType, sequence, isDeleted, hasAssets, parent, createdAt, createdBy, createdOn,
        modifiedAt, modifiedBy, modifiedOn, fields, run, share
      FROM records INDEXED BY recordsByType
      WHERE zone = ? AND recordType = ? AND isDeleted = 0 AND recordName > ? ORDER BY recordName LIMIT ?
      """, zone, type, name ?? "", max(0, limit)
    ).all(Self.record)
  }

  /// Goes from one type to the next in the index instead of over every record.
  func recordTypes(in database: Int64) throws -> [String] {
    let zones = try connection.prepare("SELECT id FROM zones WHERE database = ? AND isDeleted = 0", database)
    var types: [[UInt8]: String] = [:]
    for zone in try zones.all({ $0.integer(0) }) {
      var last: String? = nil
      while let type = try recordType(in: zone, after: last) {
        types[Array(type.utf8)] = type
        last = type
      }
    }
    return types.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
  }

  private func recordType(in zone: Int64, after last: String?) throws -> String? {
    try connection.prepare(
      """
      SELECT recordType FROM records INDEXED BY recordsByType
      WHERE zone = ? AND isDeleted = 0 AND recordType > ? ORDER BY recordType LIMIT 1
      """, zone, last ?? ""
    ).first { $0.text(0) }
  }

  func removeTombstones(deletedBefore time: Int64) throws {
    let horizons = try connection.prepare(
      """
      SELECT zone, max(sequence) FROM records INDEXED BY tombstones
      WHERE isDeleted = 1 AND modifiedAt < ? GROUP BY zone
      """, time)
    for (zone, sequence) in try horizons.all({ ($0.integer(0), $0.integer(1)) }) {
      try connection.run("UPDATE zones SET horizon = max(horizon, ?) WHERE id = ?", sequence, zone)
    }
    try connection.run("DELETE FROM records WHERE isDeleted = 1 AND modifiedAt < ?", time)
  }

  static func record(_ row: borrowing SQLStatement) -> StoredRecord {
    StoredRecord(
      zone: row.integer(0), recordName: row.text(1), recordType: row.text(2), sequence: row.integer(3),
      fields: row.bytes(13), created: stamp(row, 7), modified: stamp(row, 10), parent: row.optionalText(6),
      isDeleted: row.flag(4), hasAssets: row.flag(5), run: row.integer(14),
      share: row.optionalInteger(15))
  }

  private static func stamp(_ row: borrowing SQLStatement, _ column: Int32) -> RecordStamp {
    RecordStamp(
      timestamp: row.integer(column), userRecordName: row.text(column + 1), deviceID: row.text(column + 2))
  }
}
