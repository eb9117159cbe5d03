import Foundation
import ScreenKit
import Testing

/// A person's other computers show what one of them has opened by its link, and what each of them says of sharing.
@Suite final class SealedComputersTests: SealedPeople {
  @Test func whatOneComputerOpenedIsReadAndWrittenOnTheOthers() throws {
    let attic = try another(of: "ben", ben)
    let trip = try write("Trip canarytitle", "First.\n\nSecond canarysecond.", by: ada)
    let link = try share(trip, with: Self.benAddress, "--read-write", by: ada)
    try say(["open", "--yes", "-"], by: ben, input: link + "\n")
    // The link is open still, and the owner has not let him in.
    let came = try attic.run("sync")
    #expect(came.errors.contains("shares “Trip canarytitle” with you"), "\(came)")
    #expect(try shared(with: attic).map(\.body) == ["First.\n\nSecond canarysecond."])
    let early = try attic.run("edit", trip, "--body", "Too early.")
    #expect(early.status == .code(1) && early.errors.contains("let you in"), "\(early)")
    try ada.sync()
    try attic.sync()
    #expect(try shared(with: attic).map(\.permission) == ["readWrite"])
    try attic.output("edit", trip, "--body", "First, from the attic canaryattic.\n\nSecond canarysecond.")
    let sent = try attic.run("sync")
    #expect(sent.errors.contains("Sent 1"), "\(sent)")
    try ada.sync()
    #expect(try ada.entries().map(\.body) == ["First, from the attic canaryattic.\n\nSecond canarysecond."])
    try ben.sync()
    #expect(try shared(with: ben).map(\.body) == ["First, from the attic canaryattic.\n\nSecond canarysecond."])
    // One that is new shows it as well, though the link has ended.
    let cellar = try another(of: "ben", ben)
    #expect(try shared(with: cellar).map(\.title) == ["Trip canarytitle"])
    #expect(try found(["canarytitle", "canarysecond", "canaryattic"]).isEmpty)
    #expect(try found(["GuestShare"]) == ["GuestShare"])
    // What one of them leaves goes from all, and does not come back.
    try say(["share", "leave", "--yes", trip], by: attic)
    for computer in [ben, cellar, attic] {
      _ = try computer.run("sync")
      try computer.sync()
      #expect(try shared(with: computer).isEmpty)
    }
  }

  @Test func anotherLinkOfTheSamePersonComesToAllComputers() throws {
    let attic = try another(of: "ben", ben)
    let one = try write("One", "First canaryone.", by: ada)
    try say(["open", "--yes", "-"], by: ben, input: try share(one, with: Self.benAddress, by: ada) + "\n")
    try attic.sync()
    let two = try write("Two", "Second.", by: ada)
    // The other computer opens this one: each tells the other what it has.
    try say(["open", "--yes", "-"], by: attic, input: try share(two, with: Self.benAddress, by: ada) + "\n")
    try ben.sync()
    for computer in [ben, attic] { #expect(Set(try shared(with: computer).map(\.title)) == ["One", "Two"]) }
    try say(["share", "stop", one], by: ada)
    for computer in [ben, attic] {
      _ = try computer.run("sync")
      #expect(try shared(with: computer).map(\.title) == ["Two"])
    }
    try say(["open", "--yes", "-"], by: ben, input: try share(one, with: Self.benAddress, by: ada) + "\n")
    try attic.sync()
    #expect(Set(try shared(with: attic).map(\.title)) == ["One", "Two"])
  }

  @Test func wordsComparedOnOneComputerCountOnTheOther() throws {
    let attic = try another(of: "ben", ben)
    let adas = try another(of: "ada", ada)
    let trip = try write("Trip", "Before.", by: ada)
    try say(
      ["open", "--yes", "-"], by: ben, input: try share(trip, with: Self.benAddress, "--read-write", by: ada) + "\n")
    try ada.sync()
    try ben.sync()
    try attic.sync()
    let other = try #require(try ada.readers().first { !$0.current })
    try say(["account", "keys", "--remove", other.id, "--yes"], by: ada)
    try ada.output("edit", trip, "--body", "After.")
    try ada.sync()
    try ada.sync()
    _ = adas
    for computer in [ben, attic] {
      _ = try computer.run("sync")
      #expect(try shared(with: computer).map(\.body) == ["Before."])
    }
    let words = try ada.output("share", "verify", trip, Self.benAddress).split(separator: " ").map {
      $0.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    try say(["share", "verify", trip, "ada@localhost"] + words, by: ben)
    try ben.sync()
    #expect(try shared(with: ben).map(\.body) == ["After."])
    try attic.sync()
    #expect(try shared(with: attic).map(\.body) == ["After."])
  }

  @Test func aComputerThatWasTakenOutTellsTheOthersNothing() throws {
    let attic = try another(of: "ben", ben)
    let trip = try write("Trip", "Words canarytrip.", by: ada)
    try say(["open", "--yes", "-"], by: ben, input: try share(trip, with: Self.benAddress, by: ada) + "\n")
    try ada.sync()
    let other = try #require(try ben.readers().first { !$0.current })
    try say(["account", "keys", "--remove", other.id, "--yes"], by: ben)
    try ben.sync()
    _ = try attic.run("sync")
    #expect(try shared(with: attic).isEmpty)
    // One that is let in later reads what is told anew under the key of then.
    let cellar = try another(of: "ben", ben)
    #expect(try shared(with: cellar).map(\.body) == ["Words canarytrip."])
  }

  // MARK: Small words

  @Test func whoMayOnlyReadIsNotToldToWaitForWriting() throws {
    let trip = try write("Trip", "Words.", by: ada)
    try say(["open", "--yes", "-"], by: ben, input: try share(trip, with: Self.benAddress, by: ada) + "\n")
    let refused = try ben.run("edit", trip, "--body", "Mine.")
    #expect(refused.status == .code(1) && refused.errors.contains("for reading"), "\(refused)")
    #expect(!refused.errors.contains("let you in"), "\(refused)")
  }

  @Test func aLinkOfAnotherServerAndTooManyLinksAreSaidOnce() throws {
    let other = try ben.start(["open", "--yes", "cloudjournal://other.example/share/abcdefgh12345678"]).finish()
    #expect(other.errors.contains("This link is for other.example"), "\(other)")
    #expect(other.errors.contains("--server https://other.example"), "\(other)")
    var last = ""
    for _ in 0..<40 where !last.contains("Too many") {
      last = try ben.start(["open", "--yes", "abcdefgh12345678"]).finish().errors
    }
    #expect(last.contains("Too many links were asked for; wait"), "\(last)")
    #expect(!last.contains("Try again in"), "\(last)")
  }

  @Test func newLinksArePrintedToAPersonAndToNoLog() throws {
    let trip = try write("Trip", "Words.", by: ada)
    let bens = try share(trip, with: Self.benAddress, by: ada)
    let cleos = try share(trip, with: Self.cleoAddress, by: ada)
    try say(["open", "--yes", "-"], by: ben, input: bens + "\n")
    try ada.sync()
    try say(["share", "leave", "--yes", trip], by: ben)
    let screen = try ada.start(screen: ["sync"], rows: 24, columns: 120)
    try screen.wait(for: "Send these in their place")
    try screen.wait(for: "\(Self.cleoAddress)  cloudjournal://")
    #expect(try ada.output("share", "link", trip).trimmingCharacters(in: .whitespacesAndNewlines) != cleos)
    // Without a terminal they are said by the command that a person asks.
    let again = try share(trip, with: Self.benAddress, by: ada)
    try say(["open", "--yes", "-"], by: ben, input: again + "\n")
    try ada.sync()
    try say(["share", "leave", "--yes", trip], by: ben)
    let logged = try ada.run("sync")
    #expect(!logged.errors.contains("#k="), "\(logged)")
  }

  @Test func thePanelShowsTheLinkOfThePersonUnderTheCursor() throws {
    let trip = try write("Trip", "Words.", by: ada)
    let bens = try share(trip, with: Self.benAddress, by: ada)
    let cleos = try share(trip, with: Self.cleoAddress, by: ada)
    try say(["open", "--yes", "-"], by: ben, input: bens + "\n")
    try ada.sync()
    let dora = "dora@localhost"
    let doras = try share(trip, with: dora, by: ada)
    #expect(Set([bens, cleos, doras]).count == 3)
    let screen = try ada.start(screen: [], rows: 30, columns: 120)
    try screen.wait(for: "✓ Synced")
    try screen.type("&", showing: "Share “Trip”", Self.cleoAddress, dora)
    screen.press(.down)
    try screen.wait(for: "used; it has ended")
    screen.press(.down)
    // As much of it as there is room for.
    try screen.wait(for: String(cleos.prefix(50)))
    screen.type("M")
    try screen.wait(for: "It is the key to “Trip”")
    screen.press(.escape)
    try screen.wait(untilGone: "It is the key to")
    try screen.press(.escape, showing: "›  All entries")
    try screen.leave()
  }
}
