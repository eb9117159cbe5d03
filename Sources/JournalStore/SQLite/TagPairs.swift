import GRDB
package import JournalCore

/// Tags that go together.
package struct TagPairs {
  private let store: JournalStore

  package init(_ store: JournalStore) { self.store = store }

  /// The tags that stand on the same entries outside of the trash, those of the most entries first.
  ///
  /// Only the latest thousand tags that were written are looked at, by the dates of their entries: so it takes as long in
  /// a journal of any size.
  ///
  /// - Parameter limit: The most pairs.
  /// - Throws: ``StoreError`` if the file cannot be read.
  package func most(_ limit: Int) throws(StoreError) -> [TagPair] {
    try store.reading { db in
      try db.rows(
        """
        WITH since(position) AS (
          SELECT coalesce((SELECT position FROM entryTags ORDER BY position DESC LIMIT 1 OFFSET 1000), -9223372036854775808))
        SELECT min(a.tag), min(b.tag), count(*) AS n FROM since
          JOIN entryTags a INDEXED BY entryTagsByPosition ON a.position > since.position
          JOIN entryTags b INDEXED BY entryTagsByPosition ON b.position = a.position AND b.tagKey > a.tagKey
          JOIN entries e ON e.position = a.position AND e.trashedAt IS NULL
        GROUP BY a.tagKey, b.tagKey ORDER BY n DESC, a.tagKey, b.tagKey LIMIT ?
        """, [limit]
      ).map { TagPair($0[0], $0[1], $0[2]) }
    }
  }
}
