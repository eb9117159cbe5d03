import Foundation
import ScreenKit
import Testing

/// Every command does what it is for.
@Suite struct SubcommandTests {
  private func journalWithDiary() throws -> TestJournal {
    let journal = try TestJournal()
    let diary = """
      [2022-11-21 08:00] A day in November @home
      with a body

      [2023-05-31 21:00] A day in May @home @garden *
      of another year

      [2024-05-31 07:15] The same day a year later
      with a canal

      """
    try journal.output("import", "--from", "jrnl", try journal.sandbox.write("diary.txt", diary.utf8))
    return journal
  }

  private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  // MARK: Reading

  /// Help and the paper say the same of several filters, and it is what happens.
  @Test func whatIsSaidOfSeveralFiltersIsTrue() throws {
    let journal = try journalWithDiary()
    let help = try journal.output("list", "--help").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      help.contains(
        "Different filters must all hold; of several tags, or of several texts, one is enough without -and."))
    let paper = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/cli.md")
    #expect(
      try String(contentsOf: paper.standardized, encoding: .utf8)
        .contains("| `-and` | all tags and texts must be there; without it one of them is enough |"))
    func found(_ filters: String...) throws -> [String] {
      try lines(journal.start(["list", "--fields", "title", "--json"] + filters).finish().output).flatMap { line in
        ["November", "May", "later"].filter { line.contains($0) }
      }
    }
    #expect(try found("@home", "@garden") == ["November", "May"])
    #expect(try found("@home", "@garden", "-and") == ["May"])
    #expect(try found("-contains", "canal", "-contains", "another year") == ["May", "later"])
    #expect(try found("-contains", "canal", "-contains", "another year", "-and").isEmpty)
    #expect(try found("@home", "-starred") == ["May"])
    #expect(try found("@garden", "-on", "2022").isEmpty)
  }

  @Test(arguments: [
    (["-from", "2023-05-31", "-to", "2023-12-31"], ["A day in May @home @garden"]),
    (["--on", "31 may 2024"], ["The same day a year later"]),
    (["-starred"], ["A day in May @home @garden"]),
    (["--not-starred", "-n", "1"], ["The same day a year later"]),
    (["-contains", "canal"], ["The same day a year later"]),
    (["@home", "@garden", "-and"], ["A day in May @home @garden"]),
    (["@home"], ["A day in May @home @garden", "A day in November @home"]),
    (["@home", "-not", "garden"], ["A day in November @home"]),
    (["--reverse", "-n", "1"], ["A day in November @home"]),
    (["--sort", "title", "-n", "1"], ["A day in May @home @garden"]),
    (["-from", "2025-01-01"], []),
  ])
  func filtersOfListSelect(filters: [String], titles: [String]) throws {
    let journal = try journalWithDiary()
    let outcome = try journal.start(["list", "--json"] + filters).finish()
    #expect(outcome.status == .success, "\(outcome)")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let page = try decoder.decode(Page.self, from: Data(outcome.outputBytes))
    #expect(page.items.map(\.title) == titles)
  }

  @Test func filtersWorkWithoutACommandAsInJrnl() throws {
    let journal = try journalWithDiary()
    let screen = try journal.open("-n", "1", "--short", environment: ["PAGER": "cat"])
    #expect(try screen.waitForExit() == .success)
    #expect(screen.outputText.contains("The same day a year later") && !screen.outputText.contains("November"))
  }

  @Test func theFormatsDiffer() throws {
    let journal = try journalWithDiary()
    #expect(lines(try journal.output("list", "--short")).count == 3)
    #expect(try journal.output("list", "--format", "md", "-n", "1").contains("title: The same day a year later"))
    #expect(try journal.output("list", "--format", "txt", "-n", "1").contains("[2024-05-31 07:15"))
    let fields = try journal.output("list", "--json", "--fields", "title", "-n", "1")
    #expect(fields.contains("\"title\":\"The same day a year later\"") && !fields.contains("\"body\""))
  }

  @Test func showPrintsTheWholeEntry() throws {
    let journal = try journalWithDiary()
    let id = try #require(try journal.entries().last?.id)
    for name in [id, String(id.prefix(13))] {
      let text = try journal.output("show", name)
      #expect(text.contains("A day in November") && text.contains("with a body"))
    }
    #expect(try journal.output("show", "last").contains("canal"))
    let missing = try journal.run("show", "ffffffff")
    #expect(missing.status == .code(1) && missing.output.isEmpty && missing.errors.contains("ffffffff"))
  }

  @Test(arguments: [
    (["list", "--mood", "nope"], "There is no mood “nope”. Moods are: excited"),
    (["list", "--category", "Workshpo"], "There is no category “Workshpo”. Categories are: Workshop."),
    (["search", "mood:happpy"], "There is no mood “happpy”"),
    (["search", "sea -category:Nope"], "There is no category"),
    (["export", "--category", "Nope"], "There is no category “Nope”"),
    (["list", "-from", "2026-03", "-to", "2026-01"], "-from “2026-03” is later than -to “2026-01”."),
  ])
  func aFilterThatNothingCouldPassIsRefused(arguments: [String], sentence: String) throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "T", "--category", "Workshop")
    let outcome = try journal.start(arguments).finish()
    #expect(outcome.status == .code(2) && outcome.errors.contains(sentence), "\(outcome)")
    #expect(try journal.output("list", "--category", "workSHOP", "--short").contains("T"))
  }

  @Test func anotherDayKeepsTheTime() throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "T", "--date", "2026-11-21 15:06")
    try journal.output("edit", "last", "--date", "2026-11-20")
    #expect(try #require(try journal.entries().first).createdAt.hasPrefix("2026-11-20T15:06:00"))
    try journal.output("edit", "last", "--date", "2026-11-19 08:00")
    #expect(try #require(try journal.entries().first).createdAt.hasPrefix("2026-11-19T08:00:00"))
  }

  @Test func onThisDayShowsOtherYearsThanThisOne() throws {
    let journal = try TestJournal()
    try journal.output("A line of today")
    let nothing = try journal.run("on-this-day")
    #expect(nothing.output.isEmpty && nothing.errors.hasPrefix("No entries from earlier years on "), "\(nothing)")
    #expect(try journal.run("on-this-day", "29 february 2024").errors == "No entries from any year on 29 February.\n")
  }

  @Test func habitsOfJrnlAreAnswered() throws {
    let journal = try TestJournal()
    let outcome = try journal.run("--import")
    #expect(outcome.status == .code(2) && outcome.errors.contains("cloudjournal import FILE"), "\(outcome.errors)")
    #expect(try journal.run("list", "--format", "markdown").errors.contains("is called md."))
    #expect(try journal.run("trash", "restore", "last").errors.contains("The trash is empty."))
  }

  @Test func onThisDayShowsAllYears() throws {
    let journal = try journalWithDiary()
    #expect(lines(try journal.output("on-this-day", "31", "may", "--short")).count == 2)
    #expect(lines(try journal.output("on-this-day", "1", "january", "--short")).isEmpty)
  }

  @Test func tagsAreCounted() throws {
    let journal = try journalWithDiary()
    #expect(lines(try journal.output("tags")) == ["2  #home", "1  #garden"])
    #expect(lines(try journal.output("tags", "gar")) == ["1  #garden"])
    #expect(lines(try journal.output("list", "--tags", "-starred")).count == 2)
  }

  @Test func statisticsNameTheSums() throws {
    let text = try journalWithDiary().output("stats")
    #expect(text.contains("Entries") && text.contains("3"))
    // The longest bar is the most used tag's; half as much is half as long.
    let (whole, half) = (String(repeating: "█", count: 20), String(repeating: "█", count: 10))
    #expect(lines(text).contains("  2  \(whole)  #home"), "\(text)")
    #expect(lines(text).contains("  1  \(half)            #garden"), "\(text)")
  }

  // MARK: Changing

  @Test func fieldsAreEditedAndTheFormerValuesKept() throws {
    let journal = try journalWithDiary()
    let id = try #require(try journal.entries().first?.id)
    try journal.output(
      "edit", id, "--title", "Renamed", "--mood", "sad", "--category", "New one", "--tag", "added", "--favorite",
      "--date", "2024-06-01 10:00")
    let entry = try #require(try journal.entries().first)
    #expect(entry.id == id && entry.title == "Renamed" && entry.mood == "sad" && entry.category == "New one")
    #expect(entry.isFavorite && entry.tags.contains("added") && entry.createdAt.hasPrefix("2024-06-01T10:00"))
    try journal.output("edit", id, "--body", "-", input: "from a pipe")
    #expect(try journal.entries().first?.body == "from a pipe")
    let history = try journal.output("history", id)
    #expect(history.contains("with a canal") && history.contains("The same day a year later"))
    #expect(try journal.output("history", "show", id).contains("[-"))
    try journal.output("history", "restore", id)
    #expect(try journal.entries().first?.body.contains("with a canal") == true)
  }

  @Test func linesOfAFormerTextStandApart() throws {
    let journal = try TestJournal()
    try journal.output("new", "--title", "Poem", "--body", "-", input: "Roses are red\nViolets are blue\n\n- sugar\n")
    try journal.output("edit", "last", "--body", "nothing")
    let history = try journal.output("history", "last")
    #expect(history.contains("Roses are red / Violets are blue / sugar\n"), "\(history)")
  }

  @Test func removingAsksAndTheTrashGivesBack() throws {
    let journal = try journalWithDiary()
    let id = try #require(try journal.entries().first?.id)
    let refused = try journal.run("rm", id)
    #expect(refused.status == .code(2) && refused.errors.contains("--yes"))
    let asked = try journal.open("rm", id)
    try asked.wait(for: "[y/N]")
    asked.type("\r")
    #expect(try asked.waitForExit() == .code(1))
    #expect(try journal.entries().count == 3)
    let agreed = try journal.open("rm", id)
    try agreed.wait(for: "[y/N]")
    agreed.type("y\r")
    #expect(try agreed.waitForExit() == .success)
    #expect(try journal.entries().count == 2)
    #expect(try journal.output("trash").contains("The same day a year later"))
    try journal.output("trash", "restore", id)
    #expect(try journal.entries().count == 3)
  }

  @Test func theTrashIsEmptiedOnlyOnConsent() throws {
    let journal = try journalWithDiary()
    try journal.output("rm", "--yes", "last")
    #expect(try journal.run("trash", "empty").status == .code(2))
    #expect(lines(try journal.output("trash")).count == 1)
    try journal.output("trash", "empty", "--yes")
    #expect(try journal.output("trash").isEmpty)
    #expect(try journal.entries().count == 2)
  }

  @Test func deletingByAFilterAsksForEachAndTouchesNoOther() throws {
    let journal = try journalWithDiary()
    #expect(try journal.run("list", "@home", "--delete").status == .code(2))
    let screen = try journal.open("list", "@home", "--delete")
    try screen.wait(for: "“A day in May @home @garden”", "[y/N]")
    try screen.type("n\r", showing: "“A day in November @home”")
    screen.type("y\r")
    #expect(try screen.waitForExit() == .success)
    #expect(try journal.entries().map(\.title) == ["The same day a year later", "A day in May @home @garden"])
    let everything = try journal.open("list", "--delete")
    #expect(try everything.waitForExit() == .code(2))
  }

  @Test func categoriesAreMadeChangedOrderedDeletedAndTakenBack() throws {
    let journal = try TestJournal()
    for name in ["Work", "Home", "Garden"] { try journal.output("categories", "add", name) }
    try journal.output("new", "--title", "T", "--category", "home")
    #expect(try journal.run("categories", "add", "work").status == .code(1))
    try journal.output("categories", "order", "Garden", "Home")
    try journal.output("categories", "edit", "Home", "--color", "teal", "--icon", "fork and knife")
    #expect(try journal.output("categories").contains("fork and knife, teal"))
    let noIcon = try journal.run("categories", "edit", "Home", "--icon", "nonsense")
    #expect(noIcon.errors.contains("There is no icon “nonsense”. Some are: "), "\(noIcon)")
    let noColor = try journal.run("categories", "edit", "Home", "--color", "tea")
    #expect(noColor.errors.contains("or as one of: blue, green"), "\(noColor)")
    try journal.output("categories", "edit", "Home", "--name", "House", "--color", "#ff0000", "--icon", "house")
    let list = try journal.output("categories")
    #expect(lines(list).map { $0.split(separator: " ")[1] } == ["Garden", "House", "Work"])
    #expect(list.lowercased().contains("#ff0000"))
    #expect(try journal.run("categories", "rm", "House").status == .code(2))
    try journal.output("categories", "rm", "--yes", "House")
    #expect(try journal.entries().map(\.category) == [nil])
    try journal.output("categories", "restore", "House")
    #expect(try journal.entries().map(\.category) == ["House"])
    #expect(try journal.run("categories", "edit", "Work", "--color", "reddish").status == .code(2))
  }

  // MARK: In and out

  @Test func anImportIsUndone() throws {
    let journal = try journalWithDiary()
    try journal.output("import", "--undo")
    #expect(try journal.entries().isEmpty)
    #expect(try journal.run("import", "--undo").status == .code(1))
  }

  @Test func exportsAreFilteredAndNeverOverwriteUnasked() throws {
    let journal = try journalWithDiary()
    let path = journal.sandbox.path("out.md")
    try journal.output("export", "--format", "md", "-o", path, "-starred")
    let text = try journal.sandbox.read("out.md")
    #expect(text.contains("A day in May") && !text.contains("November"))
    #expect(try journal.run("export", "--format", "md", "-o", path).status == .code(1))
    #expect(try journal.sandbox.read("out.md") == text)
    try journal.output("export", "--format", "json", "-o", path, "--force")
    #expect(try journal.sandbox.read("out.md").contains("November"))
    #expect(try journal.output("export", "--format", "jrnl").contains("[2024-05-31 07:15"))
    #expect(try journal.run("export", "--format", "docx").status == .code(2))
  }

  @Test func aBackupIsAWholeJournal() throws {
    let journal = try journalWithDiary()
    let path = journal.sandbox.path("copy/journal.sqlite")
    try FileManager.default.createDirectory(atPath: journal.sandbox.path("copy"), withIntermediateDirectories: true)
    #expect(lines(try journal.output("backup", "-o", path)) == [path])
    #expect(try journal.page("list", "--json", "--journal", journal.sandbox.path("copy")).count == 3)
    #expect(try journal.run("backup", "-o", path).status == .code(1))
    // Within one second, too, each has a name of its own.
    let several = try (1...5).flatMap { _ in lines(try journal.output("backup")) }
    #expect(Set(several).count == 5)
    let usual = try journal.output("backup")
    #expect(FileManager.default.fileExists(atPath: lines(usual).first ?? ""))
  }

  @Test func journalsAreApart() throws {
    let journal = try TestJournal()
    try journal.output("--journal", "Work", "an entry about work")
    #expect(try journal.entries().isEmpty)
    #expect(try journal.page("list", "--json", "--journal", "Work").count == 1)
    let missing = try journal.run("list", "--journal", "Wrok")
    #expect(missing.status == .code(1) && missing.errors.contains("Work"))
  }

  // MARK: The program

  /// What is usual is read without the declarations, which `--option=value` is left to.
  @Test(arguments: [
    (["list", "--from", "2023-01-01"], ["list", "--from=2023-01-01"]),
    (
      ["list", "-n", "2", "--sort", "title", "--reverse", "--short"],
      ["list", "-n", "2", "--sort=title", "--reverse", "--short"]
    ),
    (["list", "--format", "md", "-starred"], ["list", "--format=md", "-starred"]),
    (
      ["list", "--json", "--fields", "title", "--not", "garden"],
      ["list", "--json", "--fields=title", "--not", "garden"]
    ),
    (
      ["search", "--json", "--year", "2024", "--contains", "canal", "day"],
      ["search", "--json", "--year=2024", "--contains", "canal", "day"]
    ),
    (["list", "--month", "may", "--day", "31", "@home"], ["list", "--month=may", "--day", "31", "@home"]),
    (["on-this-day", "-n", "1", "31", "may"], ["on-this-day", "--limit=1", "31", "may"]),
    (["on-this-day", "--short", "31 may"], ["on-this-day", "--short", "--journal=Personal", "31 may"]),
    (["stats"], ["stats", "--journal=Personal"]), (["stats", "--json"], ["stats", "--json", "--journal=Personal"]),
    (["tags", "ho"], ["tags", "--journal=Personal", "ho"]),
    (["sync"], ["sync", "--journal=Personal"]),
    (["sync", "--once", "--json"], ["sync", "--once", "--json", "--journal=Personal"]),
    (["sync", "--once", "--read-only"], ["sync", "--once", "--read-only", "--journal=Personal"]),
    (["sync", "--once", "now"], ["sync", "--once", "--journal=Personal", "now"]),
    (["list", "--format", "odd"], ["list", "--format=odd"]), (["list", "-n", "0"], ["list", "--limit=0"]),
    (["list", "word"], ["list", "--journal=Personal", "word"]),
    (["list", "--fields", "title"], ["list", "--fields=title"]),
    (["on-this-day", "-n", "no"], ["on-this-day", "--limit=no"]),
    (["tags", "a", "b"], ["tags", "--journal=Personal", "a", "b"]),
  ])
  func theUsualFormsSayWhatTheDeclarationsSay(quick: [String], declared: [String]) throws {
    let journal = try journalWithDiary()
    let first = try journal.start(quick).finish()
    let second = try journal.start(declared).finish()
    #expect(first.status == second.status && first.output == second.output, "\(first) \(second)")
    if first.status == .success { #expect(first.errors == second.errors) }
    #expect(first.status == .success || !first.errors.isEmpty)
  }

  @Test func onThisDayShowsAsManyAsAreAskedFor() throws {
    let journal = try journalWithDiary()
    #expect(
      try journal.page("on-this-day", "--json", "-n", "1", "31", "may").items.map(\.title) == [
        "The same day a year later"
      ])
    #expect(try journal.page("on-this-day", "--json", "31", "may").items.count == 2)
  }

  @Test func numbersThatAreKeptWronglyAreCountedAnew() throws {
    let journal = try journalWithDiary()
    let script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2])"
    let outcome = try Program.run(
      ["python3", "-c", script, journal.databasePath, "UPDATE days SET words = 0; DELETE FROM tagTallies;"],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(outcome.status == .success, "\(outcome)")
    #expect(try journal.run("doctor").status == .code(1))
    #expect(try journal.output("tags").isEmpty)
    #expect(try journal.output("doctor", "--repair").contains("made anew"))
    #expect(try journal.output("tags").contains("2  #home"))
    #expect(try journal.output("doctor").contains("No problems found"))
  }
}
