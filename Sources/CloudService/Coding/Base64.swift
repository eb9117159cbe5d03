/// Base64 as tokens need it: strict when read, so that one value has one text.
enum Base64 {
  private static let standard = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let forURLs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// With padding.
  static func encode(_ bytes: [UInt8]) -> String { encode(bytes, standard, isPadded: true) }

  /// For addresses: `-` and `_`, without padding.
  static func encodeForURL(_ bytes: [UInt8]) -> String { encode(bytes, forURLs, isPadded: false) }

  private static func encode(_ bytes: [UInt8], _ alphabet: [UInt8], isPadded: Bool) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var group = UInt32(bytes[index]) << 16
      if count > 1 { group |= UInt32(bytes[index + 1]) << 8 }
      if count > 2 { group |= UInt32(bytes[index + 2]) }
      for position in 0...count { text.append(alphabet[Int(group >> UInt32(18 - 6 * position) & 63)]) }
      if isPadded { for _ in count..<3 { text.append(UInt8(ascii: "=")) } }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// nil unless `text` is what ``encode(_:)`` makes of some bytes.
  static func decode(_ text: String) -> [UInt8]? {
    var digits = Array(text.utf8)
    guard digits.count % 4 == 0 else { return nil }
    for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits.removeLast() }
    return decode(digits, plus: UInt8(ascii: "+"), slash: UInt8(ascii: "/"))
  }

  /// nil unless `text` is what ``encodeForURL(_:)`` makes of some bytes.
  static func decodeForURL(_ text: String) -> [UInt8]? {
    decode(Array(text.utf8), plus: UInt8(ascii: "-"), slash: UInt8(ascii: "_"))
  }

  private static func decode(_ digits: [UInt8], plus: UInt8, slash: UInt8) -> [UInt8]? {
    guard digits.count % 4 != 1 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3 + 2)
    var group: UInt32 = 0
    var bits = 0
    for digit in digits {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = digit - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = digit - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0") + 52
      case plus: value = 62
      case slash: value = 63
      default: return nil
      }
      group = group << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
        group &= (1 << UInt32(bits)) - 1
      }
    }
    // Bits that belong to no byte have to be zero, or two texts would mean the same.
    return group == 0 ? bytes : nil
  }
}
