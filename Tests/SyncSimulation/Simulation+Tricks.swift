import CloudRecord
import JournalSeal
import JournalSync
import SyncCore

/// A server that tries what it can with rings: older and forked ones, one of its own, none at all, an entry that no device signed,
/// requests with its own keys.
extension Simulation {
  func trickWithRings() throws {
    guard let ring, let shown = shownRing(), ringNotes.trap == nil, shown.bytes == ringNotes.rings.last ?? ring.founded
    else {
      return
    }
    counts.tricks += 1
    // Who asks to be let in is the best prey.
    let isAsked = try !requests().isEmpty
    switch isAsked && malice.happens(600) ? malice.pick([2, 2, 5]) : malice.below(6) {
    case 0:
      let older = Array(ringNotes.rings.dropLast())
      guard !older.isEmpty else { return }
      say("the server shows an older ring")
      try show(malice.pick(older), isTrap: false)
    case 1:
      say("the server hides the keys")
      _ = cloud.answer(
        .modifyZones([.delete(SimulatedRing.keyZone)]), user: CloudSide.user, device: "the server", now: now)
      tellOfKeys()
    case 2:
      say("the server shows a ring of its own")
      try show(try ownRing(named: KeyRing(decoding: shown.bytes).id), isTrap: true)
      for record in try requests() {
        _ = putKey(record.recordName, "KeyRequest", ["answer": Field(.bytes([UInt8](repeating: 7, count: 32)))])
      }
    case 3:
      guard let forged = try unsignedRing(over: shown.bytes, ring) else { return }
      say("the server lets a device of its own in, unsigned, with a stolen key")
      try show(forged, isTrap: true)
    case 4:
      guard let forked = try forkedRing(ring) else { return }
      say("the server and a removed device show a forked ring")
      try show(forked, isTrap: true)
    default:
      for record in try requests() {
        guard case .bytes(let bytes)? = record.fields["request"]?.value else { continue }
        say("the server puts its own keys into a request")
        let asked = try KeyRequest(decoding: bytes)
        let forged = try KeyRequest(
          of: DeviceKeys(id: asked.device.id, pair: .fresh(ring.random)), named: asked.name, to: asked.ring,
          head: asked.head, at: asked.at, key: SecretBytes([UInt8](repeating: 1, count: 32)))
        _ = putKey(record.recordName, "KeyRequest", ["request": Field(.bytes(forged.encoded))])
      }
    }
  }

  /// The server shows again the ring that it was given.
  func endTrick(_ number: Int) throws {
    guard number == ringNotes.tricks, let trap = ringNotes.trap, let right = ringNotes.rings.last else { return }
    ringNotes.trap = nil
    guard shownRing()?.bytes == trap else { return }
    say("the server shows the right ring again")
    _ = putKey("keyring", "Keyring", ["ring": Field(.bytes(right))])
    tellOfKeys()
  }

  private func show(_ bytes: [UInt8], isTrap: Bool) throws {
    guard putKey("keyring", "Keyring", ["ring": Field(.bytes(bytes))]) else { return }
    if isTrap {
      ringNotes.trap = bytes
      ringNotes.tricks += 1
      queue.put(.endTrick(ringNotes.tricks), at: now + malice.between(20_000, 120_000))
    }
    tellOfKeys()
  }

  private func tellOfKeys() {
    for device in devices {
      queue.put(.tell(device.number, life: device.life, .keysDoubted), at: now + malice.between(20, 500))
    }
  }

  private func putKey(_ name: String, _ type: String, _ fields: [String: Field?]) -> Bool {
    let operation = RecordOperation(.forceUpdate, recordName: name, recordType: type, fields: fields)
    let request = CloudRequest.modify(ModifyRequest(operations: [operation], zoneID: SimulatedRing.keyZone))
    let answer = cloud.answer(request, user: CloudSide.user, device: "the server", now: now).0
    guard case .success(.records(let reply)) = answer.outcome, case .saved? = reply.outcomes.first else { return false }
    return true
  }

  /// The guard against plain records is the server's own: it lets itself write what it wants.
  func forgetGuard() {
    guard ring != nil else { return }
    _ = putKey("keyring", "Keyring", ["sealedZones": nil])
  }

  private func requests() throws -> [Record] {
    let request = CloudRequest.zoneChanges([ZoneChangesRequest(zoneID: SimulatedRing.keyZone)])
    guard
      case .success(.zoneChanges(let outcomes)) = cloud.answer(
        request, user: CloudSide.user, device: "the server", now: now
      ).0.outcome, case .page(let page)? = outcomes.first
    else { return [] }
    return page.changes.compactMap { change in
      guard case .changed(let record) = change, record.recordType == "KeyRequest" else { return nil }
      return record
    }
  }

  /// A ring that the server founded under the name of the right one, and in which everybody is who asks at present.
  private func ownRing(named name: RingID) throws -> [UInt8] {
    guard let ring else { return [] }
    let (device, random) = (try DeviceKeys.fresh(ring.random), ring.random)
    let isNamed = Knob(false)
    let naming: SealRandom = { count in
      guard count == 16, !isNamed.value else { return random(count) }
      isNamed.value = true
      return name.bytes
    }
    var draft = try RingDraft.found(
      by: device, named: "server", recovery: .fresh(random), mode: .sealed, at: UInt64(now), random: naming)
    for record in try requests() {
      guard case .bytes(let bytes)? = record.fields["request"]?.value else { continue }
      try draft.add(try KeyRequest(decoding: bytes).device, named: "a device")
    }
    ringNotes.traps.formUnion(draft.box.keys.all.map(\.id))
    return try draft.encoded(wrapping: SimulatedWrapping())
  }

  /// The ring with one more entry, which another key signed than that of the device it names. The server has stolen the journal
  /// key, so that box and wraps are right.
  private func unsignedRing(over bytes: [UInt8], _ ring: SimulatedRing) throws -> [UInt8]? {
    let known = try VerifiedRing(decoding: bytes)
    guard
      let key = ring.keepers.values.compactMap({ $0.held()?.kept.ring?.keys.newest }).first(where: {
        $0.id == known.state.keys.last
      }), let signer = known.state.active.keys.sorted().first
    else { return nil }
    let opened = try OpenedRing(known, newest: key)
    let spy = try DeviceKeys.fresh(ring.random)
    let entry = try RingEntry(
      .added(spy.identity), after: known.state.head, at: UInt64(now),
      by: .device(DeviceKeys(id: signer, pair: spy.pair)), in: known.ring.id)
    var holders = known.state.active.map { ($0.key, $0.value) } + [(spy.id, spy.identity.keys)]
    if let recovery = known.state.recovery { holders.append((.recovery, recovery)) }
    let wraps = try holders.sorted { $0.0 < $1.0 }.map { id, keys in
      let purpose = KeyRing.purpose(ring: known.ring.id, number: known.state.keyNumber, key: key.id, to: id)
      return KeyRing.Wrap(to: id, key: try SimulatedWrapping().wrap(key, to: keys, purpose: purpose))
    }
    return try KeyRing.encoded(
      id: known.ring.id, serial: known.ring.serial + 1, log: known.ring.log + [entry], wraps: wraps,
      box: opened.box.encoded, key: key, signer: .device(spy), random: ring.random)
  }

  /// The latest ring in which a removed device was, with another key that it made; nil where some device does not know of the
  /// removal yet, and would have to believe it.
  private func forkedRing(_ ring: SimulatedRing) throws -> [UInt8]? {
    guard let (id, _) = ringNotes.removed.sorted(by: { $0.key < $1.key }).first,
      let journal = ring.journal(of: id),
      let device = ring.keepers[journal]?.everHeld.value.first(where: { $0.id == id })
    else { return nil }
    for keeper in ring.keepers.values {
      guard let held = keeper.held(), held.kept.state == .ready, let bytes = held.ring else { continue }
      guard try VerifiedRing(decoding: bytes).state.removed[id] != nil else { return nil }
    }
    for bytes in ringNotes.rings.reversed() {
      let known = try VerifiedRing(decoding: bytes)
      guard known.state.active[id] != nil,
        let opened = try OpenedRing(known, as: .device(device), wrapping: SimulatedWrapping())
      else { continue }
      var draft = RingDraft(opened, by: .device(device), at: UInt64(now), random: ring.random)
      try draft.rotate()
      ringNotes.traps.insert(draft.box.keys.newest.id)
      return try draft.encoded(wrapping: SimulatedWrapping())
    }
    return nil
  }
}
