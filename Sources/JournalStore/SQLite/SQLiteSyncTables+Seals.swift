import Foundation
import GRDB
import SyncCore

extension SQLiteSyncTables {
  // MARK: Sealed records

  mutating func setUnreadable(_ reason: ClosedReason?, keyID: String, _ name: String) throws {
    guard reason != nil || hasUnreadable else { return }
    guard let reason else {
      return try db.run("DELETE FROM unreadable WHERE zone = ? AND recordName = ?", [zoneRow, name])
    }
    hasUnreadable = true
    try db.run("INSERT OR REPLACE INTO unreadable VALUES(?, ?, ?, ?)", [zoneRow, name, reason.rawValue, keyID])
  }

  func unreadable(_ reason: ClosedReason?) throws -> [String: ClosedReason] {
    guard hasUnreadable else { return [:] }
    var found: [String: ClosedReason] = [:]
    for row in try db.rows("SELECT recordName, reason FROM unreadable WHERE zone = ?", [zoneRow]) {
      // A reason that only a newer version knows is one all the same.
      let known = ClosedReason(rawValue: row[1]) ?? .newer
      if reason == nil || known == reason { found[row[0]] = known }
    }
    return found
  }

  func unreadable(under keys: Set<String>) throws -> [String] {
    guard hasUnreadable, !keys.isEmpty else { return [] }
    return try db.rows(
      "SELECT recordName, keyID FROM unreadable WHERE zone = ? AND reason = ? ORDER BY recordName",
      [zoneRow, ClosedReason.noKey.rawValue]
    ).filter { keys.contains($0[1]) }.map { $0[0] }
  }

  func ring() throws -> String? {
    try String.fetchOne(try db.cachedStatement(sql: "SELECT value FROM meta WHERE key = 'ringOfSeals'"))
  }

  func setRing(_ id: String) throws { try db.run("INSERT OR REPLACE INTO meta VALUES('ringOfSeals', ?)", [id]) }

  func takesServers() throws -> Bool { try db.integer("SELECT value FROM meta WHERE key = 'takesServers'") == 1 }

  func setTakesServers(_ takes: Bool) throws {
    guard try takesServers() != takes else { return }
    if takes {
      try db.run("INSERT OR REPLACE INTO meta VALUES('takesServers', 1)")
    } else {
      try db.run("DELETE FROM meta WHERE key = 'takesServers'")
    }
  }

  func awaitsRings() throws -> Bool { try db.integer("SELECT 1 FROM meta WHERE key = 'awaitsRings'") == 1 }

  func setAwaitsRings(_ awaits: Bool) throws {
    guard try awaitsRings() != awaits else { return }
    try db.run(awaits ? "INSERT INTO meta VALUES('awaitsRings', 1)" : "DELETE FROM meta WHERE key = 'awaitsRings'")
  }

  func keylessSince() throws -> Int64? { try db.integer("SELECT value FROM meta WHERE key = 'keylessSince'") }

  func setKeylessSince(_ time: Int64) throws {
    try db.run("INSERT OR REPLACE INTO meta VALUES('keylessSince', ?)", [time])
  }

  func mapSeals(_ change: (SealMark) -> SealMark) throws {
    for (_, table) in tables { try mapSeals(in: table, "foreignFields", change) }
    try mapSeals(in: "purges", "seal", change)
    try mapSeals(in: "sealedRemovals", "seal", change)
  }

  private func mapSeals(in table: String, _ column: String, _ change: (SealMark) -> SealMark) throws {
    let rows = try db.rows(
      "SELECT recordName, \(column) FROM \(table) WHERE +zone = ? AND \(column) IS NOT NULL", [zoneRow])
    for row in rows {
      let bytes = [UInt8](row[1] as Data)
      guard let seal = try ForeignCoding.seal(bytes) else { continue }
      let changed = ForeignCoding.encode(try ForeignCoding.fields(bytes), seal: change(seal))
      try db.run(
        "UPDATE \(table) SET \(column) = ? WHERE zone = ? AND recordName = ?",
        [changed.map { Data($0) }, zoneRow, row[0] as String])
    }
  }

  mutating func setResealing(_ isResealing: Bool, _ name: String, _ type: String) throws {
    guard isResealing || hasResealing else { return }
    guard isResealing else {
      return try db.run("DELETE FROM resealing WHERE zone = ? AND recordName = ?", [zoneRow, name])
    }
    hasResealing = true
    try db.run("INSERT OR REPLACE INTO resealing VALUES(?, ?, ?)", [zoneRow, name, type])
  }

  func resealing(limit: Int, excluding: Set<String>) throws -> [(name: String, type: String)] {
    guard hasResealing, limit > 0 else { return [] }
    let rows = try Row.fetchCursor(
      try db.cachedStatement(
        sql: """
          SELECT recordName, recordType FROM resealing WHERE zone = ?1
            AND recordName NOT IN (SELECT recordName FROM parked WHERE zone = ?1) ORDER BY recordName
          """), arguments: [zoneRow])
    var found: [(name: String, type: String)] = []
    while found.count < limit, let row = try rows.next() {
      if !excluding.contains(row[0]) { found.append((row[0], row[1])) }
    }
    return found
  }

  func isResealing(_ name: String) throws -> Bool {
    guard hasResealing else { return false }
    return try db.integer("SELECT 1 FROM resealing WHERE zone = ? AND recordName = ?", [zoneRow, name]) != nil
  }

  func onServer(where isWanted: ([UInt8]?) throws -> Bool) throws -> [(name: String, type: String)] {
    var found: [(name: String, type: String)] = []
    for (type, table) in tables {
      let rows = try Row.fetchCursor(
        db,
        sql: "SELECT recordName, foreignFields FROM \(table) WHERE +zone = ? AND baseChangeTag IS NOT NULL",
        arguments: [zoneRow])
      while let row = try rows.next() {
        if try isWanted((row[1] as Data?).map { [UInt8]($0) }) { found.append((row[0], type)) }
      }
    }
    return found
  }

  func sealedRecords(
    after place: SealedPlace?, limit: Int
  ) throws -> (records: [SealedRecord], next: SealedPlace?) {
    let place = place ?? SealedPlace(type: 0, row: .min)
    let (type, table) = tables[place.type]
    let category =
      switch type {
      case RecordFields.entryType: "iif(trashedAt IS NULL, category, NULL)"
      case RecordFields.imageType:
        "(SELECT iif(e.trashedAt IS NULL, e.category, NULL) FROM entries e WHERE e.zone = ?1 AND e.recordName = entry)"
      default: "NULL"
      }
    let rows = try Row.fetchCursor(
      try db.cachedStatement(
        sql: """
          SELECT rowid, recordName, foreignFields, zone = ?1 AND baseChangeTag IS NOT NULL, \(category) FROM \(table)
          WHERE rowid > ?2 ORDER BY rowid LIMIT ?3
          """), arguments: [zoneRow, place.row, limit])
    var records: [SealedRecord] = []
    var (count, last) = (0, place.row)
    while let row = try rows.next() {
      (count, last) = (count + 1, row[0])
      guard row[3] as Bool, let beside = row[2] as Data?, let mark = try ForeignCoding.seal([UInt8](beside)) else {
        continue
      }
      records.append(SealedRecord(name: row[1], type: type, mark: mark, category: row[4]))
    }
    if count == limit { return (records, SealedPlace(type: place.type, row: last)) }
    let isLast = place.type + 1 == tables.count
    return (records, isLast ? nil : SealedPlace(type: place.type + 1, row: .min))
  }

  func sortedShares() throws -> [UInt8]? {
    try db.row("SELECT value FROM meta WHERE key = 'sortedShares'").map { [UInt8]($0[0] as Data) }
  }

  func setSortedShares(_ forms: [UInt8]?) throws {
    guard let forms else { return try db.run("DELETE FROM meta WHERE key = 'sortedShares'") }
    try db.run("INSERT OR REPLACE INTO meta VALUES('sortedShares', ?)", [Data(forms)])
  }

  func countRefusal(of name: String, at time: Int64, since start: Int64) throws -> Int {
    try db.run("DELETE FROM refusals WHERE zone = ? AND (at < ? OR at > ?)", [zoneRow, start, time])
    let known = Int(
      try db.integer("SELECT count(*) FROM refusals WHERE zone = ? AND recordName = ?", [zoneRow, name]) ?? 0)
    // More than a few say nothing more.
    guard known < 100 else { return known }
    try db.run(
      """
      INSERT INTO refusals SELECT ?1, ?2, coalesce(max(number), 0) + 1, ?3 FROM refusals
        WHERE zone = ?1 AND recordName = ?2
      """, [zoneRow, name, time])
    return known + 1
  }

  private static let removalColumns = "recordType, changeTag, seal, stamps, removedAt, recordName"

  private static func removal(_ row: Row) throws -> SealedRemoval? {
    guard let seal = try ForeignCoding.seal([UInt8](row[2] as Data)) else { return nil }
    return SealedRemoval(
      recordName: row[5], recordType: row[0], changeTag: row[1], seal: seal,
      stamps: try RecordVersion(decoding: [UInt8](row[3] as Data)).stamps, removedAt: row[4])
  }

  func sealedRemoval(_ name: String) throws -> SealedRemoval? {
    guard hasSealedRemovals else { return nil }
    return try db.row(
      "SELECT \(Self.removalColumns) FROM sealedRemovals WHERE zone = ? AND recordName = ?", [zoneRow, name]
    ).flatMap(Self.removal)
  }

  func sealedRemovals(before time: Int64, limit: Int, excluding: Set<String>) throws -> [SealedRemoval] {
    guard hasSealedRemovals, limit > 0 else { return [] }
    let rows = try Row.fetchCursor(
      try db.cachedStatement(
        sql: """
          SELECT \(Self.removalColumns) FROM sealedRemovals WHERE zone = ?1 AND removedAt < ?2
            AND recordName NOT IN (SELECT recordName FROM parked WHERE zone = ?1) ORDER BY recordName
          """), arguments: [zoneRow, time])
    var found: [SealedRemoval] = []
    while found.count < limit, let row = try rows.next() {
      guard let removal = try Self.removal(row), !excluding.contains(removal.recordName) else { continue }
      found.append(removal)
    }
    return found
  }

  mutating func setSealedRemoval(_ removal: SealedRemoval) throws {
    hasSealedRemovals = true
    try db.run(
      "INSERT OR REPLACE INTO sealedRemovals VALUES(?, ?, ?, ?, ?, ?, ?)",
      [
        zoneRow, removal.recordName, removal.recordType, removal.changeTag,
        ForeignCoding.encode([:], seal: removal.seal).map { Data($0) },
        Data(RecordVersion(recordType: removal.recordType, stamps: removal.stamps).encoded), removal.removedAt,
      ])
  }

  func removeSealedRemoval(_ name: String) throws {
    guard hasSealedRemovals else { return }
    try db.run("DELETE FROM sealedRemovals WHERE zone = ? AND recordName = ?", [zoneRow, name])
  }
}
