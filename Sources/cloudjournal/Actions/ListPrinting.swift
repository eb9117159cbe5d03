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
  /// Whether what others share is listed, in place of the person's own.
  var isShared = false

  func run() throws {
    let session = try CommandSession(global)
    var filter = filter
    if filter.takeShared() || isShared { return try shared(filter, session) }
    try session.withJournal(.read) { journal in
      let context = journal.context
      try ListPrinting.print(try request(in: context), style, in: context, session) {
        try SafetyReport.advice(onEmpty: journal).map { "No entries here yet. \($0)" } ?? "No entries."
      }
    }
  }

  /// Lists what others share, one person after the other.
  private func shared(_ filter: EntryFilter, _ session: CommandSession) throws {
    guard cursor == nil else { throw CommandFailure.usage("--cursor does not go with what others share.") }
    try session.withJournal(.read) { journal in
      let guests = GuestJournals(journal)
      let open = try guests.open(isReadOnly: true)
      let list = GuestListing(open, filter: filter, order: order, limit: limit)
      if case .json(let fields) = style {
        try StandardStreams.write(try list.json(fields: fields))
        return try guests.close(open)
      }
      let writer = OutputWriter(session.console)
      var isFirst = true
      let printed = style.printed ?? .full
      let count = try list.forEach { entry, guest, remark in
        let printer = EntryPrinter(
          style: printed, categoryNames: try guest.journal.context.categoryNames(), columns: session.console.columns)
        try writer.print { output in
          if case .full = printed {
            if !isFirst { output.line() }
            output.line(guest.note(on: entry), .dim)
          }
          printer.print(entry, remark: remark, isFirst: isFirst || printed == .full, to: &output)
        }
        isFirst = false
      }
      try writer.finish()
      try guests.close(open)
      if count == 0 { session.console.say("No entries that others share.") }
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
