import Foundation
import ScreenKit
import Testing

/// A category of an encrypted journal is shared with what is filed under it, now and later.
@Suite final class SealedCategoryTests: SealedPeople {
  @Test func whatIsFiledUnderItNowAndLaterIsReadAndNothingElse() throws {
    let run = try file("Run canaryrun", "5 miles.", in: "Health canaryname", by: ada)
    let other = try write("Other", "Not filed.", by: ada)
    try Data(PictureSamples.photograph).write(to: URL(fileURLWithPath: ada.sandbox.path("home/canal.jpg")))
    try ada.output("attach", run, "canal.jpg")
    let link = try share(category: "Health canaryname", with: Self.benAddress)
    let asked = try ben.run("open", link)
    #expect(asked.errors.contains("“Health canaryname”, a category with its entries"), "\(asked)")
    try open(link, by: ben)
    let items = try shared(with: ben)
    #expect(items.map(\.title) == ["Run canaryrun"] && items.map(\.permission) == ["read"], "\(items)")
    #expect(items.map(\.category) == ["Health canaryname"])
    try ben.output("images", "save", run, "1", "here.jpg")
    let came = try ada.run("sync")
    #expect(came.errors.contains("\(Self.benAddress) is in now"), "\(came)")
    // Filed there later, with a picture, and one that had one before.
    try Data(PictureSamples.png(width: 9, height: 9)).write(to: URL(fileURLWithPath: ada.sandbox.path("home/new.png")))
    try ada.output("attach", other, "new.png")
    try ada.sync()
    try ada.output("edit", other, "--category", "Health canaryname")
    _ = try file("Swim", "1 mile canaryswim.", in: "Health canaryname", by: ada)
    try ada.sync()
    try ada.sync()
    #expect(try titles(ben) == ["Run canaryrun", "Other", "Swim"])
    try ben.output("images", "save", other, "1", "there.png")
    // Out of it, it goes from him, and what is written there from then on is the owner’s.
    try ada.output("edit", run, "--category", "none", "--body", "Mine canarymine.")
    try ada.sync()
    try ada.sync()
    #expect(try titles(ben) == ["Other", "Swim"])
    #expect(try ada.entries().first { $0.id == run }?.body == "Mine canarymine.")
    let edit = try ben.run("edit", other, "--body", "No.")
    #expect(edit.status == .code(1) && edit.errors.contains("for reading"), "\(edit)")
    #expect(try found(["canaryrun", "canaryname", "canaryswim", "canarymine"]).isEmpty)
    #expect(try ada.run("status").status == .success && ben.run("status").status == .success)
  }

  @Test func whoIsTakenOutReadsNothingThatIsWrittenAfterAndStoppingEndsIt() throws {
    let run = try file("Run", "5 miles.", in: "Health", by: ada)
    _ = try file("Swim", "1 mile.", in: "Health", by: ada)
    let bens = try share(category: "Health", with: Self.benAddress)
    let cleos = try share(category: "Health", with: Self.cleoAddress)
    try open(bens, by: ben)
    try open(cleos, by: cleo)
    try ada.sync()
    try say(["share", "remove", "Health", Self.benAddress], by: ada)
    try ada.output("edit", run, "--body", "6 miles canarysix.")
    _ = try file("Row", "Far.", in: "Health", by: ada)
    try ada.sync()
    #expect(try titles(cleo) == ["Run", "Swim", "Row"])
    #expect(try shared(with: cleo).first { $0.id == run }?.body == "6 miles canarysix.")
    #expect(try titles(ben).isEmpty)
    #expect(try ben.start(["open", "--yes", bens]).finish().status != .success)
    // A category that others read is not thrown away, and once it is stopped it is the owner’s alone.
    #expect(try ada.start(["categories", "rm", "Health", "--yes"]).finish().status != .success)
    try say(["share", "stop", "Health"], by: ada)
    try ada.sync()
    #expect(try titles(cleo).isEmpty)
    #expect(try ada.run("share", "people", "Health").status == .code(1))
    try ada.output("edit", run, "--body", "7 miles canaryseven.")
    try ada.sync()
    #expect(try ada.run("status").status == .success)
    let again = try share(category: "Health", with: Self.benAddress)
    try open(again, by: ben)
    #expect(try titles(ben) == ["Run", "Swim", "Row"])
    #expect(try shared(with: ben).first { $0.id == run }?.body == "7 miles canaryseven.")
    #expect(try found(["canarysix", "canaryseven"]).isEmpty)
  }

  @Test func anotherComputerOfTheOwnersFilesThereAsWell() throws {
    let attic = try another(of: "ada", ada)
    _ = try file("Run", "5 miles.", in: "Health", by: ada)
    try ada.sync()
    try attic.sync()
    let link = try share(category: "Health", with: Self.benAddress)
    try open(link, by: ben)
    // Before it has heard of the share.
    let early = try file("Early", "From the attic canaryearly.", in: "Health", by: attic)
    let came = try attic.run("sync")
    #expect(came.errors.contains("is in now"), "\(came)")
    try attic.sync()
    _ = try file("Late", "From the attic canarylate.", in: "Health", by: attic)
    try attic.sync()
    try ada.sync()
    #expect(try titles(ben) == ["Run", "Early", "Late"])
    try ada.output("edit", early, "--body", "From the laptop.")
    try ada.sync()
    try attic.sync()
    try ben.sync()
    #expect(try attic.entries().first { $0.id == early }?.body == "From the laptop.")
    #expect(try shared(with: ben).first { $0.id == early }?.body == "From the laptop.")
    try attic.output("edit", early, "--category", "none")
    try attic.sync()
    try ada.sync()
    #expect(try titles(ben) == ["Run", "Late"])
    #expect(try found(["canaryearly", "canarylate"]).isEmpty)
  }

  @Test func whatIsSharedByItselfIsInNoOtherShare() throws {
    let run = try file("Run", "5 miles.", in: "Health", by: ada)
    _ = try file("Swim", "1 mile.", in: "Health", by: ada)
    try open(try share(run, with: Self.cleoAddress, by: ada), by: cleo)
    try open(try share(category: "Health", with: Self.benAddress), by: ben)
    try ada.sync()
    #expect(try titles(ben) == ["Swim"] && titles(cleo) == ["Run"])
    // What is shared with its category is not shared by itself.
    let swim = try #require(try ada.entries().first { $0.title == "Swim" }).id
    let refused = try ada.start(["share", swim, "--with", Self.cleoAddress, "--yes"]).finish()
    #expect(refused.errors.contains("as part of “Health”"), "\(refused)")
    // Once its own share has ended it is in that of its category.
    try say(["share", "stop", run], by: ada)
    try ada.sync()
    try ada.sync()
    #expect(try titles(cleo).isEmpty)
    #expect(try titles(ben) == ["Swim", "Run"])
    #expect(try ada.run("status").status == .success)
  }

  @Test func theScreenSharesACategoryAndAsksBeforeAnEntryIsFiledThere() throws {
    _ = try file("Run", "5 miles.", in: "Health", by: ada)
    try ada.sync()
    let screen = try ada.start(screen: [], rows: 30, columns: 120)
    try screen.wait(for: "✓ Synced")
    try screen.type("\u{1B}c", showing: "Health")
    try screen.type("&", showing: "Not shared.")
    try screen.type("a", showing: "Add a person")
    screen.type(Self.benAddress)
    try screen.press(
      .enter, showing: "May read and write it", "Who may write changes texts")
    screen.type("r")
    try screen.wait(for: "invited, reads · not accepted yet", "\(Self.benAddress) may read it.")
    screen.press(.escape)
    screen.press(.escape)
    try screen.wait(for: "›  All entries")
    try screen.leave()
    let link = try ada.output("share", "link", "Health").trimmingCharacters(in: .whitespacesAndNewlines)
    try open(link, by: ben)
    #expect(try titles(ben) == ["Run"])
    try ada.sync()
    _ = try write("Other", "Not filed.", by: ada)
    try ada.sync()
    let again = try ada.start(screen: [], rows: 30, columns: 120)
    try again.wait(for: "✓ Synced")
    try again.type("c", showing: "Health")
    again.type("Health")
    try again.press(.enter, showing: "will see “Other”")
    again.type("y")
    try again.wait(untilGone: "will see “Other”")
    for _ in 0..<100 where try titles(ben) != ["Run", "Other"] {}
    #expect(try titles(ben) == ["Run", "Other"])
    try again.leave()
  }

  @Test func underAnotherIdentityItIsReadOnceTheWordsWereCompared() throws {
    let attic = try another(of: "ada", ada)
    let run = try file("Run", "5 miles.", in: "Health", by: ada)
    let swim = try file("Swim", "1 mile.", in: "Health", by: ada)
    try open(try share(category: "Health", with: Self.benAddress), by: ben)
    try ada.sync()
    #expect(try titles(ben) == ["Run", "Swim"])
    // What is gone for good goes.
    try say(["rm", swim, "--yes"], by: ada)
    try say(["trash", "purge", swim, "--yes"], by: ada)
    try ada.sync()
    #expect(try titles(ben) == ["Run"])
    try attic.sync()
    let id = try #require(try attic.readers().first { $0.current }).id
    try say(["account", "keys", "--remove", id, "--yes"], by: ada)
    try ada.output("edit", run, "--body", "Without the attic canaryattic.")
    try ada.sync()
    try ada.sync()
    _ = try attic.run("sync")
    #expect(try !attic.entries().map(\.body).contains("Without the attic canaryattic."))
    let waiting = "“Health”, which ada shares with you, waits. Whose it is has other keys since"
    #expect(try ben.run("sync").errors.contains(waiting))
    #expect(try ben.run("status").output.contains(waiting))
    #expect(try ben.output("share", "people", "Health").contains("Whose it is has other keys since"))
    #expect(try ben.output("share", "list").contains("ada · waits"))
    #expect(try shared(with: ben).map(\.body) == ["5 miles."])
    let words = try ada.output("share", "verify", "Health", Self.benAddress).split(whereSeparator: \.isWhitespace)
    #expect(words.count == 12)
    try say(["share", "verify", "Health", "ada@localhost"] + words.map(String.init), by: ben)
    try ben.sync()
    #expect(try shared(with: ben).map(\.body) == ["Without the attic canaryattic."])
    #expect(try found(["canaryattic"]).isEmpty && !ben.run("status").output.contains(waiting))
    let left = try say(["share", "leave", "--yes", "Health"], by: ben)
    #expect(left.errors.contains("You have left “Health”"), "\(left)")
    #expect(try titles(ben).isEmpty)
  }

  /// Each shares with the other: the owner compares with the keys that were compared where the other person is the owner.
  @Test func underAnotherIdentityOneWritesAgainOnceItsOwnerComparedWords() throws {
    let attic = try another(of: "ada", ada)
    _ = try file("Run", "5 miles.", in: "Health", by: ada)
    let bread = try file("Bread", "Rye.", in: "Kitchen", by: ben)
    try open(try share(category: "Health", with: Self.benAddress), by: ben)
    let shared = try say(
      ["share", "--category", "Kitchen", "--with", "ada@localhost", "--read-write", "--yes"], by: ben)
    let link = try #require(shared.output.split(separator: "\n").last { $0.contains("cloudjournal://") })
    try open(String(link.split(separator: " ").last ?? ""), by: ada)
    for journal in [ada, ben, attic, ada, ben] { try journal.sync() }
    let id = try #require(try attic.readers().first { $0.current }).id
    try say(["account", "keys", "--remove", id, "--yes"], by: ada)
    for journal in [ada, ada, ben, ada] { _ = try journal.run("sync") }
    let refused = try ada.run("edit", bread, "--body", "Wheat.")
    #expect(refused.status == .code(1) && refused.errors.contains("invites you again"), "\(refused)")
    func words(_ share: String, _ address: String, by journal: TestJournal) throws -> [String] {
      try journal.output("share", "verify", share, address).split(whereSeparator: \.isWhitespace).map(String.init)
    }
    // He still sees her former keys: that is no stranger's doing.
    let former = try words("Kitchen", "ada@localhost", by: ben)
    let told = try ada.start(["share", "verify", "Kitchen", Self.benAddress] + former).finish()
    #expect(told.status == .code(1) && told.errors.contains("your own keys were replaced since"), "\(told)")
    try say(["share", "verify", "Health", "ada@localhost"] + words("Health", Self.benAddress, by: ada), by: ben)
    let present = try words("Kitchen", "ada@localhost", by: ben)
    #expect(try present != former && present == words("Kitchen", Self.benAddress, by: ada))
    try say(["share", "verify", "Kitchen", "ada@localhost"] + present, by: ben)
    for journal in [ben, ada] { try journal.sync() }
    try ada.output("edit", bread, "--body", "Wheat.")
    for journal in [ada, ben] { try journal.sync() }
    #expect(try ben.entries().first { $0.title == "Bread" }?.body == "Wheat.")
  }
}
