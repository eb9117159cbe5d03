import ArgumentParser
import CloudServer
import CloudStore
import ConfigText
import Foundation
import Glibc

/// Runs a command line, and turns whatever goes wrong into a sentence and an exit status: 0, 1, or 2 for a command line
/// that cannot be understood.
@main
enum Main {
  static func main() async {
    // A client that goes away shows as an error of write, not as a signal.
    signal(SIGPIPE, SIG_IGN)
    umask(0o077)
    var command: any ParsableCommand
    do {
      command = try CloudJournalServer.parseAsRoot()
    } catch {
      leave(for: error, usage: true)
    }
    do {
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      leave(for: error, usage: false)
    }
  }

  private static func leave(for error: any Error, usage: Bool) -> Never {
    let code = CloudJournalServer.exitCode(for: error)
    if code == .success {
      print(CloudJournalServer.message(for: error))
      exit(EXIT_SUCCESS)
    }
    let isUsage = usage || code == .validationFailure
    let sentence = isUsage ? usageSentence(CloudJournalServer.message(for: error)) : self.sentence(error)
    FileHandle.standardError.write(Data("cloudjournal-server: \(sentence)\n".utf8))
    exit(isUsage ? 2 : EXIT_FAILURE)
  }

  /// The parser's message as a sentence, with where to look.
  private static func usageSentence(_ message: String) -> String {
    var path = ["cloudjournal-server"]
    var command: any ParsableCommand.Type = CloudJournalServer.self
    for argument in CommandLine.arguments.dropFirst() {
      guard let next = command.configuration.subcommands.first(where: { $0._commandName == argument })
      else { break }
      path.append(argument)
      command = next
    }
    let names = command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
    if message.hasPrefix("Unexpected argument") || message.contains(" unexpected arguments: "), !names.isEmpty,
      let word = CommandLine.arguments.dropFirst(path.count).first(where: { !$0.hasPrefix("-") })
    {
      let near = NearMiss.name(for: word, among: names).map {
        "Did you mean “\((path + [$0]).joined(separator: " "))”?"
      }
      return "There is no command “\((path.dropFirst() + [word]).joined(separator: " "))”. "
        + (near ?? "There are: \(names.joined(separator: ", ")).")
    }
    return ParserWords.sentence(ParserWords.said(message), command: path.joined(separator: " "))
  }

  private static func sentence(_ error: any Error) -> String {
    switch error {
    case let error as ServerRefusal: error.sentence
    case let error as AccountError: error.description
    case let error as CloudStoreError: error.description
    default: "\(error)"
    }
  }
}
