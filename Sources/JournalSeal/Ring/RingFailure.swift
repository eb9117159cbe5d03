/// The rules that a ring has to keep; docs/encryption.md has them in words.
package enum RingRule: String, Hashable, Sendable, CaseIterable {
  /// Bytes of another form, or too many of something.
  case form
  /// Entry 1 founds the ring, and none later does.
  case founding
  /// Each entry names the digest of the one before.
  case chain
  /// The signer was active, or is the recovery key in force, and the signature holds.
  case signer
  /// A device is added once ever, under keys that no device or recovery key had; a removed one was active. In a share: a person
  /// is in under one identity, which is no other's.
  case devices
  /// Numbers rise by one, and no key id comes again.
  case numbers
  /// A removal by another device, and another recovery key, are followed by a new key before anything else.
  case renewal
  /// Wraps are those of the active devices and the recovery key, and no others; in a share those of the members.
  case wraps
  /// Modes follow each other in their order.
  case modes
  /// Every key is the one that the log names, and the box belongs to the ring.
  case keys
}

/// Why a ring of keys is not used.
package enum RingFailure: Error, Hashable, Sendable {
  /// It breaks a rule; a few words for logs say how.
  case broken(RingRule, String)
  /// A newer version of this program wrote it.
  case newer
}

/// Whether the journal is encrypted on the server, and whether that is about to change.
package enum RingMode: UInt8, Hashable, Sendable, CaseIterable {
  /// Records travel as they are.
  case open = 0
  /// Records become sealed one by one; plain ones are still taken in.
  case sealing = 1
  /// Every record is sealed.
  case sealed = 2
  /// Records become plain one by one.
  case opening = 3

  /// Whether one mode may come directly after another.
  package func leads(to next: RingMode) -> Bool {
    switch (self, next) {
    case (.open, .sealing), (.sealing, .sealed), (.sealing, .opening), (.sealed, .opening), (.opening, .open),
      (.opening, .sealing):
      true
    default: false
    }
  }
}
