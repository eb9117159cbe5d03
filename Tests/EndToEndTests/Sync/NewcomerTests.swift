import Glibc
import ScreenKit
import Testing

/// The way of a person from two empty homes to one journal on two machines, with what the programs say as the only help.
@Suite struct NewcomerTests {
  private let server: Sandbox
  private let laptop: TestJournal
  private let desktop: TestJournal

  init() throws {
    server = try Sandbox()
    laptop = try TestJournal()
    desktop = try TestJournal()
  }

  @Test func fromAnEmptyHomeToTwoMachines() throws {
    let here = try laptop.open()
    try here.wait(
      for: "A journal of your own", "Write your first entry", "It stays on this computer. Sync can come later.")
    try writePasteAndFind(on: here)

    let line = try setUp()
    let service = try serve()
    try signIn(on: here, line)
    try here.wait(for: "✓ Synced")

    // The other machine: the line that was printed, as it stands, and the command that its answer names.
    let there = try desktop.start(screen: line, rows: 24, columns: 100)
    try there.wait(forOutput: "Name of this device [")
    there.type("desk\r")
    try there.wait(forOutput: "Password of ada")
    there.type(TestServer.password + "\r")
    try there.wait(forOutput: "“cloudjournal sync” sends and fetches")
    try there.wait(forOutput: "and type these words:")
    #expect(try there.waitForExit() == .success)
    try letIn(on: here, try desktop.words())
    #expect(try desktop.output("account", "devices").contains("desk"))
    _ = try desktop.output("account", "rename", "kitchen")
    let devices = try desktop.output("account", "devices")
    #expect(devices.contains("kitchen") && !devices.contains("desk"), "\(devices)")
    // A device is named as people call it; of two with one name the id says which.
    let unknown = try desktop.run("account", "devices", "--end", "attic")
    #expect(unknown.status == .code(1) && unknown.errors.contains("No device “attic” is signed in."), "\(unknown)")
    let synced = try desktop.run("sync")
    #expect(synced.status == .success && synced.errors.contains("Fetched 2."), "\(synced)")
    let entries = try desktop.entries()
    #expect(entries.map(\.title) == ["A walk by the canal", "My first entry"])
    #expect(entries.first?.body == "The heron stood still.\n\nSo did I.")
    #expect(try laptop.entries() == entries)
    let screen = try desktop.open()
    try screen.wait(for: "✓ Synced", "A walk by the canal", "The heron stood still.")

    try edit(on: screen)
    try here.wait(for: "Then it flew.")
    try screen.leave()
    try here.leave()
    #expect(try laptop.entries().inOrder == desktop.entries().inOrder)
    service.signal(SIGTERM)
    #expect(try service.finish().status == .success)
  }

  // MARK: Steps

  /// One entry is typed, another one pasted, and the second is found by a word of its text and left shown in the list.
  private func writePasteAndFind(on screen: Screen) throws {
    try screen.type("n", showing: "Title", "Esc done")
    try screen.type("My first entry\rWritten by hand.", showing: "Written by hand.")
    try screen.press(.escape, showing: "Saved “My first entry”", " of 1")
    try screen.type("n", showing: "›  New entry", "Esc done")
    screen.paste("A walk by the canal\rThe heron stood still.\r\rSo did I.")
    try screen.wait(for: "So did I.")
    try screen.press(.escape, showing: "Saved “A walk by the canal”", " of 2")
    try screen.type("/heron", showing: "›  Search", "1 entry", "A walk by the canal")
    try screen.wait(untilGone: "Written by hand.")
    try screen.press(.escape, showing: "›  All entries", "Written by hand.", "A walk by the canal")
  }

  /// Sets the server up.
  ///
  /// - Returns: the words of the line to type on each computer, without the program's name.
  private func setUp() throws -> [String] {
    let outcome = try Program.run(
      [
        try BuiltProgram.path("cloudjournal-server"), "init", "--user", "ada", "--password-stdin", "--host",
        "127.0.0.1", "--port", "\(try FreePort.find())",
      ], input: TestServer.password + "\n", environment: environment)
    #expect(outcome.status == .success, "\(outcome)")
    let line = try #require(outcome.output.split(separator: "\n").last?.split(separator: " "))
    #expect(line.first == "cloudjournal")
    return line.dropFirst().map { String($0) }
  }

  private func serve() throws -> Program {
    let service = try Program(
      [try BuiltProgram.path("cloudjournal-server"), "serve", "--log-level", "error"], environment: environment,
      sandbox: server)
    _ = try service.waitForLine { $0.hasPrefix("listening on https://127.0.0.1:") }
    return service
  }

  /// Passwords that are cheap to check.
  private var environment: [String: String] {
    server.environment.merging(["CLOUDJOURNAL_SERVER_PASSWORD_COST": "small"]) { $1 }
  }

  /// Types into the screen what stands in the line that was printed; the key is compared, not typed.
  private func signIn(on screen: Screen, _ line: [String]) throws {
    let address = try #require(line.first { $0.hasPrefix("https://") })
    let pin = try #require(line.last)
    try screen.type("A", showing: "›  Account", "sign in with a name and a password")
    try screen.type("i", showing: "Password", "Your password is sent to the server and never stored.")
    try screen.type(
      "\(address)\rada\r\r\(TestServer.password)\r", showing: "Trust this server?", pin, "Nothing was sent yet.")
    try screen.type("y", showing: "Your recovery key", "save a sheet")
    try screen.press(.escape, showing: "Signed in as ada", ", signed in ")
    // What only a maintainer knows a use for.
    #expect(!screen.shows("Container") && !screen.shows("record"), "\(screen.picture)")
    try screen.press(.escape, showing: "›  All entries")
  }

  /// Types the six words of the other machine.
  private func letIn(on screen: Screen, _ words: [String]) throws {
    try screen.wait(for: "asks to read this journal")
    try screen.type("A", showing: "›  Account")
    try screen.type("a", showing: "read this journal?")
    screen.type(words.joined(separator: " "))
    try screen.press(.enter, showing: "can read the journal now")
    try screen.press(.escape, showing: "›  All entries")
  }

  /// Adds words at the end of the entry that is selected.
  private func edit(on screen: Screen) throws {
    try screen.type("e", showing: "Esc done", "So did I.")
    screen.press(.control("e"))
    try screen.type(" Then it flew.", showing: "Then it flew.")
    try screen.press(.escape, showing: "›  All entries", "✓ Synced")
  }
}
