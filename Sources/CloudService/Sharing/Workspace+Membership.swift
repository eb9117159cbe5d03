import CloudRecord

/// What one request has changed of shares and of what is in them.
struct Membership {
  /// Numbers that were given to rows of shares, for the commit's digest.
  var changes: [CloudService.Change] = []
  /// Participants who have to hear of it.
  var users: Set<String> = []
  /// Those of ``users`` of whom it is known that something of the zone is open to them.
  var open: Set<String> = []
  /// Bytes that participants have added, by share.
  var guestGrowth: [Int64: Int64] = [:]
  /// The highest number of each share's members.
  fileprivate var touched: [Int64: Int64] = [:]
  /// Shares that began or ended, by root: what hangs on the root may have another share now.
  fileprivate var turned: Set<String> = []
  fileprivate var walked = 0
  /// Of living shares, by root.
  fileprivate var roots: [String: Int64] = [:]
}

/// Which share each record is in: its own where it is the root of a living one, else its parent's.
extension Workspace {
  /// Writes shares, participants and links, and says in the changed rows in which share each is.
  mutating func prepareMembership(of changed: inout [Entry]) throws {
    var opened = try openDesk()
    for draft in opened.ended { _ = try write(draft) }
    for name in opened.drafts.keys.sorted() {
      guard let draft = opened.drafts[name], draft.isChanged else { continue }
      opened.drafts[name] = try write(draft)
    }
    for (name, guid) in opened.guids.sorted(by: { $0.key < $1.key }) {
      if let guid { try transaction.save(guid) } else { try transaction.removeShortGUID(of: name, in: zone.id) }
    }
    desk = opened
    membership.roots = opened.roots
    let isZoneWide = zone.zoneShare != nil
    for place in changed.indices {
      guard let row = changed[place].row, !row.isDeleted else { continue }
      changed[place].row?.share = isZoneWide ? nil : try share(above: row.recordName)
    }
  }

  /// Writes a share that is new, or other than it was.
  private mutating func write(_ changed: ShareDesk.Draft) throws -> ShareDesk.Draft {
    var draft = changed
    if draft.isNew {
      draft.share = try transaction.makeShare(draft.share)
      zone.shareCount += 1
      if draft.share.isZoneWide { zone.zoneShare = draft.share.id }
      membership.turned.insert(draft.share.root)
    }
    if !draft.share.isLiving {
      zone.shareCount -= 1
      if draft.share.isZoneWide { zone.zoneShare = nil }
      membership.turned.insert(draft.share.root)
      try transaction.save(draft.share)
    }
    for id in draft.removed { try transaction.removeParticipant(id, of: draft.share.id) }
    for var participant in draft.participants ?? [] {
      participant.share = draft.share.id
      try transaction.save(participant)
      let isOut = participant.status == .removed && participant.changedOn == call.now
      if let user = participant.user, participant.isAccepted || isOut { membership.users.insert(user) }
    }
    return draft
  }

  /// The living share of the nearest root, the record itself counted; a share's own record is in its share.
  private mutating func share(above name: String) throws -> Int64? {
    guard let desk else { return nil }
    if let draft = desk.drafts[name], draft.share.isLiving { return draft.share.isZoneWide ? nil : draft.share.id }
    let roots = membership.roots
    guard !roots.isEmpty else { return nil }
    if let own = roots[name] { return own }
    return try lineage(of: name).lazy.compactMap { roots[$0] }.first
  }

  /// Writes the rows of members: of what was changed, and of what hangs on it.
  mutating func writeMembership(of changed: [Entry]) throws {
    guard let desk else { return }
    let living = Set(desk.living.map(\.share.id))
    func valid(_ share: Int64?) -> Int64? { share.flatMap { living.contains($0) ? $0 : nil } }
    var names: Set<String> = []
    var queue: [(name: String, share: Int64?)] = []
    for entry in changed {
      guard let row = entry.row else { continue }
      names.insert(row.recordName)
      let old = entry.wasLiving ? valid(entry.stored?.share) : nil
      try move(row.recordName, from: old, to: row.share, number: row.sequence, isDeleted: row.isDeleted)
      if entry.wasLiving, !row.isDeleted, old != row.share { queue.append((row.recordName, row.share)) }
      if entry.wasLiving, row.isDeleted, let stored = entry.stored { countDeletion(of: stored, in: old) }
    }
    if zone.zoneShare == nil {
      for root in membership.turned.sorted() where !root.isEmpty && !names.contains(root) {
        guard let row = try entry(root).row, !row.isDeleted else { continue }
        let (old, new) = (valid(row.share), try share(above: root))
        guard old != new else { continue }
        try transaction.setShare(new, of: root, in: zone.id)
        try move(root, from: old, to: new, number: nil, isDeleted: false)
        queue.append((root, new))
      }
      try walk(queue, besides: names, living: living)
    } else if let share = zone.zoneShare {
      membership.touched[share] = database.sequence
    }
    try writeTouched()
  }

  /// Goes down what hangs on records whose share has changed.
  private mutating func walk(
    _ begin: [(name: String, share: Int64?)], besides changed: Set<String>, living: Set<Int64>
  ) throws {
    let limits = service.settings.limits
    let roots = membership.roots
    var (queue, level) = (begin, 0)
    while !queue.isEmpty {
      level += 1
      guard level <= limits.parentLevels + 1 else {
        throw ServiceError(.badRequest, "More than \(limits.parentLevels) levels hang on one record")
      }
      var next: [(name: String, share: Int64?)] = []
      for (name, share) in queue {
        let room = limits.recordsPerWalk - membership.walked
        for child in try transaction.children(of: name, in: zone.id, limit: room + 1) {
          membership.walked += 1
          guard membership.walked <= limits.recordsPerWalk else {
            throw ServiceError(
              .badRequest, "more than \(limits.recordsPerWalk) records hang on this one; share the zone instead")
          }
          let old = child.share.flatMap { living.contains($0) ? $0 : nil }
          guard !changed.contains(child.recordName), roots[child.recordName] == nil, old != share else { continue }
          try transaction.setShare(share, of: child.recordName, in: zone.id)
          try move(child.recordName, from: old, to: share, number: nil, isDeleted: false)
          next.append((child.recordName, share))
        }
      }
      queue = next
    }
  }

  /// Ends a record's row in one share, and begins or renews the one in another.
  ///
  /// - Parameter number: That of the record's own change; nil where it has not changed itself.
  private mutating func move(
    _ name: String, from old: Int64?, to new: Int64?, number: Int64?, isDeleted: Bool
  ) throws {
    if let old, old != new {
      let end = isDeleted ? number ?? freshNumber(for: name) : freshNumber(for: name)
      try save(
        StoredMember(share: old, recordName: name, enteredAt: end, sequence: end, leftAt: end, changedOn: call.now))
    }
    if let new {
      let sequence = number ?? freshNumber(for: name)
      try save(
        StoredMember(share: new, recordName: name, enteredAt: sequence, sequence: sequence, changedOn: call.now))
    }
  }

  private mutating func save(_ member: StoredMember) throws {
    try transaction.save(member)
    membership.touched[member.share] = max(membership.touched[member.share] ?? 0, member.sequence)
  }

  private mutating func freshNumber(for name: String) -> Int64 {
    let number = nextSequence()
    membership.changes.append((number, name, [4]))
    return number
  }

  private mutating func countDeletion(of row: StoredRecord, in share: Int64?) {
    guard let share = share ?? zone.zoneShare, row.created.userRecordName != database.key.ownerRecordName else {
      return
    }
    membership.guestGrowth[share, default: 0] -= Workspace.size(row)
  }

  /// Writes the numbers of shares whose members changed, and finds who has to hear of it.
  private mutating func writeTouched() throws {
    guard var desk else { return }
    for name in desk.drafts.keys.sorted() {
      guard var draft = desk.drafts[name], draft.share.isLiving else { continue }
      let number = membership.touched[draft.share.id]
      let growth = membership.guestGrowth[draft.share.id] ?? 0
      guard number != nil || growth != 0 || draft.isChanged else { continue }
      draft.share.sequence = max(draft.share.sequence, number ?? 0)
      draft.share.guestBytes = max(0, draft.share.guestBytes + growth)
      try transaction.save(draft.share)
      if number != nil {
        let rows = try draft.participants ?? transaction.participants(of: draft.share.id)
        let accepted = rows.compactMap { $0.isAccepted ? $0.user : nil }
        membership.users.formUnion(accepted)
        membership.open.formUnion(accepted)
      }
      desk.drafts[name] = draft
    }
    self.desk = desk
  }
}
