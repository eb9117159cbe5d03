import Foundation
import GRDB
import JournalCore
import SyncCore

/// What tells the devices of the owner from those of other people.
extension SQLiteSyncTables {
  /// Entries that are looked at for the devices that filed them: the newest ones.
  private static let looked = 5000

  func ownDevices() throws -> Set<UInt64> {
    if let known = findings.ownDevices { return known }
    var found: Set<UInt64> = []
    let rows = try db.rows(
      """
      SELECT stamps FROM entries WHERE +zone = ?1 AND (category IS NULL OR ?2 || category NOT IN (
        SELECT recordName FROM foreignRecords WHERE zone = ?1 UNION SELECT name FROM shareRings WHERE zone = ?1))
      ORDER BY position DESC LIMIT \(Self.looked)
      """, [zoneRow, StoredShares.prefix])
    for row in rows {
      let stamps = try FieldStamps(decoding: [UInt8](row[0] as Data))
      if let stamp = stamps.marks["category"]?.stamp { found.insert(stamp.device) }
    }
    try found.remove(clock().device)
    findings.ownDevices = found
    return found
  }

  /// Whether a record was thrown away by another person, as far as its stamps say: what is so lies in the trash until the owner
  /// empties that.
  func isThrownByAnother(_ stamps: FieldStamps) throws -> Bool {
    guard hasForeign || hasShared, let device = stamps.marks["trashedAt"]?.stamp.device else { return false }
    return try device != clock().device && !ownDevices().contains(device)
  }
}

/// What was found out in one transaction.
final class TransactionFindings {
  var ownDevices: Set<UInt64>?
}
