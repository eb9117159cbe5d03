import SyncCore

/// A ring that is being made or changed: every change is an entry that keeps the rules, or is refused.
///
/// After ``encoded(serialAbove:)`` the bytes go to the server by compare-and-swap. Where another device was faster, its ring
/// is read, and the change is made again on that.
package struct RingDraft: Sendable {
  /// What the log says so far.
  package private(set) var state: RingState
  /// What will be in the box.
  package private(set) var box: RingBox
  private var log: [RingEntry]
  private var signer: RingSigner
  private let serial: UInt64
  private let time: UInt64
  private let random: SealRandom

  /// Begins to change an opened ring.
  ///
  /// - Parameters:
  ///   - signer: A device that is in, or the recovery key in force.
  ///   - time: Milliseconds since 1970.
  package init(_ opened: OpenedRing, by signer: RingSigner, at time: UInt64, random: @escaping SealRandom) {
    state = opened.verified.state
    box = opened.box
    log = opened.verified.ring.log
    serial = opened.verified.ring.serial
    self.signer = signer
    self.time = min(time, HybridTime.maximumMilliseconds)
    self.random = random
  }

  private init(
    state: RingState, box: RingBox, log: [RingEntry], signer: RingSigner, time: UInt64, random: @escaping SealRandom
  ) {
    (self.state, self.box, self.log, self.signer) = (state, box, log, signer)
    (serial, self.time, self.random) = (0, time, random)
  }

  /// Founds a ring with one device, which keeps the recovery key until a person has confirmed it.
  ///
  /// - Parameters:
  ///   - mode: ``RingMode/sealed`` where there is no record yet, else ``RingMode/sealing``.
  ///   - time: Milliseconds since 1970.
  /// - Throws: ``RingFailure`` for another mode.
  package static func found(
    by device: DeviceKeys, named name: String, signInID: String = "", recovery: KeyPair, mode: RingMode,
    at time: UInt64, random: @escaping SealRandom
  ) throws -> RingDraft {
    let key = JournalKey.fresh(random)
    var state = RingState(ring: .fresh(random))
    let time = min(time, HybridTime.maximumMilliseconds)
    let entry = try RingEntry(
      .founded(device.identity, recovery: recovery.publicKeys, key: key.id, mode: mode), after: state.head, at: time,
      by: .device(device), recovery: recovery, in: state.ring)
    try state.apply(entry)
    guard let keys = JournalKeys([key]) else { preconditionFailure("one key is no key twice") }
    let box = RingBox(
      keys: keys, notes: [RingBox.Note(id: device.id, name: shortened(name), signInID: signInID)],
      nameKey: takeSecret(KeyedName.keyLength, from: random), identities: [try .fresh(random)],
      keeper: device.id)
    return RingDraft(state: state, box: box, log: [entry], signer: .device(device), time: time, random: random)
  }

  /// A name as long as a box has it.
  package static func shortened(_ name: String, characters: Int = RingBox.longestName) -> String {
    var name = String(name.prefix(characters))
    while name.utf8.count > RingBox.mostBytes { name.removeLast() }
    return name
  }

  // MARK: Changes

  /// Lets a device in, whose keys a person has confirmed.
  ///
  /// - Returns: The digest of the entry that adds it, which the answer to its request vouches for.
  /// - Throws: ``RingFailure`` for a device that was in before, and where there are too many.
  @discardableResult
  package mutating func add(_ device: DeviceIdentity, named name: String, signInID: String = "") throws -> [UInt8] {
    try append(.added(device))
    note(RingBox.Note(id: device.id, name: RingDraft.shortened(name), signInID: signInID))
    return state.head
  }

  /// Removes another device and makes a new key. Where the device keeps the recovery key, another recovery key is needed.
  ///
  /// - Throws: ``RingFailure``; with ``RingRule/renewal`` where `recovery` is missing.
  package mutating func remove(_ id: DeviceID, recovery: KeyPair? = nil) throws {
    guard box.keeper != id || recovery != nil else {
      throw RingFailure.broken(.renewal, "the removed device has the recovery key")
    }
    try append(.removed(id, hasLeft: false))
    if box.keeper == id { box.keeper = .none }
    if let recovery { try bringIn(recovery) }
    try renew()
  }

  /// The signing device leaves; the next device that looks makes a new key.
  ///
  /// - Throws: ``RingFailure``, for the recovery key, which cannot leave, and for the device that keeps the recovery key: its
  ///   only copy would go, and the ring would say that a person has it.
  package mutating func leave() throws {
    guard box.keeper != signer.id else {
      throw RingFailure.broken(.renewal, "the device that leaves has the recovery key")
    }
    try append(.removed(signer.id, hasLeft: true))
  }

  /// Makes a new key, as after a device has left or because a person wants it.
  ///
  /// - Throws: ``RingFailure`` where the log is full.
  package mutating func rotate() throws {
    let key = JournalKey.fresh(random)
    try append(.newKey(number: state.keyNumber + 1, key.id))
    guard let keys = JournalKeys(box.keys.all + [key]) else { throw RingFailure.broken(.numbers, "a key came again") }
    box.keys = keys
  }

  /// Puts another recovery key in force and makes a new key; the signing device keeps the recovery key until it is
  /// confirmed.
  ///
  /// - Throws: ``RingFailure`` where the recovery key was in force before.
  package mutating func changeRecovery(to recovery: KeyPair) throws {
    try bringIn(recovery)
    try renew()
  }

  /// Says that encryption is turned on or off, or that one of them is done.
  ///
  /// - Throws: ``RingFailure`` with ``RingRule/modes`` for a mode that does not come next.
  package mutating func set(_ mode: RingMode) throws { try append(.mode(mode)) }

  /// Gives a device another name, or the id of its sign-in. Devices that never were in are ignored.
  package mutating func setName(of id: DeviceID, to name: String, signInID: String) {
    guard state.added[id] != nil else { return }
    note(RingBox.Note(id: id, name: RingDraft.shortened(name), signInID: signInID))
  }

  /// Notes that a person has confirmed the recovery key, so that no device keeps it any more.
  ///
  /// - Parameter recovery: The public keys of the one that the person has.
  /// - Throws: ``RingFailure`` where another one is in force, or another device keeps it: no copy of it would be left.
  package mutating func confirmRecovery(_ recovery: PublicKeys) throws(RingFailure) {
    guard state.recovery == recovery else { throw .broken(.keys, "another recovery key is in force") }
    guard box.keeper == signer.id || box.keeper == .none else {
      throw .broken(.keys, "another device keeps the recovery key")
    }
    box.keeper = .none
  }

  private mutating func bringIn(_ recovery: KeyPair) throws {
    try append(.recovery(recovery.publicKeys), recovery: recovery)
    if signer.id == .recovery { signer = .recovery(recovery) } else { box.keeper = signer.id }
  }

  private mutating func renew() throws {
    try rotate()
    box.identities.append(try .fresh(random))
  }

  private mutating func append(_ body: RingAct, recovery: KeyPair? = nil) throws {
    let entry = try RingEntry(
      body, after: state.head, at: time, by: signer, recovery: recovery, in: state.ring)
    try state.apply(entry)
    log.append(entry)
  }

  private mutating func note(_ note: RingBox.Note) {
    box.notes.removeAll { $0.id == note.id }
    let place = box.notes.firstIndex { note.id < $0.id } ?? box.notes.endIndex
    box.notes.insert(note, at: place)
  }

  // MARK: Bytes

  /// Wraps the newest key, seals the box and signs: the ring as it goes to the server.
  ///
  /// - Parameter other: The serial of the ring that it goes over, where that is not the one it was made from.
  /// - Throws: ``RingFailure`` for a ring that would not be read, ``SealFailure`` where the library refuses a key.
  package func encoded(serialAbove other: UInt64 = 0, wrapping: some KeyWrapping) throws -> [UInt8] {
    let last = max(serial, other)
    guard last < KeyRing.maximumSerial else { throw RingFailure.broken(.form, "no serial left") }
    let key = box.keys.newest
    let holders = state.active.map { ($0.key, $0.value) } + [(DeviceID.recovery, state.recovery)]
    var wraps: [KeyRing.Wrap] = []
    for case (let id, let keys?) in holders.sorted(by: { $0.0 < $1.0 }) {
      let purpose = KeyRing.purpose(ring: state.ring, number: state.keyNumber, key: key.id, to: id)
      wraps.append(KeyRing.Wrap(to: id, key: try wrapping.wrap(key, to: keys, purpose: purpose)))
    }
    let bytes = try KeyRing.encoded(
      id: state.ring, serial: last + 1, log: log, wraps: wraps, box: box.encoded, key: key, signer: signer,
      random: random)
    // What the others would refuse never leaves this device.
    _ = try OpenedRing(VerifiedRing(decoding: bytes, known: state.heads), newest: key)
    return bytes
  }
}
