import ScreenKit
import Testing

/// `stats` by the real program: its charts on a terminal and in a pipe.
@Suite struct StatsTests {
  private func journal() throws -> TestJournal {
    let journal = try TestJournal()
    try journal.output("new", "--title", "Herons", "--body", "At the weir. @birds", "--mood", "happy")
    try journal.output("new", "--title", "Otters", "--body", "In the river.", "--date", "yesterday 7:00")
    return journal
  }

  @Test func oneChartIsPrintedAlone() throws {
    let journal = try journal()
    let lines = try journal.output("stats", "--chart", "entries").split(separator: "\n")
    #expect(lines.count == 13 && lines[0] == "Entries a month", "\(lines)")
    #expect(try journal.output("stats", "--chart", "moods").hasSuffix("◡ happy\n"))
    #expect(try journal.output("stats", "--chart", "streaks").contains("  2  ████████████████████  "))
    let empty = try TestJournal().run("stats", "--chart", "tags")
    #expect(empty.status == .success && empty.output.isEmpty && empty.errors.contains("Nothing"), "\(empty)")
  }

  @Test func chartsAreDrawnToAFile() throws {
    let journal = try journal()
    let path = journal.sandbox.path("home/charts.svg")
    #expect(try journal.run("stats", "--chart", "~/charts.svg").errors.contains("drew ~/charts.svg"))
    let text = try journal.sandbox.read("home/charts.svg")
    #expect(text.hasPrefix("<svg xmlns=") && text.hasSuffix("</svg>\n") && text.contains(">Entries a month</text>"))
    // What is there stays, unless that is asked for.
    let again = try journal.run("stats", "--chart", path)
    #expect(again.status == .code(1) && again.errors.contains("charts.svg"), "\(again)")
    try journal.output("stats", "--chart", path, "--force")
    let other = try journal.run("stats", "--chart", "charts.png")
    #expect(other.status == .code(2) && other.errors.contains(".svg") && !journal.sandbox.exists("home/charts.png"))
  }

  @Test func whatIsNoChartIsRefused() throws {
    let journal = try journal()
    let wrong = try journal.run("stats", "--chart", "weather")
    #expect(wrong.status == .code(2) && wrong.errors.contains("weather"), "\(wrong)")
    let both = try journal.run("stats", "--chart", "moods", "--json")
    #expect(both.status == .code(2) && both.errors.contains("--json has all figures"), "\(both)")
  }

  @Test func chartsFitTheTerminal() throws {
    let screen = try journal().start(
      screen: ["stats", "--chart", "words"], rows: 12, columns: 32, environment: ["LANG": "C", "LC_ALL": "C"])
    #expect(try screen.waitForExit() == .success)
    #expect(screen.shows("Words a week") && screen.shows("##") == false && screen.shows("#"), "\(screen.picture)")
    #expect(screen.rawOutput.allSatisfy { $0 < 0x80 })
  }
}
