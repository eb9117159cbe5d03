import ScreenKit
import Testing

/// How long Esc takes.
@Suite struct EscapeTests {
  /// The quickest of several tries: what the program waits for, without what a busy machine adds.
  private func quickest(_ screen: Screen, tries: Int = 8) throws -> Duration {
    var times: [Duration] = []
    for _ in 0..<tries {
      screen.type(":")
      try screen.wait(for: "What do you want to do")
      let begin = ContinuousClock.now
      screen.press(.escape)
      try screen.wait(untilGone: "What do you want to do")
      times.append(.now - begin)
    }
    return times.min() ?? .zero
  }

  @Test(arguments: [false, true]) func escIsAnsweredAtOnceWhereTheTerminalIsSilent(isSilent: Bool) throws {
    let journal = try TestJournal()
    let screen = try journal.start(screen: [], rows: 30, columns: 100, isSilent: isSilent)
    try screen.wait(for: "local only", "keys")
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
    try screen.wait(for: "local only", "keys")
    screen.type("n")
    try screen.wait(for: "Esc text")
    screen.type("A title")
    screen.press(.tab)
    screen.type("one two three")
    try screen.wait(for: "one two three")
    screen.press(.escape)
    screen.type("0wD")
    try screen.wait(untilGone: "two")
    #expect(!screen.shows("Date of"))
    #expect(screen.shows("one"))
  }
}
