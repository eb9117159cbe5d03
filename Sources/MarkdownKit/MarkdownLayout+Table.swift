import TerminalKit

extension MarkdownLayout {
  /// Sets a table in columns; where it is too wide, its widest columns are wrapped.
  mutating func add(_ table: MarkdownTable, _ indent: Indent) {
    let count = table.alignments.count
    guard count > 0 else { return }
    let texts = table.rows.enumerated().map { row, cells in
      cells.map { InlineText($0, role: row == 0 ? indent.role.union(.tableHeader) : indent.role, glyphs: glyphs) }
    }
    // Three blanks between columns, one at either end.
    let room = indent.columns - 3 * (count - 1) - 2
    guard room >= 3 * count else {
      addNarrow(texts, indent)
      return
    }
    let widths = columnWidths(texts, count: count, room: room)
    var indent = indent
    let rule = String(
      repeating: Character(glyphs.horizontal), count: widths.reduce(0, +) + 3 * (count - 1) + 2)
    append([MarkdownRun(rule, [.rule, .edge])], indent.first)
    indent = indent.continued
    for (row, cells) in texts.enumerated() {
      let wrapped = zip(cells, widths).map { $0.wrapped(columns: $1, width: width, marking: marking) }
      for line in 0..<(wrapped.map { $0.count }.max() ?? 0) {
        var runs = [MarkdownRun(" ")]
        for column in 0..<count {
          let cell = line < wrapped[column].count ? wrapped[column][line] : []
          let blank = widths[column] - cell.reduce(0) { $0 + width.columns(of: $1.text) }
          let before =
            switch table.alignments[column] {
            case .left: 0
            case .center: blank / 2
            case .right: blank
            }
          if before > 0 { runs.append(MarkdownRun(String(repeating: " ", count: before))) }
          runs += cell
          let after = blank - before + (column + 1 < count ? 3 : 0)
          if after > 0, column + 1 < count { runs.append(MarkdownRun(String(repeating: " ", count: after))) }
        }
        append(runs, indent.first)
        indent = indent.continued
      }
      if row == 0 { append([MarkdownRun(rule, .rule)], indent.first) }
    }
    append([MarkdownRun(rule, [.rule, .edge])], indent.first)
  }

  /// What each column would like, shortened from the widest down until all fit.
  private func columnWidths(_ texts: [[InlineText]], count: Int, room: Int) -> [Int] {
    var widths = (0..<count).map { column in
      max(
        1,
        texts.map { cells in
          cells[column].text.utf8.split(separator: UInt8(ascii: "\n")).map { width.columns(of: String(Substring($0))) }
            .max() ?? 0
        }.max() ?? 1)
    }
    var excess = widths.reduce(0, +) - room
    while excess > 0 {
      let widest = widths.max() ?? 0
      let shared = widths.indices.filter { widths[$0] == widest }
      let second = widths.filter { $0 < widest }.max() ?? 3
      let step = max(1, min(widest - max(second, 3), excess / shared.count))
      for column in shared where excess > 0 {
        let cut = min(step, excess)
        widths[column] -= cut
        excess -= cut
      }
    }
    return widths
  }

  /// A table with more columns than there is room for: its cells one below the other.
  private mutating func addNarrow(_ texts: [[InlineText]], _ indent: Indent) {
    var indent = indent
    for (row, cells) in texts.enumerated() {
      if row > 0 { lines.append(MarkdownLine(indent.rest)) }
      for cell in cells {
        add(cell, indent)
        indent = indent.continued
      }
    }
  }
}
