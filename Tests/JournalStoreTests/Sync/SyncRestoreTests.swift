import CloudRecord
import Foundation
import JournalCore
import JournalModel
import SyncCore
import Testing

@testable import JournalStore

/// A journal that came back from a backup, or was copied to another machine: it calls itself by the same name as before,
/// and does not know what was written under that name meanwhile.
@Suite struct SyncRestoreTests {
  /// What the server has of a record that was sent from here, under another life's words.
  private func changed(_ sent: RecordVersion, _ id: RecordName, body: String) -> FetchedRecord {
    var version = sent
    let stamp = sent.stamps["body"]
    version.set(
      "body", .string(body),
      at: HybridTime(
        milliseconds: (stamp?.milliseconds ?? 0) + 1000, counter: 0, device: stamp?.device ?? 0))
    return FetchedRecord(recordName: id.rawValue, changeTag: "2", version: version, modifiedAt: 5)
  }

  private func removeForGood(_ id: RecordName, _ fixture: Fixture) throws {
    _ = try fixture.edit(id, .trashedAt(fixture.world.environment.now()))
    _ = try fixture.store.emptyTrash()
  }

  @Test(arguments: StoreKind.allCases)
  func wordsOfALostLifeAreNotSeenByARemoval(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let id = try fixture.add("Tea", "as it was backed up")
    let sent = try #require(try fixture.unsent().first?.local)
    try fixture.acknowledgeAll(tag: "1")
    try removeForGood(id, fixture)
    let there = changed(sent, id, body: "written after the backup, and sent")
    #expect(try fixture.synced.applyLookedUp([.record(there)], asOf: nil, rules: .journal).taken == 1)
    #expect(try fixture.store.entry(id)?.body == "written after the backup, and sent")
    #expect(try fixture.unsent().isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func whatWasWrittenOverHereDoesNotBringARemovedEntryBack(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    try fixture.synced.bind(.anna)
    let id = try fixture.add("Tea", "first")
    // Each is sent, each reply is lost, and the entry is removed for good.
    var sent: [RecordVersion] = []
    for body in ["second", "third", "fourth"] {
      sent.append(try #require(try fixture.unsent().first?.local))
      fixture.world.advance(milliseconds: 1000)
      _ = try fixture.edit(id, .body(body))
    }
    try removeForGood(id, fixture)
    for (number, version) in sent.enumerated() {
      let record = FetchedRecord(recordName: id.rawValue, changeTag: "\(number)", version: version, modifiedAt: 5)
      try fixture.pull([.record(record)])
      #expect(try fixture.store.entry(id) == nil)
      #expect(try fixture.unsent().map { $0.changeTag } == ["\(number)"])
    }
  }

  @Test func aBackupInTheJournalsPlaceGoesOnFromWhereItWas() throws {
    let folder = try TemporaryFolder()
    let world = TestWorld()
    let path = folder.file("journal.sqlite")
    func open() throws -> JournalStore { try JournalStore(path: path, environment: world.environment) }
    func write(_ body: String, to store: JournalStore) throws {
      world.advance(milliseconds: 1000)
      try store.perform(.editEntry(RecordName("e"), [.body(body)]))
    }
    func send(_ store: JournalStore, tag: String) throws -> RecordVersion {
      let version = try #require(try store.unsent(limit: 1, excluding: []).first?.local)
      try store.commit([SendResult(recordName: "e", outcome: .saved(version: version, changeTag: tag))])
      return version
    }
    var store = try open()
    let entry = Entry(
      id: RecordName("e"), title: "Tea", body: "one\n",
      date: EntryDate(instant: world.environment.now(), timeZone: "Europe/Berlin", offsetSeconds: 3600),
      modifiedAt: world.environment.now())
    try store.perform(.createEntry(entry))
    _ = try send(store, tag: "1")
    try write("one\n\nwaits in the backup\n", to: store)
    try store.backUp(to: folder.file("backup.sqlite"))
    try write("one\n\nwaits in the backup\n\nsent afterwards\n", to: store)
    let there = try send(store, tag: "2")
    try store.close()
    for end in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + end) {
      try FileManager.default.removeItem(atPath: path + end)
    }
    try FileManager.default.copyItem(atPath: folder.file("backup.sqlite"), toPath: path)

    store = try open()
    // A copy is no write-ahead log's file until it is told so; readers and writers would wait for each other.
    #expect(try store.pragma("journal_mode") == "wal")
    #expect(try store.pragma("synchronous") == "2")
    #expect(try store.unsent(limit: 9, excluding: []).map(\.changeTag) == ["1"])
    let record = FetchedRecord(recordName: "e", changeTag: "2", version: there, modifiedAt: 5)
    let page = FetchedPage(changes: [.record(record)], token: ChangeToken("t"), moreComing: false)
    _ = try store.apply(page, rules: .journal, allowsMassRemoval: false)
    #expect(try store.entry(RecordName("e"))?.body == "one\n\nwaits in the backup\n\nsent afterwards\n")
    #expect(try store.unsent(limit: 9, excluding: []).isEmpty)
  }
}
