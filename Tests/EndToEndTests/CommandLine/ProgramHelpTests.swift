import ScreenKit
import Testing

/// What the program says of itself: help, manual, a healthy journal, failures.
@Suite struct ProgramHelpTests {
  @Test func aHealthyJournalPassesTheDoctor() throws {
    let journal = try TestJournal()
    try journal.output("an entry")
    #expect(try journal.output("doctor").contains("1 entry"))
    #expect(try journal.output("doctor", "--json").contains("\"ok\":true"))
  }

  /// The program sets its own help, which must be what its declarations say.
  @Test(arguments: ["52", "60", "80", "101", "250", "much"])
  func theHelpIsThatOfTheDeclarations(columns: String) throws {
    let journal = try TestJournal()
    let declared = try journal.run("help", environment: ["COLUMNS": columns])
    for option in ["--help", "-h"] {
      #expect(try journal.run(option, environment: ["COLUMNS": columns]).output == declared.output)
    }
    #expect(declared.status == .success && declared.output.contains("--read-only"))
    #expect(try journal.output("--version") == "CloudJournal 0.1.0\n")
  }

  @Test func theManualKnowsEveryCommand() throws {
    let page = try TestJournal().output("man")
    #expect(page.contains(".TH"))
    for command in ["list", "search", "import", "export", "doctor", "backup", "trash", "history", "categories"] {
      #expect(page.contains(command), "\(command)")
    }
  }

  @Test(arguments: ["new", "list", "show", "edit", "rm", "search", "trash", "history", "import", "export"])
  func everyCommandExplainsItself(command: String) throws {
    let outcome = try TestJournal().run(command, "--help")
    #expect(outcome.status == .success && outcome.errors.isEmpty)
    #expect(outcome.output.contains("USAGE: cloudjournal \(command)"))
  }

  /// Every name that a format may have stands in help, completions, the manual page, and in the answer to a name that none has.
  @Test func everyNameOfAFormatIsTold() throws {
    let journal = try TestJournal()
    let manual = try journal.output("man")
    let completions = try journal.output("completions", "bash")
    for (command, option, names) in [
      ("export", "--format", ["markdown", "zip", "yml", "text", "dayone", "book"]),
      ("import", "--from", ["obsidian", "notes", "jex", "joplin"]),
    ] {
      let help = try journal.run(command, "--help", environment: ["COLUMNS": "1000"]).output
      let refused = try journal.run(command, option, "bogus").errors
      for name in names {
        #expect(help.contains(name), "\(command) \(name)")
        #expect(manual.contains(name), "\(command) \(name)")
        #expect(completions.contains(name), "\(command) \(name)")
        #expect(refused.contains(name), "\(command) \(name): \(refused)")
      }
    }
  }

  @Test func failuresAreToldInJSONWhereItIsWanted() throws {
    let outcome = try TestJournal().run("show", "--json", "ffffffff")
    #expect(outcome.status == .code(1))
    #expect(outcome.output.contains("\"ok\":false") && outcome.output.contains("not-found"))
  }
}
