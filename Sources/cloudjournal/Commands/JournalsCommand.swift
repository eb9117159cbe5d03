import ArgumentParser
import JournalApp

struct JournalsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journals", abstract: "List the journals of this computer, or give one another name.",
    discussion: """
      The usual one, which opens where none is named, is marked by *: the one that config.toml names, or else the one \
      that “account switch NAME” has made it. --journal NAME uses another one once.
      """,
    subcommands: [List.self, Rename.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the journals of this computer and whose they are.")

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    func run() throws { try JournalsCommand.list(try CommandSession(global)) }
  }

  struct Rename: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rename", abstract: "Give a journal another name.",
      discussion: """
        Its folder is moved in one step: entries, pictures, account and keys stay with it, and the usual journal stays the \
        usual one. No other program may have it open.
        """)

    @OptionGroup(title: "Options of every command") var global: GlobalOptions

    @Argument(help: "The journal’s name.", completion: .journals)
    var old: String

    @Argument(help: "Its new name, which no other journal has.")
    var new: String

    func run() throws {
      let session = try CommandSession(global)
      try session.requireWriting()
      var renaming = session.renaming
      renaming.warn = { session.console.say($0, .warning) }
      let renamed = try renaming.call(session.places(of: old), to: new)
      session.console.say("“\(old)” is called “\(renamed.name)” now.")
      guard global.json else { return }
      let journals = try session.accountSwitch.journals().filter { $0.name == renamed.name }
      try StandardStreams.write(Answers.journals(journals))
    }
  }

  /// Prints the journals and whose they are.
  static func list(_ session: CommandSession) throws {
    let journals = try session.accountSwitch.journals()
    if session.wantsJSON { return try StandardStreams.write(Answers.journals(journals)) }
    try session.print { output in
      for journal in journals {
        output.add(journal.isCurrent ? "* " : "  ", .strong)
        output.add(journal.name)
        output.line("  " + (journal.isLocked ? "locked" : journal.account ?? "on this computer only"), .dim)
      }
    }
    if let path = session.configuredJournal, path.contains("/"), !journals.contains(where: \.isCurrent) {
      session.console.say("The configuration opens \(path), which lies in a folder of its own.")
    }
    if journals.isEmpty { session.console.say("No journals yet. Writing an entry starts one.") }
  }
}
