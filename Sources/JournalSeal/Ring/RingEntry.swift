import CloudRecord
import SyncCore

/// One entry of a ring's log: who did what to the keys, signed, and chained to the entry before.
package struct RingEntry: Hashable, Sendable {
  /// What was done.
  package enum Body: Hashable, Sendable {
    /// The ring began with one device, a recovery key, and the key number 1.
    case founded(DeviceIdentity, recovery: PublicKeys, key: KeyID, mode: RingMode)
    /// A device was let in.
    case added(DeviceIdentity)
    /// A device was removed by another, or left.
    case removed(DeviceID, hasLeft: Bool)
    /// The key of another number is used from here on.
    case newKey(number: UInt32, KeyID)
    /// Another recovery key is in force from here on.
    case recovery(PublicKeys)
    /// Encryption was turned on or off, or one of them is done.
    case mode(RingMode)
  }

  /// What was done.
  package let body: Body
  /// The digest of the whole entry before; zeros in the first.
  package let previous: [UInt8]
  /// Milliseconds since 1970 by the clock of the device that signed it, at most 48 bits.
  package let at: UInt64
  /// The device that signed it, or ``Identifier/recovery``.
  package let by: DeviceID
  /// The whole entry.
  package let encoded: [UInt8]
  /// The digest of ``encoded``: the head of a log that ends here.
  package let digest: [UInt8]
  /// How many bytes the signatures are over.
  private let signedLength: Int

  /// The longest entry, in bytes; far above those that there are.
  static let maximumLength = 8192

  // MARK: Making one

  /// Signs an entry; `recovery` signs too where the entry brings its key in. No rule is looked at.
  ///
  /// - Throws: ``SealFailure/damaged(_:)`` where the library cannot sign.
  package init(
    _ body: Body, after previous: [UInt8], at time: UInt64, by signer: RingSigner, recovery: KeyPair? = nil,
    in ring: RingID
  ) throws(SealFailure) {
    var encoder = CanonicalEncoder(reservingCapacity: 3072)
    encoder.append(byte: body.kind)
    encoder.append(raw: previous)
    encoder.append(time)
    body.append(to: &encoder)
    encoder.append(raw: signer.id.bytes)
    let signed = ring.bytes + encoder.bytes
    signedLength = encoder.bytes.count
    encoder.append(raw: try signer.pair.signature(RingEntry.purpose, signed))
    if let recovery { encoder.append(raw: try recovery.signature(RingEntry.purpose, signed)) }
    (self.body, self.previous) = (body, previous)
    at = time
    by = signer.id
    encoded = encoder.bytes
    digest = Digest(of: encoder.bytes).bytes
  }

  private static let purpose = "cloudjournal/log/1"

  // MARK: Reading one

  /// Reads a whole entry.
  ///
  /// - Throws: ``RingFailure/newer`` for a kind or suite above ours, ``CanonicalDecodingError`` for other bytes.
  init(decoding bytes: [UInt8]) throws {
    var decoder = CanonicalDecoder(bytes)
    let kind = try decoder.byte()
    previous = try decoder.raw(32)
    at = try decoder.uint64()
    guard at <= HybridTime.maximumMilliseconds else { throw decoder.failure("a time of 48 bits") }
    body = try Body(kind: kind, in: &decoder)
    by = try decoder.deviceID()
    signedLength = decoder.offset
    _ = try decoder.raw(body.bringsRecovery ? 2 * signatureLength : signatureLength, "signatures")
    guard decoder.isAtEnd else { throw decoder.failure("the end of an entry") }
    encoded = bytes
    digest = Digest(of: bytes).bytes
  }

  /// Whether the signatures are of these keys; `recovery` has to have signed where the entry brings its key in.
  func isSigned(by keys: PublicKeys, in ring: RingID) -> Bool {
    let signed = ring.bytes + encoded[..<signedLength]
    let first = Array(encoded[signedLength..<(signedLength + signatureLength)])
    guard keys.isSigned(first, RingEntry.purpose, signed) else { return false }
    guard let recovery = body.recovery else { return true }
    return recovery.isSigned(Array(encoded[(signedLength + signatureLength)...]), RingEntry.purpose, signed)
  }
}

extension RingEntry.Body {
  var kind: UInt8 {
    switch self {
    case .founded: 1
    case .added: 2
    case .removed: 3
    case .newKey: 4
    case .recovery: 5
    case .mode: 6
    }
  }

  /// The recovery key that comes into force by it; its own signature shows that it is there.
  var recovery: PublicKeys? {
    switch self {
    case .founded(_, let recovery, _, _), .recovery(let recovery): recovery
    default: nil
    }
  }

  var bringsRecovery: Bool { recovery != nil }

  func append(to encoder: inout CanonicalEncoder) {
    switch self {
    case .founded(let device, let recovery, let key, let mode):
      device.append(to: &encoder)
      recovery.append(to: &encoder)
      encoder.append(UInt32(1))
      encoder.append(raw: key.bytes)
      encoder.append(byte: mode.rawValue)
    case .added(let device): device.append(to: &encoder)
    case .removed(let id, let hasLeft):
      encoder.append(raw: id.bytes)
      encoder.append(byte: hasLeft ? 2 : 1)
    case .newKey(let number, let key):
      encoder.append(number)
      encoder.append(raw: key.bytes)
    case .recovery(let keys): keys.append(to: &encoder)
    case .mode(let mode): encoder.append(byte: mode.rawValue)
    }
  }

  init(kind: UInt8, in decoder: inout CanonicalDecoder) throws {
    switch kind {
    case 0: throw decoder.failure("a kind")
    case 1:
      let device = try DeviceIdentity(in: &decoder)
      let recovery = try PublicKeys(in: &decoder)
      guard try decoder.uint32() == 1 else { throw decoder.failure("number 1") }
      self = .founded(device, recovery: recovery, key: try decoder.keyID(), mode: try decoder.mode())
    case 2: self = .added(try DeviceIdentity(in: &decoder))
    case 3:
      let id = try decoder.deviceID()
      let reason = try decoder.byte()
      guard reason == 1 || reason == 2 else { throw decoder.failure("reason 1 or 2") }
      self = .removed(id, hasLeft: reason == 2)
    case 4: self = .newKey(number: try decoder.uint32(), try decoder.keyID())
    case 5: self = .recovery(try PublicKeys(in: &decoder))
    case 6: self = .mode(try decoder.mode())
    default: throw RingFailure.newer
    }
  }
}

extension CanonicalDecoder {
  fileprivate mutating func mode() throws(CanonicalDecodingError) -> RingMode {
    guard let mode = RingMode(rawValue: try byte("a mode")) else { throw failure("a mode") }
    return mode
  }
}

/// Who signs an entry or a ring: a device, or the recovery key.
package struct RingSigner: Hashable, Sendable {
  /// The device's, or ``Identifier/recovery``.
  package let id: DeviceID
  /// The secret keys.
  package let pair: KeyPair

  /// A device signs.
  package static func device(_ device: DeviceKeys) -> RingSigner { RingSigner(id: device.id, pair: device.pair) }
  /// The recovery key signs, as its pair.
  package static func recovery(_ pair: KeyPair) -> RingSigner { RingSigner(id: .recovery, pair: pair) }
}
