import CloudRecord
import CloudWire
import Crypto
import Encodings
import Foundation

/// A vault's key under a passphrase: scrypt makes a key of the passphrase, which wraps the vault's (AES key wrap, RFC 3394).
package struct WrappedByPassphrase: Hashable, Sendable {
  /// The power of two of scrypt's N, with r = 8 and p = 1: 17 takes 128 MiB and some tenths of a second.
  package let cost: UInt8
  /// Sixteen bytes of chance.
  let salt: [UInt8]
  /// The key, ``wrappedLength`` bytes.
  package let wrapped: [UInt8]

  /// What a new one costs.
  package static let usualCost: UInt8 = 17
  /// What is tried: less would be guessed too fast, more would take all memory.
  static let costs: ClosedRange<UInt8> = 15...20
  /// Bytes of ``wrapped``.
  static let wrappedLength = 40
  static let saltLength = 16

  /// Wraps a key under a passphrase in UTF-8, whose Unicode form does not matter.
  ///
  /// - Parameter cost: 15 to 20; less than usual is for tests.
  /// - Throws: ``VaultFailure/memory(_:)`` where there is too little.
  package init(
    _ key: VaultKey, under passphrase: SecretBytes, cost: UInt8 = usualCost, random: SealRandom
  ) throws(VaultFailure) {
    try self.init(key, under: passphrase, salt: take(WrappedByPassphrase.saltLength, from: random), cost: cost)
  }

  /// The same with a salt; for known answers.
  package init(_ key: VaultKey, under passphrase: SecretBytes, salt: [UInt8], cost: UInt8) throws(VaultFailure) {
    guard WrappedByPassphrase.costs.contains(cost), salt.count == WrappedByPassphrase.saltLength else {
      throw .damaged("another cost or salt")
    }
    (self.salt, self.cost) = (salt, cost)
    let over = try WrappedByPassphrase.key(of: passphrase, salt, cost)
    do {
      wrapped = Array(try AES.KeyWrap.wrap(key.secret.symmetric, using: over))
    } catch {
      throw .damaged("wrapping: \(error)")
    }
  }

  /// As it was made before.
  init(cost: UInt8, salt: [UInt8], wrapped: [UInt8]) { (self.cost, self.salt, self.wrapped) = (cost, salt, wrapped) }

  /// Takes the vault's key out.
  ///
  /// - Throws: ``VaultFailure/wrongPassphrase``, or ``VaultFailure/memory(_:)``.
  package func key(_ passphrase: SecretBytes) throws(VaultFailure) -> VaultKey {
    let over = try WrappedByPassphrase.key(of: passphrase, salt, cost)
    let secret: SecretBytes
    // The wrap has a check of its own: any other passphrase fails it.
    do { secret = SecretBytes(try AES.KeyWrap.unwrap(wrapped, using: over)) } catch { throw .wrongPassphrase }
    guard let key = VaultKey(secret: secret) else { throw .damaged("a key of another length") }
    return key
  }

  private static func key(
    of passphrase: SecretBytes, _ salt: [UInt8], _ cost: UInt8
  ) throws(VaultFailure) -> SymmetricKey {
    do {
      return try Derivation.scrypt(composed(passphrase), salt: salt, cost: cost).symmetric
    } catch {
      throw .memory(1 << (Int(cost) - 10))
    }
  }

  /// A passphrase in Unicode's form NFC. What is not ASCII passes through texts of the library's on its way, which nothing wipes.
  private static func composed(_ passphrase: SecretBytes) -> SecretBytes {
    passphrase.withBytes { bytes in
      guard !bytes.allSatisfy({ $0 < 0x80 }) else { return passphrase }
      var composed = Array(String(decoding: bytes, as: UTF8.self).precomposedStringWithCanonicalMapping.utf8)
      return SecretBytes(wiping: &composed)
    }
  }

  // MARK: In the file

  struct Form: Encodable {
    var name = "scrypt"
    var ln: Int
    var r = 8
    var p = 1
    var salt: String

    init(ln: Int, salt: String) { (self.ln, self.salt) = (ln, salt) }

    init(_ object: JSONObject) throws(ServiceError) {
      func number(_ name: StaticString) throws(ServiceError) -> Int { Int(try object.required(name).int64()) }
      name = try object.required("name").string()
      (ln, r, p) = (try number("ln"), try number("r"), try number("p"))
      salt = try object.required("salt").string()
    }
  }

  var form: Form { Form(ln: Int(cost), salt: Hexadecimal.text(salt)) }

  init(_ form: Form, wrapped: String) throws(VaultFailure) {
    guard form.name == "scrypt", form.r == 8, form.p == 1, form.ln <= Int(WrappedByPassphrase.costs.upperBound) else {
      throw .newer
    }
    guard let cost = UInt8(exactly: form.ln), WrappedByPassphrase.costs.contains(cost),
      let salt = VaultFile.digits(form.salt, WrappedByPassphrase.saltLength),
      let bytes = VaultFile.digits(wrapped, WrappedByPassphrase.wrappedLength)
    else { throw .damaged("what belongs to the passphrase") }
    (self.cost, self.salt, self.wrapped) = (cost, salt, bytes)
  }
}
