import ScreenKit
import Testing

/// `Ctrl-O`, `cloudjournal new` and `cloudjournal edit` with an editor of one's own.
@Suite struct OwnEditorTests {
  @Test func theTextGoesToTheEditorAndBack() throws {
    let journal = try TestJournal()
    let editor = try journal.sandbox.script(
      "editor", "cp \"$1\" \"$HOME/seen\"; sed -i 's/written here/& and by the other/' \"$1\"")
    let screen = try journal.openJournal(environment: ["VISUAL": editor, "EDITOR": "false"])
    try screen.writeEntry("Round trip", "written here")
    try screen.press(.control("o"), showing: "written here and by the other")
    #expect(try journal.sandbox.read("home/seen") == "Round trip\n\nwritten here\n")
    try screen.press(.escape, showing: "›  All entries", " of 1")
    #expect(try journal.entries().map(\.body) == ["written here and by the other"])
    try screen.leave()
    let left = try Program.run(["ls", journal.sandbox.path("run/cloudjournal")])
    #expect(left.output.isEmpty, "what went to the editor is not left behind")
  }

  @Test func theEditorHasTheTerminalToItself() throws {
    let journal = try TestJournal()
    let editor = try journal.sandbox.script(
      "editor", "stty -a | grep -o ' icanon'; printf 'ready> '; read answer; printf '%s' \"$answer\" > \"$1\"")
    let screen = try journal.openJournal(environment: ["EDITOR": editor])
    try screen.writeEntry("T", "before")
    try screen.press(.control("o"), showing: "ready>", "icanon")
    #expect(screen.leakedModes.isEmpty)
    try screen.type("typed in the editor\r", showing: "typed in the editor", "Esc done")
    #expect(screen.scanner.isAlternateScreen)
  }

  /// What goes wrong with an editor, and what the screen says of it.
  static let failures: [(script: String, sign: String)] = [
    ("exit 1", "status 1"), ("kill -SEGV $$", "signal"), ("exit 127", "was not found"),
  ]

  @Test(arguments: failures.indices) func anEditorThatFailsLosesNothing(failure: Int) throws {
    let (script, sign) = OwnEditorTests.failures[failure]
    let journal = try TestJournal()
    let screen = try journal.openJournal(environment: ["EDITOR": try journal.sandbox.script("editor", script)])
    try screen.writeEntry("Kept", "these words")
    try screen.press(.control("o"), showing: sign)
    try screen.press(.escape, hiding: sign)
    #expect(screen.shows("these words"))
    try screen.press(.control("s"), showing: "Saved here")
    #expect(try journal.entries().map(\.body) == ["these words"])
  }

  @Test func whatAnEditorWroteBeforeItCrashedIsTaken() throws {
    let journal = try TestJournal()
    let editor = try journal.sandbox.script("editor", "printf 'rescued words' > \"$1\"; kill -KILL $$")
    let screen = try journal.openJournal(environment: ["EDITOR": editor])
    try screen.writeEntry("Crash", "before")
    try screen.press(.control("o"), showing: "rescued words")
  }

  @Test func aMissingEditorIsSaidByName() throws {
    let journal = try TestJournal()
    let screen = try journal.openJournal(environment: ["EDITOR": "/nowhere/no-such-editor"])
    try screen.writeEntry("Kept", "these words")
    try screen.press(.control("o"), showing: "no-such-editor")
    screen.press(.escape)
    try screen.wait(until: "the text is still there") { $0.shows("these words") }
  }

  @Test func textThatIsNotUTF8IsNotTakenButKept() throws {
    let journal = try TestJournal()
    let editor = try journal.sandbox.script("editor", "printf 'caf\\351' > \"$1\"")
    let screen = try journal.openJournal(environment: ["EDITOR": editor])
    try screen.writeEntry("Kept", "these words")
    try screen.press(.control("o"), showing: "not UTF-8")
    screen.press(.escape)
    try screen.wait(until: "the text is as it was") { $0.shows("these words") && !$0.shows("caf") }
  }

  // MARK: From the command line

  @Test func aNewEntryIsWrittenInTheEditor() throws {
    let journal = try TestJournal()
    let editor = try journal.sandbox.script("editor", "printf 'From the editor\\n\\nwith a body\\n' > \"$1\"")
    let screen = try journal.open("new", environment: ["EDITOR": editor])
    #expect(try screen.waitForExit() == .success)
    let entry = try #require(try journal.entries().first)
    #expect(entry.title == "From the editor" && entry.body == "with a body")
  }

  @Test func anEntryIsEditedAndAnUnchangedOneLeftAlone() throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "T", "--body", "old")
    let unchanged = try journal.open("edit", "last", environment: ["EDITOR": "true"])
    try unchanged.wait(forOutput: "as it was")
    #expect(try unchanged.waitForExit() == .success)
    let editor = try journal.sandbox.script("editor", "sed -i s/old/new/ \"$1\"")
    #expect(try journal.open("edit", "last", environment: ["EDITOR": editor]).waitForExit() == .success)
    #expect(try journal.entries().map(\.body) == ["new"])
  }

  @Test func whatACrashedEditorSavedIsADraft() throws {
    let journal = try TestJournal()
    let editor = try journal.sandbox.script(
      "editor", "printf 'Half an entry\\n\\nhalf a body\\n' > \"$1\"; kill -KILL $$")
    let screen = try journal.open("new", environment: ["EDITOR": editor])
    try screen.wait(forOutput: "kept as a draft")
    #expect(try screen.waitForExit() == .code(1))
    #expect(try journal.entries().isEmpty)
    let next = try journal.openJournal()
    try next.wait(for: "Unsaved draft", "Half an entry")
  }

  @Test func anEditorThatIsNotThereIsASentence() throws {
    let journal = try TestJournal()
    let screen = try journal.open("new", environment: ["EDITOR": "/nowhere/no-such-editor"])
    try screen.wait(forOutput: "no-such-editor")
    #expect(try screen.waitForExit() == .code(1))
    #expect(try journal.entries().isEmpty)
  }
}
