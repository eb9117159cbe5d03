/// A ring whose log, wraps and signature keep the rules.
package struct VerifiedRing: Hashable, Sendable {
  /// The ring as it was read.
  package let ring: KeyRing
  /// What its log says.
  package let state: RingState

  /// Verifies a ring.
  ///
  /// - Parameter known: The heads of a log that was verified before (``RingState/heads``): signatures of the entries that
  ///   both have are not computed again.
  /// - Throws: ``RingFailure``.
  package init(_ ring: KeyRing, known: [[UInt8]] = []) throws(RingFailure) {
    let state = try RingState(ring: ring.id, log: ring.log, known: known)
    let wanted = state.active.keys.sorted() + [DeviceID.recovery]
    guard ring.wraps.map(\.to) == wanted else { throw .broken(.wraps, "wraps of others than those who are in") }
    guard state.maySeal(ring.by), let keys = state.keys(of: ring.by) ?? state.keysOfLastLeft, ring.isSigned(by: keys)
    else { throw .broken(.signer, "the ring's own signature") }
    (self.ring, self.state) = (ring, state)
  }

  /// Reads and verifies a ring.
  ///
  /// - Throws: ``RingFailure``.
  package init(decoding bytes: [UInt8], known: [[UInt8]] = []) throws(RingFailure) {
    try self.init(KeyRing(decoding: bytes), known: known)
  }

  /// Whether bytes are a ring that keeps the rules, also where its keys do not open here.
  ///
  /// - Parameter known: As for ``init(_:known:)``.
  package static func isWhole(_ bytes: [UInt8], known: [[UInt8]] = []) -> Bool {
    do {
      _ = try VerifiedRing(decoding: bytes, known: known)
      return true
    } catch { return false }
  }

  /// The ring's own name and serial, and what a device keeps to judge the next one by.
  package var known: KnownRing {
    KnownRing(id: ring.id, serial: ring.serial, heads: state.heads, encoded: ring.encoded)
  }
}

extension KeyRing {
  /// Puts a journal's ring together, seals its box and signs it. No rule is looked at: ``RingDraft`` keeps them.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` where the library cannot seal or sign.
  package static func encoded(
    id: RingID, serial: UInt64, log: [RingEntry], wraps: [Wrap], box: [UInt8], key: JournalKey, signer: RingSigner,
    random: SealRandom
  ) throws(SealFailure) -> [UInt8] {
    try encoded(
      id: id, serial: serial, log: log, wraps: wraps, middle: NoMiddle(), box: box, key: key, signer: signer,
      random: random)
  }
}
