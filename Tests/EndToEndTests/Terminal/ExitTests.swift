import Foundation
import Glibc
import ScreenKit
import Testing

/// Nothing of the journal's is left in the terminal, whatever ends it.
@Suite struct ExitTests {
  /// A way to end, what to type or to send, and the status that the shell sees; nil where any will do.
  struct Way: Sendable, CustomTestStringConvertible {
    let name: String
    var keys = ""
    var signal: Int32 = 0
    var status: Int?
    var testDescription: String { name }
  }

  static let ways = [
    Way(name: "q", keys: "q", status: 0), Way(name: "Ctrl-C twice", keys: "\u{3}\u{3}", status: 0),
    Way(name: "Ctrl-Q", keys: "\u{11}", status: 0), Way(name: "SIGTERM", signal: SIGTERM),
    Way(name: "SIGINT", signal: SIGINT), Way(name: "SIGHUP", signal: SIGHUP), Way(name: "SIGQUIT", signal: SIGQUIT),
    Way(name: "SIGSEGV", signal: SIGSEGV, status: 139), Way(name: "SIGABRT", signal: SIGABRT, status: 134),
  ]

  /// The runtime's locks do not survive a fork on the thread that forked: contended once, they were never free again.
  @Test func theScreenRunsOnAThreadThatWasNotForked() throws {
    let screen = try TestJournal().openJournal()
    let folder = "/proc/\(try screen.journalProcess())/task"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).map { task in
      try String(contentsOfFile: "\(folder)/\(task)/comm", encoding: .utf8)
    }
    #expect(names.contains("screen\n"))
    try screen.leave()
  }

  @Test(arguments: ways) func theTerminalIsAsItWas(way: Way) throws {
    let journal = try TestJournal()
    let shell = try journal.openShell()
    try shell.type("before=$(stty -g); echo modes-$?\r", showing: "modes-0")
    try shell.type("$PROGRAM; echo ended-$?-\r", showing: "this computer only")
    try shell.settle()
    #expect(shell.scanner.isAlternateScreen && shell.scanner.modes.contains(1036) && !shell.leakedModes.isEmpty)
    if way.signal == 0 {
      shell.type(way.keys)
    } else {
      kill(try shell.journalProcess(), way.signal)
    }
    try shell.wait(until: "the shell goes on") { shell in
      (0...255).contains { shell.shows("ended-\($0)-") }
    }
    if let status = way.status { #expect(shell.shows("ended-\(status)-"), "\(shell.picture)") }
    #expect(shell.leakedModes.isEmpty)
    try shell.type("[ \"$before\" = \"$(stty -g)\" ]; echo same-$?\r", showing: "same-0")
  }

  @Test func aCrashIsSaidWithWhereToLook() throws {
    let journal = try TestJournal()
    let screen = try journal.openJournal()
    kill(try screen.journalProcess(), SIGSEGV)
    #expect(try screen.waitForExit() == .signal(SIGSEGV))
    #expect(screen.outputText.contains("crashed") && screen.outputText.contains("cloudjournal.log"))
  }

  @Test func closingTheTerminalEndsTheProgram() throws {
    let journal = try TestJournal()
    let screen = try journal.openJournal()
    let process = try screen.journalProcess()
    screen.hangUp()
    try screen.waitForExit()
    try waitUntilGone(process)
  }

  @Test func suspendingGivesTheShellItsTerminalAndFgBringsTheJournalBack() throws {
    let journal = try TestJournal()
    try journal.output("an entry in the list")
    let shell = try journal.openShell()
    try shell.type("before=$(stty -g); echo modes-$?\r", showing: "modes-0")
    try shell.type("$PROGRAM\r", showing: "an entry in the list", "this computer only")
    try shell.press(.control("z"), showing: "Stopped")
    try shell.type("[ \"$before\" = \"$(stty -g)\" ]; echo same-$?\r", showing: "same-0")
    #expect(shell.leakedModes.isEmpty)
    shell.type("fg\r")
    try shell.wait(until: "the journal is back") {
      $0.scanner.isAlternateScreen && $0.shows("an entry in the list") && $0.shows("this computer only")
    }
    shell.type("q")
    // Its prompt, and not only its screen: what is typed while the program still leaves is the program's.
    try shell.wait(until: "the shell is back") {
      !$0.scanner.isAlternateScreen && $0.line($0.cursor.row).hasPrefix("shell>") && $0.cursor.column == 7
    }
    try shell.type("[ \"$before\" = \"$(stty -g)\" ]; echo again-$?\r", showing: "again-0")
    #expect(shell.leakedModes.isEmpty)
  }

  @Test func aDemoLeavesNothingBehind() throws {
    let journal = try TestJournal()
    let screen = try journal.openDemo()
    try screen.leave()
    let left = try Program.run(["ls", "-A", journal.sandbox.path("tmp"), journal.sandbox.path("data")])
    #expect(!left.output.contains("cloudjournal-demo"), "\(left.output)")
  }
}

/// Where the journal's screen cannot be shown, a sentence says so.
@Suite struct UnusableTerminalTests {
  @Test(arguments: ["dumb", "no-such-terminal", ""]) func aTerminalThatCannotPlaceTextIsRefused(type: String) throws {
    let journal = try TestJournal()
    let screen = try journal.open(environment: ["TERM": type])
    #expect(try screen.waitForExit() == .code(1))
    #expect(screen.outputText.contains("TERM"))
    #expect(!screen.scanner.isAlternateScreen && screen.leakedModes.isEmpty)
  }

  @Test func withoutATerminalNothingIsOpened() throws {
    let outcome = try TestJournal().run()
    #expect(outcome.status == .code(1) && outcome.output.isEmpty)
    #expect(outcome.errors.contains("terminal"))
  }

  @Test func aScreenIntoAPipeIsRefused() throws {
    let journal = try TestJournal()
    let shell = try journal.openShell()
    try shell.type("$PROGRAM > \"$HOME/output\"; echo status-$?\r", showing: "status-1", "terminal")
    #expect(try journal.sandbox.read("home/output").isEmpty)
  }

  @Test func aScreenWithInputFromAFileWritesTheFileDown() throws {
    let journal = try TestJournal()
    try journal.sandbox.write("home/text", "From a file\nwith a body\n".utf8)
    let shell = try journal.openShell()
    try shell.type("$PROGRAM < \"$HOME/text\"; echo status-$?\r", showing: "status-0")
    #expect(try journal.entries().map(\.title) == ["From a file"])
  }
}
