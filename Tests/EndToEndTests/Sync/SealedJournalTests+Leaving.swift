import Foundation
import ScreenKit
import Testing

/// Computers that leave an encrypted journal, are erased, or are signed out by others.
extension SealedJournalTests {
  /// Keys are on the server, too: what is only to be read changes them nowhere.
  @Test(arguments: [
    ["recovery", "--new"], ["recovery", "--confirm"], ["keys", "--new-key"], ["approve", "one", "two"], ["sign-out"],
    ["rename", "other"],
  ])
  func readOnlyChangesNothingOnTheServerEither(command: [String]) throws {
    try laptop.signInSealed(to: server)
    let before = try (laptop.output("account", "recovery"), laptop.encryption().key)
    let refused = try laptop.start(["account"] + command + ["--read-only"], input: before.0).finish()
    #expect(refused.status == .code(1) && refused.errors.contains("--read-only was given"), "\(refused)")
    #expect(try laptop.output("account", "recovery") == before.0 && laptop.encryption().key == before.1)
  }

  @Test func theOnlyDeviceDoesNotSignOutBeforeTheRecoveryKeyIsConfirmed() throws {
    try laptop.signInSealed(to: server)
    let recovery = try laptop.output("account", "recovery")
    let refused = try laptop.run("account", "sign-out")
    #expect(refused.status == .code(1) && refused.errors.contains("could never be read again"), "\(refused)")
    try laptop.output("account", "recovery", "--confirm", input: recovery)
    try laptop.output("about marzipan")
    try laptop.sync()
    try laptop.output("account", "sign-out")
    #expect(!FileManager.default.fileExists(atPath: laptop.file("keys.json")))
    try attic.signInSealed(to: server)
    try attic.output("account", "recovery", "--enter", input: recovery)
    try attic.sync()
    #expect(try attic.entries().map(\.title) == ["about marzipan"])
    // Who left still has the first key; what is written now is sealed under another.
    #expect(try attic.encryption().key == 2)
  }

  @Test func theOnlyDeviceIsNotErasedBeforeTheRecoveryKeyIsConfirmed() throws {
    try laptop.signInSealed(to: server)
    try laptop.output("about marzipan")
    try laptop.sync()
    let recovery = try laptop.output("account", "recovery")
    let refused = try laptop.run("account", "erase", "--here", input: "Personal\n")
    #expect(refused.status == .code(1) && refused.errors.contains("could never be read again"), "\(refused)")
    #expect(try laptop.encryption().state == "ready")
    try laptop.output("account", "recovery", "--confirm", input: recovery)
    let erased = try laptop.run("account", "erase", "--here", input: "Personal\n")
    #expect(erased.status == .success && erased.errors.contains("only the recovery key and your password"), "\(erased)")
    #expect(!FileManager.default.fileExists(atPath: laptop.file("keys.json")))
    try attic.signInSealed(to: server)
    try attic.output("account", "recovery", "--enter", input: recovery)
    try attic.sync()
    #expect(try attic.entries().map(\.title) == ["about marzipan"])
    // The erased computer has left: no copy of its files reads what is written now.
    #expect(try attic.readers().count == 1 && attic.encryption().key == 2)
    // And is in the list of those that are signed in no more.
    #expect(try attic.signIns().count { $0.kind == "password" } == 1)
  }

  @Test func whatIsErasedOnTheServerHoldsNobodyUp() throws {
    try laptop.signInSealed(to: server)
    try laptop.output("account", "erase", "--server", input: "Personal\n")
    try laptop.output("account", "erase", "--here", input: "Personal\n")
    #expect(!FileManager.default.fileExists(atPath: laptop.file("keys.json")))
  }

  @Test func theComputerThatAloneHasTheRecoveryKeyDoesNotSignOut() throws {
    try laptop.signInSealed(to: server)
    try attic.signInSealed(to: server)
    try laptop.output("account", "approve", try attic.words().joined(separator: " "))
    try attic.sync()
    let refused = try laptop.run("account", "sign-out")
    #expect(refused.status == .code(1) && refused.errors.contains("this computer alone has it"), "\(refused)")
    #expect(try laptop.encryption().state == "ready")
    // The other one has nothing that would go with it.
    try attic.output("account", "sign-out")
    let recovery = try laptop.output("account", "recovery")
    try laptop.output("account", "recovery", "--confirm", input: recovery)
    try laptop.output("account", "sign-out")
  }

  /// The ring is written before the keys: killed between, the keys are of before.
  @Test func aKillAmidItsOwnRemovalStopsNeitherSyncNorSigningOut() throws {
    try laptop.signInSealed(to: server)
    try attic.signInSealed(to: server)
    try laptop.output("account", "approve", try attic.words().joined(separator: " "))
    try attic.sync()
    let keys = try #require(FileManager.default.contents(atPath: attic.file("keys.json")))
    let other = try #require(try laptop.readers().first { !$0.current })
    try laptop.output("account", "keys", "--remove", other.id, "--yes")
    func kill() throws {
      try FileManager.default.removeItem(atPath: attic.file("ring"))
      try FileManager.default.copyItem(atPath: laptop.file("ring"), toPath: attic.file("ring"))
      try keys.write(to: URL(filePath: attic.file("keys.json")))
    }
    try kill()
    let removed = try attic.run("sync")
    #expect(removed.status == .code(1) && removed.errors.contains("was removed"), "\(removed)")
    try kill()
    try attic.output("account", "sign-out")
    #expect(!FileManager.default.fileExists(atPath: attic.file("keys.json")))
  }

  @Test func endingADevicesSignInTakesItsKeysAway() throws {
    try laptop.signInSealed(to: server)
    try attic.signInSealed(to: server)
    try laptop.output("account", "approve", try attic.words().joined(separator: " "))
    try attic.sync()
    // Which sign-in is whose the ring says once its device has looked.
    #expect(try attic.readers().count == 2)
    let other = try #require(try laptop.signIns().first { !$0.current && $0.kind == "password" }?.id)
    let ended = try laptop.run("account", "devices", "--end", String(other.prefix(8)))
    #expect(ended.status == .success && ended.errors.contains("Signed out “"), "\(ended)")
    #expect(try laptop.readers().count == 1)
    try laptop.output("written afterwards")
    try laptop.sync()
    #expect(try laptop.encryption().key == 2)
  }

  /// A device that says nothing of its sign-in, or something else, does not stay in because of that.
  @Test func endingASignInOfWhichNoDeviceSaysThatItIsItsOwnAsksWhich() throws {
    try laptop.signInSealed(to: server)
    try attic.signInSealed(to: server)
    // Let in, and not heard of since.
    try laptop.output("account", "approve", try attic.words().joined(separator: " "))
    let reader = try #require(try laptop.readers().first { !$0.current })
    let session = try #require(try laptop.signIns().first { !$0.current && $0.kind == "password" }).id
    let asked = try laptop.run("account", "devices", "--end", session)
    #expect(asked.status == .code(1) && asked.errors.contains(String(reader.id.prefix(8))), "\(asked)")
    #expect(asked.errors.contains("Nothing was changed.") && asked.errors.contains("--reader none"), "\(asked)")
    #expect(try laptop.signIns().contains { $0.id == session } && laptop.readers().count == 2)
    let ended = try laptop.run("account", "devices", "--end", session, "--reader", String(reader.id.prefix(8)))
    #expect(ended.status == .success && ended.errors.contains("reads nothing that is written from now on"), "\(ended)")
    #expect(try laptop.readers().count == 1 && !laptop.signIns().contains { $0.id == session })
  }

  /// The account was founded anew by another computer: a person decides, and what was sealed before is still read.
  @Test func aComputerBeginsWithOtherKeysAndLosesNothing() throws {
    try laptop.signInSealed(to: server)
    try laptop.output("about marzipan")
    try laptop.sync()
    let current = try laptop.run("account", "keys", "--begin-again", input: "Personal\n")
    #expect(current.status == .code(1) && current.errors.contains("has the keys already"), "\(current)")
    try laptop.output("account", "erase", "--server", input: "Personal\n")
    try attic.signInSealed(to: server)
    try attic.output("about nougat")
    try attic.sync()
    _ = try laptop.run("sync")
    let refused = try laptop.run("account", "keys")
    #expect(refused.output.contains("--begin-again"), "\(refused)")
    let cancelled = try laptop.run("account", "keys", "--begin-again", input: "no\n")
    #expect(cancelled.errors.contains("Nothing was changed"), "\(cancelled)")
    _ = try laptop.run("account", "keys", "--begin-again", input: "Personal\n")
    #expect(try laptop.encryption().state == "waiting")
    try attic.output("account", "approve", try laptop.words().joined(separator: " "))
    _ = try laptop.run("sync", "--answer", "upload-again")
    try laptop.sync()
    try attic.sync()
    #expect(try Set(laptop.entries().map(\.title)) == ["about marzipan", "about nougat"])
    #expect(try Set(attic.entries().map(\.title)) == ["about marzipan", "about nougat"])
    #expect(try laptop.encryption().unreadable == 0)
  }

  @Test func damagedKeysArePutAsideAndTheComputerIsLetInAgain() throws {
    try laptop.signInSealed(to: server)
    try attic.signInSealed(to: server)
    try laptop.output("account", "approve", try attic.words().joined(separator: " "))
    try attic.output("about marzipan")
    try attic.sync()
    try Data("{}".utf8).write(to: URL(filePath: attic.file("keys.json")))
    #expect(try attic.run("sync").status == .code(1))
    _ = try attic.run("account", "keys", "--begin-again", input: "Personal\n")
    try laptop.output("account", "approve", try attic.words().joined(separator: " "))
    try attic.output("about nougat")
    try attic.sync()
    try laptop.sync()
    #expect(try laptop.entries().count == 2)
    // Where the ring alone is gone, the server's is taken.
    try FileManager.default.removeItem(atPath: attic.file("ring"))
    try attic.output("about fudge")
    try attic.sync()
    #expect(try attic.encryption().state == "ready")
  }
}
