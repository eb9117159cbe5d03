import CloudRecord

extension CloudService {
  /// Whose database is meant: the caller's private one, or what others have shared with the caller.
  func databaseKey(_ call: ServiceCall) throws(ServiceError) -> DatabaseKey {
    guard call.scope != .public else {
      throw ServiceError(.badRequest, "The \(call.scope.rawValue) database is not offered by this service yet")
    }
    return DatabaseKey(
      containerID: call.containerID, environment: call.environment, scope: call.scope,
      ownerRecordName: call.userRecordName)
  }

  /// The caller's database, made where there is none yet; a private one with its default zone.
  func openDatabase(_ call: ServiceCall, in transaction: any CloudTransaction) throws -> StoredDatabase {
    let key = try databaseKey(call)
    if let database = try transaction.database(key) { return database }
    var database = try transaction.makeDatabase(key)
    guard call.scope == .private else { return database }
    database.sequence += 1
    try transaction.save(database)
    let zone = StoredZone(
      database: database.id, name: ZoneID.defaultName, sequence: database.sequence, createdAt: call.now)
    _ = try transaction.makeZone(zone)
    return database
  }

  /// The caller's database as a reader sees it: where nothing was ever written, an empty one with the id 0.
  func readDatabase(_ call: ServiceCall, in transaction: any CloudTransaction) throws -> StoredDatabase {
    let key = try databaseKey(call)
    return try transaction.database(key) ?? StoredDatabase(id: 0, key: key)
  }

  /// The living zone that is meant; nil means the default zone.
  ///
  /// Another user's zone gets the same answer as one that does not exist, so that no user learns what others have.
  func zone(
    _ zoneID: ZoneID?, of database: StoredDatabase, _ call: ServiceCall, in transaction: any CloudTransaction
  ) throws -> StoredZone {
    let zoneID = zoneID ?? .default
    guard isOwner(zoneID, call) else { throw ServiceError.noSuchZone }
    if !zoneID.isDefault {
      do { try names.check(zoneID.zoneName, "zoneName") } catch { throw ServiceError.noSuchZone }
    }
    if let zone = try transaction.zone(zoneID.zoneName, in: database.id) {
      guard !zone.isDeleted else { throw ServiceError.noSuchZone }
      return zone
    }
    guard zoneID.isDefault, database.id == 0 else { throw ServiceError.noSuchZone }
    return StoredZone(database: 0, name: ZoneID.defaultName, sequence: 0, createdAt: call.now)
  }

  /// Whether a zone's owner, if one is named, is the caller.
  func isOwner(_ zoneID: ZoneID, _ call: ServiceCall) -> Bool {
    switch zoneID.ownerRecordName {
    case nil, "_defaultOwner", "__defaultOwner__", "": true
    case let owner?: owner == call.userRecordName
    }
  }

  /// A zone's name as answers give it.
  func zoneID(_ zone: StoredZone, _ database: StoredDatabase) -> ZoneID {
    ZoneID(zoneName: zone.name, ownerRecordName: database.key.ownerRecordName)
  }

  /// How many a page holds: what the client asks for, at most the service's limit.
  func pageSize(_ asked: Int?, default standard: Int) throws(ServiceError) -> Int {
    guard let asked else { return standard }
    guard asked > 0 else { throw ServiceError(.badRequest, "resultsLimit must be at least 1") }
    return min(asked, settings.limits.recordsPerPage)
  }

  /// Refuses more items than one request may hold.
  func checkCount(_ count: Int, _ what: String) throws(ServiceError) {
    guard count <= settings.limits.operationsPerRequest else {
      throw ServiceError(
        .badRequest, "A request holds at most \(settings.limits.operationsPerRequest) \(what); this one has \(count)")
    }
  }
}

extension ServiceError {
  static var noSuchZone: ServiceError { ServiceError(.zoneNotFound, "Zone does not exist") }
}
