import Foundation
import ScreenKit

/// The real program over a journal of its own, in a home of its own.
final class TestJournal {
  let sandbox: Sandbox
  private let program: String

  init() throws {
    sandbox = try Sandbox()
    program = try BuiltProgram.path()
  }

  /// Where the journal's file is.
  var databasePath: String { sandbox.path("data/cloudjournal/journals/Personal/journal.sqlite") }

  // MARK: Without a terminal

  /// Starts the program without a terminal.
  ///
  /// - Parameter prefix: a program, with arguments, that starts ours.
  func start(
    _ arguments: [String], input: String = "", environment: [String: String] = [:], prefix: [String] = []
  ) throws -> Program {
    try Program(
      prefix + [program] + arguments, input: input.utf8, environment: sandbox.environment.merging(environment) { $1 },
      directory: sandbox.path("home"), sandbox: sandbox)
  }

  /// Runs the program to its end.
  func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:], fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws -> Program.Outcome {
    try start(arguments, input: input, environment: environment).finish(fileID: fileID, line: line)
  }

  /// Runs the program, which has to succeed, and gives what it printed.
  @discardableResult
  func output(
    _ arguments: String..., input: String = "", environment: [String: String] = [:], fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws -> String {
    let outcome = try start(arguments, input: input, environment: environment).finish(fileID: fileID, line: line)
    guard outcome.status == .success else {
      throw UnexpectedOutcome(description: "\(fileID):\(line): \(arguments) → \(outcome)")
    }
    return outcome.output
  }

  /// What `list --json` or `search --json` answers.
  func page(
    _ arguments: String..., fileID: StaticString = #fileID, line: UInt = #line
  ) throws -> Page {
    let outcome = try start(arguments).finish(fileID: fileID, line: line)
    guard outcome.status == .success else {
      throw UnexpectedOutcome(description: "\(fileID):\(line): \(arguments) → \(outcome)")
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Page.self, from: Data(outcome.outputBytes))
  }

  /// Every entry, newest first.
  func entries(fileID: StaticString = #fileID, line: UInt = #line) throws -> [Page.Item] {
    try page("list", "--json", "-n", "1000", fileID: fileID, line: line).items
  }

  // MARK: In a terminal

  /// Opens the program in a terminal.
  func open(
    _ arguments: String..., rows: Int = 30, columns: Int = 100, environment: [String: String] = [:],
    backgroundColor: String? = "rgb:0000/0000/0000"
  ) throws -> Screen {
    try start(
      screen: arguments, rows: rows, columns: columns, environment: environment, backgroundColor: backgroundColor)
  }

  func start(
    screen arguments: [String], rows: Int, columns: Int, environment: [String: String] = [:],
    backgroundColor: String? = "rgb:0000/0000/0000", isSilent: Bool = false,
    knowsKeyboardProtocol: Bool = false, prefix: [String] = []
  ) throws -> Screen {
    try Screen(
      prefix + [program] + arguments, rows: rows, columns: columns,
      environment: sandbox.environment.merging(environment) { $1 }, directory: sandbox.path("home"),
      backgroundColor: backgroundColor, isSilent: isSilent, knowsKeyboardProtocol: knowsKeyboardProtocol,
      sandbox: sandbox)
  }

  /// Opens an interactive shell in a terminal, which knows the program as `$PROGRAM`; for job control and for what is
  /// left behind in the terminal.
  func openShell(rows: Int = 30, columns: Int = 100, environment: [String: String] = [:]) throws -> Screen {
    let variables = sandbox.environment.merging(["PS1": "shell> ", "ENV": "", "PROGRAM": program]) { $1 }
    let screen = try Screen(
      ["sh", "-i"], rows: rows, columns: columns, environment: variables.merging(environment) { $1 },
      directory: sandbox.path("home"), backgroundColor: "rgb:0000/0000/0000", sandbox: sandbox)
    try screen.wait(for: "shell>")
    return screen
  }
}

/// The envelope of `--json`.
struct Page: Decodable {
  struct Item: Decodable {
    let id: String
    let title: String
    let body: String
    let mood: String?
    let category: String?
    let tags: [String]
    let isFavorite: Bool
    let createdAt: String
    let timeZone: String?
    let modifiedAt: String
  }

  let ok: Bool
  let count: Int
  let items: [Item]
  let nextCursor: String?
  let hasMore: Bool
}

/// A program that ended otherwise than it had to.
struct UnexpectedOutcome: Error, CustomStringConvertible {
  let description: String
}
