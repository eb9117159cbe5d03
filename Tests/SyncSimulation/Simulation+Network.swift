import CloudRecord
import JournalCore
import JournalModel
import JournalSync
import SyncCore

extension Simulation {
  /// Milliseconds after which a client gives a request up.
  private static let patience: Int64 = 30_000

  /// Takes a request from a device, and does to it what networks and servers do to requests.
  func send(_ request: CloudRequest, _ ticket: Int, from device: Device) {
    let request = underFormerKey(inItsSeal(request, of: device), of: device)
    counts.requests += 1
    device.requests += 1
    if let held = device.held, held.life == device.life, held.skew == device.skew, now < held.until {
      failures.append("\(device.name) sends a request \(held.until - now) ms before the server's retryAfter is over")
    }
    var envelope = Envelope(
      device: device.number, life: device.life, ticket: ticket, request: inItsVersion(request, of: device),
      user: device.user ?? "",
      known: mistake == .trustsAnyHistory ? nil : device.runner?.known)
    envelope.isAfterHealing = isHealed
    if mistake == .replaces, case .modify(var modify) = envelope.request {
      for index in modify.operations.indices where modify.operations[index].kind == .update {
        modify.operations[index].kind = .replace
      }
      envelope.request = .modify(modify)
    }
    if let seal, case .modify(let modify) = request, modify.zoneID?.zoneName != SimulatedRing.keyZone.zoneName {
      failures += seal.faults(
        of: mistake == .leaksStamps ? withStamps(modify) : modify, mayBePlain: ring != nil && !device.isSealing.value)
      checkKeys(of: modify, on: device)
    }
    say("\(device.name) sends \(describe(request))")
    let delay = chance.between(1, 400)
    if case .modify(let modify) = request { expectEdit(of: modify, on: device, within: 2 * delay) }
    if device.isCutOff {
      return fail(envelope, CloudFailure(code: .networkUnavailable, reason: "no route"), after: 5)
    }
    guard device.user != nil else {
      return fail(envelope, CloudFailure(code: .notAuthenticated, reason: "sign in"), after: delay)
    }
    if device.isDeaf {
      queue.put(.arrive(envelope), at: now + delay)
      let failure = CloudFailure(code: .networkFailure, reason: "timed out", isOutcomeUnknown: true)
      return fail(envelope, failure, after: Simulation.patience)
    }
    if !isHealed, harm(&envelope, delay, device) { return }
    envelope.answersAfter = chance.between(1, 400)
    queue.put(.arrive(envelope), at: now + delay)
  }

  /// The planted mistake: times go along beside the seal.
  private func withStamps(_ modify: ModifyRequest) -> ModifyRequest {
    var modify = modify
    for index in modify.operations.indices where modify.operations[index].fields["sealed"]??.value != nil {
      modify.operations[index].fields["fieldStamps"] = Field(.bytes([1]))
    }
    return modify
  }

  private func fail(_ envelope: Envelope, _ failure: CloudFailure, after delay: Int64) {
    queue.put(
      .answer(envelope.device, life: envelope.life, ticket: envelope.ticket, CloudAnswer(.failure(failure)), date: nil),
      at: now + delay)
  }

  /// Often somebody types on in what is just being sent.
  private func expectEdit(of modify: ModifyRequest, on device: Device, within time: Int64) {
    device.inFlight = Set(modify.operations.compactMap(\.recordName))
    let entries = modify.operations.filter { $0.recordType == JournalSchema.entryType }.compactMap(\.recordName)
    guard !isHealed, !entries.isEmpty, chance.happens(plan.editInFlight) else { return }
    queue.put(.edit(device.number, RecordName(chance.pick(entries))), at: now + chance.between(1, time))
  }

  /// Whether a fault befell the request, which is taken care of then.
  private func harm(_ envelope: inout Envelope, _ delay: Int64, _ device: Device) -> Bool {
    let timeOut = CloudFailure(code: .networkFailure, reason: "timed out", isOutcomeUnknown: true)
    func befalls(_ permille: Int, _ what: String) -> Bool {
      guard chance.happens(permille) else { return false }
      counts.faults += 1
      say("… \(what)")
      return true
    }
    if befalls(plan.lost, "and it is lost") {
      fail(envelope, timeOut, after: Simulation.patience)
      return true
    }
    if befalls(plan.replyLost, "and the reply will be lost") {
      queue.put(.arrive(envelope), at: now + delay)
      fail(envelope, timeOut, after: chance.between(delay + 1, Simulation.patience))
      return true
    }
    if befalls(plan.late, "and it will come late") {
      queue.put(.arrive(envelope), at: now + 45_000)
      fail(envelope, timeOut, after: Simulation.patience)
      return true
    }
    if befalls(plan.doubled, "and it will come twice") {
      queue.put(.arrive(envelope), at: now + delay + chance.between(1, 60_000))
    }
    guard let failure = refusal(of: envelope.request, device, befalls) else { return false }
    // Sometimes the server had done it before it broke.
    if failure.isOutcomeUnknown { queue.put(.arrive(envelope), at: now + delay) }
    fail(envelope, failure, after: delay + 1)
    return true
  }

  private func knowsZone(of request: CloudRequest, _ device: Device) -> Bool {
    let (answer, _) = cloud.answer(
      request, user: device.user ?? CloudSide.user, device: device.name, isCopy: reachesCopy(device), now: now)
    if case .success(.zoneChanges(let zones)) = answer.outcome, case .page? = zones.first { return true }
    return false
  }

  private func refusal(
    of request: CloudRequest, _ device: Device, _ befalls: (Int, String) -> Bool
  ) -> CloudFailure? {
    if befalls(plan.throttled, "and there were too many") {
      let seconds = Double(chance.between(1, 90))
      return chance.happens(500)
        ? CloudFailure(code: .requestRateLimited, reason: "429", retryAfter: seconds)
        : CloudFailure(code: .serviceUnavailable, reason: "503", retryAfter: chance.happens(500) ? seconds : nil)
    }
    if befalls(plan.broken, "and the server breaks") {
      return CloudFailure(code: .internalError, reason: "500", isOutcomeUnknown: chance.happens(400))
    }
    if befalls(plan.signedOut, "and the session has ended") {
      device.user = nil
      queue.put(
        .change(device.number, { $0.user = CloudSide.user }, tells: .accountChanged),
        at: now + chance.between(5_000, 120_000))
      return CloudFailure(code: .notAuthenticated, reason: "421")
    }
    switch request {
    case .modify:
      if befalls(plan.tooLarge, "and it is too large") { return CloudFailure(code: .limitExceeded, reason: "413") }
      if befalls(plan.noSpace, "and there is no space") { return CloudFailure(code: .quotaExceeded, reason: "413") }
    case .zoneChanges(let zones) where zones.first?.syncToken != nil:
      if befalls(plan.expired, "and the token has expired") {
        // The token of a zone that is gone is known as that however old it is.
        return knowsZone(of: request, device) ? CloudFailure(code: .changeTokenExpired, reason: "too long ago") : nil
      }
    default: break
    }
    return nil
  }

  // MARK: At the server

  func arrive(_ envelope: Envelope) {
    if !isHealed, let page = emptyPage(envelope.request) {
      return answer(envelope, CloudAnswer(.success(page)))
    }
    let device = devices[envelope.device]
    // The planted mistake: the server is told nothing, and its numbers alone are looked at.
    let told = mistake == .comparesNumbersOnly ? nil : envelope.known
    checkTags(of: envelope.request, by: device)
    var (found, tellsOthers) = cloud.answer(
      envelope.request, known: told, user: envelope.user, device: device.name, isCopy: reachesCopy(device), now: now)
    found.asked = envelope.known
    if mistake == .trustsAnyHistory { found.history = nil }
    if case .modify(let modify) = envelope.request, case .success(.records(let reply)) = found.outcome {
      note(modify, reply, envelope)
      noteRings(modify, reply)
      if mistake == .noLookUp { found.outcome = forced(modify, reply, envelope, device) }
    }
    found.outcome = found.outcome.map { inItsSeal(loosened(inItsVersion(garbled($0), for: device)), for: device) }
    answer(envelope, found)
    guard tellsOthers, plan.isPushing else { return }
    let news = keyPlan == nil ? .remoteHint : newsOf(envelope.request)
    for other in devices where other !== device && (isHealed || !chance.happens(plan.lost)) {
      queue.put(.tell(other.number, life: other.life, news), at: now + chance.between(20, 500))
    }
  }

  private func answer(_ envelope: Envelope, _ answer: CloudAnswer) {
    guard let delay = envelope.answersAfter else { return }
    if envelope.isUpload {
      return queue.put(
        .uploaded(envelope.device, life: envelope.life, ticket: envelope.ticket, answer.outcome), at: now + delay)
    }
    // An answer's date names the second.
    let date = now / 1000 * 1000 + 500
    queue.put(
      .answer(envelope.device, life: envelope.life, ticket: envelope.ticket, answer, date: date), at: now + delay)
  }

  /// A page may be empty and more come all the same.
  private func emptyPage(_ request: CloudRequest) -> CloudReply? {
    guard case .zoneChanges(let zones) = request, let zone = zones.first, let token = zone.syncToken,
      chance.happens(plan.emptyPage)
    else { return nil }
    return .zoneChanges([
      .page(ZoneChangesReply(zoneID: zone.zoneID, changes: [], syncToken: token, moreComing: true))
    ])
  }

  private func note(_ modify: ModifyRequest, _ reply: RecordsReply, _ envelope: Envelope) {
    for (operation, outcome) in zip(modify.operations, reply.outcomes) {
      switch outcome {
      case .saved:
        noteSave(operation.recordName ?? "", of: envelope)
        notePlace(operation)
        noteLater(operation)
      case .deleted: noteSave("the removal of " + (operation.recordName ?? ""), of: envelope)
      case .failed(_, let error):
        if error.code == .conflict || error.code == .exists { counts.conflicts += 1 }
        say("… \(operation.kind.rawValue) \((operation.recordName ?? "").suffix(5)) is refused: \(error.code.rawValue)")
      }
    }
  }

  /// The planted mistake: what was refused because others had changed it is sent again by force.
  private func forced(
    _ modify: ModifyRequest, _ reply: RecordsReply, _ envelope: Envelope, _ device: Device
  ) -> Result<CloudReply, CloudFailure> {
    var reply = reply
    for (index, operation) in modify.operations.enumerated() {
      guard reply.outcomes.indices.contains(index), case .failed(_, let error) = reply.outcomes[index],
        error.code == .conflict, operation.kind == .update
      else { continue }
      var again = operation
      again.kind = .forceUpdate
      let (answer, _) = cloud.answer(
        .modify(ModifyRequest(operations: [again], zoneID: modify.zoneID)), user: envelope.user, device: device.name,
        isCopy: reachesCopy(device), now: now)
      if case .success(.records(let second)) = answer.outcome, let first = second.outcomes.first {
        reply.outcomes[index] = first
      }
    }
    return .success(.records(reply))
  }

  // MARK: Back at the device

  func deliver(_ answer: CloudAnswer, _ ticket: Int, date: Int64?, to device: Device) {
    device.inFlight = []
    let shown = noteShown(answer, to: device)
    defer { if let shown { checkRefusal(of: shown, by: device) } }
    if case .failure(let failure) = answer.outcome, let seconds = failure.retryAfter {
      device.held = (now + Int64(seconds * 1000), device.skew, device.life)
    }
    if !isHealed, chance.happens(plan.crash) {
      device.gate?.cut(after: chance.below(3), isCutAfter: chance.happens(500))
    }
    take(
      device.run { runner, clock in
        runner.finished(ticket, answer, clockOffset: date.map { $0 - clock }, at: clock)
      }, of: device)
  }

  private func describe(_ request: CloudRequest) -> String {
    switch request {
    case .caller: "who is it"
    case .modifyZones: "zone"
    case .modifySubscriptions: "subscription"
    case .zoneChanges(let zones): zones.first?.syncToken == nil ? "fetch from the beginning" : "fetch"
    case .databaseChanges: "zones that changed"
    case .resolve: "resolve"
    case .accept: "accept"
    case .modify(let modify):
      (modify.isAtomic ? "atomic " : "")
        + modify.operations.map { "\($0.kind.rawValue) \(($0.recordName ?? "").suffix(5))" }.joined(separator: ", ")
    case .lookup(let lookup): "look up " + lookup.items.map { String($0.recordName.suffix(5)) }.joined(separator: " ")
    case .uploadAsset: "upload"
    case .downloadAsset, .downloadFile: "download"
    }
  }
}
