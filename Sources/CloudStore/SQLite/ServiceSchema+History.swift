import GRDB

extension ServiceSchema {
  /// Format 2: in which run of the service a change was made.
  ///
  /// `runStarts` has a database's number where that differs from the one noted before; `commits` the digests of the last
  /// commits. What was there before belongs to no run, and its change tags stay what they were.
  static func addHistory(_ database: Database) throws {
    try database.execute(sql: history)
  }

  private static let history = """
    CREATE TABLE runs (number INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL UNIQUE) STRICT;
    CREATE TABLE runStarts (
      database INTEGER NOT NULL, run INTEGER NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (database, run)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE commits (
      database INTEGER NOT NULL, sequence INTEGER NOT NULL, first INTEGER NOT NULL, number INTEGER NOT NULL,
      digest BLOB NOT NULL, PRIMARY KEY (database, sequence)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE records ADD COLUMN run INTEGER NOT NULL DEFAULT 0;
    """
}
