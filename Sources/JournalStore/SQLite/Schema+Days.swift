import GRDB

extension Schema {
  /// Part of format 8: moods and hours of each day, so that a year or a month is read from its days, not from its entries.
  static func addDayParts(to db: Database) throws {
    try db.execute(sql: dayParts)
    try KeptNumbers(db: db).fill([.moods, .hours])
    for trigger in dayPartTriggers { try db.execute(sql: trigger) }
  }

  /// Format 13: what calendars read of a crowded day lies together. The hours of a span are summed hour by hour, without
  /// sorting; the first entries of a day are the first of its index; a day's own entries are left out of other years by the
  /// index alone.
  static func registerFormat13(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("13") { db in
      let hours = try KeptNumbers(db: db).keeps(.hours)
      if hours { try db.execute(sql: "CREATE TEMP TABLE hoursByDay AS SELECT * FROM dayHours ORDER BY hour, day") }
      try db.execute(
        sql: """
          DROP TABLE IF EXISTS dayHours;
          CREATE TABLE dayHours(
            day INTEGER NOT NULL, hour INTEGER NOT NULL, entries INTEGER NOT NULL,
            PRIMARY KEY(hour, day)) STRICT, WITHOUT ROWID;
          DROP INDEX IF EXISTS entriesByDay;
          CREATE INDEX entriesByDay ON entries(localDay, position) WHERE trashedAt IS NULL;
          DROP INDEX IF EXISTS entriesByMonthDay;
          CREATE INDEX entriesByMonthDay ON entries(monthDay, position, localDay) WHERE trashedAt IS NULL;
          """)
      if hours {
        try db.execute(
          sql: "INSERT INTO dayHours SELECT day, hour, entries FROM hoursByDay; DROP TABLE hoursByDay;")
      } else {
        try KeptNumbers(db: db).fill([.hours])
      }
      try countFromOne(db)
      try db.execute(sql: "PRAGMA user_version = 13")
    }
  }

  /// What another person shares was all seen on the server before entries could be added there: it is told from those by its epoch.
  private static func countFromOne(_ db: Database) throws {
    let zones = "SELECT id FROM zones WHERE database = 'shared' AND epoch = 0"
    for table in ["entries", "categories", "images", "foreignRecords"] {
      try db.execute(sql: "UPDATE \(table) SET seenEpoch = 1 WHERE seenEpoch = 0 AND zone IN (\(zones))")
    }
    try db.execute(sql: "UPDATE zones SET epoch = 1 WHERE database = 'shared' AND epoch = 0")
  }

  /// Live entries of a day that have a mood, and those of an hour of their own wall clocks; neither has rows of nothing.
  private static let dayParts = """
    CREATE TABLE dayMoods(
      day INTEGER NOT NULL, mood TEXT NOT NULL, entries INTEGER NOT NULL,
      PRIMARY KEY(day, mood)) STRICT, WITHOUT ROWID;
    CREATE TABLE dayHours(
      day INTEGER NOT NULL, hour INTEGER NOT NULL, entries INTEGER NOT NULL,
      PRIMARY KEY(day, hour)) STRICT, WITHOUT ROWID;
    """

  /// The hour of an entry on its own day, 0 to 23: `localDay` is that day, so nothing is negative.
  static func hour(of row: String) -> String {
    "((\(row)createdAt + \(row)offsetSeconds * 1000 - \(row)localDay * 86400000) / 3600000)"
  }

  private static let dayPartTriggers: [String] = {
    let come = """
      INSERT INTO dayMoods SELECT NEW.localDay, NEW.mood, 1 WHERE NEW.trashedAt IS NULL AND NEW.mood IS NOT NULL
        ON CONFLICT(day, mood) DO UPDATE SET entries = entries + 1;
      INSERT INTO dayHours SELECT NEW.localDay, \(hour(of: "NEW.")), 1 WHERE NEW.trashedAt IS NULL
        ON CONFLICT(day, hour) DO UPDATE SET entries = entries + 1;
      """
    let go = """
      UPDATE dayMoods SET entries = entries - 1
        WHERE day = OLD.localDay AND mood = OLD.mood AND OLD.trashedAt IS NULL;
      DELETE FROM dayMoods WHERE day = OLD.localDay AND mood = OLD.mood AND entries = 0;
      UPDATE dayHours SET entries = entries - 1
        WHERE day = OLD.localDay AND hour = \(hour(of: "OLD.")) AND OLD.trashedAt IS NULL;
      DELETE FROM dayHours WHERE day = OLD.localDay AND hour = \(hour(of: "OLD.")) AND entries = 0;
      """
    return [
      "CREATE TRIGGER dayPartInsert AFTER INSERT ON entries BEGIN \(come) END",
      "CREATE TRIGGER dayPartDelete AFTER DELETE ON entries BEGIN \(go) END",
      """
      CREATE TRIGGER dayPartUpdate AFTER UPDATE OF trashedAt, localDay, mood, createdAt, offsetSeconds ON entries
      WHEN (OLD.trashedAt IS NULL) <> (NEW.trashedAt IS NULL) OR OLD.localDay <> NEW.localDay
        OR OLD.mood IS NOT NEW.mood OR \(hour(of: "OLD.")) <> \(hour(of: "NEW."))
      BEGIN \(come) \(go) END
      """,
    ]
  }()
}
