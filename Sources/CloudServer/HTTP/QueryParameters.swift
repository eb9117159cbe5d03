/// What stands after the question mark of an address, or in the body of a form.
package struct QueryParameters: Sendable {
  private var pairs: [(name: String, value: String)] = []

  /// - Parameter plusIsSpace: So in forms. In addresses a plus sign stands for itself: tokens of other services have it,
  ///   and clients do not always escape it.
  package init(_ text: some StringProtocol, plusIsSpace: Bool = false) {
    for part in text.utf8.split(separator: UInt8(ascii: "&")) {
      let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = halves.first.flatMap({ PercentCoding.decode($0, plusIsSpace: plusIsSpace) }) else { continue }
      let value = halves.count > 1 ? PercentCoding.decode(halves[1], plusIsSpace: plusIsSpace) : ""
      if let value { pairs.append((name, value)) }
    }
  }

  /// The first value of this name.
  package subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

  /// The first value that says something: clients send `undefined` and `null` for what they do not have.
  package func present(_ names: String...) -> String? {
    for name in names {
      if let value = self[name], !value.isEmpty, value != "undefined", value != "null" { return value }
    }
    return nil
  }
}

/// Percent encoding of addresses.
package enum PercentCoding {
  /// nil where an escape is broken or the bytes are not UTF-8.
  package static func decode(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool = false) -> String? {
    var decoded: [UInt8] = []
    var iterator = bytes.makeIterator()
    while let byte = iterator.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = iterator.next().flatMap(hexValue), let low = iterator.next().flatMap(hexValue) else {
          return nil
        }
        decoded.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
      default: decoded.append(byte)
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  /// Everything but letters, digits and `-._~` escaped.
  package static func encode(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default: encoded += "%" + Hexadecimal.text([byte]).uppercased()
      }
    }
    return encoded
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

/// Bytes as lower-case hexadecimal digits.
package enum Hexadecimal {
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
