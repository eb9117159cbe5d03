/// The themes of the program, for each number of colours.
extension Theme {
  /// The styles from which a theme is made; the rest follows from them.
  private struct Seed {
    var accent: Color
    var secondary: Style
    var border: Style
    var selection: Style
    var unfocusedSelection: Style
    var markedText: Style
    var code: Style
    var quote: Style
    var match: Style
    var error: Color
    var warning: Color
    var success: Color
    var star: Color
    var hues: Hues
  }

  private init(_ seed: Seed, isDark: Bool, depth: ColorDepth) {
    self.isDark = isDark
    self.depth = depth
    accent = Style(seed.accent)
    text = .plain
    secondary = seed.secondary
    border = seed.border
    focusedBorder = Style(seed.accent)
    selection = seed.selection
    unfocusedSelection = seed.unfocusedSelection
    selectionBar = Style(seed.accent, on: seed.selection.background, .bold)
    markedText = seed.markedText
    title = Style(.standard, on: .standard, .bold)
    heading = Style(seed.accent, on: .standard, .bold)
    subheading = Style(.standard, on: .standard, .bold)
    code = seed.code
    link = Style(seed.accent, on: .standard, .underline)
    quote = seed.quote
    bullet = Style(seed.accent)
    tag = Style(seed.accent)
    match = seed.match
    error = Style(seed.error, on: .standard, .bold)
    warning = Style(seed.warning)
    success = Style(seed.success)
    star = Style(seed.star)
    inserted = Style(seed.success, on: .standard, .underline)
    deleted = Style(seed.error, on: .standard, .strikethrough)
    keyName = Style(seed.accent, on: .standard, .bold)
    keyText = seed.secondary
    popup = .plain
    scrollThumb = Style(seed.accent)
    hues = seed.hues
  }

  static func dark(_ depth: ColorDepth) -> Theme {
    Theme(
      Seed(
        accent: .rgb(0x6C, 0xB6, 0xFF), secondary: Style(.rgb(0x94, 0x9E, 0xAA)), border: Style(.rgb(0x5A, 0x64, 0x70)),
        selection: Style(.rgb(0xF2, 0xF6, 0xFA), on: .rgb(0x1F, 0x42, 0x6B)),
        unfocusedSelection: Style(.rgb(0xDD, 0xE3, 0xEA), on: .rgb(0x33, 0x3A, 0x43)),
        markedText: Style(.rgb(0xF2, 0xF6, 0xFA), on: .rgb(0x2B, 0x5C, 0x94)), code: Style(.rgb(0xE3, 0xB0, 0x7B)),
        quote: Style(.rgb(0xAE, 0xB8, 0xC4), on: .standard, .italic),
        match: Style(.rgb(0x1A, 0x1A, 0x1A), on: .rgb(0xE8, 0xC2, 0x4A)), error: .rgb(0xFF, 0x7B, 0x72),
        warning: .rgb(0xE3, 0xB3, 0x41), success: .rgb(0x56, 0xD3, 0x64), star: .rgb(0xF2, 0xC8, 0x4B),
        hues: Hues(
          yellow: .rgb(0xF2, 0xC8, 0x4B), grey: .rgb(0x94, 0x9E, 0xAA), blue: .rgb(0x6C, 0xB6, 0xFF),
          orange: .rgb(0xFF, 0x9E, 0x5E), purple: .rgb(0xC4, 0x9B, 0xF5), green: .rgb(0x56, 0xD3, 0x64),
          red: .rgb(0xFF, 0x7B, 0x72), teal: .rgb(0x4F, 0xD1, 0xC5))),
      isDark: true, depth: depth)
  }

  static func light(_ depth: ColorDepth) -> Theme {
    Theme(
      Seed(
        accent: .rgb(0x0B, 0x5F, 0xC0), secondary: Style(.rgb(0x5A, 0x64, 0x6E)), border: Style(.rgb(0xA8, 0xB1, 0xBC)),
        selection: Style(.rgb(0x0D, 0x22, 0x38), on: .rgb(0xCC, 0xE2, 0xFB)),
        unfocusedSelection: Style(.rgb(0x1F, 0x29, 0x33), on: .rgb(0xE2, 0xE7, 0xED)),
        markedText: Style(.rgb(0x0D, 0x22, 0x38), on: .rgb(0xB3, 0xD4, 0xFA)), code: Style(.rgb(0x8A, 0x3D, 0x00)),
        quote: Style(.rgb(0x4A, 0x55, 0x60), on: .standard, .italic),
        match: Style(.rgb(0x1A, 0x1A, 0x1A), on: .rgb(0xFF, 0xD8, 0x4D)), error: .rgb(0xB3, 0x26, 0x1E),
        warning: .rgb(0x85, 0x56, 0x00), success: .rgb(0x1A, 0x73, 0x33), star: .rgb(0x9A, 0x6A, 0x00),
        hues: Hues(
          yellow: .rgb(0x9A, 0x6A, 0x00), grey: .rgb(0x5A, 0x64, 0x6E), blue: .rgb(0x0B, 0x5F, 0xC0),
          orange: .rgb(0xB4, 0x4A, 0x00), purple: .rgb(0x7A, 0x3E, 0xB8), green: .rgb(0x1A, 0x73, 0x33),
          red: .rgb(0xB3, 0x26, 0x1E), teal: .rgb(0x00, 0x73, 0x6B))),
      isDark: false, depth: depth)
  }

  /// Sixteen colours belong to the user's palette; only those are named that are legible in all the usual ones.
  static let ansiDark = Theme(
    Seed(
      accent: .ansi(14), secondary: Style(.standard, on: .standard, .dim),
      border: Style(.standard, on: .standard, .dim),
      selection: Style(.ansi(15), on: .ansi(4)), unfocusedSelection: Style(.ansi(0), on: .ansi(7)),
      markedText: Style(.ansi(0), on: .ansi(6)), code: Style(.ansi(3)), quote: Style(.standard, on: .standard, .italic),
      match: Style(.ansi(0), on: .ansi(3)), error: .ansi(9), warning: .ansi(11), success: .ansi(10), star: .ansi(11),
      hues: Hues(
        yellow: .ansi(11), grey: .ansi(7), blue: .ansi(12), orange: .ansi(3), purple: .ansi(13), green: .ansi(10),
        red: .ansi(9), teal: .ansi(14))),
    isDark: true, depth: .ansi16)

  static let ansiLight = Theme(
    Seed(
      accent: .ansi(4), secondary: Style(.standard, on: .standard, .dim), border: Style(.standard, on: .standard, .dim),
      selection: Style(.ansi(15), on: .ansi(4)), unfocusedSelection: Style(.ansi(0), on: .ansi(7)),
      markedText: Style(.ansi(0), on: .ansi(6)), code: Style(.ansi(5)), quote: Style(.standard, on: .standard, .italic),
      match: Style(.ansi(0), on: .ansi(11)), error: .ansi(1), warning: .ansi(5), success: .ansi(2), star: .ansi(5),
      hues: Hues(
        yellow: .ansi(3), grey: .ansi(8), blue: .ansi(4), orange: .ansi(1), purple: .ansi(5), green: .ansi(2),
        red: .ansi(1), teal: .ansi(6))),
    isDark: false, depth: .ansi16)

  /// Attributes do all the work: reverse for what is selected or found, bold for headings, underline for what is live.
  static func monochrome(isDark: Bool) -> Theme {
    func style(_ attributes: Style.Attributes) -> Style { Style(.standard, on: .standard, attributes) }
    let none = Color.standard
    var theme = Theme(
      Seed(
        accent: none, secondary: style(.dim), border: style(.dim), selection: style(.reverse),
        unfocusedSelection: style(.underline), markedText: style(.reverse), code: .plain, quote: style(.italic),
        match: style([.reverse, .bold]), error: none, warning: none, success: none, star: none,
        hues: Hues(
          yellow: none, grey: none, blue: none, orange: none, purple: none, green: none, red: none, teal: none)),
      isDark: isDark, depth: .none)
    theme.accent = style(.bold)
    theme.focusedBorder = style(.bold)
    theme.warning = style(.bold)
    theme.tag = style(.underline)
    theme.inserted = style([.underline, .bold])
    theme.deleted = style([.reverse, .dim])
    return theme
  }
}
