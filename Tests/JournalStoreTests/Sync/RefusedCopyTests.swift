import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// What was refused of another person stays apart from what was ever here.
@Suite struct RefusedCopyTests {
  private static let ben = "ben@journal.example"

  private func mark(_ counter: UInt64) -> SealMark {
    SealMark(
      counter: counter, keyNumber: 1, digest: [UInt8(counter)], later: RecordVersion(recordType: "JournalEntry")
    ).inShare([8], journalKey: 1)
  }

  /// A version that Ben signed, a moment from now.
  private func bens(_ fixture: Fixture, _ body: String, counter: UInt64, tag: String) -> FetchedRecord {
    var record = fixture.remote("e", ["title": .string("one"), "body": .string(body)], tag: tag, later: 100)
    (record.seal, record.savedAt, record.savedBy) = (mark(counter), record.modifiedAt, "session-9")
    record.signer = RecordSigner(address: Self.ben, isOwner: false, isSelf: false)
    return record
  }

  /// The same as it is not taken in: he may not write any more.
  private func refused(_ record: FetchedRecord) -> FetchedChange {
    let noAuthor = RecordStamp(timestamp: 0, userRecordName: "", deviceID: "")
    var closed = ClosedRecord(
      Record(
        recordName: record.recordName, recordType: "JournalEntry", zoneID: ZoneID(zoneName: "JournalZone"), fields: [:],
        recordChangeTag: record.changeTag, created: noAuthor, modified: noAuthor), reason: .former)
    closed.plain = record
    return .closed(closed)
  }

  private func begun(_ kind: StoreKind) throws -> Fixture {
    let fixture = try Fixture(kind)
    try fixture.synced.bind(.anna)
    var first = fixture.remote("e", ["title": .string("one"), "body": .string("the first words")], tag: "1")
    first.seal = mark(5)
    try fixture.pull([.record(first)])
    #expect(try fixture.pull([refused(bens(fixture, "his other words", counter: 6, tag: "2"))]).refused == 1)
    return fixture
  }

  @Test(arguments: StoreKind.allCases) func whatWasRefusedSaysSoAndWhoSentIt(_ kind: StoreKind) throws {
    let fixture = try begun(kind)
    let items = try fixture.store.history(of: RecordName("e"))
    #expect(items.map(\.cause) == [.refused] && items.first?.device == Self.ben)
    #expect(items.first?.oldText == "his other words")
    // Shown again it is kept once.
    try fixture.pull([refused(bens(fixture, "his other words", counter: 7, tag: "3"))])
    #expect(try fixture.store.history(of: RecordName("e")).count == 1)
  }

  /// Taken for what was here once, it would be what both sides started from, and the words that come would be gone without a trace.
  @Test(arguments: StoreKind.allCases) func whatWasRefusedHidesNoConflict(_ kind: StoreKind) throws {
    let fixture = try begun(kind)
    _ = try fixture.edit(RecordName("e"), .body("hers alone"))
    let summary = try fixture.pull([.record(bens(fixture, "his other words", counter: 9, tag: "4"))])
    #expect(summary.conflicts == 1)
    let body = try #require(try fixture.store.entry(RecordName("e"))?.body)
    #expect(body.contains("hers alone") && body.contains("his other words"))
  }

  /// A removal would wait for a person to decide about what lies there.
  @Test(arguments: StoreKind.allCases) func aRemovalGoesOverWhatWasRefused(_ kind: StoreKind) throws {
    let fixture = try begun(kind)
    _ = try fixture.edit(RecordName("e"), .trashedAt(fixture.world.environment.now()))
    #expect(try fixture.store.purge([RecordName("e")]) == 1)
    var copy = bens(fixture, "his later words", counter: 8, tag: "5")
    for tag in ["5", "6"] {
      copy.changeTag = tag
      #expect(try fixture.pull([refused(copy)]).unreadable == 0)
      let removal = try #require(try fixture.unsent().first)
      #expect(removal.local == nil && removal.changeTag == tag && removal.counter == 8)
      #expect(try fixture.synced.syncOverview(limit: 5).parked == 0)
    }
  }

  /// Nor does it count where it is asked what a removal had seen, and when an entry came into the trash.
  @Test(arguments: StoreKind.allCases) func aRemovalHasNotSeenWhatWasRefused(_ kind: StoreKind) throws {
    let fixture = try begun(kind)
    _ = try fixture.edit(RecordName("e"), .trashedAt(fixture.world.environment.now()))
    #expect(try fixture.store.purge([RecordName("e")]) == 1)
    // The owner's own device comes with the same words later: those were never seen.
    var hers = bens(fixture, "his other words", counter: 9, tag: "4")
    hers.signer = RecordSigner(address: nil, isOwner: true, isSelf: true)
    try fixture.pull([.record(hers)])
    #expect(try fixture.store.entry(RecordName("e"))?.body == "his other words")
  }
}
