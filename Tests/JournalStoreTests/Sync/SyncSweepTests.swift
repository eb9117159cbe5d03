import CloudRecord
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// The end of a full fetch: how much may go, and what was sent meanwhile.
@Suite struct SyncSweepTests {
  @Test(arguments: StoreKind.allCases)
  func aSweepThatWouldTakeMostOfTheJournalStops(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    for number in 1...20 { try fixture.add("\(number)", id: "e\(number)") }
    try fixture.acknowledgeAll()
    try fixture.synced.beginSweep()
    #expect(throws: MassRemoval(removals: 20, records: 20)) {
      try fixture.synced.finishSweep(allowsMassRemoval: false)
    }
    #expect(try fixture.store.count(.all) == 20)
    #expect(try fixture.synced.syncPosition().isSweeping)
    #expect(try fixture.synced.finishSweep(allowsMassRemoval: true) == 20)
    #expect(try fixture.store.count(.trash) == 20)
  }

  @Test(arguments: StoreKind.allCases)
  func whatIsSentDuringASweepIsNotSwept(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.synced.beginSweep()
    try fixture.add("Sent", id: "e")
    try fixture.acknowledgeAll(tag: "1")
    #expect(try fixture.synced.finishSweep(allowsMassRemoval: false) == 0)
    #expect(try fixture.titles() == ["Sent"])
  }
}
