import CloudRecord

/// The zones of participants' shared databases.
struct SharedZones {
  private let service: CloudService

  init(_ service: CloudService) { self.service = service }

  /// Every zone in which something is open to the caller, by owner and name.
  func all(_ call: ServiceCall, in transaction: any CloudTransaction) throws -> [ReachedZone] {
    let database = try service.readDatabase(call, in: transaction)
    guard database.id != 0 else { return [] }
    let rows = try transaction.sharedZones(in: database.id, after: 0, limit: .max).filter { !$0.isGone }
    let ordered = rows.sorted { ($0.ownerRecordName, $0.name) < ($1.ownerRecordName, $1.name) }
    return try ordered.compactMap { row in
      do {
        return try service.reach(
          ZoneID(zoneName: row.name, ownerRecordName: row.ownerRecordName), call, in: transaction)
      } catch let error as ServiceError where error.code == .zoneNotFound {
        // Its last share has ended by other means, as with an account that was removed.
        return nil
      }
    }
  }

  func list(_ call: ServiceCall, in transaction: any CloudTransaction) throws -> [Zone] {
    try all(call, in: transaction).map { try service.told($0, call, in: transaction) }
  }

  /// `changes/database` of a shared database: the zones that something changed in, arrived or went.
  func changes(
    _ request: DatabaseChangesRequest, limit: Int, _ call: ServiceCall, in transaction: any CloudTransaction
  ) throws -> DatabaseChangesReply {
    let database = try service.readDatabase(call, in: transaction)
    var token: FeedToken
    if let given = request.syncToken, !given.text.isEmpty {
      token = try service.databaseToken(given, database: database, in: transaction)
      token.database = database.id
    } else {
      token = FeedToken(kind: .databaseChanges, database: database.id, position: 0, start: database.sequence)
    }
    let rows = try transaction.sharedZones(in: database.id, after: token.position, limit: limit + 1)
    let hasMore = rows.count > limit
    let page = rows.prefix(limit)
    let zones = page.filter { !($0.isGone && $0.position <= token.start) }.map { row in
      Zone(
        zoneID: ZoneID(zoneName: row.name, ownerRecordName: row.ownerRecordName), isAtomic: true, isDeleted: row.isGone)
    }
    if hasMore {
      token.position = page.last?.position ?? token.position
    } else {
      (token.position, token.start) = (database.sequence, 0)
    }
    return DatabaseChangesReply(
      zones: zones, syncToken: try service.changeToken(token, in: transaction), moreComing: hasMore)
  }

  /// `zones/modify` in the shared database: a deletion leaves every share of the zone.
  func leave(
    _ operations: [ZoneOperation], _ call: ServiceCall, in transaction: any CloudTransaction, outbox: inout Outbox
  ) throws -> [ZoneOutcome] {
    try operations.map { operation in
      do {
        guard case .delete = operation else {
          throw ServiceError(.badRequest, "A zone of the shared database is its owner's to make")
        }
        let reached = try service.reach(operation.zoneID, call, in: transaction)
        try leave(reached, call, in: transaction, outbox: &outbox)
        return .zone(Zone(zoneID: reached.zoneID, isDeleted: true))
      } catch let error as ServiceError {
        return .failed(operation.zoneID, error)
      }
    }
  }

  private func leave(
    _ reached: ReachedZone, _ call: ServiceCall, in transaction: any CloudTransaction, outbox: inout Outbox
  ) throws {
    var workspace = Workspace(service: service, call: call, transaction: transaction, reached: reached)
    for share in (reached.access?.shares ?? [:]).values.map(\.share).sorted(by: { $0.id < $1.id }) {
      try workspace.leave(share.recordName, call.userRecordName, operation: 0)
    }
    try finish(&workspace, in: transaction, outbox: &outbox)
  }

  /// Writes what was changed of shares alone, and tells everybody.
  func finish(
    _ workspace: inout Workspace, arrived: Set<String> = [], in transaction: any CloudTransaction,
    outbox: inout Outbox
  ) throws {
    let changed = workspace.changed
    try workspace.write(changed)
    try Firing(service).notify(
      of: changed, zone: workspace.zone, database: workspace.database, workspace.call, in: transaction, outbox: &outbox)
    try tell(
      workspace.membership, of: workspace.reached, arrived: arrived, in: transaction, outbox: &outbox)
  }

  // MARK: Telling participants

  /// Notes in the shared databases of participants that a zone has changed, has come to them or has gone.
  ///
  /// - Parameter arrived: Those who have to read everything of it anew.
  func tell(
    _ membership: Membership, of reached: ReachedZone, arrived: Set<String> = [],
    in transaction: any CloudTransaction, outbox: inout Outbox
  ) throws {
    let users = membership.users.union(arrived)
    guard !users.isEmpty else { return }
    let (owner, zone) = (reached.database.key, reached.zone)
    var databases: [StoredDatabase] = []
    for user in users.sorted() {
      let key = DatabaseKey(
        containerID: owner.containerID, environment: owner.environment, scope: .shared, ownerRecordName: user)
      databases.append(try transaction.database(key) ?? transaction.makeDatabase(key))
    }
    // Always in one order, so that no two requests wait for each other.
    for var database in databases.sorted(by: { $0.id < $1.id }) {
      let user = database.key.ownerRecordName
      let isOpen = try membership.open.contains(user) || isOpen(zone, to: user, in: transaction)
      let old = try transaction.sharedZone(zone.id, in: database.id)
      guard old != nil || isOpen else { continue }
      database.sequence += 1
      let isNew = old.map { $0.isGone && isOpen } ?? true
      let row = StoredSharedZone(
        database: database.id, zone: zone.id, name: zone.name, ownerRecordName: owner.ownerRecordName,
        position: database.sequence,
        arrivedAt: isNew || arrived.contains(user) ? database.sequence : old?.arrivedAt ?? database.sequence,
        isGone: !isOpen)
      try write(row, database, in: transaction, outbox: &outbox)
    }
  }

  private func isOpen(_ zone: StoredZone, to user: String, in transaction: any CloudTransaction) throws -> Bool {
    try transaction.participations(of: user, in: zone.id).contains { row in
      try row.isAccepted && transaction.share(row.share)?.isLiving == true
    }
  }

  private func write(
    _ row: StoredSharedZone, _ database: StoredDatabase, in transaction: any CloudTransaction, outbox: inout Outbox
  ) throws {
    try transaction.save(row)
    try transaction.save(database)
    try service.noteCommit([(database.sequence, row.name, [row.isGone ? 2 : 3])], in: database.id, transaction)
    try Firing(service).notify(ofShared: database, in: transaction, outbox: &outbox)
  }

  /// Ends everything that was shared of a zone that is gone.
  func close(_ zone: StoredZone, in transaction: any CloudTransaction, outbox: inout Outbox) throws {
    for var row in try transaction.sharedZones(of: zone.id) where !row.isGone {
      guard var database = try transaction.database(id: row.database) else { continue }
      database.sequence += 1
      (row.position, row.isGone) = (database.sequence, true)
      try write(row, database, in: transaction, outbox: &outbox)
    }
    try transaction.removeSharing(in: zone.id)
  }
}
