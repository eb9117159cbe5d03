import CloudRecord
import Foundation
import GRDB
import JournalCore
import JournalModel
import SyncCore
import Testing

@testable import JournalStore

/// Looks into a store's file, and does to it what no method of the store would.
extension JournalStore {
  /// Records of types that this program does not know, by name; all are read at once.
  func foreignRecords() throws(StoreError) -> [CloudRecord.Record] {
    try reading { db in
      try db.rows("SELECT record FROM foreignRecords ORDER BY recordName").map { row in
        try ForeignCoding.record([UInt8](row[0] as Data))
      }
    }
  }

  /// Fields of a record that this program does not know, by name; empty where there are none.
  func foreignFields(of record: RecordName) throws(StoreError) -> [String: Field] {
    try consulting { tables in
      for type in try tables.recordTypes(of: record.rawValue) {
        if let fields = try tables.state(of: record.rawValue, type)?.foreignFields {
          return try ForeignCoding.fields(fields)
        }
      }
      return [:]
    }
  }

  func pragma(_ name: String) throws -> String? {
    try writer.writeWithoutTransaction { try String.fetchOne($0, sql: "PRAGMA \(name)") }
  }

  func unsent() throws -> [String] {
    try writer.read {
      try String.fetchAll($0, sql: "SELECT recordName FROM entries WHERE localDigest IS NOT baseDigest")
    }
  }

  /// As if the server had acknowledged everything.
  func acknowledge() throws {
    try writer.write { try $0.execute(sql: "UPDATE entries SET baseDigest = localDigest") }
  }

  func stamp(_ field: String, of record: String) throws -> HybridTime {
    let data = try writer.read {
      try Data.fetchOne($0, sql: "SELECT stamps FROM entries WHERE recordName = ?", arguments: [record])
    }
    guard let data, let mark = try FieldStamps(decoding: [UInt8](data)).marks[field] else {
      throw TestFailure("no stamp of \(field)")
    }
    return mark.stamp
  }

  func forgetSearchIndex() throws {
    try writer.write { db in
      try db.execute(sql: "INSERT INTO entrySearch(entrySearch) VALUES('delete-all')")
      try db.execute(sql: "UPDATE meta SET value = 0 WHERE key = 'tokenizer'")
    }
  }

  /// How many pieces a search has to open.
  func searchPieces() throws -> Int {
    try writer.read { try Int.fetchOne($0, sql: "SELECT count(DISTINCT segid) FROM entrySearch_idx") ?? 0 }
  }

  /// As after having brought in so many entries.
  func tidySearchIndex(after rows: Int) {
    tidying.add(rows)
    tidying.runIfDue(writer)
  }

  func breakTally() throws {
    try writer.write { try $0.execute(sql: "INSERT INTO tallies VALUES('all', 7)") }
  }
}

extension JournalStore {
  /// Opens the journal as a version of the program would that knows one format more.
  static func openedByTheNextVersion(
    path: String, environment: StoreEnvironment, failing: Bool = false
  ) throws -> JournalStore {
    let plan = Schema.Plan(version: Schema.version + 1) { device in
      var migrator = Schema.migrator(device: device)
      migrator.registerMigration("later weather") { db in
        try db.execute(sql: "ALTER TABLE entries ADD COLUMN weather TEXT")
        if failing { try db.execute(sql: "ALTER TABLE nowhere ADD COLUMN x") }
        try db.execute(sql: "PRAGMA user_version = \(Schema.version + 1)")
      }
      return migrator
    }
    return try JournalStore(path: path, environment: environment, options: .init(), schema: plan)
  }
}

extension JournalStore {
  /// Everything that is derived from the entries is what would be derived anew, and the file is whole.
  func expectSound() throws {
    #expect(try examine().problems.isEmpty)
    #expect(try searchIndexIsSound())
    #expect(try numbersAreSound())
    try writer.write { db in
      let columns = Entry.statements.columns
      let rows = try Row.fetchAll(
        db, sql: "SELECT \(columns.list()), position, titleKey, preview, wordCount, localDay, stamps FROM entries")
      var tags = 0
      for row in rows {
        let derived = DerivedColumns(columns.record(row))
        let position: Int64 = row["position"]
        #expect(row["titleKey"] == derived.titleKey && row["preview"] == derived.preview)
        #expect(row["wordCount"] == derived.wordCount && row["localDay"] == derived.localDay)
        #expect(position >> 15 == row["createdAt"] as Int64)
        let keys = try String.fetchAll(
          db, sql: "SELECT tagKey FROM entryTags WHERE position = ? ORDER BY tagKey", arguments: [position])
        #expect(keys == Set(derived.tags.map { $0.key }).sorted())
        tags += keys.count
        let stamps = try FieldStamps(decoding: [UInt8](row["stamps"] as Data))
        for change in columns.record(row).changes where stamps.marks[change.field] != nil {
          #expect(stamps.covers(change.field, value: change.value), "\(change.field)")
        }
      }
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM entryTags") == tags)
      let tallied = try Row.fetchAll(db, sql: "SELECT scope, entries FROM tallies WHERE entries <> 0 ORDER BY scope")
      var counts: [String: Int] = [:]
      for row in rows {
        let entry = columns.record(row)
        counts[entry.trashedAt == nil ? "all" : "trash", default: 0] += 1
        guard entry.trashedAt == nil else { continue }
        if entry.isFavorite { counts["favorites", default: 0] += 1 }
        if let category = entry.category { counts["category:\(category)", default: 0] += 1 }
        if let mood = entry.mood { counts["mood:\(mood.rawValue)", default: 0] += 1 }
      }
      #expect(Dictionary(uniqueKeysWithValues: tallied.map { ($0[0] as String, $0[1] as Int) }) == counts)
    }
  }
}
