import Crypto

/// Signs what clients carry about and bring back, and tells whether it is still what the service gave out.
struct Seal {
  /// What a sealed text is for: one kind never passes for another.
  enum Kind: UInt8 {
    case zoneChanges = 1
    case zoneFetch = 2
    case zoneReverse = 3
    case databaseChanges = 4
    case queryMarker = 5
    case receipt = 6
    case download = 7
    case sharedDownload = 8
    case sharedChanges = 9
  }

  static let version: UInt8 = 1
  private static let codeLength = 16
  private let key: SymmetricKey

  init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

  /// Version, kind, payload, code.
  func seal(_ kind: Kind, _ payload: [UInt8]) -> [UInt8] {
    let message = [Seal.version, kind.rawValue] + payload
    return message + code(of: message)
  }

  /// The payload, or nil where `bytes` were not made by ``seal(_:_:)`` with this kind and key.
  func open(_ kind: Kind, _ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count >= 2 + Seal.codeLength, bytes[0] == Seal.version, bytes[1] == kind.rawValue else { return nil }
    let message = Array(bytes.dropLast(Seal.codeLength))
    // Every byte is looked at, so that time says nothing about how many were right.
    var difference: UInt8 = 0
    for (one, other) in zip(code(of: message), bytes.suffix(Seal.codeLength)) { difference |= one ^ other }
    return difference == 0 ? Array(message.dropFirst(2)) : nil
  }

  /// Sixteen bytes that only the holder of the key can make of `message`.
  func code(of message: [UInt8]) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: message, using: key).prefix(Seal.codeLength))
  }
}

extension CloudService {
  var seal: Seal { Seal(key: settings.signingKey) }
}
