/// How far a row's words are from being safe on the server; without an account there is nothing to say.
package enum SyncMark: String, Hashable, Sendable {
  case none, waiting, needsAttention
}

/// One row of a list: what it shows, without the rest of the entry.
package struct EntrySummary: Hashable, Sendable, Identifiable {
  package var id: RecordName
  package var cursor: ListCursor
  package var date: EntryDate
  package var modifiedAt: Instant
  package var title: String
  /// The first 240 characters or so of the body, on one line.
  package var preview: String
  package var mood: Mood?
  package var category: RecordName?
  package var isFavorite: Bool
  package var imageCount: Int
  package var trashedAt: Instant?
  package var sync: SyncMark
  package var remark = EntryRemark()

  package init(
    id: RecordName, cursor: ListCursor, date: EntryDate, modifiedAt: Instant, title: String, preview: String,
    mood: Mood?, category: RecordName?, isFavorite: Bool, imageCount: Int, trashedAt: Instant?, sync: SyncMark
  ) {
    self.id = id
    self.cursor = cursor
    self.date = date
    self.modifiedAt = modifiedAt
    self.title = title
    self.preview = preview
    self.mood = mood
    self.category = category
    self.isFavorite = isFavorite
    self.imageCount = imageCount
    self.trashedAt = trashedAt
    self.sync = sync
  }
}

/// A stretch of a list, in list order.
package struct ListPage: Hashable, Sendable {
  package var rows: [EntrySummary]
  /// Whether there are rows before the first of these, and after the last.
  package var hasBefore: Bool
  package var hasAfter: Bool

  package init(rows: [EntrySummary], hasBefore: Bool, hasAfter: Bool) {
    self.rows = rows
    self.hasBefore = hasBefore
    self.hasAfter = hasAfter
  }
}

/// The numbers beside the sidebar's rows.
package struct Tallies: Hashable, Sendable {
  package var all: Int
  package var favorites: Int
  package var trash: Int
  /// Entries of the same day in other years.
  package var onThisDay: Int
  /// Live entries by the category they name, whether or not that category is here.
  package var categories: [RecordName: Int]
  package var moods: [Mood: Int]

  package init(
    all: Int = 0, favorites: Int = 0, trash: Int = 0, onThisDay: Int = 0, categories: [RecordName: Int] = [:],
    moods: [Mood: Int] = [:]
  ) {
    self.all = all
    self.favorites = favorites
    self.trash = trash
    self.onThisDay = onThisDay
    self.categories = categories
    self.moods = moods
  }
}

/// A tag and the number of live entries that carry it.
package struct TagCount: Hashable, Sendable {
  package var tag: String
  package var count: Int

  package init(tag: String, count: Int) {
    self.tag = tag
    self.count = count
  }
}
