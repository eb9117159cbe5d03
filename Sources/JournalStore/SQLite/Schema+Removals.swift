import GRDB

extension Schema {
  /// Of format 4: when the server removed what lies in the trash of this device, and how many entries there were when.
  ///
  /// What was removed before counts as removed now: nothing goes sooner than thirty days after this. The number of entries
  /// is the one that every time before now is told by.
  static func addRemovalCounts(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE removedElsewhere ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE removedElsewhere ADD COLUMN isCounted INTEGER NOT NULL DEFAULT 0;
        UPDATE removedElsewhere SET at = CAST(strftime('%s', 'now') AS INTEGER) * 1000;
        CREATE TABLE liveCounts(at INTEGER PRIMARY KEY, entries INTEGER NOT NULL) STRICT;
        INSERT INTO liveCounts SELECT 0, entries FROM tallies WHERE scope = 'all' AND entries > 0;
        """)
  }
}
