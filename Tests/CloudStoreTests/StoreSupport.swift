import CloudRecord
import CloudService
import CloudStore
import Foundation

/// A folder of its own for a test, removed with it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "cloud-store-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch { print("left behind: \(path): \(error)") }
  }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: self(name))[.posixPermissions] as? Int
  }
}

/// A service's file in a folder of its own.
struct TestService: Sendable {
  let folder: TemporaryFolder
  let database: ServiceDatabase
  let storage: SQLiteCloudStorage
  let objects: ObjectFiles

  init() throws {
    folder = try TemporaryFolder()
    database = try ServiceDatabase(path: folder("data/service.sqlite")) { .sample }
    storage = SQLiteCloudStorage(database)
    objects = try ObjectFiles(folder: folder("data/objects"))
  }

  /// A database with one zone.
  func makeZone(_ name: String = "JournalZone", owner: String = "_owner") throws -> StoredZone {
    try storage.write { transaction in
      let key = DatabaseKey.sample(owner: owner)
      let database = try transaction.database(key) ?? transaction.makeDatabase(key)
      return try transaction.makeZone(StoredZone(database: database.id, name: name, sequence: 0, createdAt: 5))
    }
  }

  /// Writes an object and its row.
  func addAsset(_ name: String, _ bytes: [UInt8], in database: Int64, at time: Int64 = 1) throws -> StoredAsset {
    let key = String(repeating: name, count: 16)
    let writer = try objects.write(key, sizeLimit: 1000)
    try writer.append(bytes)
    let written = try writer.finish()
    let asset = StoredAsset(
      database: database, fileChecksum: name, objectKey: key, size: written.size, uploadedAt: time)
    try storage.write { try $0.save(asset) }
    return asset
  }
}

extension ServerIdentity {
  static let sample = ServerIdentity(
    incarnation: [UInt8](repeating: 7, count: 16), signingKey: [UInt8](repeating: 9, count: 32))
}

extension AccountStoring {
  /// The session of this token, as a server with the default settings asks for it.
  func session(tokenDigest: [UInt8], usedAt time: Int64) throws -> (session: StoredSession, user: StoredUser)? {
    try session(tokenDigest: tokenDigest, usedAt: time, lifetime: StoredSession.lifetime)
  }
}

extension DatabaseKey {
  static func sample(owner: String = "_owner") -> DatabaseKey {
    DatabaseKey(
      containerID: "iCloud.org.example", environment: .production, scope: .private, ownerRecordName: owner)
  }
}

extension StoredRecord {
  static func sample(
    _ name: String, _ sequence: Int64, in zone: Int64, type: String = "JournalEntry", fields: [UInt8] = [1, 2, 3],
    isDeleted: Bool = false, modifiedAt: Int64 = 20
  ) -> StoredRecord {
    StoredRecord(
      zone: zone, recordName: name, recordType: type, sequence: sequence, fields: fields,
      created: RecordStamp(timestamp: 10, userRecordName: "_a", deviceID: "first"),
      modified: RecordStamp(timestamp: modifiedAt, userRecordName: "_b", deviceID: "second"), isDeleted: isDeleted)
  }
}
