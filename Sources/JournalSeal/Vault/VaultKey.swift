/// The key of a vault, from which the keys of all that lies in it follow.
package struct VaultKey: Hashable, Sendable {
  /// Bytes of a key.
  package static let length = 32
  /// Never used but to derive others.
  package let secret: SecretBytes
  /// The key for pages, where it was derived before: a short command does nothing else with the secret.
  private let derivedPages: SecretBytes?

  /// Takes thirty-two bytes; nil for any other number.
  ///
  /// - Parameter pages: What ``pageSecret`` was.
  package init?(_ bytes: [UInt8], pages: [UInt8]? = nil) {
    self.init(secret: SecretBytes(bytes), pages: pages.map { SecretBytes($0) })
  }

  /// Takes thirty-two bytes over; nil for any other number.
  ///
  /// - Parameter pages: What ``pageSecret`` was.
  package init?(secret: SecretBytes, pages: SecretBytes? = nil) {
    guard secret.count == VaultKey.length, pages.map({ $0.count == VaultKey.length }) ?? true else { return nil }
    (self.secret, derivedPages) = (secret, pages)
  }

  package static func == (a: VaultKey, b: VaultKey) -> Bool { a.secret == b.secret }

  package func hash(into hasher: inout Hasher) { hasher.combine(secret) }

  /// A new key of thirty-two bytes of chance.
  package static func fresh(_ random: SealRandom) -> VaultKey {
    guard let key = VaultKey(secret: takeSecret(length, from: random)) else {
      preconditionFailure("thirty-two bytes make a key")
    }
    return key
  }

  /// What pages of the database and frames of its log are sealed with.
  package func pages(of vault: VaultID, keyNumber: UInt32 = 1) -> PageSeal {
    PageSeal(vault: vault, key: pageKey(keyNumber), keyNumber: keyNumber)
  }

  /// The key for pages, thirty-two bytes, to be kept where the vault's key is.
  package var pageSecret: SecretBytes { pageKey(1) }

  func pageKey(_ number: UInt32) -> SecretBytes {
    if number == 1, let derivedPages { return derivedPages }
    let number = withUnsafeBytes(of: number.bigEndian) { Array($0) }
    return Derivation.expand(secret, info: Derivation.domain("cloudjournal/pages/1") + number)
  }

  /// What the files of pictures and their names are sealed with.
  package func pictures(of vault: VaultID) -> PictureSeal {
    PictureSeal(vault: vault, key: self)
  }

  /// What the small files beside the journal are sealed with.
  package func smallFiles(of vault: VaultID) -> SmallFileSeal {
    SmallFileSeal(vault: vault, key: derived("cloudjournal/secrets/1"))
  }

  func derived(_ purpose: String) -> SecretBytes {
    Derivation.expand(secret, info: Array(purpose.utf8))
  }

  /// What is written while the vault is locked is sealed to its public half.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` where the library refuses the seed, which it does not.
  package func capture() throws(SealFailure) -> CaptureKey {
    try CaptureKey(seed: derived("cloudjournal/capture/1"))
  }

  /// What shows that a ``VaultFile`` was written by a program that had this key.
  func proofKey() -> SecretBytes {
    derived("cloudjournal/vault-file/1")
  }
}
