import GRDB

extension Schema {
  /// Format 11: what imports brought that has no place in an entry, as ``KeptItem`` has it.
  static func registerFormat11(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("11") { db in
      try db.execute(sql: keptItems)
      try db.execute(sql: "PRAGMA user_version = 11")
    }
  }

  /// `asset` is empty for details. The rows of an entry go with its own.
  private static let keptItems = """
    CREATE TABLE keptItems(
      id INTEGER PRIMARY KEY, zone INTEGER NOT NULL REFERENCES zones(id), entry TEXT NOT NULL, kind TEXT NOT NULL,
      name TEXT NOT NULL, asset TEXT NOT NULL, bytes INTEGER NOT NULL, details TEXT NOT NULL) STRICT;
    CREATE INDEX keptItemsByEntry ON keptItems(zone, entry);
    CREATE TRIGGER keptItemGoes AFTER DELETE ON entries BEGIN
      DELETE FROM keptItems WHERE zone = OLD.zone AND entry = OLD.recordName;
    END;
    """
}
