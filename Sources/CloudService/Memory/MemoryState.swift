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
  var lastID: Int64 = 0

  /// How one write is taken back.
  enum Undo: Sendable {
    case database(DatabaseKey, StoredDatabase?)
    case zoneRow(StoredZone)
    /// The zone as it was, with everything in it.
    case zone(id: Int64, MemoryZone?)
    case zoneID(database: Int64, name: String, Int64?)
    case record(zone: Int64, name: String, StoredRecord?)
    case references(zone: Int64, name: String, [StoredReference])
    case assetReferences(zone: Int64, name: String, [String])
    case subscription(database: Int64, id: String, Subscription?)
    case asset(AssetKey, StoredAsset?)
    case upload([UInt8], StoredUpload?)
  }

  mutating func take(back step: Undo) {
    switch step {
    case .database(let key, let old): databases[key] = old
    case .zoneRow(let old): zones[old.id]?.row = old
    case .zone(let id, let old): zones[id] = old
    case .zoneID(let database, let name, let old): zoneIDs[database, default: [:]][name] = old
    case .record(let zone, let name, let old): zones[zone]?.restore(old, at: name)
    case .references(let zone, let name, let old): zones[zone]?.setReferences(old, from: name)
    case .assetReferences(let zone, let name, let old): setAssetReferences(old, from: name, in: zone)
    case .subscription(let database, let id, let old): subscriptions[database, default: [:]][id] = old
    case .asset(let key, let old): assets[key] = old
    case .upload(let digest, let old): uploads[digest] = old
    }
  }

  /// Returns the files that the record named.
  @discardableResult
  mutating func setAssetReferences(_ new: [String], from name: String, in zone: Int64) -> [String] {
    guard let database = zones[zone]?.row.database else { return [] }
    let old = zones[zone]?.assetReferences[name] ?? []
    for fileChecksum in old { assetUses[AssetKey(database: database, fileChecksum: fileChecksum), default: 0] -= 1 }
    for fileChecksum in new { assetUses[AssetKey(database: database, fileChecksum: fileChecksum), default: 0] += 1 }
    zones[zone]?.assetReferences[name] = new.isEmpty ? nil : new
    return old
  }
}
