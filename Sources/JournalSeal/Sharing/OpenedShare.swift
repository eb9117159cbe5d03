/// A share that was opened: its holder can read what is sealed in it.
package struct OpenedShare: Hashable, Sendable {
  /// The ring and what its log says.
  package let verified: VerifiedShare
  /// What those who take part can read.
  package let box: ShareBox
  /// What only the owner can read; nil for the others.
  package let own: OwnersBox?

  /// Opens a share as one who takes part.
  ///
  /// - Returns: nil where the person takes no part, or under another identity.
  /// - Throws: ``RingFailure/broken(_:_:)`` with ``RingRule/keys`` where wrap or box do not open, or hold other keys than
  ///   the log names.
  package init?(_ share: VerifiedShare, as person: KeyPair, wrapping: some KeyWrapping) throws(RingFailure) {
    let (ring, state, id) = (share.ring, share.state, person.publicKeys.person)
    guard state.members[id]?.keys == person.publicKeys, let newest = state.keys.last,
      let wrap = ring.wraps.first(where: { $0.to == id })
    else { return nil }
    let purpose = ShareRing.purpose(ring: ring.id, number: state.keyNumber, key: newest, to: id)
    let key: JournalKey
    do { key = try wrapping.unwrap(wrap.key, with: person, purpose: purpose) } catch {
      throw .broken(.keys, "the wrap: \(error)")
    }
    try self.init(share, newest: key)
  }

  /// Opens a share by a link. The owner stands for its log, since no other than the owner and the invited person can make
  /// the link's wrap.
  ///
  /// - Returns: nil where the link has ended or is of another share.
  /// - Throws: ``RingFailure/broken(_:_:)`` with ``RingRule/keys``, as for those who take part.
  package init?(_ share: VerifiedShare, by link: ShareLink) throws(RingFailure) {
    guard let key = try link.key(of: share) else { return nil }
    try self.init(share, newest: key)
  }

  /// Opens a share as its owner.
  ///
  /// - Parameter identities: All that the owner has; the one that the share names is taken.
  /// - Returns: nil where the share has another owner.
  /// - Throws: ``RingFailure/broken(_:_:)`` where a box does not open or does not fit the log.
  package init?(_ share: VerifiedShare, ownedBy identities: [KeyPair]) throws(RingFailure) {
    guard let identity = identities.last(where: { $0.publicKeys == share.state.owner }) else { return nil }
    let plain: [UInt8]
    do {
      plain = try NonceBox.open(
        share.ring.middle.ownersBox, under: identity.ownersKey(in: share.ring.id),
        authenticating: OwnersBox.bound(to: share.state))
    } catch {
      throw .broken(.keys, "the owner's box: \(error)")
    }
    let (own, newest) = try OwnersBox.decode(plain)
    try self.init(share, newest: newest, own: own)
    try own.check(with: share)
  }

  /// Opens a share with its newest key.
  ///
  /// - Throws: ``RingFailure/broken(_:_:)`` where the key is another, or the box does not fit the log.
  package init(_ share: VerifiedShare, newest key: JournalKey) throws(RingFailure) {
    try self.init(share, newest: key, own: nil)
  }

  private init(_ share: VerifiedShare, newest key: JournalKey, own: OwnersBox?) throws(RingFailure) {
    guard key.id == share.state.keys.last else { throw .broken(.keys, "another key than the log names") }
    let plain: [UInt8]
    do { plain = try share.ring.openBox(under: key) } catch { throw .broken(.keys, "the box: \(error)") }
    box = try ShareBox(decoding: plain)
    try box.check(with: share.state)
    (verified, self.own) = (share, own)
  }

  /// What the log says.
  package var state: ShareState { verified.state }

  /// The address of a person who takes or took part, or of the owner.
  package func address(of person: PersonID) -> String? { box.addresses[person] }

  /// Who is in under an address now: the owner or one who takes part.
  package func person(at address: String) -> PersonID? {
    box.addresses.first { $0.value == address && state.permission(of: $0.key) != nil }?.key
  }

  /// Whether what is shared is called so already, as far as names of this length are kept.
  ///
  /// - Parameter category: Empty for an entry.
  package func isCalled(_ title: String, category: String) -> Bool {
    box.title == ShareBox.shortened(title) && box.category == ShareBox.shortened(category)
  }

  /// The link of an invitation, for the owner to send; nil where there is none, or where this is not the owner's.
  ///
  /// - Parameter address: The invited person's; empty for the public link.
  package func link(for address: String) -> ShareLink? {
    guard let own, own.invitations[address] != nil else { return nil }
    return ShareLink(root: own.root, ring: verified.ring.id, address: address)
  }
}
