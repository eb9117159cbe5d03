import SyncCore

/// A share's ring that its owner makes or changes: every change is an entry that keeps the rules, or is refused.
///
/// After ``encoded(serialAbove:wrapping:)`` the bytes go to the server by compare-and-swap, before anything else of the
/// change does. Where another device of the owner's was faster, its ring is read, and the change is made again on that.
package struct ShareDraft: Sendable {
  /// What the log says so far.
  package private(set) var state: ShareState
  /// What will be in the box.
  package private(set) var box: ShareBox
  /// What will be in the owner's box.
  package private(set) var own: OwnersBox
  private var log: [ShareEntry]
  private var signer: PersonKeys
  private let serial: UInt64
  private let time: UInt64
  private let random: SealRandom

  /// Begins to change a share.
  ///
  /// - Parameters:
  ///   - identity: The owner's, as the share names it.
  ///   - time: Milliseconds since 1970.
  /// - Throws: ``RingFailure`` with ``RingRule/signer`` where the share was not opened by its owner.
  package init(
    _ opened: OpenedShare, by identity: KeyPair, at time: UInt64, random: @escaping SealRandom
  ) throws(RingFailure) {
    guard let own = opened.own, opened.state.owner == identity.publicKeys else {
      throw .broken(.signer, "the share has another owner")
    }
    (state, box, self.own) = (opened.state, opened.box, own)
    log = opened.verified.ring.log
    serial = opened.verified.ring.serial
    signer = PersonKeys(identity)
    self.time = min(time, HybridTime.maximumMilliseconds)
    self.random = random
  }

  /// Founds a share in which its owner is alone.
  ///
  /// - Parameters:
  ///   - root: What is shared.
  ///   - address: The owner's.
  ///   - category: Empty where there is none.
  ///   - time: Milliseconds since 1970.
  /// - Throws: ``RingFailure`` for an address that is none.
  package init(
    foundedBy identity: KeyPair, of root: ShareRoot, address: String, title: String, category: String, at time: UInt64,
    random: @escaping SealRandom
  ) throws {
    let key = JournalKey.fresh(random)
    guard let keys = JournalKeys([key]) else { preconditionFailure("one key is no key twice") }
    state = ShareState(ring: .fresh(random))
    box = ShareBox(
      keys: keys, title: ShareBox.shortened(title), category: ShareBox.shortened(category),
      addresses: [identity.publicKeys.person: try ShareDraft.checked(address)])
    own = OwnersBox(root: takeSecret(ShareLink.length, from: random))
    (log, signer, serial) = ([], PersonKeys(identity), 0)
    (self.time, self.random) = (min(time, HybridTime.maximumMilliseconds), random)
    try append(.founded(identity.publicKeys, of: root, key: key.id))
  }

  private static func checked(_ address: String) throws(RingFailure) -> String {
    guard ShareAddress.isValid(address) else { throw .broken(.form, "no address") }
    return address
  }

  // MARK: Changes

  /// Invites a person, or, with an empty address, all who have the public link. An invitation that is there gets the
  /// permission; where that is less than before, there is a new key, since links are wraps.
  ///
  /// - Throws: ``RingFailure`` for an address that is none or of a person who is in, and where there are too many.
  package mutating func invite(_ address: String, _ permission: ShareRight) throws {
    if !address.isEmpty { _ = try ShareDraft.checked(address) }
    guard !isPresent(address) else { throw RingFailure.broken(.devices, "\(address) takes part already") }
    guard own.invitations[address] != nil || own.invitations.count < OwnersBox.mostInvitations else {
      throw RingFailure.broken(.form, "too many invitations")
    }
    own.invitations[address] = permission
  }

  /// Takes an invitation back and makes a new key: who has the link could have taken the key out.
  ///
  /// - Throws: ``RingFailure`` where the log is full. Without such an invitation nothing is done.
  package mutating func withdraw(_ address: String) throws {
    guard own.invitations.removeValue(forKey: address) != nil else { return }
    try rotate()
  }

  /// Takes a person in, whose identity came by a link or was compared by words. The person's invitation is used up.
  ///
  /// - Throws: ``RingFailure`` for an identity of another person, an address of one who is in, and where there are too many.
  package mutating func add(
    _ keys: PublicKeys, at address: String, _ permission: ShareRight, trust: OwnersBox.Trust
  ) throws {
    let address = try ShareDraft.checked(address)
    guard !isPresent(address) else { throw RingFailure.broken(.devices, "\(address) takes part already") }
    try append(.added(keys, permission))
    box.addresses[keys.person] = address
    own.trust[keys.person] = trust
    own.invitations[address] = nil
  }

  /// Takes people out and makes one new key.
  ///
  /// - Throws: ``RingFailure`` for a person who takes no part.
  package mutating func remove(_ people: PersonID...) throws { try remove(people) }

  /// Takes people out and makes one new key.
  ///
  /// - Throws: ``RingFailure`` for a person who takes no part.
  package mutating func remove(_ people: [PersonID]) throws {
    for person in people {
      try append(.removed(person))
      own.trust[person] = nil
    }
    try rotate()
  }

  /// Takes all people out and all invitations back, with one new key that the owner alone has.
  ///
  /// - Throws: ``RingFailure`` where the log is full.
  package mutating func empty() throws {
    for person in state.members.keys.sorted() { try append(.removed(person)) }
    (own.trust, own.invitations) = ([:], [:])
    try rotate()
  }

  /// Lets a person do more or less; for less there is a new key.
  ///
  /// - Throws: ``RingFailure`` for a person who takes no part, or may do just that.
  package mutating func setPermission(of person: PersonID, to permission: ShareRight) throws {
    try append(.permission(person, permission))
    if permission == .read { try rotate() }
  }

  /// Notes that the twelve words of a person who takes part were compared.
  package mutating func noteWords(of person: PersonID) {
    if own.trust[person] != nil { own.trust[person] = .words }
  }

  /// Makes a new key and new links.
  ///
  /// - Throws: ``RingFailure`` where the log is full.
  package mutating func rotate() throws {
    let key = JournalKey.fresh(random)
    try append(.newKey(number: state.keyNumber + 1, key.id))
    guard let keys = JournalKeys(box.keys.all + [key]) else { throw RingFailure.broken(.numbers, "a key came again") }
    box.keys = keys
    own.root = takeSecret(ShareLink.length, from: random)
  }

  /// Gives the owner another identity, as after one of the owner's devices was removed, and makes a new key.
  ///
  /// - Throws: ``RingFailure`` for an identity that was there before.
  package mutating func changeOwner(to identity: KeyPair) throws {
    guard let address = box.addresses[signer.id] else { throw RingFailure.broken(.keys, "no address of the owner") }
    try append(.owner(identity.publicKeys), incoming: identity)
    signer = PersonKeys(identity)
    box.addresses[signer.id] = address
    try rotate()
  }

  /// Says what the share is called now.
  package mutating func setTitle(_ title: String, category: String) {
    box.title = ShareBox.shortened(title)
    box.category = ShareBox.shortened(category)
  }

  private func isPresent(_ address: String) -> Bool {
    box.addresses.contains { $0.value == address && state.permission(of: $0.key) != nil }
  }

  private mutating func append(_ body: ShareAct, incoming: KeyPair? = nil) throws {
    let entry = try ShareEntry(
      body, after: state.head, at: time, by: signer, incoming: incoming, in: state.ring)
    try state.apply(entry)
    log.append(entry)
  }

  // MARK: Bytes

  /// Wraps the newest key, seals both boxes and signs: the ring as it goes to the server.
  ///
  /// - Parameter other: The serial of the ring that it goes over, where that is not the one it was made from.
  /// - Throws: ``RingFailure`` for a ring that would not be read, ``SealFailure`` where the library refuses a key.
  package func encoded(serialAbove other: UInt64 = 0, wrapping: some KeyWrapping) throws -> [UInt8] {
    let last = max(serial, other)
    guard last < ShareRing.maximumSerial else { throw RingFailure.broken(.form, "no serial left") }
    let key = box.keys.newest
    let wraps = try state.members.sorted { $0.key < $1.key }.map { person, member in
      let purpose = ShareRing.purpose(ring: state.ring, number: state.keyNumber, key: key.id, to: person)
      return ShareRing.Wrap(to: person, key: try wrapping.wrap(key, to: member.keys, purpose: purpose))
    }
    let ownersBox = try NonceBox.seal(
      own.encoded(newest: key), under: signer.pair.ownersKey(in: state.ring),
      authenticating: OwnersBox.bound(to: state), random: random)
    let middle = ShareMiddle(
      links: try own.links(in: state.ring).map { try $0.wrap(key, in: state, random: random) }, ownersBox: ownersBox)
    let bytes = try ShareRing.encoded(
      id: state.ring, serial: last + 1, log: log, wraps: wraps, middle: middle, box: box.encoded, key: key,
      signer: signer, random: random)
    // What the others would refuse never leaves this device.
    _ = try OpenedShare(VerifiedShare(decoding: bytes, known: state.heads), ownedBy: [signer.pair])
    return bytes
  }
}
