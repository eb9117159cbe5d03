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

extension Color {
  /// The colour as one number: its kind in the highest byte, 0 for the terminal's own.
  var packed: UInt32 {
    switch self {
    case .standard: 0
    case .ansi(let index): 1 << 24 | UInt32(index)
    case .rgb(let red, let green, let blue): 2 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  init(packed: UInt32) {
    switch packed >> 24 {
    case 0: self = .standard
    case 1: self = .ansi(UInt8(truncatingIfNeeded: packed))
    default:
      self = .rgb(
        UInt8(truncatingIfNeeded: packed >> 16), UInt8(truncatingIfNeeded: packed >> 8),
        UInt8(truncatingIfNeeded: packed))
    }
  }
}

/// How a cell looks.
package struct Style: Hashable, Sendable {
  /// Both colours, packed: a screen has thousands of cells, whose styles are compared with each key.
  private(set) var inks: Inks
  /// Bold, underline and the like; empty for none.
  package var attributes: Attributes

  /// The colour of the character.
  package var foreground: Color {
    get { Color(packed: inks.foreground) }
    set { inks.foreground = newValue.packed }
  }
  /// The colour behind it.
  package var background: Color {
    get { Color(packed: inks.background) }
    set { inks.background = newValue.packed }
  }

  /// Two colours as ``Color/packed`` has them; 0 is the terminal's own.
  struct Inks: Hashable {
    var foreground: UInt32
    var background: UInt32

    static func == (one: Inks, other: Inks) -> Bool {
      (one.foreground ^ other.foreground) | (one.background ^ other.background) == 0
    }
  }

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
    inks = Inks(foreground: foreground.packed, background: background.packed)
    self.attributes = attributes
  }

  /// Puts these in the place of the terminal's own colours.
  mutating func settle(foreground: UInt32, background: UInt32) {
    if inks.foreground == 0 { inks.foreground = foreground }
    if inks.background == 0 { inks.background = background }
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
