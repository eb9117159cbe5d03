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

  /// The word of a device that had seen all of an entry.
  private func word(_ fixture: Fixture, of name: String, _ mark: SealMark, tag: String) -> FetchedChange {
    var version = RecordVersion(recordType: "JournalEntry")
    for (field, stamp) in fixture.remote(name, ["title": .string("one")], tag: tag, later: 50).version.stamps {
      version.stamps[field] = stamp
    }
    return .removed(FetchedRemoval(recordName: name, changeTag: tag, version: version, seal: mark))
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
    try fixture.pull([word(fixture, of: "e0", mark(1, key: 2), tag: "6")])
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

  /// The server, or a program that knows no keys, wrote plain fields into a record that is being removed here. Where the word of
  /// the removal left them there, the server's own guard would refuse it for ever.
  @Test(arguments: StoreKind.allCases)
  func aRemovalsWordClearsWhatLiesPlainBesideIt(kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let names = ["closed", "plain", "both", "clean"]
    try fixture.pull(names.map { sealed(fixture, $0, "one", mark(5), tag: "5") })
    for name in names.map(RecordName.init) {
      _ = try fixture.edit(name, .trashedAt(Instant(milliseconds: 1_700_000_000_000)))
      _ = try fixture.store.purge([name])
    }
    func clears() throws -> Set<String> {
      Set(try fixture.unsent().filter { $0.seal?.hasPlainFields ?? true }.map(\.recordName))
    }
    #expect(try clears().isEmpty)
    guard case .closed(var unsealed) = closed("closed", .unsealed) else { return }
    unsealed.plain = fixture.remote("closed", ["title": .string("plain")], tag: "6")
    // While encryption is turned on plain records are taken in, and a seal may have plain fields beside it.
    var beside = mark(4)
    beside.hasPlainFields = true
    try fixture.pull([
      .closed(unsealed), .record(fixture.remote("plain", ["title": .string("one")], tag: "6")),
      sealed(fixture, "both", "one", beside, tag: "6"), sealed(fixture, "clean", "one", mark(4), tag: "6"),
    ])
    #expect(try clears() == ["closed", "plain", "both"])
    #expect(try fixture.unsent().count == 4)
    #expect(try fixture.unsent().allSatisfy { $0.local == nil && $0.changeTag == "6" })
  }

  /// The server has the word of the removal under the entry’s name, so it would take the picture, which no other device shows.
  @Test(arguments: StoreKind.allCases, [UInt64(6), 7])
  func aPictureForWhatAnotherDeviceRemovedGoesUpWithItsEntry(kind: StoreKind, counter: UInt64) throws {
    let fixture = try Fixture(kind)
    try fixture.pull((0..<6).map { sealed(fixture, "e\($0)", "one", mark(5), tag: "5") })
    try fixture.pull([word(fixture, of: "e0", mark(7), tag: "6")])
    let image = EntryImage(
      id: RecordName("p"), entry: RecordName("e0"), caption: "p", modifiedAt: fixture.world.environment.now())
    try fixture.store.perform(.createImage(image))
    #expect(try fixture.unsent().map(\.recordName) == ["p"])
    #expect(try fixture.unsent().first?.goneEntry == "e0")
    // What the look finds is the known word, or another one.
    try fixture.pull([word(fixture, of: "e0", mark(counter), tag: "7")])
    let unsent = try fixture.unsent()
    #expect(unsent.map(\.recordName) == ["e0", "p"])
    #expect(unsent.map(\.changeTag) == ["7", nil])
    #expect(unsent.first?.counter == 7)
    #expect(unsent.allSatisfy { $0.local != nil && $0.goneEntry == nil })
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

  /// A plain copy, as a server may show one while encryption is turned on; later than all that was known here.
  private func plain(_ fixture: Fixture, _ name: String, tag: String, sealedSince: UInt32?) -> FetchedChange {
    var record = fixture.remote(name, ["title": .string("zqforged")], tag: tag, later: 500)
    record.sealedSince = sealedSince
    return .record(record)
  }

  /// Six sealed entries, of which one was deleted forever here.
  ///
  /// - Parameter isRemovedThere: whether the server has acknowledged that.
  private func withOneRemoved(_ kind: StoreKind, key: UInt32, isRemovedThere: Bool) throws -> Fixture {
    let fixture = try Fixture(kind)
    try fixture.pull((0..<6).map { sealed(fixture, "e\($0)", "one", mark(5, key: key), tag: "5") })
    _ = try fixture.edit(RecordName("e0"), .trashedAt(Instant(milliseconds: 1_700_000_000_000)))
    _ = try fixture.store.purge([RecordName("e0")])
    if isRemovedThere {
      _ = try fixture.synced.commit([
        SendResult(recordName: "e0", outcome: .removed(changeTag: "6"), seal: mark(6, key: key))
      ])
      #expect(try fixture.unsent().isEmpty)
    }
    return fixture
  }

  /// What was sealed here since encryption was turned on does not become plain: a plain copy is refused, whether the record is
  /// here, is about to be removed or was removed, and brings nothing back.
  @Test(arguments: StoreKind.allCases, [false, true])
  func aPlainCopyThatIsRefusedBringsNothingBack(kind: StoreKind, isRemovedThere: Bool) throws {
    let fixture = try withOneRemoved(kind, key: 2, isRemovedThere: isRemovedThere)
    let summary = try fixture.pull(["e0", "e1"].map { plain(fixture, $0, tag: "7", sealedSince: 2) })
    #expect(summary.refused == 2 && summary.taken == 0)
    #expect(try fixture.store.entry(RecordName("e0")) == nil)
    #expect(try fixture.store.entry(RecordName("e1"))?.title == "one")
    // The word of the removal goes over it, above the known counter, and clears what lies there plain.
    let word = try #require(try fixture.unsent().first { $0.recordName == "e0" })
    #expect(word.local == nil && word.changeTag == "7" && word.seal?.hasPlainFields == true)
    #expect(word.counter == (isRemovedThere ? 6 : 5) && word.seal?.keyNumber == 2)
  }

  /// One that was sealed only before encryption was off for a while may have been written plain since, and one that was never
  /// sealed by any device: what the removal had not seen comes back.
  @Test(arguments: StoreKind.allCases, [3, nil] as [UInt32?])
  func aPlainCopyThatIsTakenInComesBack(kind: StoreKind, sealedSince: UInt32?) throws {
    for isRemovedThere in [false, true] {
      let fixture = try withOneRemoved(kind, key: 2, isRemovedThere: isRemovedThere)
      try fixture.pull([plain(fixture, "e0", tag: "7", sealedSince: sealedSince)])
      #expect(try fixture.store.entry(RecordName("e0"))?.title == "zqforged")
      #expect(try fixture.unsent().isEmpty)
    }
  }

  /// In a journal that is sealed as a whole the reader gives such a copy as closed.
  @Test(arguments: StoreKind.allCases, [false, true])
  func aPlainRecordOfASealedJournalBringsNothingBack(kind: StoreKind, isRemovedThere: Bool) throws {
    let fixture = try withOneRemoved(kind, key: 1, isRemovedThere: isRemovedThere)
    guard case .closed(var unsealed) = closed("e0", .unsealed) else {
      Issue.record("the copy is not closed")
      return
    }
    unsealed.plain = fixture.remote("e0", ["title": .string("zqforged")], tag: "7", later: 500)
    for _ in 0..<2 {
      #expect(try fixture.pull([.closed(unsealed)]).taken == 0)
      #expect(try fixture.store.entry(RecordName("e0")) == nil)
      let word = try #require(try fixture.unsent().first)
      #expect(word.recordName == "e0" && word.local == nil && word.changeTag == "7")
    }
  }
}
