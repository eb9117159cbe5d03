extension UInt8 {
  /// Whether the byte is a digit, `0` to `9`.
  package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether the byte is a letter without marks, `A` to `Z` or `a` to `z`.
  package var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }

  /// Whether the byte is a letter or a digit, or one of the bytes of `others`.
  package func isASCIILetterOrDigit(or others: StaticString = "") -> Bool {
    isASCIILetter || isASCIIDigit || others.withUTF8Buffer { $0.contains(self) }
  }
}
