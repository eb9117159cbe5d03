import CloudRecord
import Crypto
import CryptoExtras
import Foundation

/// Keys out of keys, and the bytes that say which purpose they have.
enum Derivation {
  /// A purpose and a zero byte, which no purpose has inside: so no two purposes run into each other.
  static func domain(_ purpose: String) -> [UInt8] { Array(purpose.utf8) + [0] }

  /// HKDF-Expand with SHA-256, for keys that are uniformly random already.
  static func expand(_ key: SecretBytes, info: [UInt8], count: Int = 32) -> SecretBytes {
    key.withBytes { SecretBytes(HKDF<SHA256>.expand(pseudoRandomKey: $0, info: info, outputByteCount: count)) }
  }

  /// The same for sixteen bytes that name something, and are no secret.
  static func name<Kind>(_ key: SecretBytes, info: [UInt8]) -> Identifier<Kind> {
    guard let name = Identifier<Kind>(expand(key, info: info, count: 16).copied) else {
      preconditionFailure("HKDF gave another number of bytes")
    }
    return name
  }

  /// HKDF with SHA-256, both steps.
  static func derive(_ key: SecretBytes, salt: String, info: String) -> SecretBytes {
    SecretBytes(
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: key.symmetric, salt: Array(salt.utf8), info: Array(info.utf8), outputByteCount: 32))
  }

  /// scrypt with r = 8 and p = 1.
  ///
  /// - Parameter cost: The power of two of N; 15 is 32 MiB, and a tenth of a second.
  /// - Throws: ``SealFailure/damaged(_:)`` where there is not enough memory.
  static func scrypt(_ secret: SecretBytes, salt: [UInt8], cost: UInt8 = 15) throws(SealFailure) -> SecretBytes {
    do {
      return try secret.withBytes { secret in
        SecretBytes(
          try KDF.Scrypt.deriveKey(
            from: secret, salt: salt, outputByteCount: 32, rounds: 1 << Int(cost), blockSize: 8, parallelism: 1,
            maxMemory: 2048 << Int(cost)))
      }
    } catch {
      throw .damaged("scrypt: \(error)")
    }
  }

  /// HMAC with SHA-256.
  static func authenticate(_ bytes: [UInt8], _ key: SecretBytes) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key.symmetric))
  }

  /// Whether a code is the HMAC of some bytes; takes the same time wherever they differ.
  static func isAuthentic(_ code: [UInt8], bytes: [UInt8], key: SecretBytes) -> Bool {
    HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: bytes, using: key.symmetric)
  }
}

/// AES-256-GCM over bytes, with the tag at the end.
enum Cipher {
  static let nonceLength = 12
  static let tagLength = 16

  /// The ciphertext and its tag.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` for a key or nonce of another length.
  static func seal(
    _ plain: some Collection<UInt8>, key: SecretBytes, nonce: [UInt8], authenticating head: [UInt8]
  ) throws(SealFailure) -> [UInt8] {
    do {
      let box = try AES.GCM.seal(
        Array(plain), using: key.symmetric, nonce: AES.GCM.Nonce(data: nonce), authenticating: head)
      var sealed = [UInt8]()
      sealed.reserveCapacity(plain.count + tagLength)
      sealed.append(contentsOf: box.ciphertext)
      sealed.append(contentsOf: box.tag)
      return sealed
    } catch {
      throw .damaged("sealing: \(error)")
    }
  }

  /// The plain bytes.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` where key, nonce, head or bytes are not those of the seal.
  static func open(
    _ sealed: some Collection<UInt8>, key: SecretBytes, nonce: [UInt8], authenticating head: [UInt8]
  ) throws(SealFailure) -> [UInt8] {
    guard sealed.count >= tagLength else { throw .damaged("shorter than its tag") }
    let sealed = Array(sealed)
    let end = sealed.count - tagLength
    do {
      let box = try AES.GCM.SealedBox(
        nonce: AES.GCM.Nonce(data: nonce), ciphertext: sealed[..<end], tag: sealed[end...])
      return Array(try AES.GCM.open(box, using: key.symmetric, authenticating: head))
    } catch {
      throw .damaged("authentication")
    }
  }
}

extension SecretBytes {
  /// Those of a key of the library's, which wipes its own.
  init(_ key: SymmetricKey) { self = key.withUnsafeBytes { SecretBytes(copying: $0) } }

  /// The same as a key of the library's.
  var symmetric: SymmetricKey { withBytes { SymmetricKey(data: $0) } }

  /// Takes over what the library gave as data: that is zeros afterwards.
  init(wiping data: inout Data) {
    self = data.withUnsafeBytes { SecretBytes(copying: $0) }
    data.withUnsafeMutableBytes { $0.wipe() }
  }
}
