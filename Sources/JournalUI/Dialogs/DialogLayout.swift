import TerminalKit

/// Where a dialog and its rows are; shared by drawing and the mouse.
struct DialogLayout: Hashable, Sendable {
  var box: Rect
  /// The line in which something is typed.
  var field = Rect(row: 0, column: 0, rows: 0, columns: 0)
  /// The rows that can be chosen, below it.
  var rows: Rect

  /// No sheet is wider: its lines are read at a glance.
  static let widest = 64
  /// No sheet is narrower where the window has the room.
  private static let narrowest = 40

  /// Free rows below the title.
  private static func air(_ size: Size) -> Int { size.rows >= 20 ? 1 : 0 }

  static func picker(_ picker: Picker, _ size: Size, width: any TextWidth) -> DialogLayout {
    let air = air(size)
    let above = air + (picker.hasField ? 2 : 0)
    let most = pickerRows(picker, size)
    var box = centered(rows: most + 2 + above, columns: pickerColumns(picker, width), size)
    // While one types it ends below what was found; its top and its field stay where they are.
    box.rows -= max(0, most - max(fewestRows, picker.rows.count))
    var inside = box.inside
    _ = inside.takeTop(air)
    guard picker.hasField else { return DialogLayout(box: box, rows: inside) }
    let field = inside.takeTop(1)
    _ = inside.takeTop(1)
    return DialogLayout(
      box: box, field: Rect(row: field.row, column: field.column + 2, rows: 1, columns: field.columns - 4), rows: inside
    )
  }

  /// Rows below which no picker shrinks.
  private static let fewestRows = 3

  /// Rows that a picker shows at most: as many as there are items.
  static func pickerRows(_ picker: Picker, _ size: Size) -> Int {
    // What was typed leaves room for the line that makes something of it.
    let wanted = max(fewestRows, picker.items.count, picker.rows.count)
    return max(1, min(wanted, size.rows - 8 - 2 * air(size), 18))
  }

  /// As wide as its title and its items, of which a long list shows what they are like.
  private static func pickerColumns(_ picker: Picker, _ width: any TextWidth) -> Int {
    if picker.form == .wide { return widest }
    let items = picker.items.prefix(100).map { item in
      width.columns(of: item.title) + (item.detail.isEmpty ? 0 : width.columns(of: item.detail) + 2) + 7
    }
    let words = max(width.columns(of: picker.title) + 9, width.columns(of: picker.placeholder) + 8)
    return max(narrowest, min(widest, max(words, items.max() ?? 0)))
  }

  static func prompt(_ prompt: Prompt, _ size: Size, width: any TextWidth) -> DialogLayout {
    let air = air(size)
    let month = hasMonth(prompt, size) ? MonthGrid.rows + 2 : 0
    let words = max(width.columns(of: prompt.title) + 9, width.columns(of: prompt.hint) + 4)
    let columns = month > 0 ? max(48, min(widest, words)) : widest
    let box = centered(rows: 6 + air + month, columns: columns, size)
    var inside = box.inside
    _ = inside.takeTop(air)
    return DialogLayout(
      box: box,
      field: Rect(row: inside.row, column: inside.column + 1 + air, rows: 1, columns: inside.columns - 2 - 2 * air),
      rows: Rect(row: inside.row + 1, column: inside.column, rows: 0, columns: inside.columns))
  }

  /// Rows for how what was typed is understood: with a month, both ways to read a day and a month have room.
  static func meaningRows(_ prompt: Prompt, _ size: Size) -> Int { hasMonth(prompt, size) ? 3 : 2 }

  /// Whether a month stands below the field.
  static func hasMonth(_ prompt: Prompt, _ size: Size) -> Bool {
    prompt.isDate && size.rows >= 20
  }

  static func choice(_ choice: Choice, _ size: Size, width: any TextWidth) -> (layout: DialogLayout, lines: [String]) {
    let columns = min(size.columns - 4, widest)
    let air = air(size)
    var lines: [String] = []
    for (index, text) in choice.lines.enumerated() {
      if index > 0 { lines.append("") }
      for line in TextWrap.lines(of: text, columns: max(1, columns - 6), width: width) {
        lines.append(text.utf8Text(line.start..<line.end))
      }
    }
    // The answers are what must be seen; the explanation gives way.
    let room = max(1, size.rows - 2 - 3 - choice.options.count - 1 - air)
    if lines.count > room { lines = Array(lines.prefix(room)) }
    let box = centered(rows: lines.count + choice.options.count + 3 + air, columns: columns, size)
    var inside = box.inside
    _ = inside.takeTop(air + lines.count + 1)
    return (DialogLayout(box: box, rows: inside), lines)
  }

  private static func centered(rows: Int, columns: Int, _ size: Size) -> Rect {
    let rows = min(rows, size.rows - 2)
    let columns = min(columns, size.columns - 4)
    return Rect(
      row: max(1, (size.rows - rows) * 2 / 5), column: max(0, (size.columns - columns) / 2), rows: rows,
      columns: columns)
  }

}
