import Foundation
import ScreenKit
import Testing

/// A journal with pictures and an account that is encrypted on the disk, by the real program and the real server.
@Suite struct LockedSyncTests {
  let server: TestServer
  let laptop: TestJournal
  let attic: TestJournal
  private static let words = "zqfour words together\n"

  init() throws {
    server = try TestServer()
    laptop = try TestJournal()
    attic = try TestJournal()
  }

  private func setUp(_ journal: TestJournal) throws {
    try journal.output("lock", "--set-up", "--yes", "--passphrase-file", "-", input: Self.words)
  }

  /// Files with some words in them, but for those in the person's own folder.
  private func places(of words: String, in journal: TestJournal) throws -> [String] {
    let root = journal.sandbox.path("")
    let names = FileManager.default.enumerator(atPath: root)?.allObjects.compactMap { $0 as? String } ?? []
    return names.filter { name in
      !name.hasPrefix("home/")
        && FileManager.default.contents(atPath: root + "/" + name)?.range(of: Data(words.utf8)) != nil
    }
  }

  @Test(arguments: [true, false])
  func anAccountIsLockedWithItsJournal(isSealed: Bool) throws {
    for journal in [laptop, attic] {
      if isSealed {
        try journal.signInSealed(to: server)
        try journal.getKeys(of: server)
      } else {
        try journal.signInPlain(to: server)
      }
    }
    let picture = try laptop.importPicture(
      title: "zqcanary heron", body: "It stood still.", caption: "zqcanary.jpg", category: "zqcanary")
    try setUp(laptop)
    for words in ["zqcanary", PictureOfTests.mark] { #expect(try places(of: words, in: laptop) == [], "\(words)") }
    #expect(try places(of: "webAuthToken", in: laptop) == [] && places(of: server.url, in: laptop) == [])
    #expect(laptop.picture(picture) == nil)
    // It goes up out of the vault, and comes into one.
    try laptop.sync()
    try setUp(attic)
    try attic.sync()
    try attic.output("sync", "--once", "--all-images")
    let whole = Data(PictureOfTests.bytes)
    for words in ["zqcanary", PictureOfTests.mark] { #expect(try places(of: words, in: attic) == [], "\(words)") }
    #expect(attic.picture(picture) == nil)
    #expect(try attic.output("doctor").contains("1 picture at hand and sound"))

    // While it is locked nothing is asked of the server, and words are still taken.
    try attic.output("lock")
    for command in [["sync", "--once"], ["status"], ["account"], ["account", "keys"], ["images", "last"]] {
      let outcome = try attic.start(command).finish()
      #expect(outcome.status != .success && outcome.errors.contains("is locked"), "\(command): \(outcome)")
    }
    #expect(try attic.output("journals").contains("Personal"))
    let written = try attic.run("zqcanary written while locked")
    #expect(written.status == .success && written.errors.contains("sealed"), "\(written)")
    #expect(try places(of: "zqcanary", in: attic) == [])
    try attic.output("unlock", "--passphrase-file", "-", input: Self.words)
    try attic.sync()
    try laptop.sync()
    #expect(try laptop.entries().count == 2)

    // Both ends plain again: the same files as ever.
    try attic.output("lock", "--remove", "--passphrase-file", "-", input: Self.words)
    #expect(attic.picture(picture) == whole)
    try attic.sync()
    try laptop.output("lock", "--remove", "--passphrase-file", "-", input: Self.words)
    #expect(laptop.picture(picture) == whole)
    try laptop.sync()
    #expect(try laptop.run("status").status == .success)
  }

  @Test func theRecoveryKeyOfTheAccountOpensIt() throws {
    try laptop.signInSealed(to: server)
    try laptop.getKeys(of: server)
    let recovery = try #require(server.recovery)
    try laptop.output("zqcanary one")
    try setUp(laptop)
    try laptop.output("lock")
    let wrong = try laptop.run("unlock", "--recovery", "--passphrase-file", "-", input: "QQQQ QQQQ\n")
    #expect(wrong.status != .success, "\(wrong)")
    try laptop.output("unlock", "--recovery", "--passphrase-file", "-", input: recovery + "\n")
    #expect(try laptop.entries().count == 1)
    // Another recovery key takes the place of the first one.
    let next = try laptop.output("account", "recovery", "--new")
    try laptop.output("lock")
    let former = try laptop.run("unlock", "--recovery", "--passphrase-file", "-", input: recovery + "\n")
    #expect(former.errors.contains("That is not the recovery key of this journal."), "\(former)")
    try laptop.output(
      "lock", "--change", "--recovery", "--passphrase-file", "-",
      input: next.trimmingCharacters(in: .newlines) + "\nzqanother phrase\n")
    try laptop.output("unlock", "--passphrase-file", "-", input: "zqanother phrase\n")
    #expect(try laptop.output("lock", "--status").contains("recovery key"))
    try laptop.output("lock")
  }

  @Test func anAccountThatComesLaterGivesItsRecoveryKey() throws {
    try laptop.output("zqcanary one")
    try setUp(laptop)
    #expect(try laptop.output("lock", "--status", "--json").contains(#""recovery":false"#))
    let none = try laptop.run("unlock", "--recovery", "--passphrase-file", "-", input: "QQQS\n")
    #expect(none.errors.contains("No recovery key opens"), "\(none)")
    try laptop.signInSealed(to: server)
    try laptop.getKeys(of: server)
    #expect(try laptop.output("lock", "--status", "--json").contains(#""recovery":true"#))
    try laptop.sync()
    #expect(try places(of: "zqcanary", in: laptop) == [])
    try laptop.output("lock")
    try laptop.output("unlock", "--recovery", "--passphrase-file", "-", input: try #require(server.recovery) + "\n")
    try laptop.output("lock")
  }

  @Test func onesOwnPictureIsAttachedToALockedJournalOnceItIsUnlocked() throws {
    let file = try laptop.sandbox.write("home/canal.jpg", PictureSamples.photograph)
    try laptop.output("zqcanary one")
    try setUp(laptop)
    try laptop.output("lock")
    let refused = try laptop.run("zqcanary two", "--image", file)
    #expect(refused.status != .success && refused.errors.contains("is locked"), "\(refused)")
    try laptop.output("unlock", "--passphrase-file", "-", input: Self.words)
    try laptop.output("attach", "last", file)
    let photograph = try Data(contentsOf: URL(filePath: file))
    let listed = try laptop.output("images", "last")
    #expect(listed.contains("canal.jpg") && listed.contains(" × ") && !listed.contains("cannot"), "\(listed)")
    let kept =
      FileManager.default.enumerator(atPath: laptop.file("images"))?.allObjects.compactMap { $0 as? String } ?? []
    let pictures = kept.filter { $0.count == 80 }
    #expect(pictures.count == 1 && !kept.contains { $0.hasPrefix("unfinished") }, "\(kept)")
    for name in pictures {
      let bytes = try #require(FileManager.default.contents(atPath: laptop.file("images/" + name)))
      #expect(bytes.starts(with: Data("CJV".utf8)) && bytes.range(of: photograph.prefix(20)) == nil)
    }
    // The screen draws it, and leaves no drawing behind.
    let screen = try laptop.open()
    try screen.wait(for: "canal.jpg")
    screen.type("q")
    let cache = laptop.sandbox.path("cache/cloudjournal/pictures")
    #expect(!FileManager.default.fileExists(atPath: cache) || FileManager.default.subpaths(atPath: cache) == [])
    try laptop.output("export", "--format", "markdown", "-o", laptop.sandbox.path("home/out") + "/")
    let exported = FileManager.default.subpaths(atPath: laptop.sandbox.path("home/out/images")) ?? []
    #expect(exported == ["canal.jpg"], "\(FileManager.default.subpaths(atPath: laptop.sandbox.path("home/out")) ?? [])")
    try laptop.output("lock")
  }
}
