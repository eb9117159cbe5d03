import Foundation
import GRDB
import Glibc
package import JournalCore
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
      try writer.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [temporary]) }
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

  /// What an examination found.
  package struct Examination: Sendable {
    /// Sentences, none where all is well.
    package var problems: [String]
    package var entries: Int
    package var categories: Int
    package var historyItems: Int
    package var bytes: Int64
  }

  /// Checks the file, the search index and everything derived from the entries; changes nothing.
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

  /// Compares the search index with the entries, word by word.
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

  /// All images that are not in the trash.
  package func allImages() throws(StoreError) -> [EntryImage] {
    try reading { try $0.rows("SELECT * FROM images ORDER BY entry, sortOrder").map(ImageTable.image) }
  }
}
