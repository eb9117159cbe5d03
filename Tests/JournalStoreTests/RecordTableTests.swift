import CloudRecord
import GRDB
import JournalCore
import JournalModel
import SyncCore
import Testing

@testable import JournalStore

/// Columns are named, bound and read by the tables of fields alone.
@Suite struct RecordTableTests {
  private static let now = Instant(milliseconds: 1_700_000_000_000)

  private static let entries = [
    Entry(
      id: RecordName("full"), title: "Title", body: "Body", mood: .sad,
      date: EntryDate(instant: now, timeZone: "Europe/Vienna", offsetSeconds: 3600), modifiedAt: now, isFavorite: true,
      category: RecordName("c"), tags: ["a", "e\u{301}"], trashedAt: now),
    Entry(id: RecordName("blank"), modifiedAt: now),
  ]
  private static let categories = [
    JournalCore.Category(
      id: RecordName("full"), name: "Work", colorHex: "#FF0000", icon: "house", sortOrder: .min, modifiedAt: now,
      trashedAt: now),
    JournalCore.Category(id: RecordName("blank"), modifiedAt: now),
  ]
  private static let images = [
    EntryImage(
      id: RecordName("full"), entry: RecordName("e"), imageAsset: "00ff", caption: "Canal", sortOrder: .max,
      modifiedAt: now, trashedAt: now),
    EntryImage(id: RecordName("blank"), modifiedAt: now),
  ]

  private static let preferences = [
    Preference(id: RecordName("full"), key: "search.Work", value: "category:work", modifiedAt: now, trashedAt: now),
    Preference(id: RecordName("blank"), modifiedAt: now),
  ]

  private func store(_ folder: TemporaryFolder, _ address: ZoneAddress = .journal) throws -> JournalStore {
    var options = JournalStore.Options()
    options.address = address
    return try JournalStore(
      path: folder.file("journal.sqlite"), environment: TestWorld().environment, options: options)
  }

  @Test func recordsComeBackFromTheirColumns() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try store(folder)
    try expectStored(RecordTableTests.entries, in: store)
    try expectStored(RecordTableTests.categories, in: store)
    try expectStored(RecordTableTests.images, in: store)
    try expectStored(RecordTableTests.preferences, in: store)
  }

  private func expectStored<Record: TabledRecord>(_ records: [Record], in store: JournalStore) throws {
    let changed = records.map { record in
      var other = Record(id: record.id, modifiedAt: .latest)
      if let first = records.first(where: { $0.id != record.id }) {
        for field in Record.fields.all { field.write(&other, field.read(first)) }
      }
      return other
    }
    try store.writing(.edit) { db in
      let table = Record.Table(db: db, zone: store.zone)
      for record in records { try table.insert(record, stamps: FieldStamps()) }
      for record in records {
        let stored = try #require(try table.find(record.id))
        #expect(stored.record == record)
        #expect(stored.record.wrapped.version(stored.stamps) == record.wrapped.version(FieldStamps()))
      }
      for record in changed {
        let stored = try #require(try table.find(record.id))
        try table.update(stored, to: record, stamps: FieldStamps())
        #expect(try table.find(record.id)?.record == record)
      }
      for record in changed {
        try table.delete(try #require(try table.find(record.id)))
        #expect(try table.find(record.id) == nil)
      }
    }
  }

  @Test func everyFieldHasItsColumnInTheFile() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try store(folder)
    func columns(_ table: String) throws -> Set<String> {
      try store.reading { Set(try $0.columns(in: table).map(\.name)) }
    }
    #expect(try columns("entries").isSuperset(of: Entry.statements.columns.names))
    #expect(try columns("categories").isSuperset(of: JournalCore.Category.statements.columns.names))
    #expect(try columns("images").isSuperset(of: EntryImage.statements.columns.names))
    #expect(try columns("syncedPreferences").isSuperset(of: Preference.statements.columns.names))
  }

  @Test func recordsComeBackFromVersionsThatTravel() throws {
    for record in RecordTableTests.entries.map(\.wrapped) + RecordTableTests.categories.map(\.wrapped)
      + RecordTableTests.images.map(\.wrapped) + RecordTableTests.preferences.map(\.wrapped)
    {
      var stamps = FieldStamps()
      for (field, value) in record.fields {
        let stamp = HybridTime(milliseconds: 7, counter: 0, device: 1)
        stamps.marks[field] = FieldStamps.Mark(stamp: stamp, digest: FieldStamps.digest(of: value))
      }
      let version = record.version(stamps)
      let back = try #require(AnyRecord(name: record.name, version: version, modifiedAt: record.modifiedAt))
      #expect(back == record)
      #expect(back.stamps(of: version) == stamps)
    }
  }

  // MARK: Zones

  @Test func recordsOfTwoZonesDoNotMeet() throws {
    let folder = try TemporaryFolder()
    let shared = ZoneAddress(database: .shared, zoneID: ZoneID(zoneName: "JournalZone", ownerRecordName: "_ada"))
    let mine = try store(folder)
    let hers = try store(folder, shared)
    #expect(mine.zone != hers.zone)
    for (store, title) in [(mine, "mine"), (hers, "hers")] {
      var entry = Entry(id: RecordName("same"), modifiedAt: RecordTableTests.now)
      entry.title = title
      try store.perform(.createEntry(entry))
    }
    let edit = JournalEdit(name: "edit", operations: [.editEntry(RecordName("same"), [.title("hers, changed")])])
    _ = try hers.apply(edit, cause: .edit)
    #expect(try mine.entry(RecordName("same"))?.title == "mine")
    #expect(try hers.entry(RecordName("same"))?.title == "hers, changed")
    #expect(try mine.history(of: RecordName("same")).isEmpty)
    #expect(try hers.history(of: RecordName("same")).map(\.oldText) == ["hers"])
    #expect(try mine.unsent(limit: 10, excluding: []).compactMap { $0.local?.values["title"] } == [.string("mine")])
    #expect(try hers.unsent(limit: 10, excluding: []).count == 1)
    try hers.setZoneKnown(true)
    #expect(try hers.syncPosition().isZoneKnown)
    #expect(try !mine.syncPosition().isZoneKnown)
  }

  @Test func theRowOfAZoneIsFoundAgain() throws {
    let folder = try TemporaryFolder()
    let first = try store(folder).zone
    let other = ZoneAddress(database: .private, zoneID: ZoneID(zoneName: "Other"))
    let second = try store(folder, other).zone
    #expect(first == 1)
    #expect(try store(folder).zone == first)
    #expect(try store(folder, other).zone == second)
    var options = JournalStore.Options(isReadOnly: true)
    options.address = ZoneAddress(database: .shared, zoneID: ZoneID(zoneName: "Other", ownerRecordName: "_ada"))
    #expect(throws: StoreError.self) {
      try JournalStore(
        path: folder.file("journal.sqlite"), environment: TestWorld().environment, options: options)
    }
  }
}
