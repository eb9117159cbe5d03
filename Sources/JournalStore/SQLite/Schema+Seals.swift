import GRDB

extension Schema {
  /// Of format 5: what is kept of a sealed journal beside the marks of its records (`foreignFields`).
  ///
  /// `resealing` holds records that go up again though nothing of them changed. `unreadable` holds the server's records that
  /// cannot be opened here, or may not be taken in, by ``ClosedReason``. `refusals` counts copies that were not taken in, by
  /// the time of each. `sealedRemovals` holds records that a sealed word removed, with the times of
  /// their fields as a version without values: an older copy that turns up is known for what it is. `seal` is a mark as `foreignFields` has it.
  static func addSeals(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE resealing(
          zone INTEGER NOT NULL REFERENCES zones(id), recordName TEXT NOT NULL, recordType TEXT NOT NULL,
          PRIMARY KEY(zone, recordName)) STRICT, WITHOUT ROWID;
        CREATE TABLE unreadable(
          zone INTEGER NOT NULL REFERENCES zones(id), recordName TEXT NOT NULL, reason TEXT NOT NULL, keyID TEXT NOT NULL,
          PRIMARY KEY(zone, recordName)) STRICT, WITHOUT ROWID;
        CREATE TABLE refusals(
          zone INTEGER NOT NULL REFERENCES zones(id), recordName TEXT NOT NULL, number INTEGER NOT NULL,
          at INTEGER NOT NULL, PRIMARY KEY(zone, recordName, number)) STRICT, WITHOUT ROWID;
        CREATE TABLE sealedRemovals(
          zone INTEGER NOT NULL REFERENCES zones(id), recordName TEXT NOT NULL, recordType TEXT NOT NULL,
          changeTag TEXT NOT NULL, seal BLOB NOT NULL, stamps BLOB NOT NULL, removedAt INTEGER NOT NULL,
          PRIMARY KEY(zone, recordName)) STRICT, WITHOUT ROWID;
        ALTER TABLE purges ADD COLUMN seal BLOB;
        CREATE INDEX purgesSealed ON purges(recordName)
          WHERE changeTag IS NOT NULL AND owner IS NOT NULL AND seal IS NOT NULL;
        """)
  }

  /// Of format 7: the rings of shares that were taken last, by ``KeptShare``, and the identities that are known of people, as
  /// rings have them, by address.
  static func addShareRings(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE shareRings(
          zone INTEGER NOT NULL REFERENCES zones(id), name TEXT NOT NULL, origin BLOB NOT NULL, ring BLOB NOT NULL,
          link BLOB, phase INTEGER NOT NULL, PRIMARY KEY(zone, name, origin)) STRICT, WITHOUT ROWID;
        CREATE TABLE identityPins(
          address TEXT PRIMARY KEY, identity BLOB NOT NULL, trust INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        """)
  }
}
