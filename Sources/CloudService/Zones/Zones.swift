package import CloudRecord

extension CloudService {
  /// `zones/list`: every zone of the database by name, the default zone among them.
  ///
  /// - Throws: BAD_REQUEST for a database that is not offered, and the storage's own errors.
  package func listZones(_ call: ServiceCall, in transaction: any CloudTransaction) throws -> [Zone] {
    if call.scope == .shared { return try SharedZones(self).list(call, in: transaction) }
    let database = try readDatabase(call, in: transaction)
    guard database.id != 0 else {
      return [try told(reach(.default, call, in: transaction), call, in: transaction)]
    }
    return try transaction.zones(in: database.id).filter { !$0.isDeleted }.map {
      try told(ReachedZone(database: database, zone: $0), call, in: transaction)
    }
  }

  /// `zones/lookup`: each zone asked for, or ZONE_NOT_FOUND in its place.
  ///
  /// - Throws: BAD_REQUEST for too many zones, and the storage's own errors.
  package func lookupZones(
    _ zoneIDs: [ZoneID], _ call: ServiceCall, in transaction: any CloudTransaction
  ) throws -> [ZoneOutcome] {
    try checkCount(zoneIDs.count, "zones")
    return try zoneIDs.map { zoneID in
      do {
        return .zone(try told(reach(zoneID, call, in: transaction), call, in: transaction))
      } catch let error as ServiceError {
        return .failed(zoneID, error)
      }
    }
  }

  /// `zones/modify`: creating a zone that exists changes nothing and answers with it; a deleted zone loses everything.
  ///
  /// - Throws: BAD_REQUEST for too many operations, and the storage's own errors. An error of one operation is its
  ///   outcome.
  package func modifyZones(
    _ operations: [ZoneOperation], _ call: ServiceCall, in transaction: any CloudTransaction, outbox: inout Outbox
  ) throws -> [ZoneOutcome] {
    try checkCount(operations.count, "operations")
    if call.scope == .shared {
      return try SharedZones(self).leave(operations, call, in: transaction, outbox: &outbox)
    }
    var database = try openDatabase(call, in: transaction)
    var gone: [StoredZone] = []
    var changed: [StoredZone] = []
    let outcomes = try operations.map { operation throws -> ZoneOutcome in
      do {
        switch operation {
        case .create(let zoneID):
          let (zone, isNew) = try create(zoneID, in: &database, call, transaction)
          if isNew { changed.append(zone) }
          return .zone(try told(ReachedZone(database: database, zone: zone), call, in: transaction))
        case .delete(let zoneID):
          let zone = try delete(zoneID, in: &database, call, transaction)
          changed.append(zone)
          gone.append(zone)
          return .zone(Zone(zoneID: self.zoneID(zone, database), isDeleted: true))
        }
      } catch let error as ServiceError {
        return .failed(operation.zoneID, error)
      }
    }
    if !changed.isEmpty {
      try transaction.save(database)
      try noteCommit(
        changed.map { ($0.sequence, $0.name, [$0.isDeleted ? 2 : 3]) }, in: database.id, transaction)
      for zone in changed { try Firing(self).notify(ofZone: zone, database, call, in: transaction, outbox: &outbox) }
      for zone in gone { try SharedZones(self).close(zone, in: transaction, outbox: &outbox) }
      outbox.joinDatabaseNotifications()
    }
    return outcomes
  }

  private func create(
    _ zoneID: ZoneID, in database: inout StoredDatabase, _ call: ServiceCall, _ transaction: any CloudTransaction
  ) throws -> (StoredZone, isNew: Bool) {
    guard isOwner(zoneID, call) else { throw ServiceError.noSuchZone }
    if !zoneID.isDefault { try names.check(zoneID.zoneName, "zoneName") }
    if let zone = try transaction.zone(zoneID.zoneName, in: database.id), !zone.isDeleted { return (zone, false) }
    let living = try transaction.zones(in: database.id).count { !$0.isDeleted }
    guard living < settings.limits.zonesPerDatabase else {
      throw ServiceError(.badRequest, "A database has at most \(settings.limits.zonesPerDatabase) zones")
    }
    database.sequence += 1
    let zone = StoredZone(
      database: database.id, name: zoneID.zoneName, sequence: database.sequence, createdAt: call.now)
    return (try transaction.makeZone(zone), true)
  }

  private func delete(
    _ zoneID: ZoneID, in database: inout StoredDatabase, _ call: ServiceCall, _ transaction: any CloudTransaction
  ) throws -> StoredZone {
    guard !zoneID.isDefault else { throw ServiceError(.badRequest, "The default zone cannot be deleted") }
    var zone = try zone(zoneID, of: database, call, in: transaction)
    let files = try files(in: zone, transaction)
    let before = try files.map { try transaction.isReferenced(asset: $0, in: database.id) }
    try transaction.empty(zone: zone.id)
    for (file, wasReferenced) in zip(files, before) where wasReferenced {
      guard try !transaction.isReferenced(asset: file, in: database.id) else { continue }
      database.bytes -= try transaction.asset(file, in: database.id)?.size ?? 0
    }
    database.bytes -= zone.bytes
    database.sequence += 1
    zone.bytes = 0
    zone.sequence = database.sequence
    zone.isDeleted = true
    (zone.shareCount, zone.zoneShare) = (0, nil)
    try transaction.save(zone)
    return zone
  }

  /// Every file that a record of the zone names, each once.
  private func files(in zone: StoredZone, _ transaction: any CloudTransaction) throws -> [String] {
    var found: Set<String> = []
    var position: Int64 = 0
    while true {
      let rows = try transaction.changes(in: zone.id, after: position, limit: 1000)
      guard let last = rows.last else { return found.sorted() }
      position = last.sequence
      for row in rows where row.hasAssets && !row.isDeleted {
        found.formUnion(FieldRules.fileChecksums(try FieldCoding.decode(row.fields)))
      }
    }
  }

  /// A zone as answers tell it.
  func told(_ reached: ReachedZone, _ call: ServiceCall, in transaction: any CloudTransaction) throws -> Zone {
    let zone = reached.zone
    var token: ChangeToken?
    if let access = reached.access {
      token = try SharedToken(access, reached, position: zone.sequence).sealed(by: self, in: transaction)
    } else if !zone.isDeleted {
      token = try changeToken(current(zone, reached.database), in: transaction)
    }
    return Zone(
      zoneID: reached.zoneID, syncToken: token, isAtomic: zone.name != ZoneID.defaultName, isDeleted: zone.isDeleted)
  }

  /// Where a zone's changes end at present.
  func current(_ zone: StoredZone, _ database: StoredDatabase) -> FeedToken {
    FeedToken(
      kind: .zoneChanges, database: database.id, zone: zone.id, zoneName: zone.name, position: zone.sequence)
  }
}

extension Outbox {
  /// Leaves one of several notifications of a request for the same subscription and the same zone.
  mutating func joinDatabaseNotifications() {
    var seen: Set<CloudNotification> = []
    notifications.removeAll { ($0.cause == .database || $0.cause == .zone) && !seen.insert($0).inserted }
  }
}
