import GRDB
package import JournalCore

extension JournalStore {
  /// Reads the kept numbers of days and streaks; counts entries only in an older file that is opened read-only.
  package func statistics(today: CivilDate) throws(StoreError) -> JournalStatistics {
    try reading { try KeptNumbers(db: $0).statistics(today) }
  }

  /// Reads the kept numbers of a span of days with the first entries of each, in one transaction: the cost is that of the
  /// days, however many entries there are.
  package func days(_ request: DaysRequest) throws(StoreError) -> DaySpan {
    try reading { try DayReader(db: $0).span(request) }
  }

  /// Reads the first entries of a day, and the latest of the same day in other years.
  ///
  /// - Parameter limit: The most entries of each of both.
  package func day(_ date: CivilDate, limit: Int) throws(StoreError) -> DayPage {
    try reading { try DayReader(db: $0).page(date, limit: limit) }
  }

  /// Tags of entries outside of the trash, the most frequent first; of one tag's spellings the first in byte order.
  package func tags(prefix: String, limit: Int) throws(StoreError) -> [TagCount] {
    try reading { db in
      // The end of a prefix's range: no folded tag holds the last scalar of Unicode.
      let key = TagSyntax.normalise(prefix)
      return try db.rows(
        try KeptNumbers(db: db).query(
          """
          SELECT min(tag), sum(entries) AS n FROM tagTallies WHERE tagKey >= ? AND tagKey < ? || char(0x10FFFF)
          GROUP BY tagKey ORDER BY n DESC, tagKey LIMIT ?
          """), [key, key, limit]
      ).map { TagCount(tag: $0[0], count: $0[1]) }
    }
  }

  /// Whether the numbers that are kept of the entries are those that a new count gives; reads every entry.
  ///
  /// - Throws: ``StoreError`` if the file cannot be read.
  package func numbersAreSound() throws(StoreError) -> Bool {
    try reading { try KeptNumbers(db: $0).wrong().isEmpty }
  }

  /// Counts all kept numbers anew from the entries, in one transaction.
  ///
  /// - Throws: ``StoreError`` if the file cannot be written; nothing is changed then.
  package func recount() throws(StoreError) { try writing(.edit) { try KeptNumbers(db: $0).fill() } }
}
