/// How everything looks: one style for each thing that a screen shows.
///
/// The background is the terminal's own everywhere; a style with a background of its own names its foreground as
/// well, so that it can be read even where the guess of light or dark was wrong.
package struct Theme: Hashable, Sendable {
  package var isDark: Bool
  package var depth: ColorDepth

  /// The one colour that says "here": focused border, headings, active keys.
  package var accent: Style
  package var text: Style
  /// What matters less: dates, counts, previews.
  package var secondary: Style
  package var border: Style
  package var focusedBorder: Style
  /// The selected row of the pane that has the keys.
  package var selection: Style
  /// The selected row of a pane that has not.
  package var unfocusedSelection: Style
  /// The bar at the left end of the selected row.
  package var selectionBar: Style
  /// Text marked in the editor.
  package var markedText: Style
  package var title: Style
  package var heading: Style
  package var subheading: Style
  package var code: Style
  package var link: Style
  package var quote: Style
  package var bullet: Style
  package var tag: Style
  /// Words that a search found.
  package var match: Style
  package var error: Style
  package var warning: Style
  package var success: Style
  package var star: Style
  package var inserted: Style
  package var deleted: Style
  /// The key in a line of hints, and what it does.
  package var keyName: Style
  package var keyText: Style
  /// Dialogs, pickers and the palette, which lie over the rest.
  package var popup: Style
  package var scrollThumb: Style
  package var hues: Hues

  /// Distinct colours for things that differ in kind, such as moods and bars of a chart.
  package struct Hues: Hashable, Sendable {
    package var yellow: Color
    package var grey: Color
    package var blue: Color
    package var orange: Color
    package var purple: Color
    package var green: Color
    package var red: Color
    package var teal: Color
  }

  /// The theme of the program for a background and a number of colours.
  package static func standard(isDark: Bool, depth: ColorDepth) -> Theme {
    switch depth {
    case .none: monochrome(isDark: isDark)
    case .ansi16: isDark ? ansiDark : ansiLight
    case .indexed256, .direct: isDark ? dark(depth) : light(depth)
    }
  }
}
