import CloudRecord
import JournalSeal
import JournalSync
import SyncCore

/// Wraps keys without public-key cryptography, so that a seed always gives the same bytes, and fast. It hides nothing: the
/// checks go by what each device was given.
struct SimulatedWrapping: KeyWrapping {
  func wrap(_ key: JournalKey, to keys: PublicKeys, purpose: [UInt8]) throws(SealFailure) -> WrappedKey {
    let mask = Digest(of: keys.agreement + purpose).bytes
    let masked = zip(key.secret.copied, mask).map { $0 ^ $1 }
    guard
      let wrapped = WrappedKey(
        encapsulated: [UInt8](repeating: 0, count: WrappedKey.encapsulatedLength),
        sealed: masked + Digest(of: mask + key.secret.copied).short)
    else { throw .damaged("a wrap of another length") }
    return wrapped
  }

  func unwrap(_ wrapped: WrappedKey, with pair: KeyPair, purpose: [UInt8]) throws(SealFailure) -> JournalKey {
    let mask = Digest(of: pair.publicKeys.agreement + purpose).bytes
    let bytes = zip(wrapped.sealed, mask).map { $0 ^ $1 }
    guard let key = JournalKey(bytes), Array(wrapped.sealed.suffix(16)) == Digest(of: mask + bytes).short else {
      throw .damaged("a wrap to another device")
    }
    return key
  }
}

/// The keys of one journal's folder, and what its engine has read of them.
final class SimulatedKeeper: KeyKeeping {
  private let file: Knob<HeldKeys?>
  /// The number of the newest key that an engine took over here, by its own look.
  let taken = Knob<UInt32>(0)
  /// Every device that the journal's person was on here: the present one, and those that were removed before.
  let everHeld: Knob<[DeviceKeys]>
  /// What the journal's file says of its ring.
  private let note: Knob<NotedRing?>
  /// Words that were typed here, by the digest of each request that was open then.
  private let tries: Knob<[[UInt8]: Int]>
  private let isEngine: Bool

  init(_ held: HeldKeys?) {
    (file, note, tries, isEngine, everHeld) = (Knob(nil), Knob(nil), Knob([:]), false, Knob([]))
    if let held { keep(held) }
  }

  /// The same file, as an engine reads it.
  private init(sharing keeper: SimulatedKeeper) {
    (file, note, tries, isEngine, everHeld) = (keeper.file, keeper.note, keeper.tries, true, keeper.everHeld)
  }

  var forEngine: SimulatedKeeper { SimulatedKeeper(sharing: self) }

  func held() -> HeldKeys? {
    if isEngine, let number = file.value?.kept.ring?.keys.number { taken.value = max(taken.value, number) }
    return file.value
  }

  func keep(_ held: HeldKeys, over former: HeldKeys?) -> Bool {
    guard file.value == former else { return false }
    keep(held)
    return true
  }

  func noted() -> NotedRing? { note.value }

  /// Counts a try of each request, and says how many there were of it.
  func countTry(of requests: [[UInt8]]) -> [Int] {
    tries.change { tries in
      requests.map { request in
        tries[request, default: 0] += 1
        return tries[request, default: 0]
      }
    }
  }

  func keep(_ held: HeldKeys) {
    do {
      if let next = try held.note() { note.value = next }
    } catch {
      preconditionFailure("a ring that cannot be read is kept: \(error)")
    }
    file.value = held
    if everHeld.value.last != held.kept.device { everHeld.value.append(held.kept.device) }
    if isEngine, held.kept.state == .ready, let number = held.kept.ring?.keys.number { taken.value = number }
  }
}

/// The ring of a run, and the keys that each device holds of it; people change it.
final class SimulatedRing {
  static let keyZone = ZoneAddress.keys.zoneID
  /// By journal.
  private(set) var keepers: [Int: SimulatedKeeper] = [:]
  let random: SealRandom
  /// The ring that is there when the run begins; empty where none is.
  private(set) var founded: [UInt8] = []
  /// The recovery key that the people have on paper, and those that it replaced.
  var paper: RecoveryKey?
  var formerPapers: [RecoveryKey] = []

  init(journals: [Int], mode: RingMode, random: @escaping SealRandom) throws {
    self.random = random
    let devices = try journals.map { _ in try DeviceKeys.fresh(random) }
    guard let first = devices.first else { return }
    var draft = try RingDraft.found(
      by: first, named: "device 0", recovery: .fresh(random), mode: .sealing, at: UInt64(Simulation.beginning),
      random: random)
    for (number, device) in zip(journals, devices).dropFirst() {
      try draft.add(device.identity, named: "device \(number)")
    }
    if mode == .sealed { try draft.set(.sealed) }
    if mode == .open {
      try draft.set(.opening)
      try draft.set(.open)
    }
    founded = try draft.encoded(wrapping: SimulatedWrapping())
    for (number, device) in zip(journals, devices) {
      keepers[number] = SimulatedKeeper(try HeldKeys(founded, of: device))
    }
  }

  /// For a run whose people see to the keys: those who are in from the beginning are in a ring that the first of them founded.
  init(_ plan: KeyPlan, journals: [Int], random: @escaping SealRandom) throws {
    self.random = random
    for journal in journals { keepers[journal] = SimulatedKeeper(nil) }
    let insiders = journals.filter(plan.isIn)
    let devices = try insiders.map { _ in try DeviceKeys.fresh(random) }
    guard let first = devices.first else { return }
    let recovery = RecoveryKey.fresh(random)
    paper = recovery
    var draft = try RingDraft.found(
      by: first, named: "device \(insiders[0])", recovery: recovery.pair(), mode: .sealed,
      at: UInt64(Simulation.beginning), random: random)
    for (number, device) in zip(insiders, devices).dropFirst() {
      try draft.add(device.identity, named: "device \(number)")
    }
    if plan.isConfirmed { try draft.confirmRecovery(recovery.pair().publicKeys) }
    founded = try draft.encoded(wrapping: SimulatedWrapping())
    for (number, device) in zip(insiders, devices) {
      var held = try HeldKeys(founded, of: device)
      if !plan.isConfirmed, device == first { held.kept.recovery = recovery }
      keepers[number]?.keep(held)
    }
  }

  /// The journal that a device of a ring belongs to; nil for a device that is no person's.
  func journal(of id: DeviceID) -> Int? {
    keepers.first { $0.value.everHeld.value.contains { $0.id == id } }?.key
  }

  /// The save of a ring over another one, or as the first.
  static func save(_ ring: [UInt8], tag: String?) throws -> RecordOperation {
    let mode = try VerifiedRing(decoding: ring).state.mode
    let zones: [FieldValue] = mode == .sealed ? [.string(ZoneAddress.journal.zoneID.zoneName)] : []
    var fields: [String: Field?] = ["ring": Field(.bytes(ring))]
    fields.updateValue(zones.isEmpty ? nil : Field(.list(zones)), forKey: "sealedZones")
    return RecordOperation(
      tag == nil ? .create : .update, recordName: "keyring", recordType: "Keyring", recordChangeTag: tag,
      fields: tag == nil ? fields.filter { $0.value != nil } : fields)
  }
}

extension HeldKeys {
  /// What a device holds that is in a ring.
  init(_ ring: [UInt8], of device: DeviceKeys) throws {
    let verified = try VerifiedRing(decoding: ring)
    guard let opened = try OpenedRing(verified, as: .device(device), wrapping: SimulatedWrapping()) else {
      throw RingFailure.broken(.wraps, "no wrap for this device")
    }
    self.init(KeptKeys(account: "anna", device: device, state: .ready), ring: ring)
    kept.hold(opened)
  }
}

extension KeptKeys {
  /// Holds the keys of an opened ring.
  mutating func hold(_ opened: OpenedRing) {
    ring = Ring(
      id: opened.verified.ring.id, serial: opened.verified.ring.serial, head: opened.verified.state.head,
      keys: opened.box.keys, nameKey: opened.box.nameKey, entrance: ring?.entrance ?? .vouched)
  }
}
