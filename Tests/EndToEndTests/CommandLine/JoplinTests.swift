import Foundation
import ScreenKit
import TestKit
import Testing

/// A JEX file of Joplin, from the tar to the journal.
@Suite struct JoplinTests {
  private static func id(_ number: Int) -> String { String(repeating: "0", count: 30) + String(10 + number) }

  private static func item(_ number: Int, _ kind: Int, _ text: String, _ keys: String...) -> TarBuilder.Member {
    let keys = keys + ["id: \(id(number))", "user_created_time: 2024-07-05T20:02:50.000Z", "type_: \(kind)"]
    return TarBuilder.Member("\(id(number)).md", "\(text)\n\n" + keys.joined(separator: "\n"))
  }

  private static let members = [
    item(1, 1, "Harbour walk\n\nIt rained.\n\n![quay](:/\(id(3)))", "parent_id: \(id(2))"),
    item(2, 2, "Büro"), item(3, 4, "quay.png", "mime: image/png"),
    TarBuilder.Member("resources/\(id(3)).png", "a picture"),
    item(4, 1, "Milk", "is_todo: 1"), item(5, 1, "", "encryption_applied: 1"), item(6, 5, "sea"),
    TarBuilder.Member("\(id(7)).md", "id: \(id(7))\nnote_id: \(id(1))\ntag_id: \(id(6))\ntype_: 6"),
  ]

  private func lastLine(_ outcome: Program.Outcome) -> String {
    outcome.output.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test func anExportComesOnceAndGoesAsOne() throws {
    let journal = try TestJournal()
    let file = try journal.sandbox.write("export.jex", TarBuilder(members: Self.members).bytes)
    let dry = try journal.run("import", "--dry-run", file)
    #expect(lastLine(dry) == "would have imported 2, same 0, conflicting 0", "\(dry)")
    let outcome = try journal.run("import", "--from", "joplin", file)
    #expect(lastLine(outcome) == "imported 2, same 0, conflicting 0", "\(outcome)")
    #expect(outcome.errors.contains("1 note is encrypted and does not come: \(Self.id(5))."), "\(outcome)")
    let again = try journal.run("import", file)
    #expect(lastLine(again) == "imported 0, same 2, conflicting 0" && again.errors.contains("is a Joplin export"))
    let entries = try journal.entries().sorted { $0.title < $1.title }
    #expect(entries.map(\.title) == ["Harbour walk", "Milk"] && entries.map(\.body) == ["It rained.", "- [ ] Milk"])
    #expect(entries.map(\.category) == ["Büro", nil] && entries.map(\.tags) == [["sea"], []])
    let notes = journal.sandbox.path("notes/")
    try journal.output("export", "--format", "md", "-o", notes + "/")
    #expect(try FileManager.default.contentsOfDirectory(atPath: notes + "/images").count == 1)
    try journal.output("import", "--undo")
    #expect(try journal.entries().isEmpty)
  }

  /// The folder that Joplin exports as RAW has the files of a JEX, and brings the same entries.
  @Test func aFolderComesAsTheFileDoes() throws {
    let journal = try TestJournal()
    for member in Self.members { try journal.sandbox.write("raw/\(member.name)", member.bytes) }
    let long = String(repeating: "A long walk. ", count: 20_000)
    let (name, bytes) = (Self.item(8, 1, "Long\n\n\(long)").name, Self.item(8, 1, "Long\n\n\(long)").bytes)
    try journal.sandbox.write("raw/\(name)", bytes)
    let folder = journal.sandbox.path("raw")
    let outcome = try journal.run("import", folder)
    #expect(lastLine(outcome) == "imported 3, same 0, conflicting 0", "\(outcome)")
    #expect(outcome.errors.contains("is a Joplin export") && outcome.errors.contains("1 note is encrypted"))
    let entries = try journal.entries().sorted { $0.title < $1.title }
    #expect(entries.map(\.title) == ["Harbour walk", "Long", "Milk"] && entries.map(\.category) == ["Büro", nil, nil])
    #expect(trimmed(entries[1].body) == trimmed(long), "\(entries[1].body.count) \(entries[1].body.suffix(40))")
    let file = try journal.sandbox.write("export.jex", TarBuilder(members: Self.members).bytes)
    #expect(lastLine(try journal.run("import", file)) == "imported 0, same 2, conflicting 0")
    let again = try journal.run("import", "--from", "joplin", folder)
    #expect(lastLine(again) == "imported 0, same 3, conflicting 0", "\(again)")
    try journal.output("export", "--format", "md", "-o", journal.sandbox.path("notes") + "/")
    #expect(try FileManager.default.contentsOfDirectory(atPath: journal.sandbox.path("notes/images")).count == 1)
    let wrong = try journal.run("import", "--from", "notes", folder)
    #expect(wrong.status != .code(0) && wrong.errors.contains("Import it with --from joplin"), "\(wrong)")
  }

  private func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespaces) }

  @Test func aHostileExportStartsNoJournal() throws {
    let journal = try TestJournal()
    let hostile = Self.members + [TarBuilder.Member("resources/../../x", "x")]
    let file = try journal.sandbox.write("export.jex", TarBuilder(members: hostile).bytes)
    let outcome = try journal.run("import", file)
    #expect(outcome.status == .code(1) && outcome.errors.contains("leads out"), "\(outcome)")
    #expect(!journal.sandbox.exists("data/cloudjournal/journals"))
  }
}
