/// How everything looks: one style for each thing that a screen shows.
///
/// The background is the terminal's own everywhere; a style with a background of its own names its foreground as
/// well, so that it can be read even where the guess of light or dark was wrong.
package struct Theme: Hashable, Sendable {
  /// Whether the styles are made for a dark background.
  package var isDark: Bool
  /// The number of colours that the styles are made for.
  package var depth: ColorDepth

  /// The one colour that says "here": focused border, headings, active keys.
  package var accent: Style
  /// Ordinary text: the terminal's own colours.
  package var text: Style
  /// Less important text: dates, counts, previews.
  package var secondary: Style
  /// The edges of a box without the keys, rules, and the bar of a quotation.
  package var border: Style
  /// The edges of the box that has the keys; its title is bold in the same colour.
  package var focusedBorder: Style
  /// The selected row of the pane that has the keys.
  package var selection: Style
  /// The selected row of a pane that has not.
  package var unfocusedSelection: Style
  /// The bar at the left end of the selected row.
  package var selectionBar: Style
  /// Text marked in the editor.
  package var markedText: Style
  /// The title of a box without the keys, and the field for an entry's title.
  package var title: Style
  /// An entry's title, and headings of the first and second level.
  package var heading: Style
  /// Headings below the second level, and those of a table and of an empty pane.
  package var subheading: Style
  /// Code in a line and in blocks.
  package var code: Style
  /// A text that a link belongs to, or an address.
  package var link: Style
  /// Quoted text, beside its bar.
  package var quote: Style
  /// Bullets, numbers and boxes in front of a list's items.
  package var bullet: Style
  /// A tag with its `#`, in a text and beside an entry.
  package var tag: Style
  /// Words that a search found.
  package var match: Style
  /// Failures, and a change that is parked.
  package var error: Style
  /// Matters that want attention but did not fail.
  package var warning: Style
  /// Success, and the sign of a marked row.
  package var success: Style
  /// The star of a favourite.
  package var star: Style
  /// In a comparison, added words and new values.
  package var inserted: Style
  /// In a comparison, removed words and former values.
  package var deleted: Style
  /// The key in a line of hints.
  package var keyName: Style
  /// The words beside it that say what the key does.
  package var keyText: Style
  /// Dialogs, pickers and the palette, which lie over the rest.
  package var popup: Style
  /// The thumb of a scrollbar, which lies on a border.
  package var scrollThumb: Style
  /// Colours for moods; all the terminal's own where there are no colours.
  package var hues: Hues

  /// Distinct colours for things that differ in kind, such as moods and bars of a chart.
  package struct Hues: Hashable, Sendable {
    /// The mood happy.
    package var yellow: Color
    /// The mood neutral.
    package var grey: Color
    /// The mood sad.
    package var blue: Color
    /// The mood excited.
    package var orange: Color
    /// The mood anxious.
    package var purple: Color
    /// Like the colour of success; no mood has it.
    package var green: Color
    /// Like the colour of errors; no mood has it.
    package var red: Color
    /// Every mood that this version does not know.
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
