import CVTerm

/// What one cell of the screen shows.
package struct ScreenCell: Equatable, Sendable {
  package enum Color: Equatable, Sendable {
    case standard
    case indexed(Int)
    case rgb(red: Int, green: Int, blue: Int)

    init(_ color: VTermColor) {
      let value = Int(cvterm_color(color))
      if value < 0 {
        self = .standard
      } else if value < 256 {
        self = .indexed(value)
      } else {
        self = .rgb(red: value >> 16 & 0xFF, green: value >> 8 & 0xFF, blue: value & 0xFF)
      }
    }
  }

  /// The character with its combining marks; empty where nothing was written and in the right half of a wide one.
  package let text: String
  /// 1 or 2 columns.
  package let width: Int
  package let isBold: Bool
  package let isUnderlined: Bool
  package let isItalic: Bool
  package let isReversed: Bool
  package let isStruck: Bool
  package let foreground: Color
  package let background: Color

  /// Dim text is not told apart: the emulator does not know that attribute.
  init(_ cell: VTermScreenCell) {
    var cell = cell
    var scalars = String.UnicodeScalarView()
    withUnsafeBytes(of: &cell.chars) { bytes in
      for value in bytes.bindMemory(to: UInt32.self) {
        guard value != 0, let scalar = Unicode.Scalar(value) else { break }
        scalars.append(scalar)
      }
    }
    text = String(scalars)
    width = max(1, Int(cell.width))
    isBold = cell.attrs.bold != 0
    isUnderlined = cell.attrs.underline != 0
    isItalic = cell.attrs.italic != 0
    isReversed = cell.attrs.reverse != 0
    isStruck = cell.attrs.strike != 0
    foreground = Color(cell.fg)
    background = Color(cell.bg)
  }
}
