import GRDB

extension ServiceSchema {
  /// Makes format 3 of format 2.
  static func third(_ database: Database) throws { try database.execute(sql: thirdTables) }

  /// Shares, who is in them, and what is in them. No record is written anew: its share is NULL.
  ///
  /// A member's row is one for a record and a share, whatever the number of participants; a feed goes by its number, and
  /// who joins or leaves reads it by name. A participant's rows are found by zone, so that those of other owners cost
  /// nothing. A participant's shared database is a row of `databases`; `sharedZones` says which zones it has, and keeps
  /// their names, for it outlives them.
  private static let thirdTables = """
    ALTER TABLE records ADD COLUMN share INTEGER;
    ALTER TABLE zones ADD COLUMN shareCount INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE zones ADD COLUMN zoneShare INTEGER;
    ALTER TABLE zones ADD COLUMN shareHorizon INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE uploads ADD COLUMN guest TEXT;
    ALTER TABLE uploads ADD COLUMN guestZone INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE shares (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      zone INTEGER NOT NULL, recordName TEXT NOT NULL, root TEXT NOT NULL, publicPermission TEXT NOT NULL,
      sequence INTEGER NOT NULL, guestBytes INTEGER NOT NULL, createdAt INTEGER NOT NULL,
      endedAt INTEGER, endedOn INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX sharesByRoot ON shares (zone, root) WHERE endedAt IS NULL;
    CREATE INDEX sharesByZone ON shares (zone);
    CREATE INDEX sharesByEnd ON shares (endedOn) WHERE endedAt IS NOT NULL;

    CREATE TABLE participants (
      number INTEGER PRIMARY KEY,
      share INTEGER NOT NULL, zone INTEGER NOT NULL, id TEXT NOT NULL, user TEXT, address TEXT, name TEXT,
      kind TEXT NOT NULL, permission TEXT NOT NULL, status TEXT NOT NULL, joinedAt INTEGER, leftAt INTEGER,
      changedOn INTEGER NOT NULL, protection BLOB, protectionTag TEXT,
      UNIQUE (share, id), UNIQUE (share, user)
    ) STRICT;
    CREATE INDEX participantsByUser ON participants (user, zone, share) WHERE user IS NOT NULL;
    CREATE INDEX participantsByAddress ON participants (address, share) WHERE user IS NULL;
    CREATE INDEX participantsRemoved ON participants (changedOn) WHERE status = 'REMOVED';

    CREATE TABLE shareMembers (
      share INTEGER NOT NULL, recordName TEXT NOT NULL, enteredAt INTEGER NOT NULL, sequence INTEGER NOT NULL,
      leftAt INTEGER, changedOn INTEGER NOT NULL,
      PRIMARY KEY (share, recordName)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX shareMembersBySequence ON shareMembers (share, sequence);
    CREATE INDEX shareMembersLeft ON shareMembers (changedOn) WHERE leftAt IS NOT NULL;

    CREATE TABLE sharedZones (
      database INTEGER NOT NULL, zone INTEGER NOT NULL, name TEXT NOT NULL, owner TEXT NOT NULL,
      position INTEGER NOT NULL, arrivedAt INTEGER NOT NULL, isGone INTEGER NOT NULL,
      PRIMARY KEY (database, zone)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sharedZonesByPosition ON sharedZones (database, position);
    CREATE INDEX sharedZonesByZone ON sharedZones (zone);
    CREATE TABLE shortGUIDs (
      guid TEXT PRIMARY KEY NOT NULL, zone INTEGER NOT NULL, recordName TEXT NOT NULL, UNIQUE (zone, recordName)
    ) STRICT, WITHOUT ROWID;

    ALTER TABLE users ADD COLUMN displayName TEXT;
    ALTER TABLE users ADD COLUMN isDiscoverable INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE userAddresses (address TEXT PRIMARY KEY NOT NULL, user TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX userAddressesByUser ON userAddresses (user);
    CREATE TABLE addressHosts (host TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
    """
}
