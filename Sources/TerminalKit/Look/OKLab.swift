import Glibc

/// A colour as the eye sees it: lightness 0...1, and two axes from green to red and from blue to yellow.
///
/// Björn Ottosson, "A perceptual color space for image processing", 2020.
package struct OKLab: Hashable, Sendable {
  /// Red, green and blue, as terminals want them.
  package typealias RGB = (red: UInt8, green: UInt8, blue: UInt8)

  package var lightness: Double
  package var a: Double
  package var b: Double

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    let (r, g, b) = (Self.linear(red), Self.linear(green), Self.linear(blue))
    let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    self.b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
  }

  /// How far from grey.
  package var chroma: Double { (a * a + b * b).squareRoot() }

  /// The angle of the colour, -π...π.
  package var hue: Double { atan2(b, a) }

  /// The way from one colour to another, of which 0 is the first and 1 the second, as red, green and blue.
  package static func mix(_ from: OKLab, _ to: OKLab, _ share: Double) -> RGB {
    func between(_ start: Double, _ end: Double) -> Double { start + (end - start) * share }
    let lightness = between(from.lightness, to.lightness)
    let (a, b) = (between(from.a, to.a), between(from.b, to.b))
    func cube(_ value: Double) -> Double { value * value * value }
    let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    return (
      encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
      encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
      encoded(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
    )
  }

  /// A part of a colour as light.
  static func linear(_ part: UInt8) -> Double {
    let value = Double(part) / 255
    return value > 0.04045 ? pow((value + 0.055) / 1.055, 2.4) : value / 12.92
  }

  private static func encoded(_ part: Double) -> UInt8 {
    let value = part > 0.0031308 ? 1.055 * pow(part, 1 / 2.4) - 0.055 : 12.92 * part
    return UInt8(max(0, min(255, (value * 255).rounded())))
  }
}
