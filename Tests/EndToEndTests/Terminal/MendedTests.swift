import Foundation
import Glibc
import ScreenKit
import Testing

/// What went wrong once on a real screen or in a real shell, and must not again.
@Suite struct MendedTests {

  @Test func whatAnotherProcessWritesAppearsWithoutAKey() throws {
    let journal = try TestJournal()
    let screen = try journal.openJournal()
    try screen.wait(for: "Write your first entry")
    try journal.output("captured in another window")
    try screen.wait(for: "captured in another window", "›  All entries", " of 1")
    let id = try #require(try journal.entries().first?.id)
    try journal.output("edit", id, "--title", "renamed in another window")
    try screen.wait(for: "renamed in another window")
    try journal.output("rm", "--yes", id)
    try screen.wait(untilGone: "renamed in another window")
  }

  // MARK: A file that may only be read

  /// Starts a program without the power of root to write to read-only files.
  private static var asAnybody: [String] {
    getuid() == 0
      ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search"] : []
  }

  @Test func aReadOnlyJournalIsReadAndNotWritten() throws {
    let journal = try TestJournal()
    try journal.output("an entry that was there")
    let folder = journal.sandbox.path("data/cloudjournal/journals/Personal")
    _ = try Program.run(["sh", "-c", "chmod 400 \"$1\"/journal.sqlite* && chmod 500 \"$1\"", "sh", folder])
    let listed = try journal.start(["list", "--short"], prefix: MendedTests.asAnybody).finish()
    #expect(listed.status == .success && listed.output.contains("an entry that was there"), "\(listed)")
    let written = try journal.start(["a line"], prefix: MendedTests.asAnybody).finish()
    #expect(written.status == .code(1) && written.errors.contains(journal.databasePath), "\(written)")
    #expect(written.errors.contains("read-only"), "\(written)")
  }

  @Test func killingLeavesNoTitleBehind() throws {
    let journal = try TestJournal()
    let screen = try journal.openJournal()
    try screen.settle()
    kill(try screen.journalProcess(), SIGKILL)
    #expect(try screen.waitForExit() == .signal(SIGKILL))
    #expect(screen.leakedModes.isEmpty)
  }

  @Test func aSizeThatChangedWhileStoppedIsTaken() throws {
    let journal = try TestJournal()
    try journal.output("an entry in the list")
    let shell = try journal.openShell()
    try shell.type("$PROGRAM\r", showing: "an entry in the list", "this computer only")
    try shell.press(.control("z"), showing: "Stopped")
    shell.resize(rows: 20, columns: 70)
    shell.type("fg\r")
    try shell.wait(until: "the journal is back at the new size") {
      $0.scanner.isAlternateScreen && $0.shows("an entry in the list") && $0.line(19).contains("keys")
    }
  }

  @Test func aSizeThatChangedInTheEditorIsTaken() throws {
    let journal = try TestJournal()
    let editor = try journal.sandbox.script("editor", "printf 'ready> '; read answer")
    let screen = try journal.openJournal(environment: ["EDITOR": editor])
    try screen.writeEntry("T", "some words")
    try screen.press(.control("o"), showing: "ready>")
    screen.resize(rows: 20, columns: 70)
    screen.type("\r")
    try screen.wait(until: "the editor is back at the new size") {
      $0.shows("some words") && $0.line(19).contains("Esc done")
    }
  }

  @Test(arguments: ["dumb", "no-such-terminal", ""]) func theTerminalIsBlamedInASentenceOfItsOwn(type: String) throws {
    let journal = try TestJournal()
    let screen = try journal.open(environment: ["TERM": type])
    #expect(try screen.waitForExit() == .code(1))
    #expect(screen.outputText.contains("TERM") && !screen.outputText.contains("unexpected"))
  }

  @Test func theScreenDoesNotTouchANewerJournal() throws {
    let journal = try TestJournal()
    try journal.output("an entry")
    let file = URL(filePath: journal.databasePath)
    var data = try Data(contentsOf: file)
    data.replaceSubrange(60..<64, with: [0, 0, 3, 0xE7])
    try data.write(to: file)
    #expect(try journal.open().waitForExit() == .code(1))
    #expect(try Data(contentsOf: file) == data)
  }

  @Test func theDoctorFindsNothingWrongAfterAnImport() throws {
    let journal = try TestJournal()
    let file = try journal.sandbox.write("diary.txt", "[2024-01-01 10:00] an entry\n".utf8)
    try journal.output("import", "--from", "jrnl", file)
    let outcome = try journal.run("doctor")
    #expect(outcome.status == .success && !outcome.output.contains("damaged"), "\(outcome)")
  }

  @Test func aLimitOnTheLengthOfFilesIsASentence() throws {
    let journal = try TestJournal()
    try journal.output("an entry that was there")
    let limit = ["sh", "-c", "ulimit -f 128; exec \"$@\"", "sh"]
    let text = String(repeating: "words ", count: 100_000)
    let outcome = try journal.start(["new", "--title", "T", "--body", "-"], input: text, prefix: limit).finish()
    #expect(outcome.status == .code(1), "\(outcome)")
  }
}
