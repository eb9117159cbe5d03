import GRDB
import Synchronization

/// What other connections did to the journal.
package enum JournalNews: Hashable, Sendable {
  /// A person changed something, in another program.
  case edited
  /// Synchronising took records in; no person has changed anything.
  case tookIn
  /// Nothing that lists and pages show is another one.
  case noted
}

/// What a store has written itself, and has seen of others.
struct SeenWrites: Sendable {
  /// Its own transactions since it was opened; changed only by who has the connection that writes.
  var own = WriteCounts()
  /// SQLite's number, which changes with each commit of another connection; nil before the first look.
  private var version: Int64?
  /// The transactions of others.
  private var others = WriteCounts()

  /// Whether there may be something new.
  func isNew(_ version: Int64) -> Bool { self.version != version }

  /// Notes what a look has found; what is new of it, nil at the first look.
  mutating func look(_ version: Int64, _ counts: WriteCounts) -> JournalNews? {
    let before = (isFirst: self.version == nil, others: others)
    self.version = version
    others = counts - own
    if before.isFirst { return nil }
    return others.edits != before.others.edits ? .edited : others.intakes != before.others.intakes ? .tookIn : .noted
  }
}

extension JournalStore {
  /// Returns what others have done to the journal since the last call, the weightiest of it; nil where they did nothing,
  /// and at the first call. This store's own writes are no news.
  ///
  /// - Throws: ``StoreError`` if the file cannot be read.
  package func news() throws(StoreError) -> JournalNews? {
    try file.requireInPlace()
    do {
      return try writer.writeWithoutTransaction { db in
        let version = try Int64.fetchOne(db, sql: "PRAGMA data_version") ?? 0
        guard writes.withLock({ $0.isNew(version) }) else { return nil }
        let counts = try WriteCounts(db)
        return writes.withLock { $0.look(version, counts) }
      }
    } catch {
      throw StoreError(error, path: path)
    }
  }

  /// Runs one transaction, and counts it in the file and here.
  ///
  /// - Parameter origin: Told when the body is done.
  func committing<Value>(
    _ origin: (Value) -> WriteOrigin, _ body: (Database) throws -> Value
  ) throws -> Value {
    try writer.writeWithoutTransaction { db in
      var done: (value: Value, origin: WriteOrigin)?
      try db.inTransaction {
        let value = try body(db)
        let origin = origin(value)
        try WriteCounts.add(origin, in: db)
        done = (value, origin)
        return .commit
      }
      guard let done else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
      writes.withLock { $0.own.add(done.origin) }
      return done.value
    }
  }
}
