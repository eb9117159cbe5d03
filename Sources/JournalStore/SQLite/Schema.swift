import CloudRecord
import GRDB
import SyncCore

/// The tables of a journal and how older ones become newer ones.
///
/// A synced row is keyed by its zone (database, owner, zone name) and its recordName; beside its values stand the stamps
/// of its fields, the digest of what is here (`localDigest`) and of what the server last acknowledged (`baseDigest`).
enum Schema {
  /// Kept in the file's `user_version`; a file with a larger one is refused.
  static let version = 13
  /// Kept in the file's `application_id`: "CJrn".
  static let applicationID = 0x434A_726E
  /// The version of the search tokenizer; where a file has another, the index is rebuilt.
  static let tokenizerVersion = 1

  /// A format of the file, and the way to it from any older one; tests make one that is newer than ``current``.
  struct Plan: Sendable {
    var version: Int
    /// Makes the migrator; the number is the device's identity, should a journal be new.
    var migrator: @Sendable (_ device: UInt64) -> DatabaseMigrator
  }

  static let current = Plan(version: version, migrator: { Schema.migrator(device: $0) })

  static func migrator(device: UInt64) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    registerJournal(in: &migrator, device: device)
    registerSync(in: &migrator)
    registerOrder(in: &migrator)
    registerFormat4(in: &migrator)
    registerFormat5(in: &migrator)
    registerFormat6(in: &migrator)
    registerFormat7(in: &migrator)
    registerFormat8(in: &migrator)
    registerFormat9(in: &migrator)
    registerFormat10(in: &migrator)
    registerFormat11(in: &migrator)
    registerFormat12(in: &migrator)
    registerFormat13(in: &migrator)
    return migrator
  }

  /// Format 4, one topic after the other.
  static func registerFormat4(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("4") { db in
      try addRemovalCounts(db)
      try addHistory(db)
      try addStatistics(to: db)
      try db.execute(sql: "PRAGMA user_version = 4")
    }
  }

  /// Format 5, one topic after the other.
  static func registerFormat5(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("5") { db in
      try db.execute(sql: draftBases)
      try addSeals(db)
      try db.execute(sql: "PRAGMA user_version = 5")
    }
  }

  /// Format 6: records of shares are kept with the people in them (``SharingCoding``), which no older program reads. The
  /// tables stay; what another program's shares said before is read again when they change.
  static func registerFormat6(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("6") { db in try db.execute(sql: "PRAGMA user_version = 6") }
  }

  /// Format 7: rings of shares, and marks of records that are sealed in one (``ForeignCoding``).
  static func registerFormat7(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("7") { db in
      try addShareRings(db)
      try db.execute(sql: "PRAGMA user_version = 7")
    }
  }

  /// Format 8: moods and hours of each day.
  static func registerFormat8(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("8") { db in
      try addDayParts(to: db)
      try db.execute(sql: "PRAGMA user_version = 8")
    }
  }

  /// Format 9: previews keep the lines of an entry apart.
  static func registerFormat9(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("9") { db in
      try db.execute(
        sql: "UPDATE entries SET preview = previewLines(body) WHERE instr(body, char(10)) OR instr(body, char(13))")
      try db.execute(sql: "PRAGMA user_version = 9")
    }
  }

  /// Format 1: the journal by itself.
  static func registerJournal(in migrator: inout DatabaseMigrator, device: UInt64) {
    migrator.registerMigration("1 journal") { db in
      for statement in [zones, meta, entries, categories, images, tags, history, drafts, preferences, imports, tallies]
      { try db.execute(sql: statement) }
      for statement in indexes { try db.execute(sql: statement) }
      try db.execute(sql: search)
      for statement in tallyTriggers { try db.execute(sql: statement) }
      _ = try ZoneTable(db: db).makeRow(of: .journal)
      try db.execute(
        sql: "INSERT INTO meta VALUES('tokenizer', ?), ('device', ?)",
        arguments: [tokenizerVersion, Int64(bitPattern: device)])
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: "PRAGMA user_version = 1")
    }
  }

  /// Foreign records (types and fields of newer versions) are kept raw in `foreignRecords` and `foreignFields`.
  private static let zones = """
    CREATE TABLE zones(
      id INTEGER PRIMARY KEY, database TEXT NOT NULL, owner TEXT NOT NULL, zone TEXT NOT NULL,
      changeToken BLOB, epoch INTEGER NOT NULL DEFAULT 0, UNIQUE(database, owner, zone)) STRICT;
    CREATE TABLE foreignRecords(
      zone INTEGER NOT NULL REFERENCES zones(id), recordName TEXT NOT NULL, recordType TEXT NOT NULL,
      record BLOB NOT NULL, seenEpoch INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(zone, recordName)) STRICT, WITHOUT ROWID;
    """

  private static let meta = """
    CREATE TABLE meta(key TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID
    """

  /// The columns that each synced table has beside its own.
  static let synced = """
    stamps BLOB NOT NULL, localDigest BLOB NOT NULL, base BLOB, baseDigest BLOB, baseChangeTag TEXT,
    foreignFields BLOB, seenEpoch INTEGER NOT NULL DEFAULT 0
    """

  /// `position` orders entries by date: milliseconds shifted left, then a counter within the millisecond. It is the
  /// row's identity in the search index too, so that "newest first" needs neither a join nor a sort. The long columns
  /// come last: a list that does not ask for them does not read their pages.
  private static let entries = """
    CREATE TABLE entries(
      position INTEGER PRIMARY KEY, zone INTEGER NOT NULL REFERENCES zones(id), recordName TEXT NOT NULL,
      createdAt INTEGER NOT NULL, timeZone TEXT NOT NULL, offsetSeconds INTEGER NOT NULL, modifiedAt INTEGER NOT NULL,
      trashedAt INTEGER, isFavorite INTEGER NOT NULL, mood TEXT, category TEXT,
      localDay INTEGER NOT NULL, monthDay INTEGER NOT NULL, wordCount INTEGER NOT NULL, titleKey TEXT NOT NULL,
      title TEXT NOT NULL, preview TEXT NOT NULL, explicitTags TEXT NOT NULL,
      \(synced), body TEXT NOT NULL, UNIQUE(zone, recordName)) STRICT
    """

  private static let categories = """
    CREATE TABLE categories(
      id INTEGER PRIMARY KEY, zone INTEGER NOT NULL REFERENCES zones(id), recordName TEXT NOT NULL,
      name TEXT NOT NULL, colorHex TEXT NOT NULL, icon TEXT NOT NULL, sortOrder INTEGER NOT NULL,
      modifiedAt INTEGER NOT NULL, trashedAt INTEGER, \(synced), UNIQUE(zone, recordName)) STRICT
    """

  private static let images = """
    CREATE TABLE images(
      id INTEGER PRIMARY KEY, zone INTEGER NOT NULL REFERENCES zones(id), recordName TEXT NOT NULL,
      entry TEXT NOT NULL, imageAsset TEXT, caption TEXT NOT NULL, sortOrder INTEGER NOT NULL,
      modifiedAt INTEGER NOT NULL, trashedAt INTEGER, \(synced), UNIQUE(zone, recordName)) STRICT
    """

  private static let tags = """
    CREATE TABLE entryTags(
      tagKey TEXT NOT NULL, position INTEGER NOT NULL, tag TEXT NOT NULL,
      PRIMARY KEY(tagKey, position)) STRICT, WITHOUT ROWID
    """

  /// `oldValue` is the canonical encoding of what was replaced; NULL for a value that was absent.
  private static let history = """
    CREATE TABLE history(
      id INTEGER PRIMARY KEY, zone INTEGER NOT NULL REFERENCES zones(id), recordName TEXT NOT NULL,
      field TEXT NOT NULL, oldValue BLOB, oldStamp TEXT, replacedAt INTEGER NOT NULL, device TEXT NOT NULL,
      cause TEXT NOT NULL, editGroup INTEGER NOT NULL) STRICT
    """

  private static let drafts = """
    CREATE TABLE drafts(
      entry TEXT NOT NULL, owner TEXT NOT NULL, isNew INTEGER NOT NULL, savedAt INTEGER NOT NULL,
      title TEXT NOT NULL, body TEXT NOT NULL, mood TEXT, createdAt INTEGER NOT NULL, timeZone TEXT NOT NULL,
      offsetSeconds INTEGER NOT NULL, modifiedAt INTEGER NOT NULL, isFavorite INTEGER NOT NULL, category TEXT,
      explicitTags TEXT NOT NULL, PRIMARY KEY(entry, owner)) STRICT
    """

  /// Of format 5: what a draft began with, so that what others save before it is saved is merged with it.
  private static let draftBases = """
    CREATE TABLE draftBases(
      entry TEXT NOT NULL, owner TEXT NOT NULL,
      title TEXT NOT NULL, body TEXT NOT NULL, mood TEXT, createdAt INTEGER NOT NULL, timeZone TEXT NOT NULL,
      offsetSeconds INTEGER NOT NULL, modifiedAt INTEGER NOT NULL, isFavorite INTEGER NOT NULL, category TEXT,
      explicitTags TEXT NOT NULL, PRIMARY KEY(entry, owner)) STRICT;
    CREATE TRIGGER draftBaseGoes AFTER DELETE ON drafts BEGIN
      DELETE FROM draftBases WHERE entry = old.entry AND owner = old.owner;
    END
    """

  private static let preferences = """
    CREATE TABLE preferences(key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID
    """

  /// Key columns come first: SQLite 3.40's integrity check reports NULLs that are none in other WITHOUT ROWID tables.
  private static let imports = """
    CREATE TABLE imports(
      id INTEGER PRIMARY KEY, at INTEGER NOT NULL, source TEXT NOT NULL, isUndone INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE TABLE importedRecords(
      import INTEGER NOT NULL REFERENCES imports(id), recordName TEXT NOT NULL, recordType TEXT NOT NULL,
      PRIMARY KEY(import, recordName)) STRICT, WITHOUT ROWID
    """

  private static let tallies = """
    CREATE TABLE tallies(scope TEXT PRIMARY KEY, entries INTEGER NOT NULL) STRICT, WITHOUT ROWID
    """

  private static let indexes = [
    "CREATE INDEX entriesUnsent ON entries(recordName) WHERE localDigest IS NOT baseDigest",
    "CREATE INDEX categoriesUnsent ON categories(recordName) WHERE localDigest IS NOT baseDigest",
    "CREATE INDEX imagesUnsent ON images(recordName) WHERE localDigest IS NOT baseDigest",
    "CREATE INDEX entriesFavorite ON entries(position) WHERE isFavorite = 1 AND trashedAt IS NULL",
    "CREATE INDEX entriesTrashed ON entries(position) WHERE trashedAt IS NOT NULL",
    "CREATE INDEX entriesByCategory ON entries(category, position) WHERE trashedAt IS NULL",
    "CREATE INDEX entriesByMood ON entries(mood, position) WHERE mood IS NOT NULL AND trashedAt IS NULL",
    "CREATE INDEX entriesByMonthDay ON entries(monthDay, position) WHERE trashedAt IS NULL",
    "CREATE INDEX entriesByDay ON entries(localDay, mood, wordCount) WHERE trashedAt IS NULL",
    "CREATE INDEX entriesByModified ON entries(modifiedAt, position) WHERE trashedAt IS NULL",
    "CREATE INDEX entriesByTitle ON entries(titleKey, position) WHERE trashedAt IS NULL",
    "CREATE INDEX entryTagsByPosition ON entryTags(position)",
    "CREATE INDEX imagesByEntry ON images(entry) WHERE trashedAt IS NULL",
    "CREATE INDEX historyByRecord ON history(zone, recordName, id)",
  ]

  /// An index over the columns of `entries`, kept by the store itself: triggers would cost more than twice as much.
  private static let search = """
    CREATE VIRTUAL TABLE entrySearch USING fts5(
      title, body, content = 'entries', content_rowid = 'position', columnsize = 0,
      tokenize = '\(JournalTokenizer.name)')
    """

  /// Keeps the sidebar's numbers with every change, so that showing them costs the same in a journal of any size.
  private static let tallyTriggers: [String] = {
    func count(_ row: String, _ step: String) -> String {
      let upsert = "ON CONFLICT(scope) DO UPDATE SET entries = entries + (\(step))"
      return """
        INSERT INTO tallies VALUES(iif(\(row).trashedAt IS NULL, 'all', 'trash'), \(step)) \(upsert);
        INSERT INTO tallies SELECT 'favorites', \(step) WHERE \(row).trashedAt IS NULL AND \(row).isFavorite = 1 \(upsert);
        INSERT INTO tallies SELECT 'category:' || \(row).category, \(step)
          WHERE \(row).trashedAt IS NULL AND \(row).category IS NOT NULL \(upsert);
        INSERT INTO tallies SELECT 'mood:' || \(row).mood, \(step)
          WHERE \(row).trashedAt IS NULL AND \(row).mood IS NOT NULL \(upsert);
        """
    }
    return [
      "CREATE TRIGGER tallyInsert AFTER INSERT ON entries BEGIN \(count("NEW", "1")) END",
      "CREATE TRIGGER tallyDelete AFTER DELETE ON entries BEGIN \(count("OLD", "-1")) END",
      """
      CREATE TRIGGER tallyUpdate AFTER UPDATE OF trashedAt, isFavorite, category, mood ON entries
      BEGIN \(count("OLD", "-1")) \(count("NEW", "1")) END
      """,
    ]
  }()
}
