/// Bytes and numbers in base 16.
package enum Hexadecimal {
  /// Two digits for each byte, in lower case.
  package static func text(_ bytes: some Sequence<UInt8>) -> String { text(Array(bytes)) }

  /// The same of an array: short commands ask it, and a generic function would first look its types up.
  package static func text(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      for (place, byte) in bytes.enumerated() {
        text[2 * place] = digit(byte >> 4)
        text[2 * place + 1] = digit(byte & 15)
      }
      return 2 * bytes.count
    }
  }

  /// The last `digits` digits of a number, zeros in front, in lower case.
  package static func text(_ number: UInt64, digits: Int) -> String {
    String(unsafeUninitializedCapacity: digits) { text in
      var rest = number
      for place in stride(from: digits - 1, through: 0, by: -1) {
        text[place] = digit(UInt8(truncatingIfNeeded: rest & 15))
        rest >>= 4
      }
      return digits
    }
  }

  /// Whether a text is made of so many digits, letters in lower case: as the name of a file by its digest is.
  package static func isLowerCase(_ text: some StringProtocol, digits: Int) -> Bool {
    isLowerCase(String(text), digits: digits)
  }

  /// The same of a string: short commands ask it, and a generic function would first look its types up.
  package static func isLowerCase(_ text: String, digits: Int) -> Bool {
    guard text.utf8.count == digits else { return false }
    for digit in text.utf8 where !isLowerCaseDigit(digit) { return false }
    return true
  }

  /// Whether a byte is one of `0` to `9` and `a` to `f`.
  package static func isLowerCaseDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  /// The value of a digit, 0 to 15, whatever the case of a letter; nil for any other byte.
  package static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x41...0x46, 0x61...0x66: (digit | 0x20) - 0x61 + 10
    default: nil
    }
  }

  /// - Parameter value: 0 to 15.
  private static func digit(_ value: UInt8) -> UInt8 {
    value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
  }
}
