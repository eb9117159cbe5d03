import Foundation
import ScreenKit
import Testing

/// Answers in JSON are one family: `ok` first, names in camelCase.
@Suite struct JSONFamilyTests {
  /// Names that scripts of older versions read, kept beside the new ones.
  private static let kept: Set<String> = ["next_cursor", "has_more"]

  @Test func everyAnswerBeginsWithOkAndIsCamelCase() throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "One", "--mood", "happy", "--category", "Home", "--tag", "x")
    try journal.output("new", "--title", "Two")
    try journal.output("rm", "--yes", "last")
    try journal.output("categories", "add", "Work")
    try journal.output("categories", "rm", "--yes", "Work")
    for arguments in [
      ["list"], ["search", "one"], ["show", "last"], ["stats"], ["status"], ["tags"], ["categories"], ["trash"],
      ["history", "last"], ["journals"], ["doctor"], ["keys"], ["images", "last"], ["account"],
    ] {
      let outcome = try journal.start(arguments + ["--json"]).finish()
      #expect(outcome.output.hasPrefix("{\"ok\":"), "\(arguments): \(outcome)")
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(outcome.outputBytes)) as? [String: Any], "\(arguments)")
      for name in names(object) where !JSONFamilyTests.kept.contains(name) {
        #expect(!name.contains("_"), "\(arguments): \(name)")
      }
    }
  }

  @Test func aPageHasItsEndUnderBothNames() throws {
    let journal = try TestJournal()
    for title in ["One", "Two"] { try journal.output("new", "--title", title) }
    let text = try journal.output("list", "--json", "-n", "1")
    let page = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(page["hasMore"] as? Bool == true && page["has_more"] as? Bool == true)
    let next = try #require(page["nextCursor"] as? String)
    #expect(page["next_cursor"] as? String == next)
    #expect(try journal.output("list", "--short", "-n", "1", "--cursor", next).contains("One"))
  }

  /// Programs write an empty word where there is no mood, and a category may have a name that shows nothing.
  @Test func emptyMoodsAndUnseenCategoriesAreNone() throws {
    let journal = try TestJournal()
    let entries = [("1", "", "\u{200B}"), ("2", " ", ""), ("3", "happy", "Work")].map { number, mood, category in
      #"{"title":"T\#(number)","body":"","createdAt":"2026-01-0\#(number)T10:00:00Z","mood":"\#(mood)","category":"\#(category)"}"#
    }
    let file = try journal.sandbox.write("entries.json", "[\(entries.joined(separator: ","))]".utf8)
    let outcome = try journal.run("import", "--from", "json", file)
    #expect(outcome.errors.contains("1 entry is in no category: the name there shows nothing."), "\(outcome)")
    let read = try journal.entries().sorted { $0.title < $1.title }
    #expect(read.map(\.mood) == [nil, nil, "happy"] && read.map(\.category) == [nil, nil, "Work"], "\(read)")
    let refused = try journal.run("categories", "add", "\u{200B}")
    #expect(refused.errors.contains("A category needs a name that can be seen."), "\(refused)")
    let filed = try journal.run("new", "--title", "T", "--category", "\u{7F}")
    #expect(filed.errors.contains("A category needs a name that can be seen."), "\(filed)")
    #expect(try journal.output("categories").split(separator: "\n").count == 1)
  }

  /// A table of `docs/cli.md`, row by row.
  struct Row: Sendable {
    var commands: [String]
    var keys: Set<String>
    var itemKeys: Set<String>
  }

  static func table(_ title: String = "Command") throws -> [Row] {
    let paper = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/cli.md")
      .standardized
    // An empty line ends a table.
    let lines = String(decoding: try Data(contentsOf: paper), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let head = try #require(lines.firstIndex { $0.hasPrefix("| \(title) | Keys of the answer |") })
    return lines[(head + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map { quoted(String($0)) }
      return Row(commands: cells[0], keys: Set(cells[1]), itemKeys: Set(cells[2]))
    }
  }

  /// What stands between backticks.
  private static func quoted(_ cell: String) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map {
      String($0.element)
    }
  }

  /// Each command of the table, in an order in which one leaves what the next one needs.
  private static func steps(_ picture: String, _ export: String) -> [(name: String, arguments: [String])] {
    [
      ("new", ["new", "--title", "One", "--mood", "happy", "--category", "Home", "--tag", "x"]),
      ("edit", ["edit", "last", "--title", "Uno"]), ("list", ["list"]), ("search", ["search", "uno"]),
      ("show", ["show", "last"]), ("on-this-day", ["on-this-day", "today"]), ("tags", ["tags"]), ("stats", ["stats"]),
      ("history", ["history", "last"]), ("history show", ["history", "show", "last", "1"]),
      ("history restore", ["history", "restore", "last", "1"]), ("keys", ["keys"]), ("journals", ["journals"]),
      ("searches save", ["searches", "save", "Runs", "tag:run"]), ("searches", ["searches"]),
      ("searches rename", ["searches", "rename", "Runs", "Good runs"]),
      ("searches rm", ["searches", "rm", "Good runs"]),
      ("dictionary add", ["dictionary", "add", "Pepys"]), ("dictionary", ["dictionary"]),
      ("dictionary rm", ["dictionary", "rm", "Pepys"]),
      ("templates save", ["templates", "save", "run", export]), ("templates", ["templates"]),
      ("templates show", ["templates", "show", "run"]), ("templates rm", ["templates", "rm", "run"]),
      ("categories", ["categories"]), ("categories add", ["categories", "add", "Work"]),
      ("categories edit", ["categories", "edit", "Work", "--name", "Office"]),
      ("categories order", ["categories", "order", "Office"]),
      ("categories rm", ["categories", "rm", "--yes", "Office"]),
      ("categories restore", ["categories", "restore", "Office"]), ("attach", ["attach", "last", picture]),
      ("images", ["images", "last"]), ("images caption", ["images", "caption", "last", "1", "Red"]),
      ("images move", ["images", "move", "last", "1", "1"]),
      ("images save", ["images", "save", "last", "1", export + ".png"]),
      ("images rm", ["images", "rm", "last", "1"]), ("images restore", ["images", "restore", "last"]),
      ("status", ["status"]), ("account", ["account"]), ("account devices", ["account", "devices"]),
      ("account rename", ["account", "rename", "desk"]), ("account keys", ["account", "keys"]),
      ("account switch", ["account", "switch"]), ("sync", ["sync"]), ("doctor", ["doctor"]), ("backup", ["backup"]),
      ("lock --status", ["lock", "--status"]),
      ("rm", ["rm", "--yes", "last"]), ("trash", ["trash"]), ("trash restore", ["trash", "restore", "last"]),
      ("import", ["import", "--from", "json", export]), ("import --undo", ["import", "--undo"]),
      ("trash purge", ["trash", "purge", "--yes", "last"]), ("trash empty", ["trash", "empty", "--yes"]),
      ("journals rename", ["journals", "rename", "Personal", "Mine"]),
    ]
  }

  @Test func theTableInThePaperIsTrue() throws {
    let (server, journal, other) = (try TestServer(), try TestJournal(), try TestJournal())
    try journal.signIn(to: server)
    let picture = journal.sandbox.path("home/red.png")
    try Data(PictureSamples.png(width: 4, height: 4)).write(to: URL(filePath: picture))
    let export = journal.sandbox.path("home/other.json")
    try other.output("new", "--title", "Elsewhere")
    try other.output("export", "--format", "json", "-o", export)
    let rows = try Self.table()
    let steps = Self.steps(picture, export)
    let status = try #require(rows.first { $0.commands == ["status"] }).keys
    #expect(Set(rows.flatMap(\.commands)) == Set(steps.map(\.name)), "the table and the steps name other commands")
    for (name, arguments) in steps {
      let row = try #require(rows.first { $0.commands.contains(name) }, "\(name) is not in the table")
      let outcome = try journal.start(arguments + ["--json"]).finish()
      #expect(outcome.output.hasPrefix("{\"ok\":"), "\(name): \(outcome)")
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(outcome.outputBytes)) as? [String: Any], "\(name): \(outcome)")
      let expected = name == "sync" ? row.keys.subtracting(["status"]).union(status) : row.keys
      #expect(Set(object.keys) == expected, "\(name)")
      for item in object["items"] as? [[String: Any]] ?? [] {
        #expect(Set(item.keys).subtracting(["explicitTags"]) == row.itemKeys, "an item of \(name)")
      }
      if !row.itemKeys.isEmpty, !["images rm", "on-this-day"].contains(name) {
        #expect((object["items"] as? [Any])?.isEmpty == false, "\(name) shows no item")
      }
    }
  }

  /// A second computer asks, is not let in, asks again and is let in; a third one has the recovery key.
  @Test func theTableOfSignInsAndKeysIsTrue() throws {
    let server = try TestServer()
    let (laptop, attic, shed) = (try TestJournal(), try TestJournal(), try TestJournal())
    let rows = try Self.table("Sign-ins and keys")
    var seen: Set<String> = []
    func answer(_ journal: TestJournal, _ name: String, _ rest: [String] = [], _ input: String = "") throws
      -> [String: Any]
    {
      let row = try #require(rows.first { $0.commands.contains(name) }, "\(name) is not in the table")
      seen.insert(name)
      let arguments = name.split(separator: " ").map { String($0) } + rest + ["--json"]
      let outcome = try journal.start(arguments, input: input + "\n").finish()
      #expect(outcome.status == .success, "\(name): \(outcome)")
      #expect(outcome.output.hasPrefix("{\"ok\":true"), "\(name): \(outcome)")
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(outcome.outputBytes)) as? [String: Any], "\(name): \(outcome)")
      #expect(Set(object.keys) == row.keys, "\(name)")
      for item in object["items"] as? [[String: Any]] ?? [] { #expect(Set(item.keys) == row.itemKeys, "\(name)") }
      return object
    }
    func signIn(_ journal: TestJournal) throws -> String? {
      let token = try #require(try server.run("session", "add", "ada").split(separator: "\n").last)
      return try answer(journal, "account sign-in", ["--server", server.url, "--code"], String(token))["encryption"]
        as? String
    }

    #expect(try signIn(laptop) == "ready")
    _ = try answer(laptop, "account recovery")
    let recovery = try #require(try answer(laptop, "account recovery", ["--new"])["recovery"] as? String)
    seen.insert("account recovery --new")
    _ = try answer(laptop, "account recovery --confirm", [], recovery)
    try laptop.output("new", "--title", "One")
    try laptop.sync()
    _ = try answer(laptop, "status --fingerprint")
    #expect(try signIn(attic) == "waiting")
    let asking = try #require(try answer(laptop, "account approve")["items"] as? [[String: Any]])
    let id = try #require(asking.first?["id"] as? String)
    _ = try answer(laptop, "account approve --deny", [id])
    #expect(try attic.run("sync").status == .code(3))
    _ = try answer(laptop, "account approve -", [], try attic.words().joined(separator: " "))
    try attic.sync()
    #expect(try signIn(shed) == "waiting")
    #expect(try answer(shed, "account recovery --enter", [], recovery)["encryption"] as? String == "ready")
    _ = try answer(attic, "account sign-out")
    _ = try answer(laptop, "account erase", ["--server"], "Personal")
    #expect(seen == Set(rows.flatMap(\.commands)), "the table and the steps name other commands")
  }

  private func names(_ value: Any) -> [String] {
    if let object = value as? [String: Any] { return object.flatMap { [$0.key] + names($0.value) } }
    return (value as? [Any])?.flatMap(names) ?? []
  }
}
