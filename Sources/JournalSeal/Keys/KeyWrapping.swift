import Crypto
import Foundation

/// A key that only one holder of secret keys can take out.
package struct WrappedKey: Hashable, Sendable {
  /// What the holder agrees on a secret with, 1,120 bytes.
  package let encapsulated: [UInt8]
  /// The key under that secret, 48 bytes.
  package let sealed: [UInt8]

  /// Bytes of ``encapsulated``.
  package static let encapsulatedLength = 1120
  /// Bytes of ``sealed``.
  package static let sealedLength = JournalKey.length + 16

  /// Takes both parts; nil where one has another length.
  package init?(encapsulated: [UInt8], sealed: [UInt8]) {
    guard encapsulated.count == WrappedKey.encapsulatedLength, sealed.count == WrappedKey.sealedLength else {
      return nil
    }
    (self.encapsulated, self.sealed) = (encapsulated, sealed)
  }
}

/// Wraps keys to public keys; a seam, since the library takes its chance from the system alone and the simulation needs
/// a seed's.
package protocol KeyWrapping: Sendable {
  /// Wraps a key so that only the holder of `keys` takes it out, and only for the same purpose.
  ///
  /// - Parameter purpose: What the wrap is bound to.
  /// - Throws: ``SealFailure/damaged(_:)`` for a public key that is none.
  func wrap(_ key: JournalKey, to keys: PublicKeys, purpose: [UInt8]) throws(SealFailure) -> WrappedKey
  /// Takes the bytes of a key out.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` for a wrap to another holder, of another purpose, or that was changed.
  func unwrap(_ wrapped: WrappedKey, with pair: KeyPair, purpose: [UInt8]) throws(SealFailure) -> JournalKey
}

/// HPKE (RFC 9180) in its base mode over X-Wing, HKDF-SHA256 and AES-256-GCM: what lies on a server for decades is safe
/// against a quantum computer as long as ML-KEM is, and against today's as long as X25519 is.
package struct HybridWrapping: KeyWrapping {
  private static let suite = HPKE.Ciphersuite.XWingMLKEM768X25519_SHA256_AES_GCM_256

  package init() {}

  /// Wraps with chance of the system's.
  package func wrap(_ key: JournalKey, to keys: PublicKeys, purpose: [UInt8]) throws(SealFailure) -> WrappedKey {
    do {
      var sender = try HPKE.Sender(
        recipientKey: XWingMLKEM768X25519.PublicKey(rawRepresentation: keys.agreement),
        ciphersuite: HybridWrapping.suite, info: Data(purpose))
      let sealed = Array(try key.secret.withBytes { try sender.seal($0) })
      guard let wrapped = WrappedKey(encapsulated: Array(sender.encapsulatedKey), sealed: sealed) else {
        throw SealFailure.damaged("a wrap of another length")
      }
      return wrapped
    } catch {
      throw .damaged("wrapping: \(error)")
    }
  }

  /// Takes a key out; the same bytes give the same answer always.
  package func unwrap(_ wrapped: WrappedKey, with pair: KeyPair, purpose: [UInt8]) throws(SealFailure) -> JournalKey {
    do {
      var recipient = try HPKE.Recipient(
        privateKey: pair.agreementSeed.agreementKey(), ciphersuite: HybridWrapping.suite, info: Data(purpose),
        encapsulatedKey: Data(wrapped.encapsulated))
      var bytes = try recipient.open(wrapped.sealed)
      guard let key = JournalKey(secret: SecretBytes(wiping: &bytes)) else {
        throw SealFailure.damaged("a key of another length")
      }
      return key
    } catch {
      throw .damaged("unwrapping: \(error)")
    }
  }
}
