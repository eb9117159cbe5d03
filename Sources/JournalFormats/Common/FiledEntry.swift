package import JournalCore

/// An entry of a file that says its category by name, and its pictures by the names of files.
package struct FiledEntry: Hashable, Sendable {
  /// The entry; its `category` is nil.
  package var entry: Entry
  /// The name of the category it is filed under; nil where it is unfiled.
  package var categoryName: String?
  /// Its pictures in their order.
  package var pictures: [FiledPicture]

  package init(_ entry: Entry, categoryName: String? = nil, pictures: [FiledPicture] = []) {
    (self.entry, self.categoryName, self.pictures) = (entry, categoryName, pictures)
  }

  /// What an importer makes of a title, body, date and id, within the rules for entries.
  ///
  /// - Parameters:
  ///   - id: nil where the file has none; the entry's content is its name then.
  ///   - format: the file's, for such a name.
  /// - Throws: ``InvalidInput`` where the body is too long, or the id no name.
  static func entry(
    id: String?, title: String, body: String, date: EntryDate, format: String
  ) throws(InvalidInput) -> Entry {
    let isFitting =
      title.unicodeScalars.count <= EntryRules.longestTitle
      && !title.unicodeScalars.contains { $0 == "\n" || $0 == "\r" }
    let (title, body) = isFitting ? (title, body) : EntryRules.fitted(title: title, body: body)
    try EntryRules.checkBody(body)
    if let id, !(1...255).contains(id.utf8.count) { throw InvalidInput("The id has to be 1 to 255 bytes long.") }
    return Entry(
      id: id.map { RecordName($0) }
        ?? NameBasedID.uuidV5(format: format, parts: [ISODate.string(date), title, body]),
      title: title, body: body, date: date, modifiedAt: ISODate.written(date.instant))
  }
}

/// A picture of an entry in a file.
package struct FiledPicture: Hashable, Sendable {
  /// The name of the picture's record; nil where the file does not say it.
  package var id: RecordName?
  /// The path of its file from the folder on in which the entry's file lies, such as `images/canal.jpg`.
  package var file: String
  /// One line; empty for none.
  package var caption: String

  package init(id: RecordName?, file: String, caption: String) {
    (self.id, self.file, self.caption) = (id, file, caption)
  }
}
