import CloudRecord
import GRDB
import JournalCore
import JournalModel
import Testing

@testable import JournalStore

@Suite struct ImportTests {
  @Test(arguments: StoreKind.allCases)
  func importingTwiceAddsNothing(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let entries = try (0..<3).map { try fixture.makeEntry("n\($0)", id: "i\($0)") }
    let batch = ImportBatch(source: "file", entries: entries)
    #expect(try fixture.store.preview(importing: batch).imported == 3)
    #expect(try fixture.store.count(.all) == 0)
    #expect(try fixture.store.importRecords(batch) == ImportSummary(imported: 3))
    #expect(try fixture.store.importRecords(batch) == ImportSummary(same: 3))
    #expect(try fixture.titles() == ["n2", "n1", "n0"])
  }

  @Test(arguments: StoreKind.allCases)
  func whatWasEditedHereStays(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let entry = try fixture.makeEntry("theirs", id: "i")
    _ = try fixture.store.importRecords(ImportBatch(source: "file", entries: [entry]))
    _ = try fixture.edit(entry.id, .title("mine"))
    let summary = try fixture.store.importRecords(ImportBatch(source: "file", entries: [entry]))
    #expect(summary == ImportSummary(conflicting: [entry.id]))
    #expect(try fixture.titles() == ["mine"])
  }

  /// An entry that has the words with which an earlier version took it in is the same, and stays as it is.
  @Test func formerWordsAreTheSame() throws {
    let fixture = try Fixture(.sqlite)
    let former = try fixture.makeEntry("> q", id: "i")
    _ = try fixture.store.importRecords(ImportBatch(source: "file", entries: [former]))
    var entry = former
    (entry.title, entry.body) = ("", "> q\n\n\(former.body)")
    var batch = ImportBatch(source: "file", entries: [entry])
    #expect(try fixture.store.preview(importing: batch) == ImportSummary(conflicting: [entry.id]))
    batch.former = [entry.id: EntryWords(title: former.title, body: former.body)]
    #expect(try fixture.store.preview(importing: batch) == ImportSummary(same: 1))
    #expect(try fixture.store.importRecords(batch) == ImportSummary(same: 1))
    #expect(try fixture.titles() == ["> q"])
    _ = try fixture.edit(entry.id, .title("mine"))
    #expect(try fixture.store.importRecords(batch) == ImportSummary(conflicting: [entry.id]))
  }

  @Test(arguments: StoreKind.allCases)
  func whatWasThrownAwayStaysThrownAway(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let entry = try fixture.makeEntry("x", id: "i")
    _ = try fixture.store.importRecords(ImportBatch(source: "file", entries: [entry]))
    _ = try fixture.edit(entry.id, .trashedAt(fixture.world.environment.now()))
    let summary = try fixture.store.importRecords(ImportBatch(source: "file", entries: [entry]))
    #expect(summary == ImportSummary(same: 1, inTrash: 1))
    #expect(try fixture.titles() == [])
  }

  @Test(arguments: StoreKind.allCases)
  func aCategorysAndAPicturesFormerValuesComeAlong(_ kind: StoreKind) throws {
    let source = try Fixture(kind)
    let now = source.world.environment.now()
    let category = JournalCore.Category(id: RecordName("c"), name: "New", modifiedAt: now)
    let entry = try source.makeEntry("x", category: category.id, id: "i")
    let image = EntryImage(id: RecordName("p"), entry: entry.id, caption: "after", modifiedAt: now)
    func item(_ id: Int64, _ record: RecordName, _ field: String, _ text: String) -> HistoryItem {
      HistoryItem(
        id: id, record: record, field: field, oldValue: nil, oldText: text, replacedAt: now, device: "laptop",
        cause: .edit, group: id)
    }
    let items = [
      item(1, category.id, "name", "Old"), item(2, category.id, "sortOrder", "7"),
      item(3, image.id, "caption", "before"),
    ]
    let batch = ImportBatch(
      source: "file", entries: [entry], categories: [category], images: [image], history: items)
    _ = try source.store.importRecords(batch)
    #expect(try source.store.history(of: category.id).map(\.oldText).sorted() == ["7", "Old"])
    #expect(try source.store.history(of: image.id).map(\.oldText) == ["before"])
    #expect(try source.store.history(of: image.id).first?.replacedValue == .string("before"))
    // Once more it is nothing new.
    _ = try source.store.importRecords(batch)
    #expect(try source.store.history(of: category.id).count == 2)
  }

  @Test(arguments: StoreKind.allCases)
  func anImportIsTakenBackAndMayBeDoneAgain(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.add("own")
    let category = JournalCore.Category(
      id: RecordName("c"), name: "Old", modifiedAt: fixture.world.environment.now())
    let entry = try fixture.makeEntry("x", on: "2020-01-01", category: category.id, id: "i")
    let batch = ImportBatch(source: "file", entries: [entry], categories: [category])
    _ = try fixture.store.importRecords(batch)
    #expect(try fixture.store.undoLatestImport()?.imported == 1)
    #expect(try fixture.titles() == ["own"])
    #expect(try fixture.store.categories(includingTrash: false).isEmpty)
    #expect(try fixture.store.undoLatestImport() == nil)
    #expect(try fixture.store.importRecords(batch).imported == 1)
    #expect(try fixture.titles() == ["own", "x"])
  }

  @Test(arguments: StoreKind.allCases)
  func historyComesAlongWithNewEntriesOnly(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let known = try fixture.add("known")
    let entry = try fixture.makeEntry("new", id: "i")
    let items = [known, entry.id].map { name in
      HistoryItem(
        id: 7, record: name, field: "title", oldValue: .title("before"), oldText: "before",
        replacedAt: Instant(milliseconds: 5), device: "laptop", cause: .merge, group: 3)
    }
    _ = try fixture.store.importRecords(ImportBatch(source: "file", entries: [entry], history: items))
    let history = try fixture.store.history(of: entry.id)
    #expect(history.map { $0.oldValue } == [.title("before")])
    #expect(history.first?.device == "laptop")
    #expect(try fixture.store.history(of: known).isEmpty)
  }

  // MARK: What a record was before

  /// The same once more, another of its name, and the same with a star.
  @Test(arguments: StoreKind.allCases, ["x", "y", "x*"])
  func aPreviewSaysWhatTheImportDoesAlsoOfAnEntryThatOccursTwice(_ kind: StoreKind, second: String) throws {
    let fixture = try Fixture(kind)
    let (title, star) = (String(second.prefix(1)), second.hasSuffix("*"))
    let entries = [
      try fixture.makeEntry("x", id: "i"), try fixture.makeEntry(title, favorite: star, id: "i"),
      try fixture.makeEntry("x", favorite: star, id: "i"), try fixture.makeEntry("z", id: "j"),
    ]
    let batch = ImportBatch(source: "file", entries: entries)
    let preview = try fixture.store.preview(importing: batch)
    #expect(preview.imported == 2)
    #expect(try fixture.store.importRecords(batch) == preview)
    #expect(try fixture.store.preview(importing: batch) == fixture.store.importRecords(batch))
  }

  /// An entry, which makes the import one that can be taken back, and a category that no entry has.
  private func importCategory(_ fixture: Fixture) throws -> JournalCore.Category {
    let category = JournalCore.Category(
      id: RecordName("c"), name: "New", modifiedAt: fixture.world.environment.now())
    let entry = try fixture.makeEntry("x", id: "i")
    _ = try fixture.store.importRecords(ImportBatch(source: "file", entries: [entry], categories: [category]))
    return category
  }

  /// What a person changed since is theirs: it stays, and its category with it.
  @Test(arguments: StoreKind.allCases)
  func whatWasChangedSinceStaysWhenAnImportIsUndone(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let category = JournalCore.Category(
      id: RecordName("c"), name: "Old", modifiedAt: fixture.world.environment.now())
    let entries = try ["i", "k", "l"].map {
      try fixture.makeEntry($0, on: "2020-01-01", category: $0 == "k" ? category.id : nil, id: $0)
    }
    _ = try fixture.store.importRecords(ImportBatch(source: "file", entries: entries, categories: [category]))
    fixture.world.advance(milliseconds: 1000)
    try fixture.store.perform(.editEntry(RecordName("k"), [.body("Now with a text of my own.")]))
    let summary = try #require(try fixture.store.undoLatestImport())
    #expect(summary.imported == 2 && summary.kept == [RecordName("k")])
    #expect(try fixture.titles() == ["k"])
    #expect(try fixture.store.categories(includingTrash: false).map(\.name) == ["Old"])
    #expect(try fixture.store.undoLatestImport() == nil)
  }

  private func trash(_ category: JournalCore.Category, in fixture: Fixture) throws {
    let operation = JournalOperation.editCategory(category.id, [.trashedAt(fixture.world.environment.now())])
    try fixture.store.perform(operation)
  }

  @Test(arguments: StoreKind.allCases)
  func aCategoryThatWasMadeAgainIsNotTheImports(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let category = try importCategory(fixture)
    try trash(category, in: fixture)
    #expect(try fixture.store.purgeCategories([category.id]) == 1)
    _ = try fixture.addCategory("Mine", id: "c")
    #expect(try fixture.store.undoLatestImport()?.imported == 1)
    #expect(try fixture.store.categories(includingTrash: false).map(\.name) == ["Mine"])
  }

  @Test(arguments: StoreKind.allCases)
  func aCategoryThatLayInTheTrashKeepsItsTime(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let category = try importCategory(fixture)
    try trash(category, in: fixture)
    let before = try fixture.store.categories(includingTrash: true).map(\.trashedAt)
    fixture.world.advance(milliseconds: 86_400_000)
    _ = try fixture.store.undoLatestImport()
    #expect(try fixture.store.categories(includingTrash: true).map(\.trashedAt) == before)
    #expect(before.compactMap { $0 }.count == 1)
  }

  /// What only the undoing of an import put into the trash comes back with the same import, a category too.
  @Test(arguments: StoreKind.allCases)
  func aCategoryComesBackWithItsImport(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let category = try importCategory(fixture)
    _ = try fixture.store.undoLatestImport()
    #expect(try fixture.store.categories(includingTrash: false).isEmpty)
    #expect(try importCategory(fixture) == category)
    #expect(try fixture.store.categories(includingTrash: false).map(\.name) == ["New"])
    // A person's own deletion stays.
    try trash(category, in: fixture)
    _ = try importCategory(fixture)
    #expect(try fixture.store.categories(includingTrash: false).isEmpty)
    #expect(try fixture.store.undoLatestImport()?.imported == 1)
    #expect(try fixture.store.categories(includingTrash: false).isEmpty)
  }

  // MARK: In parts

  /// Three parts of an import: what each of them holds.
  private func parts(_ fixture: Fixture) throws -> [ImportBatch] {
    try (0..<3).map { part in
      ImportBatch(
        source: "file", entries: try (0..<2).map { try fixture.makeEntry("n\(part)\($0)", id: "i\(part)\($0)") })
    }
  }

  /// The same, where the program ended after the first one.
  private func partsOfWhichOneCame(_ fixture: Fixture) throws -> (parts: [ImportBatch], killed: ImportRun) {
    let parts = try parts(fixture)
    var killed = ImportRun(fingerprint: [7])
    _ = try fixture.store.importPart(ImportPart(parts[0]), of: &killed)
    return (parts, killed)
  }

  @Test(arguments: StoreKind.allCases)
  func partsAreOneImport(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.add("own")
    var run = ImportRun(fingerprint: [7])
    for part in try parts(fixture) { #expect(try fixture.store.importPart(ImportPart(part), of: &run).imported == 2) }
    try fixture.store.finishImport(run)
    #expect(try fixture.store.undoLatestImport()?.imported == 6)
    #expect(try fixture.titles() == ["own"])
    #expect(try fixture.store.undoLatestImport() == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func anImportThatEndedInBetweenGoesOn(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let parts = try partsOfWhichOneCame(fixture).parts
    var repeated = ImportRun(fingerprint: [7])
    let summaries = try parts.map { try fixture.store.importPart(ImportPart($0), of: &repeated) }
    #expect(summaries == [ImportSummary(same: 2), ImportSummary(imported: 2), ImportSummary(imported: 2)])
    try fixture.store.finishImport(repeated)
    // Once more it is another one, which brings nothing, so that there is nothing of it to take back.
    var again = ImportRun(fingerprint: [7])
    for part in parts { #expect(try fixture.store.importPart(ImportPart(part), of: &again) == ImportSummary(same: 2)) }
    try fixture.store.finishImport(again)
    #expect(try fixture.store.undoLatestImport()?.imported == 6)
    #expect(try fixture.store.undoLatestImport() == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func anotherFileIsAnotherImport(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let (parts, run) = try partsOfWhichOneCame(fixture)
    var killed = run
    var other = ImportRun(fingerprint: [8])
    _ = try fixture.store.importPart(ImportPart(parts[1]), of: &other)
    try fixture.store.finishImport(other)
    #expect(try fixture.store.undoLatestImport()?.imported == 2)
    #expect(try fixture.titles() == ["n01", "n00"])
    #expect(try fixture.store.undoLatestImport()?.imported == 2)
    // What was taken back does not go on: the same file is a new import.
    #expect(throws: StoreError.self) { _ = try fixture.store.importPart(ImportPart(parts[1]), of: &killed) }
    var next = ImportRun(fingerprint: [7])
    #expect(try fixture.store.importPart(ImportPart(parts[0]), of: &next) == ImportSummary(imported: 2))
    #expect(try fixture.titles() == ["n01", "n00"])
  }

  @Test(arguments: StoreKind.allCases)
  func aStarOnEitherOfTwoIsKept(_ kind: StoreKind) throws {
    for isFirst in [true, false] {
      let fixture = try Fixture(kind)
      let entries = try [isFirst, !isFirst].map { try fixture.makeEntry("twice", favorite: $0, id: "i") }
      let batch = ImportBatch(source: "file", entries: entries)
      let summary = try fixture.store.importRecords(batch)
      #expect(summary.imported == 1 && summary.same + summary.conflicting.count == 1)
      // Which of the conflicting ones stand there with a star, too, only who has all of the file can say.
      #expect(summary.unstarred == summary.conflicting)
      #expect(try fixture.store.entry(RecordName("i"))?.isFavorite == true)
    }
  }

  /// Whether an undone import brought an entry is found by the key of the notes, however many there are, and so is what is forgotten.
  @Test func theNotesOfImportsAreNotSearchedThrough() throws {
    let fixture = try Fixture(.sqlite)
    let file = try #require(fixture.store as? JournalStore)
    for sql in [ImportComparison.latestImport, ImportLog.forgetRecord] {
      let plan = try file.reading { db in
        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)", arguments: ["x"]).map { $0["detail"] as String }
      }
      let uses = plan.filter { $0.hasPrefix("SEARCH") && $0.hasSuffix("(import=? AND recordName=?)") }
      #expect(uses.count == 1, "\(plan)")
    }
  }

  /// More entries than one transaction takes back.
  @Test func aLargeImportIsTakenBackWhole() throws {
    let fixture = try Fixture(.sqlite)
    let entries = try (0..<2_100).map { try fixture.makeEntry("n\($0)", id: "i\($0)") }
    _ = try fixture.store.importRecords(ImportBatch(source: "file", entries: entries))
    #expect(try fixture.store.undoLatestImport()?.imported == 2_100)
    #expect(try fixture.store.count(.all) == 0 && fixture.store.count(.trash) == 2_100)
    #expect(try fixture.store.undoLatestImport() == nil)
  }
}
