import JournalApp
import JournalCore

/// Prints the entries that a filter lets pass; what `list`, `search` and their relatives come down to.
struct ListPrinting {
  var global = GlobalSettings()
  var filter = EntryFilter()
  var order = ListOrder()
  var cursor: String?
  var limit: Int?
  var style = ListStyle.full

  func run() throws {
    let session = try CommandSession(global)
    try session.withJournal(.read) { journal in
      let context = journal.context
      try ListPrinting.print(try request(in: context), style, in: context, session) {
        try SafetyReport.advice(onEmpty: journal).map { "No entries here yet. \($0)" } ?? "No entries."
      }
    }
  }

  /// What is to be listed.
  func request(in context: JournalContext) throws -> ListingRequest {
    ListingRequest(
      filter: try context.resolved(filter), order: order,
      after: try cursor.map { try CursorToken.cursor($0, order: order) }, limit: limit)
  }

  /// Prints a list in whatever style was asked for.
  ///
  /// - Parameter nothing: What is said of an empty one.
  static func print(
    _ request: ListingRequest, _ style: ListStyle, in context: JournalContext, _ session: CommandSession,
    whereEmpty nothing: () throws -> String = { "No entries." }
  ) throws {
    for note in request.filter.notes { session.console.say(note) }
    guard let printed = style.printed else {
      guard case .json(let fields) = style else { return }
      return try StandardStreams.write(try context.json(request, fields: fields))
    }
    let writer = OutputWriter(session.console)
    let printer = EntryPrinter(
      style: printed, categoryNames: try context.categoryNames(), columns: session.console.columns)
    let end: ListingEnd
    if printer.needsOnlyRows {
      end = try context.forEachRow(request) { rows in
        try writer.print { output in for row in rows { printer.print(row, to: &output) } }
      }
    } else {
      var isFirst = true
      end = try context.forEachEntry(request, withImages: false) { entry, _, remark in
        try writer.print { printer.print(entry, remark: remark, isFirst: isFirst, to: &$0) }
        isFirst = false
      }
    }
    try writer.finish()
    if end.count == 0 { session.console.say(try nothing()) }
  }
}
