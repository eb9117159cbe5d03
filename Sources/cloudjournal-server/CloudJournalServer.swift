import ArgumentParser
import CloudServer
import Foundation

/// The program as ArgumentParser knows it.
struct CloudJournalServer: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cloudjournal-server",
    abstract: "Syncs your journals: a CloudKit service of your own.",
    discussion: """
      For the computers of a household:

        cloudjournal-server init       sets a server up, and prints what to type on each computer
        cloudjournal-server            runs the server

      For this computer alone, without a certificate:

        cloudjournal-server --data /srv/journal --port 8080
        cloudjournal-server user add ann --data /srv/journal

      Commands that look after accounts may be used while the server runs. Every option of `serve` can also stand in the \
      environment (--base-url as CLOUDJOURNAL_SERVER_BASE_URL) or in the file that --config names (base-url = "…").

      Data goes to standard output, messages to standard error. The exit status is 0, 1 for a failure, 2 for a command \
      line that cannot be understood.
      """,
    version: "CloudJournal server 0.1.0",
    subcommands: [
      ServeCommand.self, InitCommand.self, UserCommand.self, SessionCommand.self, TokenCommand.self,
      ContainerCommand.self,
      BackupCommand.self, RestoreCommand.self, CheckCommand.self,
    ],
    defaultSubcommand: ServeCommand.self)
}

extension ServerSurroundings {
  /// The machine's clock and chance.
  static let system = ServerSurroundings(
    now: { Int64(Date().timeIntervalSince1970 * 1000) },
    randomBytes: { count in
      var generator = SystemRandomNumberGenerator()
      return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    })
}
