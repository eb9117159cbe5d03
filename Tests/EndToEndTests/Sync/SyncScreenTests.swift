import Foundation
import ScreenKit
import Testing

/// Synchronising as a person sees it: on the screen, from the keyboard.
@Suite final class SyncScreenTests: TwoComputers {
  private func openSignedIn(_ journal: TestJournal, at address: String? = nil) throws -> Screen {
    try journal.signIn(to: server, at: address)
    let screen = try journal.open()
    try screen.wait(for: "✓ Synced")
    return screen
  }

  private func write(_ title: String, _ body: String, on screen: Screen) throws {
    try screen.writeEntry(title, body)
    screen.press(.escape)
  }

  @Test func whatIsSavedOnOneScreenAppearsOnTheOther() throws {
    let here = try openSignedIn(laptop)
    let there = try openSignedIn(desktop)
    try write("Morning run", "by the canal", on: here)
    try there.wait(for: "Morning run")
    try here.wait(for: "✓ Synced")
    try there.wait(for: "✓ Synced")
    try write("An answer", "from the desktop", on: there)
    try here.wait(for: "An answer")
    try here.leave()
    try there.leave()
  }

  @Test func withoutANetworkTheTopLineSaysSoAndWritingGoesOn() throws {
    let network = try FaultProxy(to: server.port)
    let screen = try openSignedIn(laptop, at: network.url)
    network.set(.cut)
    try write("On the train", "no network here", on: screen)
    try screen.wait(until: "what waits is counted") { $0.line(0).contains("1 to send") && !$0.line(0).contains("✓") }
    try screen.wait(for: "On the train")
    network.set(.pass)
    try screen.type("s", showing: "✓ Synced")
    try desktop.signIn(to: server)
    try desktop.sync()
    #expect(try desktop.entries().map(\.title) == ["On the train"])
    try screen.leave()
    network.close()
  }

  @Test func offlineByWishAndBack() throws {
    let screen = try openSignedIn(laptop)
    try screen.type("S", showing: "Every entry is safe")
    screen.type("o")
    try screen.wait(until: "it is offline") { $0.line(0).contains("Offline") }
    try screen.press(.escape, showing: "All entries")
    try write("Kept for later", "body", on: screen)
    try screen.wait(until: "what waits is counted") { $0.line(0).contains("1 to send") }
    try screen.type("S", showing: "Waiting 1", "Kept for later")
    try screen.type("o", showing: "✓ Synced", "Every entry is safe")
    try screen.press(.escape, showing: "›  All entries", " of 1")
    try screen.leave()
  }

  @Test func signingInOnTheScreen() throws {
    try laptop.output("here before there was an account")
    let screen = try laptop.openJournal()
    try screen.type("A", showing: "›  Account")
    try screen.type("i", showing: "Server")
    screen.type(server.url)
    screen.press(.tab)
    screen.type("ada")
    screen.press(.tab)
    // The device keeps the name that it has.
    screen.press(.tab)
    screen.type(TestServer.password)
    try screen.wait(until: "the password is hidden") { !$0.text.contains(TestServer.password) }
    try screen.press(.enter, showing: "Signed in as ada", "Your recovery key")
    try screen.press(.escape, showing: ", signed in ")
    try screen.press(.escape, showing: "›  All entries", "✓ Synced")
    try screen.leave()
    try laptop.getKeys(of: server)
    try desktop.signIn(to: server)
    try desktop.sync()
    #expect(try desktop.entries().count == 1)
  }

  @Test func aMergeThatKeptBothTextsIsShownAndSettled() throws {
    try laptop.output("new", "--title", "Weight", "--body", "Weighed 70 kg.")
    try laptop.signIn(to: server)
    try laptop.sync()
    try desktop.signIn(to: server)
    try desktop.sync()
    let id = try #require(try laptop.entries().first).id
    try desktop.output("edit", id, "--body", "Weighed 69 kg tonight.")
    try desktop.sync()
    try laptop.output("edit", id, "--body", "Weighed 71 kg this morning.")
    let screen = try laptop.open()
    try screen.wait(until: "a person is asked") { $0.line(0).contains("! 1 to review") }
    try screen.wait(for: "71 kg this morning", "69 kg tonight")
    try screen.type("S", showing: "Weight")
    try screen.type("c", showing: "71 kg this morning", "69 kg tonight")
    screen.type("1")
    screen.press(.escape)
    try screen.press(.escape, showing: "›  All entries", "✓ Synced")
    try screen.leave()
    try desktop.sync()
    #expect(try desktop.entries().map(\.body) == ["Weighed 71 kg this morning."])
  }

  /// As their people named them: at sign-in, or since; not as the computers are called.
  @Test func historyAndMergesCallDevicesByTheirNames() throws {
    for (journal, name) in [(laptop, "sofa"), (desktop, "attic")] {
      try journal.output(
        "account", "sign-in", "--server", server.url, "--user", "ada", "--device", name, "--password-stdin",
        input: TestServer.password + "\n")
      try journal.getKeys(of: server)
    }
    try laptop.output("new", "--title", "Weight", "--body", "Weighed 70 kg.")
    try laptop.sync()
    try desktop.sync()
    let id = try #require(try laptop.entries().first).id
    try desktop.output("edit", id, "--body", "Weighed 69 kg tonight.")
    #expect(try desktop.output("history", id).contains("edited on attic"))
    try desktop.sync()
    try laptop.output("account", "rename", "kitchen")
    try laptop.output("edit", id, "--body", "Weighed 71 kg this morning.")
    #expect(try laptop.output("history", id).contains("edited on kitchen"))
    try laptop.sync()
    let screen = try laptop.open()
    try screen.wait(for: "! 1 to review")
    try screen.type("S", showing: "changed here and on “attic”")
    try screen.type("c", showing: "1  This computer", "2  attic")
    try screen.press(.escape, showing: "To review")
    try screen.press(.escape, showing: "›  All entries")
    try screen.type("H", showing: "edited on kitchen", "merged with attic")
    try screen.press(.escape, showing: "›  All entries")
    try screen.leave()
  }

  /// A second screen on the same journal does not synchronise, but tells what the first one does.
  @Test func twoScreensOnOneJournal() throws {
    let first = try openSignedIn(laptop)
    let second = try laptop.open()
    try second.wait(for: "✓ Synced")
    try write("From the second", "screen", on: second)
    try first.wait(for: "From the second")
    try second.wait(for: "✓ Synced")
    try first.leave()
    // The second takes over.
    try write("After the first has gone", "body", on: second)
    try second.wait(for: "✓ Synced")
    try second.leave()
    try desktop.signIn(to: server)
    try desktop.sync()
    #expect(try desktop.entries().count == 2)
  }

  /// The screen that erases the journal is the one that synchronises it.
  @Test func theJournalIsErasedHereToTheEnd() throws {
    let screen = try openSignedIn(laptop)
    try write("Soon gone", "from here", on: screen)
    try screen.wait(for: "✓ Synced")
    try screen.type("A", showing: "›  Account")
    // Once the keys are known the sheet says more of them.
    try screen.type("e", showing: "Erase the journal on this computer?", "Erase it here")
    try screen.type("e", showing: "to confirm")
    screen.type("Personal")
    screen.press(.enter)
    let status = try screen.waitForExit()
    #expect(status == .success, "\(status) \(screen.picture)")
    #expect(try laptop.entries().isEmpty)
    try desktop.signIn(to: server)
    try desktop.sync()
    #expect(try desktop.entries().map(\.title) == ["Soon gone"])
  }

  @Test func theJournalIsErasedOnTheServerAndTheScreenSaysSo() throws {
    let screen = try openSignedIn(laptop)
    try write("Here only", "from now on", on: screen)
    try screen.wait(for: "✓ Synced")
    try screen.type("A", showing: "›  Account")
    try screen.type("E", showing: "Erase the journal on the server?")
    try screen.type("e", showing: "to confirm")
    screen.type("Personal")
    try screen.press(.enter, showing: "! 1 to review")
    try screen.press(.escape, showing: "Here only")
    try screen.leave()
    #expect(try laptop.entries().map(\.title) == ["Here only"])
  }

  @Test func aSessionThatWasEndedIsOneLineAndWritingGoesOn() throws {
    let screen = try openSignedIn(laptop)
    // A new password, be it the old one, ends every session.
    try server.run("user", "passwd", "ada", "--password-stdin", input: TestServer.password + "\n")
    try write("Still here", "body", on: screen)
    try screen.wait(until: "it is said") { $0.line(0).contains("Account restricted") && !$0.line(0).contains("✓") }
    try screen.leave()
    #expect(try laptop.entries().count == 1)
    try laptop.signIn(to: server)
    try laptop.sync()
  }
}
