import CloudRecord

/// The key of one file's upload: thirty-two random bytes, which travel in the sealed content of the record.
package struct FileKey: Hashable, Sendable {
  /// Bytes of a key.
  package static let length = 32
  /// Never used but to derive the key of a stream.
  package let secret: SecretBytes

  /// Takes thirty-two bytes; nil for any other number.
  package init?(_ bytes: [UInt8]) {
    self.init(secret: SecretBytes(bytes))
  }

  /// Takes thirty-two bytes over; nil for any other number.
  package init?(secret: SecretBytes) {
    guard secret.count == FileKey.length else { return nil }
    self.secret = secret
  }

  /// A new key of thirty-two bytes of chance.
  package static func fresh(_ random: SealRandom) -> FileKey {
    guard let key = FileKey(secret: takeSecret(length, from: random)) else {
      preconditionFailure("thirty-two bytes make a key")
    }
    return key
  }
}

/// The form of a sealed file: a head, then chunks that are sealed one by one, so that neither side holds the whole.
///
/// `CJF`, 1 | suite 1 | sixteen zeros | salt 16 | 16 | chunks of up to 65,536 bytes, each with its tag of 16. The key of the stream
/// is derived from the file's key and the head: sealing again with another salt uses another key, so no nonce comes twice.
/// A nonce is the chunk's number and whether it is the last. Source of the form: Hoang and others, “Online
/// Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance” (2015), as age has it.
package enum FileSeal {
  /// The longest file, in bytes: 2^40.
  package static let maximumLength: UInt64 = 1 << 40
  /// Bytes of the head.
  package static let headLength = 38
  static let chunkLength = 1 << 16
  private static let magic: [UInt8] = [0x43, 0x4A, 0x46]
  private static let formatVersion: UInt8 = 1
  private static let suite: UInt8 = 1
  private static let chunkExponent: UInt8 = 16

  /// The bytes on the server of a file of so many; what a reader expects before it begins. Nil beyond ``maximumLength``.
  package static func sealedLength(of length: UInt64) -> Int? {
    paddedLength(of: length).map { headLength + $0 + chunks(of: $0) * Cipher.tagLength }
  }

  static func paddedLength(of length: UInt64) -> Int? {
    length <= maximumLength ? Padding.length(of: Int(length)) : nil
  }

  /// At least one, since a padded length is never 0.
  static func chunks(of padded: Int) -> Int { (padded + chunkLength - 1) / chunkLength }

  static func head(salt: [UInt8]) -> [UInt8] {
    magic + [formatVersion, suite] + KeyID.none.bytes + salt + [chunkExponent]
  }

  /// - Throws: ``SealFailure`` for a head of another form.
  static func check(head: [UInt8]) throws(SealFailure) {
    guard head.starts(with: magic), head.count == headLength else { throw .damaged("no sealed file") }
    guard head[3] >= 1, head[4] >= 1 else { throw .damaged("version or suite 0") }
    guard head[3] == formatVersion, head[4] == suite else { throw .newer }
    guard head[5..<21].allSatisfy({ $0 == 0 }), head[37] == chunkExponent else { throw .damaged("another head") }
  }

  static func streamKey(_ key: FileKey, head: [UInt8]) -> SecretBytes {
    Derivation.expand(key.secret, info: Derivation.domain("cloudjournal/file/1") + head)
  }

  static func nonce(of chunk: Int, isLast: Bool) -> [UInt8] {
    var nonce = [UInt8](repeating: 0, count: 3)
    withUnsafeBytes(of: UInt64(chunk).bigEndian) { nonce.append(contentsOf: $0) }
    nonce.append(isLast ? 1 : 0)
    return nonce
  }
}
