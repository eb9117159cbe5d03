import CloudRecord
import Foundation
import JournalCore
import SyncCore
import Testing

@testable import JournalStore

/// What the store keeps of shares, and what hangs on what by them.
@Suite struct ShareStoreTests {
  private func share(_ root: String) -> CloudRecord.Record {
    let stamp = RecordStamp(timestamp: 1, userRecordName: "_a", deviceID: "d")
    var record = CloudRecord.Record(
      recordName: StoredShares.prefix + root, recordType: StoredShares.recordType,
      zoneID: ZoneAddress.journal.zoneID,
      fields: ["cloudkit.title": Field(.string("Trip"))], recordChangeTag: "1", created: stamp, modified: stamp)
    record.share = record.recordName
    record.shortGUID = "Jq3"
    let owner = ShareParticipant(
      participantID: "1", userRecordName: "_a", givenName: "Ada", kind: .owner, status: .accepted,
      permission: .readWrite)
    let ben = ShareParticipant(
      participantID: "2", emailAddress: "ben@example.org", status: .invited, permission: .readOnly,
      protectionInfo: ProtectionInfo(bytes: [1, 2, 3], changeTag: "t"))
    record.sharing = ShareDescription(
      publicPermission: .none, participants: [owner, ben], owner: owner, currentUser: owner)
    return record
  }

  @Test func aShareIsReadAsItWasKept() throws {
    let bytes = ForeignCoding.encode(share("e1"))
    #expect(try ForeignCoding.record(bytes) == share("e1"))
    // One without people is written as before.
    var plain = share("e1")
    (plain.sharing, plain.share, plain.shortGUID) = (nil, nil, nil)
    #expect(ForeignCoding.encode(plain).first == 1)
    for length in bytes.indices {
      #expect(throws: CanonicalDecodingError.self) { try ForeignCoding.record(Array(bytes.prefix(length))) }
    }
  }

  private func store(_ fixture: Fixture) throws -> JournalStore { try #require(fixture.store as? JournalStore) }

  @Test func sharesAreKeptAndForgottenAndNeverSentAsTheyAre() throws {
    let fixture = try Fixture(.sqlite)
    let store = try store(fixture)
    try StoredShares(store).keep(share("e1"), ofCategory: nil)
    #expect(try StoredShares(store).all() == [share("e1")])
    // The server lost its data: what was shared is not shared any more.
    try store.setZoneKnown(false)
    #expect(try StoredShares(store).all().isEmpty)
    #expect(try fixture.unsent().isEmpty)
    try StoredShares(store).keep(share("e2"), ofCategory: nil)
    try StoredShares(store).forget(StoredShares.prefix + "e2", ofCategory: nil)
    #expect(try StoredShares(store).all().isEmpty)
  }

  @Test func ringsAreKeptByTheirOriginAndGoWithTheServersData() throws {
    let fixture = try Fixture(.sqlite)
    let store = try store(fixture)
    let rings = StoredShareRings(store)
    var share = KeptShare(name: "share-e1", origin: [1], ring: [2, 3], link: [4])
    try rings.keep(share)
    (share.ring, share.link, share.phase) = ([5], nil, .ended)
    try rings.keep(share)
    let next = KeptShare(name: "share-e1", origin: [2], ring: [6])
    try rings.keep(next)
    #expect(try rings.all() == [share, next])
    let stamp = RecordStamp(timestamp: 1, userRecordName: "_a", deviceID: "d")
    let record = CloudRecord.Record(
      recordName: next.recordName, recordType: KeptShare.recordType, zoneID: ZoneAddress.journal.zoneID,
      fields: ["ring": Field(.bytes([6]))], recordChangeTag: "1", created: stamp, modified: stamp)
    try rings.keepShown(record)
    #expect(try rings.shown() == [record])
    try store.setZoneKnown(false)
    #expect(try rings.shown().isEmpty && fixture.unsent().isEmpty, "it does not go up again")
    #expect(try rings.pin(at: "ben@example.org") == nil)
    try rings.pin([7], at: "ben@example.org", trust: 2)
    let pin = try #require(try rings.pin(at: "ben@example.org"))
    #expect(pin.identity == [7] && pin.trust == 2)
  }

  @Test func whatIsInAShareGoesUpUnderItsKeyAndBackUnderTheJournals() throws {
    let fixture = try Fixture(.sqlite)
    let store = try store(fixture)
    func mark(_ counter: UInt64, share: [UInt8] = [], key: UInt32 = 1) -> SealMark {
      SealMark(
        counter: counter, keyNumber: key, digest: [UInt8(counter)], later: RecordVersion(recordType: "JournalEntry")
      ).inShare(share, journalKey: 3)
    }
    try fixture.pull([
      sealed(fixture, "e1", "one", mark(5), tag: "1"), sealed(fixture, "e2", "two", mark(5), tag: "1"),
      sealed(fixture, "e3", "three", mark(5, share: [9]), tag: "1"),
    ])
    // The mark comes back from the file as it went in.
    _ = try fixture.edit(RecordName("e3"), .title("four"))
    #expect(try fixture.unsent().first?.seal == mark(5, share: [9]))
    let form = SharedForm(origin: [8], keyNumber: 2)
    #expect(try StoredShareRings(store).reseal(["e1": form]) == 2, "into one, and out of another")
    #expect(Set(try fixture.unsent().map(\.recordName)) == ["e1", "e3"])
    #expect(try StoredShareRings(store).left(of: "e1", form: form).map(\.name) == ["e1"])
    #expect(try [[8], [9]].map { try StoredShareRings(store).isAnyLeft(in: $0) } == [false, true])
    // What a former writer says goes to the history, and the known version goes up over it.
    try fixture.pull([sealed(fixture, "e1", "one", mark(6, share: [8], key: 2), tag: "2")])
    #expect(try StoredShareRings(store).left(of: "e1", form: form).isEmpty)
    guard case .record(let theirs) = sealed(fixture, "e1", "theirs", mark(7, share: [8], key: 2), tag: "3") else {
      return
    }
    let stamp = RecordStamp(timestamp: 0, userRecordName: "", deviceID: "")
    let record = CloudRecord.Record(
      recordName: "e1", recordType: "JournalEntry", zoneID: ZoneAddress.journal.zoneID, fields: [:],
      recordChangeTag: "3", created: stamp, modified: stamp)
    var closed = ClosedRecord(record, reason: .former)
    closed.plain = theirs
    #expect(try fixture.pull([.closed(closed)]).refused == 1)
    let over = try #require(try fixture.unsent().first { $0.recordName == "e1" })
    #expect(over.local?.values["title"] == .string("one") && over.changeTag == "3" && over.counter == 7)
  }

  @Test func entriesHangOnTheirCategoryWhileItIsShared() throws {
    let fixture = try Fixture(.sqlite)
    let store = try store(fixture)
    let category = try fixture.addCategory("Health", id: "c")
    let filed = try fixture.add("Run")
    _ = try fixture.edit(filed, .category(category))
    let other = try fixture.add("Other")
    try fixture.acknowledgeAll(tag: "1")
    #expect(try fixture.unsent().isEmpty)
    func parents() throws -> [String: ParentEdit] {
      Dictionary(try fixture.unsent().map { ($0.recordName, $0.parentEdit) }, uniquingKeysWith: { $1 })
    }
    // Sharing has what is filed there go up again, and nothing else.
    try StoredShares(store).keep(share("c"), ofCategory: category)
    #expect(try parents() == [filed.rawValue: .set("c")])
    try fixture.acknowledgeAll(tag: "2")
    #expect(try fixture.unsent().isEmpty)
    fixture.world.advance(milliseconds: 10)
    _ = try fixture.edit(other, .category(category))
    _ = try fixture.edit(filed, .category(nil))
    #expect(try parents() == [filed.rawValue: .cleared, other.rawValue: .set("c")])
    try fixture.acknowledgeAll(tag: "3")
    // An entry that is shared is none, whatever another person writes into this one's category.
    let shared = try fixture.add("Shared by itself")
    try StoredShares(store).keep(share(shared.rawValue), ofCategory: nil)
    try fixture.acknowledgeAll(tag: "3b")
    _ = try fixture.edit(filed, .category(shared))
    #expect(try parents()[filed.rawValue] == .cleared)
    try fixture.acknowledgeAll(tag: "3c")
    try StoredShares(store).forget(StoredShares.prefix + "c", ofCategory: category)
    #expect(try parents() == [other.rawValue: .cleared])
    // One that is shared by itself stays where it is.
    try fixture.acknowledgeAll(tag: "4")
    try StoredShares(store).keep(share(other.rawValue), ofCategory: nil)
    fixture.world.advance(milliseconds: 10)
    _ = try fixture.edit(other, .title("Still"))
    #expect(try parents() == [other.rawValue: .unchanged])
  }

  @Test func ofASealedCategoryItsRingSaysWhatHangsOnIt() throws {
    let fixture = try Fixture(.sqlite)
    let store = try store(fixture)
    let category = try fixture.addCategory("Health", id: "c")
    let (filed, alone, other) = (try fixture.add("Run"), try fixture.add("Alone"), try fixture.add("Other"))
    for entry in [filed, alone] { _ = try fixture.edit(entry, .category(category)) }
    try fixture.acknowledgeAll(tag: "1")
    let rings = StoredShareRings(store)
    var share = KeptShare(name: "share-c", origin: [8], ring: [1])
    try rings.keep(share)
    try rings.keep(KeptShare(name: "share-" + alone.rawValue, origin: [9], ring: [1]))
    fixture.world.advance(milliseconds: 10)
    for entry in [filed, alone, other] { _ = try fixture.edit(entry, .title("Later")) }
    func parents() throws -> [String: ParentEdit] {
      Dictionary(try fixture.unsent().map { ($0.recordName, $0.parentEdit) }, uniquingKeysWith: { $1 })
    }
    // There is no list of people yet.
    #expect(
      try parents() == [filed.rawValue: .set("c"), alone.rawValue: .unchanged, other.rawValue: .cleared])
    #expect(try fixture.unsent().filter { $0.category == "c" }.count == 2)
    // While it ends there is one still.
    try StoredShares(store).keep(self.share("c"), ofCategory: nil)
    share.phase = .ending
    try rings.keep(share)
    #expect(try parents()[filed.rawValue] == .cleared)
  }

  @Test func whatOthersTookAwayGoesAndIsNeverSent() throws {
    let folder = try TemporaryFolder()
    let world = TestWorld()
    var options = JournalStore.Options()
    options.address = ZoneAddress(
      database: .shared, zoneID: ZoneID(zoneName: "JournalZone", ownerRecordName: "_anna"))
    let store = try JournalStore(path: folder.file("guest.sqlite"), environment: world.environment, options: options)
    let date = EntryDate(instant: Instant(milliseconds: 1_700_000_000_000), timeZone: "UTC", offsetSeconds: 0)
    let entry = Entry(id: RecordName("e"), title: "Trip", date: date, modifiedAt: date.instant)
    let there = Entry(id: RecordName("f"), title: "Read", date: date, modifiedAt: date.instant)
    try store.perform(.createEntry(entry), .createEntry(there))
    let unsent = try store.unsent(limit: 10, excluding: [])
    #expect(unsent.allSatisfy { $0.parentEdit == .unchanged })
    let results = unsent.filter { $0.recordName == "f" }.map { record in
      SendResult(
        recordName: "f", outcome: .saved(version: record.local ?? RecordVersion(recordType: ""), changeTag: "1"),
        digest: record.digest)
    }
    try store.commit(results, history: nil)
    #expect(try StoredShares(store).lostEntries().isEmpty)
    // The server takes no word of it as new.
    let reason = ParkedReason(code: .permissionFailure, reason: "no")
    try store.commit(
      [SendResult(recordName: "e", outcome: .parked(reason, version: unsent.first { $0.recordName == "e" }?.local))],
      history: nil)
    #expect(try StoredShares(store).lostEntries() == [RecordName("e")])
    #expect(try StoredShares(store).entriesWithUnsentWords() == [RecordName("e")])
    try StoredShares(store).forgetLost([RecordName("e")])
    #expect(try store.entry(RecordName("e")) == nil && store.entry(RecordName("f")) != nil)
    #expect(try store.unsent(limit: 10, excluding: []).isEmpty && StoredShares(store).lostEntries().isEmpty)
    #expect(try store.syncOverview(limit: 5).parked == 0)
    try store.close()
  }
}
