import ArgumentParser
import JournalApp
import JournalCore

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "See earlier versions of an entry, and restore them.",
    subcommands: [List.self, Show.self, Restore.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the changes of an entry, the latest first, with the values they replaced.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: "The entry: its id, the end of it as lists show it, or “last”.")
    var id: String

    func run() throws {
      let session = try CommandSession(global)
      try session.withJournal(.read) { journal in
        let history = try journal.context.history(id)
        if global.json { return try StandardStreams.write(history.json()) }
        let writer = OutputWriter(session.console, pages: true)
        try writer.print { history.print(zone: journal.context.zone, to: &$0) }
        try writer.finish()
        if history.steps.isEmpty { session.console.say("This entry has no earlier versions.") }
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show how an earlier version differs from the current one.",
      discussion: "What has gone stands in [-…-], what has come in {+…+}; on a terminal in colours.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: "The entry: its id, the end of it as lists show it, or “last”.")
    var id: String

    @Argument(help: "The number of the change: 1 is the latest.")
    var number = 1

    func run() throws {
      let session = try CommandSession(global)
      try session.withJournal(.read) { journal in
        let history = try journal.context.history(id)
        if global.json {
          return try StandardStreams.write(try journal.context.json([try history.version(before: number)]))
        }
        let writer = OutputWriter(session.console, pages: true)
        try writer.print { try history.printDifference(before: number, to: &$0) }
        try writer.finish()
      }
    }
  }

  struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Restore an entry as it was before a change; the current version goes into the history.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: "The entry: its id, the end of it as lists show it, or “last”.")
    var id: String

    @Argument(help: "The number of the change: 1 is the latest.")
    var number = 1

    func run() throws {
      let session = try CommandSession(global)
      try session.withJournal(.write) { journal in
        let history = try journal.context.history(id)
        guard let restored = try journal.context.restore(history, before: number) else {
          session.console.say("\(EntryNaming.quoted(history.entry)) is the same already.")
          return
        }
        try session.report(WrittenEntry(entry: restored), verb: "restored", in: journal)
      }
    }
  }
}
