import ArgumentParser
import ConfigText
import Glibc
import JournalApp

/// Decides by the first word what a command line is about, runs it, and turns whatever goes wrong into a sentence and
/// an exit status: 0, 1, or 2 for a command line that cannot be understood.
@main
enum Main {
  static func main() {
    // A reader that goes away (`| head`) shows as an error of write, not as a signal.
    signal(SIGPIPE, SIG_IGN)
    // So does a limit on the size of files.
    signal(SIGXFSZ, SIG_IGN)
    let console = Console()
    let arguments: [String]
    do {
      arguments = try validatedArguments()
    } catch {
      finish(CommandFailure(error), console, json: false)
    }
    let json = asksForJSON(arguments)
    do {
      if arguments.first == NameCompletions.request { try parseAndRun(arguments) }
      let rule = InvocationRule(commands: CloudJournal.names)
      try run(rule.invocation(arguments), console)
    } catch is StandardStreams.ReaderGone {
      exit(EXIT_SUCCESS)
    } catch let status as ExitCode {
      exit(status.rawValue)
    } catch {
      finish(CommandFailure(error), console, json: json)
    }
  }

  private static func run(_ invocation: Invocation, _ console: Console) throws {
    switch invocation {
    case .command(let name, let arguments):
      if let quick = try QuickCommand(command: name, arguments: arguments) { return try quick.run() }
      if name == "help" { try requireKnown(arguments) }
      try parseAndRun((name.isEmpty ? [] : [name]) + arguments)
    case .capture(let options, let words):
      if let quick = QuickCommand(capture: options, words: words) { return try quick.run() }
      try parseAndRun(["capture"] + options + ["--"] + words)
    case .nearMiss(let word, let command, let options, let words):
      try requireMeant(word, command, isAlone: words.count <= 1, console)
      try parseAndRun(["capture"] + options + ["--"] + words)
    case .loneWord(let word):
      try requireMeant(word, console)
      try parseAndRun(["capture", "--", word])
    case .bare(let options):
      if console.isInputTerminal, options.contains(where: { $0.hasPrefix(CaptureCommand.imageOption) }) {
        try parseAndRun(["new"] + options)
      } else if console.isInputTerminal {
        try parseAndRun([options.contains { CaptureCommand.ownOptions.contains($0) } ? "list" : "screen"] + options)
      } else {
        try parseAndRun(["capture"] + options)
      }
    }
  }

  /// A word that looks like a mistyped command becomes an entry only if the person says so.
  private static func requireMeant(
    _ word: String, _ command: String, isAlone: Bool, _ console: Console
  ) throws {
    let hint = "“\(word)” is not a command. Did you mean “cloudjournal \(command)”?"
    guard console.canAsk else {
      throw CommandFailure.usage("\(hint) To write it down as an entry: cloudjournal -- \(word)\(isAlone ? "" : " …")")
    }
    guard console.confirm("\(hint) Write it down as an entry?") else {
      throw CommandFailure(.cancelled, "Nothing was written.")
    }
  }

  /// A word by itself becomes an entry only if the person says so.
  private static func requireMeant(_ word: String, _ console: Console) throws {
    let meaning = LoneWord.meaning(of: word)
    guard console.canAsk else {
      let hint = meaning ?? "“cloudjournal --help” lists the commands."
      throw CommandFailure.usage(
        "“\(word)” is not a command. \(hint) To write it down as an entry: cloudjournal -- \(word)")
    }
    if let meaning { console.say(meaning) }
    guard console.confirm("Write “\(word)” down as an entry?") else {
      throw CommandFailure(.cancelled, "Nothing was written.")
    }
  }

  /// Help on a command that there is not is none on the program.
  private static func requireKnown(_ arguments: [String]) throws {
    let words = arguments.prefix { !$0.hasPrefix("-") }
    let known = path(Array(words))
    guard known.count - 1 < words.count else { return }
    throw CommandFailure.usage(sentence(ofUnknown: words[known.count - 1], behind: known))
  }

  /// A word that is no command where one belongs.
  private static func sentence(ofUnknown word: String, behind path: [String]) -> String {
    let names = commands(behind: path).filter { $0.configuration.shouldDisplay }.map { $0._commandName }
    let place = path.dropFirst().joined(separator: " ")
    let known =
      names.isEmpty
      ? "“\(place)” has no commands below it."
      : path.count == 1
        ? "“cloudjournal --help” lists them."
        : NearMiss.name(for: word, among: names).map { "Did you mean “\((path + [$0]).joined(separator: " "))”?" }
          ?? "There are: \(names.joined(separator: ", "))."
    return "There is no command “\((path.dropFirst() + [word]).joined(separator: " "))”. \(known)"
  }

  private static func commands(behind path: [String]) -> [any ParsableCommand.Type] {
    var command: any ParsableCommand.Type = CloudJournal.self
    for name in path.dropFirst() {
      guard let next = command.configuration.subcommands.first(where: { $0._commandName == name }) else { return [] }
      command = next
    }
    return command.configuration.subcommands
  }

  private static func parseAndRun(_ arguments: [String]) throws {
    var command: any ParsableCommand
    do {
      command = try CloudJournal.parseAsRoot(arguments)
    } catch {
      try answerRequest(error)
      throw CommandFailure.usage(sentence(CloudJournal.message(for: error), arguments))
    }
    do {
      try command.run()
    } catch {
      try answerRequest(error)
      throw error
    }
  }

  /// Help, version and completions come as errors of the parser; they are what was asked for.
  private static func answerRequest(_ error: any Error) throws {
    guard CloudJournal.exitCode(for: error) == .success else { return }
    try StandardStreams.write(Array((CloudJournal.fullMessage(for: error) + "\n").utf8))
    throw ExitCode.success
  }

  /// The parser's message as a sentence, with where to look.
  private static func sentence(_ message: String, _ arguments: [String]) -> String {
    let path = path(arguments)
    // The word behind a group of commands, where the group itself takes none.
    if message.hasPrefix("Unexpected argument") || message.contains(" unexpected arguments: "),
      !commands(behind: path).isEmpty,
      let word = arguments.dropFirst(path.count - 1).first(where: { !$0.hasPrefix("-") })
    {
      return sentence(ofUnknown: word, behind: path)
    }
    let isUnknownOption = message.hasPrefix("Unknown option")
    let message = JrnlHabits.explained(message, arguments)
    let isText = arguments.first == "capture" && isUnknownOption
    let remedy = isText ? " To write it down as text, put -- before the text." : ""
    return JrnlHabits.sentence(message, remedy: remedy, command: path.joined(separator: " "))
  }

  /// The program, and the words of the command that a command line names.
  private static func path(_ arguments: [String]) -> [String] {
    var path = ["cloudjournal"]
    var command: any ParsableCommand.Type = CloudJournal.self
    for argument in arguments {
      guard let next = command.configuration.subcommands.first(where: { $0._commandName == argument }),
        next.configuration.shouldDisplay
      else { break }
      path.append(argument)
      command = next
    }
    return path
  }

  private static func finish(_ failure: CommandFailure, _ console: Console, json: Bool) -> Never {
    console.say("cloudjournal: \(failure.sentence)", .warning)
    if json {
      do {
        try StandardStreams.write(Answer.failure(failure))
      } catch {
        // No one reads the answer; the status tells it, too.
      }
    }
    exit(failure.exitStatus)
  }

  private static func asksForJSON(_ arguments: [String]) -> Bool {
    for (index, argument) in arguments.enumerated() {
      if argument == "--" { return false }
      if argument == "--json" || argument == "--format=json" { return true }
      if argument == "--format", index + 1 < arguments.count, arguments[index + 1] == "json" { return true }
    }
    return false
  }

  /// The arguments, none of which may have lost a byte on its way into a `String`.
  private static func validatedArguments() throws -> [String] {
    try CommandLine.arguments.indices.dropFirst().map { index in
      guard let pointer = CommandLine.unsafeArgv[index], let text = String(validatingCString: pointer) else {
        throw CommandFailure.usage(
          "Argument \(index) is not UTF-8 text. Set a UTF-8 locale, or give the text in a file.")
      }
      return text
    }
  }
}
