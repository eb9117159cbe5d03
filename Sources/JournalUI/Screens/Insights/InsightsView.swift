import JournalCore
import TerminalKit

extension InsightsScreen {
  func draw(_ canvas: inout Canvas) {
    if drawEmpty(&canvas) { return }
    let layout = self.layout
    drawTitle(layout, &canvas)
    guard let figures else {
      let row = layout.places.first?.rect.row ?? layout.title + 1
      canvas.put(
        "Counting\(glyphs.ellipsis)", row: row, column: layout.left, limit: 20, style: theme.secondary)
      return
    }
    for (chart, rect) in layout.charts where rect.rows > 2 {
      let part = chart == state.chart ? shownPart : nil
      switch chart {
      case .moods: drawMoods(figures, rect, part, &canvas)
      case .weekdays: drawWeekdays(figures, rect, part, &canvas)
      case .words: drawWords(figures, rect, part, &canvas)
      case .hours: drawHours(figures, rect, part, &canvas)
      case .categories: drawCategories(rect, part, &canvas)
      case .tags: drawTags(rect, part, &canvas)
      }
    }
    for (offset, line) in wrapped(figures.finding, columns: max(8, layout.finding.columns)).enumerated()
    where offset + 1 < layout.finding.rows {
      canvas.put(
        line, row: layout.finding.row + 1 + offset, column: layout.finding.column, limit: layout.finding.columns,
        style: theme.secondary.with(.italic))
    }
    if let rect = layout.part {
      canvas.put(partWords, row: rect.row, column: rect.column, limit: rect.columns, style: theme.text)
    }
  }

  func drawHeading(
    _ words: String, _ fact: String = "", _ rect: Rect, _ part: Int?, _ canvas: inout Canvas
  ) {
    if part != nil, rect.column > 1 {
      canvas.put(String(glyphs.selection), row: rect.row, column: rect.column - 1, limit: 1, style: theme.accent)
    }
    let end = canvas.putRight(
      fact, row: rect.row, endColumn: rect.endColumn, limit: rect.columns / 2, style: theme.faint)
    canvas.put(
      words, row: rect.row, column: rect.column, limit: max(0, end - rect.column - 1),
      style: part == nil ? theme.title : theme.heading)
  }

  /// The look of a label: of the part under the cursor that of a selection.
  func labelStyle(_ isChosen: Bool) -> Style {
    isChosen ? theme.sign(theme.heading, on: theme.selection) : theme.secondary
  }

  private func barStyle(_ isChosen: Bool) -> Style {
    theme.paints ? Style(theme.heat[isChosen ? 4 : 3]) : isChosen ? theme.heading : theme.text
  }

  // MARK: Moods

  /// Each period as a column of its moods' shares; the cells carry the moods' signs.
  private func drawMoods(_ figures: InsightFigures, _ rect: Rect, _ part: Int?, _ canvas: inout Canvas) {
    let first = figures.periods.first.map { DateText.year($0.days.lowerBound.year) } ?? ""
    drawHeading("Mood, share of days", figures.leavesOutYears ? "from \(first) on" : "", rect, part, &canvas)
    guard figures.periods.contains(where: { !$0.moods.isEmpty }) else { return drawNoMoods(rect, &canvas) }
    let columns = ChartColumns(figures.periods.count, in: rect, most: 6)
    let rows = rect.rows - (rect.rows > 6 ? 3 : 2)
    // Of names that are wider than their columns some are left out, but never the one under the cursor.
    func label(_ place: Int) -> Range<Int> {
      let length = figures.periods[place].name.utf8.count
      let start = max(rect.column, min(columns.column(place), rect.endColumn - length))
      return start..<start + length
    }
    let chosen = part.flatMap { columns.places.contains($0) ? label($0) : nil }
    var end = rect.column
    for (place, period) in figures.periods.enumerated() where columns.places.contains(place) {
      let column = columns.column(place)
      var row = rect.row + 1
      for (mood, share) in shares(period.moods, of: rows) {
        let style = theme.style(of: mood)
        let ground = theme.paints ? theme.mix(theme.grounds.base, style.foreground, 0.3) : style.background
        for _ in 0..<share {
          for cell in 0..<columns.columns {
            canvas.put(moodGlyph(mood), row: row, column: column + cell, limit: 1, style: style.on(ground))
          }
          row += 1
        }
      }
      let isChosen = place == part, name = label(place)
      let isFree = chosen.map { name.upperBound < $0.lowerBound || $0.upperBound < name.lowerBound } ?? true
      guard isChosen || column >= end && isFree else { continue }
      canvas.put(
        period.name, row: rect.row + 1 + rows, column: name.lowerBound, limit: name.count, style: labelStyle(isChosen))
      end = name.upperBound + 1
    }
    guard rect.rows > 6 else { return }
    var column = rect.column
    for mood in Mood.known {
      let words = [StyledText(moodGlyph(mood), theme.style(of: mood)), StyledText(" \(mood.title)", theme.secondary)]
      column += canvas.put(words, row: rect.endRow - 1, column: column, limit: rect.endColumn - column) + 2
    }
  }

  /// What stands in the place of moods where there are none.
  private func drawNoMoods(_ rect: Rect, _ canvas: inout Canvas) {
    for (place, line) in wrapped("No entry of these days has a mood.", columns: max(8, rect.columns)).enumerated()
    where place + 1 < rect.rows {
      canvas.put(
        line, row: rect.row + 1 + place, column: rect.column, limit: rect.columns, style: theme.secondary.with(.italic))
    }
  }

  /// Rows for each mood, which together fill the column: what is left over after rounding goes to the largest remainders.
  private func shares(_ moods: [Mood: Int], of rows: Int) -> [(mood: Mood, rows: Int)] {
    let total = moods.reduce(0) { $0 + $1.value }
    guard total > 0, rows > 0 else { return [] }
    let order = Mood.known + moods.keys.filter { !$0.isKnown }.sorted { $0.rawValue < $1.rawValue }
    var shares = order.compactMap { mood in moods[mood].map { (mood: mood, count: $0, rows: $0 * rows / total) } }
    let left = rows - shares.reduce(0) { $0 + $1.rows }
    let places = shares.indices.sorted {
      let (one, other) = (shares[$0].count * rows % total, shares[$1].count * rows % total)
      return one != other ? one > other : $0 < $1
    }
    for place in places.prefix(left) { shares[place].rows += 1 }
    return shares.map { ($0.mood, $0.rows) }
  }

  /// Days of each weekday with each mood: the number, and beside it a bar.
  private func drawWeekdays(_ figures: InsightFigures, _ rect: Rect, _ part: Int?, _ canvas: inout Canvas) {
    drawHeading("Mood by weekday", "days", rect, part, &canvas)
    let step = max(4, (rect.columns - 4) / Mood.known.count)
    let most = figures.weekdays.flatMap(\.values).max() ?? 0
    guard most > 0 else { return drawNoMoods(rect, &canvas) }
    for (place, mood) in Mood.known.enumerated() {
      canvas.put(
        moodGlyph(mood), row: rect.row + 1, column: rect.column + 4 + place * step + 4, limit: 1,
        style: theme.style(of: mood))
    }
    for (place, weekday) in environment.weekBegin.week.prefix(max(0, rect.rows - 2)).enumerated() {
      let row = rect.row + 2 + place
      canvas.put(weekday.shortName, row: row, column: rect.column, limit: 3, style: labelStyle(place == part))
      for (place, mood) in Mood.known.enumerated() {
        guard let count = figures.weekdays[weekday.rawValue][mood], most > 0 else { continue }
        let column = rect.column + 4 + place * step
        canvas.putRight(grouped(count), row: row, endColumn: column + 3, limit: 3, style: theme.text)
        let length = min(max(0, step - 5), max(1, (count * (step - 5) + most - 1) / most))
        canvas.line(length, row: row, column: column + 4, style: Style(theme.style(of: mood).foreground))
      }
    }
  }

  // MARK: Words and hours

  private func drawWords(_ figures: InsightFigures, _ rect: Rect, _ part: Int?, _ canvas: inout Canvas) {
    let title = state.span == .month ? "Words a day" : state.span == .year ? "Words a week" : "Words over time"
    let all = figures.steps.map(\.words)
    drawHeading(title, averageWords(figures), rect, part, &canvas)
    let most = all.max() ?? 0
    let label = grouped(most)
    let margin = width.columns(of: label) + 1
    let rows = rect.rows - 2
    canvas.put(label, row: rect.row + 1, column: rect.column, limit: margin, style: theme.faint)
    let columns = ChartColumns(all.count, in: rect, from: margin, most: 3)
    let dots = self.dots(figures, rect, margin)
    if let dots {
      drawDots(all, most: most, rows: rows, bottom: rect.row + rows, dots, part, &canvas)
    } else {
      drawColumns(all, most: most, rows: rows, rect, columns, part, &canvas)
    }
    let places = dots?.places ?? columns.places
    var end = 0
    for (place, step) in figures.steps.enumerated() where places.contains(place) {
      let isFirst = place == places.lowerBound || figures.steps[place - 1].name != step.name
      let column = dots?.column(place) ?? columns.column(place)
      guard isFirst, column >= end, column + 3 <= rect.endColumn else { continue }
      end = column + canvas.put(step.name, row: rect.endRow - 1, column: column, limit: 4, style: theme.secondary) + 1
    }
  }

  /// Words a day or a week on average, up to today; of all days a week's.
  private func averageWords(_ figures: InsightFigures) -> String {
    let words = figures.steps.reduce(0) { $0 + $1.words }
    let begun = figures.steps.filter { $0.days.lowerBound <= today }
    guard state.span == .all, let first = begun.first, let last = begun.last else {
      return "average \(average(words, max(1, begun.count)))"
    }
    let days = last.days.upperBound.daysSince1970 - first.days.lowerBound.daysSince1970 + 1
    return "average \(average(words * 7, days)) a week"
  }

  /// `1,204`; below one word `0.3`, since `0` would say that nothing was written.
  private func average(_ words: Int, _ count: Int) -> String {
    guard words > 0, words < count else { return grouped((words + count / 2) / count) }
    let tenths = (words * 10 + count / 2) / count
    return tenths == 0 ? "below 0.1" : tenths == 10 ? "1" : "0.\(tenths)"
  }

  /// Where more steps than columns are to be shown, two of them share a column of dots; nil where each has its own.
  func dots(_ figures: InsightFigures, _ rect: Rect, _ margin: Int) -> ChartDots? {
    guard hasDots, state.span == .all, figures.steps.count > rect.columns - margin else { return nil }
    return ChartDots(figures.steps.count, in: rect, from: margin)
  }

  private func drawDots(
    _ numbers: [Int], most: Int, rows: Int, bottom: Int, _ dots: ChartDots, _ part: Int?, _ canvas: inout Canvas
  ) {
    guard most > 0, rows > 0 else { return }
    for first in stride(from: dots.places.lowerBound, to: dots.places.upperBound, by: 2) {
      let places = first..<min(first + 2, dots.places.upperBound)
      let isChosen = part.map(places.contains) ?? false
      let heights = places.map { place in
        let number = numbers[place]
        return number == 0 ? (place == part ? 1 : 0) : max(1, Int(Double(number) / Double(most) * Double(rows * 4)))
      }
      canvas.dots(heights, bottom: bottom, rows: rows, column: dots.column(first), style: barStyle(isChosen))
    }
  }

  private func drawHours(_ figures: InsightFigures, _ rect: Rect, _ part: Int?, _ canvas: inout Canvas) {
    let columns = ChartColumns(24, in: rect, most: 3)
    let moods = reading.span?.parts?.hours.map(\.mood) ?? []
    let showsMoods = rect.rows > 5 && moods.contains { $0 != nil }
    drawHeading(
      "Hour of the day", showsMoods && rect.columns >= 44 ? "entries \(glyphs.separator) usual mood" : "entries", rect,
      part, &canvas)
    let rows = rect.rows - (showsMoods ? 3 : 2)
    drawColumns(figures.hours, most: figures.hours.max() ?? 0, rows: rows, rect, columns, part, &canvas)
    // An hour in which nothing was written has none, also where something was in another year.
    for hour in columns.places where showsMoods && figures.hours[hour] > 0 {
      let mood = moods[hour]
      canvas.put(
        moodGlyph(mood), row: rect.row + 1 + rows, column: columns.column(hour), limit: 1, style: theme.style(of: mood))
    }
    for hour in stride(from: 0, to: 24, by: 6) {
      canvas.put(
        ClockStyle.current.mark(hour: hour), row: rect.endRow - 1, column: columns.column(hour), limit: 3,
        style: theme.secondary)
    }
  }

  private func drawColumns(
    _ numbers: [Int], most: Int, rows: Int, _ rect: Rect, _ columns: ChartColumns, _ part: Int?, _ canvas: inout Canvas
  ) {
    guard most > 0, rows > 0 else { return }
    for (place, number) in numbers.enumerated() where columns.places.contains(place) {
      let isChosen = place == part
      let height = number == 0 ? (isChosen ? 1 : 0) : max(1, Int(Double(number) / Double(most) * Double(rows * 8)))
      canvas.bar(
        height, bottom: rect.row + rows, rows: rows, column: columns.column(place), columns: columns.columns,
        style: barStyle(isChosen))
    }
  }
}
