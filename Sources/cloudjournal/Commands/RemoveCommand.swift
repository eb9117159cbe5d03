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
    if ids.count == 1 {
      return try session.withEntry(ids[0], of: journal) { entry, guest in
        guard let guest else { return try remove([entry], session, journal) }
        try remove(entry, of: guest, session)
      }
    }
    try remove(try journal.context.entries(ids, inTrash: false), session, journal)
  }

  /// Moves an entry that another person shares to the trash that it belongs to.
  private func remove(_ entry: Entry, of guest: GuestJournal, _ session: CommandSession) throws {
    let (trash, title) = (try guest.trash(of: entry), EntryNaming.quoted(entry))
    let question =
      switch trash {
      case .own: "Move \(title), which was not sent yet, to your own trash?"
      case .owner: "Move \(title) to the trash of \(guest.owner), for everybody?"
      }
    try session.console.requireConsent(question, given: yes)
    try guest.journal.context.trash([entry])
    switch trash {
    case .own: session.console.say("\(title) goes to your own trash with the next synchronisation: cloudjournal sync")
    case .owner: session.console.say("moved to the trash of \(guest.owner): \(title)")
    }
    if session.wantsJSON { try StandardStreams.write(try guest.journal.context.json([entry])) }
  }

  private func remove(_ entries: [Entry], _ session: CommandSession, _ journal: OpenedJournal) throws {
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
