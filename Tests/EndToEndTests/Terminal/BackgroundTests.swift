import Foundation
import ScreenKit
import Testing

/// What the program does about a terminal's background: it asks, keeps the answer, and asks the person where none comes.
@Suite struct BackgroundTests {
  /// The colours of the page, in the cell at the left of its second row.
  private func page(_ screen: Screen) -> ScreenCell.Color { screen.cell(row: 1, column: 0).background }

  @Test func whatTheTerminalToldLastHoldsForTheFirstScreen() throws {
    let journal = try TestJournal()
    try journal.output("an entry in the list")
    let told = try journal.open(backgroundColor: "rgb:ffff/ffff/ffff")
    try told.wait(until: "the light theme is there") { page($0) != .standard }
    let light = page(told)
    try told.leave()
    // A terminal that says nothing any more is taken for what it was.
    let silent = try journal.start(screen: [], rows: 30, columns: 100, backgroundColor: nil, isSilent: true)
    try silent.wait(for: "an entry in the list")
    #expect(page(silent) == light)
    silent.type("q")
    try silent.waitForExit()
    // Another one is not.
    let other = try journal.start(
      screen: [], rows: 30, columns: 100, environment: ["TERM_PROGRAM": "other"], backgroundColor: nil, isSilent: true)
    try other.wait(for: "an entry in the list")
    #expect(page(other) == .standard)
    other.type("q")
    try other.waitForExit()
  }

  @Test func anEmptyJournalAsksForColoursWhereTheTerminalTellsNothing() throws {
    let journal = try TestJournal()
    let screen = try journal.open(backgroundColor: nil)
    try screen.wait(for: "A journal of your own", "Which one is easiest to read?", "these look right here")
    #expect(page(screen) == .standard)
    try screen.type("\u{1B}[C", showing: "Ink looks right here")
    try screen.type("\u{1B}[C", showing: "Paper looks right here")
    try screen.wait(until: "it is shown") { page($0) != .standard }
    screen.type("\r")
    try screen.wait(until: "it is over") { !$0.shows("Which one is easiest to read?") }
    let paper = page(screen)
    try screen.leave()
    // It is asked once, and the answer holds.
    let again = try journal.open(backgroundColor: nil)
    try again.wait(for: "A journal of your own")
    #expect(page(again) == paper && !again.shows("Which one is easiest to read?"))
    try again.leave()
  }

  @Test func whereTheTerminalTellsItNothingIsAsked() throws {
    let journal = try TestJournal()
    let screen = try journal.open()
    try screen.wait(until: "the theme is there") { page($0) != .standard }
    #expect(screen.shows("A journal of your own") && !screen.shows("Which one is easiest to read?"))
    try screen.leave()
  }

  @Test func tmuxHandsTheQuestionOn() throws {
    let screen = try TestJournal().open(environment: ["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"])
    try screen.wait(for: "A journal of your own")
    let output = String(decoding: screen.rawOutput, as: UTF8.self)
    #expect(output.contains("\u{1B}]11;?\u{1B}\\\u{1B}Ptmux;\u{1B}\u{1B}]11;?\u{1B}\u{1B}\\\u{1B}\\"))
    try screen.leave()
  }

  @Test(arguments: ["q", "kill", "crash", "stop"]) func theWindowIsColouredByTheSettingAndPutBack(end: String) throws {
    let journal = try TestJournal()
    try journal.sandbox.write(
      "config/cloudjournal/config.toml", "[screen]\ntheme = \"paper\"\nwindow-border = true\n".utf8)
    let shell = try journal.openShell(environment: ["COLORTERM": "truecolor"])
    try shell.type("$PROGRAM\r", showing: "A journal of your own")
    try shell.wait(until: "the window has the page's colour") { $0.scanner.commands.contains("11;rgb:fa/f6/ec") }
    switch end {
    case "q": shell.type("q")
    case "kill": kill(try shell.journalProcess(), SIGKILL)
    case "crash": kill(try shell.journalProcess(), SIGSEGV)
    default: try shell.press(.control("z"), showing: "Stopped")
    }
    try shell.wait(until: "the window has its own colour") { $0.scanner.commands.contains("111") }
  }

  @Test func withoutTheSettingTheWindowKeepsItsColour() throws {
    let screen = try TestJournal().open()
    try screen.wait(until: "the theme is there") { page($0) != .standard }
    #expect(!screen.scanner.commands.contains { $0.hasPrefix("11;rgb") || $0 == "111" })
    try screen.leave()
  }

  /// A terminal for East Asian languages, which draws signs of ambiguous width in two columns.
  @Test func signsThatAreTwoColumnsWideGiveWayToASCII() throws {
    let journal = try TestJournal()
    try journal.output("a *favourite* of mine")
    try journal.output("edit", "last", "--favorite")
    let screen = try journal.start(screen: [], rows: 24, columns: 80, backgroundColor: nil, isSilent: true)
    try screen.wait(for: "a *favourite* of mine", "★")
    #expect(screen.rawOutput.filter { $0 == 0x36 }.count > 0)
    screen.type("\u{1B}[2;3R")
    try screen.wait(until: "no star is left") { !$0.shows("★") && $0.shows("Personal  ›  All entries") }
    #expect(screen.text.unicodeScalars.allSatisfy { !(0x2500...0x259F).contains($0.value) }, "\(screen.picture)")
    screen.type("q")
    try screen.waitForExit()
    let narrow = try journal.start(screen: [], rows: 24, columns: 80, backgroundColor: nil, isSilent: true)
    try narrow.wait(for: "★")
    narrow.type("\u{1B}[2;2R?")
    try narrow.wait(for: "›  Keys")
    narrow.type("q")
    try narrow.wait(for: "★")
    narrow.type("q")
    try narrow.waitForExit()
  }
}
