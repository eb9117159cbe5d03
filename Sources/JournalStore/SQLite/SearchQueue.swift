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
  /// No entry's position lies behind this one, within the transaction; nil before it was asked for.
  var end: Int64?

  /// Makes the changes in the order of their positions, those of one position as they came: FTS5 writes what it has gathered
  /// also whenever a position comes that is not after the last one, and records come in any order.
  func make(in db: Database) throws {
    let order = changes.indices.sorted { (changes[$0].position, $0) < (changes[$1].position, $1) }
    for index in order { try changes[index].make(in: db) }
    changes.removeAll()
    end = nil
  }
}
