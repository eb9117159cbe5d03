/// Whether words can be read on what is behind them, as the guidelines of the web for contrast reckon it.
package enum Legibility {
  /// The contrast that words need.
  package static let words = 4.5
  /// The contrast that the bar of a category needs.
  package static let bars = 3.0
  /// The contrast that added and removed words need on their tints; they are underlined or struck out as well.
  package static let changes = 3.5

  /// Whether a contrast is enough when both are told to one decimal, as people see them.
  static func reaches(_ value: Double, _ least: Double) -> Bool { (value * 10).rounded() >= (least * 10).rounded() }

  /// The contrast of two colours, 1...21; 21 where one of them is the terminal's own, which nothing is known of.
  package static func contrast(_ a: Color, _ b: Color) -> Double {
    guard let first = luminance(a), let second = luminance(b) else { return 21 }
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// A colour, moved towards black or white, whichever is nearer, until it can be read on all of these.
  static func moved(_ color: Color, on grounds: [Color], depth: ColorDepth) -> Color {
    guard let start = parts(color).map({ OKLab(red: $0.red, green: $0.green, blue: $0.blue) }),
      let ground = grounds.first.flatMap(luminance)
    else { return color }
    let end = ground < 0.18 ? OKLab(red: 255, green: 255, blue: 255) : OKLab(red: 0, green: 0, blue: 0)
    for step in 0...20 {
      let mixed = OKLab.mix(start, end, Double(step) / 20)
      let candidate = step == 0 ? color : depth.reduce(Color.rgb(mixed.red, mixed.green, mixed.blue))
      if grounds.allSatisfy({ contrast(candidate, $0) >= words }) { return candidate }
    }
    return color
  }

  /// A colour with another lightness, hue and colourfulness kept, away from what it lies on until it has a contrast there.
  ///
  /// - Parameters:
  ///   - grounds: what it lies on; the first says whether lighter or darker is away.
  ///   - least: the contrast that is wanted on each.
  static func lightened(_ color: Color, on grounds: [Color], to least: Double, depth: ColorDepth) -> Color {
    func isEnough(_ candidate: Color) -> Bool { grounds.allSatisfy { contrast(candidate, $0) >= least } }
    let start = depth.reduce(color)
    guard !isEnough(start), let parts = parts(color), let ground = grounds.first.flatMap(luminance) else {
      return start
    }
    var lab = OKLab(red: parts.red, green: parts.green, blue: parts.blue)
    let step = ground < 0.18 ? 0.01 : -0.01
    while (0...1).contains(lab.lightness) {
      lab.lightness += step
      let mixed = OKLab.mix(lab, lab, 0)
      let candidate = depth.reduce(Color.rgb(mixed.red, mixed.green, mixed.blue))
      if isEnough(candidate) { return candidate }
    }
    return start
  }

  private static func parts(_ color: Color) -> (red: UInt8, green: UInt8, blue: UInt8)? {
    switch color {
    case .standard: nil
    case .rgb(let red, let green, let blue): (red, green, blue)
    case .ansi(let index): ColorDepth.rgb(ofIndex: index)
    }
  }

  private static func luminance(_ color: Color) -> Double? {
    guard let parts = parts(color) else { return nil }
    return 0.2126 * OKLab.linear(parts.red) + 0.7152 * OKLab.linear(parts.green) + 0.0722 * OKLab.linear(parts.blue)
  }
}
