import Foundation
import ScreenKit
import Testing

@Suite struct BrokenJournalTests {
  @Test func aFileThatIsNoDatabaseIsLeftAlone() throws {
    let journal = try TestJournal()
    let text = "this is somebody's letter, not a database"
    try journal.sandbox.write("data/cloudjournal/journals/Personal/journal.sqlite", text.utf8)
    for arguments in [["list"], ["a captured line"], ["doctor"]] {
      let outcome = try journal.start(arguments).finish()
      #expect(outcome.status != .success, "\(arguments)")
      #expect(outcome.errors.contains(journal.databasePath), "\(arguments): \(outcome.errors)")
    }
    #expect(try journal.sandbox.read("data/cloudjournal/journals/Personal/journal.sqlite") == text)
  }

  @Test func theJournalIsPrivate() throws {
    let journal = try TestJournal()
    try journal.output("a private line")
    let folder = "data/cloudjournal/journals/Personal"
    for (path, mode) in [(journal.databasePath, 0o600), (journal.sandbox.path(folder), 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
    }
  }

  @Test func readOnlyWritesNothing() throws {
    let journal = try TestJournal()
    try journal.output("a line")
    let outcome = try journal.run("--read-only", "another line")
    #expect(outcome.status != .success && !outcome.errors.isEmpty)
    #expect(try journal.page("list", "--json", "--read-only").count == 1)
  }

  @Test func anUnknownSettingIsNamedWithItsPlace() throws {
    let journal = try TestJournal()
    try journal.sandbox.write("config/cloudjournal/config.toml", "no_such_setting = 1\n".utf8)
    let outcome = try journal.run("list")
    #expect(outcome.errors.contains("no_such_setting") && outcome.errors.contains("config.toml"), "\(outcome)")
  }
}
