import JournalCore
import TerminalKit

/// What is looked at in charts.
struct InsightsModel: ScreenState {
  typealias Work = InsightsScreen
  /// One chart of the screen, in the order of `Tab`.
  enum Chart: Int, CaseIterable, Sendable { case moods, weekdays, words, hours, categories, tags }

  var span = InsightSpan.year
  var chart = Chart.moods
  /// The part of the chart under the cursor, counted from its end; nil for the last one.
  var part: Int?
  var reading = DayReading()
  /// The days that were asked for last.
  var days: ClosedRange<CivilDate>?
  /// Into how many steps all days were divided when the part was chosen.
  var mostSteps: Int?
  /// Tags that stand on the same entries; nil before they were asked for.
  var pairs: [TagPair]?

  /// The same charts, which read their numbers anew.
  var readAnew: InsightsModel {
    var copy = self
    copy.reading.forget()
    copy.pairs = nil
    return copy
  }
}

/// Moods and words over time, by weekday and by hour; categories and tags.
struct InsightsScreen: ShowsDays {
  typealias Actions = InsightsAction
  typealias Questions = DayQuestion
  static let context = KeyContext.insights
  var desk: Desk
  var state: InsightsModel
  var kept: OpenScreen { .insights(state) }

  let way = ["Insights"]
  var hints: [Action] {
    // Weekdays and hours lead to no list.
    let leads = state.chart != .weekdays && state.chart != .hours
    return [.nextChart, .partBefore] + (leads ? [.openPart] : [])
      + [.spanMonth, .showYear, .showCalendar, .closeScreen, .help]
  }
  var placeWords: [String] { size.columns < InsightsLayout.wordsInBottomLine || figures == nil ? [] : [partWords] }
  var cursor: CivilDate { today }
  var reading: DayReading {
    get { state.reading }
    set { state.reading = newValue }
  }
  var layout: InsightsLayout { InsightsLayout(size: size, chart: state.chart) }

  /// The numbers of the charts; nil before they are read, and while those of other days are on their way.
  var figures: InsightFigures? {
    guard !reading.isAwaited, let numbers = reading.span, let days = state.days else { return nil }
    return InsightFigures(
      numbers, span: state.span, days: days, weekBegin: environment.weekBegin, mostSteps: mostSteps)
  }

  /// Into how many steps all days are divided at most: as many as the window has room for.
  private var mostSteps: Int {
    hasDots ? max(InsightFigures.fewestSteps, 2 * layout.axisColumns) : InsightFigures.fewestSteps
  }

  func hint(for action: Action) -> KeyHints.Hint? {
    if action == .partBefore { return jointHint([.partBefore, .partAfter], "part") }
    if action == .spanMonth { return jointHint([.spanMonth, .spanYear, .spanAll], "span") }
    return standardHint(for: action)
  }

  func shortName(of action: Action) -> String? { action == .closeScreen ? "list" : nil }

  mutating func perform(_ action: Action) {
    if case .days(let action) = action { perform(action) } else { performOwn(action) }
  }

  mutating func perform(_ action: InsightsAction) {
    switch action {
    case .showInsights: break
    case .nextChart: turnChart(by: 1)
    case .previousChart: turnChart(by: -1)
    case .partBefore: move(by: -1)
    case .partAfter: move(by: 1)
    case .openPart: openPart()
    case .spanMonth: show(.month)
    case .spanYear: show(.year)
    case .spanAll: show(.all)
    }
  }

  private mutating func show(_ span: InsightSpan) { (state.span, state.part) = (span, nil) }

  private mutating func turnChart(by step: Int) {
    let charts = InsightsModel.Chart.allCases
    choose(charts[(state.chart.rawValue + step + charts.count) % charts.count])
  }

  private mutating func choose(_ chart: InsightsModel.Chart) { (state.chart, state.part) = (chart, nil) }

  mutating func move(by rows: Int) {
    let count = parts.count
    guard count > 0 else { return }
    let (place, _) = shownPart.addingReportingOverflow(rows)
    state.part = max(0, min(count - 1, place))
  }

  mutating func goTo(_ day: CivilDate) {}

  mutating func mouse(_ event: MouseEvent) {
    if let step = event.wheel { return move(by: step) }
    guard event.kind == .press || event.kind == .doublePress else { return }
    if let span = span(at: event.position) { return show(span) }
    guard let (chart, rect) = layout.charts.first(where: { $0.rect.contains(event.position) })
    else { return }
    if chart != state.chart { choose(chart) }
    guard let part = part(at: event.position, of: chart, rect) else { return }
    // The first of two presses has chosen the part.
    if event.kind == .press { state.part = part } else { openPart() }
  }

  mutating func hear(_ message: Message) {
    state.reading.take(message)
    if case .tagPairsLoaded(let pairs) = message { state.pairs = pairs }
  }

  mutating func reload() { state = state.readAnew }

  mutating func settle() {
    let days = state.span.days(today: today, reading.span?.statistics, weekBegin: environment.weekBegin)
    state.days = days
    // In a window of another width the same number is another time.
    if state.chart == .words, state.span == .all, state.mostSteps != mostSteps { state.part = nil }
    state.mostSteps = mostSteps
    state.reading.ask(DaysRequest(days: days, today: today, countsHours: true, countsParts: true), day: nil, on: &desk)
    guard state.pairs == nil, reading.span != nil else { return }
    // The charts come first.
    state.pairs = []
    emit(.loadTagPairs)
  }
}

/// The parts of the chart that has the keys.
extension InsightsScreen {
  /// A part: what it is called, and the entries that it leads to.
  struct Part: Hashable, Sendable {
    var words: String
    var target: Target?
  }

  /// The entries that a part leads to.
  enum Target: Hashable, Sendable {
    case days(ClosedRange<CivilDate>)
    case list(ListScope)
  }

  var shownCategories: [(category: JournalCore.Category, count: Int)] {
    liveCategories.compactMap { category in
      tallies?.categories[category.id].map { (category: category, count: $0) }
    }.filter { $0.count > 0 }.sorted { $0.count > $1.count }
  }

  var parts: [Part] { parts(of: state.chart) }

  func parts(of chart: InsightsModel.Chart) -> [Part] {
    guard let figures else { return [] }
    let separator = " \(glyphs.separator) "
    switch chart {
    case .moods:
      return figures.periods.map { period in
        let days = period.moods.reduce(0) { $0 + $1.value }
        let mood = DayTotals.commonest(period.moods).map { ", mostly \($0.title)" } ?? ""
        return Part(
          words: "\(range(period.days))\(separator)\(counted(days, "day", "days"))\(mood)", target: .days(period.days))
      }
    case .weekdays:
      return environment.weekBegin.week.map { weekday in
        let words = counted(figures.weekdayWords[weekday.rawValue], "word", "words")
        return Part(words: "\(weekday.name)s\(separator)\(words)")
      }
    case .words:
      return figures.steps.map {
        Part(words: "\(range($0.days))\(separator)\(counted($0.words, "word", "words"))", target: .days($0.days))
      }
    case .hours:
      return figures.hours.enumerated().map { hour, count in
        Part(
          words: "\(ClockStyle.current.text(hour: hour))\(separator)\(counted(count, "entry", "entries"))"
            + (count > 0 ? moodWords(reading.span?.parts?.hours[hour]) : ""))
      }
    case .categories:
      return shownCategories.map { category, count in
        Part(
          words: "\(shortened(category.name, 20))\(separator)\(counted(count, "entry", "entries"))"
            + moodWords(totals(of: category)),
          target: .list(.category(category.id)))
      }
    case .tags:
      return tags.filter { $0.count > 0 }.prefix(Self.mostTags).map {
        Part(
          words: "#\(shortened($0.tag, 20))\(separator)\(counted($0.count, "entry", "entries"))"
            + moodWords(reading.span?.parts?.tag($0.tag)) + companionWords(of: $0.tag),
          target: .list(.tag($0.tag)))
      }
    }
  }

  static let mostTags = 24

  /// The words and moods of a category; nil before they are read.
  func totals(of category: JournalCore.Category) -> PartTotals? { reading.span?.parts?.categories[category.id] }

  /// `, most often happy`: where the bottom line has room for it.
  private func moodWords(_ totals: PartTotals?) -> String {
    guard !isNarrow, let mood = totals?.mood else { return "" }
    return ", most often \(mood.title)"
  }

  /// Whether the bottom line has no room for more than what a part is: what goes with a tag stands below the tags then.
  var isNarrow: Bool { size.columns < 110 }

  /// The tags that stand on the same entries as one, and on how many, the most first.
  func companions(of tag: String) -> [(tag: String, count: Int)] {
    (state.pairs ?? []).compactMap { pair in pair.other(than: tag).map { (tag: $0, count: pair.count) } }
  }

  /// `, 5 with #run, 2 with #wood`: the tags with which one goes most.
  private func companionWords(of tag: String) -> String {
    guard !isNarrow else { return "" }
    return companions(of: tag).prefix(2).map { ", \(grouped($0.count)) with #\(shortened($0.tag, 20))" }.joined()
  }

  /// The part under the cursor: lists begin with their first one, what goes by time with its last.
  var shownPart: Int {
    let count = parts.count
    guard let part = state.part else {
      switch state.chart {
      case .moods: return max(0, count - 1)
      // The year goes to the end of its month: weeks to come say nothing yet.
      case .words: return max(0, figures?.steps.lastIndex { $0.days.lowerBound <= today } ?? count - 1)
      case .weekdays, .hours, .categories, .tags: return 0
      }
    }
    return max(0, min(part, count - 1))
  }

  var partWords: String {
    let parts = self.parts
    return parts.indices.contains(shownPart) ? parts[shownPart].words : ""
  }

  /// `16 Nov`, `16–22 Nov`, `November 2026`, `2026`; among all days each has its year.
  private func range(_ days: ClosedRange<CivilDate>) -> String {
    let (first, last) = (days.lowerBound, days.upperBound)
    let year = state.span == .all ? " \(DateText.year(last.year))" : ""
    if first == last { return "\(first.day) \(shortMonth(first.month))\(year)" }
    if first.day == 1, last.adding(days: 1).day == 1 {
      if first.year == last.year, first.month == 1, last.month == 12 { return DateText.year(first.year) }
      if first.month == last.month, first.year == last.year {
        return "\(monthNames[first.month - 1]) \(DateText.year(first.year))"
      }
    }
    let end = "\(last.day) \(shortMonth(last.month))\(first.year == last.year ? year : "")"
    if first.year != last.year, isNarrow {
      return
        "\(shortMonth(first.month)) \(DateText.year(first.year)) – \(shortMonth(last.month)) \(DateText.year(last.year))"
    }
    guard first.year == last.year else {
      return "\(first.day) \(shortMonth(first.month)) \(DateText.year(first.year)) – \(end) \(DateText.year(last.year))"
    }
    return first.month == last.month ? "\(first.day)–\(end)" : "\(first.day) \(shortMonth(first.month)) – \(end)"
  }

  private mutating func openPart() {
    let parts = self.parts
    guard parts.indices.contains(shownPart) else { return say("Nothing is shown here yet.") }
    guard let target = parts[shownPart].target else { return say("No list goes by weekday or by hour.") }
    ask(.showPart(target, of: state))
  }
}
