import Foundation
import Glibc
import JournalCore
import ScreenKit

/// A machine of ada's: a home, a session and a network of its own, and the programs that run there at the moment.
final class ChaosDevice {
  let name: String
  let journal: TestJournal
  let network: FaultProxy
  /// A `sync --once` that nobody has waited for yet.
  private(set) var sync: Program?
  private(set) var watch: Program?
  private(set) var screen: Screen?

  init(_ name: String, server: TestServer, session: String, isPlain: Bool = false) throws {
    self.name = name
    journal = try TestJournal()
    network = try FaultProxy(to: server.port)
    try journal.signIn(at: network.url, session: session, on: server, isPlain: isPlain)
  }

  // MARK: Commands

  /// Runs a command that must succeed, or be told that what it is about is no longer there.
  ///
  /// - Returns: what it printed; nil where another device had removed the entry meanwhile.
  func run(_ arguments: [String], input: String = "") throws -> [UInt8]? {
    let outcome = try journal.start(arguments + ["--json"], input: input).finish()
    if outcome.status == .success { return outcome.outputBytes }
    let isGone = outcome.status == .code(1) && outcome.output.contains("\"code\":\"not-found\"")
    guard isGone else { throw UnexpectedOutcome(description: "\(name): \(arguments) → \(outcome)") }
    return nil
  }

  /// Everything the device has.
  func contents() throws -> JournalContents {
    let file = journal.sandbox.path("home/everything.zip")
    let arguments = ["export", "--format", "archive", "-o", file, "--force"]
    let outcome = try journal.start(arguments).finish()
    // What is empty cannot be taken out.
    guard outcome.status == .success else { throw UnexpectedOutcome(description: "\(name): \(outcome)") }
    return try JournalContents(archive: [UInt8](Data(contentsOf: URL(filePath: file))), onlyHere: try onlyHere())
  }

  /// Entries that lie in this device's trash alone, since they were removed for good elsewhere before it heard of the trash.
  private func onlyHere() throws -> Set<RecordName> {
    struct Row: Decodable {
      let id: String
      let removalReason: String?
    }
    struct Rows: Decodable { let items: [Row] }
    guard let answer = try run(["trash", "list"]) else { return [] }
    let rows = try JSONDecoder().decode(Rows.self, from: Data(answer)).items
    return Set(rows.filter { $0.removalReason != nil }.map { RecordName($0.id) })
  }

  /// How many drafts wait for the next screen.
  func drafts() throws -> Int {
    let outcome = try journal.run("status", "--json")
    guard let status = try JSONSerialization.jsonObject(with: Data(outcome.outputBytes)) as? [String: Any],
      let drafts = status["drafts"] as? Int
    else { throw UnexpectedOutcome(description: "\(name): status → \(outcome)") }
    return drafts
  }

  // MARK: Synchronising without a screen

  func startSync() throws { sync = try journal.start(["sync", "--once"]) }

  /// Waits for the synchronisation under way. The network may have been in its way, but nothing is to be asked.
  func awaitSync() throws {
    guard let program = sync else { return }
    sync = nil
    let outcome = try program.finish(within: .seconds(60))
    guard [.success, .code(1)].contains(outcome.status) else {
      throw UnexpectedOutcome(description: "\(name): sync --once → \(outcome)")
    }
  }

  func killSync() throws {
    guard let program = sync else { return }
    sync = nil
    program.signal(SIGKILL)
    let outcome = try program.finish()
    guard [.signal(SIGKILL), .success, .code(1)].contains(outcome.status) else {
      throw UnexpectedOutcome(description: "\(name): sync --once, killed → \(outcome)")
    }
  }

  /// Waits until the synchronisation has sent so many more pieces, or has ended.
  func waitForRequests(_ count: Int, of program: Program) {
    let enough = network.requests + count
    while network.requests < enough, !program.hasEnded(within: .milliseconds(1)) {}
  }

  func startWatch() throws { watch = try journal.start(["sync", "--watch"]) }

  func killWatch() throws { try endWatch(by: SIGKILL) }

  /// Ends it as its person or the system does; one that has only just started may not know yet how to end well.
  func endWatch() throws { try endWatch(by: SIGTERM, or: .success) }

  private func endWatch(by signal: Int32, or other: ExitStatus? = nil) throws {
    guard let program = watch else { return }
    watch = nil
    program.signal(signal)
    let outcome = try program.finish()
    guard outcome.status == .signal(signal) || outcome.status == other else {
      throw UnexpectedOutcome(description: "\(name): sync --watch → \(outcome)")
    }
  }

  // MARK: The screen

  /// Opens the journal on a screen and takes up every draft that waits there.
  func openScreen() throws {
    let drafts = try drafts()
    let screen = try journal.open()
    self.screen = screen
    for _ in 0..<drafts {
      try screen.wait(for: "Unsaved draft")
      try screen.type("o", showing: "Esc done")
      try closeEditor()
    }
    if drafts == 0 { try screen.wait(for: "All entries") }
  }

  /// Ends writing, which saves.
  func closeEditor() throws {
    screen?.press(.escape)
    try screen?.wait(untilGone: "Esc done")
  }

  func leaveScreen() throws {
    guard let screen else { return }
    self.screen = nil
    try screen.leave()
  }

  /// Kills what shows the journal, or what watches over it; neither may leave the other behind.
  func killScreen(watcher: Bool) throws {
    guard let screen else { return }
    self.screen = nil
    let process = try screen.journalProcess()
    if watcher { screen.signal(SIGKILL) } else { Glibc.kill(process, SIGKILL) }
    try screen.waitForExit()
    try waitUntilGone(process)
  }
}
