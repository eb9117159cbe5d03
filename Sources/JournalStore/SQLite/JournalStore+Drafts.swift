import GRDB
package import JournalCore

extension JournalStore {
  /// Replaces the row of the draft's entry and owner; NUL characters are left out of its texts.
  package func saveDraft(_ draft: Draft) throws(StoreError) {
    try writing { try DraftTable(db: $0).save(draft) }
  }

  /// Removes the row of a draft; none is no error.
  package func removeDraft(_ key: DraftKey) throws(StoreError) {
    try writing { try DraftTable(db: $0).remove(key) }
  }

  /// All drafts, those that were saved last first.
  package func drafts() throws(StoreError) -> [Draft] {
    try reading { try DraftTable(db: $0).all() }
  }

  /// Drafts whose owner is gone, as ``StoreEnvironment/isOwnerAlive`` says outside of the transaction.
  package func abandonedDrafts() throws(StoreError) -> [Draft] {
    try drafts().filter { !environment.isOwnerAlive($0.owner) }
  }

  /// Returns a setting of this file; nil if it was never set.
  package func preference(_ key: String) throws(StoreError) -> String? {
    try reading {
      try String.fetchOne(
        try $0.cachedStatement(sql: "SELECT value FROM preferences WHERE key = ?"), arguments: [key])
    }
  }

  /// Sets a setting of this file, which sync does not send; nil removes it.
  package func setPreference(_ key: String, _ value: String?) throws(StoreError) {
    try writing { db in
      if let value {
        try db.run("INSERT OR REPLACE INTO preferences VALUES(?, ?)", [key, value])
      } else {
        try db.run("DELETE FROM preferences WHERE key = ?", [key])
      }
    }
  }
}

/// Reads and writes rows of `drafts`.
struct DraftTable {
  let db: Database

  func save(_ draft: Draft) throws {
    let entry = draft.entry.withoutNULs
    try db.run(
      "INSERT OR REPLACE INTO drafts VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        entry.id.rawValue, draft.owner, draft.isNew, draft.savedAt.milliseconds, entry.title, entry.body,
        entry.mood?.rawValue, entry.date.instant.milliseconds, entry.date.timeZone, entry.date.offsetSeconds,
        entry.modifiedAt.milliseconds, entry.isFavorite, entry.category?.rawValue, TagList.encode(entry.tags),
      ])
  }

  func remove(_ key: DraftKey) throws {
    try db.run("DELETE FROM drafts WHERE entry = ? AND owner = ?", [key.entry.rawValue, key.owner])
  }

  func all() throws -> [Draft] {
    try db.rows("SELECT * FROM drafts ORDER BY savedAt DESC, entry").map { row in
      let entry = Entry(
        id: RecordName(row["entry"]), title: row["title"], body: row["body"],
        mood: (row["mood"] as String?).map { Mood(rawValue: $0) },
        date: EntryDate(
          instant: Instant(milliseconds: row["createdAt"]), timeZone: row["timeZone"],
          offsetSeconds: row["offsetSeconds"]),
        modifiedAt: Instant(milliseconds: row["modifiedAt"]), isFavorite: row["isFavorite"],
        category: (row["category"] as String?).map { RecordName($0) }, tags: TagList.decode(row["explicitTags"]))
      return Draft(
        entry: entry, isNew: row["isNew"], owner: row["owner"],
        savedAt: Instant(milliseconds: row["savedAt"]))
    }
  }
}
