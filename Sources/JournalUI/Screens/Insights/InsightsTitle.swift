import JournalCore
import TerminalKit

/// The line at the top, and what a press of the mouse meets.
extension InsightsScreen {
  /// A span that can be chosen: its key, its name, and the columns where both stand.
  struct SpanWords {
    let span: InsightSpan
    let key: String
    let name: String
    let columns: Range<Int>
  }

  private static let spans: [(action: Action, span: InsightSpan)] = [
    (.spanMonth, .month), (.spanYear, .year), (.spanAll, .all),
  ]

  /// What is charted; where one chart is seen at a time, which of them.
  private var titleWords: [StyledText] {
    let charts = InsightsModel.Chart.allCases
    let place = layout.isWhole ? [] : [StyledText(" \(state.chart.rawValue + 1) of \(charts.count)", theme.faint)]
    return [StyledText("Insights", theme.heading)] + place
      + [StyledText("  \(state.span.words(to: lastDay))\(emptyWords)", theme.secondary)]
  }

  /// The spans at the right end of the title; none where they have no room.
  var spanWords: [SpanWords] {
    let all = Self.spans.map { action, span in
      (span, keymap.shownKey(of: action, in: contexts)?.shortName(glyphs: glyphs) ?? "", action.info.short)
    }
    func columns(_ text: String) -> Int { width.columns(of: text) }
    let needed = all.reduce(0) { $0 + 3 + columns($1.1) + columns($1.2) }
    let right = size.columns - layout.left
    let used = titleWords.reduce(layout.left) { $0 + columns($1.text) }
    guard used + 1 < right - needed else { return [] }
    var column = right - needed
    return all.map { span, key, name in
      let start = column + 2
      column = start + columns(key) + 1 + columns(name)
      return SpanWords(span: span, key: key, name: name, columns: start..<column)
    }
  }

  func drawTitle(_ layout: InsightsLayout, _ canvas: inout Canvas) {
    canvas.put(titleWords, row: layout.title, column: layout.left, limit: size.columns - 2 * layout.left)
    for words in spanWords {
      canvas.put(
        [
          StyledText(words.key, theme.keyName),
          StyledText(" \(words.name)", words.span == state.span ? theme.heading : theme.secondary),
        ], row: layout.title, column: words.columns.lowerBound, limit: words.columns.count)
    }
  }

  /// The last day that is charted, where nothing was written in the days up to today.
  private var lastDay: CivilDate? {
    guard state.span != .all, let last = state.days?.upperBound, last < today else { return nil }
    return last
  }

  /// Says where a span is empty in a journal that is not.
  private var emptyWords: String {
    guard !reading.isAwaited, let numbers = reading.span, numbers.totals.isEmpty else { return "" }
    return " \(glyphs.separator) nothing written"
  }

  /// The span whose words stand at a place; nil where there are none.
  func span(at place: Position) -> InsightSpan? {
    guard place.row == layout.title else { return nil }
    return spanWords.first { $0.columns.contains(place.column) }?.span
  }

  /// The part of a chart at a place; nil where there is none.
  func part(at place: Position, of chart: InsightsModel.Chart, _ rect: Rect) -> Int? {
    guard let figures, place.row > rect.row else { return nil }
    switch chart {
    case .moods: return ChartColumns(figures.periods.count, in: rect, most: 6).place(atColumn: place.column)
    case .weekdays: return (0..<7).contains(place.row - rect.row - 2) ? place.row - rect.row - 2 : nil
    case .words:
      let margin = width.columns(of: grouped(figures.steps.map(\.words).max() ?? 0)) + 1
      if let dots = dots(figures, rect, margin) {
        return dots.place(atColumn: place.column, besides: state.chart == .words ? shownPart : nil)
      }
      return ChartColumns(figures.steps.count, in: rect, from: margin, most: 3).place(atColumn: place.column)
    case .hours: return ChartColumns(24, in: rect, most: 3).place(atColumn: place.column)
    case .categories:
      let top = topCategory(state.chart == .categories ? shownPart : nil, room: rect.rows - 1)
      let row = top + place.row - rect.row - 1
      return row < shownCategories.count ? row : nil
    case .tags:
      return tagSpots(rect).firstIndex {
        $0.row == place.row && ($0.column..<$0.column + $0.columns).contains(place.column)
      }
    }
  }
}
