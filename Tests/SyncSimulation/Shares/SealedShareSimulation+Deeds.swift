import CloudRecord
import JournalCore
import JournalSeal
import JournalStore
import JournalSync
import SyncCore

/// What the owner does with the share, on a third computer that has no journal: the ring first, then the list of people.
extension SealedShareSimulation {
  /// What a step of a person came to nothing by.
  struct Refused: Error {
    let what: String
  }

  func ask(_ request: CloudRequest, by user: String, in scope: DatabaseScope) throws -> CloudReply {
    switch cloud.answer(request, by: user, in: scope, device: "desk", now: now) {
    case .success(let reply): return reply
    case .failure(let failure): throw Refused(what: failure.reason)
    }
  }

  @discardableResult
  func save(_ operation: RecordOperation) throws -> Record {
    let request = CloudRequest.modify(
      ModifyRequest(operations: [operation], zoneID: ZoneID(zoneName: ShareCloud.zone)))
    guard case .records(let reply) = try ask(request, by: ShareCloud.owner, in: .private),
      case .saved(let record)? = reply.outcomes.first
    else { throw Refused(what: "\(operation.recordName ?? "") was not saved") }
    return record
  }

  private func identity(_ user: String) -> KeyPair {
    guard let identity = identities[user] else { preconditionFailure("everyone has an identity") }
    return identity
  }

  /// Saves a ring, made anew or changed.
  private func save(_ draft: ShareDraft) throws {
    let bytes = try draft.encoded(wrapping: HybridWrapping())
    let name = KeptShare.prefix + Self.share
    var operation = RecordOperation(
      ring == nil ? .create : .forceUpdate, recordName: name, recordType: KeptShare.recordType,
      fields: ["ring": Field(.bytes(bytes))], parent: ring == nil ? Self.category.rawValue : nil)
    if ring == nil { operation.fields["formatVersion"] = Field(.int64(1)) }
    let record = try save(operation)
    firstRing = firstRing ?? record
    ring = try OpenedShare(VerifiedShare(decoding: bytes), ownedBy: [identity(ShareCloud.owner)])
  }

  private func change(_ body: (inout ShareDraft) throws -> Void) throws {
    guard let ring else { return }
    var draft = try ShareDraft(ring, by: identity(ShareCloud.owner), at: UInt64(now), random: random)
    try body(&draft)
    try save(draft)
  }

  /// Ben writes, and Cleo reads.
  private func right(of user: String) -> ShareRight { user == ShareCloud.guests[0] ? .write : .read }

  private func participant(_ user: String) -> ShareParticipant {
    ShareParticipant(
      emailAddress: ShareCloud.address(user), permission: right(of: user) == .write ? .readWrite : .readOnly)
  }

  /// The owner shares the category with both.
  func share() throws {
    guard let root = ShareRoot(zone: ShareCloud.zone, recordName: Self.category.rawValue) else { return }
    var draft = try ShareDraft(
      foundedBy: identity(ShareCloud.owner), of: root, address: ShareCloud.address(ShareCloud.owner), title: "Health",
      category: "Health", at: UInt64(now), random: random)
    for user in ShareCloud.guests {
      try draft.add(identity(user).publicKeys, at: ShareCloud.address(user), right(of: user), trust: .link)
    }
    try save(draft)
    // What hangs on it is under its key before the list names anyone.
    try synchronize(owners[0])
    try synchronize(owners[0])
    var operation = RecordOperation(
      .create, recordName: Self.share, recordType: StoredShares.recordType,
      fields: ["cloudkit.title": Field(.string("A category"))])
    operation.createsShortGUID = true
    operation.sharing = ShareEdit(
      root: Self.category.rawValue, publicPermission: SharePermission.none,
      participants: ShareCloud.guests.map(participant))
    list = try save(operation)
    for device in guests { try accept(device) }
  }

  private func accept(_ device: ShareDevice) throws {
    guard let guid = list?.shortGUID, let ring,
      case .links(let outcomes) = try ask(.accept([ShortGUIDRequest(guid)]), by: device.user, in: .shared),
      case .found? = outcomes.first
    else { throw Refused(what: "\(device.name) cannot accept") }
    // A program keeps what was not sent as the person's own.
    guestWords.subtract(try device.words())
    try device.drop()
    try StoredShareRings(device.store).keep(
      KeptShare(name: Self.share, origin: ring.state.origin, ring: ring.verified.ring.encoded))
    present.insert(device.user)
    say("\(device.name) accepts")
  }

  private func saveList(_ people: [ShareParticipant]) throws {
    var operation = RecordOperation(.forceUpdate, recordName: Self.share, recordType: StoredShares.recordType)
    operation.sharing = ShareEdit(participants: people)
    list = try save(operation)
  }

  /// The list as the server has it now.
  private func people() throws -> [ShareParticipant] {
    let item = LookupRequest.Item(recordName: Self.share)
    let request = CloudRequest.lookup(LookupRequest(items: [item], zoneID: ZoneID(zoneName: ShareCloud.zone)))
    guard case .records(let reply) = try ask(request, by: ShareCloud.owner, in: .private),
      case .saved(let record)? = reply.outcomes.first
    else { throw Refused(what: "the list is gone") }
    return record.sharing?.participants ?? []
  }

  func takeOut() throws {
    guard let user = ShareCloud.guests.filter({ present.contains($0) }).last else { return }
    try change { try $0.remove(identity(user).publicKeys.person) }
    try saveList(people().filter { $0.kind == .owner || $0.emailAddress != ShareCloud.address(user) })
    present.remove(user)
    count("removals")
    say("anna takes \(user) out")
  }

  func inviteAgain() throws {
    guard let device = guests.first(where: { !present.contains($0.user) }) else { return }
    try change {
      try $0.add(
        identity(device.user).publicKeys, at: ShareCloud.address(device.user), right(of: device.user), trust: .link)
    }
    try saveList(people() + [participant(device.user)])
    try accept(device)
    count("invitations")
  }

  func rotate() throws {
    try change { try $0.rotate() }
    count("keys")
    say("anna makes another key")
  }

  // MARK: What has to hold

  /// When nothing happens any more.
  func check() throws {
    let (first, second) = try (owners[0].bodies(), owners[1].bodies())
    if first != second { failures.append("the owner's devices differ") }
    for device in owners {
      let overview = try device.store.syncOverview(limit: 3)
      guard overview.unsent + overview.parked > 0 else { continue }
      let waiting = overview.waiting.map { "\($0.recordName.rawValue.suffix(4)) \($0.action) \($0.reason ?? "")" }
      failures.append("\(device.name) has not sent \(overview.unsent): \(waiting)")
    }
    var filed: [String: String] = [:]
    for (name, body) in first where try owners[0].store.entry(RecordName(name))?.category == Self.category {
      filed[name] = body
    }
    for device in guests where present.contains(device.user) {
      let shown = try device.bodies()
      guard shown != filed else { continue }
      let names = Set(shown.keys).symmetricDifference(filed.keys).map { String($0.suffix(4)) }.sorted()
      failures.append("\(device.name) shows other entries than are filed there: \(names)")
    }
    try checkForgedPictures()
    let known = try owners[0].words()
    // What its owner deletes forever is gone with what others had sent of it.
    let lost = guestWords.filter { !known.contains($0) && !(places[$0].map(deleted.contains) ?? false) }
    if !lost.isEmpty { failures.append("what was written in the share is lost: \(lost.sorted())") }
    // Of what another device deleted forever, and lies in the trash here alone, the server has the word of the removal.
    let names = try owners[0].store.entryNames(prefix: "", limit: 10_000).filter {
      try owners[0].store.remark(of: $0).removalReason == nil
    }
    let hanging = pictures.filter { names.contains($0.value) }.keys
    let items = (names.map(\.rawValue) + hanging).sorted().map { LookupRequest.Item(recordName: $0) }
    let request = CloudRequest.lookup(LookupRequest(items: items, zoneID: ZoneID(zoneName: ShareCloud.zone)))
    guard case .records(let reply) = try ask(request, by: ShareCloud.owner, in: .private) else { return }
    for case .saved(let record) in reply.outcomes {
      if let entry = pictures[record.recordName] {
        // Where no person is left in it nothing goes up again for it: the next one who is invited has all of it sealed first.
        if present.isEmpty, filed[entry.rawValue] != nil { continue }
        try checkKey(of: record, isFiled: filed[entry.rawValue] != nil)
      } else {
        try check(record, isFiled: filed[record.recordName] != nil)
      }
    }
  }

  /// What is filed there lies under the newest key of the share and hangs on it; nothing else does.
  private func check(_ record: Record, isFiled: Bool) throws {
    if (record.parent == Self.category.rawValue) != isFiled {
      failures.append("\(record.recordName.suffix(4)) hangs where it is not to hang")
    }
    try checkKey(of: record, isFiled: isFiled)
    guard isFiled, let ring, case .bytes(let sealed)? = record.fields["sealed"]?.value else { return }
    let place = RecordPlace(zone: ShareCloud.zone, recordType: record.recordType, recordName: record.recordName)
    guard case .taken(let signed) = try SharedSeal.open(sealed, at: place, in: ring) else {
      return failures.append("\(record.recordName.suffix(4)) is not signed by a person who may write")
    }
    if FilingWord.isMakers(signed.content.version.values[SealMark.filedField]) {
      failures.append("\(record.recordName.suffix(4)) is there without its owner's word")
    }
  }

  /// The word that a picture was removed for good says nothing to those who had it.
  private func isRemoval(_ sealed: [UInt8], of record: Record) throws -> Bool {
    guard SharedSeal.isShared(sealed), let ring, let entry = pictures[record.recordName] else { return false }
    let place = RecordPlace(
      zone: ShareCloud.zone, recordType: record.recordType, recordName: record.recordName, entry: entry.rawValue)
    guard case .taken(let signed) = try SharedSeal.open(sealed, at: place, in: ring) else { return false }
    return signed.content.kind == .removed
  }

  /// A picture lies under the key of its entry.
  private func checkKey(of record: Record, isFiled: Bool) throws {
    let name = record.recordName.suffix(4)
    // One that no device of the owner's took in, since its entry was not filed there any more, stays with its maker.
    if !isFiled, let entry = pictures[record.recordName], record.recordName.hasPrefix(SealMark.addedPrefix),
      try owners.allSatisfy({ device in
        try !device.store.images(of: entry, includingTrash: true).contains { $0.id.rawValue == record.recordName }
      })
    {
      return
    }
    guard case .bytes(let sealed)? = record.fields["sealed"]?.value else {
      return failures.append("\(name) is not sealed")
    }
    if !isFiled, record.recordType == JournalSchema.imageType, try isRemoval(sealed, of: record) { return }
    guard SharedSeal.isShared(sealed) == isFiled else {
      let of = pictures[record.recordName].map { " of \($0.rawValue.suffix(4))" } ?? ""
      return failures.append("\(name)\(of) is sealed for others than those who have it")
    }
    if isFiled, try SharedSeal.keyID(of: sealed) != ring?.state.keys.last {
      failures.append("\(name) is under a former key, which who was taken out has")
    }
    guard isFiled, let ring, let entry = pictures[record.recordName] else { return }
    let place = RecordPlace(
      zone: ShareCloud.zone, recordType: record.recordType, recordName: record.recordName, entry: entry.rawValue)
    if case .taken(let signed) = try SharedSeal.open(sealed, at: place, in: ring),
      FilingWord.isMakers(signed.content.version.values[SealMark.filedField])
    {
      failures.append("the picture \(name) was not sealed by its owner")
    }
  }
}
