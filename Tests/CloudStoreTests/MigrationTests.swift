import CloudRecord
import CloudService
import Foundation
import GRDB
import Testing

@testable import CloudStore

@Suite struct MigrationTests {
  private let folder: TemporaryFolder
  private var path: String { folder("data/service.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  private static func record(_ name: String, _ sequence: Int64, in zone: Int64, _ fields: [String: Field])
    -> StoredRecord
  {
    .sample(name, sequence, in: zone, fields: FieldCoding.encode(fields))
  }

  private static let laterColumns = [
    ("records", "run", "INTEGER NOT NULL DEFAULT 0"), ("records", "share", "INTEGER"),
    ("zones", "shareCount", "INTEGER NOT NULL DEFAULT 0"), ("zones", "zoneShare", "INTEGER"),
    ("zones", "shareHorizon", "INTEGER NOT NULL DEFAULT 0"),
  ]

  /// A folder as version 1 of the format left it.
  private func makeFirstFormat() throws {
    let first = ServiceSchema(version: 1, steps: [ServiceSchema.current.steps[0]])
    let database = try ServiceDatabase(path: path, schema: first) { .sample }
    let storage = SQLiteCloudStorage(database)
    // What writes rows today writes these columns as well.
    try database.pool.writeWithoutTransaction {
      for (table, column, type) in Self.laterColumns {
        try $0.execute(sql: "ALTER TABLE \(table) ADD COLUMN \(column) \(type)")
      }
    }
    try storage.write { transaction in
      for owner in ["_ann", "_bob"] {
        let made = try transaction.makeDatabase(.sample(owner: owner))
        let zones = try ["a", "b"].map {
          try transaction.makeZone(StoredZone(database: made.id, name: $0, sequence: 0, createdAt: 0)).id
        }
        let date = owner == "_ann" ? FieldValue.date(1) : .string("x")
        try transaction.save(
          Self.record(
            "1", 1, in: zones[0], ["when": Field(date), "mixed": Field(.int64(1)), "empty": Field(.list([]))]))
        try transaction.save(
          Self.record(
            "2", 2, in: zones[1],
            [
              "when": Field(date), "mixed": Field(.string("x")), "secret": Field(.string("s"), isEncrypted: true),
              "tags": Field(.list([.string("t")])),
            ]))
        // What is gone and what is damaged say nothing.
        try transaction.save(.sample("3", 3, in: zones[1], fields: [9, 9], isDeleted: false))
        try transaction.save(.sample("4", 4, in: zones[1], fields: [], isDeleted: true))
      }
    }
    try database.pool.writeWithoutTransaction { database in
      try database.execute(sql: "INSERT INTO containers VALUES ('iCloud.org.example', 1)")
      try database.execute(
        sql:
          "INSERT INTO apiTokens VALUES ('\(String(repeating: "0a", count: 32))', 'iCloud.org.example', 1, 'code', NULL)"
      )
      try database.execute(sql: "INSERT INTO signIns VALUES (x'00', 't', 'code', NULL, 1, 2)")
      for (table, column, _) in Self.laterColumns {
        try database.execute(sql: "ALTER TABLE \(table) DROP COLUMN \(column)")
      }
    }
    try database.close()
  }

  @Test func theTypesAreReadFromWhatIsThereAndNothingIsLost() throws {
    try makeFirstFormat()
    let database = try ServiceDatabase(path: path) { .sample }
    let storage = SQLiteCloudStorage(database)
    try storage.read { transaction in
      for (owner, type) in [("_ann", "TIMESTAMP"), ("_bob", "STRING")] {
        let id = try #require(try transaction.database(.sample(owner: owner))).id
        let types = try transaction.fieldTypes(of: "JournalEntry", in: id).mapValues(\.name)
        #expect(types == ["when": type, "mixed": "*", "secret": "ENCRYPTED_STRING", "tags": "STRING_LIST"])
        #expect(try transaction.fieldTypeCount(in: id) == 4)
        let zone = try #require(try transaction.zone("b", in: id))
        #expect(try transaction.changes(in: zone.id, after: 0, limit: 10).count == 3)
      }
    }
    let token = try #require(try SQLiteAccounts(database).apiTokens(ofContainer: "iCloud.org.example").first)
    #expect(token.origins.isEmpty)
    #expect(token.environment == nil)
    #expect(token.callbacks == [.code])
    let tables = try database.pool.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master") }
    #expect(!tables.contains("signIns"))
    #expect(FileManager.default.fileExists(atPath: path + ".before-format-\(ServiceSchema.current.version)"))
    try database.close()
  }

  @Test func aFieldThatWasFoundInTwoTypesStaysFree() throws {
    try makeFirstFormat()
    let database = try ServiceDatabase(path: path) { .sample }
    let storage = SQLiteCloudStorage(database)
    let service = CloudService(
      settings: ServiceSettings(
        incarnation: ServerIdentity.sample.incarnation, signingKey: ServerIdentity.sample.signingKey))
    let call = ServiceCall(
      containerID: "iCloud.org.example", environment: .production, scope: .private, userRecordName: "_ann",
      deviceID: "d", now: 5, quota: nil, assetBaseURL: "", freshName: { "F" },
      randomBytes: { [UInt8](repeating: 0, count: $0) })
    func save(_ field: String, _ value: FieldValue) throws -> ServiceError? {
      try storage.write { transaction in
        var outbox = Outbox()
        let operation = RecordOperation(
          .forceUpdate, recordName: "1", recordType: "JournalEntry", fields: [field: Field(value)])
        let request = ModifyRequest(operations: [operation], zoneID: ZoneID(zoneName: "a"))
        let reply = try service.modify(request, call, in: transaction, outbox: &outbox)
        guard case .failed(_, let error)? = reply.outcomes.first else { return nil }
        return error
      }
    }
    for value in [FieldValue.int64(1), .string("x"), .bytes([1])] { #expect(try save("mixed", value) == nil) }
    #expect(try save("when", .date(7)) == nil)
    #expect(try save("when", .int64(7))?.reason.hasSuffix("defined to be: TIMESTAMP") == true)
    try database.close()
  }
}
