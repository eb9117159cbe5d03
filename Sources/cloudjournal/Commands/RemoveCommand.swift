import ArgumentParser
import JournalApp
import JournalCore

struct RemoveCommand: WritingCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm", abstract: "Move entries to the trash.",
    discussion: "Nothing is lost: “cloudjournal trash restore” restores entries.")

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  @Flag(name: [.short, .long], help: "Do not ask.")
  var yes = false

  @Argument(help: "The entries: their ids, the ends of them as lists show them, or “last”.")
  var ids: [String]

  func run(_ session: CommandSession, in journal: OpenedJournal) throws {
    let entries = try journal.context.entries(ids, inTrash: false)
    let question =
      entries.count == 1
      ? "Move \(EntryNaming.quoted(entries[0])) of \(EntryNaming.date(entries[0])) to the trash?"
      : "Move \(entries.count) entries to the trash, from \(EntryNaming.quoted(entries[0])) on?"
    try session.console.requireConsent(question, given: yes)
    try journal.context.trash(entries)
    try RemoveCommand.report(entries, session, journal)
  }

  static func report(_ entries: [Entry], _ session: CommandSession, _ journal: OpenedJournal) throws {
    for entry in entries {
      session.console.say(
        "moved to the trash: \(EntryNaming.quoted(entry)). "
          + "Restore it: cloudjournal trash restore \(EntryNaming.shortID(entry.id))")
    }
    if session.wantsJSON { try StandardStreams.write(try journal.context.json(entries)) }
  }
}
