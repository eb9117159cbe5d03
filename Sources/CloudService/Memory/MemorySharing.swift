import CloudRecord

/// The rows of shares of a ``MemoryCloudStorage``.
struct MemorySharing: Sendable {
  var shares: [Int64: StoredShare] = [:]
  /// By share, in the order in which they were made.
  var participants: [Int64: [StoredParticipant]] = [:]
  /// By share, then by name.
  var members: [Int64: [String: StoredMember]] = [:]
  /// By database, then by zone.
  var sharedZones: [Int64: [Int64: StoredSharedZone]] = [:]
  var shortGUIDs: [String: StoredShortGUID] = [:]

  mutating func remove(_ share: Int64) {
    shares[share] = nil
    participants[share] = nil
    members[share] = nil
  }
}

extension MemoryTransaction {
  /// Takes back all rows of shares at once: they are few where everything is in memory.
  private func changeSharing(_ change: (inout MemorySharing) throws -> Void) throws {
    try remember { [old = state.sharing] in $0.sharing = old }
    try change(&state.sharing)
  }

  // MARK: Shares

  func share(_ id: Int64) -> StoredShare? { state.sharing.shares[id] }

  func shares(in zone: Int64) -> [StoredShare] {
    state.sharing.shares.values.filter { $0.zone == zone && $0.isLiving }.sorted { $0.id < $1.id }
  }

  func makeShare(_ share: StoredShare) throws -> StoredShare {
    state.lastID += 1
    var made = share
    made.id = state.lastID
    try changeSharing { [made] in $0.shares[made.id] = made }
    return made
  }

  func save(_ share: StoredShare) throws { try changeSharing { $0.shares[share.id] = share } }

  // MARK: Participants

  func participants(of share: Int64) -> [StoredParticipant] { state.sharing.participants[share] ?? [] }

  func participations(of user: String, in zone: Int64) -> [StoredParticipant] {
    participations(of: user).filter { $0.zone == zone }
  }

  func participations(of user: String) -> [StoredParticipant] {
    let all = state.sharing.participants.values.joined().filter { $0.user == user }
    return all.sorted { ($0.zone, $0.share) < ($1.zone, $1.share) }
  }

  func invitations(to address: String) -> [StoredParticipant] {
    let all = state.sharing.participants.values.joined().filter { $0.address == address && $0.user == nil }
    return all.sorted { ($0.share, $0.id) < ($1.share, $1.id) }
  }

  func save(_ participant: StoredParticipant) throws {
    try changeSharing { sharing in
      var rows = sharing.participants[participant.share] ?? []
      if let place = rows.firstIndex(where: { $0.id == participant.id }) {
        rows[place] = participant
      } else {
        rows.append(participant)
      }
      sharing.participants[participant.share] = rows
    }
  }

  func removeParticipant(_ id: String, of share: Int64) throws {
    try changeSharing { $0.participants[share]?.removeAll { $0.id == id } }
  }

  func setName(_ name: String?, ofParticipant user: String) throws {
    try changeSharing { sharing in
      for share in sharing.participants.keys {
        for place in sharing.participants[share, default: []].indices
        where sharing.participants[share]?[place].user == user {
          sharing.participants[share]?[place].name = name
        }
      }
    }
  }

  func isTogether(_ user: String, with other: String) -> Bool {
    func living(_ user: String) -> Set<Int64> {
      Set(
        participations(of: user).filter { $0.status == .accepted && share($0.share)?.isLiving == true }.map(\.share))
    }
    return !living(user).isDisjoint(with: living(other))
  }

  // MARK: Members

  func members(of share: Int64, after sequence: Int64, limit: Int) -> [StoredMember] {
    let later = (state.sharing.members[share] ?? [:]).values.filter { $0.sequence > sequence }
    return Array(later.sorted { $0.sequence < $1.sequence }.prefix(limit))
  }

  func members(of share: Int64, afterName name: String, limit: Int) -> [StoredMember] {
    let later = (state.sharing.members[share] ?? [:]).values.filter { $0.recordName > name }
    return Array(later.sorted { $0.recordName < $1.recordName }.prefix(limit))
  }

  func member(_ recordName: String, of share: Int64) -> StoredMember? { state.sharing.members[share]?[recordName] }

  func save(_ member: StoredMember) throws {
    try changeSharing { sharing in
      var row = member
      if let old = sharing.members[member.share]?[member.recordName] { row.enteredAt = old.enteredAt }
      sharing.members[member.share, default: [:]][member.recordName] = row
    }
  }

  func children(of recordName: String, in zone: Int64, limit: Int) -> [StoredChild] {
    let names = state.zones[zone]?.referrers(of: StoredReference(target: recordName, action: .validate)) ?? []
    let rows = names.lazy.compactMap { self.record($0, in: zone) }.filter { $0.parent == recordName && !$0.isDeleted }
    return rows.prefix(limit).map { StoredChild(recordName: $0.recordName, share: $0.share) }
  }

  func setShare(_ share: Int64?, of recordName: String, in zone: Int64) throws {
    guard var row = record(recordName, in: zone) else { return }
    row.share = share
    try save(row)
  }

  func records(in zone: Int64, afterName name: String, limit: Int) -> [StoredRecord] {
    let later = (state.zones[zone]?.records ?? [:]).values.filter { $0.recordName > name && !$0.isDeleted }
    return Array(later.sorted { $0.recordName < $1.recordName }.prefix(limit))
  }

  // MARK: Shared databases

  func zone(id: Int64) -> StoredZone? { state.zones[id]?.row }

  func database(id: Int64) -> StoredDatabase? { state.databases.values.first { $0.id == id } }

  func sharedZone(_ zone: Int64, in database: Int64) -> StoredSharedZone? {
    state.sharing.sharedZones[database]?[zone]
  }

  func sharedZones(in database: Int64, after position: Int64, limit: Int) -> [StoredSharedZone] {
    let later = (state.sharing.sharedZones[database] ?? [:]).values.filter { $0.position > position }
    return Array(later.sorted { $0.position < $1.position }.prefix(limit))
  }

  func save(_ zone: StoredSharedZone) throws {
    try changeSharing { sharing in
      var rows = sharing.sharedZones[zone.database] ?? [:]
      rows = rows.filter { $0.value.name != zone.name || $0.value.ownerRecordName != zone.ownerRecordName }
      rows[zone.zone] = zone
      sharing.sharedZones[zone.database] = rows
    }
  }

  func sharedZones(of zone: Int64) -> [StoredSharedZone] {
    state.sharing.sharedZones.values.compactMap { $0[zone] }.sorted { $0.database < $1.database }
  }

  // MARK: Links

  func shortGUID(_ guid: String) -> StoredShortGUID? { state.sharing.shortGUIDs[guid] }

  func shortGUID(of recordName: String, in zone: Int64) -> StoredShortGUID? {
    state.sharing.shortGUIDs.values.first { $0.zone == zone && $0.recordName == recordName }
  }

  func save(_ guid: StoredShortGUID) throws { try changeSharing { $0.shortGUIDs[guid.guid] = guid } }

  func removeShortGUID(of recordName: String, in zone: Int64) throws {
    guard let row = shortGUID(of: recordName, in: zone) else { return }
    try changeSharing { $0.shortGUIDs[row.guid] = nil }
  }

  // MARK: What goes

  func removeSharing(in zone: Int64) throws {
    try changeSharing { sharing in
      for share in sharing.shares.values where share.zone == zone { sharing.remove(share.id) }
      sharing.shortGUIDs = sharing.shortGUIDs.filter { $0.value.zone != zone }
    }
  }

  func removeSharing(endedBefore time: Int64) throws {
    var horizons: [Int64: Int64] = [:]
    func raise(_ zone: Int64, _ number: Int64) { horizons[zone] = max(horizons[zone] ?? 0, number) }
    try changeSharing { sharing in
      for (id, share) in sharing.shares {
        if let end = share.endedAt, let on = share.endedOn, on < time {
          raise(share.zone, max(end, share.sequence))
          sharing.remove(id)
          continue
        }
        for row in sharing.participants[id] ?? [] {
          guard row.status == .removed, row.changedOn < time else { continue }
          if let left = row.leftAt { raise(share.zone, left) }
          sharing.participants[id]?.removeAll { $0.id == row.id }
        }
        for (name, member) in sharing.members[id] ?? [:] {
          guard member.leftAt != nil, member.changedOn < time else { continue }
          raise(share.zone, member.sequence)
          sharing.members[id]?[name] = nil
        }
      }
    }
    for (zone, number) in horizons {
      guard var row = state.zones[zone]?.row else { continue }
      row.shareHorizon = max(row.shareHorizon, number)
      try save(row)
    }
  }
}
