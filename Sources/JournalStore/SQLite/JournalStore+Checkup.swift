import Foundation
import GRDB
import Glibc
import JournalCore
import SystemKit

extension JournalStore {
  /// Writes a copy of the journal, compacted and complete, to a file that must not exist yet; mode 0600.
  ///
  /// Of several that are written to one place at the same time, each is whole; the first one done has the name.
  ///
  /// - Throws: ``StoreError/taken(path:)`` where there is a file of this name, were it made meanwhile; else what kept the
  ///   copy from being written.
  package func backUp(to destination: String) throws(StoreError) {
    if StoreFile.exists(destination) { throw .taken(path: destination) }
    try StoreFile.makeFolder(of: destination)
    StoreFile.sweepParts(of: destination)
    let (temporary, descriptor) = try StoreFile.makePart(of: destination)
    defer { Glibc.close(descriptor) }
    do {
      // VACUUM INTO accepts an empty file, whose mode it keeps.
      try writer.writeWithoutTransaction {
        try $0.execute(sql: "VACUUM INTO ?", arguments: [StoreFile.name(temporary, vault)])
      }
    } catch {
      unlink(temporary)
      throw StoreError(error, path: destination)
    }
    do {
      try SystemFile.place(temporary, descriptor, at: destination, replaces: false)
    } catch {
      unlink(temporary)
      if error.code == EEXIST { throw .taken(path: destination) }
      throw StoreFile.failure(destination, error.code)
    }
  }

  /// The result of ``examine()``: problems, and how much the journal holds.
  package struct Examination: Sendable {
    /// One sentence for each problem; empty if there is none.
    package var problems: [String]
    /// Entries, those in the trash included.
    package var entries: Int
    /// Categories, those in the trash included.
    package var categories: Int
    /// Former values in the history of all records.
    package var historyItems: Int
    /// The size of the database in bytes, without its log and without the pictures' files.
    package var bytes: Int64
  }

  /// Runs SQLite's integrity check and looks for tags without an entry; reads the whole file and changes nothing.
  ///
  /// The search index has ``searchIndexIsSound()``, kept numbers have ``numbersAreSound()``.
  ///
  /// - Throws: ``StoreError`` if the file cannot be read.
  package func examine() throws(StoreError) -> Examination {
    try reading { db in
      var problems: [String] = []
      let integrity = try String.fetchAll(db, sql: "PRAGMA integrity_check(20)")
      if integrity != ["ok"] { problems += integrity.map { "The file is damaged: \($0)." } }
      let orphans =
        try Int.fetchOne(
          db, sql: "SELECT count(*) FROM entryTags WHERE position NOT IN (SELECT position FROM entries)") ?? 0
      if orphans > 0 { problems.append("\(orphans) tags belong to no entry.") }
      return Examination(
        problems: problems,
        entries: try Int.fetchOne(db, sql: "SELECT count(*) FROM entries") ?? 0,
        categories: try Int.fetchOne(db, sql: "SELECT count(*) FROM categories") ?? 0,
        historyItems: try Int.fetchOne(db, sql: "SELECT count(*) FROM history") ?? 0,
        bytes: try Int64.fetchOne(db, sql: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
          ?? 0)
    }
  }

  /// Compares the search index with the entries, word by word; reads every text, and needs a store that may write.
  ///
  /// - Throws: ``StoreError`` if the comparison cannot be made.
  package func searchIndexIsSound() throws(StoreError) -> Bool {
    do {
      try writer.writeWithoutTransaction {
        try $0.execute(sql: "INSERT INTO entrySearch(entrySearch, rank) VALUES('integrity-check', 1)")
      }
      return true
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return false
    } catch {
      throw StoreError(error, path: path)
    }
  }
}

extension JournalStore {
  /// Writes the journal as one file under the first of some names that no file has.
  ///
  /// - Parameter name: The path for a number from 1 on.
  /// - Returns: The path that was written.
  /// - Throws: As ``backUp(to:)`` does, but for a name that is taken.
  package func backUp(toFirst name: (Int) -> String) throws(StoreError) -> String {
    var number = 1
    while true {
      let path = name(number)
      do throws(StoreError) {
        try backUp(to: path)
        return path
      } catch {
        guard error == .taken(path: path) else { throw error }
        number += 1
      }
    }
  }
}
