/// What a category may hold.
package enum CategoryRules {
  /// The longest name, in Unicode scalars.
  package static let longestName = 100

  /// A name as it is kept: one line, without white space at its ends, of which something can be seen.
  ///
  /// - Throws: ``InvalidInput`` where the name is empty or shows nothing, has a line end or a tab inside, or is too long.
  package static func name(_ name: String) throws(InvalidInput) -> String {
    let trimmed = trimmingSpace(name)
    guard !trimmed.isEmpty else { throw InvalidInput("A category needs a name.") }
    guard trimmed.unicodeScalars.contains(where: canBeSeen) else {
      throw InvalidInput("A category needs a name that can be seen.")
    }
    guard !trimmed.unicodeScalars.contains(where: { EntryRules.isLineEnd($0) || $0.value < 0x20 }) else {
      throw InvalidInput("The name of a category is one line of text. Remove the line ends and tabs.")
    }
    let length = trimmed.unicodeScalars.count
    guard length <= longestName else {
      throw InvalidInput("The name is too long: \(length) characters of at most \(longestName). Shorten it.")
    }
    return trimmed
  }

  /// Whether a character shows something: controls, joiners, fillers and other blanks do not.
  private static func canBeSeen(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isSpace || scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}" { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .spaceSeparator, .lineSeparator, .paragraphSeparator: return false
    default: return true
    }
  }

  /// A colour as it is kept, `#RRGGBB` in capitals; the number sign may be missing, and `#RGB` is short for `#RRGGBB`.
  ///
  /// - Throws: ``InvalidInput`` where the text is not three or six hexadecimal digits.
  package static func color(_ color: String) throws(InvalidInput) -> String {
    let trimmed = trimmingSpace(color)
    var digits = Array(trimmed.uppercased().utf8)
    if digits.first == UInt8(ascii: "#") { digits.removeFirst() }
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    let isHexadecimal = digits.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }
    guard digits.count == 6, isHexadecimal else {
      throw InvalidInput("“\(trimmed.prefix(20))” is not a colour. Write it like #007AFF.")
    }
    return "#" + String(decoding: digits, as: UTF8.self)
  }

  /// An icon's name as it is kept: an SF Symbol name, whether or not this version knows a glyph for it.
  ///
  /// - Throws: ``InvalidInput`` where it is empty, longer than 64 bytes, or more than letters, digits and single dots.
  package static func icon(_ icon: String) throws(InvalidInput) -> String {
    let trimmed = trimmingSpace(icon)
    let isName = trimmed.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2E
    }
    let parts = trimmed.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
    guard isName, trimmed.utf8.count <= 64, parts.allSatisfy({ !$0.isEmpty }) else {
      throw InvalidInput(
        "“\(trimmed.prefix(20))” is not the name of an icon. It is letters, digits and dots, such as book or figure.run."
      )
    }
    return trimmed
  }
}
