import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats

struct TagsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags", abstract: "List the tags with the number of their entries, or give one another name.",
    subcommands: [List.self, Rename.self], defaultSubcommand: List.self)

  /// Whether a word behind `tags` is no beginning of a tag, but a command.
  static func isSubcommand(_ word: String) -> Bool {
    configuration.subcommands.contains { $0.configuration.commandName == word } || word == "help"
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the tags and how many entries have each.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: "Only tags that begin so.", completion: .tags)
    var prefix: String?

    func run() throws { try TagsAction(global: global.settings, prefix: prefix ?? "").run() }
  }

  struct Rename: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Give a tag another name, or join it with one that there is.",
      discussion: """
        The tag gets the new name in every entry that has it: among its tags, and where #tag or @tag stands in its words; \
        not in Markdown code. All of it is one step, which --undo undoes; words that were written since stay.

        EXAMPLES
          cloudjournal tags rename excercise exercise
          cloudjournal tags rename jogging run
          cloudjournal tags rename --undo
        """)

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Flag(help: "Undo the latest renaming.")
    var undo = false

    @Argument(help: ArgumentHelp("The tag, and its new name.", valueName: "tag"), completion: .tags)
    var names: [String] = []

    func validate() throws {
      if undo, !names.isEmpty { throw ValidationError("--undo takes no tags") }
      if !undo, names.count != 2 { throw ValidationError("Name the tag and its new name: tags rename OLD NEW") }
    }

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let outcome = undo ? try journal.context.undoTagRename() : try journal.context.renameTag(names[0], to: names[1])
      session.console.say(outcome.sentence)
      guard global.json else { return }
      try StandardStreams.write(
        Answer.object { json in
          json.member("from", outcome.rename.old)
          json.member("to", outcome.rename.new)
          json.member("entries", Int64(outcome.entries))
        })
    }
  }
}
