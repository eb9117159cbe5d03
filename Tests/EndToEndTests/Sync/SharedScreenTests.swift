import Foundation
import ScreenKit
import Testing

/// What others share as a person sees it: on the screen, from the keyboard.
@Suite final class SharedScreenTests: TwoPeople {
  /// An entry of Ada's, shared with Ben, who has accepted it; its id.
  private func shareTrip(_ options: String...) throws -> String {
    try ada.output("new", "--title", "Trip to Bergen", "--body", "Rain, and herons.")
    let trip = try #require(try ada.entries().first).id
    let outcome = try ada.start(["share", trip, "--with", Self.benAddress, "--yes"] + options).finish()
    #expect(outcome.status == .success, "\(outcome)")
    try ben.output("open", "--yes", "-", input: outcome.output)
    return trip
  }

  private func open(_ journal: TestJournal) throws -> Screen {
    let screen = try journal.open()
    try screen.wait(for: "✓ Synced")
    return screen
  }

  private func guestFolder(of journal: TestJournal) -> String {
    journal.sandbox.path("data/cloudjournal/journals/Personal/shared")
  }

  @Test func theScreenFetchesWhatOthersShareAndSaysSo() throws {
    try ada.output("new", "--title", "Trip to Bergen", "--body", "Rain, and herons.")
    let trip = try #require(try ada.entries().first).id
    let link = try share(trip, "--with", Self.benAddress, by: ada)
    try ben.output("open", "--yes", link)
    // As on another computer of his, where nothing of it is yet.
    try FileManager.default.removeItem(atPath: guestFolder(of: ben))
    let screen = try open(ben)
    try screen.wait(for: "ada shares “Trip to Bergen” with you.")
    #expect(try shared(with: ben).map(\.title) == ["Trip to Bergen"])
    // The screen has the lock, and a command beside it comes through all the same.
    try ben.sync()
    try ada.output("share", "stop", trip)
    screen.type("s")
    // The server tells of it, and a key that is pressed meanwhile takes the message away: the list of messages keeps it.
    try screen.type(";", showing: "no longer shares “Trip to Bergen” with you")
    // It closes the messages.
    screen.type("q")
    try screen.leave()
  }

  @Test func whatOthersShareIsReadAndWrittenOnTheScreen() throws {
    let trip = try shareTrip("--read-write")
    let screen = try open(ben)
    try screen.type("N", showing: "Shared with me", "Trip to Bergen", "Rain, and herons.")
    screen.type("f")
    try screen.wait(for: "Favourites and categories are ada’s.")
    try screen.type("e", showing: "Esc done")
    screen.press(.tab)
    screen.type("Ben was here.")
    try screen.press(.escape, showing: "›  Shared with me", "Ben was here.")
    screen.type("s")
    // Nothing of it is in his own journal before he copies it.
    #expect(try ben.entries().isEmpty)
    screen.type("+")
    try screen.wait(for: "“Trip to Bergen” is in your journal.")
    #expect(try ben.entries().map(\.title) == ["Trip to Bergen"])
    let there = try open(ada)
    try there.wait(for: "Ben was here.")
    try there.wait(for: "⇄1")
    // What Ada writes on her screen comes to Ben's by itself.
    try there.type("e", showing: "Esc done")
    there.press(.tab)
    there.type("Ada was, too.")
    there.press(.escape)
    try screen.wait(for: "Ada was, too.")
    try there.leave()
    try screen.leave()
    #expect(try ada.output("show", trip).contains("Ben was here."))
  }

  @Test func anEntryIsSharedAcceptedAndEndedOnTwoScreens() throws {
    try ada.output("new", "--title", "Trip to Bergen", "--body", "Rain, and herons.")
    let here = try open(ada)
    try here.type("&", showing: "Not shared.")
    try here.type("a", showing: "Add a person")
    here.type(Self.benAddress)
    try here.press(.enter, showing: "May read it")
    here.type("r")
    try here.wait(for: "invited, reads · not accepted yet", "\(Self.benAddress) may read it.")
    let line = try #require((0..<here.rows).map(here.line).first { $0.contains("/share/") })
    let link = try #require(line.split(separator: " ").first { $0.contains("/share/") })
    let there = try open(ben)
    try there.type(":", showing: "What do you want to do?")
    there.type("open a link to")
    try there.press(.enter, showing: "Open a link to something shared")
    there.type(String(link))
    try there.press(.enter, showing: "ada shares with you: “Trip to Bergen”")
    there.type("a")
    try there.wait(for: "›  Shared with me", "Rain, and herons.", "ada · read only")
    // Ada's panel says so once it is asked again.
    try here.press(.escape, showing: "›  All entries")
    try here.type("&", showing: "ben", "reads")
    here.press(.down)
    here.type("p")
    try here.wait(for: "reads and writes")
    here.type("x")
    try here.wait(for: "Stop sharing")
    here.type("y")
    try here.wait(for: "“Trip to Bergen” is no longer shared.")
    there.type("s")
    try there.wait(for: "no longer shares “Trip to Bergen” with you")
    try here.leave()
    try there.leave()
  }

  @Test func whatOthersShareIsSearchedMarkedAndExported() throws {
    _ = try shareTrip("--read-write")
    try ada.output("new", "--title", "Walk", "--body", "Nothing but rain.")
    let walk = try #require(try ada.entries().first { $0.title == "Walk" }).id
    try ben.output("open", "--yes", try share(walk, "--with", Self.benAddress, "--read-write", by: ada))
    try ben.output("new", "--title", "Mine", "--body", "Herons of my own.")
    let screen = try open(ben)
    try screen.type("N", showing: "Trip to Bergen", "Walk")
    screen.type("/")
    screen.type("herons")
    try screen.wait(until: "it finds one") {
      $0.shows("Trip to Bergen") && !$0.shows("Nothing but rain") && !$0.shows("of my own")
    }
    try screen.press(.escape, showing: "›  Shared with me", "Walk")
    // Both at once, in the order of the list, into one file.
    screen.type("  x")
    screen.type("jrnl")
    try screen.press(.enter, showing: ".txt")
    screen.press(.control("u"))
    screen.type("~/shared.txt")
    try screen.press(.enter, showing: "written to ~/shared.txt")
    let file = try String(contentsOfFile: ben.sandbox.path("home/shared.txt"), encoding: .utf8)
    #expect(
      file.contains("Trip to Bergen") && file.contains("Nothing but rain.") && !file.contains("of my own"), "\(file)")
    try screen.leave()
  }

  @Test func aWatchFetchesWhatOthersShare() throws {
    let trip = try shareTrip()
    try FileManager.default.removeItem(atPath: guestFolder(of: ben))
    let watch = try ben.start(["sync", "--watch"], prefix: ["sh", "-c", "exec \"$@\" 2>&1", "sh"])
    _ = try watch.waitForLine { $0.contains("ada shares “Trip to Bergen” with you.") }
    try ada.output("share", "stop", trip)
    watch.signal(SIGTERM)
    _ = try watch.finish()
  }
}
