import Glibc
import ScreenKit
import Testing

/// How long Esc takes.
@Suite struct EscapeTests {
  /// The quickest of several tries: what the program waits for, without what a busy machine adds.
  private func quickest(_ screen: Screen, tries: Int = 8) throws -> Duration {
    var times: [Duration] = []
    for _ in 0..<tries {
      try screen.type(":", showing: "What do you want to do")
      let begin = ContinuousClock.now
      try screen.press(.escape, hiding: "What do you want to do")
      times.append(.now - begin)
    }
    return times.min() ?? .zero
  }

  @Test(arguments: [false, true]) func escIsAnsweredAtOnceWhereTheTerminalIsSilent(isSilent: Bool) throws {
    let journal = try TestJournal()
    let screen = try journal.start(screen: [], rows: 30, columns: 100, isSilent: isSilent)
    try screen.wait(for: "this computer only", "keys")
    let time = try quickest(screen)
    #expect(time > .milliseconds(20) && time < .milliseconds(100), "\(time)")
    try screen.leave()
  }

  @Test func aSlowLineIsGivenTheTimeThatIsSet() throws {
    let journal = try TestJournal()
    try journal.sandbox.write("config/cloudjournal/config.toml", "[screen]\nescape-wait = 300\n".utf8)
    let screen = try journal.openJournal()
    #expect(try quickest(screen, tries: 2) >= .milliseconds(300))
    try screen.leave()
  }

  /// A journal on a terminal with kitty's keyboard protocol, and on a line that is slow enough to tell a wait from none.
  private func openWithKeyboardProtocol(_ journal: TestJournal, environment: [String: String] = [:]) throws -> Screen {
    try journal.sandbox.write(
      "config/cloudjournal/config.toml", "[screen]\nescape-wait = 500\nvi-mode = true\n".utf8)
    let screen = try journal.start(
      screen: [], rows: 30, columns: 100, environment: environment, knowsKeyboardProtocol: true)
    try screen.wait(until: "the keyboard is changed") {
      $0.scanner.hasKeyboardProtocol && $0.shows("On this computer only")
    }
    return screen
  }

  @Test func escWaitsForNothingWithKittysKeyboardProtocol() throws {
    let journal = try TestJournal()
    let screen = try openWithKeyboardProtocol(journal)
    #expect(try quickest(screen, tries: 4) < .milliseconds(300))
    // Keys with Ctrl come by the protocol as well.
    screen.send("n\u{1B}[106;5u".utf8)
    try screen.wait(for: "Esc normal")
    screen.send("one\u{1B}[27u".utf8)
    try screen.wait(for: "NORMAL", "one")
    try screen.type("ZZ", showing: "Saved")
    try screen.leave()
  }

  @Test func theKeyboardIsPutBackForOtherPrograms() throws {
    let journal = try TestJournal()
    let editor = try journal.sandbox.script("editor", "printf 'ready> '; read answer; printf '%s' \"$answer\" > \"$1\"")
    let screen = try openWithKeyboardProtocol(journal, environment: ["EDITOR": editor])
    try screen.type("n", showing: "Esc text")
    try screen.press(.control("o"), showing: "ready>")
    #expect(screen.leakedModes.isEmpty)
    try screen.type("from the editor\r", showing: "from the editor", "Esc")
    try screen.wait(until: "the keyboard is changed again") { $0.scanner.hasKeyboardProtocol }
  }

  @Test(arguments: [SIGKILL, SIGSEGV, SIGTERM]) func theKeyboardIsPutBackAfterADeath(signal: Int32) throws {
    let journal = try TestJournal()
    let screen = try openWithKeyboardProtocol(journal)
    kill(try screen.journalProcess(), signal)
    try screen.waitForExit()
    #expect(screen.leakedModes.isEmpty)
  }

  @Test(arguments: ["4", "501", "\"fast\""]) func aTimeOutOfRangeIsRefused(value: String) throws {
    let journal = try TestJournal()
    try journal.sandbox.write("config/cloudjournal/config.toml", "[screen]\nescape-wait = \(value)\n".utf8)
    let outcome = try journal.run("list")
    #expect(outcome.status != .success, "\(outcome)")
    #expect(outcome.errors.contains("screen.escape-wait must be a number from 5 to 500"), "\(outcome)")
  }

  @Test func inViModeAKeyRightBehindEscIsThatKey() throws {
    let journal = try TestJournal()
    try journal.sandbox.write("config/cloudjournal/config.toml", "[screen]\nvi-mode = true\n".utf8)
    let screen = try journal.start(screen: [], rows: 30, columns: 100, isSilent: true)
    try screen.wait(for: "this computer only", "keys")
    try screen.type("n", showing: "Esc text")
    screen.type("A title")
    screen.press(.tab)
    try screen.type("one two three", showing: "one two three")
    screen.press(.escape)
    try screen.type("0wD", hiding: "two")
    #expect(!screen.shows("Date of"))
    #expect(screen.shows("one"))
  }

  @Test func aMacroRepeatsAndRegistersGoFromEntryToEntry() throws {
    let journal = try TestJournal()
    try journal.sandbox.write("config/cloudjournal/config.toml", "[screen]\nvi-mode = true\n".utf8)
    let screen = try journal.start(screen: [], rows: 30, columns: 100)
    try screen.wait(for: "On this computer only", "keys")
    try screen.type("n", showing: "Esc text")
    screen.type("First")
    screen.press(.tab)
    try screen.type("(one)\rtwo\rthree", showing: "three", "INSERT")
    try screen.press(.escape, showing: "NORMAL")
    try screen.type("gg%x\"ayyqb", showing: "REC @b")
    try screen.type("A!", showing: "!", "INSERT REC @b")
    try screen.press(.escape, showing: "NORMAL REC @b")
    try screen.type("jq9@b", showing: "(one!", "two!", "three!")
    try screen.type("ZZ", showing: "Saved “First”")
    try screen.type("n", showing: "Esc text")
    screen.type("Second")
    screen.press(.tab)
    try screen.type("x", showing: "INSERT")
    try screen.press(.escape, showing: "NORMAL")
    try screen.type("\"ap@bZZ", showing: "Saved “Second”")
    #expect(try journal.entries().map(\.body) == ["x\n(one!", "(one!\ntwo!\nthree!"])
    try screen.leave()
  }
}
