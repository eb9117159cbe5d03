import ArgumentParser
import JournalApp
import JournalCore

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "See earlier versions of an entry, and restore them.",
    subcommands: [List.self, Show.self, Restore.self], defaultSubcommand: List.self)

  struct List: ReadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the changes of an entry, the latest first, with the values they replaced.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @OptionGroup var named: NamedEntry

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      try session.withEntry(named.id, of: journal, inTrash: nil) { entry, guest in
        let context = (guest?.journal ?? journal).context
        let history = try context.history(of: entry)
        if global.json { return try StandardStreams.write(history.json()) }
        try session.printPages { history.print(zone: context.zone, to: &$0) }
        if history.steps.isEmpty { session.console.say("This entry has no earlier versions.") }
      }
    }
  }

  /// An entry and one of its earlier versions.
  struct ChosenVersion: ParsableArguments {
    @OptionGroup var named: NamedEntry

    @Argument(help: "The number of the change: 1 is the latest.")
    var number = 1
  }

  struct Show: ReadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Show how an earlier version differs from the current one.",
      discussion: "What has gone stands in [-…-], what has come in {+…+}; on a terminal in colours.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @OptionGroup var choice: ChosenVersion

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      try session.withEntry(choice.named.id, of: journal, inTrash: nil) { entry, guest in
        let context = (guest?.journal ?? journal).context
        let history = try context.history(of: entry)
        let step = try history.step(choice.number)
        if step.isRefused {
          session.console.say("The entry never was so here: this was sent by \(step.sender) and was refused.")
        }
        if global.json {
          return try StandardStreams.write(try context.json([try history.version(before: choice.number)]))
        }
        try session.printPages { try history.printDifference(before: choice.number, to: &$0) }
      }
    }
  }

  struct Restore: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "restore",
      abstract: "Restore an entry as it was before a change; the current version is kept in the history.",
      discussion:
        "What was refused is listed with who sent it; where you restore it, that is said again.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @OptionGroup var choice: ChosenVersion

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      try session.withEntry(choice.named.id, of: journal, inTrash: nil) { entry, guest in
        let place = guest?.journal ?? journal
        let history = try place.context.history(of: entry)
        try guest?.requireRestoring(history, before: choice.number)
        guard let restored = try place.context.restore(history, before: choice.number) else {
          session.console.say("\(EntryNaming.quoted(history.entry)) is the same already.")
          if global.json { try StandardStreams.write(try place.context.json([history.entry])) }
          return
        }
        let step = try history.step(choice.number)
        if step.isRefused {
          session.console.say(
            "The entry never was so here: this was sent by \(step.sender) and was refused. It is yours now.")
        }
        try session.report(WrittenEntry(entry: restored), verb: "restored", in: place)
      }
    }
  }
}
