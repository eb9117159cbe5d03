import CloudRecord
import CloudService
import SQLiteKit

extension SQLiteTransaction {
  func database(_ key: DatabaseKey) throws -> StoredDatabase? {
    try connection.prepare(
      """
      SELECT id, sequence, bytes FROM databases
      WHERE container = ? AND environment = ? AND scope = ? AND owner = ?
      """, key.containerID, key.environment.rawValue, key.scope.rawValue, key.ownerRecordName
    ).first {
      StoredDatabase(id: $0.integer(0), key: key, sequence: $0.integer(1), bytes: $0.integer(2))
    }
  }

  func owner(ofDatabase id: Int64) throws -> String? {
    try connection.prepare("SELECT owner FROM databases WHERE id = ?", id).first { $0.text(0) }
  }

  func makeDatabase(_ key: DatabaseKey) throws -> StoredDatabase {
    try connection.run(
      "INSERT INTO databases (container, environment, scope, owner, sequence, bytes) VALUES (?, ?, ?, ?, 0, 0)",
      key.containerID, key.environment.rawValue, key.scope.rawValue, key.ownerRecordName)
    return StoredDatabase(id: connection.lastRowID, key: key)
  }

  func save(_ database: StoredDatabase) throws {
    try connection.run(
      "UPDATE databases SET sequence = ?, bytes = ? WHERE id = ?", database.sequence, database.bytes, database.id)
    guard connection.changedRows == 1 else { throw CloudStoreError.unknownRow("database \(database.id)") }
  }

  // MARK: Zones

  func zone(_ name: String, in database: Int64) throws -> StoredZone? {
    try connection.prepare(
      """
      SELECT id, database, name, sequence, horizon, isDeleted, createdAt, bytes, shareCount, zoneShare, shareHorizon
      FROM zones
      WHERE database = ? AND name = ?
      """, database, name
    ).first(Self.zone)
  }

  func zones(in database: Int64) throws -> [StoredZone] {
    try connection.prepare(
      """
      SELECT id, database, name, sequence, horizon, isDeleted, createdAt, bytes, shareCount, zoneShare, shareHorizon
      FROM zones
      WHERE database = ? ORDER BY name
      """, database
    ).all(Self.zone)
  }

  func zones(in database: Int64, after sequence: Int64, limit: Int) throws -> [StoredZone] {
    try connection.prepare(
      """
      SELECT id, database, name, sequence, horizon, isDeleted, createdAt, bytes, shareCount, zoneShare, shareHorizon
      FROM zones
      WHERE database = ? AND sequence > ? ORDER BY sequence LIMIT ?
      """, database, sequence, max(0, limit)
    ).all(Self.zone)
  }

  /// A deleted zone's row is there until its name is used again; then all that is known of it goes, its id for ever.
  func makeZone(_ zone: StoredZone) throws -> StoredZone {
    if let old = try self.zone(zone.name, in: zone.database) {
      try empty(zone: old.id)
      try runForZone("DELETE FROM zones WHERE id = ?", old.id)
    }
    try connection.run(
      """
      INSERT INTO zones (database, name, sequence, horizon, isDeleted, createdAt, bytes, shareCount, zoneShare,
        shareHorizon)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, zone.database, zone.name, zone.sequence, zone.horizon, zone.isDeleted, zone.createdAt, zone.bytes,
      zone.shareCount, zone.zoneShare, zone.shareHorizon)
    var made = zone
    made.id = connection.lastRowID
    return made
  }

  func save(_ zone: StoredZone) throws {
    try connection.run(
      """
      UPDATE zones SET sequence = ?, horizon = ?, isDeleted = ?, createdAt = ?, bytes = ?, shareCount = ?,
        zoneShare = ?, shareHorizon = ?
      WHERE id = ?
      """, zone.sequence, zone.horizon, zone.isDeleted, zone.createdAt, zone.bytes, zone.shareCount, zone.zoneShare,
      zone.shareHorizon, zone.id)
    guard connection.changedRows == 1 else { throw CloudStoreError.unknownRow("zone \(zone.id)") }
  }

  func empty(zone: Int64) throws {
    try runForZone("DELETE FROM records WHERE zone = ?", zone)
    try runForZone("DELETE FROM recordReferences WHERE zone = ?", zone)
    try runForZone("DELETE FROM assetReferences WHERE zone = ?", zone)
  }

  private func runForZone(_ sql: StaticString, _ zone: Int64) throws {
    try connection.run(sql, zone)
  }

  static func zone(_ row: borrowing SQLStatement) -> StoredZone {
    StoredZone(
      id: row.integer(0), database: row.integer(1), name: row.text(2), sequence: row.integer(3),
      horizon: row.integer(4), isDeleted: row.flag(5), createdAt: row.integer(6), bytes: row.integer(7),
      shareCount: row.integer(8), zoneShare: row.optionalInteger(9), shareHorizon: row.integer(10))
  }
}
