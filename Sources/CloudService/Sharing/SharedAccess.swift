import CloudRecord

/// What a participant may see and do in one zone of another person's.
struct SharedAccess {
  /// The participant.
  let user: String
  /// The shares that are open to the participant, by id.
  let shares: [Int64: (share: StoredShare, permission: SharePermission)]
  /// Every row that the participant has in the zone, those that left included.
  let rows: [StoredParticipant]
  /// The zone as the participant's shared database has it.
  let sharedZone: StoredSharedZone

  /// The share of the whole zone, if that is what is open.
  var zoneShare: (share: StoredShare, permission: SharePermission)? { shares.values.first { $0.share.isZoneWide } }

  /// The share by which a row is open to the participant.
  func share(of row: StoredRecord) -> (share: StoredShare, permission: SharePermission)? {
    if let zoneShare { return zoneShare }
    return row.share.flatMap { shares[$0] }
  }

  func sees(_ row: StoredRecord) -> Bool { share(of: row) != nil }

  func mayWrite(_ row: StoredRecord) -> Bool { share(of: row)?.permission == .readWrite }

  /// Whether there is anything that the participant may write to.
  var mayWriteSomething: Bool { shares.values.contains { $0.permission == .readWrite } }

  /// Whether a row's parent is to be told: that of a root is none of the participant's business.
  func seesParent(of row: StoredRecord) -> Bool {
    guard zoneShare == nil, let share = row.share.flatMap({ shares[$0] }) else { return true }
    return share.share.root != row.recordName
  }
}

/// A zone that a call has reached: the owner's row, and what the caller may do there.
struct ReachedZone {
  var database: StoredDatabase
  var zone: StoredZone
  /// nil for the owner.
  var access: SharedAccess?

  /// The zone's name as answers give it.
  var zoneID: ZoneID { ZoneID(zoneName: zone.name, ownerRecordName: database.key.ownerRecordName) }
}

extension CloudService {
  /// The living zone that a call means: one of the caller's own, or in the shared database one of another person's.
  ///
  /// - Throws: BAD_REQUEST in the shared database where the owner is not named; ZONE_NOT_FOUND for a zone in which nothing
  ///   is open to the caller, as for one that does not exist; and the storage's own errors.
  func reach(_ zoneID: ZoneID?, _ call: ServiceCall, in transaction: any CloudTransaction) throws -> ReachedZone {
    guard call.scope == .shared else {
      let database = try readDatabase(call, in: transaction)
      return ReachedZone(database: database, zone: try zone(zoneID, of: database, call, in: transaction))
    }
    guard let zoneID, let owner = zoneID.ownerRecordName, !owner.isEmpty else { throw ServiceError.noOwner }
    do { try names.check(zoneID.zoneName, "zoneName") } catch { throw ServiceError.noSuchZone }
    let key = DatabaseKey(
      containerID: call.containerID, environment: call.environment, scope: .private, ownerRecordName: owner)
    guard owner != call.userRecordName, let database = try transaction.database(key),
      let zone = try transaction.zone(zoneID.zoneName, in: database.id), !zone.isDeleted,
      let access = try SharedAccess.of(call, to: zone, self, in: transaction)
    else { throw ServiceError.noSuchZone }
    return ReachedZone(database: database, zone: zone, access: access)
  }

  /// The zone that a call means to write to: the same, but the caller's own database is made where there is none yet.
  ///
  /// - Throws: The errors of ``reach(_:_:in:)``, and ACCESS_DENIED while the account of a shared zone's owner is suspended.
  func open(_ zoneID: ZoneID?, _ call: ServiceCall, in transaction: any CloudTransaction) throws -> ReachedZone {
    guard call.scope == .shared else {
      let database = try openDatabase(call, in: transaction)
      return ReachedZone(database: database, zone: try zone(zoneID, of: database, call, in: transaction))
    }
    let reached = try reach(zoneID, call, in: transaction)
    try call.checkOwner()
    return reached
  }
}

extension SharedAccess {
  /// What is open to a caller in a zone of another person's; nil for nothing.
  static func of(
    _ call: ServiceCall, to zone: StoredZone, _ service: CloudService, in transaction: any CloudTransaction
  ) throws -> SharedAccess? {
    guard zone.shareCount > 0 else { return nil }
    let rows = try transaction.participations(of: call.userRecordName, in: zone.id).filter { $0.kind != .owner }
    var shares: [Int64: (share: StoredShare, permission: SharePermission)] = [:]
    for row in rows where row.isAccepted {
      guard let share = try transaction.share(row.share), share.isLiving else { continue }
      shares[share.id] = (share, row.permission)
    }
    guard !shares.isEmpty, let database = try transaction.database(service.databaseKey(call)),
      let sharedZone = try transaction.sharedZone(zone.id, in: database.id), !sharedZone.isGone
    else { return nil }
    return SharedAccess(user: call.userRecordName, shares: shares, rows: rows, sharedZone: sharedZone)
  }
}

extension ServiceCall {
  /// Refuses what would write to a zone whose owner may do nothing at present.
  fileprivate func checkOwner() throws(ServiceError) {
    guard owner?.isSuspended == true else { return }
    throw ServiceError(.accessDenied, "The account of this zone's owner is suspended; you may read, and not write")
  }
}

extension ServiceError {
  static var noOwner: ServiceError {
    ServiceError(.badRequest, "zoneID needs to have ownerRecordName field for calls to sharedb")
  }

  static func denied(_ reason: String) -> ServiceError { ServiceError(.accessDenied, reason) }
}
