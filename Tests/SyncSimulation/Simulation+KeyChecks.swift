import CloudRecord
import JournalCore
import JournalModel
import JournalSeal
import JournalSync
import SyncCore

/// What the checker knows of the rings of a run.
struct RingNotes {
  /// Every ring that people and their devices saved, the latest last.
  var rings: [[UInt8]] = []
  /// By device that was removed: what it had.
  var removed: [DeviceID: Removed] = [:]
  /// Keys of the server's own.
  var traps: Set<KeyID> = []
  /// The ring that the server shows at present and should not; nil where it shows the one that it was given.
  var trap: [UInt8]?
  var tricks = 0
  var done: Set<String> = []

  struct Removed {
    var pairs: [KeyPair]
    var keys: Set<KeyID>
    /// The number of the first key that it does not have.
    var next: UInt32
  }
}

/// The invariants of encryption, as far as people and rings are concerned.
extension Simulation {
  // MARK: On the way

  func noteRings(_ modify: ModifyRequest, _ reply: RecordsReply) {
    guard keyPlan != nil, modify.zoneID?.zoneName == SimulatedRing.keyZone.zoneName else { return }
    for (operation, outcome) in zip(modify.operations, reply.outcomes) {
      guard case .saved = outcome, operation.recordName == "keyring",
        case .bytes(let bytes)? = operation.fields["ring"]??.value
      else { continue }
      ringNotes.trap = nil
      do { try noteRing(bytes) } catch { failures.append("a ring that is no ring was saved: \(error)") }
    }
  }

  /// I-E3 for a ring that was saved: neither a device that was removed nor a recovery key that was replaced opens it, and only
  /// people's devices are in.
  func noteRing(_ bytes: [UInt8]) throws {
    guard let ring, ringNotes.rings.last != bytes else { return }
    ringNotes.rings.append(bytes)
    let verified = try VerifiedRing(decoding: bytes)
    let state = verified.state
    for id in state.active.keys.sorted() where ring.journal(of: id) == nil {
      failures.append("a ring lets \(id) in, which is no device of the people's")
    }
    for id in state.removed.keys.sorted() where ringNotes.removed[id] == nil { try noteRemoval(of: id, state, ring) }
    func opens(_ pair: KeyPair) -> Bool {
      verified.ring.wraps.contains { wrap in
        let purpose = KeyRing.purpose(
          ring: verified.ring.id, number: state.keyNumber, key: state.keys[state.keys.count - 1], to: wrap.to)
        do throws(SealFailure) {
          _ = try SimulatedWrapping().unwrap(wrap.key, with: pair, purpose: purpose)
          return true
        } catch {
          return false
        }
      }
    }
    for (id, secrets) in ringNotes.removed.sorted(by: { $0.key < $1.key })
    where state.removed[id] != nil && state.keyNumber >= secrets.next && secrets.pairs.contains(where: opens) {
      failures.append("what was removed of \(id) still opens the ring")
    }
    for paper in ring.formerPapers + (ring.paper.map { [$0] } ?? []) {
      let pair = try paper.pair()
      let isInForce = pair.publicKeys == state.recovery
      if opens(pair) != isInForce {
        failures.append(
          "the recovery key that is \(isInForce ? "" : "not ")in force \(isInForce ? "does not open" : "opens") the ring"
        )
      }
    }
  }

  private func noteRemoval(of id: DeviceID, _ state: RingState, _ ring: SimulatedRing) throws {
    guard let journal = ring.journal(of: id), let keeper = ring.keepers[journal] else { return }
    counts.removals += 1
    let hasLeft = state.removed[id]?.by == id
    var pairs = keeper.everHeld.value.filter { $0.id == id }.map(\.pair)
    // Who leaves removes the file of keys; who is removed has it for ever.
    if !hasLeft, let held = keeper.held(), held.kept.device.id == id, let recovery = held.kept.recovery {
      pairs.append(try recovery.pair())
    }
    let keys = Set(state.keys.dropLast(hasLeft ? 0 : 1))
    ringNotes.removed[id] = RingNotes.Removed(
      pairs: pairs, keys: keys, next: state.keyNumber + (hasLeft ? 1 : 0))
    for device in devices where device.journal == journal {
      for name in deeds.written.keys.sorted() {
        deeds.apart.formUnion(try device.unsentWords(of: RecordName(name)))
        // What was just on its way may be refused by those who know better.
        if device.inFlight.contains(name), let entry = try device.store.entry(RecordName(name)) {
          deeds.apart.formUnion(Token.all(in: entry))
        }
      }
      device.isApartFrom = device.person.number
    }
  }

  /// What a removed device wrote until it came back is a part of the journal from then on.
  func noteApart() {
    for device in devices {
      guard let from = device.isApartFrom else { continue }
      if from < device.person.number {
        for number in (from + 1)...device.person.number {
          deeds.apart.insert(Token.make(device: device.number, number: number))
        }
      }
      device.isApartFrom = device.person.number
    }
  }

  /// I-E3 for a record: nothing is sealed under a key of the server's, nor, by a device that has heard of a removal, under one that
  /// the removed device has.
  func checkSecrecy(of bytes: [UInt8], _ operation: RecordOperation, _ device: Device) {
    guard keyPlan != nil, let id = SimulatedSeal.keyID(of: bytes) else { return }
    let name = (operation.recordName ?? "").suffix(5)
    if ringNotes.traps.contains(id) { failures.append("\(device.name) seals \(name) under a key of the server's") }
    for secrets in ringNotes.removed.values where device.keyNumber >= secrets.next && secrets.keys.contains(id) {
      failures.append("\(device.name) seals \(name) under a key that a removed device has")
    }
  }

  /// I-E6: a save that the server takes goes over a content that its device could open.
  func checkTags(of request: CloudRequest, by device: Device) {
    guard let seal, case .modify(let modify) = request, modify.zoneID?.zoneName != SimulatedRing.keyZone.zoneName else {
      return
    }
    for operation in modify.operations {
      let name = operation.recordName ?? ""
      guard operation.kind == .update, !deeds.sentOver.contains(name),
        let there = cloud.record(name, isCopy: reachesCopy(device), now: now),
        there.recordChangeTag == operation.recordChangeTag
      else { continue }
      if !seal.opens(there, with: device.keeper?.held()?.kept.ring?.keys) {
        failures.append("\(device.name) saves \(name.suffix(5)) over what it could not open")
      }
    }
  }

  // MARK: What the server shows

  /// The ring in an answer; nil for an answer without one.
  func noteShown(_ answer: CloudAnswer, to device: Device) -> [UInt8]? {
    guard keyPlan != nil, case .success(.records(let reply)) = answer.outcome,
      case .saved(let record)? = reply.outcomes.first,
      record.recordName == "keyring", case .bytes(let bytes)? = record.fields["ring"]?.value
    else { return nil }
    device.shownRing.value = bytes
    return bytes
  }

  /// I-E4: a ring that none of the people's devices made is not kept, and that is said: one that is signed as a whole stops the
  /// device, over another it saves its own.
  func checkRefusal(of shown: [UInt8], by device: Device) {
    guard shown == ringNotes.trap, let held = device.keeper?.held() else { return }
    if held.ring == shown { return failures.append("\(device.name) takes a ring of the server's") }
    guard held.kept.state == .ready, let phase = device.runner?.machine.phase else { return }
    guard case .stopped(.keys) = phase else {
      if !VerifiedRing.isWhole(shown) { return }
      return failures.append("\(device.name) goes on beside a ring of the server's: \(phase)")
    }
    counts.refusals += 1
  }

  // MARK: When all is quiet

  /// I-E1 to I-E3, at rest: all who are in have the ring that the server has; no plain word lies there.
  func checkPeople() throws {
    guard let keyPlan, let ring else { return }
    let shown = shownRing()?.bytes
    for device in present where device.keeper?.held()?.ring != shown {
      failures.append("\(device.name) has another ring than the server")
    }
    if let paper = ring.paper, let shown, try VerifiedRing(decoding: shown).state.recovery != paper.pair().publicKeys {
      failures.append("the recovery key that the people have is not in force")
    }
    guard keyPlan.beginning == .sealed else { return }
    let words = deeds.written.values.flatMap { $0 } + ["Drawer ", "caption ", "picture "]
    for (what, bytes) in try cloud.everything(now: now) where !hoard.forged.contains(where: { bytes.has($0) }) {
      for word in words where bytes.has(word) { failures.append("\(what) has \(word) as it was written") }
    }
    for bytes in ringNotes.rings {
      for device in devices where bytes.has(device.name) { failures.append("a ring names \(device.name)") }
    }
  }
}

extension [UInt8] {
  /// Whether the bytes of a text are among these.
  func has(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first, count >= wanted.count else { return false }
    var from = 0
    while let start = self[from..<(count - wanted.count + 1)].firstIndex(of: first) {
      if self[start..<(start + wanted.count)].elementsEqual(wanted) { return true }
      from = start + 1
      if from > count - wanted.count { return false }
    }
    return false
  }
}
