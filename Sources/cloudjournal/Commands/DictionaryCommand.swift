import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats

struct DictionaryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dictionary", abstract: "List, add and remove words of your own dictionary.",
    discussion: """
      Words that count as right where spelling is checked, on all devices of the journal. A word that begins small \
      stands for itself with a capital, too.

        cloudjournal dictionary add Pepys Barbary
      """,
    subcommands: [List.self, Add.self, Remove.self], defaultSubcommand: List.self)

  struct List: ReadingCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the words.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let words = try JournalPreferences(journal.context).all(.word).map(\.name)
      if global.json { return try StandardStreams.write(Answer.items(words) { $1.member("word", $0) }) }
      try session.print { output in for word in words { output.line(word) } }
      if words.isEmpty { session.console.say("No words. Add some: cloudjournal dictionary add WORD …") }
    }
  }

  struct Add: WritingCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add words.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: ArgumentHelp("The words.", valueName: "word"))
    var words: [String]

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let added = try JournalPreferences(journal.context).addWords(words)
      session.console.say(
        added.isEmpty ? "all of them were there" : "added \(added.map { "“\($0)”" }.joined(separator: ", "))")
      if session.wantsJSON { try StandardStreams.write(Answer.object { $0.member("added", Int64(added.count)) }) }
    }
  }

  struct Remove: WritingCommand {
    static let configuration = CommandConfiguration(commandName: "rm", abstract: "Remove words.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: ArgumentHelp("The words.", valueName: "word"), completion: .ownWords)
    var words: [String]

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      try JournalPreferences(journal.context).removeWords(words)
      session.console.say("removed \(words.map { "“\($0)”" }.joined(separator: ", "))")
      if session.wantsJSON { try StandardStreams.write(Answer.object { $0.member("removed", Int64(words.count)) }) }
    }
  }
}
