import Encodings

/// The service's name for a file's bytes: what `fileChecksum` says.
///
/// Twenty-one bytes in base64, as Apple's are: 0x01 and the first twenty of the SHA-256. Clients only compare it.
package enum AssetChecksum {
  /// - Parameter sha256: the thirty-two bytes of the digest.
  package static func make(sha256: [UInt8]) -> String { Base64.text([1] + sha256.prefix(20)) }
}
