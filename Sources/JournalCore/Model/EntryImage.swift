/// A picture of an entry; its bytes are a file named by their SHA-256.
package struct EntryImage: JournalRecord {
  /// The name of the picture's record, which never changes.
  package var id: RecordName
  /// The entry that the picture belongs to; it may lie in the trash or not be here yet.
  package var entry: RecordName
  /// The image's asset: the lower-case hexadecimal SHA-256 of its bytes, or nil while it has none.
  package var imageAsset: String?
  /// One line below the picture; empty for none.
  package var caption: String
  /// Position among the entry's pictures, smallest first; ties go by id.
  package var sortOrder: Int64
  /// When a field of the picture last changed.
  package var modifiedAt: Instant
  /// When the picture was moved to the trash; nil while its entry shows it.
  package var trashedAt: Instant?

  package init(
    id: RecordName, entry: RecordName, imageAsset: String? = nil, caption: String = "", sortOrder: Int64 = 0,
    modifiedAt: Instant, trashedAt: Instant? = nil
  ) {
    (self.id, self.entry, self.imageAsset, self.caption) = (id, entry, imageAsset, caption)
    (self.sortOrder, self.modifiedAt, self.trashedAt) = (sortOrder, modifiedAt, trashedAt)
  }
}

extension EntryImage {
  package static let recordType = "EntryImage"

  /// The fields, in the order of an archive.
  package static let fields = FieldTable<EntryImage>([
    RecordField("entry", \.entry),
    RecordField("imageAsset", \.imageAsset),
    RecordField("caption", \.caption, kind: .line),
    RecordField("sortOrder", \.sortOrder),
    RecordField("modifiedAt", \.modifiedAt),
    RecordField("trashedAt", \.trashedAt, label: "trash"),
  ])

  /// A picture that belongs to no entry yet.
  package init(id: RecordName, modifiedAt: Instant) {
    self.init(id: id, entry: RecordName(""), modifiedAt: modifiedAt)
  }

  /// The caption.
  package var title: String { caption }

  /// The record as one of whichever type.
  package var wrapped: AnyRecord { .image(self) }

  /// The step that gives fields of a record of this type new values.
  package static func edit(_ id: RecordName, _ changes: [FieldChange<EntryImage>]) -> JournalOperation {
    .editImage(id, changes)
  }
}
