import ArgumentParser
import CloudServer
import Foundation
import Logging

/// `serve`: runs the server until it is told to end.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the server (the default).",
    discussion: """
      Prints “listening on URL” once it can be reached. SIGTERM and SIGINT end it within two seconds; SIGHUP makes it \
      read its certificate again.
      """)

  @Option(help: ArgumentHelp("A configuration file in TOML.", valueName: "file")) var config: String?
  @Option(help: ArgumentHelp("The data folder.", valueName: "dir")) var data: String?
  @Option(help: ArgumentHelp("The address to listen on. Default: 127.0.0.1.", valueName: "address")) var host: String?
  @Option(help: ArgumentHelp("The port to listen on; 0 picks one. Default: 8080.", valueName: "number"))
  var port: String?
  @Option(help: ArgumentHelp("What clients reach the server by: https://name:port.", valueName: "url"))
  var baseURL: String?
  @Option(help: ArgumentHelp("A PEM file with the certificate and its chain.", valueName: "file"))
  var tlsCertificate: String?
  @Option(help: ArgumentHelp("A PEM file with the certificate’s key.", valueName: "file")) var tlsKey: String?
  @Flag(help: "Something before the server does TLS, and says who calls in X-Forwarded-For.") var behindProxy = false
  @Option(help: ArgumentHelp("sqlite, or memory for a trial that leaves nothing. Default: sqlite.", valueName: "kind"))
  var storage: String?
  @Option(
    help: ArgumentHelp("trace, debug, info, notice, warning, error or critical. Default: info.", valueName: "level"))
  var logLevel: String?
  @Option(
    help: ArgumentHelp("What a password costs to check: standard (128 MiB) or small (32 MiB).", valueName: "cost"))
  var passwordCost: String?
  @Option(help: ArgumentHelp("The largest file. Default: 250MiB.", valueName: "size")) var assetLimit: String?
  @Option(help: ArgumentHelp("What a new user may store. Default: 5GB.", valueName: "size")) var quota: String?
  @Option(help: ArgumentHelp("Requests a second for each session. Default: 200.", valueName: "number"))
  var requestRate: String?
  @Option(help: ArgumentHelp("Requests at once for each session. Default: 400.", valueName: "number"))
  var requestBurst: String?
  @Option(help: ArgumentHelp("How long a request for notifications waits. Default: 55.", valueName: "seconds"))
  var pollSeconds: String?
  @Option(help: ArgumentHelp("When a connection without traffic is closed. Default: 30.", valueName: "seconds"))
  var idleSeconds: String?

  @Option(help: ArgumentHelp("How long a session lives after its last use. Default: 90.", valueName: "days"))
  var sessionDays: String?
  @Option(help: ArgumentHelp("How long what was deleted is remembered. Default: 30.", valueName: "days"))
  var retentionDays: String?
  @Option(
    help: ArgumentHelp("Who may read /metrics: local (this computer), public, off. Default: local.", valueName: "who"))
  var metrics: String?

  func run() async throws {
    let configuration = try ConfigurationSources.resolve(flags: flags, file: config)
    let level = Logger.Level(rawValue: configuration.logLevel) ?? .info
    let logger = Logger(label: "cloudjournal-server") { _ in StandardErrorLog(level: level) }
    try await ServerProcess(configuration: configuration, surroundings: .system, logger: logger).run { address in
      FileHandle.standardOutput.write(Data("listening on \(address)\n".utf8))
    }
  }

  private var flags: [ConfigurationKey: String] {
    let given: [ConfigurationKey: String?] = [
      .data: data, .host: host, .port: port, .baseURL: baseURL, .tlsCertificate: tlsCertificate, .tlsKey: tlsKey,
      .behindProxy: behindProxy ? "true" : nil, .storage: storage, .logLevel: logLevel, .passwordCost: passwordCost,
      .assetLimit: assetLimit, .quota: quota, .requestRate: requestRate, .requestBurst: requestBurst,
      .pollSeconds: pollSeconds, .idleSeconds: idleSeconds, .sessionDays: sessionDays, .retentionDays: retentionDays,
      .metrics: metrics,
    ]
    return given.compactMapValues { $0 }
  }
}
