/// Bytes that no log, message or debugger's description shows.
///
/// Equality takes a time that depends on the bytes: it is for tests and for what never leaves this device. What comes from
/// outside is compared by the means of its own (authentication tags, signatures).
package struct SecretBytes: Hashable, Sendable {
  /// The secret itself, as it was given.
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The word “secret” and nothing of the bytes.
  package var description: String { "secret" }
  /// The word “secret” and nothing of the bytes.
  package var debugDescription: String { description }
  /// A mirror without children, since `dump` and failed tests print those.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Where nonces, salts, keys and identifiers come from: gives so many bytes that cannot be guessed.
///
/// The composition root passes the system's; tests and the simulation pass a seed's.
package typealias SealRandom = @Sendable (Int) -> [UInt8]

/// Takes bytes of chance; a source that gives another number of them ends the program, since a short nonce or key would
/// open what was sealed.
func take(_ count: Int, from random: SealRandom) -> [UInt8] {
  let bytes = random(count)
  precondition(bytes.count == count, "a source of chance gave \(bytes.count) bytes in place of \(count)")
  return bytes
}
