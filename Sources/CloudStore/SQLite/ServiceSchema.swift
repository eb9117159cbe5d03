import GRDB

/// The tables of a service's file, by version.
struct ServiceSchema: Sendable {
  /// `CJsv` in ASCII: what says that a file is a service's.
  static let applicationID: Int64 = 0x434A_7376

  /// What the file is when all ``steps`` are done.
  let version: Int64
  /// The first makes version 1 of an empty file, each other one its version of the one before.
  let steps: [@Sendable (Database) throws -> Void]

  static let current = ServiceSchema(
    version: 3, steps: [{ try $0.execute(sql: first) }, { try second($0) }, { try third($0) }])

  /// Brings the file up to date within the caller's transaction.
  func migrate(_ database: Database, from found: Int64) throws {
    for step in steps[Int(found)...] { try step(database) }
    try database.execute(sql: "PRAGMA user_version = \(version)")
    try database.execute(sql: "PRAGMA application_id = \(Self.applicationID)")
  }

  /// Names are compared by bytes (BINARY, SQLite's default).
  ///
  /// Records lie in the order in which they first came, under a small key, so that three slim indexes do the searching and
  /// a kilobyte is never moved to keep an order. Ids of databases and zones are never given twice: change tokens and
  /// orphaned assets hold on to them. Nothing cascades: what goes together is removed by name where it is removed.
  private static let first = """
    CREATE TABLE databases (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      container TEXT NOT NULL, environment TEXT NOT NULL, scope TEXT NOT NULL, owner TEXT NOT NULL,
      sequence INTEGER NOT NULL, bytes INTEGER NOT NULL,
      UNIQUE (container, environment, scope, owner)
    ) STRICT;
    CREATE INDEX databasesByOwner ON databases (owner);

    CREATE TABLE zones (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      database INTEGER NOT NULL, name TEXT NOT NULL, sequence INTEGER NOT NULL, horizon INTEGER NOT NULL,
      isDeleted INTEGER NOT NULL, createdAt INTEGER NOT NULL, bytes INTEGER NOT NULL,
      UNIQUE (database, name)
    ) STRICT;
    CREATE INDEX zonesBySequence ON zones (database, sequence);

    CREATE TABLE records (
      id INTEGER PRIMARY KEY,
      zone INTEGER NOT NULL, recordName TEXT NOT NULL, recordType TEXT NOT NULL, sequence INTEGER NOT NULL,
      isDeleted INTEGER NOT NULL, hasAssets INTEGER NOT NULL, parent TEXT,
      createdAt INTEGER NOT NULL, createdBy TEXT NOT NULL, createdOn TEXT NOT NULL,
      modifiedAt INTEGER NOT NULL, modifiedBy TEXT NOT NULL, modifiedOn TEXT NOT NULL,
      fields BLOB NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX recordsByName ON records (zone, recordName);
    CREATE INDEX recordsBySequence ON records (zone, sequence);
    CREATE INDEX recordsByType ON records (zone, recordType, recordName) WHERE isDeleted = 0;
    CREATE INDEX tombstones ON records (modifiedAt) WHERE isDeleted = 1;

    CREATE TABLE recordReferences (
      zone INTEGER NOT NULL, recordName TEXT NOT NULL, target TEXT NOT NULL, action INTEGER NOT NULL,
      PRIMARY KEY (zone, recordName, target, action)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX recordReferencesByTarget ON recordReferences (zone, target, action, recordName);

    CREATE TABLE subscriptions (
      database INTEGER NOT NULL, subscriptionID TEXT NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY (database, subscriptionID)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE assets (
      database INTEGER NOT NULL, fileChecksum TEXT NOT NULL, objectKey TEXT NOT NULL, size INTEGER NOT NULL,
      uploadedAt INTEGER NOT NULL, quarantinedAt INTEGER,
      PRIMARY KEY (database, fileChecksum)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX assetsInQuarantine ON assets (quarantinedAt) WHERE quarantinedAt IS NOT NULL;
    CREATE TABLE assetReferences (
      zone INTEGER NOT NULL, recordName TEXT NOT NULL, fileChecksum TEXT NOT NULL,
      PRIMARY KEY (zone, recordName, fileChecksum)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX assetReferencesByFile ON assetReferences (fileChecksum, zone);
    CREATE TABLE uploads (
      tokenDigest BLOB PRIMARY KEY NOT NULL, database INTEGER NOT NULL, zoneName TEXT NOT NULL,
      recordName TEXT NOT NULL, fieldName TEXT NOT NULL, expiresAt INTEGER NOT NULL, isUsed INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX uploadsByExpiry ON uploads (expiresAt);

    CREATE TABLE server (
      only INTEGER PRIMARY KEY CHECK (only = 1), incarnation BLOB NOT NULL, signingKey BLOB NOT NULL
    ) STRICT;
    CREATE TABLE users (
      name TEXT PRIMARY KEY NOT NULL, userRecordName TEXT NOT NULL UNIQUE, passwordHash TEXT NOT NULL,
      quota INTEGER NOT NULL, createdAt INTEGER NOT NULL, suspendedAt INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sessions (
      tokenDigest BLOB PRIMARY KEY NOT NULL, id TEXT NOT NULL UNIQUE, userRecordName TEXT NOT NULL,
      deviceName TEXT NOT NULL, kind TEXT NOT NULL, createdAt INTEGER NOT NULL, lastUsedAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sessionsByUser ON sessions (userRecordName, createdAt);
    CREATE INDEX sessionsByExpiry ON sessions (expiresAt);
    CREATE TABLE containers (id TEXT PRIMARY KEY NOT NULL, createdAt INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE apiTokens (
      value TEXT PRIMARY KEY NOT NULL, container TEXT NOT NULL, createdAt INTEGER NOT NULL, callbacks TEXT NOT NULL,
      callbackURL TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE signIns (
      nonceDigest BLOB PRIMARY KEY NOT NULL, apiToken TEXT NOT NULL, callback TEXT NOT NULL, callbackURL TEXT,
      createdAt INTEGER NOT NULL, expiresAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX signInsByExpiry ON signIns (expiresAt);
    """
}
