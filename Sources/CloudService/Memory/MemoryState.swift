import CloudRecord

/// Every row of a ``MemoryCloudStorage``.
struct MemoryState: Sendable {
  struct AssetKey: Hashable, Sendable {
    var database: Int64
    var fileChecksum: String
  }

  var databases: [DatabaseKey: StoredDatabase] = [:]
  var zones: [Int64: MemoryZone] = [:]
  /// By database, then by name.
  var zoneIDs: [Int64: [String: Int64]] = [:]
  var subscriptions: [Int64: [String: Subscription]] = [:]
  var assets: [AssetKey: StoredAsset] = [:]
  /// How many records name a file.
  var assetUses: [AssetKey: Int] = [:]
  var uploads: [[UInt8]: StoredUpload] = [:]
  /// In their order; the number of each is its place and one.
  var runs: [Int64] = []
  /// By database, then by run.
  var runStarts: [Int64: [Int64: Int64]] = [:]
  /// By database, in their order.
  var commits: [Int64: [StoredCommit]] = [:]
  /// By database, then by record type, then by field.
  var fieldTypes: [Int64: [String: [String: FieldType]]] = [:]
  var sharing = MemorySharing()
  var lastID: Int64 = 0

  mutating func setAssetReferences(_ new: [String], from name: String, in zone: Int64) {
    guard let database = zones[zone]?.row.database else { return }
    let old = zones[zone]?.assetReferences[name] ?? []
    for fileChecksum in old { assetUses[AssetKey(database: database, fileChecksum: fileChecksum), default: 0] -= 1 }
    for fileChecksum in new { assetUses[AssetKey(database: database, fileChecksum: fileChecksum), default: 0] += 1 }
    zones[zone]?.assetReferences[name] = new.isEmpty ? nil : new
  }
}
