/// A share's ring whose log, wraps and signature keep the rules.
package struct VerifiedShare: Hashable, Sendable {
  /// The ring as it was read.
  package let ring: ShareRing
  /// What its log says.
  package let state: ShareState

  /// Verifies a ring.
  ///
  /// - Parameter known: The heads of a log that was verified before (``ShareState/heads``): signatures of the entries that
  ///   both have are not computed again.
  /// - Throws: ``RingFailure``.
  package init(_ ring: ShareRing, known: [[UInt8]] = []) throws(RingFailure) {
    let state = try ShareState(ring: ring.id, log: ring.log, known: known)
    guard ring.wraps.map(\.to) == state.members.keys.sorted() else {
      throw .broken(.wraps, "wraps of others than those who take part")
    }
    guard let owner = state.owner, ring.by == owner.person, ring.isSigned(by: owner) else {
      throw .broken(.signer, "the ring's own signature")
    }
    (self.ring, self.state) = (ring, state)
  }

  /// Reads and verifies a ring.
  ///
  /// - Throws: ``RingFailure``.
  package init(decoding bytes: [UInt8], known: [[UInt8]] = []) throws(RingFailure) {
    try self.init(ShareRing(decoding: bytes), known: known)
  }
}

/// What is to be done with a verified share that the server shows, by the one that is known.
///
/// Only a share's owner can replace an older one by the known one; a participant keeps the known one and goes on with it.
package enum ShareVerdict: Hashable, Sendable {
  /// It is the known one.
  case same
  /// It goes on where the known one ends: it takes its place.
  case taken
  /// It goes on where the known one ends, and its owner has another identity since. A removed device of the owner's could have
  /// made it: nothing is sealed under its keys or taken in from it before a person has compared the words.
  case ownerChanged
  /// It is older than the known one, which stays.
  case older
  /// Its log and the known one differ in an entry: nothing is sent or taken in before a person decides.
  case forked
  /// It is another share: another ring, or one that another owner founded under the same name.
  case another

  /// Judges a share by the one that is known.
  package init(_ shown: VerifiedShare, by known: VerifiedShare) {
    guard shown.state.origin == known.state.origin else {
      self = .another
      return
    }
    switch RingVerdict(shown.known, by: known.known) {
    case .same: self = .same
    case .taken: self = shown.state.owner == known.state.owner ? .taken : .ownerChanged
    case .older: self = .older
    case .forked: self = .forked
    case .another: self = .another
    }
  }
}

extension VerifiedShare {
  /// Whether it is what another device of the owner's made, with another identity, of the log as it was before the last entries of
  /// the known one: it forked from that, and all that is lost with it are people who were added and rights to write. So nothing
  /// that the known one took away is in it again.
  package func replaces(_ known: VerifiedShare) -> Bool {
    guard ShareVerdict(self, by: known) == .forked, state.owner != known.state.owner else { return false }
    let common = zip(state.heads, known.state.heads).prefix { $0 == $1 }.count
    return known.ring.log[common...].allSatisfy { entry in
      switch entry.body {
      case .added, .permission(_, .write): true
      case .founded, .removed, .newKey, .owner, .permission(_, .read): false
      }
    }
  }

  fileprivate var known: KnownRing {
    KnownRing(id: ring.id, serial: ring.serial, heads: state.heads, encoded: ring.encoded)
  }
}
