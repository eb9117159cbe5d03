import JournalCore
import TerminalKit

/// The days beside the reader, as they are drawn.
struct DaysColumnPainter: SharesDesk {
  var desk: Desk
  let column: DaysColumn

  /// So many moods are shown at most.
  private static let mostMoods = 20

  func draw(_ rect: Rect, _ canvas: inout Canvas) {
    for row in rect.row..<rect.endRow {
      canvas.frame.put(Cell(glyphs.vertical, style: theme.border), row: row, column: rect.column)
    }
    guard let span = column.reading.span else { return }
    let layout = DaysLayout(rect, cards: column.cards(desk).count)
    drawMonth(layout.month, &canvas)
    drawStreak(span, layout.streak, &canvas)
    drawWords(layout.words, &canvas)
    drawMoods(span, layout.moods, &canvas)
    drawCards(layout, &canvas)
    drawQuestion(layout.question, &canvas)
  }

  private func drawQuestion(_ rect: Rect, _ canvas: inout Canvas) {
    guard rect.rows > 0, desk.question.text != nil else { return }
    put([StyledText(QuestionWords.title, theme.title)], rect, 0, &canvas)
    drawQuestionText(rect, .journal, &canvas)
  }

  private func drawMonth(_ rect: Rect, _ canvas: inout Canvas) {
    MonthGrid(chosen: today...today, today: today, weekBegin: environment.weekBegin).draw(rect, theme, &canvas) { day in
      guard let totals = column.reading.totals[day], totals.entries > 0 else { return nil }
      return StyledText(totals.mood.map { moodGlyph($0) } ?? "", totals.mood.map { theme.style(of: $0) } ?? theme.text)
    }
  }

  private func drawStreak(_ span: DaySpan, _ rect: Rect, _ canvas: inout Canvas) {
    guard rect.rows > 0 else { return }
    put([StyledText("Streak", theme.title)], rect, 0, &canvas)
    let current = span.statistics.currentStreak?.days ?? 0
    let longest = span.statistics.longestStreak?.days ?? 0
    put(
      [
        StyledText(counted(current, "day", "days"), theme.heading),
        StyledText("   longest \(grouped(longest))", theme.secondary),
      ], rect, 1, &canvas)
    let month = amount(today)
    let written = "\(counted(month.entries, "entry", "entries")), \(counted(month.words, "word", "words"))"
    let long = month.entries == 0 ? "nothing written this month" : "\(written) this month"
    put([StyledText(width.columns(of: long) <= rect.columns ? long : written, theme.secondary)], rect, 2, &canvas)
  }

  /// The words of twelve months, this one in the colour of what is meant.
  private func drawWords(_ rect: Rect, _ canvas: inout Canvas) {
    guard rect.rows > 0 else { return }
    let first = DaysColumn.days(today).lowerBound
    let months = (0..<12).map { first.adding(months: $0) }
    let words = months.map { amount($0).words }
    guard let most = words.max(), most > 0, let place = words.firstIndex(of: most) else { return }
    put([StyledText("Words a month", theme.title)], rect, 0, &canvas)
    let long = "most \(grouped(most)) in \(shortMonth(months[place].month))"
    let room = rect.columns - 15
    canvas.putRight(
      width.columns(of: long) <= room ? long : "most \(grouped(most))", row: rect.row, endColumn: rect.endColumn,
      limit: room, style: theme.faint)
    let step = max(1, rect.columns / 12)
    for (number, month) in months.enumerated() {
      let left = rect.column + number * step
      let isNow = number == months.count - 1
      let style = theme.paints ? Style(theme.heat[isNow ? 4 : 3]) : isNow ? theme.heading : theme.text
      if words[number] > 0 {
        canvas.bar(
          max(1, (words[number] * DaysLayout.barRows * 8 + most / 2) / most), bottom: rect.row + DaysLayout.barRows,
          rows: DaysLayout.barRows, column: left, columns: max(1, step - 1), style: style)
      }
      canvas.put(
        String(monthNames[month.month - 1].prefix(1)), row: rect.endRow - 1, column: left, limit: 1,
        style: isNow ? theme.text : theme.faint)
    }
  }

  private func drawMoods(_ span: DaySpan, _ rect: Rect, _ canvas: inout Canvas) {
    guard rect.rows > 0 else { return }
    let moods = span.totals.compactMap(\.mood).suffix(min(Self.mostMoods, (rect.columns + 1) / 2))
    guard !moods.isEmpty else { return }
    put([StyledText("Mood, last \(counted(moods.count, "day", "days"))", theme.title)], rect, 0, &canvas)
    let last = moods.count - 1
    let signs = moods.enumerated().map { place, mood in
      StyledText(moodGlyph(mood) + (place < last ? " " : ""), theme.style(of: mood))
    }
    put(signs, rect, 1, &canvas)
  }

  private func drawCards(_ layout: DaysLayout, _ canvas: inout Canvas) {
    guard layout.cardTitle.rows > 0, !layout.cards.isEmpty else { return }
    put([StyledText("On this day", theme.title)], layout.cardTitle, 0, &canvas)
    for (entry, rect) in zip(column.cards(desk), layout.cards) { drawCard(entry, rect, &canvas) }
  }

  /// What was written in the month of a day.
  private func amount(_ day: CivilDate) -> (entries: Int, words: Int) {
    (column.reading.span?.totals ?? []).reduce(into: (entries: 0, words: 0)) { sum, totals in
      guard totals.date.year == day.year, totals.date.month == day.month else { return }
      sum.entries += totals.entries
      sum.words += totals.words
    }
  }

  private func put(_ words: [StyledText], _ rect: Rect, _ line: Int, _ canvas: inout Canvas) {
    canvas.put(words, row: rect.row + line, column: rect.column, limit: rect.columns)
  }
}
