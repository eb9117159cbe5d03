import GRDB

extension Schema {
  /// Part of format 4: what is asked of all entries is kept with every change, so that it costs the same in a journal of
  /// any size: the days and their streaks, the tags, and the lists of a mood, a category and the favourites.
  ///
  /// And an import may come in parts: `unfinished` is the fingerprint of one that is not at its end.
  static func addStatistics(to db: Database) throws {
    try db.execute(sql: statistics)
    try KeptNumbers(db: db).fill([.days, .streaks, .tags])
    for trigger in statisticsTriggers { try db.execute(sql: trigger) }
    for index in filterIndexes { try db.execute(sql: index) }
    try db.execute(sql: "ALTER TABLE imports ADD COLUMN unfinished BLOB")
  }

  /// `days` has live entries by their own wall clocks, `streaks` runs of such days, `tagTallies` how many live entries
  /// write a tag so; none has rows of nothing.
  private static let statistics = """
    CREATE TABLE days(day INTEGER PRIMARY KEY, entries INTEGER NOT NULL, words INTEGER NOT NULL) STRICT;
    CREATE TABLE streaks(first INTEGER PRIMARY KEY, last INTEGER NOT NULL) STRICT;
    CREATE INDEX streaksByLength ON streaks(last - first, first);
    CREATE TABLE tagTallies(
      tagKey TEXT NOT NULL, tag TEXT NOT NULL, entries INTEGER NOT NULL,
      PRIMARY KEY(tagKey, tag)) STRICT, WITHOUT ROWID;
    """

  /// Favourites are few, so that what they alone need costs next to nothing where something else is written.
  private static let filterIndexes = [
    """
    CREATE INDEX entriesByCategoryAndMood ON entries(category, mood, position)
      WHERE mood IS NOT NULL AND trashedAt IS NULL
    """,
    "CREATE INDEX favoritesByCategory ON entries(category, position) WHERE isFavorite = 1 AND trashedAt IS NULL",
    """
    CREATE INDEX favoritesByMood ON entries(mood, position)
      WHERE isFavorite = 1 AND mood IS NOT NULL AND trashedAt IS NULL
    """,
    """
    CREATE INDEX favoritesByCategoryAndMood ON entries(category, mood, position)
      WHERE isFavorite = 1 AND mood IS NOT NULL AND trashedAt IS NULL
    """,
  ]

  private static let statisticsTriggers: [String] = {
    let come = """
      INSERT INTO days SELECT NEW.localDay, 1, NEW.wordCount WHERE NEW.trashedAt IS NULL
        ON CONFLICT(day) DO UPDATE SET entries = entries + 1, words = words + excluded.words;
      """
    let go = """
      UPDATE days SET entries = entries - 1, words = words - OLD.wordCount
        WHERE day = OLD.localDay AND OLD.trashedAt IS NULL;
      DELETE FROM days WHERE day = OLD.localDay AND entries = 0;
      """
    let wakes = "(OLD.trashedAt IS NULL) <> (NEW.trashedAt IS NULL)"
    return [
      "CREATE TRIGGER dayInsert AFTER INSERT ON entries BEGIN \(come) END",
      "CREATE TRIGGER dayDelete AFTER DELETE ON entries BEGIN \(go) END",
      """
      CREATE TRIGGER dayUpdate AFTER UPDATE OF trashedAt, localDay, wordCount ON entries
      WHEN \(wakes) OR OLD.localDay <> NEW.localDay OR OLD.wordCount <> NEW.wordCount
      BEGIN \(come) \(go) END
      """,
      """
      CREATE TRIGGER streakGrows AFTER INSERT ON days BEGIN
        INSERT OR REPLACE INTO streaks VALUES(NEW.day, NEW.day);
        DELETE FROM streaks WHERE first = NEW.day AND EXISTS(
          SELECT 1 FROM streaks WHERE first = (SELECT max(first) FROM streaks WHERE first < NEW.day)
            AND last = NEW.day - 1);
        UPDATE streaks SET last = coalesce((SELECT last FROM streaks WHERE first = NEW.day + 1), NEW.day)
          WHERE first = (SELECT max(first) FROM streaks WHERE first <= NEW.day);
        DELETE FROM streaks WHERE first = NEW.day + 1;
      END
      """,
      """
      CREATE TRIGGER streakShrinks AFTER DELETE ON days BEGIN
        INSERT OR REPLACE INTO streaks SELECT OLD.day + 1, last FROM streaks
          WHERE first = (SELECT max(first) FROM streaks WHERE first <= OLD.day) AND last > OLD.day;
        UPDATE streaks SET last = OLD.day - 1 WHERE first = (SELECT max(first) FROM streaks WHERE first <= OLD.day);
        DELETE FROM streaks WHERE first = OLD.day AND last < first;
      END
      """,
      """
      CREATE TRIGGER tagInsert AFTER INSERT ON entryTags
      WHEN EXISTS(SELECT 1 FROM entries WHERE position = NEW.position AND trashedAt IS NULL) BEGIN
        INSERT INTO tagTallies VALUES(NEW.tagKey, NEW.tag, 1)
          ON CONFLICT(tagKey, tag) DO UPDATE SET entries = entries + 1;
      END
      """,
      """
      CREATE TRIGGER tagDelete AFTER DELETE ON entryTags
      WHEN EXISTS(SELECT 1 FROM entries WHERE position = OLD.position AND trashedAt IS NULL) BEGIN
        UPDATE tagTallies SET entries = entries - 1 WHERE tagKey = OLD.tagKey AND tag = OLD.tag;
        DELETE FROM tagTallies WHERE tagKey = OLD.tagKey AND tag = OLD.tag AND entries = 0;
      END
      """,
      """
      CREATE TRIGGER tagTrash AFTER UPDATE OF trashedAt ON entries
      WHEN \(wakes) AND EXISTS(SELECT 1 FROM entryTags WHERE position = NEW.position) BEGIN
        INSERT INTO tagTallies
          SELECT tagKey, tag, iif(NEW.trashedAt IS NULL, 1, -1) FROM entryTags WHERE position = NEW.position
          ON CONFLICT(tagKey, tag) DO UPDATE SET entries = entries + excluded.entries;
        DELETE FROM tagTallies WHERE entries = 0
          AND (tagKey, tag) IN (SELECT tagKey, tag FROM entryTags WHERE position = NEW.position);
      END
      """,
    ]
  }()
}
