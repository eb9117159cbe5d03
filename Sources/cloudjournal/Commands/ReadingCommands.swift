import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show entries as a whole.")

  @OptionGroup(title: "Options of every command") var global: GlobalOptions
  @OptionGroup(title: "Output") var output: PrintOptions

  @Flag(help: "Draw the pictures as coloured blocks, where standard output is a terminal.")
  var images = false

  @Argument(help: "The entries: their ids, the ends of them as lists show them, or “last”.")
  var ids: [String]

  func run() throws {
    let session = try CommandSession(global)
    let style = try output.style(global)
    try session.withJournal(.read) { journal in
      if ids.count == 1 {
        return try session.withEntry(ids[0], of: journal, inTrash: nil) { entry, guest in
          try print([entry], style, in: guest?.journal ?? journal, session)
        }
      }
      try print(try journal.context.entries(ids), style, in: journal, session)
    }
  }

  private func print(
    _ entries: [Entry], _ style: ListStyle, in journal: OpenedJournal, _ session: CommandSession
  ) throws {
    let context = journal.context
    if case .json(let fields) = style { return try StandardStreams.write(try context.json(entries, fields: fields)) }
    let writer = OutputWriter(session.console)
    let printer = EntryPrinter(
      style: style.printed ?? .full, categoryNames: try context.categoryNames(), columns: session.console.columns)
    let pictures = images && session.console.isOutputTerminal ? session.picturePrinter(journal.assets) : nil
    for (index, entry) in entries.enumerated() {
      let remark = try context.remark(on: entry)
      try writer.print { printer.print(entry, remark: remark, isFirst: index == 0, to: &$0) }
      guard case .full = style else { continue }
      let lines = try PictureLines(entry, in: journal)
      try writer.print { lines.print(to: &$0, drawing: pictures, columns: session.console.columns ?? 80) }
    }
    try writer.finish()
  }
}

struct OnThisDayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "on-this-day", abstract: "Show the entries of this day in earlier years; of another day, in all years."
  )

  @OptionGroup(title: "Options of every command") var global: GlobalOptions
  @OptionGroup(title: "Output") var output: PrintOptions

  @Option(
    name: [.customShort("n"), .customLong("limit")],
    help: ArgumentHelp("At most this many entries, the newest.", valueName: "number"))
  var limit: Int?

  @Argument(help: "Another day than today, such as “31 may”.")
  var day: [String] = []

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("The number of entries is 1 or more, not \(limit).") }
  }

  func run() throws {
    try OnThisDayAction(
      global: global.settings, day: day.joined(separator: " "), limit: limit, style: try output.style(global)
    ).run()
  }
}

struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show the journal in numbers: entries, words, days, streaks, moods, tags.",
    discussion: """
      Totals, then charts of signs: entries a month, words a week, weekdays, hours and streaks of the last 12 months, or of --year; \
      moods, categories and tags of all entries, and tags that go together. --json has the figures behind them.
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  @Option(
    help: ArgumentHelp(
      "Print one chart alone: \(JournalNumbers.Chart.allCases.map(\.rawValue).joined(separator: ", ")); or draw all to this file (.svg or .png).",
      valueName: "name or file"), completion: .list(JournalNumbers.Chart.allCases.map(\.rawValue)))
  var chart: String?

  @Flag(help: "Replace a file that is there already.")
  var force = false

  @Option(help: ArgumentHelp("Count the months, weeks, weekdays, hours and streaks of this year.", valueName: "year"))
  var year: Int?

  private func choice() throws -> StatsAction.ChartChoice? {
    guard let chart else { return nil }
    if let one = JournalNumbers.Chart(rawValue: chart) { return .one(one) }
    guard chart.contains(".") || chart.contains("/") else {
      let names = JournalNumbers.Chart.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("“\(chart)” is no chart. Charts are: \(names); a file’s name ends in .svg or .png.")
    }
    return .file(chart)
  }

  func validate() throws {
    _ = try choice()
    if let year, !(1...9999).contains(year) { throw ValidationError("--year is a year such as 2026, not \(year)") }
    if chart != nil, global.json {
      throw ValidationError("--chart and --json exclude each other: --json has all figures")
    }
  }

  func run() throws { try StatsAction(global: global.settings, chart: try choice(), replaces: force, year: year).run() }
}
