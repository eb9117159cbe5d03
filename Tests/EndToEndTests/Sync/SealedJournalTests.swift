import Foundation
import JournalCore
import JournalFormats
import ScreenKit
import Testing

/// A journal that is encrypted end to end, on several computers with the real program and the real server.
@Suite struct SealedJournalTests {
  let server: TestServer
  let laptop: TestJournal
  let attic: TestJournal

  init() throws {
    server = try TestServer()
    laptop = try TestJournal()
    attic = try TestJournal()
  }

  /// A file that was imported on both before there was an account makes one entry, and its name tells the server nothing.
  @Test func whatBothImportedBeforeIsOneEntryWithANameByTheKey() throws {
    for journal in [laptop, attic] {
      let path = journal.sandbox.path("old.txt")
      try "[2024-01-05 14:30] A walk. Along the canal.\n".write(toFile: path, atomically: true, encoding: .utf8)
      try journal.output("import", path)
      try journal.signInSealed(to: server)
      try journal.getKeys(of: server)
      try journal.sync()
    }
    try laptop.sync()
    let entries = try laptop.entries()
    #expect(try entries.count == 1 && entries.first?.id == attic.entries().first?.id)
    #expect(entries.first?.id.dropFirst(14).first == "8", "\(entries)")
    #expect(try laptop.output("import", laptop.sandbox.path("old.txt")).contains("imported 0, same 1"))
  }

  @Test func anAccountIsFoundedAndASecondComputerComesInByItsWords() throws {
    let founded = try laptop.signInSealed(to: server)
    let recovery = try laptop.output("account", "recovery").trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(recovery.split(separator: " ").map(\.count) == [4, 4, 4, 4, 4, 4, 4, 4])
    #expect(!founded.errors.contains(recovery.prefix(9)) && founded.errors.contains("account recovery"), "\(founded)")
    #expect(try laptop.mode(of: "keys.json") == 0o600 && laptop.mode(of: "ring") == 0o600)
    let picture = try laptop.importPicture(
      title: "Kingfisher at the weir", body: "A heron stood still.", caption: "perch-and-pike.jpg", category: "Angling")
    try laptop.output("a second one, about marzipan")
    try laptop.sync()
    #expect(try laptop.encryption().state == "ready" && laptop.encryption().key == 1)

    try attic.signInSealed(to: server)
    let waiting = try attic.run("sync")
    #expect(waiting.status == .code(3) && waiting.errors.contains("six words"), "\(waiting)")
    #expect(try attic.encryption().state == "waiting")
    #expect(try attic.run("list").errors.contains("has no key to those"))
    // Writing goes on meanwhile.
    try attic.output("written before the key came")
    let words = try attic.words()
    #expect(try attic.words() == words, "the words do not change while they hold")
    // Without a terminal no log keeps them.
    #expect(!waiting.errors.contains(words.joined(separator: " ")), "\(waiting)")
    #expect(try laptop.output("account", "approve").contains("asks to be let in"))
    let short = words.map { String($0.prefix(4)) }.joined(separator: " ")
    let approved = try laptop.run("account", "approve", "-", input: short + "\n")
    #expect(approved.status == .success && approved.errors.contains("can read the journal now"), "\(approved)")
    try attic.sync()
    #expect(try attic.entries().count == 3)
    try attic.output("sync", "--all-images")
    #expect(attic.picture(picture) == laptop.picture(picture))
    #expect(attic.picture(picture) != nil)
    try laptop.sync()
    #expect(try laptop.entries().count == 3)

    let print = try laptop.output("status", "--fingerprint")
    #expect(print.split(whereSeparator: \.isWhitespace).count == 6)
    #expect(try attic.output("status", "--fingerprint") == print)
    try attic.output("one more")
    try attic.sync()
    #expect(try attic.output("status", "--fingerprint") != print)

    for secret in [
      "Kingfisher", "heron", "perch-and-pike", "Angling", "marzipan", "before the key came", picture,
    ] { #expect(try server.places(of: secret).isEmpty, "“\(secret)” is on the server") }
    // The picture's own bytes, too.
    #expect(try server.places(of: PictureOfTests.mark).isEmpty)
  }

  @Test func theRecoveryKeyOpensTheJournalOnAThirdComputer() throws {
    try laptop.signInSealed(to: server)
    try laptop.output("about marzipan")
    try laptop.sync()
    let recovery = try laptop.output("account", "recovery")
    try attic.signInSealed(to: server)
    let wrong = try attic.run("account", "recovery", "--enter", input: PictureOfTests.miswritten(recovery))
    #expect(wrong.status == .code(1) && wrong.errors.contains("The mistake is in group 3."), "\(wrong)")
    let other = try attic.run(
      "account", "recovery", "--enter", input: "QQQS YQCY Q5RQ WZQF PG9S CRGW PUYU G7HX\n")
    #expect(other.errors.contains("not the recovery key of this journal"), "\(other)")
    #expect(try attic.encryption().state == "waiting")
    try attic.output("account", "recovery", "--enter", input: recovery.lowercased())
    try attic.sync()
    #expect(try attic.entries().map(\.title) == ["about marzipan"])

    #expect(try laptop.run("account", "keys").status == .code(1))
    #expect(try laptop.run("account", "recovery", "--confirm", input: "AAAA\n").status == .code(1))
    try laptop.output("account", "recovery", "--confirm", input: recovery)
    #expect(try laptop.run("account", "recovery").errors.contains("not kept on this computer"))
    #expect(try laptop.output("account", "keys").contains("Can read"))
    #expect(try laptop.encryption().recoveryConfirmed)
    try attic.sync()
    #expect(try attic.encryption().recoveryConfirmed)
  }

  @Test func wrongWordsThreeTimesEndTheRequestAndFreshOnesAreShown() throws {
    try laptop.signInSealed(to: server)
    try attic.signInSealed(to: server)
    let words = try attic.words()
    for tries in 1...3 {
      let wrong = try laptop.run("account", "approve", "apple apple apple apple apple apple")
      #expect(wrong.status == .code(1) && wrong.errors.contains("for the third time") == (tries == 3), "\(wrong)")
    }
    #expect(try laptop.run("account", "approve", words.joined(separator: " ")).errors.contains("No device asks"))
    let fresh = try attic.words()
    #expect(fresh != words)
    try laptop.output("account", "approve", fresh.joined(separator: " "))
    try attic.sync()
  }

  @Test func aJournalIsPlainByAPersonsWordAlone() throws {
    try laptop.signInPlain(to: server)
    try laptop.output("a plain word")
    try laptop.sync()
    #expect(try laptop.encryption().state == "open")
    // There is no person to ask: nothing is kept, read or sent.
    let refused = try attic.signingIn(to: server, "--json")
    #expect(refused.status == .code(3) && refused.errors.contains("stop here"), "\(refused)")
    #expect(refused.output.contains("\"code\":\"not-encrypted\""), "\(refused)")
    #expect(try !attic.run("account", "status").output.contains("Signed in"))
    // The person stops, which is what Enter does; then says that it is so.
    for (answer, said) in [("\r", "Stopped."), ("y\r", "Signed in as ada")] {
      let screen = try attic.start(
        screen: ["account", "sign-in", "--server", server.url, "--user", "ada"], rows: 24, columns: 100)
      try screen.wait(forOutput: "Name of this device [")
      screen.type("attic\r")
      try screen.wait(forOutput: "Password of ada")
      screen.type(TestServer.password + "\r")
      try screen.wait(forOutput: "Go on without encryption?")
      screen.type(answer)
      try screen.wait(forOutput: said)
      _ = try screen.waitForExit()
    }
    try attic.sync()
    #expect(try attic.entries().map(\.title) == ["a plain word"])
    // That was kept: it is not asked again.
    try attic.output("account", "sign-out")
    try attic.signInSealed(to: server)
    try attic.sync()
    // What account.json said is gone: nothing is read or sent.
    let path = attic.file("account.json")
    let settings = try String(contentsOfFile: path, encoding: .utf8)
    try settings.replacing(",\"isPlain\":true", with: "").write(toFile: path, atomically: false, encoding: .utf8)
    try attic.output("a second word")
    let unanswered = try attic.run("sync", "--json")
    #expect(unanswered.status == .code(3) && unanswered.output.contains("not-encrypted"), "\(unanswered)")
    #expect(try server.places(of: "a second word").isEmpty)
  }

  @Test func anEncryptedAccountIsNotEnteredPlain() throws {
    try laptop.signInSealed(to: server)
    let plain = try attic.signingIn(to: server, "--plain")
    #expect(plain.status == .code(1) && plain.errors.contains("--turn-off"), "\(plain)")
    #expect(try !attic.run("account", "status").output.contains("Signed in"))
  }

  /// Signed out, with keys and settings removed, or from a backup: what was encrypted once stays so.
  @Test func aJournalThatWasEncryptedIsNeverPlainByTheServersWord() throws {
    try laptop.signInSealed(to: server)
    try laptop.output("about marzipan")
    try laptop.sync()
    try laptop.output("account", "recovery", "--confirm", input: try laptop.output("account", "recovery"))
    try laptop.output("account", "sign-out")
    try FileManager.default.removeItem(atPath: laptop.file("account.json"))
    #expect(!FileManager.default.fileExists(atPath: laptop.file("keys.json")))
    let plain = try laptop.signingIn(to: server, "--plain")
    #expect(plain.status == .code(1) && plain.errors.contains("encrypted end to end"), "\(plain)")
    // A server that shows neither keys nor records, as one that was erased does.
    try attic.signInSealed(to: server)
    try attic.output("account", "erase", "--server", input: "Personal\n")
    let hidden = try laptop.signingIn(to: server)
    #expect(hidden.status == .success && hidden.errors.contains("the server shows no keys"), "\(hidden)")
    try laptop.output("about nougat")
    let refused = try laptop.run("sync")
    #expect(refused.status == .code(1) && refused.errors.contains("shows no keys"), "\(refused)")
    #expect(try server.places(of: "nougat").isEmpty && server.places(of: "marzipan").isEmpty)
    #expect(try laptop.run("account", "keys", "--json").output.contains("\"state\":\"refused\""))
    // By a person's word it begins anew, encrypted.
    try laptop.output("account", "keys", "--turn-on", "--yes")
    // The other computer erased the journal there: what is here goes up again by a person's word.
    #expect(try laptop.run("sync", "--once").status == .code(3))
    try laptop.output("sync", "--answer", "upload-again")
    try laptop.sync()
    #expect(try laptop.encryption().state == "ready")
    #expect(try server.places(of: "nougat").isEmpty && server.places(of: "marzipan").isEmpty)
  }

  @Test func withoutItsKeysASealedJournalSendsNothing() throws {
    try laptop.signInSealed(to: server)
    try laptop.output("about marzipan")
    try laptop.sync()
    for name in ["keys.json", "ring"] { try FileManager.default.removeItem(atPath: laptop.file(name)) }
    try laptop.output("about nougat")
    #expect(try laptop.run("sync").status == .code(3))
    #expect(try server.places(of: "nougat").isEmpty)
    // It is let in again as another device.
    #expect(try laptop.encryption().state == "waiting")
  }

  @Test func aRequestIsDenied() throws {
    try laptop.signInSealed(to: server)
    try attic.signInSealed(to: server)
    let words = try attic.words()
    struct Requests: Decodable {
      struct Item: Decodable {
        let id: String
        let device: String
      }
      let items: [Item]
    }
    let asking = try JSONDecoder().decode(
      Requests.self, from: Data(laptop.output("account", "approve", "--json").utf8)
    ).items
    let id = try #require(asking.first).id
    let wrong = try laptop.run("account", "approve", "--deny", "0000")
    #expect(wrong.status == .code(1) && wrong.errors.contains("No request to be let in"), "\(wrong)")
    let denied = try laptop.run("account", "approve", "--deny", String(id.prefix(8)))
    #expect(denied.status == .success && denied.errors.contains("was not let in"), "\(denied)")
    #expect(try laptop.run("account", "approve", words.joined(separator: " ")).errors.contains("No device asks"))
    // It may ask again, with other words.
    #expect(try attic.words() != words)
  }

  @Test func aJournalThatIsOnTheServerIsEncryptedAndMadePlainAgain() throws {
    try laptop.signInPlain(to: server)
    try attic.signInPlain(to: server)
    let picture = try laptop.importPicture(
      title: "Kingfisher at the weir", body: "A heron stood still.", caption: "perch-and-pike.jpg", category: "Angling")
    try laptop.sync()
    try attic.sync()
    #expect(try !server.places(of: "Kingfisher").isEmpty)
    try laptop.output("not sent yet")
    let early = try laptop.run("account", "keys", "--turn-on", "--yes")
    #expect(early.status == .code(1) && early.errors.contains("Run “cloudjournal sync” first"), "\(early)")
    try laptop.sync()
    try attic.sync()

    let on = try laptop.run("account", "keys", "--turn-on", "--yes", "--json")
    #expect(on.status == .success && on.output.contains("\"state\":\"sealing\""), "\(on)")
    // The other device, which knows of nothing, sends nothing plain from now on, and asks to be let in.
    try attic.output("about marzipan")
    let waiting = try attic.run("sync")
    #expect(waiting.status == .code(3) && waiting.errors.contains("six words"), "\(waiting)")
    #expect(try server.places(of: "marzipan").isEmpty)
    try laptop.sync()
    try laptop.sync()
    #expect(try laptop.encryption().state == "ready")
    try laptop.output("account", "approve", try attic.words().joined(separator: " "))
    try attic.sync()
    try laptop.sync()
    #expect(try laptop.entries().count == 3 && attic.entries().count == 3)
    #expect(try laptop.output("status", "--fingerprint") == attic.output("status", "--fingerprint"))
    #expect(try server.places(of: "marzipan").isEmpty)
    let off = try laptop.run("account", "keys", "--turn-off", input: "Personal\n")
    #expect(off.status == .success, "\(off)")
    try laptop.sync()
    try laptop.sync()
    #expect(try laptop.encryption().state == "open")
    #expect(try !server.places(of: "marzipan").isEmpty)
    try attic.output("written at the end")
    try attic.sync()
    try laptop.sync()
    #expect(try laptop.entries().count == 4 && attic.encryption().state == "open")
    #expect(laptop.picture(picture) != nil)
  }

  @Test func aRemovedComputerReadsNothingMore() throws {
    try laptop.signInSealed(to: server)
    try attic.signInSealed(to: server)
    try laptop.output("account", "approve", try attic.words().joined(separator: " "))
    try attic.sync()
    let id = try laptop.readers().first { !$0.current }?.id
    try laptop.output("account", "keys", "--remove", try #require(id), "--yes")
    try laptop.output("about nougat")
    try laptop.sync()
    #expect(try laptop.encryption().key == 2)
    let removed = try attic.run("sync")
    #expect(removed.status == .code(1) && removed.errors.contains("was removed"), "\(removed)")
    #expect(try attic.entries().isEmpty)
    #expect(try attic.encryption().state == "removed")
  }
}
