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
    try screen.wait(for: "no longer shares “Trip to Bergen” with you")
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
