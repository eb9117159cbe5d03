import Foundation
import ScreenKit
import Testing

/// What was found in sealed sharing by those who tried and read it, and stays mended.
@Suite final class SealedSharingCareTests: SealedPeople {
  private func remove(_ computer: TestJournal, by other: TestJournal) throws {
    let id = try #require(try computer.readers().first { $0.current }).id
    try say(["account", "keys", "--remove", id, "--yes"], by: other)
  }

  // MARK: The owner's computers

  @Test(.enabled(if: DiskLog.hasCompiler, "a C compiler is needed"))
  func aComputerWithAnOldListTakesNoPersonOut() throws {
    let attic = try another(of: "ada", ada)
    let trip = try write("Trip", "Words.", by: ada)
    try open(try share(trip, with: Self.benAddress, by: ada), by: ben)
    // The attic knows that Ben has come, and did not get to letting him in.
    let modify = ProgramKiller.Step.request("records/modify")
    #expect(try !ProgramKiller.survives(["sync"], by: attic, at: 1, of: modify))
    try ada.sync()
    try open(try share(trip, with: Self.cleoAddress, by: ada), by: cleo)
    try ada.sync()
    // It goes on with that before it hears of Cleo.
    let theirs = try write("Cleo’s", "Hers.", by: cleo)
    try open(try share(theirs, with: "ada@localhost", by: cleo), by: attic)
    for computer in [attic, ada] { try computer.sync() }
    let people = try ada.output("share", "people", trip)
    #expect(people.contains(Self.benAddress) && people.contains(Self.cleoAddress), "\(people)")
    try ada.output("edit", trip, "--body", "After.")
    try ada.sync()
    for guest in [ben, cleo] {
      try guest.sync()
      #expect(try shared(with: guest).map(\.body) == ["After."])
    }
  }

  @Test func newLinksArePrintedByWhatElseMakesThem() throws {
    let attic = try another(of: "ada", ada)
    let cellar = try another(of: "ada", ada)
    let trip = try write("Trip", "Words.", by: ada)
    let cleos = try share(trip, with: Self.cleoAddress, by: ada)
    let theirs = try write("Ben’s", "His.", by: ben)
    let link = try share(theirs, with: "ada@localhost", by: ben)
    try ada.sync()
    // The next look at what is shared makes another key, whichever command has it.
    try remove(attic, by: ada)
    let opening = try ada.start(screen: ["open", "--yes", link], rows: 24, columns: 150)
    try opening.wait(for: "Send these in their place")
    try opening.wait(for: "\(Self.cleoAddress)  cloudjournal://")
    let second = try ada.output("share", "link", trip).trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(second != cleos)
    try remove(cellar, by: ada)
    let leaving = try ada.start(screen: ["share", "leave", "--yes", theirs], rows: 24, columns: 150)
    try leaving.wait(for: "Send these in their place")
    #expect(try ada.output("share", "link", trip).trimmingCharacters(in: .whitespacesAndNewlines) != second)
  }

  @Test(.enabled(if: DiskLog.hasCompiler, "a C compiler is needed"))
  func betweenTheListAndItsRingWhatOthersSentIsFetched() throws {
    let trip = try write("Trip", "Before.", by: ada)
    try open(try share(trip, with: Self.benAddress, "--read-write", by: ada), by: ben)
    try ada.sync()
    try ben.sync()
    // The ring is emptied, and the list still there; then the entry lies under the key of the journal, and the list is still there.
    let modify = ProgramKiller.Step.request("records/modify")
    #expect(try !ProgramKiller.survives(["share", "stop", trip], by: ada, at: 3, of: modify))
    #expect(try !ProgramKiller.survives(["sync"], by: ada, at: 3, of: modify))
    let requests = try ProgramKiller.requests(["sync"], by: ada)
    let changes = requests.indices.filter { requests[$0].contains("records/modify") }
    #expect(changes.count == 2, "\(requests)")
    let (list, ring) = try (#require(changes.first), #require(changes.last))
    #expect(requests[list..<ring].contains { $0.contains("changes/zone") }, "\(requests)")
    #expect(try ada.run("share", "people", trip).status == .code(1))
  }

  // MARK: A guest's computers

  /// What was opened is told to a person's other computers in a zone of their own, which is not there yet.
  @Test func aLinkIsOpenedRightAfterSigningIn() throws {
    let link = try share(try write("Trip", "Words.", by: ada), with: "dora@localhost", by: ada)
    // Who shares it knows what it is called, which the server does not.
    #expect(try ada.run("open", link).errors.contains("“Trip” is yours."))
    try server.run("user", "add", "dora", "--password-stdin", input: TestServer.password + "\n")
    let dora = try TestJournal()
    let token = try #require(try server.run("session", "add", "dora").split(separator: "\n").last)
    try say(["account", "sign-in", "--server", server.url, "--code"], by: dora, input: "\(token)\n")
    try open(link, by: dora)
    #expect(try shared(with: dora).map(\.title) == ["Trip"])
  }

  @Test func whoIsInvitedAgainKeepsWhatTheyMayDo() throws {
    let trip = try write("Trip", "Words.", by: ada)
    try open(try share(trip, with: Self.benAddress, "--read-write", by: ada), by: ben)
    try ada.sync()
    let again = try say(["share", trip, "--with", Self.benAddress, "--yes"], by: ada)
    #expect(again.errors.contains("is in already, and reads and writes as before."), "\(again)")
    #expect(!again.errors.contains("No link"), "\(again)")
    try ben.sync()
    try ben.output("edit", trip, "--body", "Ben writes.")
    try ben.sync()
    let less = try say(["share", trip, "--with", Self.benAddress, "--read-only", "--yes"], by: ada)
    #expect(less.errors.contains("only reads from now on, and read and wrote before."), "\(less)")
    try ben.sync()
    #expect(try ben.run("edit", trip, "--body", "Not any more.").status == .code(1))
    #expect(try ada.entries().map(\.body) == ["Ben writes."])
  }

  @Test func aFileThatCannotBeReadStopsNothingElse() throws {
    let attic = try another(of: "ben", ben)
    try open(try share(try write("Trip", "Words.", by: ada), with: Self.benAddress, by: ada), by: ben)
    let folder = try #require(try guestFolders(of: ben).first)
    try open(try share(try write("Heron", "Grey.", by: cleo), with: Self.benAddress, by: cleo), by: ben)
    let place = Self.guestFolder(of: attic) + "/" + folder
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try Data(repeating: 88, count: 8192).write(to: URL(fileURLWithPath: place + "/journal.sqlite"))
    let came = try attic.run("sync")
    #expect(came.errors.contains("shares “Heron” with you"), "\(came)")
    try FileManager.default.removeItem(atPath: place)
    try attic.sync()
    #expect(Set(try shared(with: attic).map(\.title)) == ["Trip", "Heron"])
  }

  @Test(.enabled(if: DiskLog.hasCompiler, "a C compiler is needed"))
  func aFolderWithoutKeysIsNotSynchronisedPlainAndGoes() throws {
    let trip = try write("Trip canarytrip", "Words.", by: ada)
    let link = try share(trip, with: Self.benAddress, "--read-write", by: ada)
    // Accepted, and no other computer was told.
    let look = ProgramKiller.Step.request("changes/database")
    #expect(try !ProgramKiller.survives(["open", "--yes", "-"], by: ben, input: link + "\n", at: 1, of: look))
    let folder = try #require(try guestFolders(of: ben).first)
    let place = Self.guestFolder(of: ben) + "/" + folder
    for name in try FileManager.default.contentsOfDirectory(atPath: place) where name.hasPrefix("journal.sqlite") {
      try FileManager.default.removeItem(atPath: place + "/" + name)
    }
    try Data().write(to: URL(fileURLWithPath: place + "/journal.sqlite"))
    try ben.sync()
    #expect(try guestFolders(of: ben).isEmpty)
    try open(link, by: ben)
    try ada.sync()
    try ben.sync()
    try ben.output("edit", trip, "--body", "Ben canaryben.")
    try ben.sync()
    try ada.sync()
    #expect(try ada.entries().map(\.body) == ["Ben canaryben."])
    #expect(try found(["canarytrip", "canaryben"]).isEmpty)
    // The same where another computer tells of it: it is made whole.
    let attic = try another(of: "ben", ben)
    let there = Self.guestFolder(of: attic) + "/" + folder
    try FileManager.default.removeItem(atPath: there)
    try FileManager.default.createDirectory(atPath: there, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: there + "/journal.sqlite"))
    try attic.sync()
    #expect(try shared(with: attic).map(\.body) == ["Ben canaryben."])
  }

  @Test func afterAnotherKeyAProgramThatIsOpenTellsOfSharesAnew() throws {
    let trip = try write("Trip", "Before.", by: ada)
    try open(try share(trip, with: Self.benAddress, by: ada), by: ben)
    try ada.sync()
    try ben.sync()
    let watch = try ben.start(["sync", "--watch"], prefix: ["sh", "-c", "exec \"$@\" 2>&1", "sh"])
    // It has looked at what others share once what was written meanwhile is here.
    try ada.output("edit", trip, "--body", "After.")
    try ada.sync()
    for _ in 0..<400 where try shared(with: ben).first?.body != "After." {}
    #expect(try shared(with: ben).map(\.body) == ["After."])
    try say(["account", "keys", "--new-key"], by: ben)
    let cellar = try another(of: "ben", ben)
    for _ in 0..<12 where try shared(with: cellar).isEmpty { _ = try cellar.run("sync") }
    #expect(try shared(with: cellar).map(\.body) == ["After."])
    watch.signal(SIGTERM)
    _ = try watch.finish()
  }
}
