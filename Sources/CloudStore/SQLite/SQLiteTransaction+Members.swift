import CloudRecord
import CloudService
import SQLiteKit

/// What is in shares, and what participants' databases have of it.
extension SQLiteTransaction {
  func members(of share: Int64, after sequence: Int64, limit: Int) throws -> [StoredMember] {
    try connection.prepare(
      """
      SELECT share, recordName, enteredAt, sequence, leftAt, changedOn
      FROM shareMembers INDEXED BY shareMembersBySequence
      WHERE share = ? AND sequence > ? ORDER BY sequence LIMIT ?
      """, share, sequence, max(0, limit)
    ).all(Self.member)
  }

  func members(of share: Int64, afterName name: String, limit: Int) throws -> [StoredMember] {
    try connection.prepare(
      """
      SELECT share, recordName, enteredAt, sequence, leftAt, changedOn FROM shareMembers
      WHERE share = ? AND recordName > ? ORDER BY recordName LIMIT ?
      """, share, name, max(0, limit)
    ).all(Self.member)
  }

  func member(_ recordName: String, of share: Int64) throws -> StoredMember? {
    try connection.prepare(
      """
      SELECT share, recordName, enteredAt, sequence, leftAt, changedOn FROM shareMembers
      WHERE share = ? AND recordName = ?
      """, share, recordName
    ).first(Self.member)
  }

  func save(_ member: StoredMember) throws {
    try connection.run(
      """
      INSERT INTO shareMembers (share, recordName, enteredAt, sequence, leftAt, changedOn) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (share, recordName) DO UPDATE SET
        sequence = excluded.sequence, leftAt = excluded.leftAt, changedOn = excluded.changedOn
      """, member.share, member.recordName, member.enteredAt, member.sequence, member.leftAt, member.changedOn)
  }

  private static func member(_ row: borrowing SQLStatement) -> StoredMember {
    StoredMember(
      share: row.integer(0), recordName: row.text(1), enteredAt: row.integer(2), sequence: row.integer(3),
      leftAt: row.optionalInteger(4), changedOn: row.integer(5))
  }

  func children(of recordName: String, in zone: Int64, limit: Int) throws -> [StoredChild] {
    try connection.prepare(
      """
      SELECT records.recordName, records.share FROM recordReferences AS reference
      CROSS JOIN records INDEXED BY recordsByName
        ON records.zone = reference.zone AND records.recordName = reference.recordName
      WHERE reference.zone = ? AND reference.target = ? AND reference.action = ?
        AND records.parent = reference.target AND records.isDeleted = 0
      ORDER BY reference.recordName LIMIT ?
      """, zone, recordName, Int(Reference.Action.validate.rawValue), max(0, limit)
    ).all { StoredChild(recordName: $0.text(0), share: $0.optionalInteger(1)) }
  }

  func setShare(_ share: Int64?, of recordName: String, in zone: Int64) throws {
    try connection.run("UPDATE records SET share = ? WHERE zone = ? AND recordName = ?", share, zone, recordName)
  }

  func records(in zone: Int64, afterName name: String, limit: Int) throws -> [StoredRecord] {
    try connection.prepare(
      """
      SELECT zone, recordName, recordType, sequence, isDeleted, hasAssets, parent, createdAt, createdBy, createdOn,
        modifiedAt, modifiedBy, modifiedOn, fields, run, share
      FROM records INDEXED BY recordsByName
      WHERE zone = ? AND recordName > ? AND isDeleted = 0 ORDER BY recordName LIMIT ?
      """, zone, name, max(0, limit)
    ).all(Self.record)
  }

  // MARK: Shared databases

  func zone(id: Int64) throws -> StoredZone? {
    try connection.prepare(
      """
      SELECT id, database, name, sequence, horizon, isDeleted, createdAt, bytes, shareCount, zoneShare, shareHorizon
      FROM zones WHERE id = ?
      """, id
    ).first(Self.zone)
  }

  func database(id: Int64) throws -> StoredDatabase? {
    try connection.prepare(
      "SELECT id, container, environment, scope, owner, sequence, bytes FROM databases WHERE id = ?", id
    ).first(Self.database)
  }

  func sharedZone(_ zone: Int64, in database: Int64) throws -> StoredSharedZone? {
    try connection.prepare(
      """
      SELECT database, zone, name, owner, position, arrivedAt, isGone FROM sharedZones
      WHERE database = ? AND zone = ?
      """, database, zone
    ).first(Self.sharedZone)
  }

  func sharedZones(in database: Int64, after position: Int64, limit: Int) throws -> [StoredSharedZone] {
    try connection.prepare(
      """
      SELECT database, zone, name, owner, position, arrivedAt, isGone FROM sharedZones
      WHERE database = ? AND position > ? ORDER BY position LIMIT ?
      """, database, position, max(0, limit)
    ).all(Self.sharedZone)
  }

  func sharedZones(of zone: Int64) throws -> [StoredSharedZone] {
    try connection.prepare(
      """
      SELECT database, zone, name, owner, position, arrivedAt, isGone FROM sharedZones
      WHERE zone = ? ORDER BY database
      """, zone
    ).all(Self.sharedZone)
  }

  func save(_ zone: StoredSharedZone) throws {
    try connection.run(
      """
      UPDATE sharedZones SET name = ?, owner = ?, position = ?, arrivedAt = ?, isGone = ?
      WHERE database = ? AND zone = ?
      """, zone.name, zone.ownerRecordName, zone.position, zone.arrivedAt, zone.isGone, zone.database, zone.zone)
    guard connection.changedRows == 0 else { return }
    try connection.run(
      "DELETE FROM sharedZones WHERE database = ? AND zone <> ? AND name = ? AND owner = ?", zone.database, zone.zone,
      zone.name, zone.ownerRecordName)
    try connection.run(
      """
      INSERT INTO sharedZones (database, zone, name, owner, position, arrivedAt, isGone)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, zone.database, zone.zone, zone.name, zone.ownerRecordName, zone.position, zone.arrivedAt, zone.isGone)
  }

  private static func sharedZone(_ row: borrowing SQLStatement) -> StoredSharedZone {
    StoredSharedZone(
      database: row.integer(0), zone: row.integer(1), name: row.text(2), ownerRecordName: row.text(3),
      position: row.integer(4), arrivedAt: row.integer(5), isGone: row.flag(6))
  }

  // MARK: What goes

  func removeSharing(in zone: Int64) throws {
    try connection.run("DELETE FROM shareMembers WHERE share IN (SELECT id FROM shares WHERE zone = ?)", zone)
    try connection.run("DELETE FROM participants WHERE share IN (SELECT id FROM shares WHERE zone = ?)", zone)
    try connection.run("DELETE FROM shares WHERE zone = ?", zone)
    try connection.run("DELETE FROM shortGUIDs WHERE zone = ?", zone)
  }

  func removeSharing(endedBefore time: Int64) throws {
    let horizons = try connection.prepare(
      """
      SELECT zone, max(number) FROM (
        SELECT zone, max(endedAt, sequence) AS number FROM shares WHERE endedAt IS NOT NULL AND endedOn < ?1
        UNION ALL
        SELECT zone, leftAt FROM participants WHERE status = 'REMOVED' AND changedOn < ?1 AND leftAt IS NOT NULL
        UNION ALL
        SELECT shares.zone, member.sequence FROM shareMembers AS member JOIN shares ON shares.id = member.share
        WHERE member.leftAt IS NOT NULL AND member.changedOn < ?1)
      GROUP BY zone
      """, time)
    for (zone, number) in try horizons.all({ ($0.integer(0), $0.integer(1)) }) {
      try connection.run("UPDATE zones SET shareHorizon = max(shareHorizon, ?) WHERE id = ?", number, zone)
    }
    try connection.run(
      """
      DELETE FROM shareMembers WHERE share IN (SELECT id FROM shares WHERE endedAt IS NOT NULL AND endedOn < ?)
      """, time)
    try connection.run(
      "DELETE FROM participants WHERE share IN (SELECT id FROM shares WHERE endedAt IS NOT NULL AND endedOn < ?)", time)
    try connection.run("DELETE FROM shares WHERE endedAt IS NOT NULL AND endedOn < ?", time)
    try connection.run("DELETE FROM participants WHERE status = 'REMOVED' AND changedOn < ?", time)
    try connection.run("DELETE FROM shareMembers WHERE leftAt IS NOT NULL AND changedOn < ?", time)
  }
}
