import CloudRecord
import JournalSeal
import JournalSync
import SyncCore

/// Wraps keys without public-key cryptography, so that a seed always gives the same bytes, and fast. It hides nothing: the
/// checks go by what each device was given.
struct SimulatedWrapping: KeyWrapping {
  func wrap(_ key: JournalKey, to keys: PublicKeys, purpose: [UInt8]) throws(SealFailure) -> WrappedKey {
    let mask = Digest(of: keys.agreement + purpose).bytes
    let masked = zip(key.secret.bytes, mask).map { $0 ^ $1 }
    guard
      let wrapped = WrappedKey(
        encapsulated: [UInt8](repeating: 0, count: WrappedKey.encapsulatedLength),
        sealed: masked + Digest(of: mask + key.secret.bytes).short)
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
  private let isEngine: Bool

  init(_ held: HeldKeys?) { (file, isEngine) = (Knob(held), false) }

  /// The same file, as an engine reads it.
  private init(sharing file: Knob<HeldKeys?>) { (self.file, isEngine) = (file, true) }

  var forEngine: SimulatedKeeper { SimulatedKeeper(sharing: file) }

  func held() -> HeldKeys? {
    if isEngine, let number = file.value?.kept.ring?.keys.number { taken.value = max(taken.value, number) }
    return file.value
  }

  func keep(_ held: HeldKeys, over former: HeldKeys?) -> Bool {
    guard file.value == former else { return false }
    keep(held)
    return true
  }

  func keep(_ held: HeldKeys) {
    file.value = held
    if isEngine, held.kept.state == .ready, let number = held.kept.ring?.keys.number { taken.value = number }
  }
}

/// The ring of a run: all devices are in it from the beginning, and people change it.
final class SimulatedRing {
  static let keyZone = ZoneAddress.keys.zoneID
  /// By journal.
  private(set) var keepers: [Int: SimulatedKeeper] = [:]
  let random: SealRandom
  private(set) var founded: [UInt8] = []

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
      guard
        let opened = try OpenedRing(
          VerifiedRing(decoding: founded), as: .device(device), wrapping: SimulatedWrapping())
      else { continue }
      var kept = KeptKeys(account: "anna", device: device, state: .ready)
      kept.ring = KeptKeys.Ring(
        id: opened.verified.ring.id, serial: opened.verified.ring.serial, head: opened.verified.state.head,
        keys: opened.box.keys, nameKey: opened.box.nameKey, entrance: .vouched)
      keepers[number] = SimulatedKeeper(HeldKeys(kept, ring: founded))
    }
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
