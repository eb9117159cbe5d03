import JournalCore

/// The days that charts are made of.
enum InsightSpan: Hashable, Sendable {
  case month, year, all

  /// The days up to today, or up to the last entry where nothing was written in those; `all` are those from the first entry to
  /// the last.
  ///
  /// - Parameter weekBegin: With which weekday weeks begin.
  func days(
    today: CivilDate, _ statistics: JournalStatistics?, weekBegin: Weekday = .monday
  ) -> ClosedRange<CivilDate> {
    let end = end(today, statistics, weekBegin)
    switch self {
    case .month:
      let week = end.weekBegin(weekBegin)
      return week.adding(days: -28)...week.adding(days: 6)
    case .year:
      let month = end.adding(days: 1 - end.day)
      return month.adding(months: -11)...month.adding(months: 1).adding(days: -1)
    case .all:
      guard let first = statistics?.firstDate, let last = statistics?.lastDate, first <= last else {
        return today...today
      }
      return first...last
    }
  }

  /// Today, or the day of the last entry where that lies before all days up to today.
  private func end(_ today: CivilDate, _ statistics: JournalStatistics?, _ weekBegin: Weekday) -> CivilDate {
    guard self != .all, let last = statistics?.lastDate, last < days(today: today, nil, weekBegin: weekBegin).lowerBound
    else { return today }
    return last
  }

  /// What is charted, in words.
  ///
  /// - Parameter last: The last day, where that is not today’s.
  func words(to last: CivilDate?) -> String {
    switch self {
    case .month:
      last.map { "five weeks, to \($0.day) \(monthNames[$0.month - 1]) \(DateText.year($0.year))" }
        ?? "the last five weeks"
    case .year:
      last.map { "the last 12 months with entries, to \(monthNames[$0.month - 1]) \(DateText.year($0.year))" }
        ?? "the last 12 months"
    case .all: "all days"
    }
  }
}

/// What the charts show, counted from the numbers of days.
struct InsightFigures: Hashable, Sendable {
  /// Some days in a row, and what they are called below their column.
  struct Period: Hashable, Sendable {
    let days: ClosedRange<CivilDate>
    let name: String
    /// How many days have each mood as their commonest one.
    var moods: [Mood: Int] = [:]
    var words = 0
  }

  /// Years, months or weeks.
  private(set) var periods: [Period]
  /// Finer ones: days, weeks, or as many of nearly equal length as there is room for.
  private(set) var steps: [Period]
  /// Days of each weekday with each mood.
  private(set) var weekdays = Array(repeating: [Mood: Int](), count: 7)
  /// Words on each weekday.
  private(set) var weekdayWords = Array(repeating: 0, count: 7)
  private(set) var hours: [Int]
  /// Whether something was written in years before those that there is room for.
  private(set) var leavesOutYears = false
  /// What is seen in the numbers, in a sentence or two; empty where there are too few entries for that.
  private(set) var finding = ""

  /// As many years as there is room for; older ones are left out.
  private static let mostYears = 24
  /// As many as have room in all windows where one takes a column: of those that have none the first would be left out.
  static let fewestSteps = 40
  /// Fewer entries say nothing about a person.
  private static let leastEntries = 30
  private static let leastDays = 5

  /// - Parameter mostSteps: Into how many steps all days are divided at most.
  init(
    _ numbers: DaySpan, span: InsightSpan, days: ClosedRange<CivilDate>, weekBegin: Weekday = .monday,
    mostSteps: Int = fewestSteps
  ) {
    hours = numbers.hours
    periods = Self.periods(span, days)
    steps = Self.steps(span, days, weekBegin, mostSteps)
    var words: [Mood: (days: Int, words: Int)] = [:]
    var (period, step) = (0, 0)
    for day in numbers.totals where days.contains(day.date) {
      while period < periods.count, periods[period].days.upperBound < day.date { period += 1 }
      while step < steps.count, steps[step].days.upperBound < day.date { step += 1 }
      let weekday = day.date.weekday.rawValue
      weekdayWords[weekday] += day.words
      if step < steps.count { steps[step].words += day.words }
      let isShown = period < periods.count && periods[period].days.contains(day.date)
      if isShown { periods[period].words += day.words }
      guard let mood = day.mood else { continue }
      weekdays[weekday][mood, default: 0] += 1
      if isShown { periods[period].moods[mood, default: 0] += 1 }
      let former = words[mood] ?? (0, 0)
      words[mood] = (former.days + 1, former.words + day.words)
    }
    // Before the first year with an entry of those that have room there is nothing to be shown.
    if span == .all, let first = periods.firstIndex(where: { $0.words > 0 || !$0.moods.isEmpty }) {
      periods.removeFirst(first)
    }
    leavesOutYears =
      span == .all && numbers.totals.first.map { $0.date < periods.first?.days.lowerBound ?? $0.date } ?? false
    if numbers.totals.reduce(0, { $0 + $1.entries }) > Self.leastEntries { finding = sentence(words) }
  }

  private static func periods(_ span: InsightSpan, _ days: ClosedRange<CivilDate>) -> [Period] {
    switch span {
    case .month:
      return (0..<5).map { week in
        let first = days.lowerBound.adding(days: 7 * week)
        return Period(
          days: first...first.adding(days: 6), name: "\(first.day) \(monthNames[first.month - 1].prefix(3))")
      }
    case .year:
      return (0..<12).map { number in
        let first = days.lowerBound.adding(months: number)
        return Period(
          days: first...first.adding(months: 1).adding(days: -1), name: String(monthNames[first.month - 1].prefix(3)))
      }
    case .all:
      let years = max(days.lowerBound.year, days.upperBound.year - mostYears + 1)...days.upperBound.year
      return years.compactMap { year in
        guard let first = CivilDate(year: year, month: 1, day: 1), let last = CivilDate(year: year, month: 12, day: 31)
        else { return nil }
        return Period(days: first...last, name: String(year))
      }
    }
  }

  private static func steps(
    _ span: InsightSpan, _ days: ClosedRange<CivilDate>, _ weekBegin: Weekday, _ mostSteps: Int
  ) -> [Period] {
    let count = days.upperBound.daysSince1970 - days.lowerBound.daysSince1970 + 1
    if span == .all {
      let most = min(count, mostSteps)
      return (0..<most).map { place in
        let (first, next) = (place * count / most, (place + 1) * count / most)
        let shown = days.lowerBound.adding(days: first)...days.lowerBound.adding(days: next - 1)
        return Period(days: shown, name: DateText.year(shown.lowerBound.year))
      }
    }
    let first = span == .year ? days.lowerBound.weekBegin(weekBegin) : days.lowerBound
    let length = span == .month ? 1 : 7
    var steps: [Period] = []
    var start = first
    while start <= days.upperBound {
      let end = start.adding(days: length - 1)
      // The first and the last end with what is counted.
      let shown = max(start, days.lowerBound)...min(end, days.upperBound)
      steps.append(Period(days: shown, name: String(monthNames[shown.upperBound.month - 1].prefix(3))))
      start = end.adding(days: 1)
    }
    return steps
  }

  /// On which weekday most is written, and the moods on whose days most and least is.
  private func sentence(_ words: [Mood: (days: Int, words: Int)]) -> String {
    var sentences: [String] = []
    if let most = weekdayWords.max(), most > 0, let weekday = weekdayWords.firstIndex(of: most) {
      sentences.append("Most is written on \(Weekday.allCases[weekday].name)s.")
    }
    let means = Mood.known.compactMap { mood -> (mood: Mood, words: Int)? in
      guard let sum = words[mood], sum.days >= Self.leastDays else { return nil }
      return (mood, (sum.words + sum.days / 2) / sum.days)
    }
    if let most = means.max(by: { $0.words < $1.words }), let least = means.min(by: { $0.words < $1.words }),
      most.words > least.words
    {
      let name = most.mood.title.prefix(1).uppercased() + most.mood.title.dropFirst()
      sentences.append(
        "\(name) days have \(grouped(most.words)) words, \(least.mood.title) ones \(grouped(least.words)).")
    }
    return sentences.joined(separator: " ")
  }
}
