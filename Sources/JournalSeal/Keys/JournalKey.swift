import CloudRecord

/// The random key that a journal's records are sealed under for some time, until a device is removed or a person wants
/// another.
package struct JournalKey: Hashable, Sendable {
  /// Thirty-two random bytes, never used but to derive others.
  package let secret: SecretBytes
  /// Sixteen bytes derived from the key: each holder of the key finds the same, so it names the key and commits to it.
  package let id: KeyID

  /// Takes thirty-two bytes; nil for any other number.
  package init?(_ bytes: [UInt8]) {
    self.init(secret: SecretBytes(bytes))
  }

  /// Takes thirty-two bytes over; nil for any other number.
  package init?(secret: SecretBytes) {
    guard secret.count == JournalKey.length else { return nil }
    self.init(whole: secret)
  }

  private init(whole secret: SecretBytes) {
    self.secret = secret
    id = Derivation.name(secret, info: Array("cloudjournal/key-id/1".utf8))
  }

  /// The number of bytes of a key.
  package static let length = 32

  /// A new key of thirty-two bytes of chance.
  package static func fresh(_ random: SealRandom) -> JournalKey {
    JournalKey(whole: takeSecret(length, from: random))
  }

  /// The key of one record alone.
  package func recordKey(at place: RecordPlace) -> SecretBytes {
    Derivation.expand(secret, info: Derivation.domain("cloudjournal/record/1") + place.name)
  }

  /// The key of the box within one ring.
  func boxKey(in ring: RingID, purpose: String) -> SecretBytes {
    Derivation.expand(secret, info: Derivation.domain(purpose) + ring.bytes)
  }
}

/// All keys that a journal ever had, as far as they are known here, oldest first.
package struct JournalKeys: Hashable, Sendable {
  /// The key number 1 is the first.
  package let all: [JournalKey]
  private let numbers: [KeyID: Int]
  /// Keys of a ring that a person gave up for another one: they still open what was sealed under them.
  private var former: [KeyID: JournalKey] = [:]

  /// Takes at least one key, none of them twice; nil otherwise.
  package init?(_ keys: [JournalKey]) {
    var numbers: [KeyID: Int] = [:]
    for (index, key) in keys.enumerated() {
      guard numbers.updateValue(index + 1, forKey: key.id) == nil else { return nil }
    }
    guard !keys.isEmpty else { return nil }
    (all, self.numbers) = (keys, numbers)
  }

  /// The key that everything is sealed under now.
  package var newest: JournalKey { all[all.count - 1] }
  /// The number of the newest key, from 1.
  package var number: UInt32 { UInt32(all.count) }
  /// The key of a name; nil where it is not known here.
  package subscript(id: KeyID) -> JournalKey? { numbers[id].map { all[$0 - 1] } ?? former[id] }
  /// The number of a key, from 1; 0 for one of a ring that was given up, nil where it is not known here.
  package func number(of id: KeyID) -> UInt32? { numbers[id].map { UInt32($0) } ?? former[id].map { _ in 0 } }

  /// The names of all keys that open something, in hexadecimal digits.
  package var names: Set<String> { Set((all + former.values).map { $0.id.description }) }

  /// These keys, and those of rings that were given up, which seal nothing any more.
  package func opening(_ former: [JournalKey]) -> JournalKeys {
    var keys = self
    for key in former where numbers[key.id] == nil { keys.former[key.id] = key }
    return keys
  }
}

extension JournalKeys {
  /// Number and bytes of each key, as boxes have them.
  func append(to encoder: inout CanonicalEncoder) {
    encoder.append(UInt16(all.count))
    for (index, key) in all.enumerated() {
      encoder.append(UInt32(index + 1))
      encoder.append(secret: key.secret)
    }
  }

  /// - Throws: ``CanonicalDecodingError`` for no keys, one of them twice, and for other bytes.
  init(in decoder: inout CanonicalDecoder) throws(CanonicalDecodingError) {
    let count = try decoder.uint16()
    guard count <= RingState.mostEntries else { throw decoder.failure("at most \(RingState.mostEntries) keys") }
    var keys: [JournalKey] = []
    for index in 0..<UInt32(count) {
      guard try decoder.uint32() == index + 1, let key = JournalKey(try decoder.raw(JournalKey.length)) else {
        throw decoder.failure("key \(index + 1)")
      }
      keys.append(key)
    }
    guard let all = JournalKeys(keys) else { throw decoder.failure("keys, each once") }
    self = all
  }
}
