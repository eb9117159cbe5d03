import JournalCore

/// A chart as its numbers and what they are called, to be drawn in signs or as a picture.
struct ChartForm {
  enum Kind {
    /// Each number with its name.
    case bars([(name: String, number: Int)])
    /// Numbers beside each other, some of which have a name.
    case columns([Int], names: [(place: Int, name: String)])
    /// How often each mood comes.
    case moods(MoodTable)
  }

  var title: String
  var kind: Kind
}

extension JournalNumbers {
  /// Whether a chart has anything to show.
  package func isThere(_ chart: Chart) -> Bool {
    switch chart {
    case .entries, .words, .weekdays: charts.weekdays.contains { $0.entries > 0 }
    case .streaks: !charts.streaks.isEmpty
    case .hours: charts.hours.contains { $0 > 0 }
    case .moods: !moods.isEmpty
    case .monthMoods, .weekdayMoods: charts.weekdays.contains { !$0.moods.isEmpty }
    case .hourMoods: hours.contains { !$0.moods.isEmpty }
    case .categories: !categories.isEmpty
    case .categoryMoods: categories.contains { !$0.totals.moods.isEmpty }
    case .tags: !tags.isEmpty
    case .tagMoods: tags.contains { !$0.totals.moods.isEmpty }
    case .together: !pairs.isEmpty
    }
  }

  /// - Parameter isASCII: Whether the terminal shows ASCII only.
  func form(of chart: Chart, isASCII: Bool = false) -> ChartForm {
    switch chart {
    case .entries: .bars("Entries a month", charts.months.map { (monthAndYear($0.first), $0.amount.entries) })
    case .words: .columns("Words a week", charts.weeks.map(\.amount.words), monthsBelowWeeks)
    case .weekdays:
      .bars(
        "Entries by weekday, \(span)",
        weekBegin.week.map { ($0.name, charts.weekdays[$0.rawValue].entries) })
    case .hours:
      .columns(
        "Entries by hour, \(span)", charts.hours,
        stride(from: 0, to: 24, by: 6).map { ($0, ClockStyle.current.mark(hour: $0)) })
    case .streaks:
      .bars(
        "Longest streaks, \(span), in days",
        charts.streaks.map { ("\(DateText.day($0.first)) – \(DateText.day($0.last))", $0.days) })
    case .moods:
      .bars(
        "Moods\(whole)",
        moods.map { ("\(Mood(rawValue: $0.name).sign(isASCII: isASCII)) \($0.name)", $0.entries) })
    case .monthMoods:
      .moods(
        "Moods by month, in days", daysByMood(charts.months.map { (monthAndYear($0.first), $0.amount) }))
    case .weekdayMoods:
      .moods(
        "Moods by weekday, \(span), in days",
        daysByMood(weekBegin.week.map { ($0.name, charts.weekdays[$0.rawValue]) }))
    case .hourMoods: .moods("Moods by hour, of all entries", entriesByMood(hoursWritten))
    case .categories:
      .bars(
        "Categories\(whole)",
        categories.map { ($0.name, $0.entries) }
          + (unfiled > 0 && !categories.isEmpty ? [("(unfiled)", unfiled)] : []))
    case .categoryMoods:
      .moods(
        "Moods by category, of all entries",
        entriesByMood(
          categories.map { ($0.name, $0.totals) }
            + (unfiledTotals.entries > 0 ? [("(unfiled)", unfiledTotals)] : [])))
    case .tags: .bars("Tags\(whole)", tags.map { ("#" + $0.name, $0.entries) })
    case .tagMoods: .moods("Moods by tag, of all entries", entriesByMood(tags.map { ("#" + $0.name, $0.totals) }))
    case .together: .bars("Tags that go together\(whole)", pairs.map { ("#\($0.first) #\($0.second)", $0.count) })
    }
  }

  /// Beside charts of a year those of the whole journal say so.
  private var whole: String { charts.year == nil ? "" : ", of all entries" }

  private var span: String {
    if let year = charts.year { return DateText.year(year) }
    guard charts.isPast, let last = charts.months.last else { return "last 12 months" }
    return "12 months to \(monthAndYear(last.first))"
  }

  private func monthAndYear(_ date: CivilDate) -> String { "\(monthNames[date.month - 1]) \(DateText.year(date.year))" }

  /// The month that begins in a week, and the first one at the left end, whose week may begin in the month before.
  private var monthsBelowWeeks: [(place: Int, name: String)] {
    func short(_ date: CivilDate) -> String { String(monthNames[date.month - 1].prefix(3)) }
    let begun = charts.weeks.enumerated().filter { $0.offset > 0 && $0.element.first.day <= 7 }
    return charts.months.prefix(1).map { (0, short($0.first)) } + begun.map { ($0.offset, short($0.element.first)) }
  }
}

extension ChartForm {
  /// The names of its rows.
  var names: [String] {
    switch kind {
    case .bars(let rows): rows.map(\.name)
    case .columns: []
    case .moods(let table): table.rows.map(\.name)
    }
  }

  /// The chart with so many rows at most, the largest ones in their order, and behind them one for all others.
  func largest(_ most: Int) -> ChartForm {
    var copy = self
    switch kind {
    case .bars(let rows):
      guard let (kept, others) = Self.divided(rows, most, { $0.number }) else { return self }
      let name = Self.name(ofOthers: others.count)
      copy.kind = .bars(kept + [(name: name, number: others.reduce(0) { $0 + $1.number })])
    case .columns: break
    case .moods(var table):
      guard let (kept, others) = Self.divided(table.rows, most, { $0.total }) else { return self }
      var rest = MoodTable.Row(name: Self.name(ofOthers: others.count), moods: [:])
      rest.facts = table.facts.indices.map { place in others.reduce(0) { $0 + $1.facts[place] } }
      for row in others { rest.moods.merge(row.moods, uniquingKeysWith: +) }
      table.rows = kept + [rest]
      copy.kind = .moods(table)
    }
    return copy
  }

  private static func name(ofOthers count: Int) -> String { "and \(NumberText.counted(count, "other", "others"))" }

  /// The largest rows and the others, both in their order; nil where there are no others.
  private static func divided<Row>(
    _ rows: [Row], _ most: Int, _ size: (Row) -> Int
  ) -> (kept: [Row], others: [Row])? {
    guard rows.count > most else { return nil }
    let order = rows.indices.sorted { size(rows[$0]) != size(rows[$1]) ? size(rows[$0]) > size(rows[$1]) : $0 < $1 }
    let kept = Set(order.prefix(most))
    return (
      rows.indices.filter(kept.contains).map { rows[$0] }, rows.indices.filter { !kept.contains($0) }.map { rows[$0] }
    )
  }

  fileprivate static func bars(_ title: String, _ rows: [(name: String, number: Int)]) -> ChartForm {
    ChartForm(title: title, kind: .bars(rows))
  }

  fileprivate static func moods(_ title: String, _ table: MoodTable) -> ChartForm {
    ChartForm(title: title, kind: .moods(table))
  }

  fileprivate static func columns(
    _ title: String, _ numbers: [Int], _ names: [(place: Int, name: String)]
  ) -> ChartForm {
    ChartForm(title: title, kind: .columns(numbers, names: names))
  }
}
