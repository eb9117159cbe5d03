import Foundation
import ScreenKit
import TestKit
import Testing

/// An export of Day One, from the zip to the journal and back out of it.
@Suite struct DayOneTests {
  private static let journal = #"""
    {"metadata":{"version":"1.0"},"entries":[{"uuid":"0A1B2C3D4E5F60718293A4B5C6D7E8F9",
      "creationDate":"2024-07-05T20:02:50Z","timeZone":"America\/New_York","starred":true,"tags":["travel"],
      "text":"# Harbour walk\n\n![](dayone-moment://AAAA)\n\nIt rained\\.","location":{"latitude":52.5},
      "photos":[{"identifier":"AAAA","md5":"aa01","type":"png"}]}]}
    """#
  private static let work =
    #"{"metadata":{"version":"1.0"},"entries":[{"uuid":"B","creationDate":"2024-02-01T10:00:00Z","text":"Minutes"}]}"#

  private func export(in journal: TestJournal, _ extra: [ZipBuilder.Member] = []) throws -> String {
    var second = ZipBuilder.Member("Büro.json", Self.work)
    // Its name is marked as UTF-8, which is not the locale of the tests.
    second.flags = 0x800
    let zip = ZipBuilder(
      members: [
        ZipBuilder.Member("Journal.json", Self.journal), second,
        ZipBuilder.Member("photos/aa01.png", "a picture"),
      ] + extra)
    return try journal.sandbox.write("export.zip", zip.bytes)
  }

  private func lastLine(_ outcome: Program.Outcome) -> String {
    outcome.output.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test func anExportComesOnceAndGoesAsOne() throws {
    let journal = try TestJournal()
    let file = try export(in: journal)
    let dry = try journal.run("import", "--dry-run", file)
    #expect(lastLine(dry) == "would have imported 2, same 0, conflicting 0", "\(dry)")
    let outcome = try journal.run("import", "--from", "dayone", file)
    #expect(lastLine(outcome) == "imported 2, same 0, conflicting 0", "\(outcome)")
    #expect(outcome.errors.contains("kept beside the entries, which have no place for it: 1 place."), "\(outcome)")
    #expect(lastLine(try journal.run("import", file)) == "imported 0, same 2, conflicting 0")
    let json = try journal.output("list", "--json")
    #expect(json.contains("2024-07-05T16:02:50.000-04:00") && json.contains("America/New_York"), "\(json)")
    let notes = journal.sandbox.path("notes/")
    try journal.output("export", "--format", "md", "-o", notes + "/")
    let pictures = try FileManager.default.contentsOfDirectory(atPath: notes + "/images")
    #expect(pictures.count == 1)
    let categories = try journal.output("categories")
    #expect(categories.contains("Journal") && categories.contains("Büro"), "\(categories)")
    try journal.output("import", "--undo")
    #expect(try journal.entries().isEmpty)
  }

  /// What is written for Day One is what comes from it.
  @Test func whatIsWrittenForItComesBack() throws {
    let journal = try TestJournal()
    try journal.output("import", "--from", "dayone", try export(in: journal))
    let path = journal.sandbox.path("out.zip")
    let outcome = try journal.run("export", "--format", "dayone", "-o", path)
    #expect(outcome.errors.contains("exported 2 entries, 1 picture to"), "\(outcome)")
    let other = try TestJournal()
    let back = try other.run("import", path)
    #expect(
      lastLine(back) == "imported 2, same 0, conflicting 0" && back.errors.contains("a Day One export"), "\(back)")
    #expect(lastLine(try other.run("import", path)) == "imported 0, same 2, conflicting 0")
    func described(_ journal: TestJournal) throws -> [String] {
      try journal.entries().map {
        "\($0.title) \($0.body) \($0.category ?? "-") \($0.tags) \($0.createdAt) \($0.timeZone ?? "-") \($0.isFavorite)"
      }
    }
    #expect(try described(other) == described(journal))
    let one = try journal.run("export", "--format", "dayone", "-o", journal.sandbox.path("one.zip"), "-starred")
    #expect(one.errors.contains("exported 1 entry, 1 picture"), "\(one)")
  }

  /// Links between entries are links in what is written for Day One and in a page, and come back.
  @Test func linksGoOutAndComeBack() throws {
    let journal = try TestJournal()
    let texts = [
      ("The heron", "It stood."), ("", "No title."),
      (
        "Walk",
        "[[The heron]], [[the heron|that bird]], [[Gone|g]] [[2026-01-02]] `[[The heron]]`\n\n| [[The heron\\|h]] |"
      ),
    ]
    let heads = texts.enumerated().map { "---\ntitle: \"\($1.0)\"\ndate: 2026-01-0\($0 + 1)T09:00:00Z\n---\n\($1.1)\n" }
    try journal.output("import", try journal.sandbox.write("all.md", heads.joined(separator: "\n").utf8))
    let (zip, page) = (journal.sandbox.path("out.zip"), journal.sandbox.path("page.html"))
    try journal.output("export", "--format", "dayone", "-o", zip)
    let other = try TestJournal()
    try other.output("import", zip)
    let walk = try other.entries().first { $0.title == "Walk" }?.body ?? ""
    #expect(
      walk
        == "[[The heron]], [[The heron|that bird]], g [[2026-01-02]] `[[The heron]]`\n\n| [[The heron\\|h]] |",
      "\(walk)")
    try journal.output("export", "--format", "html", "-o", page)
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("<a href=\"#e1\">that bird</a>, g <a href=\"#e2\">2026-01-02</a>"), "\(html)")
    #expect(html.contains("<article id=\"e1\">"))
  }

  /// An export with a video and the place of an entry.
  private func film(in journal: TestJournal, video: String = "moves") throws -> String {
    try export(
      in: journal,
      [
        ZipBuilder.Member(
          "Film.json",
          #"{"entries":[{"uuid":"F","creationDate":"2024-02-01T10:00:00Z","text":"Premiere","#
            + #""videos":[{"md5":"ff01","type":"mov"}]}]}"#),
        ZipBuilder.Member("videos/ff01.mov", video),
      ])
  }

  /// A zip brings what belongs to entries that are here: undoing that takes just these things, and the entries stay.
  @Test func undoTakesWhatWasPutBesideEntriesThatWereHere() throws {
    let journal = try TestJournal()
    let lean = ZipBuilder(members: [
      ZipBuilder.Member(
        "Film.json", #"{"entries":[{"uuid":"F","creationDate":"2024-02-01T10:00:00Z","text":"Premiere"}]}"#)
    ])
    try journal.output("import", "--from", "dayone", try journal.sandbox.write("lean.zip", lean.bytes))
    let outcome = try journal.run("import", try film(in: journal))
    #expect(lastLine(outcome) == "imported 2, same 1, conflicting 0", "\(outcome)")
    #expect(try journal.output("import", "--kept").split(separator: "\n").count == 3)
    let undone = try journal.run("import", "--undo", "--json")
    #expect(undone.output.contains(#""trashed":2,"kept":[],"removedItems":2"#), "\(undone)")
    #expect(undone.errors.contains("removed 2 kept things"), "\(undone)")
    // What came with an entry that came lies in the trash with it.
    #expect(try journal.output("import", "--kept").hasSuffix("(in the trash)\n"))
    #expect(try journal.entries().map(\.title) == ["Premiere"])
    try journal.output("import", "--undo")
    #expect(try journal.entries().isEmpty)
  }

  /// Where bytes are lost the others are written, and a script hears of it; where writing fails nothing of it stays.
  @Test func lostBytesAreAFailure() throws {
    let journal = try TestJournal()
    try journal.output("import", try film(in: journal, video: String(repeating: "moves", count: 20_000)))
    let folder = journal.sandbox.path("kept")
    let limit = ["sh", "-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "sh"]
    let full = try journal.start(["import", "--kept", "-o", folder], prefix: limit).finish()
    #expect(full.status == .code(1) && !journal.sandbox.exists("kept"), "\(full)")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let again = try journal.start(["import", "--kept", "-o", folder], prefix: limit).finish()
    #expect(try again.status == .code(1) && FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    let images = journal.sandbox.path("data/cloudjournal/journals/Personal/images")
    for name in try FileManager.default.contentsOfDirectory(atPath: images) where name.count == 64 {
      let file = "\(images)/\(name)"
      if try Data(contentsOf: URL(filePath: file)).starts(with: Data("moves".utf8)) {
        try Data("damaged".utf8).write(to: URL(filePath: file))
      }
    }
    let lost = try journal.run("import", "--kept", "-o", folder, "--json")
    #expect(lost.status == .code(1) && lost.errors.contains("missing or damaged: ff01.mov"), "\(lost)")
    #expect(lost.output.hasPrefix(#"{"ok":false,"written":2,"lost":["ff01.mov"]}"#), "\(lost)")
    let archive = journal.sandbox.path("all.zip")
    let exported = try journal.run("export", "--format", "archive", "-o", archive)
    #expect(exported.status == .code(1) && exported.errors.contains("1 kept file is not in it"), "\(exported)")
    #expect(exported.errors.contains("missing or damaged: ff01.mov."), "\(exported)")
    let taken = try TestJournal().run("import", "--json", archive)
    #expect(taken.status == .code(1) && taken.errors.contains("The bytes of 1 kept file are not"), "\(taken)")
    #expect(taken.output.contains(#"{"ok":false,"dryRun":false,"imported":3"#), "\(taken)")
  }

  /// What a process that was killed amid it has left goes with the next one, in a new folder and in an empty one.
  @Test(arguments: [true, false]) func whatWasKilledIsMadeWhole(isNew: Bool) throws {
    let journal = try TestJournal()
    try journal.output("import", try film(in: journal))
    let folder = journal.sandbox.path("out/kept")
    let half = isNew ? "\(folder).part-3f" : "\(folder)/.part-3f"
    try FileManager.default.createDirectory(atPath: half + "/entry", withIntermediateDirectories: true)
    func names(_ path: String) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path) }
    let outcome = try journal.run("import", "--kept", "-o", folder)
    #expect(outcome.status == .success && outcome.errors.contains("wrote 3 files to \(folder)"), "\(outcome)")
    #expect(try names(journal.sandbox.path("out")) == ["kept"])
    let entries = try names(folder)
    #expect(entries.count == 2 && !entries.contains { $0.contains("part") }, "\(entries)")
    let again = try journal.run("import", "--kept", "-o", folder)
    #expect(again.status == .code(1) && again.errors.contains("is there already, and not empty"), "\(again)")
  }

  /// What a program writes out of a journal does not go into one.
  @Test func theFolderOfAJournalTakesNoExport() throws {
    let journal = try TestJournal()
    try journal.output("A line")
    let own = journal.sandbox.path("data/cloudjournal/journals/Personal")
    for kind in ["md", "json"] {
      let outcome = try journal.run("export", "--format", kind, "--force", "-o", own + "/images")
      #expect(outcome.status == .code(1) && outcome.errors.contains("belongs to a journal"), "\(outcome)")
    }
    try journal.output("import", try export(in: journal))
    let file = try journal.run("export", "--format", "json", "-o", own + "/images/x.json")
    #expect(file.status == .code(1) && file.errors.contains("belongs to a journal"), "\(file)")
    let before = try FileManager.default.contentsOfDirectory(atPath: own + "/images").sorted()
    for folder in [own, own + "/images/", own + "/new/deeper/"] {
      let outcome = try journal.run("export", "--format", "md", "--force", "-o", folder)
      #expect(outcome.status == .code(1) && outcome.errors.contains("in the folder of a journal"), "\(outcome)")
    }
    let kept = try journal.run("import", "--kept", "-o", own + "/kept")
    #expect(kept.status == .code(1) && kept.errors.contains("in the folder of a journal"), "\(kept)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: own + "/images").sorted() == before)
    #expect(!journal.sandbox.exists("data/cloudjournal/journals/Personal/new"))
    try journal.output("export", "--format", "md", "--force", "-o", journal.sandbox.path("data/cloudjournal/notes/"))
  }

  /// A zip that was packed again with its folder is recognised, and of an unpacked one is said what to do with it.
  @Test func whatWasPackedAgainIsRecognised() throws {
    let journal = try TestJournal()
    var folder = ZipBuilder.Member("08-01-2024_1-00-PM/", "")
    folder.mode = 0o040755
    for (number, first) in [[folder], [ZipBuilder.Member("__MACOSX/._x", "x")], []].enumerated() {
      let members =
        first + [
          ZipBuilder.Member("08-01-2024_1-00-PM/Journal.json", Self.journal),
          ZipBuilder.Member("08-01-2024_1-00-PM/photos/aa01.png", "a picture"),
        ]
      let zip = try journal.sandbox.write("again\(number).zip", ZipBuilder(members: members).bytes)
      let outcome = try journal.run("import", zip)
      #expect(outcome.errors.contains("is a Day One export"), "\(outcome)")
      #expect(lastLine(outcome) == "imported \(number == 0 ? 1 : 0), same \(number == 0 ? 0 : 1), conflicting 0")
    }
    let other = try journal.sandbox.write("other.zip", ZipBuilder(members: [ZipBuilder.Member("a.txt", "x")]).bytes)
    #expect(try journal.run("import", other).errors.contains("it has no manifest.json"))
    try journal.sandbox.write("unpacked/Journal.json", Self.journal.utf8)
    for options in [["import"], ["import", "--from", "dayone"], ["import", "--from", "notes"]] {
      let outcome = try journal.start(options + [journal.sandbox.path("unpacked")]).finish()
      #expect(outcome.status == .code(1) && outcome.errors.contains("pack the folder as one (zip -r"), "\(outcome)")
    }
    let archive = try journal.run("import", "--from", "archive", journal.sandbox.path("unpacked"))
    #expect(archive.errors.contains("Give the zip that “export --format archive” wrote."), "\(archive)")
  }

  /// A script learns what each journal took in.
  @Test func eachJournalOfItsOwnHasItsNumbers() throws {
    let journal = try TestJournal()
    let outcome = try journal.run("import", "--journal-per-file", "--json", try export(in: journal))
    #expect(
      outcome.output.hasSuffix(
        #""imported":2,"same":0,"conflicting":[],"journals":[{"name":"Journal","imported":1,"same":0,"conflicting":[]},"#
          + #"{"name":"Büro","imported":1,"same":0,"conflicting":[]}]}"# + "\n"), "\(outcome)")
    #expect(try !journal.output("import", "--json", try export(in: journal)).contains("journals"))
  }

  /// Each journal of a zip, and each of jrnl's configuration, can become a journal of its own.
  @Test func eachJournalIsOneOfItsOwn() throws {
    let journal = try TestJournal()
    let file = try export(in: journal)
    let outcome = try journal.run("import", "--journal-per-file", file)
    #expect(lastLine(outcome) == "imported 2, same 0, conflicting 0", "\(outcome)")
    let journals = try journal.output("journals")
    #expect(journals.contains("Journal") && journals.contains("Büro"), "\(journals)")
    #expect(try journal.output("list", "--journal", "Büro").contains("Minutes"))
    #expect(try !journal.output("list", "--journal", "Journal").contains("Minutes"))
    #expect(try journal.output("categories", "--journal", "Büro").isEmpty)
    let jrnl = try journal.sandbox.write("work.txt", "[2026-01-02 09:00] At work. Long.\n".utf8)
    let usual = try journal.sandbox.write("journal.txt", "[2026-01-03 09:00] At home. Short.\n".utf8)
    let config = try journal.sandbox.write(
      "jrnl.yaml", "journals:\n  default: \(usual)\n  Office:\n    journal: \(jrnl)\nversion: v4.2\n".utf8)
    let both = try journal.run("import", config)
    #expect(lastLine(both) == "imported 2, same 0, conflicting 0", "\(both)")
    let list = try journal.output("list", "--json")
    #expect(list.contains("At home.") && list.contains(#""category":"Office""#), "\(list)")
    let apart = try journal.run("import", "--journal-per-file", config)
    #expect(lastLine(apart) == "imported 1, same 1, conflicting 0", "\(apart)")
    #expect(try journal.output("list", "--journal", "Office").contains("At work."))
    let odd = try journal.sandbox.write("odd.yaml", "journals:\n  first: \(usual)\n  a/b: \(jrnl)\n".utf8)
    let slash = try journal.run("import", "--journal-per-file", odd)
    #expect(slash.status == .code(2) && slash.errors.contains("“a/b” cannot be a journal’s name"), "\(slash)")
    #expect(try !journal.output("journals").contains("first"), "nothing comes before all names are known to be some")
    #expect(try journal.run("import", "--undo", "--dry-run").status == .code(2))
    let bad = try journal.run("import", try journal.sandbox.write("other.yaml", "a: b\n".utf8))
    #expect(bad.status == .code(1) && bad.errors.contains("no configuration of jrnl"), "\(bad)")
  }

  /// A journal of jrnl's configuration that is a folder, is gone or has nothing in it is named, and the others come.
  @Test func journalsThatAreGoneAreNamed() throws {
    let journal = try TestJournal()
    let usual = try journal.sandbox.write("journal.txt", "[2026-01-03 09:00] At home. Short.\n".utf8)
    let empty = try journal.sandbox.write("empty.txt", "".utf8)
    try journal.sandbox.write("days/2026/01/03.txt", "x".utf8)
    let (folder, gone) = (journal.sandbox.path("days"), journal.sandbox.path("gone.txt"))
    let odd = "  Days: \(folder)\n  Gone: \(gone)\n  New: \(empty)\n"
    let config = try journal.sandbox.write("jrnl.yaml", "journals:\n  default: \(usual)\n\(odd)".utf8)
    let outcome = try journal.run("import", config)
    #expect(lastLine(outcome) == "imported 1, same 0, conflicting 0", "\(outcome)")
    #expect(outcome.errors.contains("not imported, the journal “Days”: \(folder) is a folder."), "\(outcome)")
    #expect(outcome.errors.contains("the journal “Gone”: \(gone) cannot be opened"), "\(outcome)")
    #expect(outcome.errors.contains("the journal “New”: \(empty) is empty."), "\(outcome)")
    let none = try journal.run("import", try journal.sandbox.write("none.yaml", "journals:\n\(odd)".utf8))
    #expect(
      none.status == .code(1) && none.errors.contains("names no journal that can be taken. Nothing was imported."),
      "\(none)")
    #expect(none.errors.contains("“Days”") && none.errors.contains("“Gone”"), "\(none)")
  }

  /// Signs of jrnl that cannot begin a tag here are named with their journal, and hold nothing up.
  @Test func signsThatBeginNoTagAreNamed() throws {
    let journal = try TestJournal()
    let usual = try journal.sandbox.write("journal.txt", "[2026-01-03 09:00] At home. Short +plus @at !bang\n".utf8)
    let work = try journal.sandbox.write("work.txt", "[2026-01-04 09:00] At work. Long @at\n".utf8)
    let config = try journal.sandbox.write(
      "jrnl.yaml",
      "journals:\n  default:\n    journal: \(usual)\n    tagsymbols: '+@!'\n  work: \(work)\ntagsymbols: '+'\n".utf8)
    let outcome = try journal.run("import", config)
    #expect(lastLine(outcome) == "imported 2, same 0, conflicting 0", "\(outcome)")
    for name in ["default", "work"] {
      #expect(outcome.errors.contains("the journal “\(name)”: “+” cannot begin a tag here"), "\(outcome)")
    }
    #expect(try journal.entries().map(\.tags).sorted { $0.count < $1.count } == [["at"], ["bang", "at"]])
    let typed = try journal.run("import", "--tag-symbols", "+@", usual)
    #expect(typed.status == .code(2) && typed.errors.contains("“+” cannot begin a tag"), "\(typed)")
  }

  /// Advice after an import into journals of their own names them, and so does a home that has no other journals.
  @Test func adviceNamesTheJournal() throws {
    let journal = try TestJournal()
    let outcome = try journal.run("import", "--journal-per-file", try export(in: journal))
    #expect(outcome.errors.contains("See it with: cloudjournal --journal Journal import --kept"), "\(outcome)")
    #expect(outcome.errors.contains("Undo it with: cloudjournal --journal Büro import --undo"), "\(outcome)")
    for flag in ["--undo", "--kept"] {
      let lost = try journal.run("import", flag)
      #expect(lost.status == .code(1) && lost.errors.contains("Journals with imports: “Büro”, “Journal”"), "\(lost)")
      #expect(lost.errors.contains("cloudjournal --journal Büro import \(flag)"), "\(lost)")
    }
    let kept = try journal.run("--journal", "Journal", "import", "--kept")
    #expect(kept.output.contains("day-one.json"), "\(kept)")
    #expect(kept.errors.contains("cloudjournal --journal Journal import --kept -o FOLDER"), "\(kept)")
    try journal.output("--journal", "Büro", "import", "--undo")
    #expect(try journal.output("list", "--journal", "Büro").isEmpty)
    #expect(try journal.run("import", "--undo").errors.contains("Journals with imports: “Journal”."))
  }

  /// What has no place in an entry can be listed, taken out, carried by an archive, and goes with its entry.
  @Test func whatHasNoPlaceIsKept() throws {
    let journal = try TestJournal()
    let file = try export(
      in: journal,
      [
        ZipBuilder.Member(
          "Film.json",
          #"{"entries":[{"uuid":"F","creationDate":"2024-02-01T10:00:00Z","text":"Premiere","#
            + #""videos":[{"md5":"ff01","type":"mov"}]}]}"#),
        ZipBuilder.Member("videos/ff01.mov", "moves"),
      ])
    let outcome = try journal.run("import", file)
    #expect(outcome.errors.contains("import --kept"), "\(outcome)")
    let listed = try journal.output("import", "--kept")
    #expect(listed.contains("2024-02-01  “Premiere”  video  ff01.mov  5 bytes"), "\(listed)")
    #expect(listed.contains("“Harbour walk”  details  day-one.json"), "\(listed)")
    let json = try journal.output("import", "--kept", "--json")
    #expect(json.contains(#""kind":"video","name":"ff01.mov","bytes":5"#), "\(json)")
    let folder = journal.sandbox.path("kept")
    try journal.output("import", "--kept", "-o", folder)
    let film = try String(contentsOfFile: folder + "/2024-02-01-premiere/ff01.mov", encoding: .utf8)
    #expect(film == "moves")
    let again = try journal.run("import", "--kept", "-o", folder)
    #expect(again.status == .code(1) && again.errors.contains("not empty"), "\(again)")
    let archive = journal.sandbox.path("all.zip")
    try journal.output("export", "--format", "archive", "-o", archive)
    let other = try TestJournal()
    #expect(lastLine(try other.run("import", archive)) == "imported 3, same 0, conflicting 0")
    #expect(
      try other.output("import", "--kept").split(separator: "\n").sorted() == listed.split(separator: "\n").sorted())
    #expect(try other.run("doctor").output.contains("file of imports at hand"))
    try other.output("import", "--undo")
    try other.output("trash", "empty", "--yes")
    #expect(try other.output("import", "--kept").isEmpty)
    let nowhere = try journal.run("import", "--kept", "-o", "")
    #expect(nowhere.status == .code(2), "\(nowhere)")
    let bad = try journal.run("import", "-o", "x", file)
    #expect(bad.status == .code(2) && bad.errors.contains("--kept"), "\(bad)")
  }

  @Test func aHostileExportStartsNoJournal() throws {
    let journal = try TestJournal()
    let file = try export(in: journal, [ZipBuilder.Member("photos/../../x", "x")])
    let outcome = try journal.run("import", "--from", "dayone", file)
    #expect(outcome.status == .code(1) && outcome.errors.contains("leads out"), "\(outcome)")
    #expect(!journal.sandbox.exists("data/cloudjournal/journals"))
  }
}
