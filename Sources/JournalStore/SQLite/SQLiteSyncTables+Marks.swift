import CloudRecord
import Foundation
import GRDB
import JournalCore
import JournalSeal
import SyncCore

extension SQLiteSyncTables {
  // MARK: What is said about some records

  func setParked(_ reason: ParkedReason?, _ name: String) throws {
    if let reason {
      try db.run(
        "INSERT OR REPLACE INTO parked VALUES(?, ?, ?, ?)", [zoneRow, name, reason.code.rawValue, reason.reason])
    } else {
      try db.run("DELETE FROM parked WHERE zone = ? AND recordName = ?", [zoneRow, name])
    }
  }

  func unparkAll() throws { try db.run("DELETE FROM parked WHERE zone = ?", [zoneRow]) }

  func parked(limit: Int) throws -> [(name: String, reason: ParkedReason)] {
    try db.rows(
      "SELECT recordName, code, reason FROM parked WHERE zone = ? ORDER BY recordName LIMIT ?", [zoneRow, limit]
    ).map { row in
      let code = CloudErrorCode(rawValue: row[1]) ?? .serverRejectedRequest
      return (row[0], ParkedReason(code: code, reason: row[2]))
    }
  }

  mutating func setNewerFormat(_ isNewer: Bool, _ name: String) throws {
    guard isNewer || hasNewer else { return }
    if isNewer {
      hasNewer = true
      try db.run("INSERT OR IGNORE INTO newerFormat VALUES(?, ?)", [zoneRow, name])
    } else {
      try db.run("DELETE FROM newerFormat WHERE zone = ? AND recordName = ?", [zoneRow, name])
    }
  }

  // MARK: Removals

  func intent(_ name: String) throws -> PurgeIntent? {
    hasPurges ? try PurgeTable(db: db, zone: zoneRow).find(name) : nil
  }

  func intents(ownedBy entry: String) throws -> [PurgeIntent] {
    guard hasPurges else { return [] }
    return try db.rows(
      "SELECT \(PurgeTable.columns(in: db)) FROM purges WHERE zone = ? AND owner = ? ORDER BY recordName",
      [zoneRow, entry]
    ).map(PurgeTable.intent)
  }

  func intents(limit: Int, excluding: Set<String>) throws -> [PurgeIntent] {
    guard hasPurges, limit > 0 else { return [] }
    var intents: [PurgeIntent] = []
    // Sealed pictures that go with their entry have a word of their own, once the server has that of the entry: until then
    // it may come back, and they with it.
    let along =
      "NOT NULL AND seal IS NOT NULL AND NOT EXISTS("
      + "SELECT 1 FROM purges AS entries WHERE entries.zone = ?1 AND entries.recordName = purges.owner)"
    for owner in try db.tableExists("sealedRemovals") ? ["NULL", along] : ["NULL"] {
      let cursor = try Row.fetchCursor(
        try db.cachedStatement(
          sql: """
            SELECT \(PurgeTable.columns(in: db)) FROM purges WHERE changeTag IS NOT NULL AND owner IS \(owner)
              AND +zone = ?1 AND recordName NOT IN (SELECT recordName FROM parked WHERE zone = ?1) ORDER BY recordName
            """), arguments: [zoneRow])
      while intents.count < limit, let row = try cursor.next() {
        if !excluding.contains(row["recordName"]) { intents.append(try PurgeTable.intent(row)) }
      }
    }
    return intents
  }

  mutating func setIntent(_ intent: PurgeIntent) throws {
    hasPurges = true
    try PurgeTable(db: db, zone: zoneRow).set(intent)
  }

  func removeIntent(_ name: String) throws {
    if hasPurges { try PurgeTable(db: db, zone: zoneRow).remove(name) }
  }

  func removeIntents(unseenBefore epoch: Int64) throws {
    try db.run("DELETE FROM purges WHERE zone = ? AND changeTag IS NOT NULL AND seenEpoch < ?", [zoneRow, epoch])
  }

  mutating func postponeRemoval(of name: String) throws {
    hasPostponed = true
    try db.run("INSERT OR IGNORE INTO postponedRemovals VALUES(?, ?)", [zoneRow, name])
  }

  func cancelRemoval(of name: String) throws {
    if hasPostponed { try db.run("DELETE FROM postponedRemovals WHERE zone = ? AND recordName = ?", [zoneRow, name]) }
  }

  mutating func takePostponedRemovals() throws -> [String] {
    guard hasPostponed else { return [] }
    let names = try db.rows(
      "SELECT recordName FROM postponedRemovals WHERE zone = ? ORDER BY recordName", [zoneRow]
    ).map { $0[0] as String }
    try db.run("DELETE FROM postponedRemovals WHERE zone = ?", [zoneRow])
    hasPostponed = false
    return names
  }

  // MARK: Foreign records

  mutating func keepForeign(_ record: CloudRecord.Record, epoch: Int64) throws {
    hasForeign = true
    try db.run(
      "INSERT OR REPLACE INTO foreignRecords(zone, recordName, recordType, record, seenEpoch) VALUES(?, ?, ?, ?, ?)",
      [zoneRow, record.recordName, record.recordType, Data(ForeignCoding.encode(record)), epoch])
  }

  func foreign(unseenBefore epoch: Int64, limit: Int, excluding: Set<String>) throws -> [CloudRecord.Record] {
    guard hasForeign, limit > 0 else { return [] }
    let rows = try Row.fetchCursor(
      try db.cachedStatement(
        sql: """
          SELECT recordName, record FROM foreignRecords WHERE zone = ?1 AND seenEpoch < ?2
            AND recordType NOT IN (
              '\(StoredShares.recordType)', '\(KeptShare.recordType)', '\(GuestNote.recordType)')
            AND recordName NOT IN (SELECT recordName FROM parked WHERE zone = ?1) ORDER BY recordName
          """), arguments: [zoneRow, epoch])
    var found: [CloudRecord.Record] = []
    while found.count < limit, let row = try rows.next() {
      if excluding.contains(row[0]) { continue }
      found.append(try ForeignCoding.record([UInt8](row[1] as Data)))
    }
    return found
  }

  func foreignRecord(_ name: String) throws -> CloudRecord.Record? {
    guard hasForeign else { return nil }
    return try db.row("SELECT record FROM foreignRecords WHERE zone = ? AND recordName = ?", [zoneRow, name]).map {
      try ForeignCoding.record([UInt8]($0[0] as Data))
    }
  }

  func setForeignSeen(_ name: String, epoch: Int64) throws {
    try db.run("UPDATE foreignRecords SET seenEpoch = ? WHERE zone = ? AND recordName = ?", [epoch, zoneRow, name])
  }

  func removeForeign(_ name: String) throws {
    if hasForeign { try db.run("DELETE FROM foreignRecords WHERE zone = ? AND recordName = ?", [zoneRow, name]) }
  }

  func removeForeign(unseenBefore epoch: Int64) throws {
    try db.run("DELETE FROM foreignRecords WHERE zone = ? AND seenEpoch < ?", [zoneRow, epoch])
  }
}
