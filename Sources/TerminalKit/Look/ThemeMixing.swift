/// Colours between two others.
extension Theme {
  /// How far the words behind a dialog keep their colour.
  private static let scrimShare = 0.34

  /// The look of a cell behind a dialog: its background, and most of the way to it its words.
  package func scrim(_ style: Style) -> Style {
    let behind = style.background == .standard ? page : style.background
    return Style(mix(behind, style.foreground, Self.scrimShare), on: style.background, style.attributes)
  }

  /// The colours of a day without words, and of one with few to many.
  package var heat: [Color] {
    [mix(grounds.base, secondary.foreground, 0.22)]
      + [0.26, 0.46, 0.7, 1].map { mix(grounds.base, accent.foreground, $0) }
  }

  /// The colour some way from one to another, as this theme's terminal shows it; the first where one of them is the terminal's own.
  ///
  /// - Parameter share: 0 is the first, 1 the second.
  package func mix(_ from: Color, _ to: Color, _ share: Double) -> Color {
    guard let start = Self.perceived(from), let end = Self.perceived(to) else { return from }
    let mixed = OKLab.mix(start, end, share)
    return depth.reduce(Color.rgb(mixed.red, mixed.green, mixed.blue))
  }

  private static func perceived(_ color: Color) -> OKLab? {
    switch color {
    case .standard: return nil
    case .rgb(let red, let green, let blue): return OKLab(red: red, green: green, blue: blue)
    case .ansi(let index):
      let parts = ColorDepth.rgb(ofIndex: index)
      return OKLab(red: parts.red, green: parts.green, blue: parts.blue)
    }
  }
}
