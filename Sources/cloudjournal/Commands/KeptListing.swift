import JournalApp
import JournalCore
import JournalFormats

/// `import --kept`: what imports brought that has no place in an entry.
struct KeptListing {
  let session: CommandSession
  let journal: OpenedJournal

  private var kept: KeptFiles { KeptFiles(journal.context, assets: journal.assets) }

  /// A line, or an object, for each.
  func list() throws {
    guard !session.wantsJSON else {
      var items: [(item: KeptItem, entry: Entry)] = []
      try kept.forEach { items.append(($0, $1)) }
      return try StandardStreams.write(
        Answer.items(items) { pair, json in
          json.member("entry", pair.entry.id.rawValue)
          json.member("kind", pair.item.kind.rawValue)
          json.member("name", pair.item.name)
          json.member("bytes", pair.item.bytes)
        })
    }
    var count = 0
    try session.print { output in
      try kept.forEach { item, entry in
        count += 1
        output.line(
          "\(entry.date.local.date.iso)  \(EntryNaming.quoted(entry))  \(item.kindWords)  \(item.name)  "
            + NumberText.bytes(item.bytes))
      }
    }
    session.console.say(
      count == 0
        ? "Nothing is kept: imports had places for all that they brought."
        : "Write all of it into a folder: cloudjournal import --kept -o FOLDER")
  }

  /// Writes all of it into a new folder.
  func write(to path: String) throws {
    let outcome = try kept.write(to: path)
    session.console.say("wrote \(NumberText.counted(outcome.written, "file", "files")) to \(path)")
    if !outcome.lost.isEmpty {
      let number = NumberText.counted(outcome.lost.count, "file is", "files are")
      session.console.say(
        "\(number) not there, because the bytes are missing or damaged: \(outcome.lost.prefix(3).joined(separator: ", ")).",
        .warning)
    }
    if session.paths.isInVault { session.console.say("What was written is not encrypted.") }
    guard session.wantsJSON else { return }
    try StandardStreams.write(
      Answer.object { json in
        json.member("written", Int64(outcome.written))
        json.member("lost", outcome.lost)
      })
  }
}
