package import CloudRecord

/// What links lead to, and how a person comes into a share.
package struct ShareLinks {
  private let service: CloudService

  package init(_ service: CloudService) { self.service = service }

  /// `records/resolve`: what each link leads to, for a person who is invited, or for anyone where the share is public.
  ///
  /// - Throws: BAD_REQUEST for too many links, and the storage's own errors. An error of one link is its outcome.
  package func resolve(
    _ requests: [ShortGUIDRequest], _ call: ServiceCall, in transaction: any CloudTransaction
  ) throws -> [ShortGUIDOutcome] {
    try service.checkCount(requests.count, "shortGUIDs")
    return try requests.map { request in
      try outcome(of: request) {
        let invitation = try invitation(request, call, in: transaction)
        return try information(request, invitation, call, in: transaction)
      }
    }
  }

  /// `records/accept`: the same, and the caller is in the share from then on. Who is in it already changes nothing.
  ///
  /// - Throws: BAD_REQUEST for too many links, and the storage's own errors. An error of one link is its outcome.
  package func accept(
    _ requests: [ShortGUIDRequest], _ call: ServiceCall, in transaction: any CloudTransaction, outbox: inout Outbox
  ) throws -> [ShortGUIDOutcome] {
    try service.checkCount(requests.count, "shortGUIDs")
    return try requests.map { request in
      try outcome(of: request) {
        let invitation = try invitation(request, call, in: transaction)
        try join(invitation, request, call, in: transaction, outbox: &outbox)
        let now = try self.invitation(request, call, in: transaction)
        return try information(request, now, call, in: transaction)
      }
    }
  }

  private func outcome(
    of request: ShortGUIDRequest, _ body: () throws -> ShareInformation
  ) throws -> ShortGUIDOutcome {
    do {
      return .found(request, try body())
    } catch let error as NotInvited {
      return .failed(request, error.error, matches: error.matches)
    } catch let error as ServiceError {
      return .failed(request, error)
    }
  }

  /// A share, and what the caller is to it.
  private struct Invitation {
    var reached: ReachedZone
    var share: StoredShare
    var participants: [StoredParticipant]
    var guid: StoredShortGUID
    /// The caller's own rows, the most telling first; empty for anyone who comes by the link of a public share.
    var rows: [StoredParticipant]
    var isOwner: Bool

    /// A row that has ended and is the caller's.
    func ended(of user: String) -> StoredParticipant? {
      participants.first { $0.user == user && $0.status == .removed }
    }
  }

  private struct NotInvited: Error {
    var error: ServiceError
    var matches: [String]
  }

  private func invitation(
    _ request: ShortGUIDRequest, _ call: ServiceCall, in transaction: any CloudTransaction
  ) throws -> Invitation {
    try ShareRules.check(request.protectionInfo, service.settings.limits)
    guard request.value.utf8.count <= 64, let guid = try transaction.shortGUID(request.value),
      let zone = try transaction.zone(id: guid.zone), !zone.isDeleted, zone.shareCount > 0,
      let database = try transaction.database(id: zone.database), database.key.containerID == call.containerID,
      database.key.environment == call.environment,
      let share = try transaction.shares(in: zone.id).first(where: { $0.root == guid.recordName })
    else { throw ServiceError(.notFound, "this is not shared (any more)") }
    let participants = try transaction.participants(of: share.id)
    let isOwner = database.key.ownerRecordName == call.userRecordName
    let own = participants.filter { row in
      guard isOwner || row.kind != .owner, row.status != .removed else { return false }
      return row.user == call.userRecordName || row.user == nil && row.address.map(call.addresses.contains) == true
    }
    let rows = own.filter { $0.user != nil } + own.filter { $0.user == nil }
    guard !rows.isEmpty || share.publicPermission != .none else {
      // Whether an account has an address is not told.
      let matches = participants.compactMap { row in
        row.status == .invited && row.user == nil ? row.address.map { ShareRules.masked($0) } : nil
      }
      let error = ServiceError(
        .accessDenied, "this is shared with others, not with this account",
        extensionCode: matches.isEmpty ? nil : .participantMayNeedVerification)
      throw NotInvited(error: error, matches: matches)
    }
    return Invitation(
      reached: ReachedZone(database: database, zone: zone), share: share, participants: participants, guid: guid,
      rows: rows, isOwner: isOwner)
  }

  private func information(
    _ request: ShortGUIDRequest, _ invitation: Invitation, _ call: ServiceCall, in transaction: any CloudTransaction
  ) throws -> ShareInformation {
    let (share, viewer) = (invitation.share, call.userRecordName)
    let owner = invitation.reached.database.key.ownerRecordName
    // As for a participant: nothing else of the zone is looked at.
    let row = invitation.rows.first { $0.isAccepted } ?? invitation.rows.first
    let own = row.map { ShareAnswers.participant($0, isOwner: invitation.isOwner, viewer: $0.user ?? viewer) }
    var reached = invitation.reached
    if !invitation.isOwner {
      let guest = StoredSharedZone(
        database: 0, zone: reached.zone.id, name: reached.zone.name, ownerRecordName: owner, position: 0, arrivedAt: 0)
      reached.access = SharedAccess(
        user: viewer, shares: [share.id: (share, row?.permission ?? share.publicPermission)], rows: [],
        sharedZone: guest)
    }
    let answers = RecordAnswers(service, call, reached, in: transaction)
    guard let stored = try transaction.record(share.recordName, in: reached.zone.id), !stored.isDeleted else {
      throw ServiceError(.notFound, "this is not shared (any more)")
    }
    var record = try answers.record(stored, DesiredKeys(nil))
    ShareAnswers.describe(
      &record, share, invitation.participants, guid: invitation.guid.guid, owner: owner, viewer: viewer)
    var root: Record?
    if request.fetchesRoot, !share.isZoneWide, let stored = try transaction.record(share.root, in: reached.zone.id),
      !stored.isDeleted
    {
      root = try answers.record(stored, DesiredKeys(request.rootDesiredKeys))
    }
    var keys: Record?
    if let stored = try transaction.record(ShareRules.keysName(of: share.recordName), in: reached.zone.id),
      !stored.isDeleted, stored.recordType == ShareRules.keysType
    {
      keys = try answers.record(stored, DesiredKeys(nil))
    }
    return ShareInformation(
      containerID: call.containerID, environment: call.environment, scope: invitation.isOwner ? .private : .shared,
      zoneID: reached.zoneID, rootRecordName: share.isZoneWide ? nil : share.root, rootRecord: root, share: record,
      keys: keys,
      owner: record.sharing?.owner ?? ShareParticipant(userRecordName: owner, kind: .owner, status: .accepted),
      participant: own
        ?? ShareParticipant(
          userRecordName: viewer, kind: .publicUser, status: .invited, permission: share.publicPermission))
  }

  // MARK: Joining

  private func join(
    _ invitation: Invitation, _ request: ShortGUIDRequest, _ call: ServiceCall, in transaction: any CloudTransaction,
    outbox: inout Outbox
  ) throws {
    guard !invitation.isOwner else { return }
    let isIn = invitation.rows.contains { $0.isAccepted }
    guard
      !isIn || invitation.rows.count > 1
        || request.protectionInfo.map({ $0 != invitation.rows[0].protectionInfo }) == true
    else { return }
    var workspace = Workspace(
      service: service, call: call, transaction: transaction, reached: invitation.reached)
    guard var draft = try workspace.draft(invitation.share.recordName) else { return }
    let ended = invitation.ended(of: call.userRecordName)
    // Several rows that mean one person become one, the one that the share knows longest.
    let all = (ended.map { [$0] } ?? []) + invitation.rows
    var row =
      all.first { $0.user == call.userRecordName } ?? all.first
      ?? StoredParticipant(
        share: draft.share.id, zone: draft.share.zone, id: call.freshName(), kind: .publicUser,
        permission: draft.share.publicPermission, changedOn: call.now)
    let others = Set(all.map(\.id)).subtracting([row.id])
    if invitation.rows.isEmpty {
      (row.kind, row.permission) = (.publicUser, draft.share.publicPermission)
    } else {
      row.kind = invitation.rows.contains { $0.kind == .user } ? .user : .publicUser
      row.permission = invitation.rows.map(\.permission).reduce(.none, SharePermission.most)
    }
    let wasIn = all.contains { $0.joinedAt != nil }
    if !isIn { (row.joinedAt, row.leftAt) = (workspace.nextSequence(), nil) }
    (row.user, row.status, row.changedOn) = (call.userRecordName, .accepted, call.now)
    row.name = call.displayName
    row.address = row.address ?? invitation.rows.compactMap(\.address).first ?? call.addresses.first
    row.protectionInfo = request.protectionInfo ?? row.protectionInfo
    var rows = (draft.participants ?? []).filter { !others.contains($0.id) }
    if let place = rows.firstIndex(where: { $0.id == row.id }) { rows[place] = row } else { rows.append(row) }
    guard rows.count(where: { $0.status != .removed }) <= service.settings.limits.participantsPerShare else {
      throw ServiceError.tooManyParticipants(service.settings.limits)
    }
    draft.participants = rows
    draft.removed += others.sorted()
    draft.isChanged = true
    try workspace.keep(draft)
    try workspace.touch(draft.share.recordName, operation: 0)
    // What was told before, and forgotten since, is to be told again.
    let arrived: Set<String> = !isIn && wasIn ? [call.userRecordName] : []
    try SharedZones(service).finish(&workspace, arrived: arrived, in: transaction, outbox: &outbox)
  }
}
