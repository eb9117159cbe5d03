import ArgumentParser
import JournalApp

struct JournalsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journals", abstract: "List the journals of this computer.",
    discussion: """
      The usual one, which opens where none is named, is marked by *: the one that config.toml names, or else the one \
      that “account switch NAME” has made it. --journal NAME uses another one once.
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  func run() throws { try JournalsCommand.list(try CommandSession(global)) }

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
