/// How a theme follows from its colours, for each number of them.
extension Theme {
  /// The styles from which a theme is made; the rest follows from them.
  private struct Seed {
    var accent: Style
    /// Keys, where they need more than the accent to be told from other words.
    var key: Style?
    var strong: Style
    var secondary: Style
    var faint: Style
    var rule: Style
    var selection: Style
    var quietSelection: Style
    var marked: Style
    var code: Style
    var hit: Style
    var good: Style
    var warn: Style
    var bad: Style
    var added: Style
    var removed: Style
    var signs = Signs()
    var categories = CategoryHues()
  }

  private init(_ seed: Seed, isDark: Bool, depth: ColorDepth) {
    (self.isDark, self.depth) = (isDark, depth)
    accent = seed.accent
    text = .plain
    strong = seed.strong
    secondary = seed.secondary
    faint = seed.faint
    border = seed.rule
    focusedBorder = seed.accent
    selection = seed.selection
    unfocusedSelection = seed.quietSelection
    selectionBar = seed.accent.on(seed.selection.background)
    markedText = seed.marked
    title = seed.secondary.with(.bold)
    heading = seed.strong.with(.bold)
    subheading = seed.strong.with(.bold)
    code = seed.code
    // A block of it stands apart by its place; in a colour it would shout, and its numbers and words would not.
    codeBlock = .plain
    link = seed.accent.with(.underline)
    quote = seed.secondary.with(.italic)
    bullet = seed.faint
    tag = seed.secondary
    match = seed.hit
    error = seed.bad.with(.bold)
    warning = seed.warn
    success = seed.good
    star = seed.warn
    inserted = seed.added
    deleted = seed.removed
    keyName = seed.key ?? seed.accent.with(.bold)
    keyText = seed.secondary
    popup = .plain
    scrollThumb = seed.faint
    signs = seed.signs
    categories = seed.categories
  }

  /// A theme of 256 colours or more, on grounds of its own.
  init(_ tokens: Tokens, depth: ColorDepth) {
    func color(_ role: Tokens.Role) -> Color { tokens[role].color(depth) }
    func style(_ role: Tokens.Role, on ground: Tokens.Role? = nil, _ attributes: Style.Attributes = []) -> Style {
      Style(color(role), on: ground.map(color) ?? .standard, attributes)
    }
    self.init(
      Seed(
        accent: style(.accent), strong: style(.strong), secondary: style(.secondary), faint: style(.faint),
        rule: style(.rule), selection: style(.text, on: .selection), quietSelection: style(.text, on: .selection),
        marked: style(.onAccent, on: .accent), code: style(.text), hit: style(.onHit, on: .hit),
        good: style(.good), warn: style(.warn), bad: style(.bad), added: style(.good, on: .added, .underline),
        removed: style(.bad, on: .removed, .strikethrough),
        signs: Signs(
          warm: color(.warm), fresh: color(.fresh), even: color(.even), cool: color(.cool), vivid: color(.vivid)),
        categories: CategoryHues(Tokens.Role.categories.map(color))),
      isDark: tokens.isDark, depth: depth)
    text = style(.text)
    page = color(.base)
    let isLegible = Legibility.contrast(color(.secondary), color(.selection)) >= Legibility.words
    quietOnSelection = color(isLegible ? .secondary : .text)
    codeBlock = style(.text)
    let behind = [Tokens.Role.base, .surface, .raised, .well].map(color)
    func word(_ role: Tokens.Role) -> Style { Style(Legibility.moved(color(role), on: behind, depth: depth)) }
    code = word(.orange)
    codeTints = CodeTints(
      keyword: word(.purple), string: word(.green), number: word(.orange), call: word(.blue), comment: style(.faint))
    grounds = Grounds(
      base: color(.base), surface: color(.surface), raised: color(.raised), well: color(.well))
  }

  /// Sixteen colours belong to the user's palette; only those are named that are legible in all the usual ones. Where the
  /// background is not known, words are in the terminal's own colour.
  static func palette(isDark: Bool?, depth: ColorDepth) -> Theme {
    let seed =
      switch isDark {
      case true?: darkPalette
      case false?: lightPalette
      case nil: unknownPalette
      }
    return Theme(seed, isDark: isDark ?? true, depth: depth == .none ? .none : .ansi16)
  }

  private static func plain(_ attributes: Style.Attributes = []) -> Style {
    Style(.standard, on: .standard, attributes)
  }

  private static func signs(warm: UInt8, fresh: UInt8, even: Color, cool: UInt8, vivid: UInt8) -> Signs {
    Signs(warm: .ansi(warm), fresh: .ansi(fresh), even: even, cool: .ansi(cool), vivid: .ansi(vivid))
  }

  private static let darkPalette = Seed(
    accent: Style(.ansi(14), on: .standard, .bold), strong: Style(.ansi(15), on: .standard, .bold),
    secondary: Style(.ansi(7)), faint: plain(), rule: plain(.dim), selection: plain(.reverse),
    quietSelection: plain(.underline), marked: plain(.reverse), code: Style(.ansi(3)),
    hit: Style(.ansi(0), on: .ansi(3)), good: Style(.ansi(10)), warn: Style(.ansi(11)), bad: Style(.ansi(9)),
    added: Style(.ansi(10), on: .standard, .underline), removed: Style(.ansi(9), on: .standard, .strikethrough),
    signs: signs(warm: 11, fresh: 10, even: .ansi(7), cool: 12, vivid: 13), categories: .palette)

  private static let lightPalette = Seed(
    accent: Style(.ansi(4), on: .standard, .bold), strong: plain(.bold), secondary: plain(), faint: plain(),
    rule: plain(.dim), selection: plain(.reverse), quietSelection: plain(.underline), marked: plain(.reverse),
    code: Style(.ansi(5)), hit: Style(.ansi(0), on: .ansi(11)), good: Style(.ansi(2)),
    warn: Style(.ansi(5), on: .standard, .bold), bad: Style(.ansi(1)),
    added: Style(.ansi(2), on: .standard, .underline), removed: Style(.ansi(1), on: .standard, .strikethrough),
    signs: signs(warm: 1, fresh: 2, even: .standard, cool: 4, vivid: 5), categories: .palette)

  private static let unknownPalette = Seed(
    // Below a sign or a line of a frame an underline would only be a stroke.
    accent: plain(.bold), key: plain([.bold, .underline]), strong: plain(.bold), secondary: plain(), faint: plain(),
    rule: plain(.dim), selection: plain(.reverse), quietSelection: plain(.underline), marked: plain(.reverse),
    code: plain(),
    hit: plain([.reverse, .bold]), good: plain(), warn: plain(.bold), bad: plain(.bold), added: plain(.underline),
    removed: plain(.strikethrough), signs: signs(warm: 1, fresh: 2, even: .standard, cool: 6, vivid: 5),
    categories: .paletteOnAny)

  /// Attributes do all the work: reverse for what is selected or found, bold for headings and keys.
  static func monochrome(isDark: Bool) -> Theme {
    Theme(
      Seed(
        accent: plain(.bold), strong: plain(.bold), secondary: plain(), faint: plain(), rule: plain(.dim),
        selection: plain(.reverse), quietSelection: plain(.underline), marked: plain(.reverse), code: plain(),
        hit: plain([.reverse, .bold]), good: plain(), warn: plain(.bold), bad: plain(.bold), added: plain(.underline),
        removed: plain(.strikethrough)),
      isDark: isDark, depth: .none)
  }
}
