import CloudService
import Foundation
import GRDB
import Testing

@testable import CloudStore

/// Sessions and uploads of format 1 are what they were: for every container, of any size.
@Suite struct BindingsMigrationTests {
  private static let first = ServiceSchema(version: 1, steps: Array(ServiceSchema.current.steps.prefix(1)))

  @Test func sessionsAndUploadsOfFormatOneGoOn() throws {
    let folder = try TemporaryFolder()
    let path = folder("service.sqlite")
    let old = try ServiceDatabase(path: path, schema: Self.first) { .sample }
    let user = AccountTests.user()
    let digest = [UInt8](repeating: 3, count: 32)
    try old.pool.writeWithoutTransaction { database in
      try database.execute(
        sql: "INSERT INTO users VALUES (?, ?, ?, ?, ?, NULL)",
        arguments: [user.name, user.userRecordName, user.passwordHash, user.quota, user.createdAt])
      try database.execute(
        sql: "INSERT INTO sessions VALUES (?, 'device3', ?, 'Laptop', 'browser', 1, 2, 9000)",
        arguments: [Data(digest), user.userRecordName])
      try database.execute(
        sql: "INSERT INTO uploads VALUES (?, 7, 'z', 'r', 'f', 5, 1)", arguments: [Data([1, 2])])
    }
    try old.close()
    let now = try ServiceDatabase(path: path) { .sample }
    #expect(now.identity == .sample)
    let session = try SQLiteAccounts(now).session(tokenDigest: digest, usedAt: 8000)?.session
    #expect(session?.id == "device3")
    #expect(session?.kind == .browser)
    #expect(session?.expiresAt == 9000)
    #expect(session?.containerID == nil)
    let upload = try SQLiteCloudStorage(now).read { try $0.upload([1, 2]) }
    #expect(
      upload
        == StoredUpload(
          tokenDigest: [1, 2], database: 7, zoneName: "z", recordName: "r", fieldName: "f", expiresAt: 5, isUsed: true))
    #expect(FileManager.default.fileExists(atPath: path + ".before-format-\(ServiceSchema.current.version)"))
  }
}
