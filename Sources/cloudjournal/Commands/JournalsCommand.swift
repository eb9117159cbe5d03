import ArgumentParser
import JournalApp

struct JournalsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "journals", abstract: "List the journals of this computer.",
    discussion: """
      The usual one, which opens where none is named, is marked by *. --journal NAME uses another one once, and \
      “account switch NAME” makes it the usual one.
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  func run() throws { try JournalsCommand.list(try CommandSession(global)) }

  /// Prints the journals and whose they are.
  static func list(_ session: CommandSession) throws {
    let journals = try AccountSwitch(session.paths, environment: World.environmentVariables).journals()
    if session.wantsJSON { return try StandardStreams.write(Answers.journals(journals)) }
    try session.print { output in
      for journal in journals {
        output.add(journal.isCurrent ? "* " : "  ", .strong)
        output.add(journal.name)
        output.line("  " + (journal.isLocked ? "locked" : journal.account ?? "on this computer only"), .dim)
      }
    }
    if journals.isEmpty { session.console.say("No journals yet. Writing an entry starts one.") }
  }
}
