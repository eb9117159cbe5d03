import TerminalKit

/// Where a dialog and its rows are; shared by drawing and the mouse.
struct DialogLayout: Hashable, Sendable {
  var box: Rect
  /// The line in which something is typed.
  var field = Rect(row: 0, column: 0, rows: 0, columns: 0)
  /// The rows that can be chosen, below it.
  var rows: Rect

  static func picker(_ picker: Picker, _ size: Size) -> DialogLayout {
    let wide = picker.kind == .palette || picker.kind == .link
    let columns = min(size.columns - 4, wide ? 68 : 52)
    let rows = pickerRows(picker, size)
    let box = centered(rows: rows + 4, columns: columns, size)
    var inside = box.inside
    let field = inside.takeTop(1)
    _ = inside.takeTop(1)
    return DialogLayout(
      box: box, field: Rect(row: field.row, column: field.column + 3, rows: 1, columns: field.columns - 4), rows: inside
    )
  }

  /// Rows that a picker shows: as many as there are items, so that it does not jump while one types.
  static func pickerRows(_ picker: Picker, _ size: Size) -> Int {
    let wanted = max(3, picker.items.count + (picker.creates == nil ? 0 : 1))
    return max(1, min(wanted, size.rows - 8, 18))
  }

  static func prompt(_ size: Size) -> DialogLayout {
    let box = centered(rows: 6, columns: min(size.columns - 4, 68), size)
    let inside = box.inside
    return DialogLayout(
      box: box, field: Rect(row: inside.row, column: inside.column + 1, rows: 1, columns: inside.columns - 2),
      rows: Rect(row: inside.row + 1, column: inside.column, rows: 0, columns: inside.columns))
  }

  static func choice(_ choice: Choice, _ size: Size, width: any TextWidth) -> (layout: DialogLayout, lines: [String]) {
    let columns = min(size.columns - 4, 64)
    var lines: [String] = []
    for (index, text) in choice.lines.enumerated() {
      if index > 0 { lines.append("") }
      for line in TextWrap.lines(of: text, columns: max(1, columns - 6), width: width) {
        lines.append(text.utf8Text(line.start..<line.end))
      }
    }
    // The answers are what must be seen; the explanation gives way.
    let room = max(1, size.rows - 2 - 3 - choice.options.count - 1)
    if lines.count > room { lines = Array(lines.prefix(room)) }
    let box = centered(rows: lines.count + choice.options.count + 3, columns: columns, size)
    var inside = box.inside
    _ = inside.takeTop(lines.count + 1)
    return (DialogLayout(box: box, rows: inside), lines)
  }

  private static func centered(rows: Int, columns: Int, _ size: Size) -> Rect {
    let rows = min(rows, size.rows - 2)
    return Rect(
      row: max(1, (size.rows - rows) * 2 / 5), column: max(0, (size.columns - columns) / 2), rows: rows,
      columns: columns)
  }

}
