import ScreenKit
import Testing

/// The journals of this computer, and which of them opens where none is named.
@Suite struct JournalsTests {
  @Test func journalsAreListed() throws {
    let journal = try TestJournal()
    #expect(try journal.run("journals").errors.contains("No journals yet"))
    try journal.output("--journal", "Work", "a line")
    try journal.output("another line")
    let output = try journal.output("journals")
    #expect(output.contains("* Personal") && output.contains("  Work  on this computer only"))
    #expect(
      try journal.output("journals", "--json").hasPrefix("{\"ok\":true,\"count\":2,\"items\":[{\"name\":\"Personal\""))
  }

  /// The journal that the configuration names opens, whatever was chosen.
  @Test func theJournalOfTheConfigurationIsTheUsualOne() throws {
    let journal = try TestJournal()
    try journal.output("--journal", "Work", "a line")
    try journal.output("another line")
    let path = journal.sandbox.path("data/cloudjournal/journals/Work")
    for name in ["Work", path] {
      try journal.sandbox.write("config/cloudjournal/config.toml", "journal = \"\(name)\"\n".utf8)
      let output = try journal.output("journals")
      #expect(output.contains("  Personal") && output.contains("* Work  on this computer only"), "\(output)")
    }
    let json = try journal.output("journals", "--json")
    #expect(json.contains(#""name":"Personal","account":null,"signedIn":false,"current":false"#), "\(json)")
    #expect(json.contains(#""name":"Work","account":null,"signedIn":false,"current":true"#), "\(json)")
    let chosen = try journal.run("account", "switch", "Personal")
    #expect(chosen.errors.contains("which opens all the same"), "\(chosen)")
    try journal.sandbox.write("config/cloudjournal/config.toml", "journal = \"~/elsewhere\"\n".utf8)
    let elsewhere = try journal.run("journals")
    #expect(!elsewhere.output.contains("*") && elsewhere.errors.contains("~/elsewhere"), "\(elsewhere)")
  }

  @Test func aJournalGetsAnotherName() throws {
    let journal = try TestJournal()
    try journal.output("--journal", "Work", "at work")
    try journal.output("at home")
    let renamed = try journal.run("journals", "rename", "Personal", "Diary")
    #expect(renamed.errors.contains("“Personal” is called “Diary” now."), "\(renamed)")
    #expect(try journal.output("journals").contains("* Diary  on this computer only"))
    #expect(try journal.output("list").contains("at home"))
    let taken = try journal.run("journals", "rename", "Work", "Diary")
    #expect(taken.status != .success && taken.errors.contains("There is a journal “Diary” already."), "\(taken)")
    let json = try journal.output("journals", "rename", "Work", "Job", "--json")
    #expect(json.hasPrefix(#"{"ok":true,"count":1,"items":[{"name":"Job""#), "\(json)")
  }

  @Test func aJournalThatAProgramHasOpenKeepsItsName() throws {
    let journal = try TestJournal()
    try journal.output("at home")
    let screen = try journal.openJournal()
    try screen.wait(for: "at home")
    let refused = try journal.run("journals", "rename", "Personal", "Diary")
    #expect(refused.status != .success && refused.errors.contains("Another program has “Personal” open"), "\(refused)")
    try screen.leave()
    try journal.output("journals", "rename", "Personal", "Diary")
    #expect(try journal.output("--journal", "Diary", "list").contains("at home"))
  }
}
