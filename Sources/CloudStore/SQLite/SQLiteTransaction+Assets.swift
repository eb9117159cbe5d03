import CloudRecord
import CloudService
import SQLiteKit

extension SQLiteTransaction {
  func asset(_ fileChecksum: String, in database: Int64) throws -> StoredAsset? {
    let statement = try connection.prepare(
      """
      SELECT database, fileChecksum, objectKey, size, uploadedAt, quarantinedAt FROM assets
      WHERE database = ? AND fileChecksum = ?
      """)
    try statement.bind(database, at: 1)
    try statement.bind(fileChecksum, at: 2)
    return try statement.first(Self.asset)
  }

  func save(_ asset: StoredAsset) throws {
    let statement = try connection.prepare("INSERT OR REPLACE INTO assets VALUES (?, ?, ?, ?, ?, ?)")
    try statement.bind(asset.database, at: 1)
    try statement.bind(asset.fileChecksum, at: 2)
    try statement.bind(asset.objectKey, at: 3)
    try statement.bind(asset.size, at: 4)
    try statement.bind(asset.uploadedAt, at: 5)
    try statement.bind(asset.quarantinedAt, at: 6)
    try statement.run()
  }

  func setAssetReferences(_ fileChecksums: [String], from recordName: String, in zone: Int64) throws {
    let removal = try connection.prepare("DELETE FROM assetReferences WHERE zone = ? AND recordName = ?")
    try removal.bind(zone, at: 1)
    try removal.bind(recordName, at: 2)
    try removal.run()
    for fileChecksum in fileChecksums {
      let statement = try connection.prepare("INSERT OR IGNORE INTO assetReferences VALUES (?, ?, ?)")
      try statement.bind(zone, at: 1)
      try statement.bind(recordName, at: 2)
      try statement.bind(fileChecksum, at: 3)
      try statement.run()
    }
  }

  func isReferenced(asset fileChecksum: String, in database: Int64) throws -> Bool {
    let statement = try connection.prepare(
      """
      SELECT EXISTS (
        SELECT 1 FROM assetReferences AS reference JOIN zones ON zones.id = reference.zone
        WHERE reference.fileChecksum = ? AND zones.database = ?)
      """)
    try statement.bind(fileChecksum, at: 1)
    try statement.bind(database, at: 2)
    return try statement.first { $0.flag(0) } ?? false
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
      """)
    try removal.bind(expiry, at: 1)
    let collected = try removal.all(Self.asset)
    let mark = try connection.prepare(
      """
      UPDATE assets SET quarantinedAt = ? WHERE quarantinedAt IS NULL AND NOT EXISTS (
        SELECT 1 FROM assetReferences AS reference JOIN zones ON zones.id = reference.zone
        WHERE reference.fileChecksum = assets.fileChecksum AND zones.database = assets.database)
      """)
    try mark.bind(time, at: 1)
    try mark.run()
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
    let statement = try connection.prepare(
      """
      INSERT OR REPLACE INTO uploads
        (tokenDigest, database, zoneName, recordName, fieldName, expiresAt, isUsed, expectedSize)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """)
    try statement.bind(upload.tokenDigest, at: 1)
    try statement.bind(upload.database, at: 2)
    try statement.bind(upload.zoneName, at: 3)
    try statement.bind(upload.recordName, at: 4)
    try statement.bind(upload.fieldName, at: 5)
    try statement.bind(upload.expiresAt, at: 6)
    try statement.bind(upload.isUsed, at: 7)
    try statement.bind(upload.expectedSize, at: 8)
    try statement.run()
  }

  func upload(_ tokenDigest: [UInt8]) throws -> StoredUpload? {
    let statement = try connection.prepare(
      """
      SELECT tokenDigest, database, zoneName, recordName, fieldName, expiresAt, isUsed, expectedSize FROM uploads
      WHERE tokenDigest = ?
      """)
    try statement.bind(tokenDigest, at: 1)
    return try statement.first { row in
      StoredUpload(
        tokenDigest: row.bytes(0), database: row.integer(1), zoneName: row.text(2), recordName: row.text(3),
        fieldName: row.text(4), expectedSize: row.optionalInteger(7), expiresAt: row.integer(5), isUsed: row.flag(6))
    }
  }

  func removeUploads(expiredBefore time: Int64) throws {
    let statement = try connection.prepare("DELETE FROM uploads WHERE expiresAt < ?")
    try statement.bind(time, at: 1)
    try statement.run()
  }
}
