import GRDB

extension Schema {
  /// Format 2: what synchronising keeps. The large tables stay as format 1 made them.
  static func registerSync(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("2 sync") { db in
      try db.execute(sql: account)
      try db.execute(sql: marks)
      try db.execute(sql: removals)
      try db.execute(sql: merges)
      try db.execute(sql: "PRAGMA user_version = 2")
    }
  }

  /// Format 3: entries are sent in the order of their dates, which is that of their rows.
  ///
  /// A device then adds them to the end of its tables. Names have no such order where entries were brought in.
  /// And `revision` counts what was learnt of the server, so that nothing older is taken in over it.
  static func registerOrder(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("3 order") { db in
      try db.execute(sql: "DROP INDEX entriesUnsent")
      try db.execute(sql: "CREATE INDEX entriesUnsent ON entries(position) WHERE localDigest IS NOT baseDigest")
      try db.execute(sql: "ALTER TABLE zones ADD COLUMN revision INTEGER NOT NULL DEFAULT 0")
      try db.execute(sql: "PRAGMA user_version = 3")
    }
  }

  /// One file, one account; `isSignedIn` is 0 while signed out; tokens and bases stay this account's.
  private static let account = """
    CREATE TABLE account(
      id INTEGER PRIMARY KEY CHECK(id = 1), userRecordName TEXT NOT NULL, service TEXT NOT NULL,
      containerID TEXT NOT NULL, environment TEXT NOT NULL CHECK(environment IN ('development', 'production')),
      incarnation TEXT, isSignedIn INTEGER NOT NULL) STRICT;
    ALTER TABLE zones ADD COLUMN isSweeping INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE zones ADD COLUMN isKnown INTEGER NOT NULL DEFAULT 0;
    """

  /// Records that the server refused, that a full fetch no longer found, and that a newer program wrote: a few of each.
  private static let marks = """
    CREATE TABLE parked(
      zone INTEGER NOT NULL REFERENCES zones(id), recordName TEXT NOT NULL, code TEXT NOT NULL, reason TEXT NOT NULL,
      PRIMARY KEY(zone, recordName)) STRICT, WITHOUT ROWID;
    CREATE TABLE removedElsewhere(
      zone INTEGER NOT NULL REFERENCES zones(id), recordName TEXT NOT NULL, reason TEXT NOT NULL,
      PRIMARY KEY(zone, recordName)) STRICT, WITHOUT ROWID;
    CREATE TABLE newerFormat(
      zone INTEGER NOT NULL REFERENCES zones(id), recordName TEXT NOT NULL,
      PRIMARY KEY(zone, recordName)) STRICT, WITHOUT ROWID;
    """

  /// `purges` holds what was deleted forever here, until the server has removed it too: `changeTag` is NULL where the
  /// server is not known to have it, and `baseStamps` has digests of all former values, the server's among them.
  /// `postponedRemovals` holds what the server removed in a pull that is not at its end.
  private static let removals = """
    CREATE TABLE purges(
      zone INTEGER NOT NULL REFERENCES zones(id), recordName TEXT NOT NULL, recordType TEXT NOT NULL,
      title TEXT NOT NULL, stamps BLOB NOT NULL, baseStamps BLOB NOT NULL, changeTag TEXT, owner TEXT, version BLOB,
      purgedAt INTEGER NOT NULL, seenEpoch INTEGER NOT NULL, PRIMARY KEY(zone, recordName)) STRICT, WITHOUT ROWID;
    CREATE INDEX purgesByOwner ON purges(owner) WHERE owner IS NOT NULL;
    CREATE INDEX purgesUnsent ON purges(recordName) WHERE changeTag IS NOT NULL AND owner IS NULL;
    CREATE TABLE postponedRemovals(
      zone INTEGER NOT NULL REFERENCES zones(id), recordName TEXT NOT NULL,
      PRIMARY KEY(zone, recordName)) STRICT, WITHOUT ROWID;
    """

  /// Merges that did not keep every value. `isConflict` becomes 0 once the person has looked.
  private static let merges = """
    CREATE TABLE merges(
      editGroup INTEGER PRIMARY KEY, zone INTEGER NOT NULL REFERENCES zones(id), recordName TEXT NOT NULL,
      recordType TEXT NOT NULL, at INTEGER NOT NULL, fields TEXT NOT NULL, isConflict INTEGER NOT NULL,
      base BLOB, local BLOB NOT NULL, server BLOB NOT NULL) STRICT;
    CREATE INDEX mergesByRecord ON merges(zone, recordName);
    CREATE INDEX mergesInConflict ON merges(editGroup) WHERE isConflict = 1;
    CREATE INDEX historyByGroup ON history(editGroup);
    CREATE INDEX imagesOfEntry ON images(entry);
    """
}
