import JournalCore
import TerminalKit

/// A month in weeks, which begin on Monday: its name, the days' names, and up to six rows of days.
struct MonthGrid: Hashable, Sendable {
  static let rows = 8
  static let columns = 26

  /// The days that are meant: of a week or a month, all of them.
  var chosen: ClosedRange<CivilDate>
  var today: CivilDate
  /// With which weekday weeks begin.
  var weekBegin = Weekday.monday

  /// Draws the month of the first chosen day.
  ///
  /// - Parameter sign: What stands behind a day on which something was written, one column wide; nil for other days.
  func draw(
    _ rect: Rect, _ theme: Theme, _ canvas: inout Canvas, sign: (CivilDate) -> StyledText? = { _ in nil }
  ) {
    guard rect.rows >= Self.rows, rect.columns >= Self.columns else { return }
    let month = chosen.lowerBound
    canvas.put(
      [
        StyledText(monthNames[month.month - 1], theme.title), StyledText(" \(DateText.year(month.year))", theme.faint),
      ], row: rect.row, column: rect.column, limit: rect.columns)
    for (place, weekday) in weekBegin.week.enumerated() {
      let name = String(weekday.name.prefix(2))
      canvas.put(name, row: rect.row + 1, column: rect.column + place * 4, limit: 2, style: theme.faint)
    }
    guard let first = CivilDate(year: month.year, month: month.month, day: 1) else { return }
    let before = self.before(first)
    for day in 1...31 {
      guard let date = CivilDate(year: month.year, month: month.month, day: day) else { break }
      let place = before + day - 1
      drawDay(
        date, sign(date), row: rect.row + 2 + place / 7, column: rect.column + place % 7 * 4, theme, &canvas)
    }
  }

  /// The day of the month of the first chosen day at a place; nil where there is none.
  func day(at place: Position, in rect: Rect) -> CivilDate? {
    let (row, column) = (place.row - rect.row - 2, place.column - rect.column + 1)
    let month = chosen.lowerBound
    guard row >= 0, (0..<28).contains(column), let first = CivilDate(year: month.year, month: month.month, day: 1)
    else {
      return nil
    }
    return CivilDate(year: month.year, month: month.month, day: row * 7 + column / 4 - before(first) + 1)
  }

  /// How many days of its week lie before the first one of a month.
  private func before(_ first: CivilDate) -> Int { (first.weekday.rawValue - weekBegin.rawValue + 7) % 7 }

  private func drawDay(
    _ date: CivilDate, _ sign: StyledText?, row: Int, column: Int, _ theme: Theme, _ canvas: inout Canvas
  ) {
    var style = date == today || sign != nil ? theme.heading : theme.secondary
    if chosen.contains(date) {
      // One free column at both sides, so that the tint is not as narrow as the number.
      canvas.fill(Rect(row: row, column: column - 1, rows: 1, columns: 4), theme.selection)
      style = theme.sign(theme.heading, on: theme.selection)
    }
    canvas.putRight(String(date.day), row: row, endColumn: column + 2, limit: 2, style: style)
    guard let sign, !sign.text.isEmpty else { return }
    let ground = chosen.contains(date) ? theme.selection : nil
    canvas.put(sign.text, row: row, column: column + 2, limit: 1, style: theme.sign(sign.style, on: ground))
  }
}
