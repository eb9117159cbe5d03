import CloudRecord
import Foundation
import JournalCore
import JournalModel
import JournalStore
import SyncCore
import Testing

/// What makes batches and pages quick changes nothing else.
@Suite struct SyncPageTests {
  /// With the store's own digest neither what was sent nor what is here has to be looked at.
  @Test(arguments: StoreKind.allCases)
  func whatIsHereStillIsKnownByItsDigest(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("one")
    func commit(_ record: UnsentRecord, tag: String) throws {
      let sent = try #require(record.local)
      #expect(record.digest?.count == 32)
      try fixture.synced.commit([
        SendResult(
          recordName: record.recordName, outcome: .saved(version: sent, changeTag: tag),
          digest: record.digest)
      ])
    }
    let first = try #require(try fixture.unsent().first)
    try commit(first, tag: "1")
    #expect(try fixture.unsent().isEmpty)
    #expect(try fixture.synced.acknowledged(id.rawValue, changeTag: "1") == first.local)
    _ = try fixture.edit(id, .title("two"))
    let second = try #require(try fixture.unsent().first)
    #expect(second.base == first.local)
    _ = try fixture.edit(id, .title("three"))
    try commit(second, tag: "2")
    let third = try #require(try fixture.unsent().first)
    #expect(third.base == second.local && third.changeTag == "2")
    try commit(third, tag: "3")
    #expect(try fixture.unsent().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func entriesGoInTheOrderOfTheirDates(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    for (day, name) in [("2026-03-03", "a"), ("2026-03-01", "c"), ("2026-03-02", "b")] {
      _ = try fixture.add("Run", on: day, id: name)
    }
    #expect(try fixture.unsent().map(\.recordName) == ["c", "b", "a"])
    #expect(try fixture.synced.unsent(limit: 1, excluding: ["c"]).map(\.recordName) == ["b"])
    _ = try fixture.park(RecordName("b"), ParkedReason(code: .limitExceeded, reason: "too large"))
    #expect(try fixture.unsent().map(\.recordName) == ["c", "a"])
  }

  /// A page may name a record twice, and names are whatever other programs make them.
  @Test(arguments: StoreKind.allCases)
  func aRecordThatComesTwiceInAPageIsHereOnce(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    // Two names are the same to Swift; only in memory that is one record.
    let twins = kind == .memory ? [] : ["e\u{301}", "\u{E9}"]
    let names = [#"a "quoted" \ name"#, "ü\u{1F600}", "]"] + twins
    if let first = twins.first { try fixture.pull([.record(fixture.remote(first, [:], tag: "one"))], token: "one") }
    for round in ["older", "newer"] {
      try fixture.pull(
        names.flatMap { name in
          ["first", "last"].map { .record(fixture.remote(name, ["title": .string("\(round) \($0)")], tag: round + $0)) }
        }, token: round)
      for name in names { #expect(try fixture.store.entry(RecordName(name))?.title == "\(round) last") }
      #expect(try fixture.store.count(.all) == names.count)
    }
  }
}
