import GRDB

/// Changes of the search index that are made together at the end of a transaction, in their order.
///
/// FTS5 writes what it has gathered at every savepoint, and SQLite makes one for each statement that fires triggers:
/// entries and index written in turn would cost a piece of the index on disk for every entry.
final class SearchQueue {
  struct Change {
    var isRemoval: Bool
    var position: Int64
    var title: String
    var body: String

    /// The index does not look at the entries, so a change needs the words that it removes.
    func make(in db: Database) throws {
      let sql =
        isRemoval
        ? "INSERT INTO entrySearch(entrySearch, rowid, title, body) VALUES('delete', ?, ?, ?)"
        : "INSERT INTO entrySearch(rowid, title, body) VALUES(?, ?, ?)"
      try db.run(sql, [position, title, body])
    }
  }

  var changes: [Change] = []

  func make(in db: Database) throws {
    for change in changes { try change.make(in: db) }
    changes.removeAll()
  }
}
