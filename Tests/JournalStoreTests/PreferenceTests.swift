import CloudRecord
import Foundation
import GRDB
import JournalCore
import JournalModel
import SyncCore
import Testing

@testable import JournalStore

/// Preferences that go with the journal, in every store.
@Suite struct PreferenceTests {
  private func set(_ key: String, _ value: String, in fixture: Fixture) throws -> JournalEdit {
    let book = PreferenceBook(try fixture.store.preferences())
    let now = fixture.world.environment.now()
    let steps = try book.setting(key, to: value, name: RecordNameSource(fixture.world.environment).next(), at: now)
    return try fixture.store.apply(JournalEdit(name: "set", operations: steps), cause: .edit)
  }

  private func shown(_ fixture: Fixture) throws -> [String] {
    PreferenceBook(try fixture.store.preferences()).all("").map { "\($0.key)=\($0.value)" }
  }

  @Test(arguments: StoreKind.allCases) func theyAreSetRemovedAndTakenBack(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let back = try set("word.heron", "heron", in: fixture)
    _ = try set("search.Work", "category:work", in: fixture)
    _ = try set("search.Work", "category:work is:fav", in: fixture)
    #expect(try shown(fixture) == ["search.Work=category:work is:fav", "word.heron=heron"])
    let again = try fixture.store.apply(back, cause: .undo)
    #expect(try shown(fixture) == ["search.Work=category:work is:fav"])
    _ = try fixture.store.apply(again, cause: .redo)
    #expect(try shown(fixture).count == 2)
    #expect(try fixture.store.count(.all) == 0 && fixture.store.count(.trash) == 0)
  }

  @Test(arguments: StoreKind.allCases) func theLaterOfTwoRecordsCounts(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let now = fixture.world.environment.now()
    for (id, value) in [("z", "first"), ("a", "second"), ("m", "third")] {
      let preference = Preference(id: RecordName(id), key: "word.a", value: value, modifiedAt: now)
      try fixture.store.perform(.create(.preference(preference)))
      #expect(try shown(fixture).first == "word.a=\(value)")
    }
    #expect(try shown(fixture) == ["word.a=third", "word.a 2=second", "word.a 3=first"])
    try fixture.store.perform(.editPreference(RecordName("z"), [.value("fourth")]))
    #expect(try shown(fixture) == ["word.a=fourth", "word.a 2=third", "word.a 3=second"])
  }

  @Test(arguments: StoreKind.allCases) func removedOnesGoForeverWithTheTrash(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    let back = try set("word.a", "a", in: fixture)
    _ = try set("word.b", "b", in: fixture)
    _ = try fixture.store.apply(back, cause: .undo)
    #expect(try fixture.store.preferences().count == 2)
    _ = try fixture.store.expireTrash()
    #expect(try fixture.store.preferences().count == 2)
    fixture.world.advance(milliseconds: 31 * 86_400_000)
    _ = try fixture.store.expireTrash()
    #expect(try fixture.store.preferences().map(\.key) == ["word.b"])
    try fixture.store.perform(.editPreference(try fixture.store.preferences()[0].id, [.trashedAt(.earliest)]))
    _ = try fixture.store.emptyTrash()
    #expect(try fixture.store.preferences().isEmpty)
  }

  @Test(arguments: StoreKind.allCases) func anImportReplacesNothing(_ kind: StoreKind) throws {
    let fixture = try Fixture(kind)
    _ = try set("word.a", "mine", in: fixture)
    let now = fixture.world.environment.now()
    var batch = ImportBatch(source: "archive", entries: [try fixture.makeEntry("x", id: "i")])
    batch.preferences = [
      Preference(id: RecordName("1"), key: "word.a", value: "theirs", modifiedAt: now),
      Preference(id: RecordName("2"), key: "word.b", value: "theirs", modifiedAt: now),
    ]
    for _ in 0..<2 {
      _ = try fixture.store.importRecords(batch)
      #expect(try shown(fixture) == ["word.a=mine", "word.b=theirs"])
    }
    // They are no entries, and an undone import leaves them.
    _ = try fixture.store.undoLatestImport()
    #expect(try shown(fixture).count == 2)
  }

  // MARK: Files of before

  private func leaveFormatNine(_ path: String, _ world: TestWorld, with foreign: Bool) throws {
    let store = try JournalStore(path: path, environment: world.environment)
    var entry = Entry(id: RecordName("e"), modifiedAt: world.environment.now())
    entry.title = "A walk"
    try store.perform(.createEntry(entry))
    try store.close()
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql: """
          DROP TABLE syncedPreferences; DELETE FROM grdb_migrations WHERE identifier = '10'; PRAGMA user_version = 9;
          UPDATE zones SET changeToken = x'31', epoch = 3;
          """)
      let record = Record(
        recordName: "p", recordType: Preference.recordType, zoneID: ZoneID(zoneName: "JournalZone"), fields: [:],
        recordChangeTag: "1", created: RecordStamp(timestamp: 1, userRecordName: "_u", deviceID: ""),
        modified: RecordStamp(timestamp: 1, userRecordName: "_u", deviceID: ""))
      if foreign {
        try db.execute(
          sql:
            "INSERT INTO foreignRecords(zone, recordName, recordType, record, seenEpoch) VALUES(1, 'p', 'Preference', ?, 3)",
          arguments: [Data(ForeignCoding.encode(record))])
      }
    }
    try queue.close()
  }

  @Test func anOlderFileIsReadAsItIs() throws {
    let (folder, world) = (try TemporaryFolder(), TestWorld())
    let path = folder.file("journal.sqlite")
    try leaveFormatNine(path, world, with: false)
    let reader = try JournalStore(path: path, environment: world.environment, options: .init(isReadOnly: true))
    #expect(try reader.preferences().isEmpty && reader.count(.all) == 1)
    let overview = try reader.syncOverview(limit: 5)
    #expect(overview.records == 1 && overview.waiting.count == 1)
    #expect(try reader.unsent(limit: 5, excluding: []).count == 1)
  }

  @Test(arguments: [false, true]) func whatAnOlderProgramKeptIsReadAgain(_ hasSome: Bool) throws {
    let (folder, world) = (try TemporaryFolder(), TestWorld())
    let path = folder.file("journal.sqlite")
    try leaveFormatNine(path, world, with: hasSome)
    let store = try JournalStore(path: path, environment: world.environment)
    let position = try store.syncPosition()
    #expect(position.isSweeping == hasSome && (position.token == nil) == hasSome)
    #expect(position.epoch == (hasSome ? 4 : 3))
  }
}
