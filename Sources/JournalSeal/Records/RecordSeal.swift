import CloudRecord
import SyncCore

/// Seals a record's content under a key of its own, and opens it again.
///
/// The form: `CJS`, 1 | suite 1 | key id 16 | nonce 12 | ciphertext | tag 16. The seal authenticates its head and the place:
/// a record that was moved, renamed or given another entry does not open.
package enum RecordSeal {
  private static let magic: [UInt8] = [0x43, 0x4A, 0x53]
  private static let formatVersion: UInt8 = 1
  static let suite: UInt8 = 1
  /// Bytes before the ciphertext.
  package static let headLength = 33
  /// Bytes that a seal has beside the padded content.
  package static let overhead = headLength + 16

  /// Seals a content for one place, under the newest key.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` for a content that could not be read back.
  package static func seal(
    _ content: SealedContent, at place: RecordPlace, under key: JournalKey, random: SealRandom
  ) throws(SealFailure) -> [UInt8] {
    try check(content, at: place)
    return try seal(bytes: content.encoded(), at: place, under: key, random: random)
  }

  /// Seals any bytes; for tests of what a reader does with them.
  package static func seal(
    bytes: [UInt8], at place: RecordPlace, under key: JournalKey, random: SealRandom
  ) throws(SealFailure) -> [UInt8] {
    let (head, nonce) = head(suite: suite, key: key.id, random)
    let secret = key.recordKey(at: place)
    return try head + Cipher.seal(bytes, key: secret, nonce: nonce, authenticating: head + place.bound)
  }

  /// What stands before the ciphertext, and the nonce at its end.
  static func head(suite: UInt8, key: KeyID, _ random: SealRandom) -> (head: [UInt8], nonce: [UInt8]) {
    let nonce = take(Cipher.nonceLength, from: random)
    return (magic + [formatVersion, suite] + key.bytes + nonce, nonce)
  }

  /// The name of the key that a record was sealed under.
  ///
  /// - Throws: ``SealFailure/newer`` or ``SealFailure/damaged(_:)`` for bytes that are no seal of this form.
  package static func keyID(of sealed: [UInt8]) throws(SealFailure) -> KeyID { try keyID(of: sealed, suite: suite) }

  /// The same for a seal of one suite: one below it is none, and one above it is newer.
  static func keyID(of sealed: [UInt8], suite: UInt8) throws(SealFailure) -> KeyID {
    guard sealed.starts(with: magic) else { throw .damaged("no seal") }
    guard sealed.count > 5 else { throw .damaged("a short head") }
    guard sealed[3] >= 1, sealed[4] >= suite else { throw .damaged("a version or suite of before") }
    guard sealed[3] == formatVersion, sealed[4] == suite else { throw .newer }
    guard sealed.count >= headLength + Cipher.tagLength, let id = KeyID(sealed[5..<21]) else {
      throw .damaged("a short seal")
    }
    return id
  }

  /// Whether some bytes begin as a seal does.
  static func isSeal(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic) }

  /// Opens a record's seal.
  ///
  /// - Throws: ``SealFailure``: no such key among `keys`; damaged, where anything of seal or place is not as it was;
  ///   newer, where a newer version of this program made it.
  package static func open(
    _ sealed: [UInt8], at place: RecordPlace, under keys: JournalKeys
  ) throws(SealFailure) -> SealedContent {
    let id = try keyID(of: sealed)
    guard sealed.count <= SealedContent.maximumLength + overhead else { throw .damaged("a seal that is too long") }
    guard let key = keys[id] else { throw .noKey(id) }
    let plain = try Cipher.open(
      sealed[headLength...], key: key.recordKey(at: place), nonce: Array(sealed[21..<headLength]),
      authenticating: Array(sealed[..<headLength]) + place.bound)
    let content = try SealedContent(decoding: plain)
    try check(content, at: place)
    return content
  }

  /// The type inside is the one outside, and so is the entry that a picture belongs to.
  package static func check(_ content: SealedContent, at place: RecordPlace) throws(SealFailure) {
    guard content.version.recordType == place.recordType else { throw .damaged("another type inside") }
    guard content.kind == .record else { return }
    var entry = ""
    if case .reference(let reference)? = content.version.values["entry"] { entry = reference.recordName }
    guard entry == place.entry else { throw .damaged("another entry inside") }
  }
}
