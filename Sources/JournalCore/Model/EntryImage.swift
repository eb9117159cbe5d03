/// A picture of an entry; its bytes are a file named by their SHA-256.
package struct EntryImage: Hashable, Sendable, Identifiable {
  package var id: RecordName
  package var entry: RecordName
  /// The image's asset: the lower-case hexadecimal SHA-256 of its bytes, or nil while it has none.
  package var imageAsset: String?
  package var caption: String
  package var sortOrder: Int64
  package var modifiedAt: Instant
  package var trashedAt: Instant?

  package init(
    id: RecordName, entry: RecordName, imageAsset: String? = nil, caption: String = "", sortOrder: Int64 = 0,
    modifiedAt: Instant, trashedAt: Instant? = nil
  ) {
    self.id = id
    self.entry = entry
    self.imageAsset = imageAsset
    self.caption = caption
    self.sortOrder = sortOrder
    self.modifiedAt = modifiedAt
    self.trashedAt = trashedAt
  }
}
