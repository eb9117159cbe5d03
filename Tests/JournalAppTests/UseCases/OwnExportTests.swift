import Foundation
import JournalCore
import JournalFormats
import JournalStore
import Testing

@testable import JournalApp

/// What “export” wrote comes back with “import”.
@Suite struct OwnExportTests {
  let journal: TestJournal
  let other: TestJournal
  let folder: TestFolder

  init() throws {
    journal = try TestJournal()
    other = try TestJournal()
    folder = try TestFolder()
  }

  private let formats: [(name: String, kind: ExportKind)] = [
    ("j.md", .markdown), ("j.json", .json), ("notes/", .markdown),
  ]

  private func importing(
    _ names: String..., into target: TestJournal? = nil, change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    try (target ?? other).importFiles(names.map(folder.file), assets: folder.assets, change: change)
  }

  private func export(_ kind: ExportKind, to name: String) throws {
    let target = try ExportTarget(path: folder.file(name), kind: kind, home: "/", replaces: true)
    _ = try journal.context.export(.everything, as: kind, to: target, assets: folder.assets)
  }

  private func fill() throws {
    try journal.add(
      "Run: “fast”", "Cold. #out\n\n---\ntitle: no head\n", on: "2026-11-20 09:05", mood: "sad", category: "Health",
      tags: ["run", "out"], favorite: true)
    try journal.add("Old", "a\r\nb\n\n", on: "0001-02-03 04:05", category: "Work")
    try journal.add("", "Untitled", category: "Health")
  }

  private func described(_ journal: TestJournal) throws -> [String] {
    let names = try journal.context.categoryNames()
    return try journal.context.entries(ListingRequest(scope: .all)).map { entry in
      let texts = [entry.id.rawValue, entry.title, entry.body, names[entry.category] ?? "-"] + entry.tags
      return "\(texts) \(entry.mood?.rawValue ?? "-") \(entry.date) \(entry.isFavorite)"
    }
  }

  @Test(arguments: [0, 1, 2])
  func everythingComesBack(format: Int) throws {
    let (name, kind) = formats[format]
    try fill()
    try export(kind, to: name)
    #expect(try importing(name) { $0.isDryRun = true }.line == "would have imported 3, same 0, conflicting 0")
    let report = try importing(name)
    #expect(report.line == "imported 3, same 0, conflicting 0" && report.notes == [])
    #expect(report.files.map(\.format) == [kind == .json ? .json : .markdown])
    #expect(try described(other) == described(journal))
    #expect(try importing(name).line == "imported 0, same 3, conflicting 0")
    #expect(try importing(name) { $0.isDryRun = true }.line == "would have imported 0, same 3, conflicting 0")
    // Where it came from, it is all there.
    #expect(try importing(name, into: journal).line == "imported 0, same 3, conflicting 0")
    #expect(try journal.store.categories(includingTrash: true).count == 2)
  }

  @Test(arguments: [0, 1, 2])
  func oneUndoTakesAllOfItBackAndTheSameBringsItAgain(format: Int) throws {
    let (name, kind) = formats[format]
    try fill()
    try export(kind, to: name)
    _ = try importing(name)
    #expect(try other.context.undoImport()?.moved == 3)
    #expect(try other.store.count(.all) == 0 && other.store.categories(includingTrash: false).isEmpty)
    #expect(try importing(name).line == "imported 3, same 0, conflicting 0")
    #expect(try described(other) == described(journal))
  }

  /// A category is found by its name, in whatever case; one that was renamed here stays so.
  @Test func categoriesThatAreHereAreUsed() throws {
    try fill()
    try export(.json, to: "j.json")
    let health = JournalCore.Category(id: RecordName("h"), name: "health", modifiedAt: other.context.now.instant)
    _ = try other.store.apply(JournalEdit(name: "add", operations: [.createCategory(health)]), cause: .edit)
    _ = try importing("j.json")
    #expect(try other.store.categories(includingTrash: false).map(\.name) == ["health", "Work"])
    let work = try other.context.category("Work")
    let rename = JournalOperation.editCategory(work.id, [.name("Job")])
    _ = try other.store.apply(JournalEdit(name: "rename", operations: [rename]), cause: .edit)
    let report = try importing("j.json")
    #expect(report.line == "imported 0, same 3, conflicting 0", "\(report.conflicts)")
    #expect(try other.store.categories(includingTrash: true).map(\.name) == ["health", "Job"])
  }

  /// An entry that is here with other content stays, and makes no category.
  @Test func whatDiffersIsNamedAndStays() throws {
    try fill()
    try export(.markdown, to: "j.md")
    _ = try importing("j.md")
    var fields = EntryFields()
    fields.title = "Changed"
    _ = try other.context.edit(try #require(other.context.entries(ListingRequest(scope: .all)).first), fields)
    let text = try folder.text("j.md").replacing("category: Work", with: "category: New")
    try folder.write(text, to: "j.md")
    let report = try importing("j.md")
    #expect(report.line == "imported 0, same 1, conflicting 2")
    #expect(try !other.store.categories(includingTrash: true).map(\.name).contains("New"))
  }

  @Test func aDryRunCountsWhatStandsThereTwiceAsTheImportDoes() throws {
    try fill()
    try export(.markdown, to: "j.md")
    let text = try folder.text("j.md")
    try folder.write(text + "\n" + text + "\n" + text.replacing("Cold.", with: "Warm."), to: "j.md")
    #expect(try importing("j.md") { $0.isDryRun = true }.line == "would have imported 3, same 5, conflicting 1")
    #expect(try importing("j.md").line == "imported 3, same 5, conflicting 1")
  }

  /// A large file comes in parts; one that was stopped goes on when it is repeated, and is taken back as one.
  @Test func whatWasStoppedGoesOn() throws {
    let body = String(repeating: "\(String(repeating: "x", count: 9_999))\n", count: 105)
    let entries = (1...5).map { number in
      "---\ntitle: Day \(number)\ndate: 2026-11-0\(number) 09:00+01:00\ncategory: C\(number)\n---\n\n\(body)\n"
    }
    let path = try folder.write(entries.joined(separator: "\n"), to: "j.md")
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      _ = try other.importFiles(
        [path], assets: folder.assets,
        progress: { _, progress in
          // Halfway it was checked, and is read once more.
          if progress.fraction > 0.9 { throw Stop() }
        })
    }
    #expect(try other.store.count(.all) == 4)
    #expect(try importing("j.md").line == "imported 1, same 4, conflicting 0")
    #expect(try other.store.categories(includingTrash: false).map(\.name) == ["C1", "C2", "C3", "C4", "C5"])
    #expect(try other.context.undoImport()?.moved == 5)
    #expect(try other.store.categories(includingTrash: false).isEmpty)
  }

  // MARK: Pictures

  private func album() throws -> Entry {
    let entry = try journal.add("Album", "Text")
    let pictures = try ["first", "second"].map { name in
      PreparedPicture(asset: try folder.assets.keep(Array(name.utf8)), name: "\(name) [1].jpg", sentence: name)
    }
    _ = try journal.context.attach(pictures, to: entry.id)
    return entry
  }

  @Test func picturesComeBackFromAFolder() throws {
    let entry = try album()
    try export(.markdown, to: "notes/")
    let otherFolder = try TestFolder()
    let files = { (isDryRun: Bool) in
      try other.importFiles([folder.file("notes")], assets: otherFolder.assets) { $0.isDryRun = isDryRun }
    }
    _ = try files(true)
    #expect(try otherFolder.assets.files().pictures.isEmpty)
    #expect(try files(false).line == "imported 1, same 0, conflicting 0")
    #expect(try other.store.entry(entry.id)?.body == "Text")
    let (before, after) = (try journal.store.images(of: entry.id), try other.store.images(of: entry.id))
    #expect(before.map(\.id) == after.map(\.id) && before.map(\.caption) == after.map(\.caption))
    #expect(before.map(\.imageAsset) == after.map(\.imageAsset))
    for image in after { #expect(try otherFolder.assets.state(of: try #require(image.imageAsset)) == .sound) }
    #expect(try files(false).line == "imported 0, same 1, conflicting 0")
  }

  @Test func aPictureThatIsNotThereIsNamed() throws {
    let entry = try album()
    try export(.markdown, to: "notes/")
    try FileManager.default.removeItem(atPath: folder.file("notes/images/first-1"))
    let report = try importing("notes")
    #expect(report.line == "imported 1, same 0, conflicting 0")
    #expect(report.notes.count == 1 && report.notes[0].contains("images/first-1"), "\(report.notes)")
    #expect(try other.store.images(of: entry.id).count == 1)
  }

  /// What a file of Markdown names outside of its folder is no picture.
  @Test(arguments: ["/etc/passwd", "../secret", "images/../secret", "images/link", "images/", "secret"])
  func nothingButPicturesOfTheFolderComesIn(_ file: String) throws {
    _ = try album()
    try export(.markdown, to: "notes/")
    try folder.write("secret", to: "secret")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("notes/images/link"), withDestinationPath: folder.file("secret"))
    let page = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("notes")).first { $0.hasSuffix(".md") })
    let text = try folder.text("notes/\(page)").replacing("images/first-1", with: file)
    try folder.write(text, to: "notes/\(page)")
    let report = try importing("notes")
    #expect(report.notes.count == 1 && report.notes[0].contains(file), "\(report.notes)")
    let images = try other.context.entries(ListingRequest(scope: .all)).flatMap { try other.store.images(of: $0.id) }
    #expect(images.count == 1)
  }

  @Test func jsonNamesPicturesAndHoldsNone() throws {
    _ = try album()
    try export(.json, to: "j.json")
    let report = try importing("j.json")
    #expect(report.notes.count == 1 && report.notes[0].contains("(2)"))
  }

  // MARK: What cannot be taken

  @Test(arguments: ["", " \n\n", "\u{FEFF}"])
  func anEmptyFileIsSaidToBeEmpty(_ text: String) throws {
    try folder.write(text, to: "empty")
    for format in [nil, ImportFormat.jrnl, .markdown, .json] {
      let failure = journal.failure { _ = try importing("empty") { $0.format = format } }
      #expect(failure?.code == .badFile && failure?.sentence.contains("nothing to import") == true)
    }
  }

  @Test func nothingIsImportedOfAFolderWithABadFile() throws {
    try fill()
    try export(.markdown, to: "notes/")
    try folder.write("# Readme\n", to: "notes/zzz.md")
    let failure = journal.failure { _ = try importing("notes") }
    #expect(
      failure?.code == .badFile && failure?.sentence.contains("notes/zzz.md: line 1") == true, "\(failure as Any)")
    #expect(try other.store.count(.all) == 0)
  }

  @Test func aFolderOfOtherThingsIsRefused() throws {
    try FileManager.default.createDirectory(atPath: folder.file("empty"), withIntermediateDirectories: true)
    try folder.write("x", to: "empty/a.txt")
    #expect(journal.failure { _ = try importing("empty") }?.sentence.contains("no Markdown") == true)
    #expect(journal.failure { _ = try importing("empty") { $0.format = .jrnl } }?.sentence.contains("folder") == true)
  }
}
