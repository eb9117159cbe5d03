import JournalCore
import TerminalKit

extension SharesDesk {
  /// An entry of another year: its day, mood, title and first words.
  func drawCard(_ entry: DayEntry, _ rect: Rect, _ canvas: inout Canvas) {
    canvas.lay(.surface, rect)
    for row in rect.row..<rect.endRow {
      canvas.put(String(glyphs.categoryBar), row: row, column: rect.column, limit: 1, style: barStyle(entry))
    }
    let (column, columns) = (rect.column + 2, rect.columns - 4)
    let date = entry.date.local.date
    let separator = " \(glyphs.separator) "
    let facts = [DateText.year(date.year), date.weekday.shortName, yearsAway(date.year)]
    canvas.put(
      facts.joined(separator: separator), row: rect.row, column: column, limit: columns - 2, style: theme.secondary)
    canvas.putRight(
      moodGlyph(entry.mood), row: rect.row, endColumn: rect.endColumn - 2, limit: 1, style: theme.style(of: entry.mood))
    let title = TerminalSafe(entry.shownTitle, keepingLines: false).text
    canvas.put(title, row: rect.row + 1, column: column, limit: columns, style: theme.heading)
    let room = rect.rows - 2
    var lines = wrapped(TerminalSafe(EntryLink.shown(entry.preview), keepingLines: true).text, columns: columns)
    if lines.count > room { lines = Array(lines.prefix(room - 1)) + [lines[room - 1] + String(glyphs.ellipsis)] }
    for (offset, line) in lines.enumerated() {
      canvas.put(line, row: rect.row + 2 + offset, column: column, limit: columns, style: theme.secondary)
    }
  }

  /// `a year ago`, `2 years ago`; ahead `in a year`.
  private func yearsAway(_ year: Int) -> String {
    let years = today.year - year
    let length = abs(years) == 1 ? "a year" : "\(grouped(abs(years))) years"
    return years == 0 ? "this year" : years > 0 ? "\(length) ago" : "in \(length)"
  }
}
