/// Percent encoding of addresses.
///
/// Everything but letters, digits and `-._~` is escaped: tokens are base64, in which `+`, `/` and `=` mean something else
/// once they stand in a query.
package enum PercentCoding {
  package static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count)
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.append(byte)
      default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// nil where an escape is broken or the bytes are not UTF-8. A plus sign stands for itself.
  package static func decode(_ bytes: some Sequence<UInt8>) -> String? {
    var decoded: [UInt8] = []
    var iterator = bytes.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let high = iterator.next().flatMap(hexValue), let low = iterator.next().flatMap(hexValue) else {
        return nil
      }
      decoded.append(high << 4 | low)
    }
    return String(validating: decoded, as: UTF8.self)
  }

  /// The members of a query, decoded, without those that are broken.
  package static func members(ofQuery query: some StringProtocol) -> [(name: String, value: String)] {
    query.utf8.split(separator: UInt8(ascii: "&")).compactMap { part in
      let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = halves.first.flatMap({ decode($0) }) else { return nil }
      guard halves.count > 1 else { return (name, "") }
      return decode(halves[1]).map { (name, $0) }
    }
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
