import Foundation
import ScreenKit
import Testing

/// A server whose data went back while things are shared: what a participant had sent and the owner had not fetched is not lost,
/// and the owner's share goes on.
@Suite final class SharedHistoryTests: SealedPeople {
  private var copy: String { server.sandbox.path("copy") }

  private func copyServer() throws {
    try server.run("backup", copy)
  }

  private func putServerBack() throws {
    _ = try server.stop()
    try FileManager.default.removeItem(atPath: server.folder)
    try server.run("restore", copy)
    try server.restart()
  }

  private func uploadAgain(_ journals: TestJournal...) throws {
    for journal in journals {
      let outcome = try journal.run("sync", "--answer", "upload-again")
      #expect(outcome.status == .success, "\(outcome)")
    }
  }

  @Test func whatAParticipantSentGoesUpAgain() throws {
    let run = try file("Run", "About it.", in: "Health", by: ada)
    try open(try share(category: "Health", with: Self.benAddress, "--read-write"), by: ben)
    for journal in [ada, ben] { try journal.sync() }
    try copyServer()
    try say(["edit", run, "--body", "About it, said Ben."], by: ben)
    try say(["new", "--shared", "--category", "Health", "--title", "Swim", "--body", "Ben swam."], by: ben)
    try ben.sync()
    try putServerBack()
    try uploadAgain(ben, ada)
    for journal in [ada, ben, ada, ben] { try journal.sync() }
    #expect(try titles(ben) == ["Run", "Swim"])
    let entries = try ada.output("list")
    #expect(entries.contains("About it, said Ben.") && entries.contains("Ben swam."), "\(entries)")
  }

  @Test func theOwnersShareGoesOn() throws {
    _ = try file("Run", "About it.", in: "Health", by: ada)
    try open(try share(category: "Health", with: Self.benAddress), by: ben)
    for journal in [ada, ben] { try journal.sync() }
    try copyServer()
    _ = try file("Swim", "Not in the backup.", in: "Health", by: ada)
    try ada.sync()
    try putServerBack()
    try uploadAgain(ada, ben)
    _ = try file("Rest", "After it.", in: "Health", by: ada)
    try ada.sync()
    #expect(try titles(ben) == ["Run", "Swim", "Rest"])
  }

  /// The share is newer than the backup: it is gone from the server, and that is not its owner's doing.
  @Test func whatWasSentIntoAShareThatTheBackupDoesNotKnowStaysWithItsWriter() throws {
    let run = try file("Run", "About it.", in: "Health", by: ada)
    try ada.sync()
    try copyServer()
    try open(try share(category: "Health", with: Self.benAddress, "--read-write"), by: ben)
    for journal in [ada, ben] { try journal.sync() }
    try say(["edit", run, "--body", "About it, said Ben."], by: ben)
    try ben.sync()
    try putServerBack()
    try uploadAgain(ada, ben)
    let own = try ben.output("list")
    #expect(own.contains("Run (kept)") && own.contains("About it, said Ben."), "\(own)")
  }
}
