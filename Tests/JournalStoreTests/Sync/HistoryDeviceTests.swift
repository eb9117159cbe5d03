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
}
