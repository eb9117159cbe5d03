import JournalCore
import TerminalKit

extension Rect {
  /// The page of a screen: below the top line and above the keys, with a free row and a free column at both sides
  /// where there is room.
  static func page(_ size: Size) -> Rect {
    var rest = Rect(size)
    _ = rest.takeTop(size.rows >= 20 ? 2 : 1)
    _ = rest.takeBottom(1)
    if size.columns >= 80 {
      _ = rest.takeLeft(1)
      rest.columns -= 1
    }
    return rest
  }
}

/// A frame with everything that drawing on it needs.
struct Canvas {
  var frame: Frame
  let theme: Theme
  let glyphs: Glyphs
  let width: any TextWidth
  /// Where dialogs, and last the message, will lie over what is drawn now: no pixels may stand there.
  var covered: [Rect]
  /// Pictures drawn as cells, whose backgrounds are a part of them.
  var bright: [Rect] = []
  /// What lies on another ground than the page, the later over the earlier.
  private var patches: [(rect: Rect, color: Color)] = []

  init(_ desk: Desk, message: Rect?) {
    frame = Frame(desk.size)
    let top = DialogPainter(desk: desk)
    covered = desk.dialogs.map { top.place(of: $0) }
    if let message { covered.append(message) }
    theme = desk.theme
    glyphs = desk.glyphs
    width = desk.environment.textWidth
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

  // MARK: Grounds

  /// Puts a part of the screen on a ground.
  mutating func lay(_ ground: Theme.Ground, _ rect: Rect) {
    if theme.paints { patches.append((rect, theme.grounds[ground])) }
  }

  /// Sinks a field to type in, with a free column at both sides.
  mutating func layField(_ field: Rect) {
    lay(.well, Rect(row: field.row, column: field.column - 1, rows: 1, columns: field.columns + 2))
  }

  /// Paints the grounds below all that was drawn so far.
  mutating func settle() {
    guard theme.paints else { return }
    frame.lay(theme.grounds.base, patches, text: theme.text.foreground)
    patches.removeAll()
  }

  /// A part of the page with its heading: title, hairline and a label at the right. Returns where its rows are.
  ///
  /// Without a title the line above the rows stays free. A key that chooses the part stands before its title.
  mutating func pane(_ title: String, key: String = "", label: String = "", _ rect: Rect, isFocused: Bool) -> Rect {
    guard rect.rows >= 2, rect.columns >= 2 else {
      return Rect(row: rect.row, column: rect.column, rows: 0, columns: 0)
    }
    fill(rect, theme.popup)
    let inside = rect.inside
    let end = putRight(
      label, row: rect.row, endColumn: inside.endColumn, limit: title.isEmpty ? inside.columns : inside.columns / 2,
      style: theme.faint)
    guard !title.isEmpty else { return inside }
    let style = isFocused ? theme.heading : theme.title
    if isFocused {
      put(String(glyphs.selection), row: rect.row, column: rect.column, limit: 1, style: theme.accent)
    }
    var words = [StyledText(title, style)]
    if !key.isEmpty { words = [StyledText(key, theme.keyName), StyledText("  ", style)] + words }
    let used = put(words, row: rect.row, column: inside.column, limit: end - inside.column - 1)
    hairline(row: rect.row, from: inside.column + used + 1, to: label.isEmpty ? inside.endColumn : end - 1)
    return inside
  }

  /// A thin line from a column to the one before another.
  mutating func hairline(row: Int, from column: Int, to end: Int) {
    for place in column..<max(column, end) {
      frame.put(Cell(glyphs.horizontal, style: theme.border), row: row, column: place)
    }
  }

  /// A dialog: a sheet over everything, with its title and the key that closes it; where there are no tints, a box.
  mutating func sheet(_ title: String, _ rect: Rect) -> Rect {
    guard theme.paints else {
      return Box(title, isFocused: true).draw(rect, on: &frame, theme: theme, glyphs: glyphs, width: width)
    }
    settle()
    // The upper half of this row belongs to what is behind, the lower one to the sheet. Fonts leave a seam below a
    // lower half, so both edges are upper ones.
    if glyphs.softEdge != " ", rect.row > 1 {
      for column in max(0, rect.column)..<max(0, min(frame.size.columns, rect.endColumn), rect.column) {
        let behind = frame[rect.row - 1, column].style.background
        let edge = Style(behind, on: theme.grounds.raised)
        frame.put(Cell(glyphs.softEdge, style: edge), row: rect.row - 1, column: column)
      }
    }
    let below = (0..<max(0, rect.columns)).map { frame[rect.endRow - 1, rect.column + $0].style.background }
    fill(rect, theme.popup)
    lay(.raised, rect)
    if glyphs.softEdge != " ", rect.rows > 3 {
      for (place, behind) in below.enumerated() {
        let edge = Style(theme.grounds.raised, on: behind)
        frame.put(Cell(glyphs.softEdge, style: edge), row: rect.endRow - 1, column: rect.column + place)
      }
    }
    let inside = rect.inside
    let end = putRight("Esc", row: rect.row, endColumn: inside.endColumn - 1, limit: 3, style: theme.faint)
    put(title, row: rect.row, column: inside.column + 1, limit: end - inside.column - 2, style: theme.heading)
    return inside
  }

  /// A scroll bar on the right border of a box; `visible` is how much can be seen where that is not a row each.
  mutating func scrollbar(_ box: Rect, total: Int, offset: Int, visible: Int? = nil) {
    let inside = box.inside
    Scrollbar(total: total, visible: visible ?? inside.rows, offset: offset).draw(
      row: inside.row, column: box.endColumn - 1, length: inside.rows, on: &frame, theme: theme, glyphs: glyphs)
  }

  mutating func fill(_ rect: Rect, _ style: Style) { frame.fill(rect, Cell(style: style)) }

  /// Words in the middle of an empty pane, wrapped, the first line as a title.
  mutating func centered(_ lines: [StyledText], in rect: Rect) { _ = stack(lines, in: rect) }

  /// Writes words one below the other in the middle of a pane, from a third of its height on; returns the row behind them.
  mutating func stack(_ lines: [StyledText], in rect: Rect) -> Int {
    guard rect.columns > 4 else { return rect.row }
    var rows: [(String, Style)] = []
    for line in lines {
      for part in TextWrap.balanced(line.text, columns: rect.columns - 2, width: width) {
        rows.append((line.text.utf8Text(part.start..<part.end), line.style))
      }
    }
    var row = rect.row + max(0, (rect.rows - rows.count) / 3)
    for (text, style) in rows where row < rect.endRow {
      let columns = width.columns(of: text)
      put(text, row: row, column: rect.column + max(0, (rect.columns - columns) / 2), limit: rect.columns, style: style)
      row += 1
    }
    return row
  }

  /// Lets everything drawn so far step back behind a dialog: words where there are colours for it, pictures everywhere.
  mutating func recede() {
    settle()
    let whole = Rect(frame.size)
    if theme.paints {
      var known: [Style: Style] = [:]
      frame.restyleWords { [theme] style in
        if let dimmed = known[style] { return dimmed }
        let dimmed = theme.scrim(style)
        known[style] = dimmed
        return dimmed
      }
    }
    // A photograph would draw the eye, as a mosaic or as bright as it is: its place stays, with the sign of a picture in the
    // middle.
    let places = bright + frame.pictures.map(\.rect)
    frame.pictures.removeAll()
    for rect in places {
      let sign = (row: (rect.rows - 1) / 2, column: (rect.columns - 1) / 2)
      let style =
        theme.paints ? theme.scrim(Style(theme.faint.foreground, on: theme.grounds.well)) : theme.faint
      blit(rect, clip: whole) { [glyphs] row, column in
        Cell(row == sign.row && column == sign.column ? glyphs.image : " ", style: style)
      }
    }
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
  /// The colour in which a category is drawn; that of the text where it has none.
  func style(ofColor hex: String?) -> Style {
    guard depth != .none, let hex, let color = Color(hex: hex) else { return text }
    return Style(categories.color(for: color))
  }
}

extension Theme {
  /// A sign in its own colour on the selected row, where there are colours enough to read it there.
  func sign(_ style: Style, on selected: Style?) -> Style {
    guard let selected else { return style }
    guard depth == .direct || depth == .indexed256 else { return selected }
    var result = style.on(selected.background)
    if result.foreground == secondary.foreground || result.foreground == faint.foreground {
      result.foreground = quietOnSelection
    }
    return result
  }
}
