/// The ten colours in which categories are drawn, in the order red, orange, yellow, green, teal, blue, purple, pink, brown, grey.
///
/// A category keeps the colour that it was given; drawn is the one of the theme that comes nearest in hue, so that categories go with
/// every theme and stay legible.
package struct CategoryHues: Hashable, Sendable {
  private var colors: [Color]
  /// Where the colours that were stored are drawn: what they have to be seen on, and in how many colours.
  private var exact: Exact?

  private struct Exact: Hashable {
    var grounds: [Color]
    var depth: ColorDepth
  }

  /// - Parameter colors: ten, in the order above.
  init(_ colors: [Color] = Array(repeating: .standard, count: 10)) { self.colors = colors }

  /// Those of the sixteen colours of the user's own palette.
  static let palette = CategoryHues([1, 3, 3, 2, 6, 4, 5, 5, 3, 7].map { Color.ansi($0) })

  /// Those of them that can be seen on light and on dark.
  static let paletteOnAny = CategoryHues([1, 1, 1, 2, 6, 6, 5, 5, 1].map { Color.ansi($0) } + [.standard])

  /// The colour that stands for another one.
  package func color(for color: Color) -> Color {
    guard case .rgb(let red, let green, let blue) = color else { return .standard }
    if let exact { return Legibility.lightened(color, on: exact.grounds, to: Legibility.bars, depth: exact.depth) }
    return colors[Self.place(of: OKLab(red: red, green: green, blue: blue))]
  }

  /// The colours as they were stored, as far as they can be told from what they lie on.
  func exact(on grounds: [Color], depth: ColorDepth) -> CategoryHues {
    var copy = self
    copy.exact = Exact(grounds: grounds, depth: depth)
    return copy
  }

  private static func place(of wished: OKLab) -> Int {
    guard wished.chroma >= 0.04 else { return grey }
    let near = models.indices.min { distance(models[$0], wished) < distance(models[$1], wished) }
    // The last model is indigo, which goes with the purple.
    return near.map { $0 == models.count - 1 ? purple : $0 } ?? grey
  }

  private static let grey = 9
  private static let purple = 6

  /// The hue decides; brown and orange, and pink and red, lie close and differ by lightness.
  private static func distance(_ model: OKLab, _ wished: OKLab) -> Double {
    let turn = abs(model.hue - wished.hue)
    let hue = min(turn, 2 * .pi - turn)
    let lightness = model.lightness - wished.lightness
    let chroma = model.chroma - wished.chroma
    return hue * hue + lightness * lightness + 4 * chroma * chroma
  }

  /// The colours that the names stand for, all but grey, and indigo.
  private static let models: [OKLab] = [
    OKLab(red: 0xFF, green: 0x3B, blue: 0x30), OKLab(red: 0xFF, green: 0x95, blue: 0x00),
    OKLab(red: 0xFF, green: 0xCC, blue: 0x00), OKLab(red: 0x34, green: 0xC7, blue: 0x59),
    OKLab(red: 0x30, green: 0xB0, blue: 0xC7), OKLab(red: 0x00, green: 0x7A, blue: 0xFF),
    OKLab(red: 0xAF, green: 0x52, blue: 0xDE), OKLab(red: 0xFF, green: 0x2D, blue: 0x55),
    OKLab(red: 0xA2, green: 0x84, blue: 0x5E), OKLab(red: 0x58, green: 0x56, blue: 0xD6),
  ]
}
