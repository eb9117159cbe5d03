import ArgumentParser
import JournalApp

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Examine the journal and what belongs to it.",
    discussion: """
      Every picture is read and compared with its name. Nothing is changed without --repair: it builds a search index \
      anew that does not agree with the entries, and sets damaged pictures aside. --fetch brings pictures here that the \
      server has.
      """)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  @Flag(help: "Build the search index anew if it is wrong, and set damaged pictures aside.")
  var repair = false

  @Flag(help: "Bring pictures here that the server has.")
  var fetch = false

  func run() throws {
    let session = try CommandSession(global)
    do { try examine(session) } catch { throw CommandFailure.ofExamination(error, session.paths) }
  }

  private func examine(_ session: CommandSession) throws {
    try session.withJournal(repair || fetch ? .maintain : .examine) { journal in
      let console = session.console
      let checkup = try journal.checkup(repairs: repair) { done, count in
        console.progress("comparing pictures: \(done) of \(count)")
      }
      console.endProgress()
      var missing: String?
      if fetch, !checkup.elsewhere.isEmpty { missing = try session.bring(checkup.elsewhere, of: journal) }
      try session.answer(checkup.json()) { checkup.print(to: &$0) }
      if let missing { console.say(missing, .warning) }
      if !checkup.isHealthy || missing != nil { throw ExitCode.failure }
    }
  }
}

struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "List the keys of the screen, as they are configured.",
    discussion: "The names in brackets are for the table [keys] of config.toml: new-entry = \"n\".")

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  func run() throws {
    let session = try CommandSession(global)
    let table = KeyTable(session.settings)
    if global.json { return try StandardStreams.write(table.json()) }
    try session.printPages { table.print(to: &$0) }
  }
}

struct CompletionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print the completions for a shell.",
    discussion: """
      cloudjournal completions bash > ~/.local/share/bash-completion/completions/cloudjournal
      cloudjournal completions zsh > ~/.zfunc/_cloudjournal
      cloudjournal completions fish > ~/.config/fish/completions/cloudjournal.fish
      """)

  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish
  }

  @Argument(help: "bash, zsh or fish.")
  var shell: Shell

  func run() throws {
    let script =
      switch shell {
      case .bash: CaptureCompletions.bash(CloudJournal.completionScript(for: .bash))
      case .zsh: CaptureCompletions.zsh(CloudJournal.completionScript(for: .zsh))
      case .fish: CaptureCompletions.fish(CloudJournal.completionScript(for: .fish))
      }
    try StandardStreams.write(Array((script + "\n").utf8))
  }
}

struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "man",
    abstract: "Print the manual page of the program or of a group of commands, for man -l or an installation.",
    shouldDisplay: false)

  @Flag(help: "Print the names of the groups that have a page.")
  var list = false

  @Argument(help: "A group of commands, such as share.")
  var group: String?

  func run() throws {
    if list {
      let groups = try ManualPage.groups(declarations: CloudJournal._dumpHelp())
      return try StandardStreams.write(Array((groups.joined(separator: "\n") + "\n").utf8))
    }
    let page = try ManualPage(declarations: CloudJournal._dumpHelp(), version: CloudJournal.version, of: group)
    try StandardStreams.write(Array(page.text.utf8))
  }
}

/// What the program does without arguments.
struct ScreenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "screen", abstract: "Open the journal on the whole screen.", shouldDisplay: false)

  @OptionGroup(title: "Options of every command") var global: GlobalOptions

  func run() throws {
    let session = try CommandSession(global)
    guard session.console.isOutputTerminal else {
      throw CommandFailure(
        .noTerminal,
        "The journal opens on a terminal, and standard output is none. For a pipe there is: cloudjournal list")
    }
    if global.json { throw CommandFailure.usage("--json goes with a command, such as list.") }
    try session.onScreen()
  }
}
