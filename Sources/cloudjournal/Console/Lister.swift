import JournalApp
import JournalCore

/// Prints a list in whatever format was asked for.
struct Lister {
  let session: CommandSession
  let output: PrintOptions

  func list(_ request: ListingRequest, in context: JournalContext) throws {
    for note in request.filter.notes { session.console.say(note) }
    let format = try output.format(session.global)
    if format == .json {
      return try StandardStreams.write(try context.json(request, fields: try EntryEnvelope.fields(output.fields)))
    }
    let writer = OutputWriter(session.console, pages: true)
    let printer = EntryPrinter(
      style: format.style, categoryNames: try context.categoryNames(), columns: session.console.columns)
    let end: ListingEnd
    if printer.needsOnlyRows {
      end = try context.forEachRow(request) { rows in
        try writer.print { output in for row in rows { printer.print(row, to: &output) } }
      }
    } else {
      var isFirst = true
      end = try context.forEachEntry(request) { entry in
        try writer.print { printer.print(entry, isFirst: isFirst, to: &$0) }
        isFirst = false
      }
    }
    try writer.finish()
    if end.count == 0 { session.console.say("No entries.") }
  }
}
