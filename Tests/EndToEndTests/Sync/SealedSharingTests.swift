import Foundation
import ScreenKit
import Testing

/// Encrypted journals share: an entry is opened by its link, written together, taken away and ended, and the server reads
/// nothing of it.
@Suite final class SealedSharingTests: SealedPeople {
  @Test func anEntryIsReadByWhoHasTheLinkAndByNoServer() throws {
    let trip = try write("Trip to Bergen canarytitle", "Rain, and herons canarybody.", by: ada)
    try ada.output("new", "--title", "Secret", "--body", "canaryother")
    let link = try share(trip, with: Self.benAddress, by: ada)
    #expect(link.hasPrefix("cloudjournal://") && link.contains("#k="), "\(link)")
    #expect(try ada.output("share", "link", trip).trimmingCharacters(in: .whitespacesAndNewlines) == link)
    // Without the key nothing opens, and nothing is said of what it is.
    let bare = String(link.split(separator: "#")[0])
    let refused = try ben.start(["open", "--yes", bare]).finish()
    #expect(refused.status != .success && refused.errors.contains("no key"), "\(refused)")
    let asked = try ben.run("open", link)
    #expect(asked.errors.contains("Trip to Bergen canarytitle"), "\(asked)")
    try say(["open", "--yes", "-"], by: ben, input: link + "\n")
    let items = try shared(with: ben)
    #expect(items.map(\.title) == ["Trip to Bergen canarytitle"], "\(items)")
    #expect(items.map(\.body) == ["Rain, and herons canarybody."] && items.map(\.permission) == ["read"])
    #expect(try ben.output("share", "list").contains("canarytitle"))
    // The owner's next synchronisation lets him in, and his link is used up.
    let came = try ada.run("sync")
    #expect(came.errors.contains("\(Self.benAddress) is in now"), "\(came)")
    try ben.sync()
    #expect(try shared(with: ben).map(\.body) == ["Rain, and herons canarybody."])
    let used = try cleo.start(["open", "--yes", link]).finish()
    #expect(used.status != .success, "\(used)")
    // Later words go the same way.
    try ada.output("edit", trip, "--body", "Snow canarysnow.")
    try ada.sync()
    try ben.sync()
    #expect(try shared(with: ben).map(\.body) == ["Snow canarysnow."])
    #expect(try found(["canarytitle", "canarybody", "canaryother", "canarysnow"]).isEmpty)
    // The search finds what is there: names of records are seen.
    #expect(try found(["ShareKeys"]) == ["ShareKeys"])
  }

  @Test func bothWriteOnceTheOwnerHasLetTheOtherIn() throws {
    let trip = try write("Trip", "First.\n\nSecond.\n\nThird.", by: ada)
    let link = try share(trip, with: Self.benAddress, "--read-write", by: ada)
    let opened = try say(["open", "--yes", "-"], by: ben, input: link + "\n")
    #expect(opened.errors.contains("wait until"), "\(opened)")
    let early = try ben.run("edit", trip, "--body", "Too early.")
    #expect(early.status == .code(1) && early.errors.contains("let you in"), "\(early)")
    try ada.sync()
    try ben.sync()
    #expect(try shared(with: ben).map(\.permission) == ["readWrite"])
    try ben.output("edit", trip, "--body", "First, says Ben canaryben.\n\nSecond.\n\nThird.")
    try ada.output("edit", trip, "--body", "First.\n\nSecond.\n\nThird, says Ada.")
    try ben.sync()
    try ada.sync()
    try ben.sync()
    let body = "First, says Ben canaryben.\n\nSecond.\n\nThird, says Ada."
    #expect(try ada.entries().first?.body == body)
    #expect(try shared(with: ben).map(\.body) == [body])
    #expect(try found(["canaryben"]).isEmpty)
  }

  @Test func picturesComeAlongInBothDirections() throws {
    let trip = try write("Trip", "With a picture.", by: ada)
    try Data(PictureSamples.photograph).write(to: URL(fileURLWithPath: ada.sandbox.path("home/canal.jpg")))
    try ada.output("attach", trip, "canal.jpg")
    let link = try share(trip, with: Self.benAddress, "--read-write", by: ada)
    try say(["open", "--yes", "-"], by: ben, input: link + "\n")
    try ben.output("images", "save", trip, "1", "here.jpg")
    try ada.sync()
    try ben.sync()
    try Data(PictureSamples.png(width: 9, height: 9)).write(to: URL(fileURLWithPath: ben.sandbox.path("home/new.png")))
    try ben.output("attach", trip, "new.png")
    try ben.sync()
    try ada.output("sync", "--all-images")
    #expect(try ada.output("images", trip).contains("new.png"))
    try ada.output("images", "save", trip, "2", "theirs.png")
  }

  @Test func whoIsTakenOutReadsNothingThatIsWrittenAfter() throws {
    let trip = try write("Trip", "Before.", by: ada)
    let bens = try share(trip, with: Self.benAddress, "--read-write", by: ada)
    try say(["open", "--yes", "-"], by: ben, input: bens + "\n")
    let cleos = try share(trip, with: Self.cleoAddress, by: ada)
    try say(["open", "--yes", "-"], by: cleo, input: cleos + "\n")
    try ada.sync()
    try ben.sync()
    try cleo.sync()
    try ben.output("edit", trip, "--body", "What only Ben knows.")
    try say(["share", "remove", trip, Self.benAddress], by: ada)
    try ada.output("edit", trip, "--body", "After.")
    try ada.sync()
    try cleo.sync()
    #expect(try shared(with: cleo).map(\.body) == ["After."])
    let outcome = try ben.run("sync")
    #expect(outcome.errors.contains("no longer shares"), "\(outcome)")
    #expect(try shared(with: ben).isEmpty)
    // What he had not sent is his own.
    let kept = try #require(try ben.entries().first)
    #expect(kept.title == "Trip (kept)" && kept.body == "What only Ben knows.")
    // Neither his link nor what he kept opens it again.
    #expect(try ben.start(["open", "--yes", bens]).finish().status != .success)
    #expect(try ada.entries().first?.body == "After.")
  }

  @Test func whatIsStoppedIsTheOwnersAloneAndCanBeSharedAgain() throws {
    let trip = try write("Trip", "Together.", by: ada)
    let link = try share(trip, with: Self.benAddress, "--read-write", by: ada)
    try say(["open", "--yes", "-"], by: ben, input: link + "\n")
    try ada.sync()
    try ben.sync()
    try say(["share", "stop", trip], by: ada)
    try ada.sync()
    #expect(try ada.run("share", "people", trip).status == .code(1))
    try ben.sync()
    #expect(try shared(with: ben).isEmpty)
    #expect(try ada.run("status").status == .success)
    try ada.output("edit", trip, "--body", "Alone.")
    try ada.sync()
    let again = try share(trip, with: Self.benAddress, by: ada)
    #expect(again != link)
    try say(["open", "--yes", "-"], by: ben, input: again + "\n")
    #expect(try shared(with: ben).map(\.body) == ["Alone."])
    try say(["share", "leave", "--yes", trip], by: ben)
    #expect(try shared(with: ben).isEmpty)
    try ada.sync()
    #expect(!(try ada.output("share", "people", trip)).contains("ben"))
  }

  @Test func anotherComputerOfTheOwnersGoesOnAndTheWordsAreComparedOnceItIsTakenOut() throws {
    let attic = try TestJournal()
    let token = try #require(try server.run("session", "add", "ada").split(separator: "\n").last)
    _ = try attic.start(["account", "sign-in", "--server", server.url, "--code"], input: "\(token)\n").finish()
    try attic.output("account", "recovery", "--enter", input: try ada.output("account", "recovery"))
    let trip = try write("Trip", "First.\n\nSecond.", by: ada)
    let link = try share(trip, with: Self.benAddress, "--read-write", by: ada)
    try say(["open", "--yes", "-"], by: ben, input: link + "\n")
    // Whichever of her computers synchronises next lets him in.
    let came = try attic.run("sync")
    #expect(came.errors.contains("is in now"), "\(came)")
    try ben.sync()
    try ben.output("edit", trip, "--body", "First, says Ben.\n\nSecond.")
    try ben.sync()
    try attic.sync()
    #expect(try attic.entries().map(\.body) == ["First, says Ben.\n\nSecond."])
    try attic.output("edit", trip, "--body", "First, says Ben.\n\nSecond, from the attic.")
    try attic.sync()
    try ben.sync()
    #expect(try shared(with: ben).map(\.body) == ["First, says Ben.\n\nSecond, from the attic."])
    try ada.sync()
    // With another identity of hers, and another key of the share, nothing is believed before the words were compared.
    let other = try #require(try ada.readers().first { !$0.current })
    try say(["account", "keys", "--remove", other.id, "--yes"], by: ada)
    try ada.output("edit", trip, "--body", "Without the attic canaryattic.")
    try ada.sync()
    try ada.sync()
    _ = try attic.run("sync")
    #expect(!(try attic.entries().map(\.body)).contains("Without the attic canaryattic."))
    _ = try ben.run("sync")
    #expect(try shared(with: ben).map(\.body) == ["First, says Ben.\n\nSecond, from the attic."])
    let refused = try ben.run("edit", trip, "--body", "Mine.")
    #expect(refused.status == .code(1) && refused.errors.contains("other keys"), "\(refused)")
    let words = try ada.output("share", "verify", trip, Self.benAddress).trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(words.split(separator: " ").count == 12, "\(words)")
    let theirs = try ben.output("share", "verify", trip, "ada@localhost")
    #expect(theirs.trimmingCharacters(in: .whitespacesAndNewlines) == words)
    var wrong = words.split(separator: " ").map(String.init)
    wrong.swapAt(0, 11)
    #expect(try ben.start(["share", "verify", trip, "ada@localhost"] + wrong).finish().status != .success)
    try say(["share", "verify", trip, "ada@localhost"] + words.split(separator: " ").map(String.init), by: ben)
    try ben.sync()
    #expect(try shared(with: ben).map(\.body) == ["Without the attic canaryattic."])
    #expect(try found(["canaryattic"]).isEmpty)
  }

  @Test func whatAnotherProcessSynchronisesIsSharedAsWell() throws {
    let trip = try write("Trip", "While another watches canarywatched.", by: ada)
    try ada.sync()
    let watch = try ada.start(["sync", "--watch"], prefix: ["sh", "-c", "exec \"$@\" 2>&1", "sh"])
    _ = try watch.waitForLine { _ in true }
    let link = try share(trip, with: Self.benAddress, "--read-write", by: ada)
    try say(["open", "--yes", "-"], by: ben, input: link + "\n")
    #expect(try shared(with: ben).map(\.body) == ["While another watches canarywatched."])
    _ = try ada.run("sync")
    try ben.sync()
    try ben.output("edit", trip, "--body", "Ben writes.")
    try ben.sync()
    try say(["share", "remove", trip, Self.benAddress], by: ada)
    watch.signal(SIGTERM)
    _ = try watch.finish()
    try ada.sync()
    #expect(try ada.entries().map(\.body) == ["Ben writes."])
    #expect(try found(["canarywatched"]).isEmpty)
  }

  @Test func aPublicLinkLetsInWhoHasItUntilItIsStopped() throws {
    let trip = try write("Trip", "For anyone canaryanyone.", by: ada)
    let link = try say(["share", trip, "--anyone", "--read-write", "--yes"], by: ada).output
    // What is refused leaves nothing: Ben comes in by the link of all afterwards.
    let invited = try ada.start(["share", trip, "--with", Self.benAddress, "--yes"]).finish()
    #expect(invited.status == .code(1) && invited.errors.contains("open to anyone"), "\(invited)")
    #expect(try !ada.output("share", "people", trip).contains(Self.benAddress))
    for guest in [ben, cleo] { try say(["open", "--yes", "-"], by: guest, input: link) }
    try ada.sync()
    try cleo.sync()
    try cleo.output("edit", trip, "--body", "Cleo writes.")
    try cleo.sync()
    try ada.sync()
    try ben.sync()
    #expect(try shared(with: ben).map(\.body) == ["Cleo writes."])
    // People are not changed one by one meanwhile, neither in the list nor in the keys.
    let refused = try ada.start(["share", "remove", trip, Self.benAddress]).finish()
    #expect(refused.status == .code(1) && refused.errors.contains("open to anyone"), "\(refused)")
    try ada.sync()
    try ben.output("edit", trip, "--body", "Ben writes.")
    try ben.sync()
    try ada.sync()
    #expect(try ada.entries().map(\.body) == ["Ben writes."])
    try say(["share", "stop", trip], by: ada)
    _ = try ben.run("sync")
    #expect(try shared(with: ben).isEmpty && found(["canaryanyone"]).isEmpty)
  }

  @Test func aPlainGuestIsRefusedWithASentence() throws {
    let trip = try write("Trip", "Words.", by: ada)
    let link = try share(trip, with: "dora@localhost", by: ada)
    try server.run("user", "add", "dora", "--password-stdin", input: TestServer.password + "\n")
    let dora = try TestJournal()
    let token = try #require(try server.run("session", "add", "dora").split(separator: "\n").last)
    try dora.signIn(at: server.url, session: String(token), on: server, isPlain: true)
    let outcome = try dora.start(["open", "--yes", link]).finish()
    #expect(outcome.errors.contains("Turn encryption on first"), "\(outcome)")
  }
}
