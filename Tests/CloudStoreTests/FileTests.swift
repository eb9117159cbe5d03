import CloudService
import Foundation
import GRDB
import Testing

@testable import CloudStore

/// The service's file: durability, modes, and files that are not what they should be.
@Suite struct FileTests {
  let folder: TemporaryFolder
  var path: String { folder("deep/data/service.sqlite") }

  init() throws { folder = try TemporaryFolder() }

  func open(_ path: String, _ schema: ServiceSchema = .current) throws -> ServiceDatabase {
    try ServiceDatabase(path: path, schema: schema) { .sample }
  }

  @Test func commitsWaitForTheDisk() throws {
    let database = try open(path)
    try database.pool.writeWithoutTransaction { (db) throws in
      #expect(try Int.fetchOne(db, sql: "PRAGMA synchronous") == 2)
      #expect(try String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal")
      #expect(try Int.fetchOne(db, sql: "PRAGMA page_size") == 8192)
    }
  }

  @Test func nobodyElseMayRead() throws {
    let database = try open(path)
    #expect(try folder.mode("deep/data") == 0o700)
    #expect(try folder.mode("deep") == 0o700)
    for suffix in ["", "-wal", "-shm"] { #expect(try folder.mode("deep/data/service.sqlite" + suffix) == 0o600) }
    try database.close()
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try open(path).close()
    #expect(try folder.mode("deep/data/service.sqlite") == 0o600)
  }

  @Test func aServerKeepsItsIdentity() throws {
    try open(path).close()
    let again = try ServiceDatabase(path: path) {
      Issue.record("asked for a second identity")
      return .sample
    }
    #expect(again.identity == .sample)
  }

  @Test func twoProcessesMayHaveItOpen() throws {
    let (first, second) = (try open(path), try open(path))
    let storage = (SQLiteCloudStorage(first), SQLiteCloudStorage(second))
    _ = try storage.0.write { try $0.makeDatabase(.sample()) }
    #expect(try storage.1.read { try $0.database(.sample()) } != nil)
    try storage.1.write { try $0.save(StoredDatabase(id: 1, key: .sample(), sequence: 5)) }
    #expect(try storage.0.read { try $0.database(.sample())?.sequence } == 5)
  }

  @Test func aNewerFileIsRefusedAndLeftAsItIs() throws {
    let next = ServiceSchema.current.version + 1
    let database = try open(path)
    try database.pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = \(next)") }
    try database.close()
    let before = try Data(contentsOf: URL(filePath: path))
    #expect(throws: CloudStoreError.newerFormat(path: path, found: Int(next), known: Int(next - 1))) { try open(path) }
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func anOlderFileIsCopiedBeforeItIsChanged() throws {
    let database = try open(path)
    _ = try SQLiteCloudStorage(database).write { try $0.makeDatabase(.sample()) }
    try database.close()
    let number = ServiceSchema.current.version + 1
    let next = ServiceSchema(
      version: number, steps: ServiceSchema.current.steps + [{ try $0.execute(sql: "CREATE TABLE more (x) STRICT") }])
    #expect(throws: CloudStoreError.self) { try open(path, next) }
    let good = ServiceSchema(
      version: number,
      steps: ServiceSchema.current.steps + [{ try $0.execute(sql: "CREATE TABLE more (x ANY) STRICT") }])
    let newer = try open(path, good)
    #expect(newer.identity == .sample)
    #expect(try SQLiteCloudStorage(newer).read { try $0.database(.sample()) } != nil)
    for copy in ["\(path).before-format-\(number)", "\(path).before-format-\(number)-2"] {
      let old = try open(copy)
      #expect(try SQLiteCloudStorage(old).read { try $0.database(.sample()) } != nil)
    }
  }

  /// What was written before runs were kept belongs to none, and keeps its change tag.
  @Test func aFileOfFormatOneIsTakenAlongWhole() throws {
    let first = ServiceSchema(version: 1, steps: Array(ServiceSchema.current.steps.prefix(1)))
    let old = try open(path, first)
    try old.pool.writeWithoutTransaction { database in
      try database.execute(
        sql: """
          INSERT INTO databases VALUES (1, 'iCloud.org.example', 'production', 'private', '_owner', 5, 100);
          INSERT INTO zones VALUES (1, 1, 'JournalZone', 5, 0, 0, 1, 50);
          INSERT INTO records VALUES (1, 1, 'r', 'JournalEntry', 5, 0, 0, NULL, 10, '_a', 'first', 20, '_b', 'second',
            x'010203');
          """)
    }
    try old.close()
    let storage = SQLiteCloudStorage(try open(path))
    #expect(try storage.read { try $0.record("r", in: 1) } == .sample("r", 5, in: 1))
    let run = try storage.write { try CloudService.beginRun(7, in: $0) }
    #expect(run.number == 1)
    #expect(try storage.read { try $0.sequence(of: 1, atStartOf: 1) } == 5)
    let copy = SQLiteCloudStorage(try open(path + ".before-format-\(ServiceSchema.current.version)", first))
    #expect(try copy.read { try $0.database(.sample())?.sequence } == 5)
  }

  @Test(arguments: ["not a database", String(repeating: "SQLite format 3 ", count: 100)])
  func aFileOfAnotherKindIsRefused(content: String) throws {
    try FileManager.default.createDirectory(atPath: folder("deep/data"), withIntermediateDirectories: true)
    try Data(content.utf8).write(to: URL(filePath: path))
    #expect(throws: CloudStoreError.notAService(path: path)) { try open(path) }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(content.utf8))
  }

  @Test func aDatabaseOfAnotherProgramIsRefused() throws {
    for (name, sql) in [("a", "CREATE TABLE theirs (x)"), ("b", "PRAGMA application_id = 77; CREATE TABLE t (x)")] {
      let other = try DatabaseQueue(path: folder(name))
      try other.writeWithoutTransaction { try $0.execute(sql: sql) }
      try other.close()
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder(name))
      let before = try Data(contentsOf: URL(filePath: folder(name)))
      #expect(throws: CloudStoreError.notAService(path: folder(name))) { try open(folder(name)) }
      // Its program may need it as it was.
      #expect(try folder.mode(name) == 0o644)
      #expect(try Data(contentsOf: URL(filePath: folder(name))) == before)
    }
    #expect(throws: CloudStoreError.notAService(path: folder.path)) { try open(folder.path) }
  }

  @Test func damageIsTold() throws {
    let database = try open(path)
    let storage = SQLiteCloudStorage(database)
    try storage.write { transaction in
      let made = try transaction.makeDatabase(.sample())
      let zone = try transaction.makeZone(StoredZone(database: made.id, name: "z", sequence: 0, createdAt: 0))
      for number in 1...2000 { try transaction.save(.sample("r\(number)", Int64(number), in: zone.id)) }
    }
    try database.close()
    let file = try FileHandle(forUpdating: URL(filePath: path))
    let size = try file.seekToEnd()
    for page in stride(from: UInt64(8192 * 60), to: size, by: 8192) {
      try file.seek(toOffset: page)
      try file.write(contentsOf: Data(repeating: 0xEE, count: 64))
    }
    try file.close()
    let damaged = try open(path)
    #expect {
      try SQLiteCloudStorage(damaged).read { try $0.changes(in: 1, after: 0, limit: 5000).count }
    } throws: {
      if case CloudStoreError.damaged(let place, _) = $0 { place == path } else { false }
    }
    let findings = try damaged.examine(try ObjectFiles(folder: folder("objects")))
    #expect(!findings.isSound)
    #expect(!findings.structure.isEmpty)
  }

  @Test func aClosedServiceSaysSo() throws {
    let database = try open(path)
    try database.close()
    let storage = SQLiteCloudStorage(database)
    #expect(throws: CloudStoreError.closed) { try storage.read { try $0.database(.sample()) } }
    #expect(throws: CloudStoreError.closed) { try storage.write { try $0.makeDatabase(.sample()) } }
  }

  @Test func everyErrorIsASentence() {
    let errors: [CloudStoreError] = [
      .notAService(path: "p"), .newerFormat(path: "p", found: 2, known: 1), .readOnly(path: "p"),
      .noPermission(path: "p", reason: "r"), .diskFull(path: "p"), .damaged(path: "p", detail: "d"), .busy(path: "p"),
      .missing(path: "p"), .inputOutput(path: "p", detail: "d"), .closed, .unknownRow("zone 1"),
      .invalidObjectKey("\u{1B}[2J"), .objectExists(key: "k"), .missingObject(key: "k"), .objectTooLarge(limit: 5),
      .folderNotEmpty(path: "p"), .notABackup(path: "p", detail: "d"),
    ]
    for error in errors {
      #expect(error.description.hasSuffix("."))
      #expect(!error.description.unicodeScalars.contains { $0.value < 32 })
    }
  }
}
