import JournalCore
import TerminalKit

/// Where the weeks of a month are, and the day beside them.
struct CalendarLayout: Hashable, Sendable {
  static let weeks = 6
  /// Fewer columns have no room for a title.
  private static let leastForTitles = 12

  /// The first day that is shown, with which its week begins.
  let first: CivilDate
  /// Columns of a day, the free ones at its right included.
  let dayColumns: Int
  /// Rows of a week, without the hairline below it.
  let weekRows: Int
  /// Whether there is room for hairlines between the weeks.
  let isRuled: Bool
  let left: Int
  /// The rows of the month's name, of the days' names, and of the first week.
  let title: Int
  let names: Int
  let top: Int
  /// The day under the cursor by itself; nil where there is no room beside the weeks.
  let panel: Rect?

  init(size: Size, cursor: CivilDate, weekBegin: Weekday = .monday) {
    let page = Rect.page(size)
    let panelColumns = size.columns >= 160 ? 52 : size.columns >= 110 ? 30 : 0
    left = size.columns >= 80 ? 4 : 2
    dayColumns = max(3, (size.columns - left - panelColumns - (panelColumns == 0 ? 1 : 2)) / 7)
    title = page.row
    names = page.row + (size.rows >= 20 ? 2 : 1)
    let ruled = (size.rows - names - 2) / Self.weeks - 1
    isRuled = ruled >= 2
    top = names + (isRuled ? 2 : 1)
    weekRows = isRuled ? ruled : max(1, (size.rows - 1 - top) / Self.weeks)
    let column = left + 7 * dayColumns + 2
    panel =
      panelColumns == 0
      ? nil
      : Rect(row: page.row, column: column, rows: size.rows - 1 - page.row, columns: size.columns - column - 2)
    first = cursor.adding(days: 1 - cursor.day).weekBegin(weekBegin)
  }

  var days: ClosedRange<CivilDate> { first...first.adding(days: Self.weeks * 7 - 1) }
  var showsTitles: Bool { dayColumns >= Self.leastForTitles && weekRows > 1 }
  /// As many entries of a day as can be told apart.
  var entriesADay: Int { showsTitles ? weekRows - 1 : 6 }
  /// The column of the line between the weeks and the day.
  var divider: Int { left + 7 * dayColumns }

  /// Where a day is; its first column is free, for the bar of the cursor.
  func rect(week: Int, weekday: Int) -> Rect {
    Rect(
      row: top + week * (weekRows + (isRuled ? 1 : 0)), column: left - 1 + weekday * dayColumns, rows: weekRows,
      columns: dayColumns)
  }

  func day(at place: Position) -> CivilDate? {
    for week in 0..<Self.weeks {
      for weekday in 0..<7 where rect(week: week, weekday: weekday).contains(place) {
        return first.adding(days: week * 7 + weekday)
      }
    }
    return nil
  }
}

extension CalendarScreen {
  func draw(_ canvas: inout Canvas) {
    if drawEmpty(&canvas) { return }
    let layout = self.layout
    drawTitle(layout, &canvas)
    for (place, weekday) in environment.weekBegin.week.enumerated() {
      let rect = layout.rect(week: 0, weekday: place)
      let name = String(weekday.shortName.prefix(max(2, min(3, layout.dayColumns - 2))))
      canvas.put(name, row: layout.names, column: rect.column + 1, limit: layout.dayColumns - 1, style: theme.secondary)
    }
    if layout.isRuled {
      canvas.hairline(row: layout.top - 1, from: layout.left, to: layout.divider - 1)
    }
    for week in 0..<CalendarLayout.weeks {
      for weekday in 0..<7 {
        drawDay(
          layout.first.adding(days: week * 7 + weekday), layout.rect(week: week, weekday: weekday), layout, &canvas)
      }
      let last = layout.rect(week: week, weekday: 0).endRow
      if layout.isRuled, week < CalendarLayout.weeks - 1 {
        canvas.hairline(row: last, from: layout.left, to: layout.divider - 1)
      }
    }
    guard let panel = layout.panel else { return }
    for row in panel.row..<panel.endRow {
      canvas.frame.put(Cell(glyphs.vertical, style: theme.border), row: row, column: layout.divider)
    }
    drawPanel(panel, &canvas)
  }

  /// The month in numbers: its entries, its words, and the most days in a row.
  private func drawTitle(_ layout: CalendarLayout, _ canvas: inout Canvas) {
    let shown = (reading.span?.totals ?? []).filter {
      $0.date.month == cursor.month && $0.date.year == cursor.year
    }
    var facts: [String] = []
    if !shown.isEmpty {
      facts.append(counted(shown.reduce(0) { $0 + $1.entries }, "entry", "entries"))
      facts.append(counted(shown.reduce(0) { $0 + $1.words }, "word", "words"))
      let row = DayTotals.longestRow(shown)
      if row > 1 { facts.append("\(row) days in a row") }
    }
    let separator = " \(glyphs.separator) "
    canvas.put(
      [
        StyledText(monthNames[cursor.month - 1], theme.heading),
        StyledText(" \(DateText.year(cursor.year))", theme.secondary),
        StyledText("   " + facts.joined(separator: separator), theme.secondary),
      ], row: layout.title, column: layout.left, limit: size.columns - layout.left - 2)
  }

  private func drawDay(_ date: CivilDate, _ rect: Rect, _ layout: CalendarLayout, _ canvas: inout Canvas) {
    let totals = reading.totals[date]
    let isSelected = date == cursor
    let ground: Style? = isSelected ? theme.selection : nil
    if isSelected {
      canvas.fill(rect, theme.selection)
      for row in rect.row..<rect.endRow {
        canvas.put(String(glyphs.selection), row: row, column: rect.column, limit: 1, style: theme.selectionBar)
      }
    }
    let isOfMonth = date.month == cursor.month && date.year == cursor.year
    var style = totals != nil ? theme.heading : isOfMonth ? theme.secondary : theme.faint
    if date == today { style = style.with(.underline) }
    let column = rect.column + 1
    let isNarrow = layout.dayColumns < 8
    let name = date.day == 1 && !isNarrow ? "1 \(shortMonth(date.month))" : String(date.day)
    let used = canvas.put(
      name, row: rect.row, column: column, limit: rect.columns - 1, style: theme.sign(style, on: ground))
    guard let totals else { return }
    let entries = reading.span?.entries[date] ?? []
    let end = isNarrow ? column + 3 : rect.endColumn - 1
    if let mood = totals.mood {
      canvas.put(
        moodGlyph(mood), row: rect.row, column: end - (isNarrow ? 0 : 1), limit: 1,
        style: theme.sign(theme.style(of: mood), on: ground))
    }
    if !isNarrow, entries.contains(where: \.isFavorite) {
      canvas.put(
        String(glyphs.star), row: rect.row, column: end - 3, limit: 1, style: theme.sign(theme.star, on: ground))
    }
    let shown =
      layout.showsTitles ? drawTitles(entries, rect, ground, &canvas) : drawBars(entries, rect, ground, &canvas)
    // What is not seen is counted.
    if totals.entries > shown, !isNarrow {
      canvas.put(
        "+\(totals.entries - shown)", row: rect.row, column: column + used + 1,
        limit: max(0, end - 4 - column - used), style: theme.sign(theme.faint, on: ground))
    }
  }

  /// The title of a lone entry in up to three lines, of several one line each; returns how many entries are seen.
  private func drawTitles(_ entries: [DayEntry], _ rect: Rect, _ ground: Style?, _ canvas: inout Canvas) -> Int {
    let columns = rect.columns - 3
    var row = rect.row + 1
    for entry in entries.prefix(rect.rows - 1) {
      let title = TerminalSafe(entry.shownTitle, keepingLines: false).text
      let most = entries.count == 1 ? min(3, rect.rows - 1) : 1
      // What has one line is cut there.
      var lines = most == 1 ? [title] : wholeWords(title, columns: columns)
      if lines.count > most {
        lines = Array(lines.prefix(most - 1)) + [lines[(most - 1)...].joined(separator: " ")]
      }
      for line in lines {
        canvas.put(
          String(glyphs.categoryBar), row: row, column: rect.column + 1, limit: 1,
          style: theme.sign(barStyle(entry), on: ground))
        canvas.put(line, row: row, column: rect.column + 2, limit: columns, style: theme.sign(theme.text, on: ground))
        row += 1
      }
    }
    return min(entries.count, rect.rows - 1)
  }

  /// A text in lines that end between words; a word that is wider than a line has one of its own, to be cut.
  private func wholeWords(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ").map(String.init) {
      if let last = lines.last, width.columns(of: last) + 1 + width.columns(of: word) <= columns {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  /// A bar for each entry, where there is no room for titles; returns how many entries are seen.
  private func drawBars(_ entries: [DayEntry], _ rect: Rect, _ ground: Style?, _ canvas: inout Canvas) -> Int {
    guard rect.rows > 1 else { return 1 }
    let room = max(1, (rect.columns - 2) / 2)
    for (place, entry) in entries.prefix(room).enumerated() {
      canvas.put(
        String(glyphs.categoryBar), row: rect.row + 1, column: rect.column + 1 + place * 2, limit: 1,
        style: theme.sign(barStyle(entry), on: ground))
    }
    return min(entries.count, room)
  }
}
