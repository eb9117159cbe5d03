/// The bytes of a text, which is well-formed UTF-8 because every `String` is.
///
/// What runs over whole bodies runs over these: `Character` and `String.Index` cost ten times as much.
typealias UTF8Bytes = Span<UInt8>

extension Span where Element == UInt8 {
  /// The scalar that begins at `index`, and how many bytes it takes.
  @inline(__always)
  func scalar(at index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    let first = UInt32(self[index])
    if first < 0x80 { return (Unicode.Scalar(UInt8(first)), 1) }
    // Written out by length: a loop over the bytes that follow takes three times as long.
    let value: UInt32
    let length: Int
    if first < 0xE0 {
      guard first >= 0xC0, index + 2 <= count else { return ("\u{FFFD}", 1) }
      value = (first & 0x1F) << 6 | following(index + 1)
      length = 2
    } else if first < 0xF0 {
      guard index + 3 <= count else { return ("\u{FFFD}", 1) }
      value = (first & 0x0F) << 12 | following(index + 1) << 6 | following(index + 2)
      length = 3
    } else {
      guard index + 4 <= count else { return ("\u{FFFD}", 1) }
      value = (first & 0x07) << 18 | following(index + 1) << 12 | following(index + 2) << 6 | following(index + 3)
      length = 4
    }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }

  @inline(__always)
  private func following(_ index: Int) -> UInt32 { UInt32(self[index]) & 0x3F }

  /// The scalar that ends before `index`, which is greater than 0.
  @inline(__always)
  func scalar(before index: Int) -> (scalar: Unicode.Scalar, length: Int) {
    var start = index - 1
    while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
    return (scalar(at: start).scalar, index - start)
  }

  /// The text of a range whose ends lie between scalars.
  func text(_ range: Range<Int>) -> String {
    String(unsafeUninitializedCapacity: range.count) { buffer in
      for offset in 0..<range.count { buffer[offset] = self[range.lowerBound + offset] }
      return range.count
    }
  }
}

extension Unicode.Scalar {
  /// Whether this is white space, line ends included; the same set as a regular expression's `\s`.
  @inline(__always)
  var isSpace: Bool {
    if value < 0x80 { return value == 0x20 || (0x09...0x0D).contains(value) || (0x1C...0x1F).contains(value) }
    switch value {
    case 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: return true
    default: return false
    }
  }

  /// Whether this is a letter, or a mark that is written on one.
  var isLetterOrMark: Bool {
    if value < 0x80 { return (0x41...0x5A).contains(value & 0xDF) }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark:
      // The variation selectors and the keycap are marks too, but of emoji.
      return !(0xFE00...0xFE0F).contains(value) && value != 0x20E3 && value < 0xE0000
    default: return false
    }
  }

  var isNumber: Bool {
    if value < 0x80 { return (0x30...0x39).contains(value) }
    switch properties.generalCategory {
    case .decimalNumber, .letterNumber, .otherNumber: return true
    default: return false
    }
  }
}

/// A text without the white space at its ends, line ends included.
package func trimmingSpace(_ text: String) -> String {
  let scalars = text.unicodeScalars
  guard let start = scalars.firstIndex(where: { !$0.isSpace }),
    let last = scalars.lastIndex(where: { !$0.isSpace })
  else { return "" }
  return String(scalars[start...last])
}
