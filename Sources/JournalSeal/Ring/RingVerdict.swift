/// What a device keeps of the last ring that it took, to judge the next one by.
package struct KnownRing: Hashable, Sendable {
  /// The ring's name.
  package let id: RingID
  /// The number of the ring's version; it only grows.
  package let serial: UInt64
  /// The digests of its log's entries.
  package let heads: [[UInt8]]
  /// The whole ring.
  package let encoded: [UInt8]
}

/// What is to be done with a verified ring that the server shows.
///
/// The log alone decides who can read, so it is looked at first, and the serial only where the logs are equal.
package enum RingVerdict: Hashable, Sendable {
  /// It is the known one.
  case same
  /// It goes on where the known one ends: it takes its place.
  case taken
  /// It is older than the known one, which is saved over it with a serial above both.
  case older
  /// Its log and the known one differ in an entry: nothing is sent or taken in before a person decides.
  case forked
  /// It is another ring, founded anew: nothing is sent or taken in before a person decides.
  case another

  /// Judges a ring by the one that is known.
  package init(_ shown: VerifiedRing, by known: KnownRing) { self.init(shown.known, by: known) }

  /// Judges a ring of any kind by the one that is known.
  init(_ shown: KnownRing, by known: KnownRing) {
    let heads = shown.heads
    if shown.id != known.id {
      self = .another
    } else if heads.count > known.heads.count {
      self = heads.starts(with: known.heads) ? .taken : .forked
    } else if heads.count < known.heads.count {
      self = known.heads.starts(with: heads) ? .older : .forked
    } else if heads != known.heads {
      self = .forked
    } else if shown.encoded == known.encoded {
      self = .same
    } else {
      // The same people are in: after a server went back, two saves of names may share a serial.
      self = shown.serial < known.serial ? .older : .taken
    }
  }
}

/// How a device came to its ring, which decides what it believes of the ring's mode.
package enum RingEntrance: Hashable, Sendable {
  /// It founded the ring, or was let in by a device whose answer vouches for the log's end.
  case vouched
  /// It came by the recovery key: the server may have shown it an old end of the log.
  case recoveryKey

  /// Whether a person has to confirm the mode before this device sends or takes in anything plain.
  package func asks(for mode: RingMode) -> Bool { self == .recoveryKey && mode != .sealed }
}
