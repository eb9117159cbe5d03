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

  @Test func anAccountIsFoundedAndASecondComputerComesInByItsWords() throws {
    let founded = try laptop.signInSealed(to: server)
    let recovery = try laptop.output("account", "recovery").trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(recovery.split(separator: " ").map(\.count) == [4, 4, 4, 4, 4, 4, 4, 4])
    #expect(founded.errors.contains(recovery), "shown once at the sign-in: \(founded)")
    #expect(try laptop.mode(of: "keys.json") == 0o600 && laptop.mode(of: "ring") == 0o600)
    let picture = try laptop.importPicture(
      title: "Kingfisher at the weir", body: "A heron stood still.", caption: "perch-and-pike.jpg", category: "Angling")
    try laptop.output("a second one, about marzipan")
    try laptop.sync()
    #expect(try laptop.encryption().state == "ready" && laptop.encryption().key == 1)

    try attic.signInSealed(to: server, founding: false)
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
    try attic.signInSealed(to: server, founding: false)
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
    try attic.signInSealed(to: server, founding: false)
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

  @Test func plainAndSealedAccountsAreNotTakenForEachOther() throws {
    try laptop.signIn(to: server)
    try laptop.output("a plain word")
    try laptop.sync()
    #expect(try laptop.encryption().state == "open")
    let refused = try attic.run(
      "account", "sign-in", "--server", server.url, "--user", "ada", "--password-stdin", "--sealed",
      input: TestServer.password + "\n")
    #expect(refused.status == .code(3) && refused.errors.contains("not encrypted end to end"), "\(refused)")
    #expect(try !attic.run("account", "status").output.contains("Signed in"))

    let other = try TestServer()
    let phone = try TestJournal()
    try phone.signInSealed(to: other)
    let plain = try attic.run(
      "account", "sign-in", "--server", other.url, "--user", "ada", "--password-stdin", "--plain",
      input: TestServer.password + "\n")
    #expect(plain.status == .code(1) && plain.errors.contains("--plain does not change that"), "\(plain)")
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
    try laptop.sync()
    try laptop.sync()
    #expect(try laptop.encryption().state == "ready")
    // The other device, which knows of nothing, sends nothing plain, and asks to be let in.
    try attic.output("about marzipan")
    let waiting = try attic.run("sync")
    #expect(waiting.status == .code(3) && waiting.errors.contains("six words"), "\(waiting)")
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
    try attic.signInSealed(to: server, founding: false)
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

// MARK: A crash at each step

extension SealedJournalTests {
  /// Ends the program just before or just after one of its files gets its name.
  private static let killer = """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <signal.h>
    #include <stdlib.h>
    #include <unistd.h>
    static int steps;
    static void step(void) {
      const char *at = getenv("KILL_AT");
      if (at && ++steps == atoi(at)) kill(getpid(), SIGKILL);
    }
    int rename(const char *from, const char *to) {
      int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
      step();
      int result = real(from, to);
      step();
      return result;
    }
    """

  private func killing(_ journal: TestJournal, at step: Int) throws -> [String: String] {
    let source = try journal.sandbox.write("kill.c", Self.killer.utf8)
    return ["LD_PRELOAD": try DiskLog.library(of: source, in: journal.sandbox), "KILL_AT": "\(step)"]
  }

  @Test(.enabled(if: DiskLog.hasCompiler, "a C compiler is needed"))
  func aFoundingThatIsKilledAtAnyStepGoesOn() throws {
    var survivors = 0
    for step in 1... {
      let (server, laptop, attic) = (try TestServer(), try TestJournal(), try TestJournal())
      try laptop.output("about marzipan")
      let killed = try laptop.signingIn(to: server, founding: true, environment: try killing(laptop, at: step))
      if killed.status == .success {
        survivors = step
      } else {
        #expect(killed.status == .signal(SIGKILL), "\(step): \(killed)")
        // Before it is done nothing goes plain, whatever is tried.
        _ = try laptop.run("sync")
        #expect(try server.places(of: "marzipan").isEmpty, "step \(step)")
        try laptop.signInSealed(to: server)
      }
      try laptop.sync()
      #expect(try laptop.encryption().state == "ready", "step \(step)")
      let recovery = try laptop.output("account", "recovery")
      try attic.signInSealed(to: server, founding: false)
      try attic.output("account", "recovery", "--enter", input: recovery)
      try attic.sync()
      #expect(try attic.entries().map(\.title) == ["about marzipan"], "step \(step)")
      #expect(try server.places(of: "marzipan").isEmpty, "step \(step)")
      if survivors > 0 { break }
    }
    // Keys and ring twice, account and session: each before and after.
    #expect(survivors > 8)
  }

  @Test(.enabled(if: DiskLog.hasCompiler, "a C compiler is needed"))
  func lettingInThatIsKilledAtAnyStepOfEitherSideGoesOn() throws {
    try laptop.signInSealed(to: server)
    try laptop.output("about marzipan")
    try laptop.sync()
    for side in ["asks", "answers", "finishes"] {
      for step in 1... {
        let attic = try TestJournal()
        let mayBeKilled: (String) throws -> [String: String] = { [self] name in
          name == side ? try killing(name == "answers" ? laptop : attic, at: step) : [:]
        }
        var isOver =
          try attic.signingIn(to: server, founding: false, environment: mayBeKilled("asks")).status == .success
        if side == "asks", !isOver { try attic.signInSealed(to: server, founding: false) }
        var words = try attic.words().joined(separator: " ")
        let answered = try laptop.start(["account", "approve", words], environment: mayBeKilled("answers")).finish()
        if side == "answers" {
          isOver = answered.status == .success
          // It may be in the log already: the same words are asked for again, and the answer is written.
          if !isOver { try laptop.output("account", "approve", words) }
        }
        let finished = try attic.start(["sync"], environment: mayBeKilled("finishes")).finish()
        if side == "finishes" { isOver = finished.status == .success }
        if finished.status == .code(3) {
          words = try attic.words().joined(separator: " ")
          try laptop.output("account", "approve", words)
        }
        try attic.sync()
        #expect(try attic.entries().map(\.title) == ["about marzipan"], "\(side), step \(step)")
        try attic.output("account", "sign-out")
        try laptop.sync()
        if isOver { break }
      }
    }
  }
}
