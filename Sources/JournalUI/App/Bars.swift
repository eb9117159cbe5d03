import JournalCore
import TerminalKit

/// What all screens have at their edges: the line at the top, the line of keys at the bottom, and what was just said.
struct Bars: ShowsSync {
  var desk: Desk
  /// The screen between them.
  let screen: any Screen
  /// Whether everything is safe.
  let promise: SyncPromise

  var contexts: [KeyContext] { screen.contexts }
}

extension Bars {
  func drawTooSmall(_ canvas: inout Canvas) {
    let need = "\(MainLayout.smallest.columns)×\(MainLayout.smallest.rows)"
    for (row, line) in wrapped("Window too small (needs \(need))", columns: max(1, size.columns)).enumerated() {
      canvas.put(line, row: row, column: 0, limit: size.columns, style: theme.text)
    }
  }

  /// The way here at the left, the date and whether everything is safe at the right.
  func drawTopLine(_ canvas: inout Canvas) {
    canvas.lay(.surface, Rect(row: 0, column: 0, rows: 1, columns: size.columns))
    var end = canvas.putRight(
      promise.text, row: 0, endColumn: size.columns - 2, limit: size.columns - 16, style: style(of: promise.tone))
    let name = environment.journalName
    var column = 2
    column += canvas.put(name, row: 0, column: column, limit: min(24, end - column - 2), style: theme.heading)
    if size.columns >= MainLayout.threePanes {
      let date = "\(today.weekday.shortName) \(today.day) \(monthNames[today.month - 1])"
      if column + columns(of: screen.way) + width.columns(of: date) + 4 < end {
        end = canvas.putRight(date, row: 0, endColumn: end - 4, limit: 24, style: theme.secondary)
      }
    }
    for step in way(in: end - column - 2) where column + 10 < end {
      column += canvas.put(
        "  \(glyphs.place)  ", row: 0, column: column, limit: end - column - 1, style: theme.faint)
      column += canvas.put(step, row: 0, column: column, limit: end - column - 2, style: theme.secondary)
    }
  }

  private func columns(of steps: [String]) -> Int { steps.reduce(0) { $0 + width.columns(of: $1) + 5 } }

  /// The steps of the way here, of which the middle ones give way where there is no room for all of them.
  private func way(in room: Int) -> [String] {
    let steps = screen.way
    guard steps.count > 1, columns(of: steps) > room, let last = steps.last else { return steps }
    for kept in (0..<steps.count - 1).reversed() {
      let shorter = steps.prefix(kept) + [String(glyphs.ellipsis), last]
      if columns(of: Array(shorter)) <= room { return Array(shorter) }
    }
    // In a very narrow window what leads here says more than the beginning of a title.
    return room < Self.leastForLast ? steps : [String(glyphs.ellipsis), last]
  }

  /// The columns that the last step needs behind an ellipsis to be worth it.
  private static let leastForLast = 24

  /// The column behind the way here, as far as it can be.
  var wayEnd: Int { 2 + min(24, width.columns(of: environment.journalName)) + columns(of: screen.way) }

  func drawBottomLine(_ canvas: inout Canvas) {
    let row = size.rows - 1
    let line = Rect(row: row, column: 0, rows: 1, columns: size.columns)
    canvas.fill(line, theme.popup)
    canvas.lay(.surface, line)
    if let chip = screen.modeSign { canvas.put(chip.text, row: row, column: 2, limit: 16, style: chip.style) }
    let (place, space) = place
    KeyHints(hints, kept: keptHints, space: space).draw(
      Rect(row: row, column: hintStart - 1, rows: 1, columns: hintColumns(beside: place)), on: &canvas.frame,
      theme: theme, width: width)
    canvas.putRight(
      place, row: row, endColumn: size.columns - 2, limit: size.columns / 2, style: theme.secondary)
  }

  /// Says what happened, over the content and never over the keys.
  func drawMessage(_ canvas: inout Canvas) {
    guard let notice = shownNotice, var rect = messageRect else { return }
    if let cursor = canvas.frame.cursor, rect.contains(cursor) { rect.row = 1 }
    canvas.settle()
    let ground = theme.paints ? theme.popup : Style(.standard, on: .standard, .reverse)
    canvas.fill(rect, ground)
    canvas.lay(.raised, rect)
    let tone = style(of: notice.tone)
    for row in rect.row..<rect.endRow {
      canvas.put(
        String(glyphs.selection), row: row, column: rect.column, limit: 1, style: theme.paints ? tone : ground)
    }
    for (offset, text) in messageLines(notice).enumerated() {
      canvas.put(
        text, row: rect.row + messagePadding + offset, column: rect.column + 3, limit: rect.columns - 5,
        style: theme.paints ? theme.text : ground)
    }
  }
}

extension Bars {
  /// The message that is on the screen now.
  var shownNotice: Notice? {
    guard let notice, dialogs.isEmpty || notice.tone == .error else { return nil }
    return notice
  }

  /// The columns that keys have on the bottom line, beside the place at its right end.
  func hintColumns(beside place: String) -> Int {
    let words = width.columns(of: place)
    return max(0, size.columns - hintStart + 1 - (words == 0 ? 0 : words + 3))
  }

  /// The column of the first key on the bottom line, behind vi's mode.
  var hintStart: Int { screen.modeSign.map { 5 + width.columns(of: $0.text) } ?? 2 }

  /// A message takes so many columns and lines at most; `:messages` has all of it.
  private static let widestMessage = 60
  private static let longestMessage = 3

  /// Free lines above and below the words, where a tint makes them a part of the message.
  private var messagePadding: Int { theme.paints && size.rows >= 20 ? 1 : 0 }

  func messageLines(_ notice: Notice) -> [String] {
    let columns = max(8, min(Self.widestMessage, size.columns - 2) - 5)
    let lines = wrapped(notice.text, columns: columns)
    guard lines.count > Self.longestMessage else { return lines }
    let key = keymap.shownKey(of: .showMessages, in: contexts)?.shortName(glyphs: glyphs)
    let rest = key.map { " \($0) all of it" } ?? ""
    let room = max(0, columns - width.columns(of: rest) - 1)
    let cut = CellText(lines[Self.longestMessage - 1], width: width).truncated(to: room, ellipsis: glyphs.ellipsis)
    let last = cut.cells.map(\.text).joined()
    return lines.prefix(Self.longestMessage - 1)
      + [last + (last.hasSuffix(String(glyphs.ellipsis)) ? "" : String(glyphs.ellipsis)) + rest]
  }

  /// Where the message lies, at the bottom right; nil where there is none.
  var messageRect: Rect? {
    guard let notice = shownNotice else { return nil }
    let lines = messageLines(notice)
    let columns = min(size.columns, (lines.map { width.columns(of: $0) }.max() ?? 0) + 5)
    let rows = lines.count + 2 * messagePadding
    return Rect(
      row: max(1, size.rows - 2 - rows), column: max(0, size.columns - columns - 2), rows: rows, columns: columns)
  }
}
