import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats

struct SearchesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "searches", abstract: "List, save, rename and remove saved searches.",
    discussion: """
      A saved search stands in the sidebar of the screen, on all devices of the journal.

        cloudjournal searches save 'Good runs' tag:run mood:happy,excited
        cloudjournal list --saved 'Good runs'
      """,
    subcommands: [List.self, Save.self, Rename.self, Remove.self], defaultSubcommand: List.self)

  struct List: ReadingCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the saved searches by name.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let searches = try JournalPreferences(journal.context).all(.search)
      if global.json { return try StandardStreams.write(SearchesCommand.json(searches)) }
      try session.print { output in
        for search in searches {
          output.add(search.name, .strong)
          output.line("  \(search.text)", .dim)
        }
      }
      if searches.isEmpty { session.console.say("No saved searches. Save one: cloudjournal searches save NAME QUERY") }
    }
  }

  struct Save: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "save", abstract: "Save a search under a name, in the place of the one that has it.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: "Its name.")
    var name: String

    @Argument(help: "The search, as “cloudjournal search” takes it.")
    var query: [String]

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let saved = try journal.context.saveSearch(query.joined(separator: " "), as: name)
      try SearchesCommand.report("saved the search “\(saved.name)”", saved, session)
    }
  }

  struct Rename: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Give a saved search another name.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: "The saved search: its name.", completion: .savedSearches)
    var name: String

    @Argument(help: "Its new name.")
    var newName: String

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let saved = try journal.context.nameSearch(name, newName)
      try SearchesCommand.report("the search “\(name)” is called “\(saved.name)” now", saved, session)
    }
  }

  struct Remove: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "rm", abstract: "Remove a saved search; the entries that it finds stay.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: "The saved search: its name.", completion: .savedSearches)
    var name: String

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let saved = try journal.context.removeSearch(name)
      try SearchesCommand.report("removed the search “\(saved.name)”; it was: \(saved.text)", saved, session)
    }
  }

  private static func json(_ searches: [NamedText]) -> [UInt8] {
    Answer.items(searches) { search, json in
      json.member("name", search.name)
      json.member("query", search.text)
    }
  }

  private static func report(_ sentence: String, _ search: NamedText, _ session: CommandSession) throws {
    session.console.say(sentence)
    guard session.wantsJSON else { return }
    try StandardStreams.write(
      Answer.object { json in
        json.member("name", search.name)
        json.member("query", search.text)
      })
  }
}
