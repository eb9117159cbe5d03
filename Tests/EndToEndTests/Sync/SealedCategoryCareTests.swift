import Foundation
import ScreenKit
import Synchronization
import Testing

/// What was found in sharing categories from encrypted journals by those who tried and read it, and stays mended.
@Suite final class SealedCategoryCareTests: SealedPeople {
  @Test(.enabled(if: DiskLog.hasCompiler, "a C compiler is needed"))
  func sharingThatWasBegunIsStoppedWhateverBecameOfTheCategory() throws {
    _ = try file("Run", "About it.", in: "Health", by: ada)
    try ada.sync()
    let attic = try another(of: "ada", ada)
    // The ring is there, and neither those invited nor the list.
    let sharing = ["share", "--category", "Health", "--with", Self.benAddress, "--yes"]
    #expect(try !ProgramKiller.survives(sharing, by: ada, at: 3, of: .request("records/modify")))
    let refused = try ada.start(["categories", "rm", "Health", "--yes"]).finish()
    #expect(refused.status != .success && refused.errors.contains("share stop"), "\(refused)")
    // Another computer that has not heard of it throws it away all the same.
    try say(["categories", "rm", "Health", "--yes"], by: attic)
    _ = try attic.run("sync")
    let told = try ada.run("sync")
    #expect(told.errors.contains("cloudjournal share stop “Health”"), "\(told)")
    // As it is said, and by its bare name.
    try say(["share", "stop", "“Health”"], by: ada)
    try ada.sync()
    #expect(try ada.run("share", "stop", "Health").status == .code(1))
    let after = try ada.run("sync")
    #expect(after.status == .success && !after.errors.contains("share stop"), "\(after)")
    try say(["categories", "restore", "Health"], by: ada)
    try say(["categories", "rm", "Health", "--yes"], by: ada)
  }

  @Test func aCategoryThatIsRenamedIsCalledSoByThoseWhoHaveIt() throws {
    _ = try file("Run", "About it.", in: "Health", by: ada)
    try open(try share(category: "Health", with: Self.benAddress), by: ben)
    try ada.sync()
    #expect(try titles(ben) == ["Run"])
    try say(["categories", "edit", "Health", "--name", "Sports canarysports"], by: ada)
    try ada.sync()
    _ = try ben.run("sync")
    let list = try ben.output("share", "list")
    #expect(list.contains("Sports canarysports") && !list.contains("Health"), "\(list)")
    // A link from now on says so, and inviting brings the former name back nowhere.
    let link = try share(category: "Sports canarysports", with: Self.cleoAddress)
    let asked = try cleo.run("open", link)
    #expect(asked.errors.contains("“Sports canarysports”, a category"), "\(asked)")
    try open(link, by: cleo)
    #expect(try shared(with: cleo).map(\.category) == ["Sports canarysports"])
    // Nothing is to be done once it is: no request changes anything any more.
    try ada.sync()
    let requests = DiskLog.hasCompiler ? try ProgramKiller.requests(["sync"], by: ada) : []
    #expect(!requests.contains { $0.contains("records/modify") }, "\(requests)")
    #expect(try found(["canarysports"]).isEmpty)
  }

  @Test func whatLiesInTheTrashIsNotShared() throws {
    let run = try file("Run canaryrun", "About it.", in: "Health", by: ada)
    let swim = try file("Swim canaryswim", "About it.", in: "Health", by: ada)
    try say(["rm", swim, "--yes"], by: ada)
    try open(try share(category: "Health", with: Self.benAddress), by: ben)
    try ada.sync()
    #expect(try titles(ben) == ["Run canaryrun"])
    let folder = Self.guestFolder(of: ben)
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
    for file in files {
      let data = FileManager.default.contents(atPath: "\(folder)/\(file)") ?? Data()
      #expect(data.range(of: Data("canaryswim".utf8)) == nil, "\(file)")
    }
    // Thrown away it goes from those who have it, and restored it comes back to them.
    try say(["rm", run, "--yes"], by: ada)
    try ada.sync()
    #expect(try titles(ben).isEmpty)
    for id in [run, swim] { try say(["trash", "restore", id], by: ada) }
    try ada.sync()
    #expect(try titles(ben) == ["Run canaryrun", "Swim canaryswim"])
    #expect(try ada.run("status").status == .success && ben.run("status").status == .success)
    #expect(try found(["canaryrun", "canaryswim"]).isEmpty)
  }

  @Test func whatTheServerRefusesIsSaidOnceAndIsNoInterruption() throws {
    let proxy = try HostileProxy(to: server.port)
    defer { proxy.close() }
    try server.run("user", "add", "dora", "--password-stdin", input: TestServer.password + "\n")
    let token = try #require(try server.run("session", "add", "dora").split(separator: "\n").last)
    let dora = try TestJournal()
    let signedIn = try dora.start(
      ["account", "sign-in", "--server", proxy.url, "--code"], input: "\(token)\n"
    ).finish()
    #expect(signedIn.status == .success, "\(signedIn)")
    try dora.sync()
    // The first one, with which the folder is made, and one beside what is there.
    for (number, title) in ["Trip", "Heron"].enumerated() {
      let link = try share(try write(title, "Words.", by: ada), with: "dora@localhost", by: ada)
      let known = String(link.split(separator: "/").last ?? "")
      proxy.answer { request in
        guard request.operation == "records/accept" else { return nil }
        return .json(#"{"serverErrorCode":"THROTTLED","reason":"planted refusal"}"#, status: 429)
      }
      let refused = try dora.start(["open", "--yes", "-"], input: known + "\n").finish()
      #expect(refused.status != .success && refused.errors.contains("lanted refusal"), "\(refused)")
      proxy.answer { _ in nil }
      let synced = try dora.run("sync")
      #expect(synced.status == .success && !synced.errors.contains("interrupted"), "\(synced)")
      #expect(try shared(with: dora).count == number && guestFolders(of: dora).isEmpty == (number == 0))
      try say(["open", "--yes", "-"], by: dora, input: known + "\n")
      #expect(try shared(with: dora).contains { $0.title == title })
      try ada.sync()
      try dora.sync()
    }
  }

  /// The attic lets Ben in; the laptop, which has not heard of that, takes the cellar out and replaces the keys.
  @Test func aComputerGoesOnThatLetAPersonInWhileTheKeysWereReplaced() throws {
    let proxy = try HostileProxy(to: server.port)
    defer { proxy.close() }
    let attic = try TestJournal()
    let token = try #require(try server.run("session", "add", "ada").split(separator: "\n").last)
    _ = try attic.start(["account", "sign-in", "--server", proxy.url, "--code"], input: "\(token)\n").finish()
    try attic.output("account", "recovery", "--enter", input: try ada.output("account", "recovery"))
    try attic.sync()
    let cellar = try another(of: "ada", ada)
    let trip = try write("Trip", "Before.", by: ada)
    try open(try share(trip, with: Self.cleoAddress, by: ada), by: cleo)
    try ada.sync()
    try open(try share(trip, with: Self.benAddress, "--read-write", by: ada), by: ben)
    let id = try #require(try cellar.readers().first { $0.current }).id
    // The keys are replaced while the attic saves whom it lets in.
    let isAwaited = Mutex(true)
    // The test waits for the attic meanwhile.
    nonisolated(unsafe) let laptop = ada
    proxy.answer { request in
      guard request.operation == "records/modify",
        String(decoding: request.body, as: UTF8.self).contains("ShareKeys"),
        isAwaited.withLock({ isAwaited in
          defer { isAwaited = false }
          return isAwaited
        })
      else { return nil }
      do {
        let removed = try laptop.start(["account", "keys", "--remove", id, "--yes"]).finish()
        #expect(removed.status == .success, "\(removed)")
      } catch { Issue.record(error) }
      return nil
    }
    let came = try attic.run("sync")
    #expect(came.errors.contains("\(Self.benAddress) is in now"), "\(came)")
    try cleo.sync()
    try ben.sync()
    try ada.output("edit", trip, "--body", "After.")
    for _ in 0..<2 { _ = try ada.run("sync") }
    // The laptop let him in once more, in another log: the attic goes on with that.
    _ = try attic.run("sync")
    #expect(try attic.entries().first { $0.id == trip }?.body == "After.")
    try attic.output("edit", trip, "--body", "From the attic.")
    try attic.sync()
    try ada.sync()
    #expect(try ada.entries().first { $0.id == trip }?.body == "From the attic.")
    // The others compare the words, as after any other replaced key, and go on as well.
    for (guest, address) in [(ben, Self.benAddress), (cleo, Self.cleoAddress)] {
      _ = try guest.run("sync")
      let told = try guest.run("edit", trip, "--body", "Mine.")
      #expect(told.errors.contains("share verify"), "\(told)")
      let words = try ada.output("share", "verify", trip, address).split(whereSeparator: \.isWhitespace)
      try say(["share", "verify", trip, "ada@localhost"] + words.map(String.init), by: guest)
      try guest.sync()
      #expect(try shared(with: guest).map(\.body) == ["From the attic."])
    }
    try ben.output("edit", trip, "--body", "From Ben.")
    for journal in [ben, attic, ada, cleo] { try journal.sync() }
    #expect(try ada.entries().first { $0.id == trip }?.body == "From Ben.")
    #expect(try shared(with: cleo).map(\.body) == ["From Ben."])
  }
}
