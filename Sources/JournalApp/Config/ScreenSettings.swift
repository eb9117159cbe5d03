package import JournalCore
package import JournalUI
import TerminalKit

/// The table `[screen]` of the configuration; what is not set is left to the choices made on the screen.
package struct ScreenSettings: Sendable {
  /// The screen's colours.
  package var theme: ThemeChoice?
  /// What is shown on a dark background and on a light one, where it is followed.
  package var darkTheme: ThemeChoice?
  package var lightTheme: ThemeChoice?
  /// The accent as ``Preferences/name(ofAccent:)`` calls it.
  package var accent: String?
  /// What stands for a category.
  package var categorySign: CategorySign?
  /// Whether categories have the colours that were stored.
  package var drawsExactColors: Bool?
  /// Whether page and desk are painted.
  package var paintsBackground: Bool?
  /// Whether the window around the cells has the page's colour.
  package var colorsWindow: Bool?
  /// How much room the rows of the list take.
  package var density: Density?
  /// Whether the editor takes vi's commands.
  package var viMode: Bool?
  /// In which language spelling is checked.
  package var spelling: SpellingChoice?
  /// How times of the day are shown, on the screen and in what commands print.
  package var clock: ClockStyle?
  /// How one is told of what came from other devices.
  package var arrivals: ArrivalNotice?
  /// Whether the mouse is the program's; where not, the terminal selects text with it.
  package var mouse = true
  /// How long an ESC may stand alone before it is the Escape key, in milliseconds.
  package var escapeWait = InputParser.escapeWait

  /// Takes nothing as set.
  package init() {}

  /// - Parameter themes: the names of the themes that a person made.
  init(_ table: ConfigTable, themes: [String]) throws(InvalidInput) {
    try table.allow([
      "theme", "theme-dark", "theme-light", "accent", "category-sign", "exact-colours", "background",
      "window-border", "density", "vi-mode", "spelling", "arrivals", "clock", "mouse", "escape-wait",
    ])
    theme = try table.choice("theme", ThemeChoice.names + themes).flatMap(ThemeChoice.init(name:))
    let known = Tokens.shipped.map(\.name) + themes
    darkTheme = try table.choice("theme-dark", known).flatMap(ThemeChoice.init(name:))
    lightTheme = try table.choice("theme-light", known).flatMap(ThemeChoice.init(name:))
    let accents = [nil] + Tokens.Role.categories
    accent = try table.choice("accent", accents.map { Preferences.name(ofAccent: $0) })
    let signs = CategorySign.allCases.map(\.rawValue)
    categorySign = try table.choice("category-sign", signs).flatMap { CategorySign(rawValue: $0) }
    drawsExactColors = try table.bool("exact-colours")
    paintsBackground = try table.choice("background", ["theme", "terminal"]).map { $0 == "theme" }
    colorsWindow = try table.bool("window-border")
    density = try table.choice("density", Density.allCases.map(\.rawValue)).flatMap { Density(rawValue: $0) }
    viMode = try table.bool("vi-mode")
    spelling = try table.string("spelling").map { (name) throws(InvalidInput) in
      do { return try SpellingChoice(name) } catch {
        throw table.wrong("spelling", "\"auto\", \"off\" or dictionaries such as \"en_GB,de_DE\"")
      }
    }
    arrivals = try table.choice("arrivals", ArrivalNotice.allCases.map(\.rawValue)).flatMap {
      ArrivalNotice(rawValue: $0)
    }
    clock = try table.choice("clock", ClockStyle.allCases.map(\.rawValue)).flatMap { ClockStyle(rawValue: $0) }
    mouse = try table.bool("mouse") ?? true
    escapeWait = try table.int("escape-wait", in: 5...500).map { Int32($0) } ?? escapeWait
  }

  /// The names of the screen's preferences that are set here.
  var preferences: Set<String> {
    let set: [(String, Bool)] = [
      ("theme", theme != nil), ("themeDark", darkTheme != nil), ("themeLight", lightTheme != nil),
      ("accent", accent != nil), ("categorySign", categorySign != nil), ("exactColours", drawsExactColors != nil),
      ("background", paintsBackground != nil), ("density", density != nil),
      ("windowBorder", colorsWindow != nil), ("viMode", viMode != nil), ("spelling", spelling != nil),
      ("arrivals", arrivals != nil), ("clock", clock != nil),
    ]
    return Set(set.filter(\.1).map(\.0))
  }

  /// Puts what is set here in the place of what was chosen on the screen.
  func apply(to preferences: inout Preferences) {
    if let theme { preferences.theme = theme }
    if let darkTheme { preferences.darkTheme = darkTheme }
    if let lightTheme { preferences.lightTheme = lightTheme }
    if let accent { preferences.accent = Preferences.accent(named: accent) }
    if let categorySign { preferences.categorySign = categorySign }
    if let drawsExactColors { preferences.drawsExactColors = drawsExactColors }
    if let paintsBackground { preferences.paintsBackground = paintsBackground }
    if let colorsWindow { preferences.colorsWindow = colorsWindow }
    if let density { preferences.density = density }
    if let viMode { preferences.viMode = viMode }
    if let spelling { preferences.spelling = spelling }
    if let arrivals { preferences.arrivals = arrivals }
    if let clock { preferences.clock = clock }
  }
}
