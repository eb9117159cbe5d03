import CloudRecord

/// A ring of keys as it lies on the server, read and not yet verified: a log of who is in, the newest key wrapped to each
/// of them, and a box with the older keys and the names.
package struct KeyRing: Hashable, Sendable {
  /// The newest key for one holder.
  package struct Wrap: Hashable, Sendable {
    /// A device, or ``Identifier/recovery``.
    package let to: DeviceID
    /// The journal key, which only the holder can take out.
    package let key: WrappedKey

    package init(to: DeviceID, key: WrappedKey) {
      (self.to, self.key) = (to, key)
    }
  }

  /// Given at the founding.
  package let id: RingID
  /// One more with each save, from 1.
  package let serial: UInt64
  /// Oldest entry first.
  package let log: [RingEntry]
  /// In the order of ``Wrap/to``.
  package let wraps: [Wrap]
  /// Nonce, ciphertext and tag.
  package let box: [UInt8]
  /// Who saved it.
  package let by: DeviceID
  /// The whole ring.
  package let encoded: [UInt8]
  /// Bytes before the box, which authenticates them.
  let boxOffset: Int

  /// The longest ring, in bytes.
  package static let maximumLength = 700 * 1024
  /// The last serial; above it no save is possible, so none above it is read.
  package static let maximumSerial: UInt64 = 1 << 62
  /// By so much a serial may rise at once; one device alone could use all of them up otherwise.
  package static let longestLeap: UInt64 = 1 << 32
  private static let magic: [UInt8] = [0x43, 0x4A, 0x4B]
  private static let formatVersion: UInt8 = 1
  private static let suite: UInt8 = 1
  static let purpose = "cloudjournal/ring/1"

  /// Reads a ring; ``VerifiedRing`` says whether it keeps the rules.
  ///
  /// - Throws: ``RingFailure``.
  package init(decoding bytes: [UInt8]) throws(RingFailure) {
    guard bytes.count <= KeyRing.maximumLength else { throw .broken(.form, "\(bytes.count) bytes") }
    var decoder = CanonicalDecoder(bytes)
    do {
      guard try decoder.raw(3) == KeyRing.magic else { throw decoder.failure("a ring") }
      let format = try decoder.byte()
      guard format <= KeyRing.formatVersion else { throw RingFailure.newer }
      guard format == KeyRing.formatVersion else { throw decoder.failure("ring version 1") }
      id = try decoder.ringID()
      serial = try decoder.uint64()
      guard (1...KeyRing.maximumSerial).contains(serial) else { throw decoder.failure("a serial") }
      log = try KeyRing.log(in: &decoder)
      wraps = try KeyRing.wraps(in: &decoder)
      boxOffset = decoder.offset
      box = try decoder.lengthPrefixed()
      guard box.count > Cipher.nonceLength + Cipher.tagLength else { throw decoder.failure("a box") }
      by = try decoder.deviceID()
      _ = try decoder.raw(signatureLength, "a signature")
      guard decoder.isAtEnd else { throw decoder.failure("the end of the ring") }
      encoded = bytes
    } catch let failure as RingFailure {
      throw failure
    } catch {
      throw .broken(.form, "\(error)")
    }
  }

  private static func log(in decoder: inout CanonicalDecoder) throws -> [RingEntry] {
    let count = try decoder.uint32()
    guard (1...UInt32(RingState.mostEntries)).contains(count) else { throw decoder.failure("1 to 400 entries") }
    var log: [RingEntry] = []
    for _ in 0..<count {
      let place = decoder
      let bytes = try decoder.lengthPrefixed()
      guard bytes.count <= RingEntry.maximumLength else { throw place.failure("a shorter entry") }
      log.append(try RingEntry(decoding: bytes))
    }
    return log
  }

  private static func wraps(in decoder: inout CanonicalDecoder) throws -> [Wrap] {
    let count = try decoder.uint16()
    guard count <= RingState.mostDevices + 1 else { throw decoder.failure("at most 51 wraps") }
    var wraps: [Wrap] = []
    for _ in 0..<count {
      let to = try decoder.deviceID()
      if let last = wraps.last { guard last.to < to else { throw decoder.failure("wraps in order") } }
      let suite = try decoder.byte()
      guard suite <= KeyRing.suite else { throw RingFailure.newer }
      guard suite == KeyRing.suite else { throw decoder.failure("suite 1") }
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
    id: RingID, serial: UInt64, log: [RingEntry], wraps: [Wrap], box: [UInt8], key: JournalKey, signer: RingSigner,
    random: SealRandom
  ) throws(SealFailure) -> [UInt8] {
    var encoder = front(id: id, serial: serial, log: log, wraps: wraps)
    let nonce = take(Cipher.nonceLength, from: random)
    let sealed = try Cipher.seal(box, key: key.boxKey(in: id).bytes, nonce: nonce, authenticating: encoder.bytes)
    encoder.append(lengthPrefixed: nonce + sealed)
    encoder.append(raw: signer.id.bytes)
    encoder.append(raw: try signer.pair.signature(purpose, encoder.bytes))
    return encoder.bytes
  }

  /// Everything before the box.
  private static func front(id: RingID, serial: UInt64, log: [RingEntry], wraps: [Wrap]) -> CanonicalEncoder {
    var encoder = CanonicalEncoder(reservingCapacity: 4096 + log.count * 1500 + wraps.count * 1200)
    encoder.append(raw: magic + [formatVersion])
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
  package static func purpose(ring: RingID, number: UInt32, key: KeyID, to: DeviceID) -> [UInt8] {
    var encoder = CanonicalEncoder(reservingCapacity: 80)
    encoder.append(raw: Derivation.domain("cloudjournal/wrap/1"))
    encoder.append(raw: ring.bytes)
    encoder.append(number)
    encoder.append(raw: key.bytes)
    encoder.append(raw: to.bytes)
    return encoder.bytes
  }
}

/// A ring whose log, wraps and signature keep the rules.
package struct VerifiedRing: Hashable, Sendable {
  /// The ring as it was read.
  package let ring: KeyRing
  /// What its log says.
  package let state: RingState

  /// Verifies a ring.
  ///
  /// - Parameter known: The heads of a log that was verified before (``RingState/heads``): signatures of the entries that
  ///   both have are not computed again.
  /// - Throws: ``RingFailure``.
  package init(_ ring: KeyRing, known: [[UInt8]] = []) throws(RingFailure) {
    let state = try RingState(ring: ring.id, log: ring.log, known: known)
    let wanted = state.active.keys.sorted() + [DeviceID.recovery]
    guard ring.wraps.map(\.to) == wanted else { throw .broken(.wraps, "wraps of others than those who are in") }
    let length = ring.encoded.count - signatureLength
    guard state.maySeal(ring.by), let keys = state.keys(of: ring.by) ?? state.keysOfLastLeft,
      keys.isSigned(Array(ring.encoded[length...]), KeyRing.purpose, Array(ring.encoded[..<length]))
    else { throw .broken(.signer, "the ring's own signature") }
    (self.ring, self.state) = (ring, state)
  }

  /// Reads and verifies a ring.
  ///
  /// - Throws: ``RingFailure``.
  package init(decoding bytes: [UInt8], known: [[UInt8]] = []) throws(RingFailure) {
    try self.init(KeyRing(decoding: bytes), known: known)
  }

  /// The ring's own name and serial, and what a device keeps to judge the next one by.
  package var known: KnownRing {
    KnownRing(id: ring.id, serial: ring.serial, heads: state.heads, encoded: ring.encoded)
  }
}
