import CloudRecord
import JournalCore
import JournalStore
import JournalSync

/// What people do with shares: each is a request that a person waits for, as with the built program.
extension ShareSimulation {
  private static let shareType = StoredShares.recordType

  private func ask(_ request: CloudRequest, by user: String, in scope: DatabaseScope) -> CloudReply? {
    guard case .success(let reply) = cloud.answer(request, by: user, in: scope, device: "desk", now: now) else {
      return nil
    }
    return reply
  }

  private func modify(_ operation: RecordOperation) -> Record? {
    let request = CloudRequest.modify(
      ModifyRequest(operations: [operation], zoneID: ZoneID(zoneName: ShareCloud.zone)))
    guard case .records(let reply)? = ask(request, by: ShareCloud.owner, in: .private),
      case .saved(let record)? = reply.outcomes.first
    else { return nil }
    return record
  }

  private var shared: [String] { shares.keys.sorted() }

  /// The owner shares an entry that the server has, or invites the other guest to it.
  func share() throws {
    let names = try owners[0].store.entryNames(prefix: "", limit: 10_000).map(\.rawValue).sorted()
    guard !names.isEmpty else { return }
    let (entry, user, mayWrite) = (chance.pick(names), chance.pick(ShareCloud.guests), chance.happens(700))
    let permission = mayWrite ? SharePermission.readWrite : .readOnly
    if let known = shares[entry] {
      guard known.people[user] == nil else { return }
      var people = known.record.sharing?.participants ?? []
      people.append(ShareParticipant(emailAddress: ShareCloud.address(user), permission: permission))
      guard update(entry, people) else { return }
    } else {
      var operation = RecordOperation(
        .create, recordName: StoredShares.prefix + entry, recordType: Self.shareType,
        fields: ["cloudkit.title": Field(.string("Shared"))])
      operation.createsShortGUID = true
      operation.sharing = ShareEdit(
        root: entry, publicPermission: SharePermission.none,
        participants: [ShareParticipant(emailAddress: ShareCloud.address(user), permission: permission)])
      // What is not on the server yet is shared later.
      guard let record = modify(operation) else { return }
      shares[entry] = Sharing(record: record, people: [:])
      try StoredShares(owners[0].store).keep(record, ofCategory: nil)
    }
    shares[entry]?.people[user] = Access(mayWrite: mayWrite)
    count("invitations")
    say("anna shares \(entry.suffix(4)) with \(user)\(mayWrite ? " for writing" : "")")
  }

  /// Saves a list of people; false where the server takes it not.
  private func update(_ entry: String, _ people: [ShareParticipant]) -> Bool {
    guard let known = shares[entry] else { return false }
    var operation = RecordOperation(
      .forceUpdate, recordName: known.record.recordName, recordType: Self.shareType)
    operation.sharing = ShareEdit(participants: people)
    guard let record = modify(operation) else { return false }
    shares[entry]?.record = record
    return true
  }

  private func row(_ entry: String, _ user: String) -> Int? {
    shares[entry]?.record.sharing?.participants.firstIndex {
      $0.emailAddress == ShareCloud.address(user) && $0.kind != .owner
    }
  }

  func accept(_ user: String) throws {
    let open = shared.filter { shares[$0]?.people[user]?.isAccepted == false }
    guard !open.isEmpty else { return }
    let entry = chance.pick(open)
    guard let guid = shares[entry]?.record.shortGUID,
      case .links(let outcomes)? = ask(.accept([ShortGUIDRequest(guid)]), by: user, in: .shared),
      case .found(_, let information)? = outcomes.first
    else {
      failures.append("\(user) cannot accept what was shared")
      return
    }
    shares[entry]?.people[user]?.isAccepted = true
    everSeen[user, default: []].insert(entry)
    _ = information
    try refresh(entry)
    count("acceptances")
    say("\(user) accepts \(entry.suffix(4))")
  }

  /// The owner sees the list as it is now.
  private func refresh(_ entry: String) throws {
    guard let name = shares[entry]?.record.recordName else { return }
    let request = CloudRequest.lookup(
      LookupRequest(
        items: [LookupRequest.Item(recordName: name)], zoneID: ZoneID(zoneName: ShareCloud.zone)))
    guard case .records(let reply)? = ask(request, by: ShareCloud.owner, in: .private),
      case .saved(let record)? = reply.outcomes.first
    else { return }
    shares[entry]?.record = record
  }

  func changeRight() throws {
    guard !shared.isEmpty else { return }
    let (entry, user) = (chance.pick(shared), chance.pick(ShareCloud.guests))
    guard let place = row(entry, user), var people = shares[entry]?.record.sharing?.participants,
      let access = shares[entry]?.people[user]
    else { return }
    people[place].permission = access.mayWrite ? .readOnly : .readWrite
    guard update(entry, people) else { return }
    shares[entry]?.people[user]?.mayWrite.toggle()
    count("rights")
    say("anna lets \(user) \(access.mayWrite ? "only read" : "write") \(entry.suffix(4))")
  }

  func takeOut() throws {
    guard !shared.isEmpty else { return }
    let (entry, user) = (chance.pick(shared), chance.pick(ShareCloud.guests))
    guard let place = row(entry, user), var people = shares[entry]?.record.sharing?.participants else { return }
    people.remove(at: place)
    guard update(entry, people) else { return }
    shares[entry]?.people[user] = nil
    count("removals")
    say("anna takes \(user) out of \(entry.suffix(4))")
  }

  func leave(_ device: ShareDevice) throws {
    let seen = shared.filter { mayRead(device.user, $0) }
    guard !seen.isEmpty else { return }
    let entry = chance.pick(seen)
    let operation = RecordOperation(.forceDelete, recordName: StoredShares.prefix + entry)
    let zone = ZoneID(zoneName: ShareCloud.zone, ownerRecordName: ShareCloud.owner)
    let request = CloudRequest.modify(ModifyRequest(operations: [operation], zoneID: zone))
    guard ask(request, by: device.user, in: .shared) != nil else { return }
    shares[entry]?.people[device.user] = nil
    try refresh(entry)
    count("leavings")
    say("\(device.name) leaves \(entry.suffix(4))")
  }

  func stop() throws {
    guard !shared.isEmpty else { return }
    let entry = chance.pick(shared)
    let name = StoredShares.prefix + entry
    let operation = RecordOperation(.forceDelete, recordName: name)
    let request = CloudRequest.modify(
      ModifyRequest(operations: [operation], zoneID: ZoneID(zoneName: ShareCloud.zone)))
    guard ask(request, by: ShareCloud.owner, in: .private) != nil else { return }
    shares[entry] = nil
    try StoredShares(owners[0].store).forget(name, ofCategory: nil)
    count("ends")
    say("anna stops sharing \(entry.suffix(4))")
  }
}
