import CloudRecord

/// Operations of an owner on the records of shares.
extension ModifyRun {
  mutating func saveShare(
    _ operation: RecordOperation, name: String, entry: Workspace.Entry, index: Int
  ) throws -> RecordOutcome {
    guard operation.parentEdit == .unchanged || operation.parentEdit == .cleared else {
      throw ServiceError(.badRequest, "A share has no parent")
    }
    try ShareRules.check(operation.fields.compactMapValues { $0 }, limits)
    let edit = operation.sharing ?? ShareEdit()
    var draft: ShareDesk.Draft
    if entry.isLiving {
      guard let found = try workspace.draft(name) else {
        throw ServiceError(.conflict, "The share of this record has ended")
      }
      draft = found
    } else {
      draft = try newShare(name, edit)
    }
    try change(&draft, edit)
    var plain = operation
    plain.sharing = nil
    guard case .saved(var record) = try save(plain, name: name, entry: try workspace.entry(name), index: index) else {
      throw ServiceError(.internalError, "a share was not saved")
    }
    draft.isChanged = true
    try workspace.keep(draft)
    let owner = workspace.database.key.ownerRecordName
    ShareAnswers.describe(
      &record, draft.share, draft.participants ?? [], guid: draft.guid?.guid, owner: owner, viewer: owner)
    return .saved(record)
  }

  // MARK: A new share

  private mutating func newShare(_ name: String, _ edit: ShareEdit) throws -> ShareDesk.Draft {
    let zone = workspace.zone
    guard zone.name != ZoneID.defaultName else {
      throw ServiceError(.badRequest, "The default zone cannot be shared, nor what is in it: use a custom zone")
    }
    var root = ""
    if name != ShareRules.zoneShareName { root = try checkRoot(edit) }
    let living = try workspace.openDesk().living
    guard living.count < limits.sharesPerZone else {
      throw ServiceError(.badRequest, "A zone has at most \(limits.sharesPerZone) shares")
    }
    guard try !isShared(root, beside: living) else {
      throw ServiceError(
        .badRequest, "What is to be shared is shared already, or a part of what is", extensionCode: .alreadyShared)
    }
    let call = workspace.call
    let share = StoredShare(zone: zone.id, recordName: name, root: root, createdAt: call.now)
    let owner = StoredParticipant(
      share: 0, zone: zone.id, id: call.freshName(), user: call.userRecordName, address: call.addresses.first,
      name: call.displayName, kind: .owner, permission: .readWrite, status: .accepted, changedOn: call.now)
    return ShareDesk.Draft(share: share, participants: [owner], guid: try workspace.shortGUID(of: root))
  }

  /// - Returns: the name of the record to share.
  private mutating func checkRoot(_ edit: ShareEdit) throws -> String {
    guard let root = edit.root else {
      throw ServiceError(.badRequest, "forRecord is missing: it names the record to share")
    }
    try rules.names.check(root, "The recordName of forRecord")
    guard let row = try workspace.entry(root).row, !row.isDeleted else {
      throw ServiceError(.notFound, "Cannot share - no such record exists to share")
    }
    guard row.recordType != ShareRules.recordType else {
      throw ServiceError(.badRequest, "A share cannot be shared")
    }
    if let tag = edit.rootChangeTag, tag != CloudService.changeTag(row) {
      throw ServiceError(.conflict, "client oplock error updating record")
    }
    return root
  }

  /// Whether a root, one above it or one below it is shared; "" is the zone.
  private mutating func isShared(_ root: String, beside living: [ShareDesk.Draft]) throws -> Bool {
    if root.isEmpty || living.contains(where: { $0.share.isZoneWide }) { return !living.isEmpty }
    let roots = Set(living.map(\.share.root))
    if try workspace.lineage(of: root).contains(where: { roots.contains($0) }) { return true }
    for other in roots.sorted() where try workspace.lineage(of: other).contains(root) { return true }
    return false
  }

  // MARK: The list of participants

  /// Makes of a share what an owner wants it to be.
  private mutating func change(_ draft: inout ShareDesk.Draft, _ edit: ShareEdit) throws {
    let before = draft.share.publicPermission
    let permission = edit.publicPermission ?? before
    var list = ParticipantList(
      rows: draft.participants ?? [], share: draft.share, now: workspace.call.now, limits: limits)
    if permission == .none, before != .none {
      for row in list.rows where row.kind == .publicUser && row.status != .removed { remove(row.id, from: &list) }
    }
    if let wanted = edit.participants { try change(&list, to: wanted, isPublic: permission != .none) }
    if permission != .none {
      if before == .none {
        for row in list.rows where row.status == .invited { remove(row.id, from: &list) }
      }
      list.setPublic(permission)
    }
    try list.checkCount()
    draft.share.publicPermission = permission
    draft.participants = list.rows
    draft.removed += list.removed
  }

  private mutating func remove(_ id: String, from list: inout ParticipantList) {
    let number = list.needsNumber(id) ? workspace.nextSequence() : nil
    list.remove(id, at: number)
  }

  private mutating func change(
    _ list: inout ParticipantList, to wanted: [ShareParticipant], isPublic: Bool
  ) throws {
    let call = workspace.call
    // A list that cannot be one is not gone through.
    guard wanted.count(where: { $0.status != .removed }) <= limits.participantsPerShare else {
      throw ServiceError.tooManyParticipants(limits)
    }
    var kept: Set<String> = []
    var isChanged = false
    for participant in wanted {
      let address = try participant.emailAddress.map { try ShareRules.address($0) }
      let place = list.place(of: participant, address: address, owner: call)
      if let place, list.rows[place].kind == .owner {
        kept.insert(list.rows[place].id)
        continue
      }
      if participant.status == .removed { continue }
      guard participant.permission != .none else {
        throw ServiceError(.badRequest, "The permission of a participant is READ_ONLY or READ_WRITE")
      }
      try list.check(participant)
      let id = place.map { list.rows[$0].id } ?? call.freshName()
      if try list.put(participant, address: address, id: id, at: place) { isChanged = true }
      kept.insert(id)
    }
    for row in list.rows where row.kind != .owner && row.status != .removed && !kept.contains(row.id) {
      // Who came by the link goes when the link is closed.
      if row.kind == .publicUser, isPublic { continue }
      remove(row.id, from: &list)
      isChanged = true
    }
    guard !isChanged || !isPublic else {
      throw ServiceError(.badRequest, "participants can be changed only while publicPermission is NONE")
    }
  }
}
