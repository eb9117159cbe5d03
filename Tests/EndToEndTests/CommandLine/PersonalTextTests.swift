import ScreenKit
import Testing

/// Templates and words that go with the journal, from the command line.
@Suite struct PersonalTextTests {
  @Test func aTemplateIsSavedUsedAndRemoved() throws {
    let journal = try TestJournal()
    let saved = try journal.start(["templates", "save", "run"], input: "Run {{iso-date}}\n\nkm: {{cursor}}\n").finish()
    #expect(saved.status == .success && saved.errors.contains("saved the template “run”"), "\(saved)")
    #expect(try journal.output("templates").contains("run  of the journal"))
    #expect(try journal.output("templates", "show", "run") == "Run {{iso-date}}\n\nkm: {{cursor}}\n")
    #expect(try journal.output("templates", "--json").contains(#"{"name":"run","from":"journal"}"#))
    try journal.output("new", "--template", "run", "--date", "2026-05-06", "12.4")
    #expect(try journal.entries().first?.body == "km: 12.4")
    // A file of this computer counts before it.
    try journal.sandbox.write("config/cloudjournal/templates/run.md", "# Mine\n".utf8)
    #expect(try journal.output("templates").contains("run  a file of this computer"))
    try journal.output("templates", "rm", "run")
    let again = try journal.run("templates", "rm", "run")
    #expect(again.errors.contains("The journal keeps no template “run”"), "\(again)")
    let empty = try journal.start(["templates", "save", "none"], input: " \n").finish()
    #expect(empty.errors.contains("The template is empty."), "\(empty)")
  }

  @Test func aTemplateIsReplacedOnlyWhereThatIsMeant() throws {
    let journal = try TestJournal()
    func save(_ text: String, _ more: String...) throws -> Program.Outcome {
      try journal.start(["templates", "save", "run"] + more, input: text).finish()
    }
    #expect(try save("Run").errors.contains("saved the template “run”"))
    #expect(try save("Run").errors.contains("saved the template “run”"), "the same text takes nothing away")
    let refused = try save("Walk")
    #expect(refused.status == .code(1) && refused.errors.contains("keeps a template “run” already"), "\(refused)")
    #expect(refused.errors.contains("--force"))
    #expect(try journal.output("templates", "show", "run") == "Run\n")
    #expect(try save("Walk", "--json").output.contains(#""code":"exists""#))
    let replaced = try save("Walk", "--force")
    #expect(replaced.status == .success && replaced.errors.contains("replaced the template “run”"), "\(replaced)")
    #expect(try save("Swim", "--force", "--json").output.hasPrefix(#"{"ok":true,"name":"run","replaced":true}"#))
    #expect(try save("Swim", "--json").output.hasPrefix(#"{"ok":true,"name":"run","replaced":false}"#))
  }

  @Test func wordsAreListedAddedAndRemoved() throws {
    let journal = try TestJournal()
    try journal.output("dictionary", "add", "Pepys", "Barbary")
    #expect(try journal.output("dictionary") == "Barbary\nPepys\n")
    #expect(try journal.run("dictionary", "add", "two words").errors.contains("“two words” is no word"))
    try journal.output("dictionary", "rm", "Pepys")
    #expect(try journal.output("dictionary", "--json").contains(#""items":[{"word":"Barbary"}]"#))
    #expect(try journal.run("dictionary", "rm", "Pepys").errors.contains("is not in the dictionary"))
  }
}
