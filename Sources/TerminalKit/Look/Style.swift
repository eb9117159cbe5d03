/// A colour as a view asks for it; the driver brings it down to what the terminal can show.
package enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case standard
  /// 0 to 15: a colour of the person's own palette; 16 to 255, which ``ColorDepth`` makes: one of the fixed palette.
  case ansi(UInt8)
  case rgb(UInt8, UInt8, UInt8)

  /// Reads `#RRGGBB`; anything else is nil.
  package init?(hex: String) {
    let bytes = Array(hex.utf8)
    // A sign is a number to the standard library, but not a colour.
    guard bytes.count == 7, bytes[0] == UInt8(ascii: "#"), bytes[1] >= UInt8(ascii: "0"),
      let value = UInt32(hex.dropFirst(), radix: 16)
    else { return nil }
    self = .rgb(UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
  }
}

/// How a cell looks.
package struct Style: Hashable, Sendable {
  /// The colour of the character.
  package var foreground: Color
  /// The colour behind it.
  package var background: Color
  /// Bold, underline and the like; empty for none.
  package var attributes: Attributes

  /// A set of attributes; a terminal that does not know one leaves it out.
  package struct Attributes: OptionSet, Hashable, Sendable {
    /// The sum of the bits below.
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Heavier strokes; some terminals show a brighter colour instead.
    package static let bold = Attributes(rawValue: 1)
    /// Fainter than usual.
    package static let dim = Attributes(rawValue: 2)
    /// Slanted.
    package static let italic = Attributes(rawValue: 4)
    /// One line below the text.
    package static let underline = Attributes(rawValue: 8)
    /// Foreground and background change places.
    package static let reverse = Attributes(rawValue: 16)
    /// Struck out; dim where the terminal cannot do that.
    package static let strikethrough = Attributes(rawValue: 32)
  }

  package init(_ foreground: Color = .standard, on background: Color = .standard, _ attributes: Attributes = []) {
    (self.foreground, self.background, self.attributes) = (foreground, background, attributes)
  }

  /// The terminal's own colours without attributes.
  package static let plain = Style()

  /// Returns the style with these attributes added to its own.
  package func with(_ added: Attributes) -> Style {
    var copy = self
    copy.attributes.formUnion(added)
    return copy
  }

  /// Returns the style with another background.
  package func on(_ background: Color) -> Style {
    var copy = self
    copy.background = background
    return copy
  }
}
