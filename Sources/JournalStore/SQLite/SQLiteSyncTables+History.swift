import CloudRecord
import Foundation
import GRDB
import JournalCore
import SyncCore

extension SQLiteSyncTables {
  // MARK: History and merges

  private var table: HistoryTable { HistoryTable(db: db, zone: zoneRow) }

  func latestGroup() throws -> Int64 { try table.latestGroup() }

  func latestEntries(limit: Int) throws -> [(name: String, device: String)] {
    try db.rows(
      """
      SELECT recordName, (
        SELECT device FROM history WHERE history.zone = ?1 AND history.recordName = entries.recordName AND cause = ?2
        ORDER BY id DESC LIMIT 1)
      FROM entries WHERE +zone = ?1 AND trashedAt IS NULL ORDER BY modifiedAt DESC, position DESC LIMIT ?3
      """, [zoneRow, EditCause.merge.rawValue, limit]
    ).map { (name: $0[0], device: $0[1] ?? "") }
  }

  func keep(_ value: KeptValue) throws {
    if let device = value.savedBy { try noteDevice(device) }
    try table.add(
      HistoryTable.Row(
        record: value.record, field: value.field, value: value.value, stamp: value.stamp, replacedAt: now,
        device: value.device, cause: value.cause, group: value.group))
  }

  func hasKept(
    _ value: FieldValue?, of field: String, in record: String, stamp: HybridTime, orRefused: Bool
  ) throws -> Bool {
    let time = stamp.description
    return try db.integer(
      """
      SELECT 1 FROM history WHERE zone = ? AND recordName = ? AND field = ? AND oldStamp >= ?
        AND substr(oldStamp, 17) = ? AND oldValue IS ? AND (? OR cause <> ?) LIMIT 1
      """,
      [
        zoneRow, record, field, time, String(time.suffix(16)), value.map { Data(CanonicalEncoder.encode($0)) },
        orRefused, EditCause.refused.rawValue,
      ]) != nil
  }

  /// The condition that a row of `history` tells of a move to the trash on another device: zone, cause, and since when.
  static var movedToTrash: String {
    "history.zone = ? AND field = 'trashedAt' AND oldValue IS NULL AND cause = ? AND replacedAt > ?"
  }

  func wasTrashedElsewhere(_ name: String, since time: Int64) throws -> Bool {
    try db.integer(
      "SELECT 1 FROM history WHERE recordName = ? AND \(Self.movedToTrash) LIMIT 1",
      [name, zoneRow, EditCause.merge.rawValue, time]) != nil
  }

  func trashedElsewhere(since time: Int64) throws -> Int {
    let moved = "SELECT 1 FROM history WHERE history.recordName = entries.recordName AND \(Self.movedToTrash)"
    return Int(
      try db.integer(
        """
        SELECT count(*) FROM entries WHERE +zone = ? AND trashedAt IS NOT NULL AND EXISTS(\(moved))
          AND recordName NOT IN (SELECT recordName FROM removedElsewhere WHERE zone = ?)
        """, [zoneRow, zoneRow, EditCause.merge.rawValue, time, zoneRow]) ?? 0)
  }

  func add(_ merge: StoredMerge) throws {
    try db.run(
      "INSERT INTO merges VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        merge.group, zoneRow, merge.record, merge.recordType, merge.at.milliseconds,
        merge.fields.joined(separator: "\n"),
        merge.isConflict, merge.base.map { Data($0.encoded) }, Data(merge.local.encoded), Data(merge.server.encoded),
      ])
  }

  func merge(group: Int64) throws -> StoredMerge? {
    try db.row("SELECT * FROM merges WHERE editGroup = ?", [group]).map(SQLiteSyncTables.merge)
  }

  func merges(limit: Int) throws -> [StoredMerge] {
    let conflicts = try db.rows(
      "SELECT * FROM merges WHERE isConflict = 1 ORDER BY editGroup DESC LIMIT ?", [limit]
    ).map(SQLiteSyncTables.merge)
    let others = try db.rows(
      "SELECT * FROM merges WHERE isConflict = 0 ORDER BY editGroup DESC LIMIT ?", [limit - conflicts.count]
    ).map(SQLiteSyncTables.merge)
    return conflicts + others
  }

  private static func merge(_ row: Row) throws -> StoredMerge {
    let fields: String = row["fields"]
    return StoredMerge(
      group: row["editGroup"], record: row["recordName"], recordType: row["recordType"],
      at: Instant(milliseconds: row["at"]),
      fields: fields.utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) },
      isConflict: row["isConflict"],
      base: try (row["base"] as Data?).map { try RecordVersion(decoding: [UInt8]($0)) },
      local: try RecordVersion(decoding: [UInt8](row["local"] as Data)),
      server: try RecordVersion(decoding: [UInt8](row["server"] as Data)))
  }

  func dismissConflict(group: Int64) throws {
    try db.run("UPDATE merges SET isConflict = 0 WHERE editGroup = ?", [group])
  }

  func counts() throws -> SyncCounts {
    func count(_ sql: String) throws -> Int { Int(try db.integer(sql) ?? 0) }
    var counts = SyncCounts()
    // Where there never was an account all is unsent, and the sum is kept; counting a million would take 30 ms each time.
    let isOnlyHere = try account() == nil
    counts.records = try recordCount()
    if isOnlyHere {
      counts.unsent = counts.records
      counts.unsentImages = try count("SELECT count(*) FROM images")
    }
    for (type, table) in tables where !isOnlyHere {
      let unsent = try count("SELECT count(*) FROM \(table) WHERE localDigest IS NOT baseDigest")
      counts.unsent += unsent
      if type == RecordFields.imageType { counts.unsentImages = unsent }
    }
    counts.unsent += try count("SELECT count(*) FROM purges WHERE changeTag IS NOT NULL AND owner IS NULL")
    try countSealed(&counts)
    if hasForeign {
      counts.unsent += try count(
        """
        SELECT count(*) FROM foreignRecords
          JOIN zones ON zones.id = foreignRecords.zone AND isSweeping = 0 AND seenEpoch < epoch
        WHERE recordName NOT IN (\(tables.map { "SELECT recordName FROM \($0.table)" }.joined(separator: " UNION ALL ")))
        """)
    }
    counts.parked = try count("SELECT count(*) FROM parked")
    counts.drafts = try count("SELECT count(*) FROM drafts")
    counts.conflicts = try count("SELECT count(*) FROM merges WHERE isConflict = 1")
    return counts
  }

  private func countSealed(_ counts: inout SyncCounts) throws {
    func count(_ sql: String) throws -> Int { Int(try db.integer(sql) ?? 0) }
    if hasPurges, try db.tableExists("sealedRemovals") {
      counts.unsent += try count(
        "SELECT count(*) FROM purges WHERE changeTag IS NOT NULL AND owner IS NOT NULL AND seal IS NOT NULL")
    }
    if hasUnreadable { counts.unreadable = try count("SELECT count(*) FROM unreadable") }
    guard hasResealing else { return }
    // Those with an edit of their own are counted already.
    let edited = tables.map { "SELECT recordName FROM \($0.table) WHERE localDigest IS NOT baseDigest" }
    counts.unsent += try count(
      "SELECT count(*) FROM resealing WHERE recordName NOT IN (\(edited.joined(separator: " UNION ALL ")))")
  }
}
