import CloudRecord

/// The rows of a ``MemoryCloudStorage`` while one transaction has them, and how to take back what it wrote.
final class MemoryTransaction: CloudTransaction {
  var state = MemoryState()
  /// How each write so far is taken back, in their order.
  private var undo: [(inout MemoryState) -> Void] = []
  private var written: Set<Int64> = []
  private let isWriting: Bool

  init(isWriting: Bool) { self.isWriting = isWriting }

  func undoEverything() {
    while let step = undo.popLast() { step(&state) }
  }

  /// Called once, when nothing can be taken back any more.
  func finish() {
    undo = []
    for zone in written.sorted() { state.zones[zone]?.tidy() }
  }

  /// Notes how the write that follows is taken back.
  func remember(_ step: @escaping (inout MemoryState) -> Void) throws {
    guard isWriting else { throw MemoryStorageError.readOnly }
    undo.append(step)
  }

  private func requireZone(_ id: Int64) throws {
    guard state.zones[id] != nil else { throw MemoryStorageError.noSuchZone(id) }
  }

  // MARK: Databases

  func database(_ key: DatabaseKey) -> StoredDatabase? { state.databases[key] }

  func owner(ofDatabase id: Int64) -> String? { state.databases.values.first { $0.id == id }?.key.ownerRecordName }

  func makeDatabase(_ key: DatabaseKey) throws -> StoredDatabase {
    try remember { [old = state.databases[key]] in $0.databases[key] = old }
    state.lastID += 1
    let database = StoredDatabase(id: state.lastID, key: key)
    state.databases[key] = database
    return database
  }

  func save(_ database: StoredDatabase) throws {
    guard let old = state.databases[database.key], old.id == database.id else {
      throw MemoryStorageError.noSuchDatabase(database.id)
    }
    try remember { $0.databases[database.key] = old }
    state.databases[database.key] = database
  }

  // MARK: Zones

  func zone(_ name: String, in database: Int64) -> StoredZone? {
    state.zoneIDs[database]?[name].flatMap { state.zones[$0]?.row }
  }

  func zones(in database: Int64) -> [StoredZone] {
    let ids = state.zoneIDs[database] ?? [:]
    return ids.values.compactMap { state.zones[$0]?.row }.sorted { $0.name < $1.name }
  }

  func zones(in database: Int64, after sequence: Int64, limit: Int) -> [StoredZone] {
    let later = zones(in: database).filter { $0.sequence > sequence }.sorted { $0.sequence < $1.sequence }
    return Array(later.prefix(limit))
  }

  func makeZone(_ zone: StoredZone) throws -> StoredZone {
    let replaced = state.zoneIDs[zone.database]?[zone.name]
    try remember { $0.zoneIDs[zone.database, default: [:]][zone.name] = replaced }
    if let replaced {
      try remember { [old = state.zones[replaced]] in $0.zones[replaced] = old }
      state.zones[replaced] = nil
    }
    state.lastID += 1
    var made = zone
    made.id = state.lastID
    try remember { [id = made.id] in $0.zones[id] = nil }
    state.zones[made.id] = MemoryZone(row: made)
    state.zoneIDs[zone.database, default: [:]][zone.name] = made.id
    return made
  }

  func save(_ zone: StoredZone) throws {
    guard let old = state.zones[zone.id]?.row else { throw MemoryStorageError.noSuchZone(zone.id) }
    try remember { $0.zones[old.id]?.row = old }
    state.zones[zone.id]?.row = zone
  }

  func empty(zone: Int64) throws {
    guard let old = state.zones[zone] else { throw MemoryStorageError.noSuchZone(zone) }
    for name in old.assetReferences.keys.sorted() { try setAssetReferences([], from: name, in: zone) }
    try remember { [old = state.zones[zone]] in $0.zones[zone] = old }
    state.zones[zone] = MemoryZone(row: old.row)
  }

  // MARK: Records

  func record(_ name: String, in zone: Int64) -> StoredRecord? { state.zones[zone]?.records[name] }

  func records(_ names: [String], in zone: Int64) -> [StoredRecord] {
    names.compactMap { state.zones[zone]?.records[$0] }
  }

  func save(_ record: StoredRecord) throws {
    try requireZone(record.zone)
    try remember { [old = self.record(record.recordName, in: record.zone)] in
      $0.zones[record.zone]?.restore(old, at: record.recordName)
    }
    state.zones[record.zone]?.put(record, at: record.recordName)
    written.insert(record.zone)
  }

  func changes(in zone: Int64, after sequence: Int64, limit: Int) -> [StoredRecord] {
    state.zones[zone]?.changes(after: sequence, limit: limit) ?? []
  }

  func changesReversed(in zone: Int64, before sequence: Int64, limit: Int) -> [StoredRecord] {
    state.zones[zone]?.changesReversed(before: sequence, limit: limit) ?? []
  }

  func records(ofType type: String, in zone: Int64, afterName name: String?, limit: Int) -> [StoredRecord] {
    state.zones[zone]?.records(ofType: type, afterName: name, limit: limit) ?? []
  }

  func recordTypes(in database: Int64) -> [String] {
    let ids = state.zoneIDs[database] ?? [:]
    return Set(ids.values.flatMap { state.zones[$0]?.livingTypes ?? [] }).sorted()
  }

  func removeTombstones(deletedBefore time: Int64) throws {
    for id in state.zones.keys.sorted() {
      guard let zone = state.zones[id] else { continue }
      let old = zone.records.values.filter { $0.isDeleted && $0.modified.timestamp < time }
      guard let highest = old.map(\.sequence).max() else { continue }
      for row in old.sorted(by: { $0.sequence < $1.sequence }) {
        try remember { $0.zones[id]?.restore(row, at: row.recordName) }
        state.zones[id]?.put(nil, at: row.recordName)
      }
      var row = zone.row
      row.horizon = max(row.horizon, highest)
      try save(row)
      written.insert(id)
    }
  }

  // MARK: Types

  func fieldTypes(of recordType: String, in database: Int64) -> [String: FieldType] {
    state.fieldTypes[database]?[recordType] ?? [:]
  }

  func keep(_ kinds: [String: FieldShape], of recordType: String, in database: Int64) throws {
    let old = state.fieldTypes[database]?[recordType]
    try remember { $0.fieldTypes[database, default: [:]][recordType] = old }
    state.fieldTypes[database, default: [:]][recordType] =
      kinds.mapValues { FieldType.kept($0) }.merging(old ?? [:]) { _, known in known }
  }

  func fieldTypeCount(in database: Int64) -> Int {
    state.fieldTypes[database]?.values.reduce(0) { $0 + $1.count } ?? 0
  }

  // MARK: References

  func setReferences(_ references: [StoredReference], from recordName: String, in zone: Int64) throws {
    try requireZone(zone)
    let old = state.zones[zone]?.references[recordName] ?? []
    try remember { $0.zones[zone]?.setReferences(old, from: recordName) }
    state.zones[zone]?.setReferences(references, from: recordName)
  }

  func referrers(to target: String, in zone: Int64, action: Reference.Action, limit: Int) -> [String] {
    let names = state.zones[zone]?.referrers(of: StoredReference(target: target, action: action)) ?? []
    return Array(names.prefix(limit))
  }

  func referrerCount(to target: String, in zone: Int64, action: Reference.Action) -> Int {
    state.zones[zone]?.referrers(of: StoredReference(target: target, action: action)).count ?? 0
  }

  // MARK: Subscriptions

  func subscriptions(in database: Int64) -> [Subscription] {
    (state.subscriptions[database] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
  }

  func subscription(_ id: String, in database: Int64) -> Subscription? { state.subscriptions[database]?[id] }

  func save(_ subscription: Subscription, in database: Int64) throws {
    let id = subscription.subscriptionID
    try remember { [old = state.subscriptions[database]?[id]] in $0.subscriptions[database, default: [:]][id] = old }
    state.subscriptions[database, default: [:]][id] = subscription
  }

  func removeSubscription(_ id: String, in database: Int64) throws {
    try remember { [old = state.subscriptions[database]?[id]] in $0.subscriptions[database, default: [:]][id] = old }
    state.subscriptions[database]?[id] = nil
  }
}

// MARK: Assets

extension MemoryTransaction {
  private func key(_ fileChecksum: String, _ database: Int64) -> MemoryState.AssetKey {
    MemoryState.AssetKey(database: database, fileChecksum: fileChecksum)
  }

  func asset(_ fileChecksum: String, in database: Int64) -> StoredAsset? { state.assets[key(fileChecksum, database)] }

  func save(_ asset: StoredAsset) throws {
    let key = key(asset.fileChecksum, asset.database)
    try remember { [old = state.assets[key]] in $0.assets[key] = old }
    state.assets[key] = asset
  }

  func setAssetReferences(_ fileChecksums: [String], from recordName: String, in zone: Int64) throws {
    try requireZone(zone)
    let old = state.zones[zone]?.assetReferences[recordName] ?? []
    try remember { $0.setAssetReferences(old, from: recordName, in: zone) }
    state.setAssetReferences(fileChecksums, from: recordName, in: zone)
  }

  func isReferenced(asset fileChecksum: String, in database: Int64) -> Bool {
    state.assetUses[key(fileChecksum, database), default: 0] > 0
  }

  func collectAssets(at time: Int64, markedBefore expiry: Int64) throws -> [StoredAsset] {
    var collected: [StoredAsset] = []
    let all = state.assets.values.sorted { ($0.database, $0.fileChecksum) < ($1.database, $1.fileChecksum) }
    for asset in all {
      var marked = asset
      if isReferenced(asset: asset.fileChecksum, in: asset.database) {
        marked.quarantinedAt = nil
      } else if let mark = asset.quarantinedAt, mark < expiry {
        let key = key(asset.fileChecksum, asset.database)
        try remember { $0.assets[key] = asset }
        state.assets[key] = nil
        collected.append(asset)
        continue
      } else {
        marked.quarantinedAt = asset.quarantinedAt ?? time
      }
      if marked != asset { try save(marked) }
    }
    return collected
  }

  func assetObjectKeys() -> Set<String> { Set(state.assets.values.map(\.objectKey)) }

  func save(_ upload: StoredUpload) throws {
    try remember { [old = state.uploads[upload.tokenDigest]] in $0.uploads[upload.tokenDigest] = old }
    state.uploads[upload.tokenDigest] = upload
  }

  func upload(_ tokenDigest: [UInt8]) -> StoredUpload? { state.uploads[tokenDigest] }

  func removeUploads(expiredBefore time: Int64) throws {
    let old = state.uploads.values.filter { $0.expiresAt < time }
    for upload in old.sorted(by: { $0.tokenDigest.lexicographicallyPrecedes($1.tokenDigest) }) {
      try remember { $0.uploads[upload.tokenDigest] = upload }
      state.uploads[upload.tokenDigest] = nil
    }
  }
}
