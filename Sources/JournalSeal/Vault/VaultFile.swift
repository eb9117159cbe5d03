import CloudRecord
import CloudWire
import Crypto
import Encodings
import Foundation

/// What lies beside a journal in a vault: its key under a passphrase, and where writing goes while it is locked.
///
/// The file is `vault.json`, mode 0600. It is read before anything is unlocked, so nothing in it is believed until
/// ``isGenuine(_:)`` was asked with the key, but for what has to be tried: the passphrase, and the names of copies to remove.
package struct VaultFile: Hashable, Sendable {
  /// How far a vault is made.
  package enum State: String, Hashable, Sendable, CaseIterable, Codable {
    /// Sealed copies are made beside the plain files; killed now, the copies go.
    case making
    /// The copies are whole and take the places of the plain files; killed now, they go on taking them.
    case switching
    /// The journal is sealed.
    case sealed
    /// Plain copies are made, to take the places of the sealed files.
    case removing
  }

  /// Names the vault; each seal is bound to it.
  package let id: VaultID
  /// How far it is made.
  package var state: State
  /// What makes a key of the passphrase, and the vault's key under that one.
  package private(set) var passphrase: WrappedByPassphrase
  /// The vault's key for the account's recovery key; nil where there is none.
  package private(set) var recovery: WrappedKey?
  /// Which key for pages is in use, from 1.
  package let keyNumber: UInt32
  /// The public key that what is written while the journal is locked is sealed to, ``CaptureKey/publicLength`` bytes.
  package private(set) var capture: [UInt8]
  /// Shows that all but the stages of ``state`` were written by a program that had the vault's key.
  private var proof: [UInt8]

  /// The longest file, in bytes.
  package static let maximumLength = 16 * 1024

  /// A new vault, which is about to be made.
  ///
  /// - Parameter cost: Of the passphrase; see ``WrappedByPassphrase``.
  /// - Throws: ``VaultFailure/memory(_:)`` where there is too little for the passphrase.
  package init(
    key: VaultKey, passphrase: SecretBytes, cost: UInt8 = WrappedByPassphrase.usualCost, random: SealRandom
  ) throws(VaultFailure) {
    id = .fresh(random)
    state = .making
    keyNumber = 1
    self.passphrase = try WrappedByPassphrase(key, under: passphrase, cost: cost, random: random)
    do { capture = try key.capture().publicKey } catch { throw .damaged("the capture key") }
    proof = []
    prove(key)
  }

  // MARK: Opening and believing

  /// The vault's key, if the passphrase is right and the file was written by a program that had the key.
  ///
  /// - Throws: ``VaultFailure/wrongPassphrase``, ``VaultFailure/forged``, or ``VaultFailure/memory(_:)``.
  package func key(passphrase: SecretBytes) throws(VaultFailure) -> VaultKey {
    let key = try self.passphrase.key(passphrase)
    guard isGenuine(key) else { throw .forged }
    return key
  }

  /// Whether the file is the one that a program with this key wrote.
  ///
  /// Where it is not, another passphrase, recovery key or public key was put in, or the vault was said to be on its way out.
  package func isGenuine(_ key: VaultKey) -> Bool {
    Derivation.isAuthentic(proof, bytes: proved, key: key.proofKey())
  }

  /// Notes how far the vault is, with the key at hand: that it is taken away has to be proved.
  package mutating func set(_ state: State, with key: VaultKey) {
    self.state = state
    prove(key)
  }

  /// The words that ``isGenuine(_:)`` is about, their proof, and the check of all: a file with the same ones is as genuine as
  /// this one, and as whole.
  package var testimony: [UInt8] { proved + proof + (VaultFile.digits(check, VaultFile.checkLength) ?? []) }

  /// The file of a sealed vault, made of its ``testimony``; nil for other bytes. Whether it is genuine is to be asked.
  package init?(testimony: [UInt8]) {
    var decoder = CanonicalDecoder(testimony)
    do throws(CanonicalDecodingError) {
      guard try decoder.byte() == 1, let id = VaultID(try decoder.raw(16)), try decoder.byte() == 0 else { return nil }
      (self.id, state) = (id, .sealed)
      let cost = try decoder.byte()
      let salt = try decoder.raw(WrappedByPassphrase.saltLength)
      let wrapped = try decoder.raw(WrappedByPassphrase.wrappedLength)
      passphrase = WrappedByPassphrase(cost: cost, salt: salt, wrapped: wrapped)
      if try decoder.byte() == 1 {
        let encapsulated = try decoder.raw(WrappedKey.encapsulatedLength)
        recovery = WrappedKey(encapsulated: encapsulated, sealed: try decoder.raw(WrappedKey.sealedLength))
      }
      keyNumber = try decoder.uint32()
      capture = try decoder.raw(CaptureKey.publicLength)
      proof = try decoder.raw(32)
    } catch {
      return nil
    }
    guard self.testimony == testimony, keyNumber == 1 else { return nil }
  }

  /// Whether words that were found genuine are those of this file; no hash is needed for that.
  package func isAs(_ testimony: [UInt8]) -> Bool {
    let words = proved + proof
    return testimony.count == words.count + VaultFile.checkLength && testimony.starts(with: words)
  }

  private mutating func prove(_ key: VaultKey) { proof = Derivation.authenticate(proved, key.proofKey()) }

  /// The stages of making go on without the key; they decide nothing that the key's holder would not do.
  private var proved: [UInt8] {
    var encoder = CanonicalEncoder()
    encoder.append(byte: 1)
    encoder.append(raw: id.bytes)
    encoder.append(byte: state == .removing ? 1 : 0)
    encoder.append(byte: passphrase.cost)
    encoder.append(raw: passphrase.salt)
    encoder.append(raw: passphrase.wrapped)
    encoder.append(byte: recovery == nil ? 0 : 1)
    if let recovery { encoder.append(raw: recovery.encapsulated + recovery.sealed) }
    encoder.append(keyNumber)
    encoder.append(raw: capture)
    return encoder.bytes
  }

  /// Puts another passphrase in the place of the first one; the key and all that is sealed stay.
  ///
  /// - Throws: ``VaultFailure/memory(_:)`` where there is too little.
  package mutating func change(
    to passphrase: SecretBytes, cost: UInt8 = WrappedByPassphrase.usualCost, key: VaultKey, random: SealRandom
  ) throws(VaultFailure) {
    self.passphrase = try WrappedByPassphrase(key, under: passphrase, cost: cost, random: random)
    prove(key)
  }

  // MARK: The recovery key

  private static func purpose(_ id: VaultID) -> [UInt8] { Derivation.domain("cloudjournal/vault/1") + id.bytes }

  /// Lets the account's recovery key open the vault as well.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` for public keys that are none.
  package mutating func wrap(
    _ key: VaultKey, to recovery: PublicKeys, wrapping: some KeyWrapping
  ) throws(SealFailure) {
    guard let secret = JournalKey(secret: key.secret) else { throw .damaged("a key of another length") }
    self.recovery = try wrapping.wrap(secret, to: recovery, purpose: VaultFile.purpose(id))
    prove(key)
  }

  /// The vault's key, taken out by the recovery key.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` where it was wrapped to another one, to none, or the file was changed.
  package func key(recovery pair: KeyPair, wrapping: some KeyWrapping) throws(SealFailure) -> VaultKey {
    guard let recovery else { throw .damaged("no recovery key opens this vault") }
    let secret = try wrapping.unwrap(recovery, with: pair, purpose: VaultFile.purpose(id)).secret
    guard let key = VaultKey(secret: secret), isGenuine(key) else { throw .damaged("the key of another vault") }
    return key
  }
}

// MARK: - Bytes

extension VaultFile {
  /// The file's bytes: JSON with sorted keys, and a check that tells damage from a wrong passphrase.
  package var encoded: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return Array(try encoder.encode(Form(self))) + [UInt8(ascii: "\n")] } catch {
      preconditionFailure("text and numbers have a form in JSON: \(error)")
    }
  }

  /// Reads what ``encoded`` is; a key that is not known here, missing, or of another form is refused.
  ///
  /// - Parameter known: The ``testimony`` of a file of a vault that was found genuine; nil where there is none. A file with the
  ///   same one needs no other check.
  /// - Throws: ``VaultFailure/newer`` for a version or a cost above ours, otherwise ``VaultFailure/damaged(_:)``.
  package init(decoding bytes: [UInt8], knowing known: (VaultID) -> [UInt8]? = { _ in nil }) throws(VaultFailure) {
    guard bytes.count <= VaultFile.maximumLength else { throw .damaged("it is too long") }
    let root: JSONObject
    do throws(ServiceError) { root = try JSONDocument(bytes).root.object() } catch { throw .damaged("it is no JSON") }
    let form = try Form(root)
    self = try VaultFile(form)
    if let known = known(id), isAs(known), Hexadecimal.text(Array(known.suffix(VaultFile.checkLength))) == form.check {
      return
    }
    guard form.check == check else { throw .damaged("its check is wrong") }
  }

  private init(_ form: Form) throws(VaultFailure) {
    guard let id = VaultID(hexadecimal: form.vault), !id.isReserved else { throw .damaged("its name") }
    guard form.keyNumber == 1 else { throw form.keyNumber > 1 ? .newer : .damaged("its key number") }
    (self.id, state, keyNumber) = (id, form.state, form.keyNumber)
    passphrase = try WrappedByPassphrase(form.kdf, wrapped: form.wrapped)
    if let recovery = form.recovery {
      guard let encapsulated = Base64.decode(recovery.enc), let sealed = Base64.decode(recovery.sealed),
        let wrapped = WrappedKey(encapsulated: encapsulated, sealed: sealed)
      else { throw .damaged("what belongs to the recovery key") }
      self.recovery = wrapped
    }
    guard let capture = Base64.decode(form.capture), capture.count == CaptureKey.publicLength else {
      throw .damaged("the capture key")
    }
    guard let proof = VaultFile.digits(form.proof, 32) else { throw .damaged("its proof") }
    (self.capture, self.proof) = (capture, proof)
  }

  /// Bytes of the check.
  private static let checkLength = 8

  /// Bytes that follow from all others, without any key; their digits.
  private var check: String {
    let stage = UInt8(State.allCases.firstIndex(of: state) ?? 0)
    let bytes = Derivation.domain("cloudjournal/vault-check/1") + [stage] + proved + proof
    return Hexadecimal.text(Array(SHA256.hash(data: bytes).prefix(VaultFile.checkLength)))
  }

  /// So many bytes from their lower-case digits; nil for anything else.
  static func digits(_ text: String, _ count: Int) -> [UInt8]? {
    Hexadecimal.isLowerCase(text, digits: 2 * count) ? Hex.bytes(text) : nil
  }

  /// The file as it is written.
  ///
  /// It is read at the start of each command, and without `Decodable`, which would spend a millisecond on looking types up.
  private struct Form: Encodable {
    enum CodingKeys: String, CodingKey {
      case version, vault, state, kdf, wrapped, recovery, keyNumber, capture, proof, check
    }

    struct Recovery: Encodable {
      var enc: String
      var sealed: String
    }

    var version = 1
    var vault: String
    var state: State
    var kdf: WrappedByPassphrase.Form
    var wrapped: String
    var recovery: Recovery?
    var keyNumber: UInt32
    var capture: String
    var proof: String
    var check: String

    init(_ root: JSONObject) throws(VaultFailure) {
      do throws(ServiceError) {
        version = Int(try root.required("version").int64())
        guard version <= 1 else { throw ServiceError(.notFound, "") }
        var unknown: String?
        try root.forEach { key, _ in if CodingKeys(stringValue: key) == nil { unknown = key } }
        guard version == 1, unknown == nil else {
          throw ServiceError(.badRequest, "its version, or a key that is not known")
        }
        vault = try root.required("vault").string()
        state = try root.required("state").choice("a state")
        kdf = try WrappedByPassphrase.Form(try root.required("kdf").object())
        wrapped = try root.required("wrapped").string()
        if let recovery = try root["recovery"]?.object() {
          self.recovery = Recovery(
            enc: try recovery.required("enc").string(), sealed: try recovery.required("sealed").string())
        }
        let number = try root.required("keyNumber").int64()
        guard let keyNumber = UInt32(exactly: number) else { throw ServiceError(.badRequest, "its key number") }
        self.keyNumber = keyNumber
        capture = try root.required("capture").string()
        proof = try root.required("proof").string()
        check = try root.required("check").string()
      } catch {
        throw error.code == .notFound ? .newer : .damaged(error.reason)
      }
    }

    init(_ file: VaultFile) {
      vault = file.id.description
      state = file.state
      kdf = file.passphrase.form
      wrapped = Hexadecimal.text(file.passphrase.wrapped)
      recovery = file.recovery.map {
        Recovery(enc: Base64.text($0.encapsulated), sealed: Base64.text($0.sealed))
      }
      keyNumber = file.keyNumber
      capture = Base64.text(file.capture)
      proof = Hexadecimal.text(file.proof)
      check = file.check
    }
  }
}
