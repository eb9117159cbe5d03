import CloudRecord
import CloudService
import SQLiteKit

extension SQLiteTransaction {
  func asset(_ fileChecksum: String, in database: Int64) throws -> StoredAsset? {
    try connection.prepare(
      """
      SELECT database, fileChecksum, objectKey, size, uploadedAt, quarantinedAt FROM assets
      WHERE database = ? AND fileChecksum = ?
      """, database, fileChecksum
    ).first(Self.asset)
  }

  func save(_ asset: StoredAsset) throws {
    try connection.run(
      "INSERT OR REPLACE INTO assets VALUES (?, ?, ?, ?, ?, ?)", asset.database, asset.fileChecksum, asset.objectKey,
      asset.size, asset.uploadedAt, asset.quarantinedAt)
  }

  func setAssetReferences(_ fileChecksums: [String], from recordName: String, in zone: Int64) throws {
    try connection.run("DELETE FROM assetReferences WHERE zone = ? AND recordName = ?", zone, recordName)
    for fileChecksum in fileChecksums {
      try connection.run("INSERT OR IGNORE INTO assetReferences VALUES (?, ?, ?)", zone, recordName, fileChecksum)
    }
  }

  func isReferenced(asset fileChecksum: String, in database: Int64) throws -> Bool {
    try connection.prepare(
      """
      SELECT EXISTS (
        SELECT 1 FROM assetReferences AS reference JOIN zones ON zones.id = reference.zone
        WHERE reference.fileChecksum = ? AND zones.database = ?)
      """, fileChecksum, database
    ).first { $0.flag(0) } ?? false
  }

  func collectAssets(at time: Int64, markedBefore expiry: Int64) throws -> [StoredAsset] {
    try connection.run(
      """
      UPDATE assets SET quarantinedAt = NULL WHERE quarantinedAt IS NOT NULL AND EXISTS (
        SELECT 1 FROM assetReferences AS reference JOIN zones ON zones.id = reference.zone
        WHERE reference.fileChecksum = assets.fileChecksum AND zones.database = assets.database)
      """)
    let removal = try connection.prepare(
      """
      DELETE FROM assets WHERE quarantinedAt < ?
      RETURNING database, fileChecksum, objectKey, size, uploadedAt, quarantinedAt
      """, expiry)
    let collected = try removal.all(Self.asset)
    try connection.run(
      """
      UPDATE assets SET quarantinedAt = ? WHERE quarantinedAt IS NULL AND NOT EXISTS (
        SELECT 1 FROM assetReferences AS reference JOIN zones ON zones.id = reference.zone
        WHERE reference.fileChecksum = assets.fileChecksum AND zones.database = assets.database)
      """, time)
    return collected
  }

  func assetObjectKeys() throws -> Set<String> {
    Set(try connection.prepare("SELECT objectKey FROM assets").all { $0.text(0) })
  }

  private static func asset(_ row: borrowing SQLStatement) -> StoredAsset {
    StoredAsset(
      database: row.integer(0), fileChecksum: row.text(1), objectKey: row.text(2), size: row.integer(3),
      uploadedAt: row.integer(4), quarantinedAt: row.optionalInteger(5))
  }

  // MARK: Uploads

  func save(_ upload: StoredUpload) throws {
    try connection.run(
      """
      INSERT OR REPLACE INTO uploads
        (tokenDigest, database, zoneName, recordName, fieldName, expiresAt, isUsed, expectedSize, guest, guestZone)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, upload.tokenDigest, upload.database, upload.zoneName, upload.recordName, upload.fieldName, upload.expiresAt,
      upload.isUsed, upload.expectedSize, upload.guest, upload.guestZone)
  }

  func upload(_ tokenDigest: [UInt8]) throws -> StoredUpload? {
    try connection.prepare(
      """
      SELECT tokenDigest, database, zoneName, recordName, fieldName, expiresAt, isUsed, expectedSize, guest, guestZone
      FROM uploads WHERE tokenDigest = ?
      """, tokenDigest
    ).first { row in
      var upload = StoredUpload(
        tokenDigest: row.bytes(0), database: row.integer(1), zoneName: row.text(2), recordName: row.text(3),
        fieldName: row.text(4), expectedSize: row.optionalInteger(7), expiresAt: row.integer(5), isUsed: row.flag(6))
      (upload.guest, upload.guestZone) = (row.optionalText(8), row.integer(9))
      return upload
    }
  }

  func removeUploads(expiredBefore time: Int64) throws {
    try connection.run("DELETE FROM uploads WHERE expiresAt < ?", time)
  }
}
