import Foundation
import GRDB
import Glibc
package import JournalSeal
import SQLiteKit
import SystemKit

/// A journal's file written anew, sealed or plain, to take the place of the file that is there.
///
/// The copy is whole, examined and on the disk before anything is exchanged; no other program has the journal open meanwhile.
package struct VaultConversion {
  /// The journal.
  package let path: String
  /// What it is sealed with now; nil where it is plain.
  package let present: PageSeal?
  /// What it is to be sealed with; nil for a plain file.
  package let wanted: PageSeal?
  /// Where the copy is written.
  package let copy: String

  package init(path: String, present: PageSeal?, wanted: PageSeal?, copy: String) {
    (self.path, self.present, self.wanted, self.copy) = (path, present, wanted, copy)
  }

  /// Writes the copy and has it take the journal's place.
  ///
  /// - Parameter exchanging: Called when the copy is whole, and given what exchanges the two; nothing is exchanged where it throws
  ///   before.
  /// - Throws: ``StoreError/busy(path:)`` where another program has the journal open, ``StoreError`` where the copy cannot be
  ///   written or is not as the journal, and what `exchanging` throws.
  package func run(_ environment: StoreEnvironment, exchanging: (() throws -> Void) throws -> Void) throws {
    // Migrations and what a crash left behind are done with before.
    try open(path, present, environment).close()
    try removeCopy()
    let store = try open(path, present, environment) { $0.isAlone = true }
    do {
      try writeCopy(of: store)
      try compare(store, environment)
      try exchanging {
        try VaultConversion.emptyLog(store)
        try move()
      }
    } catch {
      try store.close()
      throw error
    }
    try store.close()
    try removeLogs()
  }

  /// Gives a copy that is whole the journal's name.
  ///
  /// - Throws: ``StoreError`` where that cannot be done.
  package func move() throws(StoreError) {
    do {
      try SystemFile.move(copy, to: path)
      try SystemFile.syncFolder(SystemFile.folder(of: path))
    } catch { throw StoreFile.failure(error.path, error.code) }
  }

  /// Removes a copy that is not to be used, and what belongs to it.
  ///
  /// - Throws: ``StoreError`` where that cannot be done.
  package func removeCopy() throws(StoreError) {
    try remove(["", "-wal", "-log", "-shm", ".lock", "-journal"].map { copy + $0 })
  }

  /// Removes the log of the file that was there before; it is empty.
  ///
  /// - Throws: ``StoreError`` where that cannot be done.
  package func removeLogs() throws(StoreError) {
    try remove([StoreFile.log(of: path, isSealed: present != nil), copy + ".lock"])
  }

  private func remove(_ files: [String]) throws(StoreError) {
    for file in files where unlink(file) != 0 && errno != ENOENT { throw StoreFile.failure(file, errno) }
  }

  private func open(
    _ path: String, _ vault: PageSeal?, _ environment: StoreEnvironment,
    _ change: (inout JournalStore.Options) -> Void = { _ in }
  ) throws(StoreError) -> JournalStore {
    var options = JournalStore.Options(mustExist: true)
    options.vault = vault
    options.patience = 2
    change(&options)
    return try JournalStore(path: path, environment: environment, options: options)
  }

  /// Opens the copy as a journal is opened, and compares what it holds.
  private func compare(_ store: JournalStore, _ environment: StoreEnvironment) throws {
    let made = try open(copy, wanted, environment)
    do {
      let problems = try made.examine().problems
      guard problems.isEmpty else { throw StoreError.damaged(path: copy, detail: problems[0]) }
      guard try VaultConversion.counts(made) == VaultConversion.counts(store) else {
        throw StoreError.damaged(path: copy, detail: "the copy has other rows than the journal")
      }
    } catch {
      try made.close()
      throw error
    }
    try made.close()
    let descriptor = Glibc.open(copy, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreFile.failure(copy, errno) }
    defer { Glibc.close(descriptor) }
    guard fsync(descriptor) == 0 else { throw StoreFile.failure(copy, errno) }
  }

  // MARK: The two files

  /// Whether the file at a path is a sealed journal; nil where there is none, or an empty one.
  ///
  /// To be asked where this process does not have it open.
  /// - Throws: ``StoreError`` if the file cannot be read.
  package static func isSealed(_ path: String) throws(StoreError) -> Bool? { try StoreFile.isSealed(path) }

  /// Whether this process has the journal at a path open; ``isSealed(_:)`` would take its locks from it then.
  package static func isOpenHere(_ path: String) -> Bool { FileClaim.isOpen(path) }

  /// What a look at a journal's file finds.
  package enum Look: Hashable, Sendable {
    /// This process has it open, so that it is not looked at.
    case open
    case sealed, plain
    /// There is none, or an empty one.
    case missing
  }

  /// Looks whether a file is a sealed journal, where this process does not have it open. What cannot be read, or is no
  /// journal, counts as plain: nothing opens it.
  package static func look(_ path: String) -> Look {
    FileClaim.unlessOpen(path) {
      do throws(StoreError) {
        if let isSealed = try StoreFile.isSealed(path) { return isSealed ? .sealed : .plain }
        return !StoreFile.exists(path) || StoreFile.isEmpty(path) ? .missing : .plain
      } catch {
        return .plain
      }
    } ?? .open
  }

  /// Has SQLite's file system not know a vault's key any more; to be called once its journal is closed.
  package static func forget(_ vault: VaultID) { SealedFiles.forget(vault) }

  /// Whether another process has the journal at a path open.
  package static func isOpenElsewhere(_ path: String) -> Bool { StoreFile.isInUse(path) }

  private func writeCopy(of store: JournalStore) throws(StoreError) {
    do {
      Glibc.close(try SystemFile.create(copy))
    } catch { throw StoreFile.failure(error.path, error.code) }
    if let wanted { SealedFiles.know(wanted) }
    do {
      guard wanted == nil || SealedFiles.isReady else {
        throw DatabaseError(resultCode: .SQLITE_ERROR, message: "no vaults here")
      }
      try store.writer.writeWithoutTransaction { db in
        // Room that is there once stays: a plain file that was sealed before has it, too, which does no harm.
        if wanted != nil { SQLiteFile.reserve(PageSeal.trailerLength, in: db) }
        try db.execute(sql: "VACUUM INTO ?", arguments: [StoreFile.copyName(copy, wanted)])
      }
    } catch {
      throw StoreError(error, path: copy)
    }
  }

  /// How many rows each table has.
  private static func counts(_ store: JournalStore) throws(StoreError) -> [String: Int] {
    try store.reading { db in
      var counts: [String: Int] = [:]
      for table in try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") {
        counts[table] = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table.quotedDatabaseIdentifier)")
      }
      return counts
    }
  }

  private static func emptyLog(_ store: JournalStore) throws(StoreError) {
    do {
      try store.writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    } catch {
      throw StoreError(error, path: store.path)
    }
  }
}
