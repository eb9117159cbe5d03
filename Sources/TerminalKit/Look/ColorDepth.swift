/// How many colours a terminal shows, and how a look is brought down to them.
package enum ColorDepth: Hashable, Sendable, CaseIterable {
  /// Attributes only, as `NO_COLOR` asks for.
  case none
  /// The sixteen colours of the user's palette.
  case ansi16
  /// The palette of 256: the sixteen, a cube of 6 × 6 × 6 and 24 greys.
  case indexed256
  /// Red, green and blue as they are.
  case direct

  /// The nearest look that this depth can show.
  ///
  /// The result names colours by ``Color/standard``, ``Color/ansi(_:)`` with an index up to 15 or 255, and, in
  /// ``direct`` only, ``Color/rgb(_:_:_:)``. Without colours, a background becomes the attribute `reverse`.
  package func reduce(_ style: Style) -> Style {
    var result = style
    if self == .none {
      if style.background != .standard { result.attributes.insert(.reverse) }
      result.foreground = .standard
      result.background = .standard
      return result
    }
    result.foreground = reduce(style.foreground)
    result.background = reduce(style.background)
    return result
  }

  /// Returns the nearest colour that this depth can show; ``Color/standard`` stays, and is all that ``none`` has.
  package func reduce(_ color: Color) -> Color {
    switch (self, color) {
    case (.none, _), (_, .standard): .standard
    case (.direct, _): color
    case (.indexed256, .ansi): color
    case (.ansi16, .ansi(let index)): index < 16 ? color : .ansi(Self.nearest16(Self.rgb(ofIndex: index)))
    case (.indexed256, .rgb(let red, let green, let blue)): .ansi(Self.nearest256((red, green, blue)))
    case (.ansi16, .rgb(let red, let green, let blue)): .ansi(Self.nearest16((red, green, blue)))
    }
  }

  typealias RGB = (red: UInt8, green: UInt8, blue: UInt8)

  /// Never one of the first sixteen, because those are the user's own.
  static func nearest256(_ color: RGB) -> UInt8 {
    let cube = (nearestLevel(color.red), nearestLevel(color.green), nearestLevel(color.blue))
    let cubeColor = (levels[cube.0], levels[cube.1], levels[cube.2])
    let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
    let grey = min(23, max(0, (mean - 3) / 10))
    let level = UInt8(8 + 10 * grey)
    if distance(color, (level, level, level)) < distance(color, cubeColor) { return UInt8(232 + grey) }
    return UInt8(16 + 36 * cube.0 + 6 * cube.1 + cube.2)
  }

  /// Chosen by hue, because palettes differ in their shades but hardly in that: a grey stays a grey, a colour becomes
  /// the nearest of the six, in its bright form where it is bright.
  static func nearest16(_ color: RGB) -> UInt8 {
    let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
    let high = max(red, green, blue)
    let range = high - min(red, green, blue)
    if range < 36 { return high < 64 ? 0 : high < 176 ? 8 : high < 240 ? 7 : 15 }
    // A sixth of the circle is 60 long: red 0, yellow 60, green 120, cyan 180, blue 240, magenta 300.
    let hue =
      high == red
      ? 60 * (green - blue) / range
      : 60 * (high == green ? blue - red : red - green) / range
        + (high == green ? 120 : 240)
    let sixth = (hue + 360 + 30) / 60 % 6
    return [1, 3, 2, 6, 4, 5][sixth] + (high > 224 ? 8 : 0)
  }

  /// Returns the colour that xterm gives to a palette index by default.
  package static func rgb(ofIndex index: UInt8) -> (red: UInt8, green: UInt8, blue: UInt8) {
    switch index {
    case 0..<16: return palette[Int(index)]
    case 232...:
      let level = 8 + 10 * (index - 232)
      return (level, level, level)
    default:
      let place = Int(index) - 16
      return (levels[place / 36], levels[place / 6 % 6], levels[place % 6])
    }
  }

  private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

  private static func nearestLevel(_ value: UInt8) -> Int {
    value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40
  }

  /// The square of a distance weighted as the eye sees it.
  private static func distance(_ left: RGB, _ right: RGB) -> Int {
    let mean = (Int(left.red) + Int(right.red)) / 2
    let red = Int(left.red) - Int(right.red)
    let green = Int(left.green) - Int(right.green)
    let blue = Int(left.blue) - Int(right.blue)
    return ((512 + mean) * red * red) >> 8 + 4 * green * green + ((767 - mean) * blue * blue) >> 8
  }

  private static let palette: [RGB] = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
    (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255),
    (255, 255, 255),
  ]
}
