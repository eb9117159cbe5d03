import Crypto
import Foundation

/// The key pair to which is sealed what is written while a vault is locked: its public half lies in `vault.json`.
///
/// What is sealed: `CJI`, 1 | suite 1 | encapsulated key 1,120 | ciphertext and tag, by HPKE in its base mode over X-Wing,
/// HKDF-SHA256 and AES-256-GCM.
package struct CaptureKey: Sendable {
  /// Bytes of ``publicKey``.
  package static let publicLength = PublicKeys.agreementLength
  private static let suite = HPKE.Ciphersuite.XWingMLKEM768X25519_SHA256_AES_GCM_256
  private static let head: [UInt8] = [0x43, 0x4A, 0x49, 1, 1]

  /// What anything can be sealed to, 1,216 bytes.
  package let publicKey: [UInt8]
  private let seed: SecretBytes

  /// - Parameter seed: Thirty-two bytes.
  /// - Throws: ``SealFailure/damaged(_:)`` for a seed of another length.
  init(seed: SecretBytes) throws(SealFailure) {
    self.seed = seed
    do {
      publicKey = Array(try seed.agreementKey().publicKey.rawRepresentation)
    } catch {
      throw .damaged("seed: \(error)")
    }
  }

  private static func purpose(_ vault: VaultID) -> Data {
    Data(Derivation.domain("cloudjournal/inbox/1") + vault.bytes)
  }

  /// Seals some bytes so that only the vault's key opens them, with chance of the library's.
  ///
  /// - Parameter publicKey: Of the vault.
  /// - Throws: ``SealFailure/damaged(_:)`` for a public key that is none.
  package static func seal(_ bytes: [UInt8], to publicKey: [UInt8], of vault: VaultID) throws(SealFailure) -> [UInt8] {
    do {
      var sender = try HPKE.Sender(
        recipientKey: XWingMLKEM768X25519.PublicKey(rawRepresentation: publicKey), ciphersuite: suite,
        info: purpose(vault))
      let sealed = try sender.seal(bytes)
      return head + sender.encapsulatedKey + sealed
    } catch {
      throw .damaged("sealing: \(error)")
    }
  }

  /// The bytes that were sealed.
  ///
  /// - Throws: ``SealFailure/newer`` for a version or suite above ours, ``SealFailure/damaged(_:)`` for what was sealed to
  ///   another vault, or changed.
  package func open(_ sealed: [UInt8], of vault: VaultID) throws(SealFailure) -> [UInt8] {
    let start = CaptureKey.head.count
    guard sealed.count >= start + WrappedKey.encapsulatedLength + Cipher.tagLength,
      sealed.starts(with: CaptureKey.head[..<3]), sealed[3] >= 1, sealed[4] >= 1
    else { throw .damaged("nothing that was written while locked") }
    guard sealed.starts(with: CaptureKey.head) else { throw .newer }
    let end = start + WrappedKey.encapsulatedLength
    do {
      var recipient = try HPKE.Recipient(
        privateKey: seed.agreementKey(), ciphersuite: CaptureKey.suite, info: CaptureKey.purpose(vault),
        encapsulatedKey: Data(sealed[start..<end]))
      return Array(try recipient.open(Data(sealed[end...])))
    } catch {
      throw .damaged("authentication")
    }
  }
}
