import CloudRecord

/// What a log says after its last entry: who is in, which keys there were, what the journal's mode is.
///
/// Made entry by entry, each of which has to keep the rules.
package struct RingState: Hashable, Sendable {
  /// The ring's name.
  package let ring: RingID
  /// Devices that can read, by id.
  package private(set) var active: [DeviceID: PublicKeys] = [:]
  /// When each device was added, in milliseconds since 1970, also of those that were removed.
  package private(set) var added: [DeviceID: UInt64] = [:]
  /// When, and by which device or recovery key, each device was removed; its own id where it left.
  package private(set) var removed: [DeviceID: Act] = [:]
  /// The recovery key in force; nil before the founding.
  package private(set) var recovery: PublicKeys?
  /// The names of all keys, of number 1 first.
  package private(set) var keys: [KeyID] = []
  /// Whether the journal is encrypted.
  package private(set) var mode: RingMode = .open
  /// When and by which device the mode was set last.
  package private(set) var modeSet: Act?
  /// The number of the newest key when encryption was turned on last: at the founding, or again.
  package private(set) var turnedOnKeyNumber: UInt32 = 1
  /// The digests of all entries; the last is the log's head.
  package private(set) var heads: [[UInt8]] = []
  /// How often a key was renewed because of a removal or another recovery key: each brings an identity along.
  package private(set) var renewals = 0
  /// Whether a device has left since the newest key was made: it still has that key.
  package private(set) var owesKey = false
  private var isRenewalDue = false
  private var everUsed: Set<[UInt8]> = []
  private var lastLeft: DeviceID?

  /// Who did something to the ring, and when.
  package struct Act: Hashable, Sendable {
    /// A device, or ``Identifier/recovery``.
    package let by: DeviceID
    /// Milliseconds since 1970.
    package let at: UInt64
  }

  /// Entries that a log may have.
  package static let mostEntries = 400
  /// Entries of any kind; those after them only take devices out, with what belongs to that. So no device that is in can fill a
  /// log until it cannot be removed any more.
  package static let openEntries = 300
  /// Why an entry is refused for which a log has no room.
  package static let isFull = "no room in the log"
  /// Devices that can be active at once.
  package static let mostDevices = 50

  /// The digest of the last entry; zeros before the first.
  package var head: [UInt8] { heads.last ?? [UInt8](repeating: 0, count: 32) }
  /// The number of the newest key; 0 before the founding.
  package var keyNumber: UInt32 { UInt32(keys.count) }

  init(ring: RingID) { self.ring = ring }

  /// Takes in a whole log.
  ///
  /// - Parameter known: Heads of a log that was verified before; entries whose digest it has at their place are not
  ///   verified by signature again.
  /// - Throws: ``RingFailure/broken(_:_:)`` with the rule that an entry breaks.
  init(ring: RingID, log: [RingEntry], known: [[UInt8]] = []) throws(RingFailure) {
    self.init(ring: ring)
    guard !log.isEmpty, log.count <= RingState.mostEntries else { throw .broken(.form, "\(log.count) entries") }
    for (index, entry) in log.enumerated() {
      try apply(entry, isKnown: index < known.count && known[index] == entry.digest)
    }
    try checkEnd()
  }

  /// The keys by which an entry or the ring may be signed now.
  func keys(of signer: DeviceID) -> PublicKeys? { signer == .recovery ? recovery : active[signer] }

  /// Whether a ring that ends with this log may be signed by `id`: a device that is in, the recovery key, or the device
  /// that left with the last entry.
  func maySeal(_ id: DeviceID) -> Bool { keys(of: id) != nil || lastLeft == id }

  /// Keys of the device that left with the last entry.
  private(set) var keysOfLastLeft: PublicKeys?

  // MARK: Rules

  /// Takes in one entry.
  mutating func apply(_ entry: RingEntry, isKnown: Bool = false) throws(RingFailure) {
    if case .founded = entry.body {
      guard heads.isEmpty else { throw .broken(.founding, "a ring is founded once") }
    } else if heads.isEmpty {
      throw .broken(.founding, "the first entry founds the ring")
    }
    guard entry.previous == head else { throw .broken(.chain, "entry \(heads.count + 1)") }
    try checkRoom(for: entry.body)
    try checkRenewal(entry)
    let signer: PublicKeys? =
      if case .founded(let device, _, _, _) = entry.body {
        entry.by == device.id ? device.keys : nil
      } else {
        keys(of: entry.by)
      }
    guard let signer, isKnown || entry.isSigned(by: signer, in: ring) else {
      throw .broken(.signer, "entry \(heads.count + 1)")
    }
    (lastLeft, keysOfLastLeft) = (nil, nil)
    try take(entry)
    heads.append(entry.digest)
  }

  private mutating func take(_ entry: RingEntry) throws(RingFailure) {
    switch entry.body {
    case .founded(let device, let recovery, let key, let mode):
      guard mode == .sealing || mode == .sealed else { throw .broken(.modes, "founded with \(mode)") }
      try add(device, at: entry.at)
      try bringIn(recovery)
      keys = [key]
      set(mode, by: entry)
    case .added(let device): try add(device, at: entry.at)
    case .removed(let id, let hasLeft):
      guard let keys = active.removeValue(forKey: id) else { throw .broken(.devices, "\(id) is not active") }
      guard hasLeft == (entry.by == id) else { throw .broken(.devices, "\(id) was removed by the wrong device") }
      removed[id] = Act(by: entry.by, at: entry.at)
      if hasLeft { (lastLeft, keysOfLastLeft, owesKey) = (id, keys, true) } else { isRenewalDue = true }
    case .newKey(let number, let key):
      guard number == self.keyNumber + 1 else { throw .broken(.numbers, "number \(number) after \(self.keyNumber)") }
      guard !keys.contains(key) else { throw .broken(.numbers, "a key came again") }
      keys.append(key)
      if isRenewalDue { renewals += 1 }
      (isRenewalDue, owesKey) = (false, false)
    case .recovery(let recovery):
      try bringIn(recovery)
      isRenewalDue = true
    case .mode(let mode):
      guard self.mode.leads(to: mode) else { throw .broken(.modes, "\(mode) after \(self.mode)") }
      set(mode, by: entry)
    }
  }

  /// Whether the log has room: after ``openEntries`` for removals, the keys that they need, and the end of what was begun.
  private func checkRoom(for body: RingAct) throws(RingFailure) {
    guard heads.count >= RingState.openEntries else { return }
    let isIn =
      switch body {
      // The key that follows it has to fit as well.
      case .removed: heads.count + 1 < RingState.mostEntries
      case .newKey: (isRenewalDue || owesKey) && heads.count < RingState.mostEntries
      case .recovery: isRenewalDue && heads.count + 1 < RingState.mostEntries
      case .mode(let mode): !owesKey && heads.count < RingState.mostEntries && (mode == .sealed || mode == .open)
      case .founded, .added: false
      }
    guard isIn else { throw .broken(.form, RingState.isFull) }
  }

  /// Between a removal or another recovery key and the new key nothing else is done, and the log does not end.
  private func checkRenewal(_ entry: RingEntry) throws(RingFailure) {
    guard isRenewalDue else { return }
    switch entry.body {
    case .newKey, .recovery, .removed(_, hasLeft: false): return
    default: throw .broken(.renewal, "no new key before entry \(heads.count + 1)")
    }
  }

  func checkEnd() throws(RingFailure) {
    guard !isRenewalDue else { throw .broken(.renewal, "no new key at the end") }
  }

  private mutating func add(_ device: DeviceIdentity, at time: UInt64) throws(RingFailure) {
    guard !device.id.isReserved, added[device.id] == nil else { throw .broken(.devices, "\(device.id) came again") }
    guard active.count < RingState.mostDevices else { throw .broken(.form, "too many devices") }
    try use(device.keys)
    active[device.id] = device.keys
    added[device.id] = time
  }

  private mutating func bringIn(_ recovery: PublicKeys) throws(RingFailure) {
    try use(recovery)
    self.recovery = recovery
  }

  /// No two devices or recovery keys ever share a key: what is removed stays removed.
  private mutating func use(_ keys: PublicKeys) throws(RingFailure) {
    guard everUsed.insert(keys.agreement).inserted, everUsed.insert(keys.signing).inserted else {
      throw .broken(.devices, "keys came again")
    }
  }

  private mutating func set(_ mode: RingMode, by entry: RingEntry) {
    self.mode = mode
    if mode == .sealing { turnedOnKeyNumber = max(1, keyNumber) }
    modeSet = Act(by: entry.by, at: entry.at)
  }
}
