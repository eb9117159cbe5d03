import CloudRecord

/// A ring of keys as it lies on the server, read and not yet verified: a log of who is in, the newest key wrapped to each
/// of them, and a box with the older keys and the names. The form is the same for journals and for shares.
package struct SignedRing<Scheme: RingScheme>: Hashable, Sendable {
  /// Who holds keys.
  package typealias Holder = Identifier<Scheme.Holder>
  /// An entry of the log.
  package typealias Entry = SignedEntry<Scheme>

  /// The newest key for one holder.
  package struct Wrap: Hashable, Sendable {
    /// In a journal's ring a device, or ``Identifier/recovery``; in a share's a participant.
    package let to: Holder
    /// The journal key, which only the holder can take out.
    package let key: WrappedKey

    package init(to: Holder, key: WrappedKey) {
      (self.to, self.key) = (to, key)
    }
  }

  /// Given at the founding.
  package let id: RingID
  /// One more with each save, from 1.
  package let serial: UInt64
  /// Oldest entry first.
  package let log: [Entry]
  /// In the order of ``Wrap/to``.
  package let wraps: [Wrap]
  /// What lies between the wraps and the box.
  package let middle: Scheme.Middle
  /// Nonce, ciphertext and tag.
  package let box: [UInt8]
  /// Who saved it.
  package let by: Holder
  /// The whole ring.
  package let encoded: [UInt8]
  /// Bytes before the box, which authenticates them.
  let boxOffset: Int

  /// The longest ring, in bytes.
  package static var maximumLength: Int { 700 * 1024 }
  /// The last serial; above it no save is possible, so none above it is read.
  package static var maximumSerial: UInt64 { 1 << 62 }
  /// By so much a serial may rise at once; one device alone could use all of them up otherwise.
  package static var longestLeap: UInt64 { 1 << 32 }
  private static var formatVersion: UInt8 { 1 }
  private static var suite: UInt8 { 1 }

  /// Reads a ring; ``VerifiedRing`` says whether it keeps the rules.
  ///
  /// - Throws: ``RingFailure``.
  package init(decoding bytes: [UInt8]) throws(RingFailure) {
    guard bytes.count <= Self.maximumLength else { throw .broken(.form, "\(bytes.count) bytes") }
    var decoder = CanonicalDecoder(bytes)
    do {
      guard try decoder.raw(3) == Scheme.magic else { throw decoder.failure("a ring") }
      let format = try decoder.byte()
      guard format <= Self.formatVersion else { throw RingFailure.newer }
      guard format == Self.formatVersion else { throw decoder.failure("ring version 1") }
      id = try decoder.ringID()
      serial = try decoder.uint64()
      guard (1...Self.maximumSerial).contains(serial) else { throw decoder.failure("a serial") }
      log = try Self.log(in: &decoder)
      wraps = try Self.wraps(in: &decoder)
      middle = try Scheme.Middle(in: &decoder)
      boxOffset = decoder.offset
      box = try decoder.lengthPrefixed()
      guard box.count > NonceBox.overhead else { throw decoder.failure("a box") }
      by = try decoder.identifier()
      _ = try decoder.raw(signatureLength, "a signature")
      guard decoder.isAtEnd else { throw decoder.failure("the end of the ring") }
      encoded = bytes
    } catch let failure as RingFailure {
      throw failure
    } catch {
      throw .broken(.form, "\(error)")
    }
  }

  private static func log(in decoder: inout CanonicalDecoder) throws -> [Entry] {
    let count = try decoder.uint32()
    guard (1...UInt32(RingState.mostEntries)).contains(count) else { throw decoder.failure("1 to 400 entries") }
    var log: [Entry] = []
    for _ in 0..<count {
      let place = decoder
      let bytes = try decoder.lengthPrefixed()
      guard bytes.count <= Entry.maximumLength else { throw place.failure("a shorter entry") }
      log.append(try Entry(decoding: bytes))
    }
    return log
  }

  private static func wraps(in decoder: inout CanonicalDecoder) throws -> [Wrap] {
    let count = try decoder.uint16()
    guard count <= Scheme.mostHolders else { throw decoder.failure("at most \(Scheme.mostHolders) wraps") }
    var wraps: [Wrap] = []
    for _ in 0..<count {
      let to: Holder = try decoder.identifier()
      if let last = wraps.last { guard last.to < to else { throw decoder.failure("wraps in order") } }
      let suite = try decoder.byte()
      guard suite <= Self.suite else { throw RingFailure.newer }
      guard suite == Self.suite else { throw decoder.failure("suite 1") }
      let encapsulated = try decoder.raw(Int(try decoder.uint16()))
      let sealed = try decoder.raw(Int(try decoder.uint16()))
      guard let key = WrappedKey(encapsulated: encapsulated, sealed: sealed) else {
        throw decoder.failure("1,120 and 48 bytes")
      }
      wraps.append(Wrap(to: to, key: key))
    }
    return wraps
  }

  /// Puts a ring together, seals its box and signs it. No rule is looked at: ``RingDraft`` keeps them.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` where the library cannot seal or sign.
  package static func encoded(
    id: RingID, serial: UInt64, log: [Entry], wraps: [Wrap], middle: Scheme.Middle, box: [UInt8], key: JournalKey,
    signer: HolderKeys<Scheme.Holder>, random: SealRandom
  ) throws(SealFailure) -> [UInt8] {
    var encoder = front(id: id, serial: serial, log: log, wraps: wraps)
    middle.append(to: &encoder)
    let boxKey = key.boxKey(in: id, purpose: Scheme.boxPurpose)
    encoder.append(lengthPrefixed: try NonceBox.seal(box, under: boxKey, authenticating: encoder.bytes, random: random))
    encoder.append(raw: signer.id.bytes)
    encoder.append(raw: try signer.pair.signature(Scheme.ringPurpose, encoder.bytes))
    return encoder.bytes
  }

  /// Whether the ring's own signature is of these keys.
  func isSigned(by keys: PublicKeys) -> Bool {
    let length = encoded.count - signatureLength
    return keys.isSigned(Array(encoded[length...]), Scheme.ringPurpose, Array(encoded[..<length]))
  }

  /// What is in the box.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` for another key than the one that the box was sealed under.
  func openBox(under key: JournalKey) throws(SealFailure) -> [UInt8] {
    let boxKey = key.boxKey(in: id, purpose: Scheme.boxPurpose)
    return try NonceBox.open(box, under: boxKey, authenticating: Array(encoded[..<boxOffset]))
  }

  /// Everything before the middle and the box.
  private static func front(id: RingID, serial: UInt64, log: [Entry], wraps: [Wrap]) -> CanonicalEncoder {
    var encoder = CanonicalEncoder(reservingCapacity: 4096 + log.count * 1500 + wraps.count * 1200)
    encoder.append(raw: Scheme.magic + [formatVersion])
    encoder.append(raw: id.bytes)
    encoder.append(serial)
    encoder.append(UInt32(log.count))
    for entry in log { encoder.append(lengthPrefixed: entry.encoded) }
    encoder.append(UInt16(wraps.count))
    for wrap in wraps {
      encoder.append(raw: wrap.to.bytes)
      encoder.append(byte: suite)
      encoder.append(UInt16(wrap.key.encapsulated.count))
      encoder.append(raw: wrap.key.encapsulated)
      encoder.append(UInt16(wrap.key.sealed.count))
      encoder.append(raw: wrap.key.sealed)
    }
    return encoder
  }

  /// What a wrap of a ring is bound to: ring, number, key and holder.
  package static func purpose(ring: RingID, number: UInt32, key: KeyID, to: Holder) -> [UInt8] {
    var encoder = CanonicalEncoder(reservingCapacity: 80)
    encoder.append(raw: Derivation.domain(Scheme.wrapPurpose))
    encoder.append(raw: ring.bytes)
    encoder.append(number)
    encoder.append(raw: key.bytes)
    encoder.append(raw: to.bytes)
    return encoder.bytes
  }
}

/// A nonce, a ciphertext and its tag, one after the other.
enum NonceBox {
  /// The shortest box: one of nothing.
  static let overhead = Cipher.nonceLength + Cipher.tagLength

  /// Seals some bytes with a nonce of chance.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` for a key of another length.
  static func seal(
    _ plain: [UInt8], under key: SecretBytes, authenticating head: [UInt8], random: SealRandom
  ) throws(SealFailure) -> [UInt8] {
    let nonce = take(Cipher.nonceLength, from: random)
    return try nonce + Cipher.seal(plain, key: key, nonce: nonce, authenticating: head)
  }

  /// - Throws: ``SealFailure/damaged(_:)`` where key, head or bytes are not those of the box.
  static func open(
    _ box: [UInt8], under key: SecretBytes, authenticating head: [UInt8]
  ) throws(SealFailure) -> [UInt8] {
    guard box.count >= overhead else { throw .damaged("a short box") }
    return try Cipher.open(
      box[Cipher.nonceLength...], key: key, nonce: Array(box[..<Cipher.nonceLength]), authenticating: head)
  }
}
