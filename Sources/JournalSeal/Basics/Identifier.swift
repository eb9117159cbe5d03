import Encodings

/// Sixteen bytes that name one thing of one kind; kinds cannot be mixed up.
package struct Identifier<Kind>: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Always sixteen.
  package let bytes: [UInt8]

  /// Takes sixteen bytes; nil for any other number.
  package init?(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  private init(repeating byte: UInt8) { bytes = [UInt8](repeating: byte, count: 16) }

  /// Sixteen bytes of chance, which are neither ``none`` nor ``recovery``.
  package static func fresh(_ random: SealRandom) -> Identifier {
    for _ in 0..<4 {
      if let made = Identifier(take(16, from: random)), !made.isReserved { return made }
    }
    preconditionFailure("a source of chance gave the same bytes again and again")
  }

  /// Sixteen zeros, for the absence of one.
  package static var none: Identifier { Identifier(repeating: 0) }
  /// Sixteen bytes 255: where a device is named, the recovery key.
  package static var recovery: Identifier { Identifier(repeating: 0xFF) }
  /// Whether it is one of the two that name no single thing.
  package var isReserved: Bool { self == .none || self == .recovery }

  /// In the order of the bytes.
  package static func < (a: Identifier, b: Identifier) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }

  /// Thirty-two lower-case hexadecimal digits.
  package var description: String { Hexadecimal.text(bytes) }

  /// Reads what ``description`` writes; nil for anything else, capital letters among it.
  package init?(hexadecimal text: String) {
    guard Hexadecimal.isLowerCase(text, digits: 32), let bytes = Hex.bytes(text) else { return nil }
    self.bytes = bytes
  }
}

/// The kind of ``KeyID``.
package enum KeyKind {}
/// The kind of ``DeviceID``.
package enum DeviceKind {}
/// The kind of ``RingID``.
package enum RingKind {}
/// The kind of ``PersonID``.
package enum PersonKind {}
/// The kind of ``LinkID``.
package enum LinkKind {}

/// Names an journal key and commits to it.
package typealias KeyID = Identifier<KeyKind>
/// Names a device within rings of keys, or the recovery key.
package typealias DeviceID = Identifier<DeviceKind>
/// Names a ring of keys from its founding on.
package typealias RingID = Identifier<RingKind>
/// Names a person's identity for sharing, and commits to its keys.
package typealias PersonID = Identifier<PersonKind>
/// Names a link within one share.
package typealias LinkID = Identifier<LinkKind>

/// Bytes from their hexadecimal digits.
enum Hex {
  /// The bytes; nil for an odd number of digits and for anything that is no digit.
  static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Hexadecimal.value(digits[index]), let low = Hexadecimal.value(digits[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
