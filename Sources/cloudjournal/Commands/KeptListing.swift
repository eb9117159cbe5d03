import ArgumentParser
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
      var items: [KeptItem] = []
      try kept.forEach { item, _ in items.append(item) }
      return try StandardStreams.write(
        Answer.items(items) { item, json in
          json.member("entry", item.entry.rawValue)
          json.member("kind", item.kind.rawValue)
          json.member("name", item.name)
          json.member("bytes", item.bytes)
        })
    }
    var count = 0
    try session.print { output in
      try kept.forEach { item, entry in
        count += 1
        output.line(
          "\(entry.date.local.date.iso)  \(EntryNaming.quoted(entry))  \(item.kindWords)  \(item.name)  "
            + NumberText.bytes(item.bytes) + (entry.trashedAt == nil ? "" : "  (in the trash)"))
      }
    }
    session.console.say(
      count == 0
        ? "Nothing is kept: imports had places for all that they brought."
        : "Write all of it into a folder: \(CommandLineText.command(journal: session.global.journal)) import --kept -o FOLDER"
    )
  }

  /// Writes all of it into a new folder.
  ///
  /// - Throws: ``ExitCode/failure`` where bytes are missing or damaged; all others are written.
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
    if session.wantsJSON { try StandardStreams.write(outcome.json()) }
    if !outcome.lost.isEmpty { throw ExitCode.failure }
  }
}
