/// How far a row's words are from being safe on the server; without an account there is nothing to say.
package enum SyncMark: String, Hashable, Sendable {
  case none, waiting, needsAttention
}

/// One row of a list: what it shows, without the rest of the entry.
package struct EntrySummary: Hashable, Sendable, Identifiable {
  /// The entry that the row shows.
  package var id: RecordName
  /// The row's place in the order of the request, from which another page can go on.
  package var cursor: ListCursor
  /// The entry's own date, as its writer set it.
  package var date: EntryDate
  /// When a field of the entry last changed.
  package var modifiedAt: Instant
  /// One line; empty where the entry has no title.
  package var title: String
  /// The first 240 characters or so of the body, its lines apart (``TextPreview/lines(of:limit:)``).
  package var preview: String
  /// nil where the person chose no mood.
  package var mood: Mood?
  /// The category that the entry names, even where that category is in the trash or not here yet; nil without one.
  package var category: RecordName?
  /// Whether the person marked the entry as a favourite.
  package var isFavorite: Bool
  /// Pictures of the entry that are not in the trash.
  package var imageCount: Int
  /// The first of these pictures; nil where there is none, or where nothing names its bytes yet.
  package var firstImage: FirstImage?
  /// When the entry was moved to the trash; nil while it is in the journal.
  package var trashedAt: Instant?
  /// How far the entry has come on its way to the server; `none` where there is nothing to say.
  package var sync: SyncMark
  /// Facts that a person must know of the entry and that its fields do not say.
  package var remark = EntryRemark()

  /// A picture that stands for the entry in a list.
  package struct FirstImage: Hashable, Sendable {
    /// The name of the picture's record.
    package var id: RecordName
    /// The SHA-256 of its bytes.
    package var asset: String

    package init(id: RecordName, asset: String) {
      (self.id, self.asset) = (id, asset)
    }
  }

  package init(
    id: RecordName, cursor: ListCursor, date: EntryDate, modifiedAt: Instant, title: String, preview: String,
    mood: Mood?, category: RecordName?, isFavorite: Bool, imageCount: Int, trashedAt: Instant?, sync: SyncMark
  ) {
    (self.id, self.cursor, self.date, self.modifiedAt, self.title) = (id, cursor, date, modifiedAt, title)
    (self.preview, self.mood, self.category, self.isFavorite) = (preview, mood, category, isFavorite)
    (self.imageCount, self.trashedAt, self.sync) = (imageCount, trashedAt, sync)
  }
}

/// A stretch of a list, in list order.
package struct ListPage: Hashable, Sendable {
  /// At most as many as the request allowed; empty where the list ends.
  package var rows: [EntrySummary]
  /// Whether the list has rows before the first of these.
  package var hasBefore: Bool
  /// Whether the list has rows after the last of these.
  package var hasAfter: Bool

  package init(rows: [EntrySummary], hasBefore: Bool, hasAfter: Bool) {
    (self.rows, self.hasBefore, self.hasAfter) = (rows, hasBefore, hasAfter)
  }
}

/// The numbers beside the sidebar's rows.
package struct Tallies: Hashable, Sendable {
  /// Live entries, which are all outside of the trash.
  package var all: Int
  /// Live entries that are favourites.
  package var favorites: Int
  /// Entries in the trash.
  package var trash: Int
  /// Entries of the same day in other years.
  package var onThisDay: Int
  /// Live entries by the category they name, whether or not that category is here.
  package var categories: [RecordName: Int]
  /// Live entries by their mood, unknown moods included; a mood without entries is absent.
  package var moods: [Mood: Int]

  package init(
    all: Int = 0, favorites: Int = 0, trash: Int = 0, onThisDay: Int = 0, categories: [RecordName: Int] = [:],
    moods: [Mood: Int] = [:]
  ) {
    (self.all, self.favorites, self.trash, self.onThisDay) = (all, favorites, trash, onThisDay)
    (self.categories, self.moods) = (categories, moods)
  }
}

/// A tag and the number of live entries that carry it.
package struct TagCount: Hashable, Sendable {
  /// The tag without its symbol, as it is written.
  package var tag: String
  /// Live entries with the tag, at least 1.
  package var count: Int

  package init(tag: String, count: Int) {
    (self.tag, self.count) = (tag, count)
  }
}
