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
    case runs([Int64])
    case runStart(database: Int64, run: Int64, Int64?)
    case commit(StoredCommit)
    case fieldTypes(database: Int64, recordType: String, [String: FieldType]?)
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
    case .runs(let old): runs = old
    case .runStart(let database, let run, let old): runStarts[database, default: [:]][run] = old
    case .commit(let commit):
      // It may have been removed in the same transaction.
      if commits[commit.database]?.last == commit { commits[commit.database]?.removeLast() }
    case .fieldTypes(let database, let type, let old): fieldTypes[database, default: [:]][type] = old
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
