import Foundation
import GRDB
import SyncCore

@testable import JournalStore

/// Looks into a store's file, and does to it what no method of the store would.
extension JournalStore {
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
      migrator.registerMigration("2 weather") { db in
        try db.execute(sql: "ALTER TABLE entries ADD COLUMN weather TEXT")
        if failing { try db.execute(sql: "ALTER TABLE nowhere ADD COLUMN x") }
        try db.execute(sql: "PRAGMA user_version = \(Schema.version + 1)")
      }
      return migrator
    }
    return try JournalStore(path: path, environment: environment, options: .init(), schema: plan)
  }
}
