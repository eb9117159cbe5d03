import Dispatch
import Foundation
import GRDB
import JournalCore
import Synchronization
import Testing

@testable import JournalStore

/// A journal that is encrypted on the disk: what its files hold, and what becomes of them.
@Suite struct SealedFileTests {
  let journal: SealedFolder

  init() throws { journal = try SealedFolder() }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: journal.folder.path).sorted()
  }

  @Test func noFileHasAPlainWord() throws {
    let store = try journal.open()
    try store.write(["zqcanary"], "zqcanary in a text " + String(repeating: "and more zqcanary ", count: 2000))
    try store.run("PRAGMA wal_checkpoint(PASSIVE)")
    try store.write(["zqcanary two"], "zqcanary")
    try store.backUp(to: journal.folder.file("backup.sqlite"))
    let open = ["backup.sqlite", "journal.sqlite", "journal.sqlite-log", "journal.sqlite-shm", "journal.sqlite.lock"]
    #expect(try files() == open)
    for name in try files() {
      let data = try Data(contentsOf: URL(filePath: journal.folder.file(name)))
      #expect(data.range(of: Data("zqcanary".utf8)) == nil, "\(name)")
      #expect(data.range(of: Data("CREATE TABLE".utf8)) == nil, "\(name)")
    }
    #expect(try store.titles() == ["zqcanary", "zqcanary two"])
    try store.close()
    #expect(try files() == ["backup.sqlite", "journal.sqlite", "journal.sqlite.lock"])
  }

  /// Opened by hand, without the VFS, it is an ordinary database with an ordinary log.
  @Test func itsFormIsThatOfThePaper() throws {
    let store = try journal.open()
    try store.write((0..<40).map { "first \($0)" }, String(repeating: "word ", count: 2000))
    try store.run("PRAGMA wal_checkpoint(PASSIVE)")
    try store.write((0..<10).map { "second \($0)" })
    let plain = try TestVault.plain(main: journal.bytes(""), log: journal.bytes("-log"))
    let path = journal.folder.file("plain.sqlite")
    try Data(plain.main).write(to: URL(filePath: path))
    try Data(plain.log).write(to: URL(filePath: path + "-wal"))
    let queue = try DatabaseQueue(path: path)
    try queue.read { db throws in
      #expect(try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"])
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM entries") == 50)
    }
    try queue.close()
    try store.close()
  }

  @Test func itIsOpenedWithItsKeyAlone() throws {
    try journal.open().close()
    #expect(throws: StoreError.sealed(path: journal.path)) { try journal.open(.init()) }
    #expect(throws: StoreError.sealed(path: journal.path)) { try journal.open(.init(isReadOnly: true)) }
    do {
      try journal.open(TestVault.options(4)).close()
      Issue.record("another key opened it")
    } catch {
      guard case .damaged = error else { throw error }
    }
    try journal.open().close()
  }

  @Test func aPlainFileInItsPlaceIsRefused() throws {
    try journal.open(.init()).close()
    #expect(throws: StoreError.notSealed(path: journal.path)) { try journal.open() }
    try journal.open(.init()).close()
  }

  /// Any program that opens a database removes its log as it closes, were it one that it cannot read.
  @Test func otherProgramsLeaveItsLogAlone() throws {
    let store = try journal.open()
    try store.write(["one", "two"])
    let copy = try journal.copy()
    let before = try copy.bytes("-log")
    #expect(before.count > 4184)
    #expect(throws: DatabaseError.self) {
      let queue = try DatabaseQueue(path: copy.path)
      try queue.read { _ = try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
    }
    #expect(throws: DatabaseError.self) {
      let queue = try DatabaseQueue(path: copy.path)
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 9") }
    }
    #expect(try copy.bytes("-log") == before)
    let again = try copy.open()
    #expect(try again.titles() == ["one", "two"])
    try again.close()
    try store.close()
  }

  /// SQLite would write what it has into the database.
  @Test func aRollbackJournalThatWasPutThereIsNotRead() throws {
    let store = try journal.open()
    try store.write(["one"])
    try store.close()
    let before = try journal.bytes("")
    var planted: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7, 0, 0, 0, 1, 0, 0, 0, 0]
    planted += [0, 0, 0, UInt8(before.count / 4096), 0, 0, 2, 0, 0, 0, 16, 0]
    planted += [UInt8](repeating: 0, count: 512 - planted.count)
    planted += [0, 0, 0, 2] + [UInt8](repeating: 0x41, count: 4096) + [0, 0, 0, 0x41]
    try journal.write(planted, "-journal")
    let again = try journal.open()
    #expect(try again.titles() == ["one"])
    #expect(try again.examine().problems == [])
    try again.close()
    #expect(try journal.bytes("") == before)
  }

  @Test func aLogThatWasTornEndsWithTheLastWholeCommit() throws {
    let store = try journal.open()
    var ends: [Int] = []
    for number in 0..<6 {
      try store.write(["entry \(number)"])
      ends.append(try journal.bytes("-log").count)
    }
    let copy = try journal.copy()
    try store.close()
    let log = try copy.bytes("-log")
    let main = try copy.bytes("")
    for length in stride(from: ends[1], through: log.count, by: 1511) {
      let torn = try SealedFolder()
      try torn.write(main, "")
      // Bytes that a disk left in place of those that it had not written yet.
      try torn.write(Array(log[..<length]) + [UInt8](repeating: 0, count: length % 3 == 0 ? 9000 : 0), "-log")
      let again = try torn.open()
      let whole = ends.count { $0 <= length }
      #expect(try again.titles() == (0..<whole).map { "entry \($0)" })
      #expect(try again.examine().problems == [])
      try again.write(["after"])
      try again.close()
    }
  }

  /// Whatever byte is another: an error, or the journal as it was at some commit, and never other words.
  @Test(arguments: ["", "-log"])
  func aByteThatIsFlippedShowsNoOtherWords(_ file: String) throws {
    let store = try journal.open()
    try store.write((0..<12).map { "in the file \($0)" }, String(repeating: "long ", count: 1500))
    try store.run("PRAGMA wal_checkpoint(TRUNCATE)")
    let early = try store.titles()
    try store.write(["in the log"])
    let late = try store.titles()
    let copy = try journal.copy()
    try store.close()
    let bytes = try copy.bytes(file)
    var errors = 0
    for place in stride(from: 1, to: bytes.count, by: max(1, bytes.count / 160)) {
      let changed = try copy.copy()
      var flipped = bytes
      flipped[place] ^= 0x40
      try changed.write(flipped, file)
      do {
        let again = try changed.open()
        let titles = try again.titles()
        #expect(titles == late || (file == "-log" && titles == early), "byte \(place)")
        for row in try again.page(.init(scope: .all, order: .init(), anchor: .first, limit: 100)).rows {
          let body = try again.entry(row.id)?.body ?? ""
          #expect(body.isEmpty || body == String(repeating: "long ", count: 1500), "byte \(place)")
        }
        try again.close()
      } catch {
        errors += 1
      }
    }
    if file.isEmpty { #expect(errors > 40) }
  }

  @Test func aFrameThatIsChangedUnderAnOpenJournalIsAnError() throws {
    let store = try journal.open()
    try store.write(["one"], "body")
    let handle = try FileHandle(forUpdating: URL(filePath: journal.log))
    let size = try handle.seekToEnd()
    for start in stride(from: UInt64(32 + 56 + 100), to: size, by: 4184) {
      try handle.seek(toOffset: start)
      try handle.write(contentsOf: Data([1, 2, 3, 4, 5, 6, 7, 8]))
    }
    try handle.close()
    do {
      let other = try journal.open()
      _ = try other.titles()
      try other.write(["two"])
      Issue.record("a changed frame was taken")
    } catch let error as StoreError {
      guard case .damaged = error else { throw error }
    }
  }

  @Test func aCopyIsSealedAsTheJournalIs() throws {
    let store = try journal.open()
    try store.write(["one", "two"])
    let target = journal.folder.file("backups/copy.sqlite")
    try store.backUp(to: target)
    try store.close()
    let attributes = try FileManager.default.attributesOfItem(atPath: target)
    #expect(attributes[.posixPermissions] as? NSNumber == 0o600)
    #expect(throws: StoreError.sealed(path: target)) {
      try JournalStore(path: target, environment: journal.world.environment, options: .init(isReadOnly: true))
    }
    var options = TestVault.options()
    options.isReadOnly = true
    let copy = try JournalStore(path: target, environment: journal.world.environment, options: options)
    #expect(try copy.titles() == ["one", "two"])
    #expect(try copy.examine().problems == [])
    try copy.close()
  }

  @Test func severalStoresWriteAtOnce() throws {
    try journal.open().close()
    let journal = journal
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { writer in
      do {
        let store = try journal.open(TestVault.options(isConcurrent: writer == 0))
        for number in 0..<25 { try store.write(["entry \(writer) \(number)"]) }
        try store.close()
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let store = try journal.open()
    #expect(try store.titles().count == 100)
    #expect(try store.examine().problems == [])
    #expect(try store.searchIndexIsSound())
    try store.close()
  }

  @Test func aPathMayHaveAnySigns() throws {
    let path = journal.folder.file("a b?vfs=unix&%41#é/journal.sqlite")
    let store = try JournalStore(path: path, environment: journal.world.environment, options: TestVault.options())
    try store.write(["one"])
    try store.close()
    #expect(try Data(contentsOf: URL(filePath: path)).starts(with: Data("CloudJournal 1".utf8)))
  }
}
