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
    _ = try store.undoLatestImport()
    #expect(try all(store).count == 3)
    _ = try store.purge([entry.id])
    #expect(try all(store).isEmpty && store.assetUse().kept.isEmpty)
  }

  @Test(arguments: ["../../etc/passwd", "a\u{1B}[2Jb.mov", "", "..", String(repeating: "é", count: 300) + ".pdf"])
  func aNameIsOneOfAFile(_ name: String) {
    let fitted = KeptItem(entry: RecordName("i"), details: "", name: name).name
    #expect(!fitted.contains("/") && !fitted.contains("\u{1B}") && !fitted.isEmpty && fitted != "..")
    #expect(fitted.utf8.count <= 240 && (!name.hasSuffix(".pdf") || fitted.hasSuffix(".pdf")), "\(fitted)")
    #expect(KeptItem(entry: RecordName("i"), details: "", name: fitted).name == fitted)
  }
}
