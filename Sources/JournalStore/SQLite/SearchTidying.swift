import GRDB
import Synchronization

/// Decides when the search index is worth being put in order.
///
/// FTS5 keeps what large imports and first pulls bring as many pieces, each of which has to be opened for every search;
/// a frequent word then takes twice as long to find as in one piece. Small changes it merges by itself.
final class SearchTidying: Sendable {
  /// Rows after which the index is put in order: below that the pieces cost less than a search's own start.
  static let threshold = 20_000

  /// Pages of the index that one transaction writes, some 25 ms of work: while it lasts no other writer can save.
  private static let pages = 250

  private let rows = Mutex(0)

  /// Counts rows that were brought in.
  func add(_ count: Int) { rows.withLock { $0 += count } }

  /// Puts the index in order if enough has come in since the last time.
  ///
  /// What comes in goes on being found all the time: a failure is not one of the change that led here, which is on the
  /// disk. It is tried again after the next one.
  func runIfDue(_ writer: any DatabaseWriter) {
    let isDue = rows.withLock { rows in
      guard rows >= SearchTidying.threshold else { return false }
      rows = 0
      return true
    }
    guard isDue else { return }
    do {
      // FTS5's documentation, 6.8: a negative number makes one piece of all; the command is repeated until it changes
      // fewer than two rows.
      try step(-SearchTidying.pages, writer)
      while try step(SearchTidying.pages, writer) >= 2 {}
    } catch {
      // The next write meets the same trouble, and says so.
      add(SearchTidying.threshold)
    }
  }

  /// Rows of the index that one step has changed.
  @discardableResult
  private func step(_ pages: Int, _ writer: any DatabaseWriter) throws -> Int {
    try writer.write { db in
      let before = db.totalChangesCount
      try db.run("INSERT INTO entrySearch(entrySearch, rank) VALUES('merge', ?)", [pages])
      return db.totalChangesCount - before
    }
  }
}
