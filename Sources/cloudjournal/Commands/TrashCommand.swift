import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats

struct TrashCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash", abstract: "See what was deleted, take it back, or remove it for good.",
    subcommands: [List.self, Restore.self, Empty.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the entries in the trash, newest first.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions
    @OptionGroup(title: "Output") var output: PrintOptions

    @Option(
      name: [.customShort("n"), .customLong("limit")],
      help: ArgumentHelp("At most so many entries.", valueName: "number"))
    var limit: Int?

    @Option(help: ArgumentHelp("Go on behind this place: the next_cursor of the answer before.", valueName: "cursor"))
    var cursor: String?

    func run() throws {
      let session = try CommandSession(global)
      try session.withJournal(.read) { journal in
        let place = try cursor.map { try CursorToken.cursor($0, order: ListOrder()) }
        let request = ListingRequest(scope: .trash, after: place, limit: limit)
        // Of what was deleted, its title is what a person looks for first.
        try ListAction.print(request, try output.style(global, otherwise: .short), in: journal.context, session)
      }
    }
  }

  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Take entries back from the trash.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: "The entries: their ids, the beginnings of them, or “last”.")
    var ids: [String]

    func run() throws {
      let session = try CommandSession(global)
      try session.withJournal(.write) { journal in
        let entries = try journal.context.entries(ids, inTrash: true)
        try journal.context.restore(entries)
        for entry in entries { session.console.say("took back \(EntryNaming.quoted(entry))") }
        if global.json { try StandardStreams.write(try journal.context.json(entries)) }
      }
    }
  }

  struct Empty: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Remove everything in the trash for good, removed pictures too, with its history. This cannot be undone.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Flag(name: [.short, .long], help: "Do not ask.")
    var yes = false

    func run() throws {
      let session = try CommandSession(global)
      try session.withJournal(.write) { journal in
        let count = try journal.context.trashCount()
        let pictures = try journal.context.removedPictureCount()
        guard count + pictures > 0 else {
          session.console.say("The trash is empty.")
          if global.json { try StandardStreams.write(Answer.object { $0.member("removed", 0) }) }
          return
        }
        try session.console.requireConsent(
          "Remove \(words(count, pictures)) for good, with their history? This cannot be undone.", given: yes)
        let removed = try journal.context.emptyTrash()
        session.console.say("removed \(words(removed, pictures)) for good")
        if global.json {
          let answer = Answer.object {
            $0.member("removed", Int64(removed))
            $0.member("removedPictures", Int64(pictures))
          }
          try StandardStreams.write(answer)
        }
      }
    }

    /// `2 entries and 1 removed picture`, as far as there are any.
    private func words(_ entries: Int, _ pictures: Int) -> String {
      let images = NumberText.counted(pictures, "removed picture", "removed pictures")
      guard entries > 0 else { return pictures > 0 ? images : "no entries" }
      return NumberText.counted(entries, "entry", "entries") + (pictures > 0 ? " and \(images)" : "")
    }
  }
}
