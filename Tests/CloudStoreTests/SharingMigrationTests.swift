import CloudRecord
import CloudService
import Foundation
import GRDB
import Testing

@testable import CloudStore

/// What was there before sharing is not shared, and goes on.
@Suite struct SharingMigrationTests {
  private static let second = ServiceSchema(version: 2, steps: Array(ServiceSchema.current.steps.prefix(2)))

  @Test func aFileOfFormatTwoIsTakenAlongWhole() throws {
    let folder = try TemporaryFolder()
    let path = folder("service.sqlite")
    let old = try ServiceDatabase(path: path, schema: Self.second) { .sample }
    let user = AccountTests.user()
    try old.pool.writeWithoutTransaction { database in
      try database.execute(
        sql: "INSERT INTO users VALUES (?, ?, ?, ?, ?, NULL)",
        arguments: [user.name, user.userRecordName, user.passwordHash, user.quota, user.createdAt])
      try database.execute(
        sql: """
          INSERT INTO databases VALUES (1, 'iCloud.org.example', 'production', 'private', '_owner', 5, 100);
          INSERT INTO zones VALUES (1, 1, 'JournalZone', 5, 0, 0, 1, 50);
          INSERT INTO records VALUES (1, 1, 'r', 'JournalEntry', 5, 0, 0, NULL, 10, '_a', 'first', 20, '_b', 'second',
            x'010203', 7);
          INSERT INTO uploads VALUES (x'0102', 1, 'z', 'r', 'f', 5, 0, NULL);
          """)
    }
    try old.close()
    let database = try ServiceDatabase(path: path) { .sample }
    let found = try #require(try SQLiteAccounts(database).user(named: user.name))
    #expect(found.displayName == nil && !found.isDiscoverable && found.shownName == user.name)
    try SQLiteCloudStorage(database).read { (transaction) throws in
      let record = try #require(try transaction.record("r", in: 1))
      #expect(record.share == nil && record.run == 7 && record.fields == [1, 2, 3])
      let zone = try #require(try transaction.zone("JournalZone", in: 1))
      #expect(zone.shareCount == 0 && zone.zoneShare == nil && zone.shareHorizon == 0 && zone.bytes == 50)
      #expect(try transaction.shares(in: 1).isEmpty)
      let upload = try #require(try transaction.upload([1, 2]))
      #expect(upload.guest == nil && upload.guestZone == 0)
    }
    #expect(FileManager.default.fileExists(atPath: path + ".before-format-3"))
    try database.close()
  }

  /// A participant's feed and a hierarchy are read by their indexes, whatever else the file holds.
  @Test func feedsAndHierarchiesAreReadByTheirIndexes() throws {
    let service = try TestService()
    func plan(_ sql: String) throws -> String {
      try service.database.pool.read { database in
        try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql).map { $0["detail"] as String }.joined(
          separator: "; ")
      }
    }
    let members = try plan(
      "SELECT recordName FROM shareMembers INDEXED BY shareMembersBySequence WHERE share = 1 AND sequence > 2 "
        + "ORDER BY sequence LIMIT 3")
    #expect(members.contains("SEARCH") && !members.contains("TEMP B-TREE"), "\(members)")
    let rows = try plan("SELECT * FROM participants WHERE user = '_b' AND zone = 1 ORDER BY share")
    #expect(rows.contains("participantsByUser") && !rows.contains("TEMP B-TREE"), "\(rows)")
    let shares = try plan("SELECT * FROM shares WHERE zone = 1 AND endedAt IS NULL")
    #expect(shares.contains("sharesByRoot") || shares.contains("sharesByZone"), "\(shares)")
  }
}
