import CloudRecord

/// What becomes of shares when an account goes.
package enum RemovedAccount {
  /// Ends every share of an account and takes it out of those of others, before anything of the account is removed.
  ///
  /// It belongs to no run, since accounts are removed by a program of their own; no devices are notified: they hear of it
  /// when they ask next.
  ///
  /// - Parameters:
  ///   - user: The account's record name.
  ///   - addresses: The account's addresses: invitations to them end, so that an account that gets one later cannot accept them.
  /// - Throws: The storage's own errors.
  package static func endSharing(
    of user: String, addresses: [String], now: Int64, in transaction: any CloudTransaction
  ) throws {
    let service = CloudService(settings: ServiceSettings(incarnation: [], signingKey: [UInt8](repeating: 0, count: 32)))
    var outbox = Outbox()
    for database in try transaction.databases() where database.key.ownerRecordName == user {
      for var zone in try transaction.zones(in: database.id) where zone.shareCount > 0 {
        try SharedZones(service).close(zone, in: transaction, outbox: &outbox)
        (zone.shareCount, zone.zoneShare) = (0, nil)
        try transaction.save(zone)
      }
    }
    var rows = try transaction.participations(of: user)
    for address in addresses { rows += try transaction.invitations(to: address) }
    for row in rows where row.kind != .owner {
      guard let share = try transaction.share(row.share), share.isLiving,
        let zone = try transaction.zone(id: share.zone), let database = try transaction.database(id: zone.database)
      else { continue }
      let call = ServiceCall(
        containerID: database.key.containerID, environment: database.key.environment, scope: .shared,
        userRecordName: user, deviceID: "", now: now, quota: nil, assetBaseURL: "", freshName: { "" },
        randomBytes: { [UInt8](repeating: 0, count: $0) })
      var workspace = Workspace(
        service: service, call: call, transaction: transaction,
        reached: ReachedZone(database: database, zone: zone))
      if row.isAccepted {
        try workspace.leave(share.recordName, user, operation: 0)
      } else if var draft = try workspace.draft(share.recordName) {
        draft.participants?.removeAll { $0.id == row.id }
        draft.removed.append(row.id)
        draft.isChanged = true
        try workspace.keep(draft)
        try workspace.touch(share.recordName, operation: 0)
      }
      try SharedZones(service).finish(&workspace, in: transaction, outbox: &outbox)
    }
  }
}
