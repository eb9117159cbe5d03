/// Base64 with the letters of RFC 4648's section 5, without padding: text that can stand in an address or on a command
/// line as it is.
enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 4 / 3 + 3)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits: UInt32 = 0
      for (offset, byte) in group.enumerated() { bits |= UInt32(byte) << UInt32(16 - 8 * offset) }
      for digit in 0...group.count { result.append(alphabet[Int(bits >> UInt32(18 - 6 * digit)) & 63]) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The bytes of a text; nil where it is no such text.
  static func decode(_ text: String) -> [UInt8]? {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count: UInt32 = 0
    for byte in text.utf8 {
      guard let value = value(of: byte) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    // Fewer than six bits are left over, and those are nought.
    guard count < 6, bits & (1 << count - 1) == 0 else { return nil }
    return result
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case 0x41...0x5A: UInt32(byte) - 0x41
    case 0x61...0x7A: UInt32(byte) - 0x61 + 26
    case 0x30...0x39: UInt32(byte) - 0x30 + 52
    case 0x2D: 62
    case 0x5F: 63
    default: nil
    }
  }
}
