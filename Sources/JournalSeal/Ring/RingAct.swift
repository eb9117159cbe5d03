package import CloudRecord

/// What an entry of a journal's ring says.
package enum RingAct: Hashable, Sendable {
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

extension RingAct: SignedAct {
  package var kind: UInt8 {
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
  package var incoming: PublicKeys? {
    switch self {
    case .founded(_, let recovery, _, _), .recovery(let recovery): recovery
    default: nil
    }
  }

  /// The body's bytes.
  package func append(to encoder: inout CanonicalEncoder) {
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

  /// - Throws: ``RingFailure/newer`` for a kind above ours, ``CanonicalDecodingError`` for other bytes.
  package init(kind: UInt8, in decoder: inout CanonicalDecoder) throws {
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
