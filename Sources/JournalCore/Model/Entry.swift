/// One entry of the journal, as a person knows it.
package struct Entry: JournalRecord {
  /// The name of the entry's record, which never changes.
  package var id: RecordName
  /// One line, at most 1000 Unicode scalars; may be empty.
  package var title: String
  /// Markdown, at most 16 MiB of UTF-8; may be empty.
  package var body: String
  /// nil means that the person chose no mood, which differs from a neutral one.
  package var mood: Mood?
  /// The entry's own date, as its writer set it.
  package var date: EntryDate
  /// When this entry last changed.
  package var modifiedAt: Instant
  /// Whether the person marked the entry as a favourite.
  package var isFavorite: Bool
  /// The category it is filed under. It may name a category that is in the trash or has not arrived yet: the entry
  /// then shows as unfiled, and is filed again when the category comes (back).
  package var category: RecordName?
  /// Tags given explicitly, without their symbol, in the order given; those written in the text are not among them.
  package var tags: [String]
  /// When it was moved to the trash; nil while it is in the journal.
  package var trashedAt: Instant?

  package init(
    id: RecordName, title: String = "", body: String = "", mood: Mood? = nil, date: EntryDate, modifiedAt: Instant,
    isFavorite: Bool = false, category: RecordName? = nil, tags: [String] = [], trashedAt: Instant? = nil
  ) {
    (self.id, self.title, self.body, self.mood, self.date) = (id, title, body, mood, date)
    (self.modifiedAt, self.isFavorite, self.category) = (modifiedAt, isFavorite, category)
    (self.tags, self.trashedAt) = (tags, trashedAt)
  }

  /// Whether title, text and tags are all empty: such an entry never wins over one with content.
  package var isEmpty: Bool { title.isEmpty && body.isEmpty && tags.isEmpty }

  /// Explicit tags first, then those written in title and body; each once, compared without case.
  package var allTags: [String] { TagSyntax.union(explicit: tags, title: title, body: body) }
}

extension Entry {
  package static let recordType = "JournalEntry"

  /// The fields, in the order of an archive.
  package static let fields = FieldTable<Entry>([
    RecordField("title", \.title, kind: .line),
    RecordField("body", \.body, kind: .prose, label: "text", isEncrypted: true),
    RecordField("mood", \.mood, isEncrypted: true),
    RecordField(
      "createdAt", \.date, label: "date", archiveKey: "date",
      parts: [("createdTimeZone", "timeZone"), ("createdOffsetSeconds", "offsetSeconds")]),
    RecordField("modifiedAt", \.modifiedAt),
    RecordField("isFavorite", \.isFavorite, label: "favourite"),
    RecordField("category", \.category),
    RecordField("tags", \.tags, column: "explicitTags"),
    RecordField("trashedAt", \.trashedAt, label: "trash"),
  ])

  /// An entry without words, written when it was changed last.
  package init(id: RecordName, modifiedAt: Instant) {
    self.init(
      id: id, date: EntryDate(instant: modifiedAt, timeZone: "", offsetSeconds: 0), modifiedAt: modifiedAt)
  }

  /// The record as one of whichever type.
  package var wrapped: AnyRecord { .entry(self) }

  /// The step that gives fields of a record of this type new values.
  package static func edit(_ id: RecordName, _ changes: [FieldChange<Entry>]) -> JournalOperation {
    .editEntry(id, changes)
  }
}
