/// The colours of a look by what they are for; views name these, never colours.
package struct Tokens: Hashable, Sendable {
  /// A colour in red, green and blue, and the index of the palette of 256 that stands for it there.
  ///
  /// The index is chosen by hand: neighbouring tints have to stay apart, and text legible, which the nearest one is not always.
  package struct Tint: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var index: UInt8

    /// Takes a colour as `0xRRGGBB_II`, with the index in the last byte.
    init(_ packed: UInt32) {
      red = UInt8(packed >> 24)
      green = UInt8(packed >> 16 & 0xFF)
      blue = UInt8(packed >> 8 & 0xFF)
      index = UInt8(packed & 0xFF)
    }

    /// Takes a colour, and the nearest index for it.
    init(_ color: OKLab.RGB) {
      (red, green, blue) = color
      index = ColorDepth.nearest256(color)
    }

    /// The colour for a terminal that shows at least 256.
    package func color(_ depth: ColorDepth) -> Color { depth == .direct ? .rgb(red, green, blue) : .ansi(index) }
  }

  /// What a colour is for, in the order of the tables.
  package enum Role: Int, CaseIterable, Sendable {
    // Backgrounds: the page, what serves it, sheets, code and fields, the row under the cursor; and hairlines.
    case base, surface, raised, well, selection, rule
    case text, strong, secondary, faint, accent, onAccent, good, warn, bad, hit, onHit
    // Behind added and removed words.
    case added, removed
    // Signs that stand for something, such as moods.
    case warm, fresh, even, cool, vivid
    case red, orange, yellow, green, teal, blue, purple, pink, brown, grey

    /// What files of themes call it: `text`, `on-accent`, `mood.happy`, `category.red`.
    package var name: String { Self.names[rawValue] }

    private static let names = [
      "base", "surface", "raised", "well", "selection", "rule", "text", "strong", "secondary", "faint", "accent",
      "on-accent", "good", "warn", "bad", "hit", "on-hit", "added", "removed", "mood.excited", "mood.happy",
      "mood.neutral", "mood.sad", "mood.anxious", "category.red", "category.orange", "category.yellow",
      "category.green", "category.teal", "category.blue", "category.purple", "category.pink", "category.brown",
      "category.grey",
    ]

    /// Colours that words are written in.
    package static let words: [Role] = [
      .text, .strong, .secondary, .faint, .accent, .good, .warn, .bad, .warm, .fresh, .even, .cool, .vivid,
    ]
    /// The colours of categories.
    package static let categories: [Role] = [
      .red, .orange, .yellow, .green, .teal, .blue, .purple, .pink, .brown, .grey,
    ]
  }

  /// What people call it, and what they choose it by: `Solarized Dark`, `solarized-dark`.
  package let title: String
  package let name: String
  package let isDark: Bool
  private let tints: [Tint]

  /// - Parameter packed: One number for each role, in their order.
  init(_ title: String, _ name: String, isDark: Bool, _ packed: [UInt32]) {
    self.init(title, name, isDark: isDark, tints: packed.map(Tint.init))
  }

  init(_ title: String, _ name: String, isDark: Bool, tints: [Tint]) {
    precondition(tints.count == Role.allCases.count, "a look needs a colour for each role")
    (self.title, self.name, self.isDark, self.tints) = (title, name, isDark, tints)
  }

  package subscript(_ role: Role) -> Tint { tints[role.rawValue] }
}
