package import JournalCore

/// An entry as the command line gives it to scripts, and as ``EntryJSONImporter`` reads it.
package enum EntryJSON {
  /// A key of an entry's object.
  package struct Field: Hashable, Sendable {
    /// The place of the key among all.
    fileprivate let index: Int

    private static let own = [
      "id", "title", "body", "mood", "category", "tags", "explicitTags", "isFavorite", "createdAt", "timeZone",
      "modifiedAt", "images", "newerFormat", "removalReason",
    ]

    static let id = Field(index: 0), title = Field(index: 1), body = Field(index: 2), mood = Field(index: 3)
    static let category = Field(index: 4), tags = Field(index: 5), explicitTags = Field(index: 6)
    static let isFavorite = Field(index: 7), createdAt = Field(index: 8), timeZone = Field(index: 9)
    static let modifiedAt = Field(index: 10), newerFormat = Field(index: 12), removalReason = Field(index: 13)
    /// The entry's pictures.
    package static let images = Field(index: 11)
    /// The keys of the fields that came later.
    fileprivate static let added = Entry.fields.added.enumerated().map {
      ($0.element, Field(index: own.count + $0.offset))
    }

    /// All keys, in the order in which they are written.
    package static let names = own + Entry.fields.added.map(\.archiveKey)

    fileprivate init(index: Int) { self.index = index }

    /// The key of a name; nil where there is none.
    package init?(named name: String) {
      guard let index = Field.names.firstIndex(of: name) else { return nil }
      self.index = index
    }
  }

  /// Some of the keys: a set without hashing, whose look-ups would cost a short command more than what it prints.
  package struct Fields: Hashable, Sendable, ExpressibleByArrayLiteral {
    private var bits: UInt64 = 0

    /// Makes a set of the given keys; a key may come twice.
    package init(arrayLiteral fields: Field...) { for field in fields { insert(field) } }

    /// Every key that this version writes.
    package static var all: Fields {
      var all: Fields = []
      all.bits = .max
      return all
    }

    /// Whether no key is wanted.
    package var isEmpty: Bool { bits == 0 }

    /// Tells whether a key is wanted.
    package func contains(_ field: Field) -> Bool { bits & 1 << UInt64(field.index) != 0 }

    /// Adds a key, if it is not in the set yet.
    package mutating func insert(_ field: Field) { bits |= 1 << UInt64(field.index) }

    /// Returns the set without one key.
    package func subtracting(_ field: Field) -> Fields {
      var rest = self
      rest.bits &= ~(1 << UInt64(field.index))
      return rest
    }
  }

  /// Writes the entry as an object.
  ///
  /// `mood` and `category` are null where there is none, `category` is a name, `tags` are the explicit ones and those in
  /// the text, `createdAt` is the wall clock with its offset, `timeZone` its zone's name or null, `modifiedAt` is UTC,
  /// `images` are the pictures in their order: id, caption and the SHA-256 of the bytes. `explicitTags`, `newerFormat`
  /// (true) and `removalReason` are there only where there is something to be said: explicit tags where they do not follow
  /// from all tags and the text.
  ///
  /// - Parameters:
  ///   - categoryName: the name of the entry's category, if it is filed under one that is there.
  ///   - fields: the keys that are wanted; their order does not count.
  package static func write(
    _ entry: Entry, categoryName: String?, images: [EntryImage] = [], remark: EntryRemark = EntryRemark(),
    fields: Fields = .all, to json: inout JSONWriter
  ) {
    json.object {
      if fields.contains(.id) { $0.member("id", entry.id.rawValue) }
      if fields.contains(.title) { $0.member("title", entry.title) }
      if fields.contains(.body) { $0.member("body", entry.body) }
      if fields.contains(.mood) { $0.member("mood", entry.mood?.rawValue) }
      if fields.contains(.category) { $0.member("category", categoryName) }
      let tags = fields.contains(.tags) || fields.contains(.explicitTags) ? entry.allTags : []
      if fields.contains(.tags) { $0.member("tags", tags) }
      if fields.contains(.explicitTags), TagList.isUnclear(entry, all: tags) { $0.member("explicitTags", entry.tags) }
      if fields.contains(.isFavorite) { $0.member("isFavorite", entry.isFavorite) }
      if fields.contains(.createdAt) { $0.member("createdAt", ISODate.string(entry.date)) }
      if fields.contains(.timeZone) {
        $0.member("timeZone", entry.date.timeZone.isEmpty ? nil : entry.date.timeZone)
      }
      if fields.contains(.modifiedAt) { $0.member("modifiedAt", ISODate.string(entry.modifiedAt)) }
      if fields.contains(.images) {
        $0.key("images")
        $0.array { json in for image in images { json.object { write(image, to: &$0) } } }
      }
      if remark.isNewerFormat, fields.contains(.newerFormat) { $0.member("newerFormat", true) }
      if let reason = remark.removalReason, fields.contains(.removalReason) { $0.member("removalReason", reason) }
      for (field, key) in Field.added where fields.contains(key) {
        $0.content(field.read(entry), under: field.archiveKey)
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
