import Crypto
import Encodings

/// The SHA-256 of bytes: what says whether two versions of a record are the same.
package struct Digest: Hashable, Sendable, CustomStringConvertible {
  /// Thirty-two bytes.
  package let bytes: [UInt8]

  package init(of data: [UInt8]) { bytes = Array(SHA256.hash(data: data)) }

  /// The canonical digest of one value.
  package init(of value: FieldValue) { self.init(of: CanonicalEncoder.encode(value)) }

  /// The first sixteen bytes: enough to notice that a value is not the one that was stamped.
  package var short: [UInt8] { Array(bytes.prefix(16)) }

  package var description: String { Hexadecimal.text(bytes) }
}
