import Foundation
import ScreenKit
import Testing

/// What networks and servers do to a journal on its way, and that nothing of it is lost or doubled.
@Suite struct NetworkTests {
  let server: TestServer
  let laptop: TestJournal
  let desktop: TestJournal
  let network: FaultProxy

  init() throws {
    server = try TestServer()
    laptop = try TestJournal()
    desktop = try TestJournal()
    network = try FaultProxy(to: server.port)
    try laptop.signIn(to: server, at: network.url)
    try desktop.signIn(to: server)
  }

  private func status(of journal: TestJournal) throws -> [String: Any] {
    let outcome = try journal.run("status", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.outputBytes))
    return try #require(object as? [String: Any])
  }

  private func expectBothHave(_ titles: [String]) throws {
    try laptop.sync()
    try desktop.sync()
    try laptop.sync()
    #expect(try laptop.entries().map(\.title).sorted() == titles.sorted())
    #expect(try desktop.entries().inOrder == laptop.entries().inOrder)
  }

  @Test func offlineNothingIsLostAndNothingWaitsForTheNetwork() throws {
    network.set(.cut)
    try laptop.output("written on the train")
    let outcome = try laptop.run("sync", "--once")
    #expect(outcome.status == .code(1))
    #expect(outcome.errors.contains("1 change") || outcome.errors.contains("Cannot reach"))
    let waiting = try status(of: laptop)
    #expect(waiting["pending"] as? Int == 1 && waiting["online"] as? Bool == false)
    #expect(try laptop.run("status").status == .code(1))
    network.set(.pass)
    try expectBothHave(["written on the train"])
    #expect(try laptop.run("status").status == .success)
    network.close()
  }

  /// The process that synchronises waits for the network; a command beside it says so, and does not wait with it.
  @Test func aSyncBesideAScreenSaysAtOnceThatTheServerIsAway() throws {
    try laptop.sync()
    network.set(.cut)
    let screen = try laptop.open()
    try screen.wait(for: "All entries")
    screen.type("S")
    // How things stood before is known, though this process has reached no server.
    try screen.wait(for: "Last sync")
    #expect(!screen.text.contains("never"), "\(screen.text)")
    try laptop.output("written meanwhile, beside the screen")
    let outcome = try laptop.run("sync")
    #expect(outcome.status == .code(1) && outcome.errors.contains("Cannot reach"), "\(outcome)")
    #expect(!outcome.errors.contains("Another process"), "\(outcome)")
    screen.signal(SIGTERM)
    _ = try screen.waitForExit()
    network.close()
  }

  /// The server has the entry, and the laptop does not know: trying again must not make two of it.
  @Test(arguments: [FaultProxy.Mode.loseReplies, .halveReplies])
  func aLostReplyIsNoSecondEntry(mode: FaultProxy.Mode) throws {
    try laptop.sync()
    try laptop.output("sent once")
    network.set(mode)
    #expect(try laptop.run("sync", "--once").status == .code(1))
    network.set(.pass)
    try expectBothHave(["sent once"])
    network.close()
  }

  @Test(arguments: [429, 500, 502, 503])
  func troubleOnTheWayPasses(code: Int) throws {
    try laptop.output("through \(code)")
    network.set(.answer(code))
    #expect(try laptop.run("sync", "--once").status == .code(1))
    #expect(try laptop.entries().count == 1)
    network.set(.pass)
    try expectBothHave(["through \(code)"])
    network.close()
  }

  @Test func aServerThatCrashedGoesOn() throws {
    try laptop.output("--", "before")
    try laptop.sync()
    try server.crash()
    try laptop.output("while it was down")
    #expect(try laptop.run("sync", "--once").status == .code(1))
    try server.restart()
    try expectBothHave(["before", "while it was down"])
    network.close()
  }

  /// A restored backup is another history: nothing is removed or sent before the person has said what is to be.
  @Test func aServerFromLastWeeksBackupIsNoticed() throws {
    try laptop.output("in the backup")
    try laptop.sync()
    try desktop.sync()
    try server.run("backup", server.sandbox.path("backup"))
    try laptop.output("after the backup")
    try laptop.sync()
    try server.crash()
    try FileManager.default.removeItem(atPath: server.folder)
    try server.run("restore", server.sandbox.path("backup"))
    try server.restart()
    let outcome = try laptop.run("sync", "--once")
    #expect(outcome.status == .code(3), "\(outcome)")
    #expect(try laptop.entries().count == 2)
    #expect(try laptop.run("status").status == .code(1))
    network.close()
  }

  /// A journal that somebody erased on the server stays whole here.
  @Test func aZoneThatIsGoneIsAQuestion() throws {
    try laptop.output("--", "mine")
    try laptop.sync()
    try desktop.sync()
    try desktop.output("account", "erase", "--server", input: "Personal\n")
    let outcome = try laptop.run("sync", "--once")
    #expect(outcome.status == .code(3), "\(outcome)")
    // Since when at the earliest: this device was the last but one to see it.
    #expect(outcome.errors.contains("It is complete here. The server still had it on "), "\(outcome)")
    #expect(outcome.errors.contains("--answer upload-again"), "\(outcome)")
    let status = try laptop.run("status")
    #expect(status.output.contains("Your journal was erased there. The server still had it on "), "\(status)")
    #expect(try laptop.entries().map(\.title) == ["mine"])
    _ = try laptop.run("sync", "--answer", "stay-local")
    #expect(try laptop.run("status").output.hasPrefix("This journal stays on this computer, as you chose."))
    network.close()
  }

  @Test func aKilledSyncGoesOnWhereItWas() throws {
    let text = (0..<700).map { "[2020-01-01 09:00] Entry \($0). Body \($0)\n\n" }.joined()
    try laptop.sandbox.write("home/diary.txt", text.utf8)
    try laptop.output("import", "--from", "jrnl", laptop.sandbox.path("home/diary.txt"))
    for count in [2, 4, 6] {
      let before = network.requests
      let sync = try laptop.start(["sync", "--once"])
      while network.requests < before + count { sched_yield() }
      sync.signal(SIGKILL)
      _ = try sync.finish()
    }
    try laptop.sync()
    try desktop.sync()
    #expect(try desktop.entries().count == 700)
    #expect(try desktop.entries().inOrder == laptop.entries().inOrder)
    network.close()
  }
}
