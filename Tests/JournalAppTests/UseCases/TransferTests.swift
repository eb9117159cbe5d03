import Foundation
import JournalApp
import JournalCore
import JournalFormats
import JournalStore
import Testing

@Suite struct TransferTests {
  let journal: TestJournal
  let folder: TestFolder

  init() throws {
    journal = try TestJournal()
    folder = try TestFolder()
  }

  private func importing(
    _ paths: String..., into target: TestJournal? = nil, change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    try (target ?? journal).importFiles(paths, assets: folder.assets, change: change)
  }

  private let twoEntries = """
    [2024-01-05 14:30] First sentence. *
    A body with @tag.

    [2024-01-06 09:00] Title only

    """

  @Test func jrnlTextComesInOnce() throws {
    let path = try folder.write(twoEntries, to: "journal.txt")
    #expect(try importing(path).line == "imported 2, same 0, conflicting 0")
    #expect(try importing(path).line == "imported 0, same 2, conflicting 0")
    #expect(try journal.titles(EntryFilter()) == ["Title only", "First sentence."])
  }

  @Test func theGuideNamesEveryFormat() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let guide = try String(contentsOf: root.appending(path: "docs/cli.md"), encoding: .utf8)
    let rows = ImportFormat.all.map { "| `\($0.name)` | \($0.help) |" }
    #expect(guide.contains("| `--from` | What it is |\n|---|---|\n\(rows.joined(separator: "\n"))\n\n"))
  }

  @Test func filesThatHoldTheSameEntryMakeOne() throws {
    let one = try folder.write(twoEntries, to: "one.txt")
    let two = try folder.write(twoEntries + "\n[2024-01-07 09:00] Third\n", to: "two.txt")
    #expect(try importing(one, two) { $0.isDryRun = true }.line == "would have imported 3, same 2, conflicting 0")
    #expect(try importing(one, two).line == "imported 3, same 2, conflicting 0")
  }

  /// What a text holds twice is one entry, with the star that one of the two has; and it is the same once more.
  @Test(arguments: [("", " *"), (" *", ""), ("", ""), (" *", " *")])
  func anEntryThatStandsThereTwiceIsOne(first: String, second: String) throws {
    let text = "[2024-01-05 14:30] A\(first)\nb\n\n[2024-01-05 14:30] A\(second)\nb\n\n[2024-01-05 14:31] A\nb\n"
    let path = try folder.write(text, to: "journal.txt")
    #expect(try importing(path) { $0.isDryRun = true }.line == "would have imported 2, same 1, conflicting 0")
    #expect(try importing(path).line == "imported 2, same 1, conflicting 0")
    let entries = try journal.context.entries(ListingRequest(scope: .all))
    #expect(entries.map(\.isFavorite) == [false, !(first + second).isEmpty])
    #expect(try importing(path).line == "imported 0, same 3, conflicting 0")
    #expect(try importing(path) { $0.isDryRun = true }.line == "would have imported 0, same 3, conflicting 0")
  }

  /// What comes from a pipe can be read only once.
  @Test func aPipeIsTakenInLikeAFile() throws {
    let path = folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let text = twoEntries
    let writer = Thread {
      guard let file = fopen(path, "w") else { return }
      fputs(text, file)
      fclose(file)
    }
    writer.start()
    #expect(try importing(path) { $0.format = .jrnl }.line == "imported 2, same 0, conflicting 0")
  }

  @Test func aDryRunChangesNothing() throws {
    let path = try folder.write(twoEntries, to: "journal.txt")
    #expect(try importing(path) { $0.isDryRun = true }.line == "would have imported 2, same 0, conflicting 0")
    #expect(try journal.store.count(.all) == 0)
  }

  @Test func oneBadFileStopsAllOfThem() throws {
    let good = try folder.write(twoEntries, to: "good.txt")
    let bad = try folder.write(
      Array("[2024-01-05 14:30] Caf\u{E9}".unicodeScalars.map { UInt8($0.value & 0xFF) }), to: "bad.txt")
    let failure = journal.failure { _ = try importing(good, bad) }
    #expect(failure?.code == .badFile)
    #expect(failure?.sentence.contains("bad.txt") == true && failure?.sentence.contains("line 1") == true)
    #expect(try journal.store.count(.all) == 0)
  }

  @Test func anImportIsTakenBackAsAWhole() throws {
    try journal.add("Mine")
    let path = try folder.write(twoEntries, to: "journal.txt")
    _ = try importing(path)
    #expect(try journal.context.undoImport()?.moved == 2)
    #expect(try journal.titles(EntryFilter()) == ["Mine"])
    #expect(try journal.context.undoImport()?.moved == nil)
    #expect(try importing(path).line == "imported 2, same 0, conflicting 0")
  }

  @Test func anEntryThatWasEditedHereIsConflictingAndStays() throws {
    let path = try folder.write(twoEntries, to: "journal.txt")
    _ = try importing(path)
    var fields = EntryFields()
    fields.isFavorite = true
    _ = try journal.context.edit(try journal.context.entry("last"), fields)
    let report = try importing(path)
    #expect(report.line == "imported 0, same 1, conflicting 1")
    #expect(report.conflicts.map(\.name) == ["“Title only”"])
    #expect(try journal.context.entry("last").isFavorite)
  }

  @Test(arguments: ["jrnl.zip", "missing.txt", ""])
  func whatCannotBeReadIsSaid(name: String) throws {
    try folder.write([0x50, 0x4B, 3, 4, 0, 0, 0, 0], to: "jrnl.zip")
    let failure = journal.failure { _ = try importing(folder.file(name)) { $0.format = .jrnl } }
    #expect(failure != nil && failure?.exitStatus == 1)
    #expect(failure?.sentence.contains(folder.file(name)) == true)
  }

  @Test func textIsNoArchive() throws {
    let path = try folder.write(twoEntries, to: "journal.txt")
    #expect(journal.failure { _ = try importing(path) { $0.format = .archive } }?.code == .badFile)
  }

  @Test func jrnlSettingsThatAreNoneAreRefused() throws {
    let path = try folder.write(twoEntries, to: "journal.txt")
    #expect(journal.failure { _ = try importing(path) { $0.timeFormat = "%Q" } }?.exitStatus == 2)
    #expect(journal.failure { _ = try importing(path) { $0.tagSymbols = "a" } }?.exitStatus == 2)
  }

  @Test func anArchiveBringsEverythingBack() throws {
    let entry = try journal.add(
      "Run", "Body\r\nwith CR LF", mood: "sad", category: "Health", tags: ["run"], favorite: true)
    var fields = EntryFields()
    fields.title = "Renamed"
    _ = try journal.context.edit(entry, fields)
    let trashed = try journal.add("Gone")
    try journal.context.trash([trashed])
    let path = folder.file("all.zip")
    let target = ExportTarget.file(path, replaces: false)
    #expect(try journal.context.export(.everything, as: .archive, to: target, assets: folder.assets).entries == 2)

    let other = try TestJournal()
    #expect(try importing(path, into: other).line == "imported 2, same 0, conflicting 0")
    for id in [entry.id, trashed.id] {
      #expect(try other.store.entry(id) == journal.store.entry(id))
      #expect(try other.store.history(of: id).map(\.oldText) == journal.store.history(of: id).map(\.oldText))
    }
    #expect(
      try other.store.categories(includingTrash: true) == journal.store.categories(includingTrash: true))
    #expect(try importing(path, into: other).line == "imported 0, same 2, conflicting 0")
  }

  @Test func jrnlTextComesBackAsItWas() throws {
    try journal.add("Run", "Line\n[2020-01-01 10:00] not an entry", on: "2026-01-05 14:30", favorite: true)
    try journal.add("Old", "", on: "0001-02-03 04:05")
    let path = folder.file("out.txt")
    let count = try journal.context.export(
      .everything, as: .jrnl, to: .file(path, replaces: false), assets: folder.assets)
    #expect(count.entries == 2)
    #expect(try folder.mode("out.txt") == 0o600)
    let other = try TestJournal()
    #expect(try importing(path, into: other).line == "imported 2, same 0, conflicting 0")
    let back = try other.context.entries(ListingRequest(scope: .all))
    #expect(back.map(\.title) == ["Run", "Old"])
    #expect(back[0].body == "Line\n[2020-01-01 10:00] not an entry" && back[0].isFavorite)
  }

  @Test func aFileThatIsThereStaysUnlessReplacingWasAskedFor() throws {
    try journal.add("One")
    let path = try folder.write("precious", to: "out.txt")
    let failure = journal.failure {
      _ = try journal.context.export(.everything, as: .jrnl, to: .file(path, replaces: false), assets: folder.assets)
    }
    #expect(failure?.code == .exists)
    #expect(try folder.text("out.txt") == "precious")
    _ = try journal.context.export(.everything, as: .jrnl, to: .file(path, replaces: true), assets: folder.assets)
    #expect(try folder.text("out.txt").contains("One"))
    #expect(try folder.names == ["out.txt"])
  }

  @Test func aFileThatCannotBeFinishedLeavesNothing() throws {
    do {
      let file = try OutputFile(path: folder.file("half.txt"), replaces: false)
      try file.write(Array("half".utf8))
    }
    #expect(try folder.names == [])
  }

  @Test func onlyTheChosenEntriesAreExportedOldestFirst() throws {
    let new = try journal.add("New", on: "2026-11-20")
    let old = try journal.add("Old", on: "2026-11-01")
    try journal.add("Other", on: "2026-11-10")
    let path = folder.file("chosen.txt")
    let count = try journal.context.exportEntries(
      ids: [new.id, old.id, RecordName("gone")], format: .jrnl, path: path, home: "/", assets: folder.assets)
    #expect(count.entries == 2)
    let text = try folder.text("chosen.txt")
    #expect(text == "[2026-11-01 09:00] Old\n\n[2026-11-20 09:00] New\n")
  }

  @Test func theNewestSoManyAreExportedOldestFirst() throws {
    for day in 1...5 { try journal.add("Day \(day)", on: "2026-11-0\(day)") }
    let request = ListingRequest(scope: .all, limit: 2)
    let path = folder.file("two.txt")
    _ = try journal.context.export(
      .listing(request), as: .jrnl, to: .file(path, replaces: false), assets: folder.assets)
    #expect(try folder.text("two.txt") == "[2026-11-04 09:00] Day 4\n\n[2026-11-05 09:00] Day 5\n")
  }

  @Test func markdownGoesIntoAFolderOneFileAnEntry() throws {
    try journal.add("Same", on: "2026-11-01")
    try journal.add("Same", on: "2026-11-01")
    let target = try ExportTarget(path: folder.file("notes/"), kind: .markdown, home: "/", replaces: false)
    #expect(try journal.context.export(.everything, as: .markdown, to: target, assets: folder.assets).entries == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("notes")).count == 2)
  }

  @Test func aFolderThatIsThereKeepsWhatItHas() throws {
    func export(replaces: Bool) throws -> ExportReport {
      let target = try ExportTarget(path: folder.file("notes"), kind: .markdown, home: "/", replaces: replaces)
      return try journal.context.export(.everything, as: .markdown, to: target, assets: folder.assets)
    }
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.file("notes")).sorted()
    }
    try FileManager.default.createDirectory(atPath: folder.file("notes"), withIntermediateDirectories: true)
    try folder.write("mine", to: "notes/mine.md")
    try journal.add("First", "one", on: "2026-11-01")
    #expect(try export(replaces: false).entries == 1)
    #expect(try names() == ["2026-11-01-first.md", "mine.md"])
    // What is called so is not replaced, and nothing is written then.
    try journal.add("Another", "two", on: "2026-10-01")
    try folder.write("changed", to: "notes/2026-11-01-first.md")
    let failure = journal.failure { _ = try export(replaces: false) }
    #expect(
      failure?.sentence.hasSuffix(
        "has 1 of these files already (2026-11-01-first.md), and was left as it is. Name another folder, or give --force to "
          + "replace them.") == true, "\(failure?.sentence ?? "")")
    #expect(try names() == ["2026-11-01-first.md", "mine.md"])
    #expect(try folder.text("notes/2026-11-01-first.md") == "changed")
    #expect(try export(replaces: true).entries == 2)
    #expect(try names() == ["2026-10-01-another.md", "2026-11-01-first.md", "mine.md"])
    #expect(try folder.text("notes/2026-11-01-first.md").contains("one") && folder.text("notes/mine.md") == "mine")
  }

  @Test func pathsAreTakenAsPeopleTypeThem() throws {
    #expect(try ExportTarget(path: "-", kind: .jrnl, home: "/home/a", replaces: false) == .standardOutput)
    #expect(
      try ExportTarget(path: "~/x.txt", kind: .jrnl, home: "/home/a", replaces: true)
        == .file("/home/a/x.txt", replaces: true))
    #expect(
      try ExportTarget(path: "/nowhere/x/", kind: .markdown, home: "/", replaces: false)
        == .folder("/nowhere/x", replaces: false))
    for kind in ExportKind.allCases where kind != .markdown {
      let failure = journal.failure { _ = try ExportTarget(path: "newdir/", kind: kind, home: "/", replaces: true) }
      #expect(
        failure?.sentence
          == "“newdir/” is the name of a folder, and the format \(kind.rawValue) is one file. Name a file in that folder."
      )
      #expect(failure?.exitStatus == 2)
    }
    #expect(ExportKind(name: "MD") == .markdown && ExportKind(name: "txt") == .jrnl && ExportKind(name: "doc") == nil)
  }
}
