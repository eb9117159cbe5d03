import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// What the store keeps for the engine beside records: the server's time, and what the person decided.
@Suite struct SyncClockTests {
  private static let year: Int64 = 31_536_000_000

  private func stamp(_ fixture: Fixture, _ id: RecordName, _ field: String) throws -> HybridTime {
    let local = try fixture.unsent().first { $0.recordName == id.rawValue }?.local
    return try #require(local?.stamps[field])
  }

  @Test(arguments: StoreKind.allCases)
  func whatAClockAYearAheadStampedGetsTheServersTime(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let early = try fixture.add("Early")
    fixture.world.advance(milliseconds: 60_000)
    let late = try fixture.add("Late")
    let now = fixture.world.environment.now().milliseconds
    let count = try fixture.synced.correctClock(offset: -Self.year, serverTime: now - Self.year)
    #expect(count == 2)
    #expect(try fixture.synced.syncPosition().clockOffset == -Self.year)
    #expect(try stamp(fixture, late, "title").milliseconds == UInt64(now - Self.year))
    #expect(try stamp(fixture, early, "title").milliseconds == UInt64(now - Self.year - 60_000))
    // What is written from now on has the server's time at once, and nothing is shifted twice.
    fixture.world.advance(milliseconds: 5000)
    _ = try fixture.edit(early, .title("Later"))
    #expect(try stamp(fixture, early, "title").milliseconds == UInt64(now - Self.year + 5000))
    #expect(try fixture.synced.correctClock(offset: -Self.year, serverTime: now - Self.year + 5000) == 0)
    // The words and the entry's own date are nobody's to correct.
    #expect(try fixture.store.entry(late)?.title == "Late")
  }

  @Test(arguments: StoreKind.allCases)
  func whatTheServerHasKeepsItsStampsAndEditsStayLater(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Tea")
    try fixture.acknowledgeAll()
    fixture.world.advance(milliseconds: 60_000)
    _ = try fixture.edit(id, .title("Green tea"))
    let before = try #require(try fixture.unsent().first)
    let now = fixture.world.environment.now().milliseconds
    #expect(try fixture.synced.correctClock(offset: -Self.year, serverTime: now - Self.year) == 1)
    let after = try #require(try fixture.unsent().first)
    #expect(after.base == before.base)
    #expect(after.local?.stamps["body"] == before.local?.stamps["body"])
    let (title, base) = (after.local?.stamps["title"], before.base?.stamps["title"])
    #expect(try #require(title) > #require(base))
  }

  @Test(arguments: StoreKind.allCases)
  func theChoiceToStayLocalIsKeptUntilItIsTakenBackOrSomebodySignsOut(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.synced.bind(.anna)
    #expect(try !fixture.synced.syncPosition().staysLocal)
    for end in [{ try fixture.synced.setStaysLocal(false) }, { try fixture.synced.bind(nil) }] {
      try fixture.synced.setStaysLocal(true)
      _ = try fixture.add("Words")
      #expect(try fixture.synced.syncPosition().staysLocal)
      try end()
      #expect(try !fixture.synced.syncPosition().staysLocal)
    }
  }

  // MARK: What cannot be read

  private func foreign(_ name: String, type: String = "Voice") -> Record {
    let stamp = RecordStamp(timestamp: 5, userRecordName: "_anna", deviceID: "phone")
    return Record(
      recordName: name, recordType: type, zoneID: ZoneID(zoneName: "JournalZone"),
      fields: ["length": Field(.int64(7)), "secret": Field(.string("s"), isEncrypted: true)], recordChangeTag: "9",
      created: stamp, modified: stamp, parent: nil)
  }

  @Test(arguments: StoreKind.allCases)
  func aRecordWhoseFileCannotBeFetchedIsNoLessOnTheServer(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Long")
    let gone = try fixture.add("Gone")
    try fixture.acknowledgeAll()
    try fixture.synced.beginSweep()
    try fixture.pull([.foreign(foreign(id.rawValue, type: "JournalEntry"))])
    #expect(try fixture.synced.finishSweep(allowsMassRemoval: true) == 1)
    #expect(try fixture.store.entry(id)?.trashedAt == nil)
    #expect(try fixture.store.entry(gone)?.trashedAt != nil)
    #expect(try fixture.unsent().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func recordsOfUnknownTypesGoUpAgainWithTheRest(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.pull([.foreign(foreign("v1")), .foreign(foreign("v2"))])
    #expect(try fixture.unsent().isEmpty)
    try fixture.synced.setZoneKnown(false)
    #expect(try fixture.unsent().map(\.raw) == [foreign("v1"), foreign("v2")])
    #expect(try fixture.synced.syncOverview(limit: 5).unsent == 2)
    // One turns up on the new server, the other is taken by it.
    try fixture.pull([.foreign(foreign("v1"))])
    #expect(try fixture.unsent().map(\.recordName) == ["v2"])
    try fixture.acknowledgeAll()
    #expect(try fixture.unsent().isEmpty)
    #expect(try fixture.synced.foreignRecords().map(\.recordName) == ["v1", "v2"])
  }
}
