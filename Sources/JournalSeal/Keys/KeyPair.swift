import CloudRecord
import Crypto

/// What others know of a device, a recovery key or an identity: where to wrap keys to, and whose signature it is.
package struct PublicKeys: Hashable, Sendable {
  /// An X-Wing public key (ML-KEM-768 and X25519), 1,216 bytes.
  package let agreement: [UInt8]
  /// An Ed25519 public key, 32 bytes.
  package let signing: [UInt8]

  /// Bytes of an agreement key.
  package static let agreementLength = 1216
  /// Bytes of a signing key.
  package static let signingLength = 32
  private static let suite: UInt8 = 1

  /// Takes two keys; nil where one has another length.
  package init?(agreement: [UInt8], signing: [UInt8]) {
    guard agreement.count == PublicKeys.agreementLength, signing.count == PublicKeys.signingLength else { return nil }
    (self.agreement, self.signing) = (agreement, signing)
  }

  /// Whether a signature over a purpose and some bytes is of these keys.
  func isSigned(_ signature: [UInt8], _ purpose: String, _ bytes: [UInt8]) -> Bool {
    do {
      return try Curve25519.Signing.PublicKey(rawRepresentation: signing)
        .isValidSignature(signature, for: Derivation.domain(purpose) + bytes)
    } catch {
      // Bytes that are no public key have signed nothing.
      return false
    }
  }

  /// Suite, length of the agreement key, both keys.
  func append(to encoder: inout CanonicalEncoder) {
    encoder.append(byte: PublicKeys.suite)
    encoder.append(UInt16(agreement.count))
    encoder.append(raw: agreement)
    encoder.append(raw: signing)
  }

  /// - Throws: ``RingFailure/newer`` for a suite above ours, ``CanonicalDecodingError`` for other bytes.
  init(in decoder: inout CanonicalDecoder) throws {
    let suite = try decoder.byte()
    guard suite <= PublicKeys.suite else { throw RingFailure.newer }
    guard suite == PublicKeys.suite, Int(try decoder.uint16()) == PublicKeys.agreementLength else {
      throw decoder.failure("suite 1 and a key of 1,216 bytes")
    }
    agreement = try decoder.raw(PublicKeys.agreementLength)
    signing = try decoder.raw(PublicKeys.signingLength)
  }
}

/// The secret halves of ``PublicKeys``, as the seeds that they are made of.
package struct KeyPair: Hashable, Sendable {
  /// Thirty-two bytes, from which the X-Wing key follows.
  package let agreementSeed: SecretBytes
  /// Thirty-two bytes, from which the Ed25519 key follows.
  package let signingSeed: SecretBytes
  /// The public halves.
  package let publicKeys: PublicKeys
  /// What ``signingSeed`` makes, once for all signatures. The library's memory for it is zeros with the last hold on it.
  private let signing: Curve25519.Signing.PrivateKey

  /// Takes two seeds of thirty-two bytes each.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` for seeds of another length.
  package init(agreementSeed: SecretBytes, signingSeed: SecretBytes) throws(SealFailure) {
    (self.agreementSeed, self.signingSeed) = (agreementSeed, signingSeed)
    do {
      let agreement = try agreementSeed.agreementKey()
      signing = try signingSeed.withBytes { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
      guard
        let keys = PublicKeys(
          agreement: Array(agreement.publicKey.rawRepresentation), signing: Array(signing.publicKey.rawRepresentation))
      else { throw SealFailure.damaged("keys of another length") }
      publicKeys = keys
    } catch {
      throw .damaged("seeds: \(error)")
    }
  }

  /// A new pair of sixty-four bytes of chance.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` where the library refuses the seeds, which it does not.
  package static func fresh(_ random: SealRandom) throws(SealFailure) -> KeyPair {
    try KeyPair(agreementSeed: takeSecret(32, from: random), signingSeed: takeSecret(32, from: random))
  }

  /// Sixty-four bytes over a purpose, a zero byte and some bytes.
  func signature(_ purpose: String, _ bytes: [UInt8]) throws(SealFailure) -> [UInt8] {
    do {
      return Array(try signing.signature(for: Derivation.domain(purpose) + bytes))
    } catch {
      throw .damaged("signing: \(error)")
    }
  }

  /// Two pairs of the same seeds are the same.
  package static func == (a: KeyPair, b: KeyPair) -> Bool {
    a.agreementSeed == b.agreementSeed && a.signingSeed == b.signingSeed
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(publicKeys) }
}

extension SecretBytes {
  /// The X-Wing key of a seed of thirty-two bytes.
  ///
  /// - Throws: What the library throws, for a seed of another length.
  func agreementKey() throws -> XWingMLKEM768X25519.PrivateKey {
    try withBytes { try XWingMLKEM768X25519.PrivateKey(seedRepresentation: $0, publicKey: nil) }
  }
}

extension CanonicalEncoder {
  /// The bytes of a secret: what is encoded is a secret then, too, and to be sealed.
  mutating func append(secret: SecretBytes) { secret.withBytes { append(raw: $0) } }
}

/// Bytes of a signature.
let signatureLength = 64

/// A device within rings: its name there and its secret keys, which never leave it.
package struct DeviceKeys: Hashable, Sendable {
  /// Given once; a device that comes back after its removal has another.
  package let id: DeviceID
  /// Wraps are opened and entries are signed with it.
  package let pair: KeyPair

  package init(id: DeviceID, pair: KeyPair) {
    (self.id, self.pair) = (id, pair)
  }

  /// A new device of eighty bytes of chance.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` where the library refuses the seeds, which it does not.
  package static func fresh(_ random: SealRandom) throws(SealFailure) -> DeviceKeys {
    DeviceKeys(id: .fresh(random), pair: try .fresh(random))
  }

  /// What goes into rings and requests.
  package var identity: DeviceIdentity { DeviceIdentity(id: id, keys: pair.publicKeys) }
}

/// A device as rings and requests name it.
package struct DeviceIdentity: Hashable, Sendable {
  /// Neither ``Identifier/none`` nor ``Identifier/recovery``.
  package let id: DeviceID
  /// Its public keys.
  package let keys: PublicKeys

  package init(id: DeviceID, keys: PublicKeys) {
    (self.id, self.keys) = (id, keys)
  }

  func append(to encoder: inout CanonicalEncoder) {
    encoder.append(raw: id.bytes)
    keys.append(to: &encoder)
  }

  init(in decoder: inout CanonicalDecoder) throws {
    id = try decoder.deviceID()
    keys = try PublicKeys(in: &decoder)
  }
}

extension CanonicalDecoder {
  /// Sixteen bytes that name something.
  mutating func identifier<Kind>() throws(CanonicalDecodingError) -> Identifier<Kind> {
    guard let id = Identifier<Kind>(try raw(16, "an id")) else { throw failure("an id") }
    return id
  }

  /// Sixteen bytes.
  mutating func deviceID() throws(CanonicalDecodingError) -> DeviceID { try identifier() }
  /// Sixteen bytes.
  mutating func keyID() throws(CanonicalDecodingError) -> KeyID { try identifier() }
  /// Sixteen bytes.
  mutating func ringID() throws(CanonicalDecodingError) -> RingID { try identifier() }
}
