package import JournalCore

/// An entry of a file that says its category by name, and its pictures by the names of files.
package struct FiledEntry: Hashable, Sendable {
  /// The entry; its `category` is nil.
  package var entry: Entry
  /// The name of the category it is filed under; nil where it is unfiled.
  package var categoryName: String?
  /// Its pictures in their order.
  package var pictures: [FiledPicture]
  /// Files of the entry that are no pictures, in their order.
  package var files: [FiledFile] = []
  /// How links of other entries in the file may call it, beside its title.
  package var names: [String] = []
  /// What the file says of the entry that has no place here.
  package var details: FiledDetails?
  /// The words that earlier versions made of the same; nil where they are the same. An entry that has them is no other one.
  package var former: EntryWords?

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

  /// The same of a body that earlier versions of the program made otherwise.
  ///
  /// - Parameter former: the body as they made it.
  /// - Returns: With the words that they made; nil where these are the same, or were refused.
  /// - Throws: As above.
  static func entry(
    id: String, title: String, body: String, former: String, date: EntryDate, format: String
  ) throws(InvalidInput) -> (entry: Entry, former: EntryWords?) {
    let made = try entry(id: id, title: title, body: body, date: date, format: format)
    guard !former.isIdentical(to: body) else { return (made, nil) }
    do throws(InvalidInput) {
      let before = try entry(id: id, title: title, body: former, date: date, format: format)
      return (made, EntryWords(title: before.title, body: before.body))
    } catch {
      // What they refused is in no journal.
      return (made, nil)
    }
  }
}

extension FiledEntry {
  /// What is kept beside the entry.
  ///
  /// - Parameter find: the bytes of a file by ``FiledFile/file``; nil where they are not there.
  package func kept(_ find: (String) -> FoundFile?) -> [KeptItem] {
    var items = files.compactMap { file in
      find(file.file).map {
        KeptItem(entry: entry.id, kind: file.kind, name: file.name, asset: $0.digest, bytes: $0.bytes)
      }
    }
    if let details { items.append(KeptItem(entry: entry.id, details: details.text, name: details.name)) }
    return items
  }
}

/// A file of an entry that is no picture.
package struct FiledFile: Hashable, Sendable {
  /// What it is.
  package var kind: KeptItem.Kind
  /// Where its bytes are, in the words of the importer that gives them.
  package var file: String
  /// What a person knows it by.
  package var name: String

  package init(kind: KeptItem.Kind, file: String, name: String) {
    (self.kind, self.file, self.name) = (kind, file, name)
  }
}

/// What an import says of an entry that has no place in it, as it stands there.
package struct FiledDetails: Hashable, Sendable {
  /// The name of a file that would have it.
  package var name: String
  /// The text.
  package var text: String

  package init(name: String, text: String) { (self.name, self.text) = (name, text) }
}

/// The bytes of a file that were read once.
package struct FoundFile: Hashable, Sendable {
  /// Their SHA-256, in lower-case hexadecimal digits.
  package var digest: String
  /// How many they are.
  package var bytes: Int64

  package init(digest: String, bytes: Int64) { (self.digest, self.bytes) = (digest, bytes) }
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
