import Encodings
import Foundation

/// What a device keeps of its keys, in a file of its own beside the journal: `keys.json`, mode 0600.
///
/// The ring's bytes lie in a file beside it; the database and its backups never hold a key.
package struct KeptKeys: Hashable, Sendable {
  /// Where a device stands with its ring.
  package enum State: String, Hashable, Sendable, CaseIterable, Codable {
    /// A ring was made here, and is not known to be the server's yet.
    case founding
    /// There is a ring, and this device is not in it.
    case waiting
    /// This device is in the ring and has its keys.
    case ready
    /// The ring says that this device was removed.
    case removed
  }

  /// Service, container and user that the keys belong to, as one text; keys of another account are left alone.
  package var account: String
  /// How the account was named before its server got another address; nil once nothing is known by that name any more.
  package var accountBefore: String?
  /// This device's own keys.
  package var device: DeviceKeys
  /// The ring, its serial and its head, as they were taken last; nil before.
  package var ring: Ring?
  /// The recovery key, until a person has confirmed it.
  package var recovery: RecoveryKey?
  /// A recovery key that was made here, and of whose ring it is not known whether the server has it; nil where there is none.
  package var recoveryNext: RecoveryKey?
  /// Keys of rings that a person gave up, to begin with another one: they open what was sealed under them.
  package var formerKeys: [JournalKey] = []
  /// How often the recovery key was shown and not confirmed.
  package var recoveryAsked: Int
  /// Where the device stands.
  package var state: State

  /// What is kept of a ring that this device is in, or was in.
  package struct Ring: Hashable, Sendable {
    /// The ring's name.
    package var id: RingID
    /// Its serial, as it was taken last.
    package var serial: UInt64
    /// The digest of its last entry.
    package var head: [UInt8]
    /// All keys, oldest first.
    package var keys: JournalKeys
    /// The key of names of imported records.
    package var nameKey: SecretBytes
    /// How this device came to the ring; becomes `vouched` once a person has confirmed the mode.
    package var entrance: RingEntrance

    package init(
      id: RingID, serial: UInt64, head: [UInt8], keys: JournalKeys, nameKey: SecretBytes, entrance: RingEntrance
    ) {
      (self.id, self.serial, self.head, self.keys) = (id, serial, head, keys)
      (self.nameKey, self.entrance) = (nameKey, entrance)
    }
  }

  package init(
    account: String, accountBefore: String? = nil, device: DeviceKeys, ring: Ring? = nil, recovery: RecoveryKey? = nil,
    recoveryNext: RecoveryKey? = nil, recoveryAsked: Int = 0, state: State
  ) {
    (self.accountBefore, self.recoveryNext) = (accountBefore, recoveryNext)
    (self.account, self.device, self.ring, self.recovery) = (account, device, ring, recovery)
    (self.recoveryAsked, self.state) = (recoveryAsked, state)
  }

  /// The longest file, in bytes.
  package static let maximumLength = 128 * 1024
  /// Of the file; 1 had neither `accountBefore` nor `recoveryNext` nor `formerKeys`.
  private static let formatVersion = 2

  // MARK: Bytes

  /// The file's bytes: JSON with sorted keys.
  ///
  /// - Throws: What the encoder throws, which it does not for these values.
  package func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(Form(self))) + [UInt8(ascii: "\n")]
  }

  /// Reads what ``encoded()`` makes; a key that is not known here, missing, or of another form is refused.
  ///
  /// - Throws: ``SealFailure/newer`` for a version above ours, otherwise ``SealFailure/damaged(_:)``, which names no secret.
  package init(decoding bytes: [UInt8]) throws(SealFailure) {
    guard bytes.count <= KeptKeys.maximumLength else { throw .damaged("keys that are too long") }
    let version: VersionedKeys
    let form: Form
    do { version = try JSONDecoder().decode(VersionedKeys.self, from: Data(bytes)) } catch {
      throw .damaged("keys: no JSON")
    }
    guard version.version <= KeptKeys.formatVersion else { throw .newer }
    guard version.version >= 1, version.areKnown(to: Form.CodingKeys.self) else {
      throw .damaged("keys: version or unknown keys")
    }
    do { form = try JSONDecoder().decode(Form.self, from: Data(bytes)) } catch { throw .damaged("keys: another form") }
    self = try form.value()
  }

  /// The file as it is written; secrets in hexadecimal digits.
  private struct Form: Codable {
    struct Key: Codable {
      var number: UInt32
      var key: String
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
      case version, account, accountBefore, deviceID, agreement, signing, ringID, serial, head, keys, nameKey, entrance,
        recovery
      case recoveryNext, recoveryAsked, formerKeys, state
    }

    var version = KeptKeys.formatVersion
    var account: String
    var accountBefore: String?
    var deviceID: String
    var agreement: String
    var signing: String
    var ringID: String?
    var serial: UInt64?
    var head: String?
    var keys: [Key]?
    var nameKey: String?
    var entrance: String?
    var recovery: String?
    var recoveryNext: String?
    var recoveryAsked: Int
    var formerKeys: [String]?
    var state: State

    init(_ kept: KeptKeys) {
      (account, accountBefore) = (kept.account, kept.accountBefore)
      deviceID = kept.device.id.description
      agreement = Hexadecimal.text(kept.device.pair.agreementSeed.copied)
      signing = Hexadecimal.text(kept.device.pair.signingSeed.copied)
      if let ring = kept.ring {
        ringID = ring.id.description
        serial = ring.serial
        head = Hexadecimal.text(ring.head)
        keys = ring.keys.all.enumerated().map {
          Key(number: UInt32($0.offset + 1), key: Hexadecimal.text($0.element.secret.copied))
        }
        nameKey = Hexadecimal.text(ring.nameKey.copied)
        entrance = ring.entrance == .vouched ? "vouched" : "recoveryKey"
      }
      recovery = kept.recovery.map { Hexadecimal.text($0.secret.copied) }
      recoveryNext = kept.recoveryNext.map { Hexadecimal.text($0.secret.copied) }
      recoveryAsked = kept.recoveryAsked
      formerKeys = kept.formerKeys.isEmpty ? nil : kept.formerKeys.map { Hexadecimal.text($0.secret.copied) }
      state = kept.state
    }

    func value() throws(SealFailure) -> KeptKeys {
      guard let id = DeviceID(hexadecimal: deviceID), !id.isReserved else { throw .damaged("keys: the device's id") }
      let pair = try KeyPair(agreementSeed: bytes(agreement, 32), signingSeed: bytes(signing, 32))
      let recovery = try recoveryKey(self.recovery)
      let recoveryNext = try recoveryKey(self.recoveryNext)
      guard recoveryAsked >= 0 else { throw .damaged("keys: a number below 0") }
      let ring = try ring()
      guard ring != nil || state == .waiting || state == .removed else { throw .damaged("keys: no ring") }
      var kept = KeptKeys(
        account: account, accountBefore: accountBefore, device: DeviceKeys(id: id, pair: pair), ring: ring,
        recovery: recovery,
        recoveryNext: recoveryNext, recoveryAsked: recoveryAsked, state: state)
      for text in formerKeys ?? [] {
        guard let key = JournalKey(secret: try bytes(text, JournalKey.length)) else {
          throw .damaged("keys: a former key")
        }
        kept.formerKeys.append(key)
      }
      return kept
    }

    private func recoveryKey(_ text: String?) throws(SealFailure) -> RecoveryKey? {
      guard let text else { return nil }
      return RecoveryKey(secret: try bytes(text, RecoveryKey.length))
    }

    private func ring() throws(SealFailure) -> Ring? {
      switch (ringID, serial, head, keys, nameKey, entrance) {
      case (nil, nil, nil, nil, nil, nil): return nil
      case (let ringID?, let serial?, let head?, let held?, let nameKey?, let entrance?):
        var keys: [JournalKey] = []
        for (index, held) in held.enumerated() {
          guard held.number == UInt32(index + 1), let key = JournalKey(secret: try bytes(held.key, JournalKey.length))
          else {
            throw .damaged("keys: order")
          }
          keys.append(key)
        }
        guard let id = RingID(hexadecimal: ringID), let all = JournalKeys(keys), serial <= KeyRing.maximumSerial,
          entrance == "vouched" || entrance == "recoveryKey"
        else { throw .damaged("keys: the ring") }
        return Ring(
          id: id, serial: serial, head: try bytes(head, 32).copied, keys: all,
          nameKey: try bytes(nameKey, KeyedName.keyLength), entrance: entrance == "vouched" ? .vouched : .recoveryKey)
      default: throw .damaged("keys: a part of the ring")
      }
    }

    private func bytes(_ text: String, _ count: Int) throws(SealFailure) -> SecretBytes {
      guard Hexadecimal.isLowerCase(text, digits: 2 * count), var bytes = Hex.bytes(text) else {
        throw .damaged("keys: \(2 * count) hexadecimal digits")
      }
      return SecretBytes(wiping: &bytes)
    }
  }
}
