import CloudRecord
import JournalCore
import JournalModel
import SyncCore
import Testing

@testable import JournalStore

/// Whose device changed what, as the history of an entry tells it.
@Suite struct HistoryDeviceTests {
  /// Of a merge as of a change that was only fetched, and as soon as the name is known.
  @Test(arguments: StoreKind.allCases) func historyNamesTheDeviceWhoseVersionCameIn(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Tea", "plain")
    try fixture.acknowledgeAll(tag: "1")
    func pull(_ body: String, from device: String?, tag: String) throws {
      var record = try fixture.changed(id, ["body": .string(body)], tag: tag)
      record.savedBy = device
      try fixture.pull([.record(record)])
    }
    func devices() throws -> [String] {
      try fixture.store.history(of: id).filter { $0.cause == .merge }.map(\.device)
    }
    try pull("fetched", from: "session-2", tag: "2")
    #expect(try devices() == [""])
    if let store = fixture.store as? JournalStore {
      let known = KnownDevices(in: store)
      #expect(try known.unnamed() == ["session-2"])
      try known.keep(["session-2": "laptop", "session-3": "phone"])
      #expect(try known.unnamed().isEmpty)
      #expect(try devices() == ["laptop"])
    }
    _ = try fixture.edit(id, .body("written here"))
    try pull("typed elsewhere", from: "session-3", tag: "3")
    try pull("of a server that does not say", from: nil, tag: "4")
    let isNamed = fixture.store is JournalStore
    #expect(try devices().first == "" && devices().last == (isNamed ? "laptop" : ""))
    #expect(try !isNamed || devices().contains("phone"))
  }

  /// Of what is on the server as it is here: what waits, what was merged and what lies in the trash is told elsewhere.
  @Test(arguments: StoreKind.allCases) func theLatestChangesSayWhereTheyAreFrom(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.synced.bind(.anna)
    func lately() throws -> [RecentChange] { try fixture.synced.syncOverview(limit: 9).lately }
    let own = try fixture.add("Tea", "plain")
    #expect(try lately().isEmpty, "It waits to be sent.")
    try fixture.acknowledgeAll(tag: "1")
    #expect(try lately().map(\.title) == ["Tea"] && lately().first?.isFromElsewhere == false)
    var news = fixture.remote("news", ["body": .string("Only *words*\nhere")], tag: "2", later: 1000)
    news.savedBy = "session-9"
    try fixture.pull([.record(news)])
    #expect(try lately().map(\.title) == ["Only words", "Tea"])
    #expect(try lately().map(\.isFromElsewhere) == [true, false] && lately().first?.device == nil)
    if let store = fixture.store as? JournalStore {
      // A new entry replaces nothing, and its device is named all the same.
      #expect(try KnownDevices(in: store).unnamed().contains("session-9"))
      try KnownDevices(in: store).keep(["session-9": "attic"])
      #expect(try lately().first?.device == "attic")
    }
    var record = try fixture.changed(own, ["body": .string("typed elsewhere")], tag: "3")
    record.savedBy = "session-2"
    try fixture.pull([.record(record)])
    if let store = fixture.store as? JournalStore { try KnownDevices(in: store).keep(["session-2": "laptop"]) }
    let changed = try #require(try lately().first { $0.recordName == own })
    #expect(changed.isFromElsewhere && changed.device == (fixture.store is JournalStore ? "laptop" : nil))
    _ = try fixture.edit(own, .body("written here"))
    #expect(try lately().map(\.title) == ["Only words"])
    // A merge is told among the merges, until the entry is changed again.
    var other = try fixture.changed(own, ["body": .string("and there at once")], tag: "4")
    other.savedBy = "session-2"
    try fixture.pull([.record(other)])
    try fixture.acknowledgeAll(tag: "5")
    #expect(try fixture.synced.syncOverview(limit: 9).merges.map(\.recordName) == [own])
    #expect(try lately().map(\.title) == ["Only words"])
    fixture.world.advance(milliseconds: 120_000)
    _ = try fixture.edit(own, .body("much later"))
    try fixture.acknowledgeAll(tag: "6")
    #expect(try lately().map(\.title).contains("Tea"))
    // What lies in the trash is not told.
    _ = try fixture.edit(own, .trashedAt(fixture.world.environment.now()))
    try fixture.acknowledgeAll(tag: "7")
    #expect(try lately().map(\.title) == ["Only words"])
  }
}
