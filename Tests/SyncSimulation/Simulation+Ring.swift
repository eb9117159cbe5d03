import CloudRecord
import JournalCore
import JournalModel
import JournalSeal
import JournalSync
import SyncCore

/// People make another key, turn encryption on and off, and have all sealed anew, in a run whose devices have a ring.
extension Simulation {
  func foundRing() throws {
    guard let ring else { return }
    if !ring.founded.isEmpty {
      _ = cloud.answer(
        .modifyZones([.create(SimulatedRing.keyZone)]), user: CloudSide.user, device: "device 0", now: now)
    }
    if !ring.founded.isEmpty { _ = try save(ring.founded, over: nil) }
    try learnKeys()
    if keyPlan != nil {
      if !ring.founded.isEmpty { try noteRing(ring.founded) }
      return beginPeople()
    }
    for _ in 0..<ringChance.between(1, 4) {
      queue.put(.ring(ringChance.below(devices.count)), at: now + ringChance.between(0, plan.length))
    }
  }

  /// Whether the server took it.
  private func save(_ bytes: [UInt8], over tag: String?) throws -> Bool {
    let operation = try SimulatedRing.save(bytes, tag: tag)
    let request = CloudRequest.modify(ModifyRequest(operations: [operation], zoneID: SimulatedRing.keyZone))
    let answer = cloud.answer(request, user: CloudSide.user, device: "a person", now: now).0
    guard case .success(.records(let reply)) = answer.outcome, case .saved? = reply.outcomes.first else { return false }
    return true
  }

  func shownRing() -> ShownRing? {
    let request = CloudRequest.lookup(
      LookupRequest(items: [LookupRequest.Item(recordName: "keyring")], zoneID: SimulatedRing.keyZone))
    guard
      case .success(.records(let reply)) = cloud.answer(request, user: CloudSide.user, device: "a person", now: now).0
        .outcome, case .saved(let record)? = reply.outcomes.first,
      case .bytes(let bytes)? = record.fields["ring"]?.value
    else { return nil }
    return ShownRing(bytes: bytes, changeTag: record.recordChangeTag)
  }

  /// The mode that the server's ring says; nil where there is none.
  func ringMode() throws -> RingMode? { try shownRing().map { try VerifiedRing(decoding: $0.bytes).state.mode } }

  /// One change of the ring, as a command makes it beside the device's engine.
  func actOnRing(_ device: Device) throws {
    guard !isHealed, let ring, let keeper = ring.keepers[device.journal], device.user == CloudSide.user,
      !device.isCutOff, !reachesCopy(device)
    else { return }
    let judge = RingJudge(wrapping: SimulatedWrapping(), random: ring.random, at: UInt64(max(0, device.clock.value)))
    let shown = shownRing()
    let course = judge.judge(keeper.held(), shown)
    if let next = course.held { keeper.keep(next) }
    // What has to be saved first, its engine saves.
    guard let shown, course.save == nil, let held = course.held, let known = held.kept.ring, held.ring == shown.bytes
    else { return }
    let opened = try OpenedRing(VerifiedRing(decoding: shown.bytes), newest: known.keys.newest)
    var draft = RingDraft(
      opened, by: .device(held.kept.device), at: UInt64(max(0, device.clock.value)), random: ring.random)
    let what = ringChance.below(10)
    switch (what, draft.state.mode) {
    case (0..<3, _):
      try draft.rotate()
      say("\(device.name) makes another key")
    case (3, .sealed):
      _ = try device.store.reseal(to: .sealed(keyNumber: known.keys.number))
      say("\(device.name) has all sealed anew")
      return tell(device, .localChange)
    case (_, .open), (_, .opening):
      try draft.rotate()
      try draft.set(.sealing)
      say("\(device.name) turns encryption on")
    case (_, .sealed), (_, .sealing):
      try draft.set(.opening)
      say("\(device.name) turns encryption off")
    }
    counts.ringActs += 1
    let bytes = try draft.encoded(wrapping: SimulatedWrapping())
    guard try save(bytes, over: shown.changeTag) else { return }
    if let next = judge.judge(held, ShownRing(bytes: bytes, changeTag: "")).held { keeper.keep(next) }
    try learnKeys()
    tell(device, .keysDoubted)
    for other in devices where other !== device && plan.isPushing {
      queue.put(.tell(other.number, life: other.life, .remoteHint), at: now + ringChance.between(20, 500))
    }
  }

  /// The checker has every key that any device has.
  func learnKeys() throws { learnHeldKeys() }

  private func learnHeldKeys() {
    guard let ring, let seal else { return }
    for keeper in ring.keepers.values {
      guard let keys = keeper.held()?.kept.ring?.keys, !keys.all.contains(where: { ringNotes.traps.contains($0.id) })
      else { continue }
      seal.learn(keys)
    }
  }

  /// I-E3: what a device sends is sealed under the newest key that its engine has taken over.
  func checkKeys(of modify: ModifyRequest, on device: Device) {
    guard ring != nil, let seal else { return }
    for operation in modify.operations {
      guard case .bytes(let bytes)? = operation.fields["sealed"]??.value else { continue }
      checkSecrecy(of: bytes, operation, device)
      // A key that its engine made itself, after another device had left.
      if seal.number(of: bytes) == 0 { learnHeldKeys() }
      let number = seal.number(of: bytes)
      if number < device.keyNumber {
        failures.append(
          "\(device.name) seals \((operation.recordName ?? "").suffix(5)) under key \(number), and knows \(device.keyNumber)"
        )
      }
    }
  }

  /// I-E1 for a ring: from the moment that it says so every record is sealed, or none.
  func checkTurned() throws {
    guard ring != nil, let seal else { return }
    try learnKeys()
    let (mode, left) = (try ringMode(), try leftBehind())
    if mode == .sealing || mode == .opening { failures.append("turning on or off does not come to its end") }
    for record in try cloud.raw(of: CloudSide.user, now: now) where JournalSchema.isKnown(record.recordType) {
      guard !left.contains(record.recordName) else { continue }
      let name = record.recordName.suffix(5)
      let isSealed = record.fields["sealed"] != nil
      if isSealed, seal.content(of: record) == nil { failures.append("\(name) does not open") }
      if isSealed, mode == .open, seal.content(of: record)?.kind == .record {
        failures.append("\(name) is sealed still")
      }
      // A word of the server's own beside a seal stays there until the next save.
      let plain = record.fields.filter { name, field in
        if case .string(let word) = field.value, hoard.forged.contains(word) { return false }
        return !SimulatedSeal.visible.contains(name)
      }.keys
      if mode == .sealed, !isSealed || !plain.isEmpty { failures.append("\(name) is plain still: \(plain.sorted())") }
      if isSealed, !plain.isEmpty { failures.append("\(name) is plain beside its seal: \(plain.sorted())") }
    }
    for device in present where try device.store.syncOverview(limit: 0).unreadable > left.count {
      failures.append("\(device.name) still cannot open something")
    }
  }
}
