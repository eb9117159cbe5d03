import JournalCore

/// Reads the JSON that “export --format json” writes, or a list of its entries.
///
/// What comes back is all of an entry but its pictures, of which the file has only the names. However long the text is,
/// only one entry of it is held at a time.
package struct EntryJSONImporter: TextImporter {
  /// Bytes that are read at once.
  var pieceSize = JSONPieces.usualSize

  package init() {}

  /// Goes through a text from its beginning to its end.
  ///
  /// - Parameters:
  ///   - read: hands out the text's bytes.
  ///   - body: called with each entry in the order of the text; nil where the text is only checked.
  /// - Returns: what a person should know although everything was taken.
  /// - Throws: ``ImportError`` for the first place that is wrong; the reader's error; the error of `body`.
  package func read(_ read: @escaping ByteReader, _ body: ((FiledEntry) throws -> Void)?) throws -> [ImportProblem] {
    var list = EntryList(OurEntries())
    try list.read(read, size: pieceSize, body)
    return list.format.problems
  }

  /// The entry of an object.
  ///
  /// - Returns: The entry, and how many pictures it names.
  /// - Throws: ``JSONError`` where a field is missing or is not what it should be.
  static func entry(_ json: JSONMembers) throws(JSONError) -> (filed: FiledEntry, pictures: Int) {
    let createdAt = try json.string("createdAt")
    let (title, body) = (try json.string("title"), try json.string("body"))
    guard let date = ISODate.date(createdAt, timeZone: try json.stringIfPresent("timeZone") ?? "") else {
      throw JSONError("“createdAt” is “\(createdAt)”, which is not a date like 2026-11-21T09:14:00.000+01:00")
    }
    let id = try json.stringIfPresent("id")
    var entry: Entry
    do throws(InvalidInput) {
      entry = try FiledEntry.entry(id: id, title: title, body: body, date: date, format: "json")
    } catch {
      throw JSONError(error.sentence)
    }
    if let text = try json.stringIfPresent("modifiedAt") {
      guard let moment = ISODate.instant(text) else { throw JSONError("“modifiedAt” is “\(text)”, which is no date") }
      entry.modifiedAt = moment
    }
    entry.mood = try json.stringIfPresent("mood").map(Mood.init)
    if json.optional("isFavorite") != nil { entry.isFavorite = try json.boolean("isFavorite") }
    if json.optional("explicitTags") != nil {
      entry.tags = try json.strings("explicitTags")
    } else if json.optional("tags") != nil {
      entry.tags = TagList.explicit(in: try json.strings("tags"), title: entry.title, body: entry.body)
    }
    try json.readPresent(Entry.fields.added, into: &entry)
    var pictures = 0
    if case .array(let images) = json.optional("images") { pictures = images.count }
    return (FiledEntry(entry, categoryName: try json.stringIfPresent("category")), pictures)
  }
}

extension ImportFormat {
  /// JSON as “export --format json” writes it.
  package static let json = ImportFormat(
    "json", title: "JSON of entries", help: "a file that “export --format json” wrote, or a list of its entries",
    recognizes: { $0.kind == .json }, reader: .text { _ in EntryJSONImporter() })
}

/// What this program writes.
private struct OurEntries: JSONEntries {
  private var pictures = 0
  private var isPartial = false

  static let listKey = "items"
  static let singleKey: String? = nil
  static let remedy = "Give a file that “export --format json” wrote: it has every field."
  static let foreign = "this is JSON of another program, and not of CloudJournal"

  /// Keys whose values are ours; those of a newer version are passed over.
  private static let known: Set<String> = [
    "ok", "count", "nextCursor", "hasMore", "next_cursor", "has_more", "categories",
  ]

  func check(_ key: String) throws {
    switch key {
    case "metadata":
      throw ImportError(
        "this is JSON of another program, such as Day One",
        remedy: "Of Day One give the whole zip that it exported, which has the pictures, too.")
    case "entries":
      throw OurEntries.foreign("another program, such as jrnl", remedy: " If jrnl wrote it, give --from jrnl-json.")
    default: break
    }
  }

  private static func foreign(_ program: String, remedy: String = "") -> ImportError {
    ImportError(
      "this is JSON of \(program), and not of CloudJournal",
      remedy: "Give a file that “export --format json” wrote.\(remedy)")
  }

  func wants(_ key: String) -> Bool { OurEntries.known.contains(key) }

  mutating func take(_ value: JSONValue, of key: String) {
    if key == "hasMore", case .boolean(true) = value { isPartial = true }
  }

  mutating func entry(_ json: JSONMembers) throws(JSONError) -> FiledEntry {
    let (filed, pictures) = try EntryJSONImporter.entry(json)
    self.pictures += pictures
    return filed
  }

  var problems: [ImportProblem] {
    var problems: [ImportProblem] = []
    if isPartial {
      problems.append(ImportProblem("This is the first part of a list: it says that there is more of it."))
    }
    if pictures > 0 {
      problems.append(
        ImportProblem("The file names the entries’ pictures (\(pictures)), and does not hold them; an archive does."))
    }
    return problems
  }
}
