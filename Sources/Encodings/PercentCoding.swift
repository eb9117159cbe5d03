/// Percent encoding of addresses (RFC 3986, section 2.1).
package enum PercentCoding {
  /// Everything but letters, digits and `-._~` is escaped: tokens are base64, in which `+`, `/` and `=` mean something
  /// else once they stand in a query.
  ///
  /// - Parameter kept: ASCII characters that stand for themselves as well, such as the slashes of a path.
  package static func encode(_ text: String, keeping kept: String = "") -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case _ where byte.isASCIILetterOrDigit(or: "-._~"): encoded.append(byte)
      case 0..<0x80 where kept.utf8.contains(byte): encoded.append(byte)
      default: encoded += [UInt8(ascii: "%")] + Array(Hexadecimal.text([byte]).uppercased().utf8)
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The text that some bytes of an address stand for; nil where an escape is broken or the bytes are not UTF-8.
  ///
  /// - Parameters:
  ///   - plusIsSpace: So in forms. In addresses a plus sign stands for itself.
  ///   - keepsBroken: A percent sign without two digits stands for itself: so in what people paste.
  package static func decode(
    _ bytes: some Collection<UInt8>, plusIsSpace: Bool = false, keepsBroken: Bool = false
  ) -> String? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        let digits = rest.prefix(2).compactMap(Hexadecimal.value)
        if digits.count == 2 {
          decoded.append(digits[0] << 4 | digits[1])
          rest = rest.dropFirst(2)
        } else if keepsBroken {
          decoded.append(byte)
        } else {
          return nil
        }
      case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
      default: decoded.append(byte)
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  /// The members of a query in order, decoded, without those that are broken; one without `=` has an empty value.
  package static func members(
    ofQuery query: some StringProtocol, plusIsSpace: Bool = false
  ) -> [(name: String, value: String)] {
    query.utf8.split(separator: UInt8(ascii: "&")).compactMap { part in
      let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = halves.first.flatMap({ decode($0, plusIsSpace: plusIsSpace) }) else { return nil }
      guard halves.count > 1 else { return (name, "") }
      return decode(halves[1], plusIsSpace: plusIsSpace).map { (name, $0) }
    }
  }
}
