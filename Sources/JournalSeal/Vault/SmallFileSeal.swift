/// Seals the small files beside a vault's journal: each whole, and bound to its vault and its name.
///
/// `CJW`, 1 | nonce 12 | ciphertext | tag 16.
package struct SmallFileSeal: Hashable, Sendable {
  private static let magic: [UInt8] = [0x43, 0x4A, 0x57, 1]
  private let vault: VaultID
  private let key: SecretBytes

  init(vault: VaultID, key: SecretBytes) { (self.vault, self.key) = (vault, key) }

  /// Bytes that a sealed file is longer than what it holds.
  package static let overhead = magic.count + Cipher.nonceLength + Cipher.tagLength

  /// Whether some bytes begin as a sealed file does.
  package static func isSealed(_ bytes: [UInt8]) -> Bool { bytes.starts(with: magic[..<3]) }

  /// Seals a file's bytes with chance of the system's.
  ///
  /// - Parameter name: Of the file, without its folder.
  /// - Throws: ``SealFailure/damaged(_:)`` where the library refuses, which it does not.
  package func seal(_ bytes: [UInt8], name: String, random: SealRandom) throws(SealFailure) -> [UInt8] {
    let nonce = take(Cipher.nonceLength, from: random)
    return SmallFileSeal.magic + nonce
      + (try Cipher.seal(bytes, key: key, nonce: nonce, authenticating: place(name)))
  }

  /// The bytes that were sealed.
  ///
  /// - Throws: ``SealFailure`` where they are not those of this file in this vault.
  package func open(_ sealed: [UInt8], name: String) throws(SealFailure) -> [UInt8] {
    guard sealed.count >= SmallFileSeal.overhead, SmallFileSeal.isSealed(sealed), sealed[3] >= 1 else {
      throw .damaged("no file of a vault")
    }
    guard sealed.starts(with: SmallFileSeal.magic) else { throw .newer }
    let start = SmallFileSeal.magic.count
    let end = start + Cipher.nonceLength
    return try Cipher.open(
      sealed[end...], key: key, nonce: Array(sealed[start..<end]), authenticating: place(name))
  }

  private func place(_ name: String) -> [UInt8] {
    Derivation.domain("cloudjournal/small-file/1") + vault.bytes + Array(name.utf8)
  }
}
