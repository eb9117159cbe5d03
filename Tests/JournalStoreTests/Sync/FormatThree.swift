import GRDB
import Testing

@testable import JournalStore

/// Makes a file what version 3 of the format left.
enum FormatThree {
  /// - Parameter write: Writes into the file as it was then.
  static func leave(_ path: String, _ write: (Database) throws -> Void = { _ in }) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.add(tokenizer: JournalTokenizer.self)
      db.add(function: TextFunctions.categoryKey)
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { db in
      let added = try String.fetchAll(
        db,
        sql: """
          SELECT 'DROP ' || type || ' ' || name FROM sqlite_master WHERE type = 'trigger'
            AND (name LIKE 'day%' OR name LIKE 'streak%' OR name LIKE 'tag%' OR name LIKE 'draftBase%' OR name LIKE 'keptItem%' OR name LIKE 'moodTally%')
          UNION ALL SELECT 'DROP ' || type || ' ' || name FROM sqlite_master
            WHERE name IN ('entriesByCategoryAndMood') OR name LIKE 'favoritesBy%'
          """)
      try #require(added.count > 4)
      for statement in added { try db.execute(sql: statement) }
      for table in [
        "days", "streaks", "tagTallies", "liveCounts", "draftBases", "resealing", "unreadable", "refusals",
        "sealedRemovals", "shareRings", "identityPins", "dayMoods", "dayHours",
        "syncedPreferences", "keptItems", "moodTallies",
      ] {
        try db.execute(sql: "DROP TABLE \(table)")
      }
      try db.execute(
        sql: """
          ALTER TABLE imports DROP COLUMN unfinished;
          ALTER TABLE removedElsewhere DROP COLUMN at;
          ALTER TABLE removedElsewhere DROP COLUMN isCounted;
          ALTER TABLE zones DROP COLUMN history;
          DROP INDEX purgesSealed;
          ALTER TABLE purges DROP COLUMN seal;
          DELETE FROM grdb_migrations WHERE identifier NOT IN ('1 journal', '2 sync', '3 order');
          PRAGMA user_version = 3;
          """)
      try write(db)
    }
    try queue.close()
  }
}
