package import TerminalKit

/// What a person can choose as the look of the screen: a theme by its name, or what decides on one.
package struct ThemeChoice: Hashable, Sendable {
  /// As files have it: `auto`, `terminal`, or the name of a theme, which need not be there.
  package let name: String

  private init(known name: String) { self.name = name }

  /// Reads a choice as files have it; `dark` and `light` are the names that earlier versions wrote.
  ///
  /// Nil where no theme can be called so: names are 1 to 40 small letters, digits and hyphens.
  package init?(name: String) {
    switch name {
    case "dark": self = .ink
    case "light": self = .paper
    default:
      let isName = name.utf8.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || $0 == UInt8(ascii: "-")
      }
      guard isName, (1...40).contains(name.utf8.count) else { return nil }
      self.name = name
    }
  }

  /// A theme.
  package init(_ tokens: Tokens) { name = tokens.name }

  /// A dark theme or a light one, by the background of the terminal.
  package static let auto = ThemeChoice(known: "auto")
  /// The sixteen colours of the terminal's own palette, on its own background.
  package static let terminal = ThemeChoice(known: "terminal")
  package static let ink = ThemeChoice(.ink)
  package static let paper = ThemeChoice(.paper)

  /// The names that come with the program, those of earlier versions among them.
  package static var names: [String] { ["auto"] + Tokens.shipped.map(\.name) + ["terminal", "dark", "light"] }
}

/// The themes that can be chosen: those of the program, and those that a person made.
package struct ThemeShelf: Hashable, Sendable {
  /// A theme's file that is not used.
  package struct Unusable: Hashable, Sendable {
    package var name: String
    /// Why, in sentences.
    package var sentence: String

    package init(name: String, sentence: String) {
      self.name = name
      self.sentence = sentence
    }
  }

  /// Those of the person, by name.
  package var own: [Tokens] = []
  package var unusable: [Unusable] = []

  package init() {}

  /// All that can be shown, those of the program first.
  package var all: [Tokens] { Tokens.shipped + own }

  /// The theme of a name; nil where there is none, or where it is not used.
  package func theme(_ choice: ThemeChoice) -> Tokens? { all.first { $0.name == choice.name } }

  /// What keeps a theme from being shown; nil where nothing does, or where it is not here at all.
  package func fault(of choice: ThemeChoice) -> String? {
    theme(choice) == nil ? unusable.first { $0.name == choice.name }?.sentence : nil
  }
}

extension SharesDesk {
  /// The theme that a choice shows here; nil for the colours of the terminal, which it is as well where the background is to
  /// be followed and is not known. One that is not here is as `auto`.
  func tokens(of choice: ThemeChoice) -> Tokens? {
    if choice == .terminal { return nil }
    let themes = environment.themes
    if choice != .auto, let theme = themes.theme(choice) { return theme }
    guard let isDark = desk.hasDarkBackground else { return nil }
    return !isDark
      ? themes.theme(preferences.lightTheme) ?? .paper : themes.theme(preferences.darkTheme) ?? .ink
  }

  /// Whether a choice leads to what the terminal's background says.
  func follows(_ choice: ThemeChoice) -> Bool {
    choice == .auto || choice != .terminal && environment.themes.theme(choice) == nil
  }

  /// The look of the screen with a theme.
  func look(of choice: ThemeChoice) -> Theme {
    var tokens = tokens(of: choice)
    if let accent = preferences.accent { tokens = tokens?.accented(accent) }
    // A look that was chosen by name says how the background is, too: with 16 colours that is all that it says.
    let isChosen = tokens != nil && !follows(choice)
    var theme = Theme.of(
      tokens, isDark: isChosen ? tokens?.isDark : desk.hasDarkBackground, depth: environment.colorDepth)
    if preferences.drawsExactColors { theme = theme.withExactCategories }
    return preferences.paintsBackground ? theme : theme.unpainted
  }

  /// Looks as the preferences say, or as the theme under the cursor of the settings does.
  mutating func retheme() {
    desk.theme = look(of: desk.previewedTheme ?? preferences.theme)
    let window = preferences.colorsWindow ? desk.theme.windowColor : nil
    guard window != desk.windowColor else { return }
    desk.windowColor = window
    emit(.colorWindow(window))
  }
}
