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
    try journal.output("lock", "--set-up", "--passphrase-file", file, "--yes")
    #expect(try journal.page("list", "--json").items.map(\.title) == ["zqcanary one."])
    try journal.output("lock")
    for command in [["list", "--json"], ["show", "last", "--json"], ["stats", "--json"], ["doctor", "--json"]] {
      let outcome = try journal.start(command).finish()
      #expect(outcome.status != .success && outcome.output.contains(#""code":"locked""#), "\(command): \(outcome)")
      #expect(outcome.errors.contains("cloudjournal unlock"))
    }
    #expect(
      try journal.output("lock", "--status", "--json") == #"{"ok":true,"encrypted":true,"locked":true,"waiting":0}"#
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

  @Test func theScreenAsksForThePassphrase() throws {
    let journal = try TestJournal()
    try journal.output("zqcanary one")
    try journal.output("lock", "--set-up", "--passphrase-file", try passphrase(journal))
    try journal.output("lock")
    let screen = try journal.open()
    // What is typed before is thrown away.
    try screen.wait(for: "nothing is shown while you type")
    screen.type("zqfour words together\r")
    try screen.wait(for: "zqcanary one")
    screen.type("q")
    try journal.output("lock")
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
