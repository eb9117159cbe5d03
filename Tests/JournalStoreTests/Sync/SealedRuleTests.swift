import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// Rules of sealed records in both stores: what a sweep leaves, what was sealed elsewhere, whose word a removal is.
@Suite struct SealedRuleTests {
  private func mark(_ counter: UInt64, key: UInt32 = 1) -> SealMark {
    SealMark(
      counter: counter, keyNumber: key, digest: Digest(of: Array("\(counter) \(key)".utf8)).bytes,
      later: RecordVersion(recordType: "JournalEntry"))
  }

  private func closed(_ name: String, _ reason: ClosedReason) -> FetchedChange {
    let noAuthor = RecordStamp(timestamp: 0, userRecordName: "", deviceID: "")
    return .closed(
      ClosedRecord(
        Record(
          recordName: name, recordType: "JournalEntry", zoneID: ZoneID(zoneName: "JournalZone"),
          fields: ["sealed": Field(.bytes([1, 2, 3]))], recordChangeTag: "x", created: noAuthor, modified: noAuthor),
        reason: reason))
  }

  @Test(arguments: StoreKind.allCases)
  func whatASweepDoesNotFindIsNotClosedAnyMore(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.synced.bind(.anna)
    let names = ["edited", "clean", "other 1", "other 2", "other 3"]
    try fixture.pull(names.map { sealed(fixture, $0, "one", mark(5), tag: "5") })
    try fixture.pull(["edited", "clean", "not here"].map { closed($0, .damaged) })
    _ = try fixture.edit(RecordName("edited"), .title("two"))
    #expect(try fixture.unsent().isEmpty)
    #expect(try fixture.synced.syncOverview(limit: 9).unreadable == 3)
    // All three are gone from the server when everything is read again.
    try fixture.synced.beginSweep()
    try fixture.pull(names[2...].map { sealed(fixture, $0, "one", mark(5), tag: "5") })
    _ = try fixture.synced.finishSweep(allowsMassRemoval: false)
    let unsent = try fixture.unsent()
    #expect(unsent.map(\.recordName) == ["edited"] && unsent.first?.changeTag == nil)
    #expect(try fixture.synced.syncOverview(limit: 9).unreadable == 0)
    #expect(try fixture.synced.syncOverview(limit: 9).parked == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func aStrangersPlainRecordThatIsGoneIsNotCounted(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.pull([closed("stranger", .unsealed), closed("other", .unsealed)])
    #expect(try fixture.synced.syncOverview(limit: 9).unreadable == 2)
    try fixture.synced.beginSweep()
    try fixture.pull([closed("other", .unsealed)])
    _ = try fixture.synced.finishSweep(allowsMassRemoval: false)
    #expect(try fixture.synced.unreadable(.unsealed) == ["other"])
  }

  @Test(arguments: StoreKind.allCases)
  func whatWasSealedElsewhereFirstDoesNotGoUpAgain(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.pull([.record(fixture.remote("e", ["title": .string("a")], tag: "1"))])
    #expect(try fixture.synced.reseal(to: .sealed(keyNumber: 1)).added == 1)
    try fixture.pull([sealed(fixture, "e", "a", mark(1), tag: "2")])
    #expect(try fixture.unsent().isEmpty)
    #expect(try fixture.synced.reseal(to: .sealed(keyNumber: 1)) == SealProgress(left: 0, added: 0))
  }

  @Test(arguments: StoreKind.allCases)
  func aRemovalInAJournalThatIsPlainAgainIsADevicesWord(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.pull((0..<6).map { sealed(fixture, "e\($0)", "one", mark(5), tag: "5") })
    try fixture.synced.reseal(to: .plain)
    for unsent in try fixture.unsent() {
      try fixture.synced.commit([
        SendResult(
          recordName: unsent.recordName, outcome: .saved(version: try #require(unsent.local), changeTag: "9"),
          digest: unsent.digest, seal: unsent.seal?.opened)
      ])
    }
    try fixture.pull([.deleted(recordName: "e0")])
    #expect(try fixture.synced.remark(of: RecordName("e0")).removalReason == "deleted forever on another device")
  }

  @Test(arguments: StoreKind.allCases)
  func aRemovalUnderTheKeyOfTheNextTimeIsADevicesWord(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.pull((0..<6).map { sealed(fixture, "e\($0)", "one", mark(9), tag: "5") })
    var version = RecordVersion(recordType: "JournalEntry")
    for (field, stamp) in fixture.remote("e0", ["title": .string("one")], tag: "6", later: 50).version.stamps {
      version.stamps[field] = stamp
    }
    let word = FetchedRemoval(recordName: "e0", changeTag: "6", version: version, seal: mark(1, key: 2))
    try fixture.pull([.removed(word)])
    #expect(try fixture.synced.remark(of: RecordName("e0")).removalReason == "deleted forever on another device")
  }

  @Test(arguments: StoreKind.allCases)
  func keysOfARingThatWasFoundedAnewCountFromTheBeginning(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.synced.noteRing("one")
    try fixture.pull([sealed(fixture, "e", "one", mark(9, key: 3), tag: "5")])
    try fixture.synced.noteRing("one")
    #expect(try fixture.pull([sealed(fixture, "e", "older", mark(1, key: 1), tag: "6", later: 20)]).refused == 1)
    try fixture.synced.noteRing("two")
    #expect(try fixture.pull([sealed(fixture, "e", "two", mark(1, key: 1), tag: "7", later: 30)]).refused == 0)
    #expect(try fixture.store.entry(RecordName("e"))?.title == "two")
    #expect(try fixture.unsent().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func aDamagedRecordWithAnEditIsSentOverAtOnce(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.pull([sealed(fixture, "e", "one", mark(5), tag: "5")])
    _ = try fixture.edit(RecordName("e"), .title("two"))
    try fixture.pull([closed("e", .damaged)])
    #expect(try fixture.synced.syncOverview(limit: 5).parked == 1)
    try fixture.synced.unpark("e")
    #expect(try fixture.unsent().map(\.recordName) == ["e"])
    #expect(try fixture.synced.syncOverview(limit: 5).unreadable == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func aPicturesWordGoesAfterThatOfItsEntry(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let owner = FieldValue.reference(Reference(recordName: "e", action: .deleteSelf))
    var image = fixture.remote(
      "p", ["entry": owner, "caption": .string("a"), "sortOrder": .int64(0)], tag: "1", type: "EntryImage")
    image.seal = mark(1)
    try fixture.pull([sealed(fixture, "e", "one", mark(5), tag: "5"), .record(image)])
    _ = try fixture.edit(RecordName("e"), .trashedAt(Instant(milliseconds: 1_700_000_000_000)))
    _ = try fixture.store.purge([RecordName("e")])
    #expect(try fixture.unsent().map(\.recordName) == ["e"])
    let summary = try fixture.synced.commit([
      SendResult(recordName: "e", outcome: .removed(changeTag: "6"), seal: mark(6))
    ])
    #expect(summary.released == 1)
    #expect(try fixture.unsent().map(\.recordName) == ["p"])
  }
}
