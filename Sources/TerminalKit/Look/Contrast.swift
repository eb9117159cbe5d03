import Glibc

/// How far two colours stand apart for the eye, as WCAG 2 reckons it: 1 for the same, 21 for black on white.
package enum Contrast {
  /// What words need on their ground.
  package static let words = 4.5
  /// What the bar of a category needs on the page.
  package static let bars = 3.0
  /// What words need on the tint that says that they were added or removed; they are underlined or struck out as well.
  package static let changes = 3.5

  /// The contrast of two colours as a terminal with direct colours shows them.
  package static func ratio(_ left: Tokens.Tint, _ right: Tokens.Tint) -> Double {
    ratio((left.red, left.green, left.blue), (right.red, right.green, right.blue))
  }

  static func ratio(_ left: ColorDepth.RGB, _ right: ColorDepth.RGB) -> Double {
    let (a, b) = (luminance(left), luminance(right))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Whether a contrast is enough when both are told to one decimal, as people see them.
  static func reaches(_ value: Double, _ least: Double) -> Bool { (value * 10).rounded() >= (least * 10).rounded() }

  private static func luminance(_ color: ColorDepth.RGB) -> Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value > 0.03928 ? pow((value + 0.055) / 1.055, 2.4) : value / 12.92
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }
}
