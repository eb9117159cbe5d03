import JournalCore
import Testing

@testable import JournalStore

/// What imports keep beside entries.
@Suite struct KeptItemTests {
  private func items(_ entry: String) -> [KeptItem] {
    [
      KeptItem(
        entry: RecordName(entry), kind: .video, name: "a.mov", asset: String(repeating: "a", count: 64), bytes: 5),
      KeptItem(entry: RecordName(entry), details: "{}", name: "day-one.json"),
    ]
  }

  private func all(_ store: JournalStore) throws -> [KeptItem] {
    var all: [KeptItem] = []
    try KeptItems(store).forEach { all.append($0) }
    return all
  }

  @Test func itComesWithItsEntryAndGoesWithIt() throws {
    let fixture = try Fixture(.sqlite)
    let store = try #require(fixture.store as? JournalStore)
    let entry = try fixture.makeEntry("x", id: "i")
    var batch = ImportBatch(source: "file", entries: [entry])
    batch.kept = items("i") + items("elsewhere")
    _ = try store.importRecords(batch)
    #expect(try all(store) == items("i"))
    // Once more it changes nothing, and other details stand beside the former ones.
    batch.kept = [KeptItem(entry: entry.id, details: #"{"a":1}"#, name: "day-one.json")] + items("i").prefix(1)
    #expect(try store.importRecords(batch) == ImportSummary(same: 1))
    #expect(try KeptItems(store).all(of: entry.id).map(\.details) == ["", "{}", #"{"a":1}"#])
    let use = try store.assetUse()
    #expect(use.kept == [String(repeating: "a", count: 64)] && use.referenced == use.kept)
    #expect(try store.undoLatestImport()?.removedItems == 1)
    #expect(try all(store) == items("i"))
    _ = try store.undoLatestImport()
    // What came with an entry goes to the trash with it.
    #expect(try all(store) == items("i"))
    _ = try store.purge([entry.id])
    #expect(try all(store).isEmpty && store.assetUse().kept.isEmpty)
  }

  /// A zip that was imported before brings things beside its entries: they are one import, whose undo takes them, and no others.
  @Test func undoTakesWhatItPutBesideEntriesThatWereHere() throws {
    let fixture = try Fixture(.sqlite)
    let store = try #require(fixture.store as? JournalStore)
    let (old, new) = (try fixture.makeEntry("x", id: "old"), try fixture.makeEntry("y", id: "new"))
    var first = ImportBatch(source: "first", entries: [old])
    first.kept = [items("old")[0]]
    _ = try store.importRecords(first)
    var second = ImportBatch(source: "second", entries: [old, new])
    let many = (0..<2_100).map { KeptItem(entry: old.id, details: "\($0)", name: "day-one.json") }
    second.kept = items("old") + many + items("new")
    _ = try store.importRecords(second)
    #expect(try ImportLog(store).latest()?.items == 2_101 && ImportLog(store).latest()?.entries == 1)
    let undone = try #require(try store.undoLatestImport())
    #expect(undone.imported == 1 && undone.removedItems == 2_101)
    #expect(try all(store) == [items("old")[0]] + items("new"))
    // The same once more brings them again, and an import that brings nothing else can be undone, too.
    _ = try store.importRecords(second)
    _ = try store.undoLatestImport()
    second.entries = [old]
    second.kept = items("old")
    _ = try store.importRecords(second)
    #expect(try ImportLog(store).latest()?.entries == 0 && KeptItems(store).all(of: old.id) == items("old"))
    #expect(try store.undoLatestImport()?.removedItems == 1)
    #expect(try KeptItems(store).all(of: old.id) == [items("old")[0]])
    #expect(try store.entry(old.id)?.trashedAt == nil)
    #expect(try store.undoLatestImport()?.imported == 1)
  }

  /// A row that is gone gives its number to the next one: the note of the former one does not reach that.
  @Test func undoNeverTakesWhatAnotherImportBrought() throws {
    let fixture = try Fixture(.sqlite)
    let store = try #require(fixture.store as? JournalStore)
    let (old, new) = (try fixture.makeEntry("x", id: "old"), try fixture.makeEntry("y", id: "new"))
    _ = try store.importRecords(ImportBatch(source: "before", entries: [old]))
    var first = ImportBatch(source: "first", entries: [old])
    first.kept = [items("old")[0]]
    _ = try store.importRecords(first)
    _ = try fixture.edit(old.id, .trashedAt(fixture.world.environment.now()))
    _ = try store.purge([old.id])
    var second = ImportBatch(source: "second", entries: [new])
    second.kept = [items("new")[0]]
    _ = try store.importRecords(second)
    _ = try fixture.edit(new.id, .body("mine"))
    while try store.undoLatestImport() != nil {}
    #expect(try all(store) == [items("new")[0]])
  }

  /// Records get other names when a journal is encrypted end to end; what an import brought is known all the same.
  @Test func undoFindsItAfterEntriesGotOtherNames() throws {
    let fixture = try Fixture(.sqlite)
    let store = try #require(fixture.store as? JournalStore)
    let name = "0000000a-0000-5000-8000-000000000001"
    let entry = try fixture.makeEntry("x", id: name)
    _ = try store.importRecords(ImportBatch(source: "first", entries: [entry]))
    var second = ImportBatch(source: "second", entries: [entry])
    second.kept = items(name)
    _ = try store.importRecords(second)
    let new = "0000000b-0000-8000-8000-000000000001"
    try store.nameImports { $0 == name ? new : nil }
    #expect(try KeptItems(store).all(of: RecordName(new)).count == 2)
    #expect(try store.undoLatestImport()?.removedItems == 2)
    #expect(try all(store).isEmpty && store.entry(RecordName(new))?.trashedAt == nil)
  }

  @Test(arguments: ["../../etc/passwd", "a\u{1B}[2Jb.mov", "", "..", String(repeating: "é", count: 300) + ".pdf"])
  func aNameIsOneOfAFile(_ name: String) {
    let fitted = KeptItem(entry: RecordName("i"), details: "", name: name).name
    #expect(!fitted.contains("/") && !fitted.contains("\u{1B}") && !fitted.isEmpty && fitted != "..")
    #expect(fitted.utf8.count <= 240 && (!name.hasSuffix(".pdf") || fitted.hasSuffix(".pdf")), "\(fitted)")
    #expect(KeptItem(entry: RecordName("i"), details: "", name: fitted).name == fitted)
  }
}
