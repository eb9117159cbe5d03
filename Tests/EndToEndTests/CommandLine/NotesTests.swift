import Foundation
import ScreenKit
import TestKit
import Testing

/// A folder of notes of another program, from its files to the journal.
@Suite struct NotesTests {
  private func vault(in journal: TestJournal) throws -> String {
    try journal.sandbox.write("vault/.obsidian/app.json", "{}".utf8)
    try journal.sandbox.write("vault/Daily/2026-11-21.md", "Ran by the canal. #canal\n\n![[herons.png]]\n".utf8)
    try journal.sandbox.write("vault/Daily/2026-11-20 Long day.md", "Two reviews, see [[2026-11-21]].\n".utf8)
    try journal.sandbox.write("vault/attachments/herons.png", "a picture".utf8)
    try journal.sandbox.write("vault/.trash/2026-01-01.md", "Thrown away.".utf8)
    return journal.sandbox.path("vault")
  }

  private func lastLine(_ outcome: Program.Outcome) -> String {
    outcome.output.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test func aVaultComesOnceAndGoesAsOne() throws {
    let journal = try TestJournal()
    let vault = try vault(in: journal)
    #expect(lastLine(try journal.run("import", "--dry-run", vault)) == "would have imported 2, same 0, conflicting 0")
    let outcome = try journal.run("import", vault + "/")
    #expect(lastLine(outcome) == "imported 2, same 0, conflicting 0", "\(outcome)")
    #expect(lastLine(try journal.run("import", "--from", "notes", vault)) == "imported 0, same 2, conflicting 0")
    let items = try journal.page("list", "--json").items
    #expect(items.map(\.title) == ["", "Long day"])
    #expect(try journal.output("list", "--json").contains(#""category":"Daily""#))
    #expect(try journal.output("show", "last").contains("Ran by the canal. #canal"))
    let notes = journal.sandbox.path("notes") + "/"
    try journal.output("export", "--format", "md", "-o", notes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: notes + "images").count == 1)
    try journal.output("import", "--undo")
    #expect(try journal.entries().isEmpty)
  }

  /// Notes link to each other by the names of their files, and by other names: here they do it by titles. What has no place in an
  /// entry is kept beside it.
  @Test func linksLeadToTitles() throws {
    let journal = try TestJournal()
    try journal.sandbox.write(
      "vault/Mill.md",
      "---\ndate: 2026-01-02\naliases: [old mill, the wheel]\nrating: 5\n---\n# The mill\nTurns.\n".utf8)
    try journal.sandbox.write(
      "vault/2026-01-03 Walk.md",
      "To [[Mill]], [[old mill]] and [[vault/Mill.md|it]]; [[Walk]], [[Nowhere]]. `[[Mill]]` ![[hum.mp3]]\n".utf8)
    // The name of a file is before another name of a note, and a bar in a table has a backslash before it.
    try journal.sandbox.write("vault/Beta.md", "---\ndate: 2026-01-01\n---\nHere.\n".utf8)
    try journal.sandbox.write(
      "vault/Alpha.md",
      "---\ndate: 2026-01-01\ntitle: First\naliases: [Beta]\n---\nSee [[Beta]].\n| [[Mill]] | [[Mill\\|m]] |\n".utf8)
    try journal.sandbox.write("vault/sound/hum.mp3", "hum".utf8)
    let outcome = try journal.run("import", "--from", "notes", journal.sandbox.path("vault"))
    #expect(lastLine(outcome) == "imported 4, same 0, conflicting 0", "\(outcome)")
    let first = try journal.output("search", "First", "--json")
    #expect(
      first.contains("See [[Beta]].") && first.contains(#"| [[The mill\\|Mill]] | [[The mill\\|m]] |"#), "\(first)")
    let walk = try journal.output("show", "last")
    #expect(
      walk.contains(
        "To [[The mill|Mill]], [[The mill|old mill]] and [[The mill|it]]; [[Walk]], [[Nowhere]]. `[[Mill]]`"), "\(walk)"
    )
    let kept = try journal.output("import", "--kept")
    #expect(kept.contains("“Walk”  recording  hum.mp3  3 bytes") && kept.contains("front-matter.yaml"), "\(kept)")
    #expect(
      lastLine(try journal.run("import", "--from", "notes", journal.sandbox.path("vault"))).hasPrefix(
        "imported 0, same 4"))
  }

  @Test func linksAreNotFollowedAndWhatIsNoTextIsNamed() throws {
    let journal = try TestJournal()
    let vault = try vault(in: journal)
    try journal.sandbox.write("secret.md", "Not of the vault.".utf8)
    for (name, target) in [("link.md", "secret.md"), ("round", "vault"), ("attachments/far.png", "secret.md")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(vault)/\(name)", withDestinationPath: journal.sandbox.path(target))
    }
    try journal.sandbox.write("vault/Daily/2026-11-19.md", "![](../attachments/far.png) ![](../../secret.md)".utf8)
    #expect(lastLine(try journal.run("import", vault)) == "imported 3, same 0, conflicting 0")
    try journal.sandbox.write("vault/Daily/bad.md", [0x41, 0xFF])
    let outcome = try journal.run("import", vault)
    #expect(
      outcome.status == .code(1) && outcome.errors.contains("Daily/bad.md: line 1, byte 1: the text is not UTF-8"),
      "\(outcome)")
    let file = try journal.run("import", "--from", "notes", vault + "/Daily/2026-11-21.md")
    #expect(file.errors.contains("is not a folder"), "\(file)")
  }
}
