package import JournalSeal

/// What a device holds of its keys: the keys themselves, and the ring that was taken last.
package struct HeldKeys: Hashable, Sendable {
  /// As `keys.json` has them.
  package var kept: KeptKeys
  /// The bytes of the ring; nil where this device is in none yet.
  package var ring: [UInt8]?

  package init(_ kept: KeptKeys, ring: [UInt8]? = nil) {
    self.kept = kept
    self.ring = ring
  }
}

/// Where a device's keys are kept. Methods block.
package protocol KeyKeeping: Sendable {
  /// The keys of the account that is signed in; nil where there are none, and where those there are belong to another
  /// account.
  ///
  /// - Throws: The error of the disk, or of a file that cannot be read: what is there must not be taken for nothing.
  func held() throws -> HeldKeys?
  /// Keeps the ring, then the keys, in place of what was read before; both are on the disk on return.
  ///
  /// - Parameter former: As ``held()`` gave it.
  /// - Returns: Whether it is kept. false where another process has kept something else meanwhile: nothing was written then,
  ///   and what follows has to be found out again.
  func keep(_ held: HeldKeys, over former: HeldKeys?) throws -> Bool
}
