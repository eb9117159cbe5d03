/// A colour as a view asks for it; the driver brings it down to what the terminal can show.
package enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case standard
  /// One of the sixteen colours of the user's own palette; 16 to 255, where ``ColorDepth`` made it so, of the fixed one.
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
  package var foreground: Color
  package var background: Color
  package var attributes: Attributes

  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let italic = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
    package static let reverse = Attributes(rawValue: 16)
    package static let strikethrough = Attributes(rawValue: 32)
  }

  package init(_ foreground: Color = .standard, on background: Color = .standard, _ attributes: Attributes = []) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }

  package static let plain = Style()

  package func with(_ added: Attributes) -> Style {
    var copy = self
    copy.attributes.formUnion(added)
    return copy
  }

  package func on(_ background: Color) -> Style {
    var copy = self
    copy.background = background
    return copy
  }
}
