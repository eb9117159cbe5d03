import Foundation
import GRDB
import GRDBSQLite
import JournalCore
import Testing

@testable import JournalStore

/// Each shape of reading and writing that SQLite has: those that are served, and that no other one is.
///
/// One after the other, since refusals are counted for the whole process.
@Suite(.serialized) struct SealedShapeTests {
  let journal: SealedFolder

  /// SQLite's codes, which the header writes in a way that is not imported.
  private enum Code {
    static let read = SQLITE_IOERR | 1 << 8
    static let write = SQLITE_IOERR | 3 << 8
    static let truncate = SQLITE_IOERR | 6 << 8
  }

  init() throws { journal = try SealedFolder() }

  @Test func everythingThatSQLiteDoesIsServed() throws {
    let before = SealedFiles.refusals
    let store = try journal.open()
    // Less memory than a transaction needs: pages go to the log before the commit, and are written there again.
    try store.run("PRAGMA cache_size = 8")
    try store.writer.writeWithoutTransaction { db in
      try db.inTransaction {
        for number in 0..<400 {
          try db.execute(
            sql: "INSERT INTO preferences VALUES(?, ?)", arguments: ["k\(number)", String(repeating: "v", count: 900)])
        }
        try db.execute(sql: "UPDATE preferences SET value = value || 'x'")
        try db.inSavepoint {
          try db.execute(sql: "UPDATE preferences SET value = value || 'y'")
          return .rollback
        }
        try db.execute(sql: "DELETE FROM preferences WHERE key LIKE '%3'")
        return .commit
      }
    }
    // Texts on pages of their own, of all lengths around a page's end.
    for length in [0, 1, 3000, 4028, 4060, 4061, 4064, 8120, 8124, 100_000, 1_300_000] {
      try store.write(["text \(length)"], String(repeating: "w", count: length))
    }
    for mode in ["PASSIVE", "FULL", "RESTART", "TRUNCATE"] {
      try store.run("PRAGMA wal_checkpoint(\(mode))")
      try store.write(["after \(mode)"], String(repeating: "z", count: 5000))
    }
    try store.rebuildSearchIndex()
    #expect(try store.searchIndexIsSound())
    try store.run("VACUUM")
    try store.backUp(to: journal.folder.file("copy.sqlite"))
    let reader = try journal.open(TestVault.options(isConcurrent: true))
    #expect(try reader.titles().count == 15)
    #expect(try reader.examine().problems == [])
    try reader.close()
    // As after a loss of power: the log is read from its beginning.
    let copy = try journal.copy()
    let recovered = try copy.open()
    #expect(try recovered.titles().count == 15)
    #expect(try recovered.entry(RecordName("text 1300000"))?.body.utf8.count == 1_300_000)
    #expect(try recovered.examine().problems == [])
    try recovered.close()
    try store.close()
    var options = TestVault.options()
    (options.isReadOnly, options.isWithoutIndex) = (true, true)
    let alone = try journal.open(options)
    #expect(try alone.titles().count == 15)
    try alone.close()
    #expect(SealedFiles.refusals == before)
  }

  /// Has the file of a connection, the database's or the log's, do as SQLite would have it.
  private func withFile(_ store: JournalStore, isLog: Bool, _ body: (SQLiteFileHandle) -> Void) throws {
    try store.writer.writeWithoutTransaction { db in
      var file: UnsafeMutablePointer<sqlite3_file>?
      let what = isLog ? SQLITE_FCNTL_JOURNAL_POINTER : SQLITE_FCNTL_FILE_POINTER
      #expect(sqlite3_file_control(db.sqliteConnection, "main", what, &file) == SQLITE_OK)
      let handle = try #require(file)
      body(SQLiteFileHandle(file: handle))
    }
  }

  @Test func everyOtherShapeIsRefused() throws {
    let store = try journal.open()
    try store.write(["one"], String(repeating: "w", count: 9000))
    try store.run("PRAGMA wal_checkpoint(PASSIVE)")
    try store.write(["two"])
    let before = SealedFiles.refusals
    try withFile(store, isLog: false) { file in
      for (count, at) in [(4096, 100), (8192, 0), (200, 4000), (101, 4095)] {
        #expect(file.read(count, at) == Code.read)
      }
      for (count, at) in [(100, 0), (4096, 2048), (8192, 4096), (2048, 4096), (1, 5000)] {
        #expect(file.write([UInt8](repeating: 0, count: count), at) == Code.write)
      }
      // Page 1 without its room, and a page with something in the place of the trailer.
      #expect(file.write([UInt8](repeating: 0, count: 4096), 0) == Code.write)
      #expect(file.write([UInt8](repeating: 1, count: 4096), 8192) == Code.write)
      #expect(file.truncate(5000) == Code.truncate)
      // Parts of a page, as newer versions of SQLite read them, and bytes that stay readable.
      for (count, at) in [(4064, 4096), (16, 24), (100, 0), (8, 4200)] { #expect(file.read(count, at) == SQLITE_OK) }
    }
    try withFile(store, isLog: true) { file in
      for (count, at) in [(48, 0), (40, 32), (4096, 32), (4120, 56), (8240, 32)] {
        #expect(file.read(count, at) == Code.read)
      }
      for (count, at) in [(24, 0), (32, 32), (16, 32), (4096, 32), (4096, 100), (4120, 32), (8, 48)] {
        #expect(file.write([UInt8](repeating: 0, count: count), at) == Code.write)
      }
      #expect(file.truncate(5000) == Code.truncate)
      for (count, at) in [(32, 0), (4120, 32), (4096, 56), (8, 48), (8, 24)] {
        #expect(file.read(count, at) == SQLITE_OK)
      }
    }
    #expect(SealedFiles.refusals - before == 25)
    #expect(try store.titles() == ["one", "two"])
    #expect(try store.examine().problems == [])
    try store.close()
  }

  /// With a rollback journal a database that has something in it is not written, since its pages would lie there plain.
  @Test func aRollbackJournalIsNotWritten() throws {
    let store = try journal.open()
    try store.write(["one"])
    try store.close()
    let queue = try DatabaseQueue(path: StoreFile.name(journal.path, TestVault.seal()))
    #expect(throws: DatabaseError.self) {
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    }
    try queue.close()
    let again = try journal.open()
    #expect(try again.titles() == ["one"])
    #expect(try again.pragma("journal_mode") == "wal")
    try again.close()
  }
}

/// The calls that SQLite makes of a file.
private struct SQLiteFileHandle {
  let file: UnsafeMutablePointer<sqlite3_file>

  func read(_ count: Int, _ at: Int) -> Int32 {
    var buffer = [UInt8](repeating: 0, count: count)
    return file.pointee.pMethods.pointee.xRead(file, &buffer, Int32(count), sqlite3_int64(at))
  }

  func write(_ bytes: [UInt8], _ at: Int) -> Int32 {
    file.pointee.pMethods.pointee.xWrite(file, bytes, Int32(bytes.count), sqlite3_int64(at))
  }

  func truncate(_ size: Int) -> Int32 { file.pointee.pMethods.pointee.xTruncate(file, sqlite3_int64(size)) }
}
