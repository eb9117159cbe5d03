import CloudRecord
import GRDB

/// Reads and makes rows of `zones`, by which each record's row names its zone.
struct ZoneTable {
  let db: Database

  /// The row's id; nil where the file has nothing of the zone.
  func row(of address: ZoneAddress) throws -> Int64? {
    try db.integer("SELECT id FROM zones WHERE database = ? AND owner = ? AND zone = ?", arguments(address))
  }

  /// Makes a row, unless another process has, and returns its id.
  func makeRow(of address: ZoneAddress) throws -> Int64? {
    // What was never seen there is told from what was: another person's zone begins with the epoch 1.
    let epoch = address.database == .shared ? 1 : 0
    try db.run(
      "INSERT OR IGNORE INTO zones(database, owner, zone, epoch) VALUES(?, ?, ?, \(epoch))", arguments(address))
    return try row(of: address)
  }

  /// The user's own zones have no owner's name.
  private func arguments(_ address: ZoneAddress) -> StatementArguments {
    [address.database.rawValue, address.zoneID.ownerRecordName ?? "", address.zoneID.zoneName]
  }
}
