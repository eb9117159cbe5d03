import Foundation
import ScreenKit
import Testing

/// The commands `lock` and `unlock`, by the real program.
@Suite struct LockedJournalTests {
  private static let folder = "data/cloudjournal/journals/Personal"

  private func passphrase(_ journal: TestJournal, _ words: String = "zqfour words together") throws -> String {
    try journal.sandbox.write("home/passphrase", "\(words)\n".utf8)
    return journal.sandbox.path("home/passphrase")
  }

  @Test func aJournalIsEncryptedLockedAndPlainAgain() throws {
    let journal = try TestJournal()
    try journal.output("zqcanary one. In the text.")
    try journal.output("backup")
    let file = try passphrase(journal)
    #expect(try journal.output("lock", "--status").contains("plain on the disk"))
    // A plain journal has no passphrase to ask for.
    let plain = try journal.start(["unlock"]).finish()
    #expect(plain.status != .success && plain.errors.contains("is not encrypted on the disk"), "\(plain)")
    try journal.output("lock", "--set-up", "--passphrase-file", file, "--yes")
    #expect(try journal.page("list", "--json").items.map(\.title) == ["zqcanary one."])
    try journal.output("lock")
    for command in [["list", "--json"], ["show", "last", "--json"], ["stats", "--json"], ["doctor", "--json"]] {
      let outcome = try journal.start(command).finish()
      #expect(outcome.status != .success && outcome.output.contains(#""code":"locked""#), "\(command): \(outcome)")
      #expect(outcome.errors.contains("cloudjournal unlock"))
    }
    #expect(
      try journal.output("lock", "--status", "--json")
        == #"{"ok":true,"encrypted":true,"locked":true,"waiting":0,"recovery":false}"#
        + "\n")
    let written = try journal.run("zqcanary two while locked")
    #expect(written.status == .success && written.errors.contains("sealed"), "\(written)")
    let names = FileManager.default.enumerator(atPath: journal.sandbox.path("data"))?.allObjects as? [String] ?? []
    #expect(names.contains { $0.contains("inbox/") })
    for name in names where !name.hasSuffix("Personal") {
      let path = journal.sandbox.path("data/" + name)
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else { continue }
      #expect(try Data(contentsOf: URL(filePath: path)).range(of: Data("zqcanary".utf8)) == nil, "\(name)")
    }
    let wrong = try journal.run("unlock", "--passphrase-file", "-", "--json", input: "another one\n")
    #expect(wrong.status != .success && wrong.errors.contains("That is not the passphrase."))
    try journal.output("unlock", "--for", "10m", "--passphrase-file", "-", input: "zqfour words together\n")
    #expect(try journal.page("list", "--json").items.count == 2)
    try journal.output(
      "lock", "--change", "--passphrase-file", "-", input: "zqfour words together\nzqother words here\n")
    try journal.output("lock")
    try journal.output("lock", "--remove", "--passphrase-file", "-", input: "zqother words here\n")
    #expect(try journal.page("list", "--json").items.count == 2)
    #expect(try journal.output("lock", "--status").contains("plain on the disk"))
  }

  /// At a terminal a wrong passphrase is asked for again, twice; a new one that was mistyped is typed anew.
  @Test func aMistypedPassphraseIsAskedForAgain() throws {
    let journal = try TestJournal()
    try journal.output("zqcanary one")
    func answer(_ screen: Screen, _ words: [String]) throws {
      for (place, words) in words.enumerated() {
        try screen.wait(until: "question \(place + 1) is asked") {
          $0.outputText.components(separatedBy: "while you type):").count == place + 2
        }
        screen.type(words + "\r")
      }
    }
    let making = try journal.start(screen: ["lock", "--set-up", "--yes"], rows: 24, columns: 100)
    try answer(
      making, ["short", "zqfour words together", "zqfour words", "zqfour words together", "zqfour words together"])
    try making.wait(forOutput: "is encrypted on the disk")
    #expect(making.outputText.contains("too short") && making.outputText.contains("two different passphrases"))
    #expect(try making.waitForExit() == .success)
    try journal.output("lock")
    for (typed, isRight) in [(["no", "zqfour words together"], true), (["no", "no", "no"], false)] {
      let screen = try journal.start(screen: ["unlock"], rows: 24, columns: 100)
      try answer(screen, typed)
      #expect((try screen.waitForExit() == .success) == isRight)
      #expect(screen.outputText.contains("That is not the passphrase. Type it again."))
      if isRight { try journal.output("lock") }
    }
  }

  @Test func theScreenAsksForThePassphrase() throws {
    let journal = try TestJournal()
    try journal.output("zqcanary one")
    try journal.output("lock", "--set-up", "--passphrase-file", try passphrase(journal))
    try journal.output("lock")
    let screen = try journal.open()
    try screen.wait(for: "“Personal” is locked")
    screen.type("another one\r")
    try screen.wait(for: "That is not the passphrase.")
    screen.type("zqfour words together\r")
    try screen.wait(for: "zqcanary one")
    // A key locks it: the process that has read the journal is another program's then (``LockedMemoryTests``).
    screen.type("\u{1B}l")
    try screen.wait(for: "“Personal” is locked")
    #expect(!screen.text.contains("zqcanary"))
    #expect(try journal.output("lock", "--status").contains("locked."))
    screen.type("zqfour words together\r")
    try screen.wait(for: "zqcanary one")
    // Another program locks it.
    #expect(try journal.run("lock").errors.contains("is locked."))
    try screen.wait(for: "“Personal” is locked")
    screen.press(.escape)
    #expect(try screen.waitForExit() == .success)
    #expect(screen.leakedModes.isEmpty)
  }

  /// The screen goes to another journal and back: where the kernel keeps no key it asks for the passphrase again.
  @Test func goingToAnotherJournalForgetsTheKey() throws {
    let journal = try TestJournal()
    try journal.output("zqcanary one")
    try journal.output("--journal", "Work", "At work")
    try journal.sandbox.write("config/cloudjournal/config.toml", "[lock]\nkeep = \"0\"\n".utf8)
    let set = try journal.run("lock", "--set-up", "--passphrase-file", try passphrase(journal))
    #expect(set.status == .success && !set.errors.contains("eight hours"), "\(set)")
    // No command has the key of another one.
    #expect(try journal.run("list").errors.contains("is locked."))
    let screen = try journal.open()
    try screen.wait(for: "“Personal” is locked")
    screen.type("zqfour words together\r")
    try screen.wait(for: "zqcanary one")
    #expect(try journal.run("list").errors.contains("is locked."))
    screen.type("@")
    try screen.wait(for: "Switch journal")
    screen.type("work\r")
    try screen.wait(for: "Work  ›", "At work")
    #expect(!screen.text.contains("zqcanary"))
    screen.type("@")
    try screen.wait(for: "✓ Work")
    screen.type("personal\r")
    try screen.wait(for: "“Personal” is locked")
    screen.type("zqfour words together\r")
    try screen.wait(for: "zqcanary one")
    try screen.leave()
  }

  /// A process that runs for long gives the key up with all others.
  @Test func synchronisingEndsWithTheLock() throws {
    let server = try TestServer()
    let journal = try TestJournal()
    try journal.signIn(to: server)
    try journal.output("zqcanary one")
    try journal.output("lock", "--set-up", "--passphrase-file", try passphrase(journal))
    let watch = try journal.start(["sync", "--watch"], prefix: ["sh", "-c", "exec \"$@\" 2>&1", "sh"])
    // It says nothing before the work is its own.
    _ = try watch.waitForLine { _ in true }
    try journal.output("lock")
    let outcome = try watch.finish()
    #expect(outcome.status == .code(1), "\(outcome)")
    #expect(outcome.output.contains("cloudjournal unlock") && outcome.output.contains("start again"), "\(outcome)")
    #expect(!outcome.output.contains("zqcanary"))
    #expect(try journal.run("list").status == .code(1))
  }

  @Test func aBackupIsEncryptedTooAndOpensAsAJournal() throws {
    let journal = try TestJournal()
    try journal.output("zqcanary one")
    try journal.output("lock", "--set-up", "--passphrase-file", try passphrase(journal))
    let copy = journal.sandbox.path("home/copy/journal.sqlite")
    try journal.output("backup", "-o", copy)
    #expect(try Data(contentsOf: URL(filePath: copy)).range(of: Data("zqcanary".utf8)) == nil)
    try FileManager.default.moveItem(
      atPath: copy + ".vault.json", toPath: journal.sandbox.path("home/copy/vault.json"))
    #expect(
      try journal.output("list", "--short", "--journal", journal.sandbox.path("home/copy")).contains("zqcanary one"))
    try journal.output("lock")
  }
}
