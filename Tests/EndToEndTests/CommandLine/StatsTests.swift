import Foundation
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
    let other = try journal.run("stats", "--chart", "charts.gif")
    #expect(other.status == .code(2) && other.errors.contains(".svg") && !journal.sandbox.exists("home/charts.gif"))
  }

  /// A PNG comes from a program of the system; where none is there, or it fails, nothing is left.
  @Test func aPNGIsMadeOfTheCharts() throws {
    let journal = try journal()
    let (programs, folder) = (journal.sandbox.path("programs"), journal.sandbox.path("out"))
    for path in [programs, folder] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    func draw(_ path: String, _ programs: String, _ more: String...) throws -> Program.Outcome {
      try journal.start(["stats", "--chart", path] + more, input: "", environment: ["PATH": programs]).finish()
    }
    func program(_ script: String) throws {
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: "\(programs)/rsvg-convert"))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(programs)/rsvg-convert")
    }
    let none = try draw("\(folder)/charts.png", programs)
    #expect(none.status != .success && none.errors.contains("librsvg2-bin"), "\(none)")
    let begin = "printf '\\211PNG\\r\\n\\032\\n'"
    let whole = "{ \(begin); /bin/cat \"$4\"; printf 'IEND\\256B\\140\\202'; } > \"${3#--output=}\""
    for script in [
      "exit 1", ":", "echo no > \"${3#--output=}\"", "{ \(begin); } > \"${3#--output=}\"", "\(whole); kill -9 $$",
    ] {
      try program(script)
      let failed = try draw("\(folder)/charts.png", programs)
      #expect(failed.status != .success && failed.errors.contains("ends in .svg"), "\(script) \(failed)")
      #expect(!failed.errors.contains("drew"))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    try program(whole)
    let made = try draw("\(folder)/charts.png", programs)
    #expect(made.status == .success && made.errors.contains("drew"), "\(made)")
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: "\(folder)/charts.png")))
    #expect(String(decoding: bytes, as: UTF8.self).contains(">Entries a month</text>"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["charts.png"])
    #expect(try draw("\(folder)/charts.png", programs).errors.contains("is there already"))
    #expect(try draw("\(folder)/charts.png", programs, "--force").status == .success)
  }

  /// The real program, where it is installed.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/rsvg-convert")))
  func aRealPNGHasItsSize() throws {
    let journal = try journal()
    let path = journal.sandbox.path("home/charts.png")
    let made = try journal.run("stats", "--chart", path, environment: ["PATH": "/usr/bin"])
    #expect(made.status == .success, "\(made)")
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(
      bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes[16..<20].elementsEqual([0, 0, 0x05, 0xA0]), "1440 wide")
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
