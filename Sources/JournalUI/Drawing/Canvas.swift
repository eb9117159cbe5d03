import JournalCore
import TerminalKit

/// A frame with everything that drawing on it needs.
struct Canvas {
  var frame: Frame
  let theme: Theme
  let glyphs: Glyphs
  let width: any TextWidth
  /// Where dialogs will lie over what is drawn now: no pixels may stand there.
  var covered: [Rect]
  /// Pictures drawn as cells, which keep their colours behind a dialog: in one colour, nothing could be made out.
  var bright: [Rect] = []

  init(_ model: Model) {
    frame = Frame(model.size)
    covered = model.dialogs.map { model.place(of: $0) }
    theme = model.theme
    glyphs = model.glyphs
    width = model.width
  }

  /// Draws text, cut off with an ellipsis where it is longer than `limit`, and returns the columns used.
  @discardableResult
  mutating func put(_ text: String, row: Int, column: Int, limit: Int, style: Style) -> Int {
    guard limit > 0 else { return 0 }
    let cells = CellText(text, width: width).truncated(to: limit, ellipsis: glyphs.ellipsis)
    return frame.put(cells, row: row, column: column, limit: limit, style: style)
  }

  /// Draws text of which some ranges of bytes are lit.
  @discardableResult
  mutating func put(
    _ text: String, row: Int, column: Int, limit: Int, style: Style, lit ranges: [Range<Int>], litStyle: Style
  ) -> Int {
    guard !ranges.isEmpty else { return put(text, row: row, column: column, limit: limit, style: style) }
    guard limit > 0 else { return 0 }
    let cells = CellText(text, width: width).truncated(to: limit, ellipsis: glyphs.ellipsis)
    var index = 0
    return frame.put(cells, row: row, column: column, limit: limit) { offset in
      while index < ranges.count, ranges[index].upperBound <= offset { index += 1 }
      return index < ranges.count && ranges[index].contains(offset) ? litStyle : style
    }
  }

  /// Draws text so that it ends before a column, and returns the column at which it begins.
  @discardableResult
  mutating func putRight(_ text: String, row: Int, endColumn: Int, limit: Int, style: Style) -> Int {
    guard limit > 0 else { return endColumn }
    let cells = CellText(text, width: width).truncated(to: limit, ellipsis: glyphs.ellipsis)
    frame.put(cells, row: row, column: endColumn - cells.columns, limit: limit, style: style)
    return endColumn - cells.columns
  }

  @discardableResult
  mutating func put(_ pieces: [StyledText], row: Int, column: Int, limit: Int) -> Int {
    var used = 0
    for piece in pieces where used < limit {
      used += put(piece.text, row: row, column: column + used, limit: limit - used, style: piece.style)
    }
    return used
  }

  /// Draws a box and returns its inside.
  mutating func box(_ title: String, label: String = "", _ rect: Rect, isFocused: Bool) -> Rect {
    Box(title, label: label, isFocused: isFocused).draw(rect, on: &frame, theme: theme, glyphs: glyphs, width: width)
  }

  /// A scroll bar on the right border of a box.
  mutating func scrollbar(_ box: Rect, total: Int, offset: Int) {
    let inside = box.inside
    Scrollbar(total: total, visible: inside.rows, offset: offset).draw(
      row: inside.row, column: box.endColumn - 1, length: inside.rows, on: &frame, theme: theme, glyphs: glyphs)
  }

  mutating func fill(_ rect: Rect, _ style: Style) { frame.fill(rect, Cell(style: style)) }

  /// Words in the middle of an empty pane, wrapped, the first line as a title.
  mutating func centered(_ lines: [StyledText], in rect: Rect) {
    guard rect.columns > 4 else { return }
    var rows: [(String, Style)] = []
    for line in lines {
      for part in TextWrap.lines(of: line.text, columns: rect.columns - 2, width: width) {
        rows.append((line.text.utf8Text(part.start..<part.end), line.style))
      }
    }
    var row = rect.row + max(0, (rect.rows - rows.count) / 3)
    for (text, style) in rows where row < rect.endRow {
      let columns = width.columns(of: text)
      put(text, row: row, column: rect.column + max(0, (rect.columns - columns) / 2), limit: rect.columns, style: style)
      row += 1
    }
  }

  /// Lets everything drawn so far step back behind a dialog, where there are colours for it.
  mutating func recede() {
    guard theme.depth == .direct || theme.depth == .indexed256 else { return }
    let behind = Style(theme.border.foreground)
    let before = frame
    frame.restyle(Rect(frame.size)) { _ in behind }
    for rect in bright { blit(rect, clip: Rect(frame.size)) { before[rect.row + $0, rect.column + $1] } }
  }

  var editorStyles: EditorStyles {
    EditorStyles(text: theme.text, selection: theme.markedText, match: theme.match)
  }
}

extension String {
  /// The text between two offsets in UTF-8 bytes, which must lie between characters.
  func utf8Text(_ range: Range<Int>) -> String {
    let count = utf8.count
    let lower = utf8.index(startIndex, offsetBy: max(0, min(range.lowerBound, count)))
    let upper = utf8.index(startIndex, offsetBy: max(0, min(range.upperBound, count)))
    return lower < upper ? String(self[lower..<upper]) : ""
  }
}

extension Theme {
  /// The colour of a mood.
  func style(of mood: Mood?) -> Style {
    guard let mood else { return secondary }
    let hue =
      switch mood {
      case .happy: hues.yellow
      case .neutral: hues.grey
      case .sad: hues.blue
      case .excited: hues.orange
      case .anxious: hues.purple
      default: hues.teal
      }
    return Style(hue)
  }

  /// The colour of a category; that of the text where it is none.
  func style(ofColor hex: String?) -> Style {
    guard depth != .none, let hex, let color = Color(hex: hex) else { return text }
    return Style(color)
  }
}

extension Theme {
  /// A sign in its own colour on the selected row, where there are colours enough to read it there.
  func sign(_ style: Style, on selected: Style?) -> Style {
    guard let selected else { return style }
    return depth == .direct || depth == .indexed256 ? style.on(selected.background) : selected
  }
}

extension Model {
  /// The sign of a mood; a blank where there is none.
  func moodGlyph(_ mood: Mood?) -> String {
    guard let mood else { return " " }
    switch mood {
    case .happy: return String(glyphs.happy)
    case .neutral: return String(glyphs.neutral)
    case .sad: return String(glyphs.sad)
    case .excited: return String(glyphs.excited)
    case .anxious: return String(glyphs.anxious)
    default: return "?"
    }
  }
}
