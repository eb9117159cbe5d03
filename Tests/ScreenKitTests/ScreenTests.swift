import Glibc
import ScreenKit
import Testing

@Suite struct ScreenTests {
  @Test func typingIntoCatIsEchoedAndEnds() throws {
    let screen = try Screen(["cat"])
    screen.type("hello 漢字\r")
    try screen.wait(until: "both lines are there") { $0.line(0) == "hello 漢字" && $0.line(1) == "hello 漢字" }
    screen.press(.control("d"))
    #expect(try screen.waitForExit() == .success)
  }

  @Test func aProgramThatClosesItsTerminalIsLeftToEndByItself() throws {
    let busy = "n=0; while [ $n -lt 20000 ]; do n=$((n + 1)); done"
    let screen = try Screen(["sh", "-c", "exec <&- >&- 2>&-; \(busy); exit 0"])
    #expect(try screen.waitForExit() == .success)
  }

  @Test func wideCharactersTakeTwoColumns() throws {
    let screen = try Screen(["printf", "漢e\u{301}x"])
    try screen.waitForExit()
    #expect(screen.cell(row: 0, column: 0).width == 2)
    #expect(screen.cell(row: 0, column: 2).text == "e\u{301}")
    #expect(screen.line(0) == "漢e\u{301}x")
    #expect(screen.cursor == (0, 4))
    #expect(screen.find("x") ?? (-1, -1) == (0, 3))
  }

  @Test func attributesAndColoursAreRead() throws {
    let screen = try Screen([
      "printf", "\\033[1;4;7mA\\033[0m\\033[3;31mB\\033[0m\\033[38;2;1;2;3mC\\033[48;5;200mD\\033[0mE",
    ])
    try screen.waitForExit()
    let a = screen.cell(row: 0, column: 0)
    #expect(a.isBold && a.isUnderlined && a.isReversed && !a.isItalic)
    let b = screen.cell(row: 0, column: 1)
    #expect(b.isItalic && b.foreground == .indexed(1))
    #expect(screen.cell(of: "C")?.foreground == .rgb(red: 1, green: 2, blue: 3))
    #expect(screen.cell(of: "D")?.background == .indexed(200))
    #expect(screen.cell(of: "E")?.foreground == .standard)
  }

  @Test func exitCodesAndSignalsAreTold() throws {
    #expect(try Screen(["sh", "-c", "exit 7"]).waitForExit() == .code(7))
    let screen = try Screen(["cat"])
    screen.signal(SIGTERM)
    #expect(try screen.waitForExit() == .signal(SIGTERM))
  }

  @Test func resizeReachesTheProgram() throws {
    let screen = try Screen(["sh", "-c", "trap 'stty size' WINCH; echo ready; while read -r _; do :; done; read -r _"])
    try screen.wait(for: "ready")
    screen.resize(rows: 10, columns: 60)
    try screen.wait(for: "10 60")
  }

  @Test func hangUpReachesTheProgram() throws {
    let screen = try Screen(["cat"])
    screen.hangUp()
    #expect(try screen.waitForExit() == .signal(SIGHUP))
  }

  @Test func itIsTheControllingTerminal() throws {
    let screen = try Screen(["sh", "-c", "echo reached >/dev/tty; stty size"], rows: 13, columns: 47)
    try screen.waitForExit()
    #expect(screen.shows("reached"))
    #expect(screen.shows("13 47"))
  }

  @Test func jobControlWorks() throws {
    let screen = try Screen(["sh", "-i"], environment: ["PS1": "$ ", "ENV": ""])
    try screen.wait(for: "$")
    screen.type("cat\r")
    screen.type("echoed\r")
    try screen.wait(until: "cat answers") { $0.line(1) == "echoed" && $0.line(2) == "echoed" }
    try screen.press(.control("z"), showing: "Stopped")
    // The shell asks again, and says what goes on; what is typed before would be echoed into the middle of it.
    try screen.wait(until: "the shell asks again") { screen in (0..<screen.rows).contains { screen.line($0) == "$" } }
    screen.type("fg\r")
    try screen.wait(until: "cat goes on") { screen in (0..<screen.rows).contains { screen.line($0) == "cat" } }
    screen.type("again\r")
    try screen.wait(until: "cat answers again") { $0.text.components(of: "again") == 2 }
    screen.press(.control("d"))
    screen.type("exit 3\r")
    #expect(try screen.waitForExit() == .code(3))
  }

  @Test func viEditsAFileAndLeavesTheScreenAsItWas() throws {
    let sandbox = try Sandbox()
    let file = try sandbox.write("note.txt", "first line\n".utf8)
    let screen = try Screen(["vi", file], environment: sandbox.environment)
    try screen.wait(for: "first line")
    try screen.type("Goadded by hand", showing: "added by hand")
    screen.press(.escape)
    screen.type(":wq\r")
    #expect(try screen.waitForExit() == .success)
    #expect(try sandbox.read("note.txt") == "first line\nadded by hand\n")
    #expect(screen.leakedModes == [])
  }

  @Test func alternateScreenIsSeenAndLeft() throws {
    let screen = try Screen(["sh", "-c", "printf 'below\\033[?1049h\\033[Habove'; read -r _; printf '\\033[?1049l'"])
    try screen.wait(for: "above")
    #expect(screen.scanner.isAlternateScreen && !screen.shows("below"))
    screen.press(.enter)
    try screen.waitForExit()
    #expect(screen.shows("below") && !screen.shows("above"))
  }

  @Test func queriesAreAnswered() throws {
    let ask = "stty raw -echo; printf '\\033[6n\\033[c\\033]11;?\\033\\\\'; dd bs=1 count=36 2>/dev/null | od -An -c"
    let screen = try Screen(["sh", "-c", ask], columns: 100, backgroundColor: "rgb:1010/1414/1818")
    try screen.waitForExit()
    let said = screen.text.filter { !$0.isWhitespace }
    #expect(said.contains("[1;1R") && said.contains("[?1;2c") && said.contains("]11;rgb:1010/1414/1818"))
  }

  @Test func largePasteNeitherBlocksNorLosesAnything() throws {
    let screen = try Screen(["sh", "-c", "stty raw -echo; printf ready; head -c 300000 | cksum"])
    try screen.wait(for: "ready")
    screen.paste(String(repeating: "0123456789", count: 30_000))
    try screen.wait(until: "the sum of 300000 bytes is there") { $0.text.contains(" 300000") }
  }

  @Test func aWaitInVainShowsTheScreen() throws {
    let screen = try Screen(["sh", "-c", "echo here I am; read -r _"])
    try screen.wait(for: "here I am")
    let failure = #expect(throws: Failure.self) { try screen.wait(for: "never", within: .milliseconds(1)) }
    let words = try #require(failure).description
    #expect(words.contains("“never”") && words.contains("|here I am") && words.contains("ScreenTests.swift"))
  }

  @Test func aWaitEndsWithTheProgram() throws {
    let screen = try Screen(["sh", "-c", "echo last words; exit 4"])
    let failure = #expect(throws: Failure.self) { try screen.wait(for: "never") }
    let words = try #require(failure).description
    #expect(words.contains("exit code 4") && words.contains("last words"))
  }

  @Test func aMissingProgramIsAnError() {
    #expect(throws: Failure.self) { try Screen(["no-such-program"]) }
    #expect(throws: Failure.self) { try Screen(["/no/such/program"]) }
  }
}

extension String {
  /// How many times some words occur.
  func components(of words: String) -> Int { split(separator: words, omittingEmptySubsequences: false).count - 1 }
}
