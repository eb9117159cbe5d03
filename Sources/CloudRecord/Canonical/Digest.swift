import Crypto
import Encodings

/// A SHA-256 digest; two versions of a record with equal digests count as the same.
package struct Digest: Hashable, Sendable, CustomStringConvertible {
  /// Thirty-two bytes.
  package let bytes: [UInt8]

  /// Computes the digest of these bytes.
  package init(of data: [UInt8]) { bytes = Array(SHA256.hash(data: data)) }

  /// Computes the digest of a value's canonical bytes.
  package init(of value: FieldValue) { self.init(of: CanonicalEncoder.encode(value)) }

  /// The first sixteen bytes: enough to notice that a value is not the one that was stamped.
  package var short: [UInt8] { Array(bytes.prefix(16)) }

  /// Sixty-four lower-case hexadecimal digits.
  package var description: String { Hexadecimal.text(bytes) }
}
