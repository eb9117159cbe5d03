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
    let new = try TestJournal()
    let picture = try new.run("stats", "--chart", new.sandbox.path("charts.svg"))
    #expect(picture.status == .code(1) && picture.errors.contains("no picture was drawn"), "\(picture)")
    #expect(!new.sandbox.exists("charts.svg"))
  }

  @Test func anOldDiaryShowsTheMonthsUpToItsLastEntry() throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "Up early", "--date", "1663-12-30 07:00")
    let text = try journal.output("stats")
    #expect(
      text.contains("Entries a month") && text.contains("Entries by weekday, 12 months to December 1663"), "\(text)")
    #expect(try journal.output("stats", "--json").contains(#"{"name":"1663-12","entries":1"#))
    try journal.output("stats", "--chart", journal.sandbox.path("charts.svg"))
    #expect(try journal.sandbox.read("charts.svg").contains("December 1663"))
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

  /// A home with a folder of programs and one to draw to.
  private final class Studio {
    let journal: TestJournal
    let programs: String
    let folder: String

    init(_ journal: TestJournal) throws {
      (self.journal, programs, folder) = (journal, journal.sandbox.path("programs"), journal.sandbox.path("out"))
      for path in [programs, folder] {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      }
    }

    func draw(_ more: String...) throws -> Program.Outcome {
      try journal.start(
        ["stats", "--chart", "\(folder)/charts.png"] + more, input: "", environment: ["PATH": programs]
      ).finish()
    }

    func program(_ script: String, named name: String = "rsvg-convert") throws {
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: "\(programs)/\(name)"))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(programs)/\(name)")
    }

    func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder) }

    static let begin = "printf '\\211PNG\\r\\n\\032\\n'"

    /// A shell’s words that make a PNG of a page.
    static func png(of page: String, to result: String) -> String {
      "{ \(begin); /bin/cat \"\(page)\"; printf 'IEND\\256B\\140\\202'; } > \"\(result)\""
    }
    static let whole = png(of: "$4", to: "${3#--output=}")
  }

  /// A PNG comes from a program of the system; where none is there, or it fails, nothing is left.
  @Test func aPNGIsMadeOfTheCharts() throws {
    let studio = try Studio(journal())
    let none = try studio.draw()
    #expect(none.status != .success && none.errors.contains("librsvg2-bin"), "\(none)")
    for script in [
      "exit 1", ":", "echo no > \"${3#--output=}\"", "{ \(Studio.begin); } > \"${3#--output=}\"",
      "\(Studio.whole); kill -9 $$",
    ] {
      try studio.program(script)
      let failed = try studio.draw()
      #expect(failed.status != .success && failed.errors.contains("ends in .svg"), "\(script) \(failed)")
      #expect(!failed.errors.contains("drew"))
    }
    #expect(try studio.files().isEmpty)
    try studio.program(Studio.whole)
    let made = try studio.draw()
    #expect(made.status == .success && made.errors.contains("drew"), "\(made)")
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: "\(studio.folder)/charts.png")))
    #expect(String(decoding: bytes, as: UTF8.self).contains(">Entries a month</text>"))
    #expect(try studio.files() == ["charts.png"])
    #expect(try studio.draw().errors.contains("is there already"))
    #expect(try studio.draw("--force").status == .success)
  }

  /// What the other programs are asked for.
  @Test(arguments: [
    (
      "inkscape", #"[ "$1 $2 $#" = "--export-type=png --export-dpi=192 4" ] || exit 9"#, "$4",
      "${3#--export-filename=}"
    ),
    ("magick", #"[ "$1 $2 $#" = "-density 192 4" ] || exit 9"#, "${3#svg:}", "${4#png:}"),
  ])
  func otherProgramsMakeItAsWell(name: String, check: String, page: String, result: String) throws {
    let studio = try Studio(journal())
    try studio.program("\(check)\n\(Studio.png(of: page, to: result))", named: name)
    let made = try studio.draw()
    #expect(made.status == .success && made.errors.contains("drew"), "\(made)")
    #expect(try studio.files() == ["charts.png"])
  }

  @Test func whatTheProgramSaysIsShown() throws {
    let studio = try Studio(journal())
    try studio.program("echo 'a warning' >&2; printf 'no fonts \\033[31mhere\\n\\n' >&2; exit 3")
    let failed = try studio.draw()
    #expect(failed.errors.contains("rsvg-convert ended with status 3: “no fonts "), "\(failed)")
    #expect(!failed.errors.contains("a warning") && !failed.errors.contains("\u{1B}"), "\(failed)")
    try studio.program("echo 'nothing was drawn' >&2")
    #expect(try studio.draw().errors.contains("did not make a whole PNG: “nothing was drawn”."))
    #expect(try studio.files().isEmpty)
  }

  /// A signal ends the other program and this one, which takes its parts along.
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func whatIsEndedLeavesNoParts(number: Int32) throws {
    let studio = try Studio(journal())
    try studio.program("kill -\(number) $PPID; exec /bin/sleep 3600")
    let ended = try studio.draw()
    #expect(ended.status == .signal(number), "\(ended)")
    #expect(try studio.files().isEmpty)
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
      bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes[16..<20].elementsEqual([0, 0, 0x05, 0xC8]), "1480 wide")
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
