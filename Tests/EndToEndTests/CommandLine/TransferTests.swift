import Foundation
import ScreenKit
import Testing

@Suite struct TransferTests {
  private let diary = """
    [2024-03-01 08:00] * First day. @home
    The body of the first day,
    in two lines.

    [2024-03-02 21:30] Second day

    [2024-03-03 07:15] Third day with 漢字 and 🎻
    - a list
    - of things

    """

  private func lastLine(_ outcome: Program.Outcome) -> String {
    outcome.output.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test func importIsIdempotent() throws {
    let journal = try TestJournal()
    let file = try journal.sandbox.write("diary.txt", diary.utf8)
    #expect(lastLine(try journal.run("import", "--from", "jrnl", file)) == "imported 3, same 0, conflicting 0")
    #expect(lastLine(try journal.run("import", "--from", "jrnl", file)) == "imported 0, same 3, conflicting 0")
    #expect(try journal.entries().count == 3)
  }

  @Test func aDryRunChangesNothing() throws {
    let journal = try TestJournal()
    let file = try journal.sandbox.write("diary.txt", diary.utf8)
    #expect(
      lastLine(try journal.run("import", "--from", "jrnl", "--dry-run", file))
        == "would have imported 3, same 0, conflicting 0")
    #expect(try journal.entries().isEmpty)
  }

  @Test func textWithoutADateIsTakenOnlyWhereItIsSaidToBeJrnls() throws {
    let journal = try TestJournal()
    let note = try journal.sandbox.write("README.md", "# A note\n\nof no date\n".utf8)
    let outcome = try journal.run("--journal", "other", "import", note)
    #expect(outcome.status == .code(1) && outcome.errors.contains("--from jrnl"), "\(outcome)")
    #expect(!outcome.errors.contains("Started the journal"))
    #expect(!journal.sandbox.exists("data/cloudjournal/journals/other/journal.sqlite"))
    try journal.output("import", "--from", "jrnl", note)
    #expect(try journal.entries().map(\.title) == ["# A note"])
  }

  @Test(arguments: ["jrnl", "archive", "jrnl-json"])
  func whatGoesOutComesBackTheSame(format: String) throws {
    let journal = try TestJournal()
    let file = try journal.sandbox.write("diary.txt", diary.utf8)
    try journal.output("import", "--from", "jrnl", file)
    let exported = journal.sandbox.path("exported")
    try journal.output("export", "--format", format, "-o", exported)
    let other = try TestJournal()
    #expect(lastLine(try other.run("import", "--from", format, exported)) == "imported 3, same 0, conflicting 0")
    let (before, after) = (try journal.entries(), try other.entries())
    #expect(before.map(\.title) == after.map(\.title))
    #expect(before.map(\.body) == after.map(\.body))
    #expect(before.map(\.createdAt) == after.map(\.createdAt))
    #expect(before.map(\.isFavorite) == after.map(\.isFavorite))
    #expect(before.map(\.tags) == after.map(\.tags))
  }

  @Test func aBodyThatLooksLikeAHeaderStaysABody() throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "T", "--body", "before\n[2020-01-01 10:00] not a header\nafter")
    let exported = journal.sandbox.path("exported.txt")
    try journal.output("export", "--format", "jrnl", "-o", exported)
    let other = try TestJournal()
    try other.output("import", "--from", "jrnl", exported)
    #expect(try other.entries().map(\.body) == ["before\n[2020-01-01 10:00] not a header\nafter"])
  }

  @Test(arguments: [
    ("archive", Array("this is not a zip".utf8)), ("archive", [0x50, 0x4B, 0x03, 0x04, 0, 0, 0]),
    ("archive", []), ("jrnl", [0x5B, 0xFF, 0xFE, 0x0A]), ("jrnl", Array("[2024-02-30 10:00] no such day\n".utf8)),
  ])
  func whatCannotBeImportedChangesNothing(format: String, bytes: [UInt8]) throws {
    let journal = try TestJournal()
    let file = try journal.sandbox.write("broken", bytes)
    let outcome = try journal.run("import", "--from", format, file)
    #expect(outcome.status != .success, "\(outcome)")
    #expect(outcome.errors.contains("broken"), "\(outcome)")
    #expect(try journal.entries().isEmpty)
  }

  /// A large file comes in parts, each of them on the disk once it is in.
  @Test func anImportThatIsKilledGoesOnAndIsTakenBackWhole() throws {
    let journal = try TestJournal()
    try journal.output("Mine.")
    let days = (0..<9_000).map { number in
      "[20\(10 + number / 3_000)-0\(1 + number % 9)-11 \(10 + number % 10):\(10 + number % 50)] Entry \(number)\n"
    }
    let file = try journal.sandbox.write("large.txt", days.joined().utf8)
    let killed = try journal.start(["import", "--from", "jrnl", file])
    while try journal.page("list", "--json", "-n", "2").items.count < 2, !killed.hasEnded(within: .zero) {}
    killed.signal(SIGKILL)
    #expect(try killed.finish().status == .signal(SIGKILL))
    let line = lastLine(
      try journal.start(["import", "--from", "jrnl", file]).finish(within: Screen.patience * 4))
    let brought = Int(line.dropFirst("imported ".count).prefix { $0.isNumber }) ?? 0
    #expect(line == "imported \(brought), same \(9_000 - brought), conflicting 0" && brought > 0 && brought < 9_000)
    #expect(try journal.output("stats", "--json").contains("\"entries\":9001,"))
    let undone = try journal.start(["import", "--undo"]).finish(within: Screen.patience * 4)
    #expect(undone.errors.contains("000 entries of the latest import to the trash"), "\(undone)")
    #expect(try journal.entries().map(\.title) == ["Mine."])
    #expect(try journal.run("import", "--undo").status == .code(1))
  }

  // MARK: Its own exports

  private func fill(_ journal: TestJournal) throws {
    try journal.output(
      "new", "--title", "Harbour: “walk”", "--body", "We saw #boats.\n\n---\ntitle: no head\n", "--mood", "happy",
      "--category", "Travel", "--tag", "sea", "--tag", "walk", "--date", "2026-03-01 08:00")
    try journal.output("new", "--title", "Second", "--body", "a\r\nb", "--favorite")
    try journal.output("A third one. With 漢字 and 🎻")
  }

  private func described(_ journal: TestJournal) throws -> [String] {
    try journal.entries().map {
      "\($0.id) \($0.title) \(Array($0.body.utf8)) \($0.mood ?? "-") \($0.category ?? "-") \($0.tags) "
        + "\($0.createdAt) \($0.timeZone ?? "-") \($0.isFavorite)"
    }
  }

  /// One page, with the filters of every export; it goes into a pipe as well.
  @Test func aBookIsOnePage() throws {
    let journal = try TestJournal()
    try fill(journal)
    let path = journal.sandbox.path("book.html")
    let outcome = try journal.run("export", "--format", "html", "-o", path, "-from", "2026-03-01", "-to", "2026-03-01")
    #expect(outcome.status == .success && outcome.errors.contains("exported 1 entry to"), "\(outcome)")
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
    #expect(page.contains("<title>Personal</title>") && page.contains("<h2>March 2026</h2>"))
    #expect(page.contains("Harbour: “walk”") && page.contains("Travel") && !page.contains("漢字"))
    #expect(try journal.output("export", "--format", "html").contains("漢字 and 🎻"))
    #expect(try journal.run("export", "--format", "html", "-o", path).errors.contains("is there already"))
  }

  /// A PDF comes from a program of the system, which gets the page; what it leaves is not kept.
  @Test func aPDFIsMadeOfThePage() throws {
    let journal = try TestJournal()
    try fill(journal)
    let programs = journal.sandbox.path("programs")
    try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
    let (path, folder) = (journal.sandbox.path("out/book.pdf"), journal.sandbox.path("out"))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    func export(_ path: String, programs: String) throws -> Program.Outcome {
      try journal.run(
        "export", "--format", "pdf", "-o", path, "-contains", "boats", environment: ["PATH": programs])
    }
    func program(_ script: String) throws {
      let file = "\(programs)/weasyprint"
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    }
    let none = try export(path, programs: programs)
    #expect(none.status != .success && none.errors.contains("Install the Debian package weasyprint"), "\(none)")
    try program("{ echo %PDF-1.7; /bin/cat; echo %%EOF; } > \"$3\"")
    let made = try export(path, programs: programs)
    #expect(made.status == .success && made.errors.contains("exported 1 entry"), "\(made)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      text.hasPrefix("%PDF-1.7\n<!DOCTYPE html>") && text.contains("Harbour") && text.hasSuffix("</html>\n%%EOF\n"))
    // Half a PDF is none, whatever the program says; of a failed one nothing goes out.
    let half = "{ echo %PDF-1.7; /bin/cat; } > \"$3\""
    for script in ["echo no > \"$3\"", "exit 3", ":", half, "\(half); kill -9 $$", "echo %%EOF >> \"$3\""] {
      try program(script)
      let failed = try export("\(folder)/other.pdf", programs: programs)
      #expect(failed.status != .success && failed.errors.contains("Export as html"), "\(failed)")
      let piped = try export("-", programs: programs)
      #expect(piped.status != .success && piped.output.isEmpty && !piped.errors.contains("exported"), "\(piped)")
    }
    // What it says itself is shown; who stops the command stops it, and no part is left.
    try program("echo 'no such font' >&2; exit 3")
    let failed = try export("\(folder)/other.pdf", programs: programs)
    #expect(failed.errors.contains("weasyprint ended with status 3: “no such font”. Export as html"), "\(failed)")
    try program("kill -TERM $PPID; exec /bin/sleep 3600")
    #expect(try export("\(folder)/other.pdf", programs: programs).status == .signal(SIGTERM))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["book.pdf"])
    // Chromium takes a file for a page by its ending. What a killed program left of one for standard output goes.
    try FileManager.default.removeItem(atPath: "\(programs)/weasyprint")
    let chromium = "\(programs)/chromium"
    let script =
      "case $5 in *.html) { echo %PDF-1.7; /bin/cat \"$5\"; echo %%EOF; } > \"${4#--print-to-pdf=}\";; *) exit 3;; esac"
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: chromium))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: chromium)
    _ = try journal.sandbox.write("out/cloudjournal.pdf.part-ab12.html", "plain".utf8)
    let piped = try journal.run(
      "export", "--format", "pdf", environment: ["PATH": programs, "TMPDIR": folder])
    #expect(piped.status == .success && piped.output.hasPrefix("%PDF-1.7\n<!DOCTYPE html>"), "\(piped)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["book.pdf"])
  }

  @Test func yamlIsOneDocument() throws {
    let journal = try TestJournal()
    try fill(journal)
    let text = try journal.output("export", "--format", "yaml", "-contains", "boats")
    #expect(
      text.hasPrefix("format: cloudjournal-entries\nversion: 1\nentries:\n  - title: \"Harbour: “walk”\"\n"), "\(text)")
    #expect(
      text.contains("    category: Travel\n    mood: happy\n") && text.contains("    body: |-\n      We saw #boats.\n"))
    #expect(!text.contains("Second"))
  }

  @Test(arguments: [("md", "all.md"), ("json", "all.json"), ("md", "notes/")])
  func theProgramsOwnFilesComeBackTheSame(format: String, name: String) throws {
    let journal = try TestJournal()
    try fill(journal)
    let exported = journal.sandbox.path(name)
    try journal.output("export", "--format", format, "-o", exported)
    let other = try TestJournal()
    try other.output("Mine.")
    #expect(
      lastLine(try other.run("import", "--dry-run", exported)) == "would have imported 3, same 0, conflicting 0")
    #expect(
      try other.output("import", "--dry-run", "--json", exported).hasPrefix(#"{"ok":true,"dryRun":true,"imported":3,"#))
    // A journal that is not there yet is as an empty one, and is not made by looking.
    let fresh = try other.run("--journal", "fresh", "import", "--dry-run", exported)
    #expect(lastLine(fresh) == "would have imported 3, same 0, conflicting 0", "\(fresh)")
    #expect(try other.run("--journal", "fresh", "list").errors.contains("There is no journal at"))
    let outcome = try other.run("import", exported)
    #expect(lastLine(outcome) == "imported 3, same 0, conflicting 0")
    #expect(outcome.errors.contains(format == "md" ? "is Markdown with front matter" : "is JSON of entries"))
    #expect(try described(other).filter { !$0.contains("Mine.") } == described(journal))
    for from in [["--from", format], []] {
      #expect(lastLine(try other.start(["import"] + from + [exported]).finish()) == "imported 0, same 3, conflicting 0")
    }
    #expect(lastLine(try journal.run("import", exported)) == "imported 0, same 3, conflicting 0")
    try other.output("import", "--undo")
    #expect(try other.entries().map(\.title) == ["Mine."])
  }

  @Test(arguments: ["md", "json"])
  func whatComesThroughAPipeIsRecognised(format: String) throws {
    let journal = try TestJournal()
    try fill(journal)
    let text = try journal.output("export", "--format", format)
    let other = try TestJournal()
    #expect(lastLine(try other.run("import", "-", input: text)) == "imported 3, same 0, conflicting 0")
    #expect(try described(other) == described(journal))
  }

  @Test(arguments: [
    (
      "day-one.json", #"{"metadata":{"version":"1.0"},"entries":[{"uuid":"A","text":"x"}]}"#,
      "give the whole zip that it exported"
    ),
    ("cut.json", #"{"ok":true,"items":[{"title":"a"#, "line 1, byte"),
    ("note.md", "---\ntitle: a\n---\nx\n", "no “date”"),
    ("open.md", "---\ntitle: a\ndate: 2026-03-01T08:00+01:00\n", "line 1: the head"),
    ("empty", "", "nothing to import"), ("{}", "{}", "not of CloudJournal"),
  ])
  func whatIsNotOursStartsNoJournal(name: String, text: String, words: String) throws {
    let journal = try TestJournal()
    let file = try journal.sandbox.write(name, text.utf8)
    let outcome = try journal.run("import", file)
    #expect(outcome.status == .code(1) && outcome.errors.contains(words), "\(outcome)")
    #expect(outcome.errors.contains(name) && !journal.sandbox.exists("data/cloudjournal/journals"), "\(outcome)")
  }

  @Test func thereIsNothingInTheNullDevice() throws {
    let outcome = try TestJournal().run("import", "/dev/null")
    #expect(outcome.status == .code(1) && outcome.errors.contains("/dev/null is empty: there is nothing to import."))
  }

  @Test func aMissingFileIsNamed() throws {
    let journal = try TestJournal()
    let outcome = try journal.run("import", "--from", "jrnl", "/nowhere/diary.txt")
    #expect(outcome.status != .success && outcome.errors.contains("/nowhere/diary.txt"))
  }
}
