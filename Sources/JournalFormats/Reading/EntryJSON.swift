package import JournalCore

/// An entry as the command line gives it to scripts; not for reading back in (that is what the archive is for).
package enum EntryJSON {
  /// The keys, in the order in which they are written.
  package enum Field: String, CaseIterable, Sendable {
    case id, title, body, mood, category, tags, isFavorite, createdAt, modifiedAt, images
  }

  /// Writes the entry as an object.
  ///
  /// `mood` and `category` are null where there is none, `category` is a name, `tags` are the explicit ones and those in
  /// the text, `createdAt` is the wall clock with its offset, `modifiedAt` is UTC, `images` are the pictures in their
  /// order: id, caption and the SHA-256 of the bytes.
  ///
  /// - Parameters:
  ///   - categoryName: the name of the entry's category, if it is filed under one that is there.
  ///   - fields: the keys that are wanted; their order does not count.
  package static func write(
    _ entry: Entry, categoryName: String?, images: [EntryImage] = [], fields: Set<Field> = Set(Field.allCases),
    to json: inout JSONWriter
  ) {
    json.object {
      if fields.contains(.id) { $0.member("id", entry.id.rawValue) }
      if fields.contains(.title) { $0.member("title", entry.title) }
      if fields.contains(.body) { $0.member("body", entry.body) }
      if fields.contains(.mood) { $0.member("mood", entry.mood?.rawValue) }
      if fields.contains(.category) { $0.member("category", categoryName) }
      if fields.contains(.tags) { $0.member("tags", entry.allTags) }
      if fields.contains(.isFavorite) { $0.member("isFavorite", entry.isFavorite) }
      if fields.contains(.createdAt) { $0.member("createdAt", ISODate.string(entry.date)) }
      if fields.contains(.modifiedAt) { $0.member("modifiedAt", ISODate.string(entry.modifiedAt)) }
      if fields.contains(.images) {
        $0.key("images")
        $0.array { json in for image in images { json.object { write(image, to: &$0) } } }
      }
    }
  }

  /// What is known of a picture without its file, as members of an object.
  package static func write(_ image: EntryImage, to json: inout JSONWriter) {
    json.member("id", image.id.rawValue)
    json.member("caption", image.caption)
    json.member("sha256", image.imageAsset)
  }
}
