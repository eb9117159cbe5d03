import JournalApp
import JournalCore
import JournalFormats

/// Prints the entries of a day in all years.
struct OnThisDayAction {
  var global = GlobalSettings()
  /// Another day than today, in words.
  var day = ""
  var limit: Int?
  var style = ListStyle.full

  func run() throws {
    let session = try CommandSession(global)
    try session.withJournal(.read) { journal in
      let context = journal.context
      let date = day.isEmpty ? context.today : try context.date(day).local.date
      // Of today it is the other years that are looked for; a day that was named may be one of this year.
      let request = ListingRequest(
        scope: .onThisDay(month: date.month, day: date.day, besides: day.isEmpty ? date.year : nil), limit: limit)
      try ListPrinting.print(request, style, in: context, session) {
        let years = day.isEmpty ? "earlier years on" : "any year on"
        return "No entries from \(years) \(date.day) \(monthNames[date.month - 1])."
      }
    }
  }
}

/// Prints the journal in numbers.
struct StatsAction {
  var global = GlobalSettings()
  /// One chart in place of all, or a file of all; none where JSON is wanted.
  var chart: ChartChoice?
  /// Whether a file that is there may go.
  var replaces = false
  /// The year of the charts; nil for the last twelve months.
  var year: Int?

  enum ChartChoice {
    case one(JournalNumbers.Chart)
    case file(String)
  }

  func run() throws {
    let session = try CommandSession(global)
    try session.withJournal(.read) { journal in
      var numbers = try journal.context.numbers(year: year)
      numbers.weekBegin = WeekBegin.weekday(Console.variable)
      switch chart {
      case .file where !JournalNumbers.Chart.allCases.contains(where: numbers.isThere):
        throw CommandFailure(
          .notFound,
          year.map { "Nothing was written in \(DateText.year($0)): no picture was drawn. --year has another year." }
            ?? "Nothing was written that a chart shows: no picture was drawn.")
      case .file(let path):
        try numbers.writePicture(
          to: path, replaces: replaces, of: session.paths, programs: Console.variable("PATH") ?? "")
        session.console.say("drew \(path)")
        if session.paths.isInVault { session.console.say("What was drawn is not encrypted.") }
      case .one(let chart) where !numbers.isThere(chart):
        session.console.say("Nothing was written that this chart shows.")
      case .one(let chart): try session.print { numbers.print(chart, columns: session.console.columns, to: &$0) }
      case nil: try session.answer(numbers.json()) { numbers.print(columns: session.console.columns, to: &$0) }
      }
      guard !numbers.isThere(.entries) else { return }
      if let year {
        session.console.say("Nothing was written in \(DateText.year(year)).")
      }
    }
  }
}

/// Prints the tags that begin so.
struct TagsAction {
  var global = GlobalSettings()
  var prefix = ""

  func run() throws {
    let session = try CommandSession(global)
    try session.withJournal(.read) { journal in
      try TagsAction.print(try journal.context.tagCounts(prefix: prefix), session)
    }
  }

  static func print(_ tags: [TagCount], _ session: CommandSession) throws {
    if session.wantsJSON {
      return try StandardStreams.write(
        Answer.items(tags) { tag, json in
          json.member("tag", tag.tag)
          json.member("count", Int64(tag.count))
        })
    }
    try session.print { output in
      let width = tags.map { String($0.count).utf8.count }.max() ?? 0
      for tag in tags {
        let number = String(tag.count)
        output.line(String(repeating: " ", count: width - number.utf8.count) + "\(number)  #\(tag.tag)")
      }
    }
    if tags.isEmpty { session.console.say("No tags.") }
  }
}
