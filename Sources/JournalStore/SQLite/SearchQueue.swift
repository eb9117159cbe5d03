import GRDB
import SQLiteKit

/// Changes of the search index, and tags, that are made together at the end of a transaction, in their order.
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
      var statement = try db.prepare(sql)
      try statement.add(position)
      try statement.add(title)
      try statement.add(body)
      try statement.run()
    }
  }

  /// A tag of an entry that is new.
  struct Tag {
    var key: String
    var position: Int64
    var tag: String

    func make(in db: Database) throws {
      var statement = try db.prepare("INSERT OR IGNORE INTO entryTags(tagKey, position, tag) VALUES(?, ?, ?)")
      try statement.add(key)
      try statement.add(position)
      try statement.add(tag)
      try statement.run()
    }
  }

  var changes: [Change] = []
  /// In the order of the table they go in twice as fast.
  var tags: [Tag] = []
  /// No entry's position lies behind this one, within the transaction; nil before it was asked for.
  var end: Int64?

  /// Makes the changes in the order of their positions, those of one position as they came: FTS5 writes what it has gathered
  /// also whenever a position comes that is not after the last one, and records come in any order.
  func make(in db: Database) throws {
    try makeTags(in: db)
    let order = changes.indices.sorted { (changes[$0].position, $0) < (changes[$1].position, $1) }
    for index in order { try changes[index].make(in: db) }
    changes.removeAll()
    end = nil
  }

  /// Puts in the tags that wait, before the search index is changed: after that each statement costs FTS5 a savepoint.
  private func makeTags(in db: Database) throws {
    tags.sort { ($0.key, $0.position) < ($1.key, $1.position) }
    for tag in tags { try tag.make(in: db) }
    tags.removeAll()
  }
}
