import Foundation
import ScreenKit
import Testing

/// The real server over a data folder of its own, on loopback.
final class TestServer {
  static let password = "a long enough password"

  let sandbox: Sandbox
  private(set) var url: String
  private var process: Program
  /// The recovery key of ada's journal, as she wrote it down; nil before a computer has founded it.
  var recovery: String?
  private let program: String
  /// How much the server says, into a file beside its folder; nil for errors alone, which go where its owner starts it.
  private let logLevel: String?

  /// Tokens of sessions that ada has from the beginning, one for each device of a test.
  static func sessions() throws -> [String] { try template.get().sessions }

  /// A home with a data folder that knows ada and three devices of hers, made once: hashing a password takes seconds in
  /// a build for testing.
  private static let template = Result {
    let sandbox = try Sandbox()
    // All tests stand on this one: on a machine that does much else it may take its time.
    let outcome = try Program(
      [
        try BuiltProgram.path("cloudjournal-server"), "user", "add", "ada", "--password-stdin", "--data",
        sandbox.path("data/server"),
      ], input: (password + "\n").utf8, environment: environment(sandbox), sandbox: sandbox
    ).finish(within: .seconds(180))
    guard outcome.status == .success else { throw UnexpectedOutcome(description: "\(outcome)") }
    let sessions = try (0..<3).map { _ in
      let added = try Program.run(
        [try BuiltProgram.path("cloudjournal-server"), "session", "add", "ada", "--data", sandbox.path("data/server")],
        environment: environment(sandbox))
      return String(try #require(added.output.split(separator: "\n").last))
    }
    return (sandbox: sandbox, sessions: sessions)
  }

  /// Starts a server that knows ada.
  ///
  /// - Parameter logLevel: Of a log that is kept, in the sandbox; nil for none.
  init(options: [String] = [], logLevel: String? = nil) throws {
    self.logLevel = logLevel
    sandbox = try Sandbox()
    program = try BuiltProgram.path("cloudjournal-server")
    try FileManager.default.copyItem(
      atPath: try TestServer.template.get().sandbox.path("data/server"), toPath: sandbox.path("data/server"))
    (process, url) = try TestServer.start(program, sandbox, options, logLevel)
  }

  var folder: String { sandbox.path("data/server") }

  /// The port by itself, for a proxy.
  var port: UInt16 { UInt16(url.split(separator: ":").last ?? "") ?? 0 }

  private static func start(
    _ program: String, _ sandbox: Sandbox, _ options: [String], _ logLevel: String?
  ) throws -> (Program, String) {
    let kept = ["/bin/sh", "-c", #"exec "$@" 2>> "$0""#, sandbox.path("server.log")]
    let process = try Program(
      (logLevel == nil ? [] : kept)
        + [program, "--data", sandbox.path("data/server"), "--log-level", logLevel ?? "error"] + options
        + (options.contains("--port") ? [] : ["--port", "0"]),
      environment: environment(sandbox), sandbox: sandbox)
    let line = try process.waitForLine { $0.hasPrefix("listening on ") }
    return (process, String(line.dropFirst("listening on ".count)))
  }

  /// Passwords that are cheap to check: what makes them dear is tested where they are hashed.
  private static func environment(_ sandbox: Sandbox) -> [String: String] {
    sandbox.environment.merging(["CLOUDJOURNAL_SERVER_PASSWORD_COST": "small"]) { $1 }
  }

  /// Runs one of the server's own commands beside it and gives what it printed.
  @discardableResult
  func run(_ arguments: String..., input: String = "", folder: String? = nil) throws -> String {
    let outcome = try Program.run(
      [program] + arguments + ["--data", folder ?? self.folder], input: input,
      environment: TestServer.environment(sandbox))
    guard outcome.status == .success else { throw UnexpectedOutcome(description: "\(arguments) → \(outcome)") }
    return outcome.output
  }

  /// Kills the server as a crash would.
  func crash() throws {
    process.signal(SIGKILL)
    _ = try process.finish()
  }

  /// Starts it again at the same address, or at whichever is free.
  func restart(keepsPort: Bool = true) throws {
    (process, url) = try TestServer.start(program, sandbox, keepsPort ? ["--port", "\(port)"] : [], logLevel)
  }

  /// Asks it to end, as its owner does, and gives how it did.
  func stop() throws -> Program.Outcome {
    process.signal(SIGTERM)
    return try process.finish()
  }
}

extension TestJournal {
  /// Signs in by a session that the server's owner has made.
  ///
  /// - Parameter address: Of a proxy before the server.
  func signIn(
    to server: TestServer, at address: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) throws {
    let token = try #require(try server.run("session", "add", "ada").split(separator: "\n").last)
    try signIn(at: address ?? server.url, session: String(token), on: server, fileID: fileID, line: line)
  }

  /// Sends and fetches until everything is safe here and on the server.
  func sync(fileID: StaticString = #fileID, line: UInt = #line) throws {
    try output("sync", "--once", fileID: fileID, line: line)
  }
}
