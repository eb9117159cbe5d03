import CloudRecord
import Foundation
import GRDB
import JournalCore
import JournalModel
import SyncCore
import Testing

@testable import JournalStore

/// What only files show: older formats, other processes, errors in the middle.
@Suite struct SyncFileTests {
  let folder: TemporaryFolder
  let world = TestWorld()

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.file("journal.sqlite") }

  private func open() throws(StoreError) -> JournalStore {
    try JournalStore(path: path, environment: world.environment)
  }

  @Test func theRingOfAJournalAndTheRingOfItsSealsAreTwoNotes() throws {
    let store = try open()
    let ring = NotedRing(id: "0a", head: "0b", isOff: false)
    try RingNotes(store).note(ring)
    try store.noteRing("0c")
    #expect(try RingNotes(store).ring() == ring)
    try RingNotes(store).note(NotedRing(id: "0d", head: "0e", isOff: true))
    #expect(try store.consulting { try $0.ring() } == "0c")
  }

  @Test func olderRingsAreReplacedThreeTimesWithinADayAndWhatTheServerKeepsIsNoted() throws {
    let notes = RingNotes(try open())
    let (day, now): (Int64, Int64) = (24 * 3_600_000, 1_700_000_000_000)
    #expect(try notes.setback(at: now) == nil)
    for number in 0..<3 { #expect(try notes.noteOlder(at: now + Int64(number))) }
    #expect(try notes.setback(at: now + 5) == .replaced(at: Instant(milliseconds: now + 2)))
    #expect(try !notes.noteOlder(at: now + 10) && !notes.noteOlder(at: now + 20))
    #expect(try notes.setback(at: now + 30) == .kept(since: Instant(milliseconds: now + 10)))
    try notes.noteNewest()
    #expect(try notes.setback(at: now + 30)?.isKept == false)
    #expect(try notes.setback(at: now + 2 * day) == nil, "a day later it is no news")
    #expect(try notes.noteOlder(at: now + 2 * day))
    #expect(try notes.remover() == nil)
    try notes.note(remover: "laptop")
    try notes.note(remover: "attic")
    #expect(try notes.remover() == "attic")
  }

  private func entry(_ id: String, _ title: String, _ body: String = "") -> Entry {
    Entry(
      id: RecordName(id), title: title, body: body,
      date: EntryDate(instant: world.environment.now(), timeZone: "Europe/Berlin", offsetSeconds: 3600),
      modifiedAt: world.environment.now())
  }

  private func write(_ entry: Entry, to store: JournalStore) throws {
    try store.perform(.createEntry(entry))
  }

  private func remote(_ id: String, _ title: String, tag: String) -> FetchedRecord {
    let stamp = HybridTime(
      milliseconds: UInt64(world.environment.now().milliseconds) + 60_000, counter: 0, device: 99)
    var version = RecordVersion(recordType: "JournalEntry")
    version.set("title", .string(title), at: stamp)
    version.set("body", .string("body of \(title)"), at: stamp)
    version.set("createdAt", .date(world.environment.now().milliseconds), at: stamp)
    return FetchedRecord(
      recordName: id, changeTag: tag, version: version, modifiedAt: world.environment.now().milliseconds)
  }

  private func page(_ changes: [FetchedChange], token: String = "t") -> FetchedPage {
    FetchedPage(changes: changes, token: ChangeToken(token), moreComing: false)
  }

  // MARK: Format 1

  /// A file as version 1 of the program made it, row by row, with everything that a person may have in it.
  private func makeFormatOne() throws -> (entries: [Entry], stamp: HybridTime) {
    let plan = Schema.Plan(version: 1) { device in
      var migrator = DatabaseMigrator()
      Schema.registerJournal(in: &migrator, device: device)
      return migrator
    }
    try JournalStore(path: path, environment: world.environment, options: .init(), schema: plan).close()
    let stamp = HybridTime(milliseconds: 1_600_000_000_000, counter: 3, device: 11)
    let entries = (1...5).map { entry("e\($0)", "Title \($0)", "canal number \($0) #tag\($0)") }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { db in
      for (number, entry) in entries.enumerated() {
        let derived = DerivedColumns(entry)
        var stamps = FieldStamps()
        for change in entry.changes {
          stamps.marks[change.field] = FieldStamps.Mark(stamp: stamp, digest: FieldStamps.digest(of: change.value))
        }
        let position = (entry.date.instant.milliseconds << 15) + Int64(number)
        try db.execute(
          sql: """
            INSERT INTO entries(position, zone, recordName, createdAt, timeZone, offsetSeconds, modifiedAt, isFavorite,
              localDay, monthDay, wordCount, titleKey, title, preview, explicitTags, stamps, localDigest, body)
            VALUES(?, 1, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, '', ?, ?, ?);
            INSERT INTO entrySearch(rowid, title, body) VALUES(?, ?, ?);
            INSERT INTO entryTags VALUES(?, ?, ?);
            INSERT INTO history(zone, recordName, field, oldValue, oldStamp, replacedAt, device, cause, editGroup)
            VALUES(1, ?, 'title', ?, ?, 5, 'desk', 'edit', ?)
            """,
          arguments: [
            position, entry.id.rawValue, entry.date.instant.milliseconds, entry.date.timeZone,
            entry.date.offsetSeconds, entry.modifiedAt.milliseconds, derived.localDay, derived.monthDay,
            derived.wordCount, derived.titleKey, entry.title, derived.preview, Data(stamps.encoded),
            Data(RecordDigest.of(recordType: "JournalEntry", encodedStamps: stamps.encoded)), entry.body,
            position, entry.title, entry.body, derived.tags[0].key, position, derived.tags[0].tag,
            entry.id.rawValue, Data(CanonicalEncoder.encode(.string("before"))), stamp.description, number + 1,
          ])
      }
      try db.execute(
        sql: "INSERT INTO meta VALUES('clock', ?)",
        arguments: [HybridTime(milliseconds: 1_900_000_000_000, counter: 0, device: 11).description])
      #expect(try Int.fetchOne(db, sql: "PRAGMA user_version") == 1)
    }
    try queue.close()
    return (entries, stamp)
  }

  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { $0.add(tokenizer: JournalTokenizer.self) }
    return configuration
  }

  @Test func aJournalOfFormatOneIsTakenAlongWhole() throws {
    let (entries, stamp) = try makeFormatOne()
    let store = try open()
    #expect(try store.pragma("user_version") == "\(Schema.version)")
    #expect(try store.entries(entries.map { $0.id }) == entries)
    try store.expectSound()
    #expect(try store.history(of: RecordName("e1")).map { $0.oldText } == ["before"])
    // All of it is unsent, as nothing was ever sent.
    let unsent = try store.unsent(limit: 100, excluding: [])
    #expect(unsent.map { $0.recordName } == entries.map { $0.id.rawValue })
    #expect(unsent.allSatisfy { $0.base == nil && $0.local?.stamps["title"] == stamp })
    #expect(try store.syncPosition() == SyncPosition())
    // What is acknowledged is clean, so the digests of format 1 are the digests of later ones.
    try store.commit(
      unsent.map { record in
        SendResult(
          recordName: record.recordName,
          outcome: .saved(version: record.local ?? RecordVersion(recordType: ""), changeTag: "1"))
      })
    #expect(try store.unsent(limit: 100, excluding: []).isEmpty)
    // The clock goes on from where it was.
    try store.perform(.editEntry(RecordName("e1"), [.title("new")]))
    #expect(try store.stamp("title", of: "e1").milliseconds == 1_900_000_000_000)
    #expect(try store.history(of: RecordName("e1")).map { $0.group } == [6, 1])
  }

  @Test func theFileOfFormatOneIsKeptAsItWas() throws {
    _ = try makeFormatOne()
    try open().close()
    let queue = try DatabaseQueue(path: path + ".before-format-\(Schema.version)", configuration: configuration)
    let version = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
    let count = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM entries") }
    let isNewer = try queue.read { try $0.tableExists("purges") }
    #expect(version == 1 && count == 5 && !isNewer)
  }

  @Test func aMigratedFileHasTheTablesOfANewOne() throws {
    _ = try makeFormatOne()
    let migrated = try open()
    let new = try JournalStore(path: folder.file("new.sqlite"), environment: world.environment)
    let schema = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
    #expect(
      try migrated.writer.read { try String.fetchAll($0, sql: schema) }
        == new.writer.read { try String.fetchAll($0, sql: schema) })
  }

  @Test func anOldFileIsReadWithoutBeingChanged() throws {
    _ = try makeFormatOne()
    let reader = try JournalStore(path: path, environment: world.environment, options: .init(isReadOnly: true))
    #expect(try reader.count(.all) == 5)
    #expect(try reader.pragma("user_version") == "1")
  }

  // MARK: All or nothing

  /// What an error in the middle of a transaction leaves: a trigger plays the disk that is full at one record.
  private func fail(at record: String, of table: String, in store: JournalStore) throws {
    try store.writer.write { db in
      for event in ["INSERT", "UPDATE", "DELETE"] {
        let row = event == "DELETE" ? "OLD" : "NEW"
        try db.execute(
          sql: """
            CREATE TEMP TRIGGER fail\(table)\(event) BEFORE \(event) ON \(table) WHEN \(row).recordName = '\(record)'
            BEGIN SELECT RAISE(ABORT, 'no space'); END
            """)
      }
    }
  }

  private func dump(_ store: JournalStore) throws -> [String] {
    try store.writer.read { db in
      try [
        "entries", "categories", "images", "zones", "meta", "history", "parked", "purges", "merges", "account",
        "postponedRemovals", "removedElsewhere", "newerFormat", "foreignRecords", "entryTags", "tallies",
      ].flatMap { table in
        try Row.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\(table) \($0)" }
      }
    }
  }

  @Test func anErrorInTheMiddleLeavesNothingOfATransaction() throws {
    let store = try open()
    try store.bind(.anna)
    for id in ["a", "b", "boom"] { try write(entry(id, id), to: store) }
    let sent = try store.unsent(limit: 9, excluding: [])
    try fail(at: "boom", of: "entries", in: store)
    let before = try dump(store)
    let acknowledged = sent.map { record in
      SendResult(
        recordName: record.recordName,
        outcome: .saved(version: record.local ?? RecordVersion(recordType: ""), changeTag: "1"))
    }
    #expect(throws: StoreError.self) { try store.commit(acknowledged) }
    #expect(throws: StoreError.self) {
      _ = try store.apply(
        page([
          .record(remote("new", "New", tag: "1")), .record(remote("a", "A", tag: "2")),
          .record(remote("boom", "x", tag: "3")),
        ]),
        rules: .journal, allowsMassRemoval: false)
    }
    #expect(throws: StoreError.self) {
      _ = try store.applyLookedUp(
        [.record(remote("b", "B", tag: "2")), .record(remote("boom", "x", tag: "3"))], asOf: nil,
        rules: .journal)
    }
    #expect(try dump(store) == before)
    try store.expectSound()
    try store.commit(acknowledged.filter { $0.recordName != "boom" })
    let half = try dump(store)
    #expect(throws: StoreError.self) {
      _ = try store.apply(
        page([.deleted(recordName: "a"), .record(remote("boom", "x", tag: "3"))], token: "moved"), rules: .journal,
        allowsMassRemoval: true)
    }
    #expect(try dump(store) == half)
    #expect(try store.syncPosition().token == nil)
    try store.expectSound()
  }

  @Test func anErrorInASweepLeavesItToBeDoneAgain() throws {
    let store = try open()
    for id in ["a", "boom"] { try write(entry(id, id), to: store) }
    try store.commit(
      store.unsent(limit: 9, excluding: []).map { record in
        SendResult(
          recordName: record.recordName,
          outcome: .saved(version: record.local ?? RecordVersion(recordType: ""), changeTag: "1"))
      })
    try store.beginSweep()
    try fail(at: "boom", of: "entries", in: store)
    let before = try dump(store)
    #expect(throws: StoreError.self) { try store.finishSweep(allowsMassRemoval: true) }
    #expect(throws: StoreError.self) { try store.setZoneKnown(false) }
    #expect(try dump(store) == before)
    // Opened again, the disk has room.
    try store.close()
    let again = try open()
    #expect(try again.syncPosition().isSweeping)
    #expect(try again.finishSweep(allowsMassRemoval: true) == 2)
    #expect(try again.count(.trash) == 2)
  }

  // MARK: Two processes

  @Test func anEditOfAnotherProcessBetweenFetchAndApplyIsNotLost() throws {
    let mine = try JournalStore(path: path, environment: world.environment, options: .init(isConcurrent: true))
    try write(entry("e", "Run", "one\n\ntwo"), to: mine)
    try mine.commit(
      mine.unsent(limit: 9, excluding: []).map { record in
        SendResult(
          recordName: record.recordName,
          outcome: .saved(version: record.local ?? RecordVersion(recordType: ""), changeTag: "1"))
      })
    // The page is here already when somebody else writes.
    let fetched = page([.record(remote("e", "Morning run", tag: "2"))])
    let other = try open()
    try other.perform(.editEntry(RecordName("e"), [.body("one and more\n\ntwo"), .mood(.happy)]))
    let summary = try mine.apply(fetched, rules: .journal, allowsMassRemoval: false)
    #expect(summary.merged == 1)
    let merged = try #require(try other.entry(RecordName("e")))
    #expect(merged.title == "Morning run" && merged.mood == .happy)
    #expect(merged.body.contains("one and more"))
    #expect(try mine.unsent(limit: 9, excluding: []).count == 1)
    try mine.expectSound()
  }

  // MARK: Cost

  @Test func whatWaitsIsFoundByTheIndex() throws {
    let store = try open()
    let plan = try store.writer.read { db in
      try Row.fetchAll(
        db,
        sql: """
          EXPLAIN QUERY PLAN SELECT recordName FROM entries INDEXED BY entriesUnsent
          WHERE localDigest IS NOT baseDigest AND recordName NOT IN (SELECT recordName FROM parked) ORDER BY position
          """
      ).map { $0["detail"] as String }
    }
    #expect(plan.contains { $0.contains("entriesUnsent") })
    #expect(!plan.contains { $0.contains("TEMP B-TREE") })
  }

  /// The zone alone would lead over all rows of a table, of which there may be a million.
  @Test func whatIsAskedOfOneZoneIsStillFoundByItsIndex() throws {
    let store = try open()
    final class Log { var statements: [String] = [] }
    let log = Log()
    try store.writer.write { db in
      let tables = try SQLiteSyncTables(db, of: store)
      db.trace { event in
        if case .statement(let statement) = event { log.statements.append(statement.expandedSQL) }
      }
      for type in [RecordFields.categoryType, RecordFields.imageType] {
        _ = try tables.unsent(type, limit: 1, excluding: [])
      }
      _ = try tables.unsentNames(RecordFields.entryType)
      _ = try tables.trashedElsewhere(since: 0)
      _ = try tables.images(of: "e")
      db.trace(nil)
      let plans = try log.statements.map { sql in
        try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)").map { $0["detail"] as String }.joined(separator: "; ")
      }
      for index in ["categoriesUnsent", "imagesUnsent", "entriesUnsent", "entriesTrashed", "imagesOfEntry"] {
        #expect(plans.contains { $0.contains(index) }, "\(index): \(zip(log.statements, plans).map { ($0, $1) })")
      }
    }
  }

  @Test func aCleanEntryKeepsItsWordsOnce() throws {
    let store = try open()
    _ = try store.apply(page([.record(remote("e", "Tea", tag: "1"))]), rules: .journal, allowsMassRemoval: false)
    func bases() throws -> Int {
      try store.writer.read { try Int.fetchOne($0, sql: "SELECT count(base) FROM entries") ?? 0 }
    }
    #expect(try bases() == 0)
    try store.perform(.editEntry(RecordName("e"), [.title("Coffee")]))
    #expect(try bases() == 1)
    let waiting = try #require(try store.unsent(limit: 1, excluding: []).first)
    #expect(waiting.base?.values["title"] == .string("Tea"))
    try store.commit([
      SendResult(
        recordName: "e", outcome: .saved(version: waiting.local ?? RecordVersion(recordType: ""), changeTag: "2"))
    ])
    #expect(try bases() == 0)
  }
}
