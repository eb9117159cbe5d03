import GRDB

extension Schema {
  /// Format 12: words and moods of each category, hour and tag, so that they are read without the entries.
  static func registerFormat12(in migrator: inout DatabaseMigrator) {
    migrator.registerMigration("12") { db in
      try db.execute(sql: moodTallies)
      try KeptNumbers(db: db).fill([.parts])
      for trigger in moodTallyTriggers { try db.execute(sql: trigger) }
      try db.execute(sql: "PRAGMA user_version = 12")
    }
  }

  /// Live entries of a part and mood, and their words. `part` is a category's record name, an hour or a tag's key by `kind`; the
  /// empty text stands for no category and for no mood. Rows of nothing may stay, but not those of tags: these are words of a person.
  private static let moodTallies = """
    CREATE TABLE moodTallies(
      kind TEXT NOT NULL, part ANY NOT NULL, mood TEXT NOT NULL, entries INTEGER NOT NULL, words INTEGER NOT NULL,
      PRIMARY KEY(kind, part, mood)) STRICT, WITHOUT ROWID
    """

  private static let moodTallyTriggers: [String] = {
    let adds = """
      ON CONFLICT(kind, part, mood) DO UPDATE SET entries = entries + excluded.entries, words = words + excluded.words
      """
    /// - Parameter parts: A query of kind and part of the row.
    func count(_ row: String, _ sign: String, _ parts: String) -> String {
      """
      INSERT INTO moodTallies SELECT kind, part, coalesce(\(row).mood, ''), \(sign)1, \(sign)\(row).wordCount
        FROM (\(parts)) WHERE \(row).trashedAt IS NULL \(adds);
      """
    }
    func own(_ row: String) -> String {
      "SELECT 'category' AS kind, coalesce(\(row).category, '') AS part UNION ALL SELECT 'hour', \(hour(of: row + "."))"
    }
    // A row's tags are those of its place as it is: a place changes only while it has none.
    func all(_ row: String) -> String {
      own(row) + " UNION ALL SELECT 'tag', tagKey FROM entryTags WHERE position = NEW.position"
    }
    func tag(_ row: String, _ sign: String) -> String {
      """
      INSERT INTO moodTallies SELECT 'tag', \(row).tagKey, coalesce(mood, ''), \(sign)1, \(sign)wordCount FROM entries
        WHERE position = \(row).position AND trashedAt IS NULL \(adds);
      """
    }
    return [
      "CREATE TRIGGER moodTallyInsert AFTER INSERT ON entries BEGIN \(count("NEW", "", own("NEW"))) END",
      "CREATE TRIGGER moodTallyDelete AFTER DELETE ON entries BEGIN \(count("OLD", "-", own("OLD"))) END",
      """
      CREATE TRIGGER moodTallyUpdate
      AFTER UPDATE OF trashedAt, mood, category, wordCount, localDay, createdAt, offsetSeconds ON entries
      WHEN (OLD.trashedAt IS NULL) <> (NEW.trashedAt IS NULL) OR OLD.mood IS NOT NEW.mood
        OR OLD.category IS NOT NEW.category OR OLD.wordCount <> NEW.wordCount
        OR \(hour(of: "OLD.")) <> \(hour(of: "NEW."))
      BEGIN \(count("OLD", "-", all("OLD"))) \(count("NEW", "", all("NEW"))) END
      """,
      "CREATE TRIGGER moodTallyTag AFTER INSERT ON entryTags BEGIN \(tag("NEW", "")) END",
      """
      CREATE TRIGGER moodTallyUntag AFTER DELETE ON entryTags BEGIN \(tag("OLD", "-"))
        DELETE FROM moodTallies WHERE kind = 'tag' AND part = OLD.tagKey AND entries = 0;
      END
      """,
    ]
  }()
}
