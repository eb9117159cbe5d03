import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// Accidents of other programs that sync; each must not happen here.
@Suite struct SyncLessonsTests {
  /// Two devices with a common entry, and the server between them.
  private struct Pair {
    let a: Fixture
    let b: Fixture
    var server = FakeServer()
    let id = RecordName("e")

    init(_ kind: StoreKind, _ body: String = "one\n\ntwo", clockOffset: Int64 = 0) throws {
      a = try Fixture(kind)
      b = try Fixture(kind)
      _ = b.world.environment.random()
      b.world.advance(milliseconds: clockOffset)
      try a.add("Title", body, id: "e")
      try settle()
    }

    mutating func settle() throws {
      for _ in 1...5 {
        try a.exchange(with: &server)
        try b.exchange(with: &server)
      }
    }

    func body(_ fixture: Fixture) throws -> String { try fixture.store.entry(id)?.body ?? "" }
  }

  @Test(arguments: StoreKind.allCases, [-86_400_000, 0, 86_400_000])
  func noEditIsSilentlyOverwrittenWhateverTheClocks(_ kind: StoreKind, _ offset: Int64) throws {
    var pair = try Pair(kind, clockOffset: offset)
    _ = try pair.a.edit(pair.id, .body("one by A\n\ntwo"))
    try pair.b.exchange(with: &pair.server)
    try pair.a.exchange(with: &pair.server)
    _ = try pair.b.edit(pair.id, .body("one\n\ntwo by B"))
    try pair.settle()
    for fixture in [pair.a, pair.b] {
      #expect(try pair.body(fixture) == "one by A\n\ntwo by B")
      #expect(try fixture.unsent().isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func anEditMadeDuringALongPullIsNotLost(_ kind: StoreKind) throws {
    var pair = try Pair(kind)
    _ = try pair.b.edit(pair.id, .title("by B"))
    for number in 1...9 { try pair.b.add("\(number)") }
    try pair.settle()
    _ = try pair.b.edit(pair.id, .body("one\n\ntwo by B"))
    for _ in 1...4 { try pair.b.exchange(with: &pair.server) }
    let pages = pair.server.pages(after: nil, size: 2)
    for page in pages {
      _ = try pair.a.edit(pair.id, .body(try pair.body(pair.a).replacing("one", with: "one!", maxReplacements: 1)))
      _ = try pair.a.synced.apply(page, rules: .journal, allowsMassRemoval: false)
    }
    try pair.settle()
    #expect(try pair.body(pair.b) == "one" + String(repeating: "!", count: pages.count) + "\n\ntwo by B")
  }

  @Test(arguments: StoreKind.allCases)
  func aRecordFromTheFutureStopsNothing(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let century: Int64 = 100 * 365 * 86_400_000
    try fixture.pull([.record(fixture.remote("f", ["title": .string("Future")], tag: "1", later: century))])
    try fixture.pull([.record(fixture.remote("n", ["title": .string("Now")], tag: "2"))])
    _ = try fixture.edit(RecordName("f"), .title("Edited"))
    #expect(Set(try fixture.titles()) == ["Edited", "Now"])
    #expect(try fixture.unsent().count == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func anEmptyEntryNeverBeatsOneWithWords(_ kind: StoreKind) throws {
    // Both were made under one name, the empty one later.
    let fixture = try Fixture(kind)
    try fixture.add("Today", "a whole day of words", id: "today")
    fixture.world.advance(milliseconds: 5000)
    try fixture.pull([.record(fixture.remote("today", [:], tag: "1"))])
    #expect(try fixture.store.entry(RecordName("today"))?.body == "a whole day of words")
    let other = try Fixture(kind)
    other.world.advance(milliseconds: 5000)
    try other.add("", "", id: "today")
    try other.pull([
      .record(other.remote("today", ["body": .string("a whole day of words")], tag: "1", later: -5000))
    ])
    #expect(try other.store.entry(RecordName("today"))?.body == "a whole day of words")
  }

  @Test(arguments: StoreKind.allCases)
  func anEmptyServerRemovesNothing(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    for number in 1...30 { try fixture.add("\(number)") }
    try fixture.acknowledgeAll()
    try fixture.synced.beginSweep()
    try fixture.pull([], token: "empty")
    #expect(throws: MassRemoval(removals: 30, records: 30)) {
      try fixture.synced.finishSweep(allowsMassRemoval: false)
    }
    #expect(try fixture.store.count(.all) == 30)
    // The person chooses to upload again.
    try fixture.synced.setZoneKnown(false)
    var server = FakeServer()
    for _ in 1...10 { try fixture.exchange(with: &server) }
    #expect(server.records.count == 30)
    #expect(try fixture.unsent().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func aDayOfEditsSurvivesTheOthersRemoval(_ kind: StoreKind) throws {
    var pair = try Pair(kind)
    for number in 1...9 { _ = try pair.a.edit(pair.id, .body("one\n\ntwo\n\nmore \(number)")) }
    _ = try pair.b.edit(pair.id, .trashedAt(pair.b.world.environment.now()))
    _ = try pair.b.store.emptyTrash()
    try pair.b.exchange(with: &pair.server)
    try pair.settle()
    for fixture in [pair.a, pair.b] {
      #expect(try pair.body(fixture) == "one\n\ntwo\n\nmore 9")
      #expect(try fixture.unsent().isEmpty)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func aCategoryThatBothRenameKeepsItsEntries(_ kind: StoreKind) throws {
    var pair = try Pair(kind)
    let category = try pair.a.addCategory("Work", id: "c")
    _ = try pair.a.edit(pair.id, .category(category))
    try pair.settle()
    for (fixture, name) in [(pair.a, "Job"), (pair.b, "Office")] {
      fixture.world.advance(milliseconds: 10)
      try fixture.store.perform(.editCategory(category, [.name(name)]))
    }
    try pair.settle()
    for fixture in [pair.a, pair.b] {
      #expect(try fixture.titles(.category(category)) == ["Title"])
      #expect(try fixture.store.categories(includingTrash: true).count == 1)
    }
    #expect(
      try pair.a.store.categories(includingTrash: false) == pair.b.store.categories(includingTrash: false))
  }

  @Test(arguments: StoreKind.allCases)
  func aRetryAfterALostReplySucceeds(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    var server = FakeServer()
    let id = try fixture.add("Run", "words")
    try fixture.exchange(with: &server, losesReply: true)
    _ = try fixture.edit(id, .body("words and more"))
    try fixture.exchange(with: &server, losesReply: true)
    for _ in 1...3 { try fixture.exchange(with: &server) }
    #expect(try fixture.unsent().isEmpty)
    #expect(server.records.count == 1)
    #expect(server.records[id.rawValue]?.version?.values["body"] == .string("words and more"))
    #expect(try fixture.synced.syncOverview(limit: 9).conflicts == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func replayingEverythingFiveTimesChangesNoCount(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let names = ["../../etc/passwd", "a/b", "%41", "A", "'; DROP TABLE entries", "␛[31m"]
    let page = names.map { FetchedChange.record(fixture.remote($0, ["title": .string($0)], tag: "1")) }
    for _ in 1...5 { try fixture.pull(page) }
    #expect(Set(try fixture.titles()) == Set(names))
    #expect(try fixture.store.count(.all) == names.count)
    #expect(try fixture.unsent().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func aResolvedConflictIsNotResolvedAgainAndAgain(_ kind: StoreKind) throws {
    var pair = try Pair(kind, "plain")
    _ = try pair.a.edit(pair.id, .body("typed on A"))
    _ = try pair.b.edit(pair.id, .body("written by B"))
    try pair.settle()
    let body = try pair.body(pair.a)
    #expect(body.contains("typed on A") && body.contains("written by B"))
    let history = try pair.a.store.history(of: pair.id).count + pair.b.store.history(of: pair.id).count
    for _ in 1...5 { try pair.settle() }
    #expect(try pair.body(pair.a) == body && pair.body(pair.b) == body)
    #expect(try pair.a.store.history(of: pair.id).count + pair.b.store.history(of: pair.id).count == history)
  }

  @Test(arguments: StoreKind.allCases)
  func aReferenceErrorRemovesNothing(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Run", category: RecordName("c"))
    try fixture.park(id, ParkedReason(code: .referenceViolation, reason: "no category"))
    #expect(try fixture.titles() == ["Run"])
    #expect(try fixture.synced.syncOverview(limit: 9).waiting.first?.code == "referenceViolation")
  }

  @Test(arguments: StoreKind.allCases)
  func aChildMayComeBeforeItsParent(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let image = fixture.remote(
      "i", ["entry": .reference(.init(recordName: "e", action: .deleteSelf)), "caption": .string("cup")], tag: "1",
      type: "EntryImage")
    let entry = fixture.remote(
      "e", ["title": .string("Tea"), "category": .reference(.init(recordName: "c", action: .none))], tag: "2")
    let category = fixture.remote("c", ["name": .string("Drinks")], tag: "3", type: "Category")
    try fixture.pull([.record(image)], moreComing: true)
    try fixture.pull([.record(entry)], moreComing: true)
    #expect(try fixture.titles(.unfiled) == ["Tea"])
    #expect(try fixture.store.images(of: RecordName("e")).count == 1)
    try fixture.pull([.record(category)])
    #expect(try fixture.titles(.unfiled) == [])
    #expect(try fixture.titles(.category(RecordName("c"))) == ["Tea"])
  }

  @Test(arguments: StoreKind.allCases)
  func whatWasImportedAgainAfterItsRemovalStays(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    var server = FakeServer()
    let entry = try fixture.makeEntry("Restored", "from a backup", id: "e")
    _ = try fixture.store.importRecords(ImportBatch(source: "backup", entries: [entry]))
    for _ in 1...3 { try fixture.exchange(with: &server) }
    _ = try fixture.edit(entry.id, .trashedAt(fixture.world.environment.now()))
    _ = try fixture.store.emptyTrash()
    for _ in 1...3 { try fixture.exchange(with: &server) }
    fixture.world.advance(milliseconds: 1000)
    _ = try fixture.store.importRecords(ImportBatch(source: "backup", entries: [entry]))
    for _ in 1...5 { try fixture.exchange(with: &server) }
    #expect(try fixture.titles() == ["Restored"])
    #expect(server.records["e"]?.version?.values["body"] == .string("from a backup"))
    #expect(try fixture.unsent().isEmpty)
  }
}
