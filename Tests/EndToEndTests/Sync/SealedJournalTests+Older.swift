import Foundation
import ScreenKit
import Testing

/// Keys that are not what they were: the server's data went back, a device was removed, the server is away.
extension SealedJournalTests {
  /// Puts the server's folder back as a copy of it is, as its owner does with a snapshot.
  private func goBack(to copy: String) throws {
    try server.crash()
    try FileManager.default.removeItem(atPath: server.folder)
    try FileManager.default.copyItem(atPath: copy, toPath: server.folder)
    try server.restart()
  }

  private struct Older: Decodable {
    struct Encryption: Decodable { let olderKeys: String? }
    let safe: Bool
    let encryption: Encryption
  }

  private func status(of journal: TestJournal) throws -> Older {
    try JSONDecoder().decode(Older.self, from: Data(journal.run("status", "--json").outputBytes))
  }

  @Test func olderKeysAreReplacedAndSaidAndTheFourthTimeNothingIsSafe() throws {
    try laptop.signInSealed(to: server)
    try laptop.output("about marzipan")
    try laptop.sync()
    let copy = server.sandbox.path("copy")
    try server.crash()
    try FileManager.default.copyItem(atPath: server.folder, toPath: copy)
    try server.restart()
    try laptop.output("account", "keys", "--new-key")
    for _ in 0..<3 {
      try goBack(to: copy)
      let said = try laptop.run("sync", "--answer", "upload-again")
      #expect(said.status == .success && said.errors.contains("those of this device were saved over them"), "\(said)")
    }
    var status = try status(of: laptop)
    #expect(status.safe && status.encryption.olderKeys == "replaced")
    try goBack(to: copy)
    let kept = try laptop.run("sync", "--answer", "upload-again")
    #expect(kept.status == .code(1) && kept.errors.contains("The server keeps older or damaged keys"), "\(kept)")
    status = try self.status(of: laptop)
    #expect(!status.safe && status.encryption.olderKeys == "kept")
    // What it advises puts that right.
    try laptop.output("account", "keys", "--new-key")
    try laptop.sync()
    #expect(try self.status(of: laptop).safe)
    #expect(try laptop.encryption().key == 3)
  }

  @Test func aRemovedComputerSaysByWhomAndAsksAgainOnceItIsTold() throws {
    try laptop.signInSealed(to: server)
    try attic.signInSealed(to: server)
    let entered = try attic.run(
      "account", "recovery", "--enter", input: try laptop.output("account", "recovery"))
    #expect(entered.errors.contains("Take out what you do not know"), "\(entered)")
    let other = try #require(try laptop.readers().first { !$0.current })
    try laptop.output("account", "keys", "--remove", other.id, "--yes")
    for command in [["sync"], ["status"], ["account", "keys"]] {
      let said = try attic.start(command).finish()
      #expect(said.status == .code(1), "\(said)")
      #expect((said.output + said.errors).contains("This device was removed"), "\(said)")
      #expect((said.output + said.errors).contains("account keys --begin-again") || command == ["status"], "\(said)")
    }
    // Nothing was asked for yet.
    #expect(try laptop.run("account", "approve").errors.contains("No device asks"))
    #expect(try attic.encryption().state == "removed")
    try attic.output("account", "keys", "--begin-again")
    try laptop.output("account", "approve", try attic.words().joined(separator: " "))
    try attic.sync()
    #expect(try attic.encryption().state == "ready")
  }

  @Test func withoutTheServerKeysSayWhatIsKnownHere() throws {
    try laptop.signInSealed(to: server)
    try server.crash()
    let said = try laptop.run("account", "keys")
    #expect(said.status == .code(1) && said.output.contains("Can read"), "\(said)")
    #expect(said.output.contains("This is what is known here") && said.output.contains("key 1"), "\(said)")
    try server.restart()
  }
}
