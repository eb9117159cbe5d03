import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// What the stores keep of sealed records: counters, older copies, what cannot be opened, and removals, in both alike.
@Suite struct SealedStoreTests {
  private func mark(_ counter: UInt64, key: UInt32 = 1, _ content: String = "") -> SealMark {
    SealMark(
      counter: counter, keyNumber: key, digest: Digest(of: Array("\(counter) \(content)".utf8)).bytes,
      later: RecordVersion(recordType: "JournalEntry"))
  }

  private func record(_ name: String, tag: String = "x") -> Record {
    let noAuthor = RecordStamp(timestamp: 0, userRecordName: "", deviceID: "")
    return Record(
      recordName: name, recordType: "JournalEntry", zoneID: ZoneID(zoneName: "JournalZone"),
      fields: ["sealed": Field(.bytes([1, 2, 3]))], recordChangeTag: tag, created: noAuthor, modified: noAuthor)
  }

  @Test(arguments: StoreKind.allCases)
  func theMarkIsKeptWithTheRecordAndGoesAlongWithItsNextVersion(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    var first = mark(7)
    first.files = [SealedFile(field: "bodyAsset", digest: Array(0..<32), length: 5, key: Array(32..<64))]
    first.entry = "an entry"
    first.later.set("weather", .string("fog"), at: HybridTime(milliseconds: 1, counter: 2, device: 3))
    try fixture.pull([sealed(fixture, "e", "one", first, tag: "1")])
    #expect(try fixture.unsent().isEmpty)
    _ = try fixture.edit(RecordName("e"), .title("two"))
    let unsent = try #require(try fixture.unsent().first)
    #expect(unsent.seal == first && unsent.counter == 7 && unsent.changeTag == "1")
    // The answer brings the mark of what was sent.
    let local = try #require(unsent.local)
    try fixture.synced.commit([
      SendResult(
        recordName: "e", outcome: .saved(version: local, changeTag: "2"), digest: unsent.digest, seal: mark(8))
    ])
    #expect(try fixture.unsent().isEmpty)
    _ = try fixture.edit(RecordName("e"), .title("three"))
    #expect(try fixture.unsent().first?.seal == mark(8))
  }

  @Test(arguments: StoreKind.allCases)
  func anOlderCopyIsLeftOutAndOursWaitsToGoOverIt(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.synced.bind(.anna)
    try fixture.pull([sealed(fixture, "e", "two", mark(5, key: 2), tag: "5")])
    let copies: [(SealMark, String)] = [(mark(4, key: 2), "lower"), (mark(9, key: 1), "older key")]
    for (place, (copy, title)) in copies.enumerated() {
      let summary = try fixture.pull([sealed(fixture, "e", title, copy, tag: "old \(place)", later: 50)])
      #expect(summary.refused == 1 && summary.taken == 0)
      #expect(try fixture.store.entry(RecordName("e"))?.title == "two")
      let unsent = try #require(try fixture.unsent().first)
      // What is under an older key does not use counters up.
      #expect(unsent.changeTag == "old \(place)" && unsent.counter == 5)
      #expect(unsent.local == unsent.base)
    }
    #expect(try fixture.synced.syncOverview(limit: 5).unsent == 1)
    #expect(try fixture.store.history(of: RecordName("e")).map(\.oldText).contains("lower"))
    // The third time in a day it waits for a person.
    try fixture.pull([sealed(fixture, "e", "again", mark(1), tag: "old 3")])
    #expect(try fixture.unsent().isEmpty)
    #expect(try fixture.synced.syncOverview(limit: 5).parked == 1)
    try fixture.synced.unpark("e")
    let unsent = try #require(try fixture.unsent().first)
    try fixture.synced.commit([
      SendResult(
        recordName: "e", outcome: .saved(version: try #require(unsent.local), changeTag: "new"),
        digest: unsent.digest, seal: mark(10, key: 2))
    ])
    #expect(try fixture.unsent().isEmpty)
    #expect(try fixture.synced.syncOverview(limit: 5).unsent == 0)
  }

  /// A person has given up the ring for another one, whose keys are numbered from 1 again.
  @Test func underOtherKeysWhoseNumbersBeginAnewAllIsLater() throws {
    let fixture = try Fixture(.sqlite)
    let store = try #require(fixture.store as? JournalStore)
    try fixture.pull([sealed(fixture, "e", "two", mark(5, key: 3), tag: "5")])
    #expect(try fixture.pull([sealed(fixture, "e", "other", mark(1), tag: "6", later: 50)]).refused == 1)
    try store.forgetKeyNumbers()
    #expect(try fixture.pull([sealed(fixture, "e", "other", mark(1, "new"), tag: "7", later: 60)]).refused == 0)
    #expect(try fixture.store.entry(RecordName("e"))?.title == "other")
    // From then on counters count as ever.
    #expect(try fixture.pull([sealed(fixture, "e", "two", mark(1, "old"), tag: "8", later: 70)]).refused == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func theKnownVersionUnderALaterTagIsNoNews(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.pull([sealed(fixture, "e", "one", mark(5), tag: "5")])
    _ = try fixture.edit(RecordName("e"), .title("two"))
    // The server says another time, which would lower the stamps.
    var again = fixture.remote("e", ["title": .string("one")], tag: "6", later: -1_000_000)
    again.seal = mark(5)
    again.savedAt = 0
    let summary = try fixture.pull([.record(again)])
    #expect(summary.refused == 0 && summary.merged == 0)
    let unsent = try #require(try fixture.unsent().first)
    #expect(unsent.changeTag == "6" && unsent.counter == 5)
    #expect(unsent.local?.values["title"] == .string("two"))
  }

  @Test(arguments: StoreKind.allCases)
  func whatCannotBeOpenedIsNotOverwritten(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.pull([sealed(fixture, "e", "one", mark(5), tag: "5")])
    let closed = ClosedRecord(record("e"), reason: .noKey, keyID: "00")
    let summary = try fixture.pull([.closed(closed), .closed(ClosedRecord(record("other"), reason: .damaged))])
    #expect(summary.unreadable == 2)
    #expect(try fixture.synced.unreadable(.noKey) == ["e"])
    _ = try fixture.edit(RecordName("e"), .title("two"))
    #expect(try fixture.unsent().isEmpty)
    let overview = try fixture.synced.syncOverview(limit: 5)
    #expect(overview.unreadable == 2 && overview.unsent == 1)
    #expect(overview.waiting.first?.reason == "Sealed with a key that this device does not have yet.")
    // It came by another way, and was opened.
    try fixture.pull([sealed(fixture, "e", "newer", mark(6), tag: "6")])
    #expect(try fixture.unsent().map(\.recordName) == ["e"])
    #expect(try fixture.synced.syncOverview(limit: 5).unreadable == 1)
    #expect(try fixture.synced.foreignRecords().map(\.recordName) == ["other"])
  }

  @Test(arguments: StoreKind.allCases)
  func aRemovalIsRememberedAndAnOlderCopyMeetsItAgain(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.pull(
      [sealed(fixture, "e", "one", mark(5), tag: "5")]
        + (0..<5).map {
          sealed(fixture, "other \($0)", "other", mark(1), tag: "1")
        })
    _ = try fixture.edit(RecordName("e"), .trashedAt(Instant(milliseconds: 1_700_000_000_000)))
    _ = try fixture.store.purge([RecordName("e")])
    let unsent = try #require(try fixture.unsent().first)
    #expect(unsent.local == nil && unsent.counter == 5 && unsent.base?.stamps["createdTimeZone"] != nil)
    try fixture.synced.commit([
      SendResult(recordName: "e", outcome: .removed(changeTag: "6"), seal: mark(6, "removed"))
    ])
    #expect(try fixture.unsent().isEmpty)
    let summary = try fixture.pull([sealed(fixture, "e", "one", mark(5), tag: "old")])
    #expect(summary.refused == 1)
    #expect(try fixture.store.entry(RecordName("e")) == nil)
    let again = try #require(try fixture.unsent().first)
    #expect(again.local == nil && again.changeTag == "old" && again.counter == 6)
    // A device that had not seen the removal wrote more: that counts.
    try fixture.pull([sealed(fixture, "e", "later", mark(7), tag: "7", later: 90)])
    #expect(try fixture.store.entry(RecordName("e"))?.title == "later")
    #expect(try fixture.unsent().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func stampsAreBelievedAsFarAsTheServerAndThisDeviceHaveCome(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let far = fixture.world.environment.now().milliseconds + 100 * 86_400_000
    guard case .record(var record) = sealed(fixture, "e", "one", mark(5), tag: "5") else { return }
    record.savedAt = fixture.world.environment.now().milliseconds
    record.version.stamps["title"] = HybridTime(milliseconds: UInt64(far), counter: 0, device: 99)
    try fixture.pull([.record(record)])
    _ = try fixture.edit(RecordName("e"), .title("two"))
    let stamp = try #require(try fixture.unsent().first?.local?.stamps["title"])
    #expect(Int64(stamp.milliseconds) <= fixture.world.environment.now().milliseconds + 121_000)
  }

  // MARK: In another form, in another key

  @Test(arguments: StoreKind.allCases)
  func whatCannotBeOpenedYetHoldsOthersUpInNothing(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.synced.bind(.anna)
    try fixture.pull(["closed", "plain"].map { .record(fixture.remote($0, ["title": .string("a")], tag: "1")) })
    try fixture.pull([.closed(ClosedRecord(record("closed"), reason: .noKey, keyID: "00"))])
    #expect(try fixture.synced.reseal(to: .sealed(keyNumber: 1)) == SealProgress(left: 2, added: 1))
    #expect(try fixture.unsent().map(\.recordName) == ["plain"])
    #expect(try fixture.synced.syncOverview(limit: 9).unsent == 1)
    // It was sealed as it is to be.
    try fixture.pull([sealed(fixture, "closed", "a", mark(1), tag: "2")])
    #expect(try fixture.synced.reseal(to: .sealed(keyNumber: 1)) == SealProgress(left: 1, added: 0))
  }

  @Test(arguments: StoreKind.allCases)
  func everyRecordThatIsNotAsItIsToBeGoesUpAgainOnce(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.synced.bind(.anna)
    var half = mark(3, key: 2)
    half.hasPlainFields = true
    try fixture.pull([
      .record(fixture.remote("plain", ["title": .string("a")], tag: "1")),
      sealed(fixture, "old", "b", mark(1), tag: "1"), sealed(fixture, "new", "c", mark(2, key: 2), tag: "1"),
      sealed(fixture, "half", "d", half, tag: "1"),
    ])
    let here = try fixture.add("only here")
    #expect(try fixture.unsent().map(\.recordName) == [here.rawValue])
    #expect(try fixture.synced.reseal(to: .sealed(keyNumber: 1)) == SealProgress(left: 2, added: 2))
    #expect(try fixture.synced.reseal(to: .sealed(keyNumber: 1)) == SealProgress(left: 2, added: 0))
    #expect(try fixture.unsent().map(\.recordName) == [here.rawValue, "half", "plain"])
    #expect(try fixture.synced.syncOverview(limit: 9).unsent == 3)
    #expect(try fixture.synced.reseal(to: .sealed(keyNumber: 2)) == SealProgress(left: 3, added: 1))
    for unsent in try fixture.unsent() where unsent.changeTag != nil {
      #expect(unsent.local == unsent.base)
      try fixture.synced.commit([
        SendResult(
          recordName: unsent.recordName, outcome: .saved(version: try #require(unsent.local), changeTag: "2"),
          digest: unsent.digest, seal: mark(unsent.counter + 1, key: 2))
      ])
    }
    #expect(try fixture.unsent().map(\.recordName) == [here.rawValue])
    #expect(try fixture.synced.reseal(to: .sealed(keyNumber: 2)) == SealProgress(left: 0, added: 0))
    // And back: counters stay.
    #expect(try fixture.synced.reseal(to: .plain) == SealProgress(left: 4, added: 4))
    let unsent = try #require(try fixture.unsent().first { $0.recordName == "old" })
    try fixture.synced.commit([
      SendResult(
        recordName: "old", outcome: .saved(version: try #require(unsent.local), changeTag: "3"), digest: unsent.digest,
        seal: unsent.seal?.opened)
    ])
    #expect(try fixture.synced.reseal(to: .plain) == SealProgress(left: 3, added: 0))
    _ = try fixture.edit(RecordName("old"), .title("edited"))
    let edited = try #require(try fixture.unsent().first { $0.recordName == "old" })
    #expect(edited.counter == 2 && edited.seal?.isSealed == false && edited.seal?.hasPlainFields == true)
  }

  @Test(arguments: StoreKind.allCases)
  func whatWasToBeSealedAndIsPlainStillIsLeftWhenItIsTakenBack(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.pull([.record(fixture.remote("plain", ["title": .string("a")], tag: "1"))])
    try fixture.synced.reseal(to: .sealed(keyNumber: 1))
    #expect(try fixture.unsent().map(\.recordName) == ["plain"])
    #expect(try fixture.synced.reseal(to: .plain) == SealProgress(left: 0, added: 0))
    #expect(try fixture.unsent().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func theWordOfARemovalGoesAfterNinetyDaysOrWithEncryption(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.pull(
      (0..<6).map { sealed(fixture, "e\($0)", "one", mark(5), tag: "5") })
    for name in ["e0", "e1"] {
      _ = try fixture.edit(RecordName(name), .trashedAt(Instant(milliseconds: 1_700_000_000_000)))
      _ = try fixture.store.purge([RecordName(name)])
      try fixture.synced.commit([
        SendResult(recordName: name, outcome: .removed(changeTag: "6"), seal: mark(6, "removed"))
      ])
    }
    #expect(try fixture.unsent().isEmpty)
    fixture.world.advance(milliseconds: 89 * 86_400_000)
    #expect(try fixture.unsent().isEmpty)
    fixture.world.advance(milliseconds: 2 * 86_400_000)
    let over = try fixture.unsent()
    #expect(over.map(\.recordName) == ["e0", "e1"])
    #expect(over.allSatisfy { $0.isRemovalOver && $0.local == nil && $0.changeTag == "6" })
    try fixture.synced.commit([SendResult(recordName: "e0", outcome: .deleted)])
    #expect(try fixture.unsent().map(\.recordName) == ["e1"])
    // Whatever else waits goes before.
    _ = try fixture.edit(RecordName("e2"), .title("two"))
    #expect(try fixture.unsent().map(\.recordName) == ["e2"])
  }

  @Test(arguments: StoreKind.allCases)
  func wordsOfRemovalsGoWhenEncryptionIsTurnedOff(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.pull((0..<6).map { sealed(fixture, "e\($0)", "one", mark(5), tag: "5") })
    _ = try fixture.edit(RecordName("e0"), .trashedAt(Instant(milliseconds: 1_700_000_000_000)))
    _ = try fixture.store.purge([RecordName("e0")])
    try fixture.synced.commit([
      SendResult(recordName: "e0", outcome: .removed(changeTag: "6"), seal: mark(6, "removed"))
    ])
    #expect(try fixture.synced.reseal(to: .plain) == SealProgress(left: 6, added: 6))
    for unsent in try fixture.unsent() {
      try fixture.synced.commit([
        SendResult(
          recordName: unsent.recordName, outcome: .saved(version: try #require(unsent.local), changeTag: "9"),
          digest: unsent.digest, seal: unsent.seal?.opened)
      ])
    }
    #expect(try fixture.synced.reseal(to: .plain) == SealProgress(left: 1, added: 0))
    #expect(try fixture.unsent().map(\.recordName) == ["e0"])
    try fixture.synced.commit([SendResult(recordName: "e0", outcome: .deleted)])
    #expect(try fixture.synced.reseal(to: .plain) == SealProgress(left: 0, added: 0))
  }

  @Test(arguments: StoreKind.allCases)
  func aDamagedRecordIsSentOverWhenAPersonWantsItAndNoOther(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.pull(["damaged", "keyless", "newer"].map { sealed(fixture, $0, "one", mark(5), tag: "5") })
    try fixture.pull([
      .closed(ClosedRecord(record("damaged"), reason: .damaged)),
      .closed(ClosedRecord(record("keyless"), reason: .noKey, keyID: "00")),
      .closed(ClosedRecord(record("newer"), reason: .newer)),
      .closed(ClosedRecord(record("not here"), reason: .damaged)),
    ])
    #expect(try fixture.unsent().isEmpty)
    try fixture.synced.unpark(nil)
    #expect(try fixture.unsent().isEmpty)
    for name in ["damaged", "keyless", "newer", "not here"] { try fixture.synced.unpark(name) }
    let unsent = try fixture.unsent()
    #expect(unsent.map(\.recordName) == ["damaged"])
    #expect(unsent.first?.changeTag == "x" && unsent.first?.counter == 5)
    #expect(unsent.first?.local?.values["title"] == .string("one"))
    #expect(try fixture.synced.syncOverview(limit: 5).unreadable == 3)
  }
}
