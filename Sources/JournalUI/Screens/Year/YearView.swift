import JournalCore
import TerminalKit

extension YearScreen {
  func draw(_ canvas: inout Canvas) {
    if drawEmpty(&canvas) { return }
    let layout = self.layout
    drawTitle(layout, &canvas)
    if let row = layout.figures { drawFigures(row, layout, &canvas) }
    let scale = HeatScale(reading.span?.totals ?? [])
    let most = layout.blocks.flatMap { block in (0..<layout.weeks).map { wordsOfWeek($0, block) } }.max() ?? 0
    for block in layout.blocks {
      drawMonths(block, layout, &canvas)
      drawDays(block, scale, layout, &canvas)
      drawWeeks(block, most: most, layout, &canvas)
    }
    if let row = layout.legend { drawLegend(row, layout, &canvas) }
    if !layout.cards.isEmpty { drawCards(layout, &canvas) }
  }

  private func drawTitle(_ layout: YearLayout, _ canvas: inout Canvas) {
    let (before, after) = layout.turns
    let name = layout.blocks.count > 1 ? "Two years of writing" : "A year of writing"
    let end = state.end
    let month = layout.figuresAreWide ? monthNames[end.month - 1] : shortMonth(end.month)
    canvas.put(
      [
        StyledText(name, theme.heading),
        StyledText("  to \(end.day) \(month) \(DateText.year(end.year))", theme.secondary),
      ], row: layout.title, column: layout.left, limit: before.lowerBound - layout.left - 2)
    canvas.put(
      [
        StyledText("\(glyphs.before) ", theme.keyName),
        StyledText(DateText.year(end.year - 1), theme.secondary),
      ], row: layout.title, column: before.lowerBound, limit: before.count)
    canvas.put(
      [
        StyledText(DateText.year(end.year), theme.secondary),
        StyledText(" \(glyphs.place)", isLatest ? theme.faint : theme.keyName),
      ], row: layout.title, column: after.lowerBound, limit: after.count)
  }

  /// Whether no later days can be shown.
  private var isLatest: Bool { state.end >= max(today, reading.span?.statistics.lastDate ?? today) }

  // MARK: Figures

  /// The figures of the days that are shown; of an earlier year nothing goes on, and its entries stand in that place.
  private var figures: [(number: String, words: String)] {
    guard var span = reading.span else { return [] }
    span.totals.removeAll { $0.date > state.end }
    let days = span.totals.count
    let current = isLatest ? span.statistics.currentStreak?.days ?? 0 : 0
    let entries = span.entryCount
    return [
      (grouped(days), days == 1 ? "day written" : "days written"),
      (grouped(span.words), span.words == 1 ? "word" : "words"),
      (grouped(days == 0 ? 0 : (span.words + days / 2) / days), "words a day"),
      isLatest
        ? (grouped(current), current == 1 ? "day in a row" : "days in a row")
        : (grouped(entries), entries == 1 ? "entry" : "entries"),
      // A row that goes on may have begun before the first day that is shown.
      (grouped(max(span.longestRow, current)), "longest row"),
      (span.usualHour.map { ClockStyle.current.text(hour: $0) } ?? String(glyphs.localOnly), "usual hour"),
    ]
  }

  private func drawFigures(_ row: Int, _ layout: YearLayout, _ canvas: inout Canvas) {
    let figures = self.figures
    if layout.figuresAreWide {
      let step = max(16, layout.weeks * layout.weekColumns / 6)
      for (place, figure) in figures.enumerated() {
        let column = layout.left + place * step
        canvas.put(figure.number, row: row, column: column, limit: step - 1, style: theme.heading)
        canvas.put(figure.words, row: row + 1, column: column, limit: step - 1, style: theme.secondary)
      }
      return
    }
    for (place, figure) in figures.enumerated() {
      let step = max(10, (size.columns - layout.left - 2) / 3)
      canvas.put(
        [StyledText(figure.number, theme.heading), StyledText(" \(figure.words)", theme.secondary)],
        row: row + place / 3, column: layout.left + place % 3 * step, limit: step - 1)
    }
  }

  // MARK: The map

  private func drawMonths(_ block: YearLayout.Block, _ layout: YearLayout, _ canvas: inout Canvas) {
    var end = 0
    for week in 0..<layout.weeks {
      // The month whose first day is in this week; in the first week the one that it begins in.
      let begin = block.first.adding(days: week * 7)
      let last = begin.adding(days: 6)
      guard week == 0 || last.day <= 7 else { continue }
      let month = last.day <= 7 ? last.month : begin.month
      let column = layout.column(ofWeek: week)
      guard column >= end, column + 3 <= layout.right + layout.weekColumns else { continue }
      canvas.put(shortMonth(month), row: block.months, column: column, limit: 3, style: theme.secondary)
      end = column + 4
    }
  }

  private func drawDays(
    _ block: YearLayout.Block, _ scale: HeatScale, _ layout: YearLayout, _ canvas: inout Canvas
  ) {
    let signs = heatSigns
    for (place, weekday) in layout.weekBegin.week.enumerated() {
      let row = block.days + place
      if place.isMultiple(of: 2) {
        canvas.putRight(weekday.shortName, row: row, endColumn: layout.left - 2, limit: 3, style: theme.secondary)
      }
      for week in 0..<layout.weeks {
        let date = block.first.adding(days: week * 7 + place)
        guard date <= state.end else { continue }
        let level = scale.level(reading.totals[date])
        var style = heatStyle(level)
        if date == cursor { style = theme.sign(theme.heading, on: theme.selection) }
        canvas.put(signs[level], row: row, column: layout.column(ofWeek: week), limit: 1, style: style)
      }
    }
  }

  private func daysOfWeek(_ week: Int, _ block: YearLayout.Block) -> [DayTotals] {
    (0..<7).compactMap { reading.totals[block.first.adding(days: week * 7 + $0)] }
  }

  private func wordsOfWeek(_ week: Int, _ block: YearLayout.Block) -> Int {
    daysOfWeek(week, block).reduce(0) { $0 + $1.words }
  }

  /// The commonest mood and the words of each week.
  private func drawWeeks(_ block: YearLayout.Block, most: Int, _ layout: YearLayout, _ canvas: inout Canvas) {
    let label = layout.left - 2
    if let row = block.moods, reading.totals.values.contains(where: { !$0.moods.isEmpty }) {
      canvas.putRight("Mood", row: row, endColumn: label, limit: 5, style: theme.secondary)
      for week in 0..<layout.weeks {
        let moods = daysOfWeek(week, block).reduce(into: [Mood: Int]()) { sum, day in
          sum.merge(day.moods, uniquingKeysWith: +)
        }
        guard let mood = DayTotals.commonest(moods) else { continue }
        canvas.put(
          moodGlyph(mood), row: row, column: layout.column(ofWeek: week), limit: 1, style: theme.style(of: mood))
      }
    }
    guard let bottom = block.words, most > 0 else { return }
    canvas.putRight(
      "Words", row: bottom - YearLayout.wordRows + 1, endColumn: label, limit: 5, style: theme.secondary)
    let chosen = layout.place(of: cursor)
    for week in 0..<layout.weeks {
      let words = wordsOfWeek(week, block)
      guard words > 0 else { continue }
      let isChosen = chosen?.block == block && chosen?.week == week
      let style = theme.paints ? Style(theme.heat[isChosen ? 4 : 3]) : isChosen ? theme.heading : theme.text
      canvas.bar(
        max(1, (words * YearLayout.wordRows * 8 + most / 2) / most), bottom: bottom, rows: YearLayout.wordRows,
        column: layout.column(ofWeek: week), columns: max(1, layout.weekColumns - 1), style: style)
    }
  }

  private func drawLegend(_ row: Int, _ layout: YearLayout, _ canvas: inout Canvas) {
    var words = [StyledText("less ", theme.secondary)]
    for (level, sign) in heatSigns.enumerated() { words.append(StyledText("\(sign) ", heatStyle(level))) }
    words.append(StyledText("more words", theme.secondary))
    let end = layout.left + canvas.put(words, row: row, column: layout.left, limit: layout.right - layout.left)
    let moods = Mood.known.map { mood in
      [StyledText(moodGlyph(mood), theme.style(of: mood)), StyledText(" \(mood.title)", theme.secondary)]
    }
    let columns = moods.reduce(3 * (moods.count - 1)) { sum, pieces in
      sum + pieces.reduce(0) { $0 + width.columns(of: $1.text) }
    }
    guard layout.right - columns > end + 2 else { return }
    var column = layout.right - columns
    for pieces in moods { column += canvas.put(pieces, row: row, column: column, limit: layout.right - column) + 3 }
  }

  // MARK: On this day

  private func drawCards(_ layout: YearLayout, _ canvas: inout Canvas) {
    let day = "\(cursor.day) \(monthNames[cursor.month - 1])"
    canvas.put(
      [StyledText("On this day", theme.heading), StyledText("  \(day)", theme.secondary)], row: layout.cardTitle,
      column: layout.left, limit: layout.right - layout.left)
    if let rect = layout.question { drawQuestion(rect, .year, &canvas) }
    guard let page = reading.page, page.date == cursor else { return }
    if page.otherYears.isEmpty {
      canvas.put(
        "No entries from other years on \(day)", row: layout.cardTitle + 2, column: layout.left,
        limit: (layout.question.map { $0.row == layout.cardTitle + 2 ? $0.column - 1 : layout.right } ?? layout.right)
          - layout.left,
        style: theme.faint)
    }
    for (entry, rect) in zip(page.otherYears, layout.cards) { drawCard(entry, rect, &canvas) }
  }
}
