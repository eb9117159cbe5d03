import CloudRecord
import JournalCore
import JournalStore
import JournalSync
import SyncCore

/// One synchronisation of a device, with what networks do to it, and what its program does around it.
extension ShareSimulation {
  func synchronize(_ device: ShareDevice) throws {
    count("runs")
    if device.isGuest, !cloud.isListed(for: device.user, now: now) {
      // Everything of that zone goes, and what was not sent is the person's own from then on.
      if mistake != .dropsBeforeKeeping { try device.keepUnsent(of: nil) }
      device.seenRights = [:]
      return try device.drop()
    }
    try run(device)
    guard device.isGuest else { return }
    let lost = try StoredShares(device.store).lostEntries()
    if !lost.isEmpty {
      if mistake != .dropsBeforeKeeping { try device.keepUnsent(of: lost) }
      try StoredShares(device.store).forgetLost(lost)
      count("losses")
    }
    learnRights(device)
    guard try device.store.syncOverview(limit: 0).parked > 0 else { return }
    if mistake == .yieldsToRefusal {
      try device.drop()
      return try run(device)
    }
    // What was refused goes as soon as one may write.
    guard device.seenRights.values.contains(true) else { return }
    try device.store.unpark(nil)
    try run(device)
  }

  private func learnRights(_ device: ShareDevice) {
    device.seenRights = [:]
    for (entry, sharing) in shares where sharing.people[device.user]?.isAccepted == true {
      device.seenRights[entry] = sharing.people[device.user]?.mayWrite
    }
  }

  private func run(_ device: ShareDevice) throws {
    var pace = SyncMachine.Pace()
    pace.subscribes = false
    var runner = SyncRunner(store: device.store, seed: chance.next(), pace: pace)
    try drive(&runner, of: device) { try send($0, from: device) }
  }

  // MARK: Requests

  private func send(_ request: CloudRequest, from device: ShareDevice) throws -> Result<CloudReply, CloudFailure> {
    count("requests")
    try writeInFlight(on: device)
    advance(chance.between(1, 800))
    let timeOut = CloudFailure(code: .networkFailure, reason: "timed out", isOutcomeUnknown: true)
    if !isHealed, chance.happens(60) {
      count("faults")
      return .failure(timeOut)
    }
    var request = request
    if mistake == .asksOwnZone, device.isGuest, chance.happens(50) { request = request.inOwnZone }
    checkPlace(of: request, from: device)
    if mistake == .believesUnsent, device.isGuest, case .modify(let modify) = request, chance.happens(300) {
      return believed(modify)
    }
    let outcome = answer(request, from: device)
    note(request, outcome)
    checkWords(in: outcome, for: device)
    if !isHealed, chance.happens(60) {
      count("faults")
      return .failure(timeOut)
    }
    acknowledge(request, outcome)
    return outcome
  }

  /// What the server says; with a planted mistake, to a person who was in once what it says to the owner.
  private func answer(_ request: CloudRequest, from device: ShareDevice) -> Result<CloudReply, CloudFailure> {
    if mistake == .asksListOnce, device.isGuest, case .zoneChanges(let zones) = request,
      everSeen[device.user]?.isEmpty == false
    {
      let own = zones.map { zone in
        var zone = zone
        zone.zoneID = ZoneID(zoneName: ShareCloud.zone)
        zone.syncToken = nil
        return zone
      }
      return cloud.answer(.zoneChanges(own), by: ShareCloud.owner, in: .private, device: device.name, now: now)
    }
    let outcome = cloud.answer(request, by: device.user, in: device.database, device: device.name, now: now)
    guard mistake == .believesAnyAuthor, !device.isGuest, case .success(let reply) = outcome else { return outcome }
    return .success(reply.asOfTheOwner)
  }

  /// The planted mistake: an answer without a server.
  private func believed(_ modify: ModifyRequest) -> Result<CloudReply, CloudFailure> {
    let stamp = RecordStamp(timestamp: now, userRecordName: ShareCloud.owner, deviceID: "none")
    let outcomes = modify.operations.map { operation in
      RecordOutcome.saved(
        Record(
          recordName: operation.recordName ?? "", recordType: operation.recordType ?? "",
          zoneID: modify.zoneID ?? ZoneID(zoneName: ShareCloud.zone), fields: [:],
          recordChangeTag: operation.recordChangeTag ?? "1", created: stamp, modified: stamp))
    }
    let reply = Result<CloudReply, CloudFailure>.success(.records(RecordsReply(outcomes: outcomes)))
    acknowledge(.modify(modify), reply)
    return reply
  }

  // MARK: Words

  private func saved(_ request: CloudRequest, _ outcome: Result<CloudReply, CloudFailure>) -> Set<String> {
    guard case .modify(let modify) = request, case .success(.records(let reply)) = outcome else { return [] }
    var words: Set<String> = []
    for (operation, outcome) in zip(modify.operations, reply.outcomes) {
      guard case .saved = outcome else { continue }
      for field in operation.fields.values {
        if case .string(let text)? = field?.value { words.formUnion(Token.all(in: text)) }
      }
    }
    return words
  }

  private func note(_ request: CloudRequest, _ outcome: Result<CloudReply, CloudFailure>) {
    committed.formUnion(saved(request, outcome))
  }

  private func acknowledge(_ request: CloudRequest, _ outcome: Result<CloudReply, CloudFailure>) {
    acknowledged.formUnion(saved(request, outcome))
  }
}

extension CloudReply {
  /// The planted mistake: the same, as if the owner had changed every record last.
  fileprivate var asOfTheOwner: CloudReply {
    guard case .zoneChanges(let zones) = self else { return self }
    return .zoneChanges(
      zones.map { zone in
        guard case .page(var page) = zone else { return zone }
        page.changes = page.changes.map { change in
          guard case .changed(var record) = change else { return change }
          record.modified.userRecordName = ShareCloud.owner
          return .changed(record)
        }
        return .page(page)
      })
  }
}

extension CloudRequest {
  /// The same of the caller's own zone.
  var inOwnZone: CloudRequest {
    let zone = ZoneID(zoneName: ShareCloud.zone)
    switch self {
    case .modify(var modify):
      modify.zoneID = zone
      return .modify(modify)
    case .zoneChanges(var zones):
      for index in zones.indices { zones[index].zoneID = zone }
      return .zoneChanges(zones)
    case .lookup(var lookup):
      lookup.zoneID = zone
      return .lookup(lookup)
    default: return self
    }
  }
}
