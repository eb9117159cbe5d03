import ArgumentParser
import JournalApp
import JournalCore
import JournalFormats

struct TemplatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "templates", abstract: "List, show, save and remove templates for new entries.",
    discussion: """
      A template that is saved goes with the journal to all its devices. A file of its name in the folder “templates” \
      beside config.toml counts before it, on this computer.

        cloudjournal templates save run <<< '{{weekday}} run

        {{cursor}}'
        cloudjournal new --template run
      """,
    subcommands: [List.self, Show.self, Save.self, Remove.self], defaultSubcommand: List.self)

  struct List: ReadingCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the templates by name, and where each comes from.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let templates = try session.templates(in: journal.context)
      let named = templates.templates.map { (name: $0.name, origin: templates.origins[$0.name] ?? .program) }
      for problem in templates.problems { session.console.say(problem) }
      guard !global.json else {
        return try StandardStreams.write(
          Answer.items(named) { template, json in
            json.member("name", template.name)
            json.member("from", template.origin.rawValue)
          })
      }
      try session.print { output in
        for template in named {
          output.add(template.name, .strong)
          output.line("  \(template.origin.words)", .dim)
        }
      }
    }
  }

  struct Show: ReadingCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Print a template.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: "Its name.", completion: .templates)
    var name: String

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      let template = try session.templates(in: journal.context).template(name)
      guard !global.json else {
        return try StandardStreams.write(
          Answer.object { json in
            json.member("name", template.name)
            json.member("text", template.text)
          })
      }
      try session.print { output in
        output.addLines(template.text)
        if !template.text.hasSuffix("\n") { output.line() }
      }
    }
  }

  struct Save: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "save", abstract: "Save a template in the journal.",
      discussion: """
        Where the journal keeps another template of the name, a terminal asks whether it may go; else --force is needed.
        """)

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: "Its name.")
    var name: String

    @Argument(help: "The file with its text; “-”, or no file, for standard input.", completion: .file())
    var file = "-"

    @Flag(help: "Replace a template of this name that the journal keeps.")
    var force = false

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      guard file != "-" || !session.console.isInputTerminal else {
        throw CommandFailure.usage("Name the file of the template, or give its text on standard input.")
      }
      let text = try InputText.text(of: file, atMost: PreferenceRules.longestValue)
      let preferences = JournalPreferences(journal.context)
      if !force, let former = try preferences.templateInPlace(of: text, as: name) {
        guard session.console.canAsk else {
          throw CommandFailure(
            .exists,
            "The journal keeps a template “\(former.name)” already, and it was left as it is. Give --force to replace it."
          )
        }
        guard session.console.confirm("The journal keeps a template “\(former.name)” already. Replace it?") else {
          throw CommandFailure(.cancelled, "Nothing was changed.")
        }
      }
      let (saved, replaced) = try preferences.saveTemplate(text, as: name)
      session.console.say("\(replaced ? "replaced" : "saved") the template “\(saved.name)”")
      let templates = try session.templates(in: journal.context)
      if templates.origins[saved.name] == .file {
        session.console.say("On this computer the file of that name beside config.toml counts before it.")
      }
      guard session.wantsJSON else { return }
      try StandardStreams.write(
        Answer.object { json in
          json.member("name", saved.name)
          json.member("replaced", replaced)
        })
    }
  }

  struct Remove: WritingCommand {
    static let configuration = CommandConfiguration(
      commandName: "rm", abstract: "Remove a template that the journal keeps.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: "Its name.", completion: .templates)
    var name: String

    func run(_ session: CommandSession, in journal: OpenedJournal) throws {
      try JournalPreferences(journal.context).removeTemplate(name)
      session.console.say("removed the template “\(name)”")
      if session.wantsJSON { try StandardStreams.write(Answer.object { $0.member("name", name) }) }
    }
  }
}

extension UserTemplates.Origin {
  fileprivate var words: String {
    switch self {
    case .file: "a file of this computer"
    case .journal: "of the journal"
    case .program: "comes with the program"
    }
  }
}
