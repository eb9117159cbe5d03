import Foundation
import GRDB
import JournalCore
import SyncCore

/// What tells the devices of the owner from those of other people.
extension SQLiteSyncTables {
  /// Entries that are looked at for the devices that filed them: the newest ones.
  private static let looked = 5000
  private static let othersKey = "othersDevice "

  func ownDevices() throws -> Set<UInt64> {
    if let known = findings.ownDevices { return known }
    var found: Set<UInt64> = []
    let entries = try db.rows(
      """
      SELECT stamps FROM entries WHERE +zone = ?1 AND (category IS NULL OR ?2 || category NOT IN (
        SELECT recordName FROM foreignRecords WHERE zone = ?1 UNION SELECT name FROM shareRings WHERE zone = ?1))
      ORDER BY position DESC LIMIT \(Self.looked)
      """, [zoneRow, StoredShares.prefix])
    for row in entries {
      let marks = try FieldStamps(decoding: [UInt8](row[0] as Data)).marks
      for field in ["category", "isFavorite"] { if let mark = marks[field] { found.insert(mark.stamp.device) } }
    }
    for row in try db.rows("SELECT stamps FROM categories WHERE +zone = ?", [zoneRow]) {
      found.formUnion(try FieldStamps(decoding: [UInt8](row[0] as Data)).marks.values.map(\.stamp.device))
    }
    let others = try String.fetchAll(
      db, sql: "SELECT key FROM meta WHERE key >= ?1 AND key < ?1 || '~'", arguments: [Self.othersKey])
    found.subtract(others.compactMap { UInt64($0.dropFirst(Self.othersKey.count), radix: 16) })
    try found.insert(clock().device)
    findings.ownDevices = found
    return found
  }

  func noteOthersDevice(_ device: UInt64) throws {
    try db.run("INSERT OR IGNORE INTO meta VALUES(?, 1)", [Self.othersKey + String(device, radix: 16)])
    findings.ownDevices = nil
  }

  /// Whether a record was thrown away by another person, as far as its stamps say: what is so lies in the trash until the owner
  /// empties that.
  func isThrownByAnother(_ stamps: FieldStamps) throws -> Bool {
    guard let device = stamps.marks["trashedAt"]?.stamp.device, try device != clock().device, try hasShares() else {
      return false
    }
    return try !ownDevices().contains(device)
  }

  private func hasShares() throws -> Bool {
    guard !hasShared else { return true }
    return try db.integer(
      """
      SELECT 1 WHERE EXISTS(SELECT 1 FROM foreignRecords WHERE zone = ?1 AND recordType = ?2)
        OR EXISTS(SELECT 1 FROM shareRings WHERE zone = ?1)
      """, [zoneRow, StoredShares.recordType]) != nil
  }
}

/// What was found out in one transaction.
final class TransactionFindings {
  var ownDevices: Set<UInt64>?
}
