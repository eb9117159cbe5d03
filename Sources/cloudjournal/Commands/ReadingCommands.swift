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

  @Argument(help: "The entries: their ids, the beginnings of them, or “last”.")
  var ids: [String]

  func run() throws {
    let session = try CommandSession(global)
    let style = try output.style(global)
    try session.withJournal(.read) { journal in
      let context = journal.context
      let entries = try context.entries(ids)
      if case .json(let fields) = style { return try StandardStreams.write(try context.json(entries, fields: fields)) }
      let writer = OutputWriter(session.console, pages: true)
      let printer = EntryPrinter(
        style: style.printed ?? .full, categoryNames: try context.categoryNames(), columns: session.console.columns)
      let pictures = images && session.console.isOutputTerminal ? session.picturePrinter(journal.assets) : nil
      for (index, entry) in entries.enumerated() {
        try writer.print { printer.print(entry, isFirst: index == 0, to: &$0) }
        guard case .full = style else { continue }
        let lines = try PictureLines(entry, in: journal)
        try writer.print { lines.print(to: &$0, drawing: pictures, columns: session.console.columns ?? 80) }
      }
      try writer.finish()
    }
  }
}

struct OnThisDayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "on-this-day", abstract: "Show the entries of this day in all years.")

  @OptionGroup(title: "Options of every command") var global: GlobalOptions
  @OptionGroup(title: "Output") var output: PrintOptions

  @Argument(help: "Another day than today, such as “31 may”.")
  var day: [String] = []

  func run() throws {
    let session = try CommandSession(global)
    try session.withJournal(.read) { journal in
      let context = journal.context
      let date = day.isEmpty ? context.today : try context.date(day.joined(separator: " ")).local.date
      let request = ListingRequest(scope: .onThisDay(month: date.month, day: date.day))
      try ListAction.print(request, try output.style(global), in: context, session)
    }
  }
}

struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Show the journal in numbers: entries, words, days, streaks, moods, tags.")

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  func run() throws {
    let session = try CommandSession(global)
    try session.withJournal(.read) { journal in
      let numbers = try journal.context.numbers()
      if global.json { return try StandardStreams.write(numbers.json()) }
      try session.print { numbers.print(to: &$0) }
    }
  }
}

struct TagsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags", abstract: "List the tags and how many entries have each.")

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  @Argument(help: "Only tags that begin so.")
  var prefix: String?

  func run() throws {
    let session = try CommandSession(global)
    try session.withJournal(.read) { journal in
      try TagsCommand.print(try journal.context.tagCounts(prefix: prefix ?? ""), session)
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
