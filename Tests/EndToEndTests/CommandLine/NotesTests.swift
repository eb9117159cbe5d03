import Foundation
import ScreenKit
import TestKit
import Testing

/// A folder of notes of another program, from its files to the journal.
@Suite struct NotesTests {
  private func vault(in journal: TestJournal) throws -> String {
    try journal.sandbox.write("vault/.obsidian/app.json", "{}".utf8)
    try journal.sandbox.write("vault/Daily/2026-11-21.md", "Ran by the canal. #canal\n\n![[herons.png]]\n".utf8)
    try journal.sandbox.write("vault/Daily/2026-11-20 Long day.md", "Two reviews, see [[2026-11-21]].\n".utf8)
    try journal.sandbox.write("vault/attachments/herons.png", "a picture".utf8)
    try journal.sandbox.write("vault/.trash/2026-01-01.md", "Thrown away.".utf8)
    return journal.sandbox.path("vault")
  }

  private func lastLine(_ outcome: Program.Outcome) -> String {
    outcome.output.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test func aVaultComesOnceAndGoesAsOne() throws {
    let journal = try TestJournal()
    let vault = try vault(in: journal)
    #expect(lastLine(try journal.run("import", "--dry-run", vault)) == "would have imported 2, same 0, conflicting 0")
    let outcome = try journal.run("import", vault + "/")
    #expect(lastLine(outcome) == "imported 2, same 0, conflicting 0", "\(outcome)")
    #expect(lastLine(try journal.run("import", "--from", "notes", vault)) == "imported 0, same 2, conflicting 0")
    let items = try journal.page("list", "--json").items
    #expect(items.map(\.title) == ["", "Long day"])
    #expect(try journal.output("list", "--json").contains(#""category":"Daily""#))
    #expect(try journal.output("show", "last").contains("Ran by the canal. #canal"))
    let notes = journal.sandbox.path("notes") + "/"
    try journal.output("export", "--format", "md", "-o", notes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: notes + "images").count == 1)
    try journal.output("import", "--undo")
    #expect(try journal.entries().isEmpty)
  }

  /// Notes link to each other by the names of their files, and by other names: here they do it by titles. What has no place in an
  /// entry is kept beside it.
  @Test func linksLeadToTitles() throws {
    let journal = try TestJournal()
    try journal.sandbox.write(
      "vault/Mill.md",
      "---\ndate: 2026-01-02\naliases: [old mill, the wheel]\nrating: 5\n---\n# The mill\nTurns.\n".utf8)
    try journal.sandbox.write(
      "vault/2026-01-03 Walk.md",
      "To [[Mill]], [[old mill]] and [[vault/Mill.md|it]]; [[Walk]], [[Nowhere]]. `[[Mill]]` ![[hum.mp3]]\n".utf8)
    // The name of a file is before another name of a note, and a bar in a table has a backslash before it.
    try journal.sandbox.write("vault/Beta.md", "---\ndate: 2026-01-01\n---\nHere.\n".utf8)
    try journal.sandbox.write(
      "vault/Alpha.md",
      "---\ndate: 2026-01-01\ntitle: First\naliases: [Beta]\n---\nSee [[Beta]].\n| [[Mill]] | [[Mill\\|m]] |\n".utf8)
    try journal.sandbox.write("vault/sound/hum.mp3", "hum".utf8)
    let outcome = try journal.run("import", "--from", "notes", journal.sandbox.path("vault"))
    #expect(lastLine(outcome) == "imported 4, same 0, conflicting 0", "\(outcome)")
    let first = try journal.output("search", "First", "--json")
    #expect(
      first.contains("See [[Beta]].") && first.contains(#"| [[The mill\\|Mill]] | [[The mill\\|m]] |"#), "\(first)")
    let walk = try journal.output("show", "last")
    #expect(
      walk.contains(
        "To [[The mill|Mill]], [[The mill|old mill]] and [[The mill|it]]; [[Walk]], [[Nowhere]]. `[[Mill]]`"), "\(walk)"
    )
    let kept = try journal.output("import", "--kept")
    #expect(kept.contains("“Walk”  recording  hum.mp3  3 bytes") && kept.contains("front-matter.yaml"), "\(kept)")
    #expect(
      lastLine(try journal.run("import", "--from", "notes", journal.sandbox.path("vault"))).hasPrefix(
        "imported 0, same 4"))
  }

  /// A folder that Joplin exported with heads is recognised, and one of other notes is told how to come in.
  @Test func foldersOfHeadsAreRecognised() throws {
    let journal = try TestJournal()
    let head = "---\ntitle: Walk\nupdated: 2024-01-06 10:00:00Z\ncreated: 2024-01-05 03:02:50Z\nauthor: Ada\n---\n\n"
    try journal.sandbox.write("joplin/NB/Walk.md", "\(head)It rained.\n".utf8)
    let folder = journal.sandbox.path("joplin")
    let wrong = try journal.run("import", "--from", "markdown", folder)
    #expect(wrong.status == .code(1) && wrong.errors.contains("comes in with --from notes"), "\(wrong)")
    #expect(!wrong.errors.contains("has no Markdown"), "\(wrong)")
    let outcome = try journal.run("import", folder)
    #expect(lastLine(outcome) == "imported 1, same 0, conflicting 0", "\(outcome)")
    #expect(try journal.entries().first?.category == "NB")
    #expect(try journal.output("import", "--kept").contains("front-matter.yaml"))
    #expect(lastLine(try journal.run("import", folder + "/NB")) == "imported 0, same 0, conflicting 1")
    try journal.sandbox.write("other/deep/a.md", "# Plain\n".utf8)
    let plain = try journal.run("import", journal.sandbox.path("other"))
    #expect(plain.status == .code(1) && plain.errors.contains("comes in with --from notes"), "\(plain)")
    try journal.sandbox.write("none/a.txt", "x".utf8)
    let none = try journal.run("import", "--from", "markdown", journal.sandbox.path("none"))
    #expect(none.errors.contains("has no Markdown with front matter in it (*.md)"), "\(none)")
  }

  /// In Obsidian a link may name a note by its path, and with the ending of its file.
  @Test func linksByPathLeadToTitles() throws {
    let journal = try TestJournal()
    let head = "---\ndate: 2026-01-02\n---\n"
    try journal.sandbox.write("vault/P/Big plan.md", "\(head)First.\n".utf8)
    try journal.sandbox.write("vault/P/Mill.md", "\(head)# The mill\nTurns.\n".utf8)
    try journal.sandbox.write("vault/Q/Mill.md", "\(head)# Other mill\nStands.\n".utf8)
    try journal.sandbox.write("vault/Real.md", "\(head)# a/Mill\nA title with a slash.\n".utf8)
    try journal.sandbox.write(
      "vault/Links.md",
      """
      ---
      date: 2026-01-03
      ---
      [[P/Big plan]], [[P/Big plan#Goals|w]], [[/P/Big plan]], [[Big plan.md]], [[P/Big plan.md]], [[P/Big plan#Goals]];
      [[P/Mill]], [[Q/Mill.md|q]], [[a/Mill]], [[X/Nowhere]], [[Big plan#Goals]].
      """.utf8)
    let outcome = try journal.run("import", "--from", "notes", journal.sandbox.path("vault"))
    #expect(lastLine(outcome) == "imported 5, same 0, conflicting 0", "\(outcome)")
    let links = try journal.page("search", "Links", "--json").items.first?.body ?? ""
    #expect(
      links == """
        [[Big plan]], [[Big plan|w]], [[Big plan]], [[Big plan]], [[Big plan]], [[Big plan#Goals]];
        [[The mill|Mill]], [[Other mill|q]], [[a/Mill]], [[X/Nowhere]], [[Big plan#Goals]].
        """, "\(links)")
  }

  /// Links of Markdown lead to notes by their paths, by a name alone, and by an id of Joplin that a head names.
  @Test func linksOfMarkdownLeadToTitles() throws {
    let journal = try TestJournal()
    let head = "---\ndate: 2026-01-02\nid: 0123456789abcdef0123456789abcdef\n---\n"
    try journal.sandbox.write("vault/Places/Old mill.md", "\(head)# The mill\nTurns.\n".utf8)
    try journal.sandbox.write("vault/Places/2026-01-01 Mill.md", "Another.\n".utf8)
    try journal.sandbox.write(
      "vault/Walks/2026-01-03 Walk.md",
      """
      To [it](../Places/Old%20mill.md#wheel), [x](/Places/Old%20mill.md), [y](Old%20mill.md), [z](../Places/Old%20mill)
      and [id](:/0123456789abcdef0123456789abcdef), [M](<../Places/2026-01-01 Mill.md>); not
      [out](../../Old%20mill.md), [page](https://a.org/Old%20mill.md), [gone](Gone.md), `[x](Old%20mill.md)`.

      """.utf8)
    let outcome = try journal.run("import", "--from", "notes", journal.sandbox.path("vault"))
    #expect(lastLine(outcome) == "imported 3, same 0, conflicting 0", "\(outcome)")
    let walk = try journal.output("show", "last")
    #expect(
      walk.contains(
        """
        To [[The mill|it]], [[The mill|x]], [[The mill|y]], [[The mill|z]]
        and [[The mill|id]], [[Mill|M]]; not
        [out](../../Old%20mill.md), [page](https://a.org/Old%20mill.md), [gone](Gone.md), `[x](Old%20mill.md)`.
        """), "\(walk)")
    #expect(
      lastLine(try journal.run("import", "--from", "notes", journal.sandbox.path("vault"))).hasPrefix(
        "imported 0, same 3"))
  }

  /// A category whose name is too long is cut, which is said, as is that two become one; a dry run names those that would come.
  @Test func longNamesOfCategoriesAreNamed() throws {
    let journal = try TestJournal()
    let long = String(repeating: "a", count: 101)
    for (folder, day) in [("\(long)b", 1), ("\(long)c", 2), ("Outer \(long)/Inner", 3), ("Short", 4)] {
      try journal.sandbox.write("vault/\(folder)/2026-01-0\(day).md", "x\(day)\n".utf8)
    }
    let vault = journal.sandbox.path("vault")
    let dry = try journal.run("import", "--dry-run", "--from", "notes", vault)
    #expect(dry.errors.contains("would make 3 categories: “Inner”, “Short”, “aaa"), "\(dry)")
    let outcome = try journal.run("import", "--from", "notes", vault)
    #expect(!outcome.errors.contains("would make"), "\(outcome)")
    for outcome in [dry, outcome] {
      #expect(outcome.errors.contains("2 categories have names of more than 100 characters, and are one here"))
      #expect(outcome.errors.contains("A category has a name of more than 100 characters: “Outer "), "\(outcome)")
      #expect(outcome.errors.contains("/ Inner” is “Inner” here."), "\(outcome)")
    }
    #expect(try journal.output("categories").split(separator: "\n").count == 3)
    let again = try journal.run("import", "--dry-run", "--from", "notes", vault)
    #expect(!again.errors.contains("would make"), "\(again)")
  }

  /// All that does not come is named: canvases, and files to which no note leads. What a note links to is kept, whatever its ending.
  @Test func filesThatDoNotComeAreNamed() throws {
    let journal = try TestJournal()
    let vault = try vault(in: journal)
    for name in ["Plan.canvas", "attachments/lost.pdf", "list.txt", "attachments/data.xyz"] {
      try journal.sandbox.write("vault/\(name)", "{}".utf8)
    }
    try journal.sandbox.write("vault/2026-11-18.md", "See [data](attachments/data.xyz).".utf8)
    let outcome = try journal.run("import", vault)
    #expect(lastLine(outcome) == "imported 3, same 0, conflicting 0", "\(outcome)")
    #expect(outcome.errors.contains("1 canvas of Obsidian has no place here, and did not come: Plan.canvas."))
    #expect(
      outcome.errors.contains("2 other files to which no note leads did not come: attachments/lost.pdf, list.txt."),
      "\(outcome)")
    #expect(outcome.errors.contains("1 file that is no picture (data.xyz)"), "\(outcome)")
  }

  /// Where Obsidian does not keep the folder files of plain text are notes, but for those to which a note leads.
  @Test func plainTextIsANote() throws {
    let journal = try TestJournal()
    try journal.sandbox.write("diary/2026-11-21.txt", "Rain all day.".utf8)
    try journal.sandbox.write("diary/2026-11-22.md", "As in [my list](list.txt).".utf8)
    try journal.sandbox.write("diary/list.txt", "milk".utf8)
    let outcome = try journal.run("import", "--from", "notes", journal.sandbox.path("diary"))
    #expect(lastLine(outcome) == "imported 2, same 0, conflicting 0", "\(outcome)")
    let kept = "As in my list (file: list.txt, see: cloudjournal import --kept)."
    #expect(try journal.entries().map(\.body).sorted() == [kept, "Rain all day."])
    #expect(try journal.output("import", "--kept").contains("list.txt"))
    let again = try journal.run("import", "--from", "obsidian", journal.sandbox.path("diary"))
    #expect(lastLine(again) == "imported 0, same 2, conflicting 0", "\(again)")
  }

  /// Notes of one day with the same text are two where they differ in something else, and one where they do not.
  @Test func twinsDoNotConflict() throws {
    let journal = try TestJournal()
    for place in ["Work/2026-11-21", "Home/2026-11-21", "Home/2026/20261121"] {
      try journal.sandbox.write("vault/\(place).md", "Nothing new.".utf8)
    }
    try journal.sandbox.write("vault/Home/2026_11_21.md", "---\ntags: [calm]\n---\nNothing new.".utf8)
    let vault = journal.sandbox.path("vault")
    let dry = try journal.run("import", "--dry-run", "--from", "notes", vault)
    #expect(lastLine(dry) == "would have imported 3, same 1, conflicting 0", "\(dry)")
    let outcome = try journal.run("import", "--from", "notes", vault)
    #expect(lastLine(outcome) == "imported 3, same 1, conflicting 0", "\(outcome)")
    #expect(try journal.entries().map { $0.category ?? "" }.sorted() == ["Home", "Home", "Work"])
    let again = try journal.run("import", "--from", "notes", vault)
    #expect(lastLine(again) == "imported 0, same 4, conflicting 0", "\(again)")
  }

  @Test func linksAreNotFollowedAndWhatIsNoTextIsNamed() throws {
    let journal = try TestJournal()
    let vault = try vault(in: journal)
    try journal.sandbox.write("secret.md", "Not of the vault.".utf8)
    for (name, target) in [("link.md", "secret.md"), ("round", "vault"), ("attachments/far.png", "secret.md")] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(vault)/\(name)", withDestinationPath: journal.sandbox.path(target))
    }
    try journal.sandbox.write("vault/Daily/2026-11-19.md", "![](../attachments/far.png) ![](../../secret.md)".utf8)
    #expect(lastLine(try journal.run("import", vault)) == "imported 3, same 0, conflicting 0")
    try journal.sandbox.write("vault/Daily/bad.md", [0x41, 0xFF])
    let outcome = try journal.run("import", vault)
    #expect(outcome.status == .code(0) && lastLine(outcome) == "imported 0, same 3, conflicting 0", "\(outcome)")
    #expect(
      outcome.errors.contains("Daily/bad.md: line 1, byte 1: the text is not UTF-8")
        && outcome.errors.contains("iconv -f latin1"), "\(outcome)")
    let file = try journal.run("import", "--from", "notes", vault + "/Daily/2026-11-21.md")
    #expect(file.errors.contains("is not a folder"), "\(file)")
  }
}
