import CloudRecord
import JournalSeal
import JournalSync
import SyncCore

/// The keys as a program reads them that believes too much of the ring which the server shows.
final class MistakenKeeper: KeyKeeping {
  private let keeper: SimulatedKeeper
  private let mistake: Mistake
  /// The ring that the server showed last.
  private let shown: Knob<[UInt8]?>

  init(_ keeper: SimulatedKeeper, _ mistake: Mistake, shown: Knob<[UInt8]?>) {
    (self.keeper, self.mistake, self.shown) = (keeper, mistake, shown)
  }

  func keep(_ held: HeldKeys, over former: HeldKeys?) -> Bool { keeper.keep(held, over: former) }

  func noted() -> NotedRing? { keeper.noted() }

  func held() throws -> HeldKeys? {
    guard let held = keeper.held(), held.kept.state == .ready, let shown = shown.value, shown != held.ring else {
      return keeper.held()
    }
    do {
      let ring = try KeyRing(decoding: shown)
      let known = try held.ring.map { try VerifiedRing(decoding: $0) }
      let verified: VerifiedRing
      switch mistake {
      case .takesAnyRing: verified = try VerifiedRing(ring)
      case .trustsUnsignedDevices:
        // Every entry counts as one whose signature was looked at before.
        verified = try VerifiedRing(ring, known: ring.log.map(\.digest))
        guard let known, RingVerdict(verified, by: known.known) == .taken else { return held }
      default: return held
      }
      guard let opened = try OpenedRing(verified, as: .device(held.kept.device), wrapping: SimulatedWrapping()) else {
        return held
      }
      var next = held
      next.ring = shown
      next.kept.hold(opened)
      keeper.keep(next)
      return next
    } catch is RingFailure {
      return held
    }
  }
}

/// Wraps to the first recovery key for ever.
final class MistakenWrapping: KeyWrapping {
  let first = Knob<PublicKeys?>(nil)

  func wrap(_ key: JournalKey, to keys: PublicKeys, purpose: [UInt8]) throws(SealFailure) -> WrappedKey {
    guard purpose.suffix(16) == DeviceID.recovery.bytes[...] else {
      return try SimulatedWrapping().wrap(key, to: keys, purpose: purpose)
    }
    let former = first.value ?? keys
    first.value = former
    return try SimulatedWrapping().wrap(key, to: former, purpose: purpose)
  }

  func unwrap(_ wrapped: WrappedKey, with pair: KeyPair, purpose: [UInt8]) throws(SealFailure) -> JournalKey {
    try SimulatedWrapping().unwrap(wrapped, with: pair, purpose: purpose)
  }
}

extension RingDraft {
  /// The draft of a program that has forgotten which device keeps the recovery key.
  static func withoutKeeper(_ held: HeldKeys, at time: UInt64, random: @escaping SealRandom) throws -> RingDraft? {
    guard let bytes = held.ring, let key = held.kept.ring?.keys.newest else { return nil }
    let known = try VerifiedRing(decoding: bytes)
    var box = try OpenedRing(known, newest: key).box
    box.keeper = .none
    let signer = RingSigner.device(held.kept.device)
    let forgetful = try KeyRing.encoded(
      id: known.ring.id, serial: known.ring.serial, log: known.ring.log, wraps: known.ring.wraps, box: box.encoded,
      key: key, signer: signer, random: random)
    return RingDraft(
      try OpenedRing(VerifiedRing(decoding: forgetful), newest: key), by: signer, at: time, random: random)
  }
}

/// Mistakes that are made between the engine and the server: what goes up or comes down is what such a program would make of it.
extension Simulation {
  /// A request as a program sends it that goes on sealing under a former key.
  func underFormerKey(_ request: CloudRequest, of device: Device) -> CloudRequest {
    guard let seal, case .modify(var modify) = request, modify.zoneID?.zoneName != SimulatedRing.keyZone.zoneName else {
      return request
    }
    let number = device.keyNumber
    let former: UInt32
    switch mistake {
    case .keepsOldEpoch: former = 1
    case .sendsAheadUnderOldKey:
      former = device.sentNumber
      device.sentNumber = number
    default: return request
    }
    guard former > 0, former < number else { return request }
    for index in modify.operations.indices {
      guard case .bytes(let bytes)? = modify.operations[index].fields["sealed"]??.value,
        let changed = seal.resealed(bytes, at: seal.place(of: modify.operations[index]), under: former)
      else { continue }
      modify.operations[index].fields["sealed"] = Field(.bytes(changed))
    }
    return .modify(modify)
  }

  /// An answer as a program reads it whose seals are not bound to names: what was made for another record opens, too.
  func loosened(_ reply: CloudReply) -> CloudReply {
    guard mistake == .sealsLoosely, let seal else { return reply }
    func loosened(_ record: Record) -> Record {
      guard case .bytes(let bytes)? = record.fields["sealed"]?.value, seal.content(of: record) == nil else {
        return record
      }
      var record = record
      let place = SimulatedSeal.place(of: record)
      for name in deeds.written.keys.sorted() {
        var former = place
        former.recordName = name
        guard let changed = seal.resealed(bytes, at: place, from: former) else { continue }
        record.fields["sealed"] = Field(.bytes(changed))
        break
      }
      return record
    }
    return reply.mapRecords(loosened)
  }
}

extension CloudReply {
  /// The same with other records in the place of those that came.
  func mapRecords(_ change: (Record) -> Record) -> CloudReply {
    switch self {
    case .records(var records):
      records.outcomes = records.outcomes.map { outcome in
        guard case .saved(let record) = outcome else { return outcome }
        return .saved(change(record))
      }
      return .records(records)
    case .zoneChanges(let outcomes):
      return .zoneChanges(
        outcomes.map { outcome in
          guard case .page(var page) = outcome else { return outcome }
          page.changes = page.changes.map { item in
            guard case .changed(let record) = item else { return item }
            return .changed(change(record))
          }
          return .page(page)
        })
    default: return self
    }
  }
}
