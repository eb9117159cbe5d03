/// How everything looks: one style for each thing that a screen shows.
///
/// A cell whose style names no background stands on the ground of its place: page, desk or sheet (``Ground``). Where a theme
/// paints none, that is the terminal's own.
package struct Theme: Hashable, Sendable {
  /// Whether the styles are made for a dark background.
  package var isDark: Bool
  /// The number of colours that the styles are made for.
  package var depth: ColorDepth
  /// What lies behind everything; ``Color/standard`` where the terminal's own background stays.
  package var grounds = Grounds()

  /// The one colour that says "here": focus, keys and links; nothing else.
  package var accent: Style
  /// Ordinary text: the terminal's own colours.
  package var text: Style
  /// The brightest: titles, and numbers that matter.
  package var strong: Style
  /// What matters less: previews, facts, labels.
  package var secondary: Style
  /// What matters least and still is words: weekdays, counts, hints, marks of Markdown.
  package var faint: Style
  /// Hairlines.
  package var border: Style
  /// The edges of the box that has the keys.
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
  /// Code within a line.
  package var code: Style
  /// The lines of a block of code.
  package var codeBlock: Style
  /// What stands out in a block of code.
  package var codeTints = CodeTints()
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
  /// The colours of signs that stand for something, such as moods.
  package var signs: Signs
  /// The colours in which categories are drawn, by hue.
  package var categories: CategoryHues

  /// What a part of the screen lies on.
  package enum Ground: Hashable, Sendable {
    /// The page with the text.
    case base
    /// The desk around it: top line, key bar, sidebar.
    case surface
    /// Sheets over both: dialogs, pickers, messages.
    case raised
    /// Sunk in: fields to type in.
    case well
  }

  /// The colour of each ground.
  package struct Grounds: Hashable, Sendable {
    package var base = Color.standard
    package var surface = Color.standard
    package var raised = Color.standard
    package var well = Color.standard

    package subscript(_ ground: Ground) -> Color {
      switch ground {
      case .base: base
      case .surface: surface
      case .raised: raised
      case .well: well
      }
    }
  }

  /// The looks of what a block of code is made of; those that are plain are read as the rest of it.
  package struct CodeTints: Hashable, Sendable {
    package var keyword = Style.plain
    package var string = Style.plain
    package var number = Style.plain
    package var call = Style.plain
    package var comment = Style.plain
  }

  /// Colours that differ from one another for signs that stand for something, such as moods.
  package struct Signs: Hashable, Sendable {
    /// Yellow or orange; red where yellow cannot be read.
    package var warm = Color.standard
    /// Green.
    package var fresh = Color.standard
    /// Grey, or the colour of the text.
    package var even = Color.standard
    /// Blue.
    package var cool = Color.standard
    /// Violet.
    package var vivid = Color.standard
  }

  /// The page's colour, also where it is not painted; ``Color/standard`` where only the terminal knows it.
  package internal(set) var page = Color.standard

  /// What ``secondary`` and ``faint`` become on the tint of a selection, where they have to be read as well.
  package internal(set) var quietOnSelection = Color.standard

  /// Whether it has tints of its own for sheets and selections. The page itself may be the terminal's all the same.
  package var paints: Bool { grounds.raised != .standard }

  /// The look with the terminal's own background for page and desk, as windows that one can see through want it.
  package var unpainted: Theme {
    var copy = self
    copy.grounds.base = .standard
    copy.grounds.surface = .standard
    return copy
  }

  /// The page's colour for the window around the cells, in red, green and blue; nil where the page is not painted.
  package var windowColor: Color? {
    switch grounds.base {
    case .standard: return nil
    case .rgb: return grounds.base
    case .ansi(let index):
      let parts = ColorDepth.rgb(ofIndex: index)
      return .rgb(parts.red, parts.green, parts.blue)
    }
  }

  /// The look with categories in the colours that they were given, lighter or darker where they could not be seen.
  package var withExactCategories: Theme {
    // The user's own sixteen colours are not known, so nothing can be told of them.
    guard depth == .direct || depth == .indexed256, page != .standard else { return self }
    var copy = self
    let ground = { (color: Color) in color == .standard ? page : color }
    copy.categories = categories.exact(
      on: [page, ground(grounds.surface), selection.background], depth: depth)
    return copy
  }

  /// A look for a number of colours.
  ///
  /// - Parameters:
  ///   - tokens: its colours; nil for those of the user's own palette.
  ///   - isDark: whether the terminal's background is dark, as far as that is known; it decides where the palette is the user's.
  package static func of(_ tokens: Tokens?, isDark: Bool?, depth: ColorDepth) -> Theme {
    switch (depth, tokens) {
    case (.none, _): monochrome(isDark: isDark ?? true)
    case (.direct, let tokens?), (.indexed256, let tokens?): Theme(tokens, depth: depth)
    case (let depth, _): palette(isDark: isDark, depth: depth)
    }
  }

  /// The program's own look, Ink or Paper, for a background and a number of colours.
  package static func standard(isDark: Bool, depth: ColorDepth) -> Theme {
    of(isDark ? .ink : .paper, isDark: isDark, depth: depth)
  }
}
