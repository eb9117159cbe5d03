import GRDB
import JournalCore

extension Schema {
  /// Format 10: preferences that go with the journal to all its devices, as ``Preference`` has them.
  ///
  /// A program of before kept such records as it keeps all that it does not know. Where it has some, everything is read again
  /// from the server: what is known of a record is more than its fields.
  static func registerFormat10(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("10") { db in
      try db.execute(sql: syncedPreferences)
      try db.execute(
        sql: """
          DELETE FROM postponedRemovals
            WHERE zone IN (SELECT zone FROM foreignRecords WHERE recordType = '\(Preference.recordType)');
          UPDATE zones SET changeToken = NULL, epoch = epoch + 1, isSweeping = 1
            WHERE id IN (SELECT zone FROM foreignRecords WHERE recordType = '\(Preference.recordType)');
          PRAGMA user_version = 10;
          """)
    }
  }

  private static let syncedPreferences = """
    CREATE TABLE syncedPreferences(
      id INTEGER PRIMARY KEY, zone INTEGER NOT NULL REFERENCES zones(id), recordName TEXT NOT NULL,
      key TEXT NOT NULL, value TEXT NOT NULL, modifiedAt INTEGER NOT NULL, trashedAt INTEGER,
      \(synced), UNIQUE(zone, recordName)) STRICT;
    CREATE INDEX syncedPreferencesUnsent ON syncedPreferences(recordName) WHERE localDigest IS NOT baseDigest;
    """
}
