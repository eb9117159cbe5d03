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
    var pieces = JSONPieces(read, size: pieceSize)
    switch FileKind(try pieces.head()) {
    case .text, .json: break
    case let kind:
      throw ImportError("this is \(kind.name), not JSON", remedy: "Give a file that “export --format json” wrote.")
    }
    var list = EntryList()
    switch try pieces.next() {
    case nil: throw ImportError("there is nothing in it", remedy: "Give a file that “export --format json” wrote.")
    case UInt8(ascii: "["): try list.readItems(&pieces, body)
    case UInt8(ascii: "{"): try list.readEnvelope(&pieces, body)
    default: throw ImportError("this is not JSON", remedy: "Give a file that “export --format json” wrote.")
    }
    guard try pieces.next() == nil else { throw pieces.error("there is something behind the value") }
    return list.problems
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

/// The entries of a text that is being read.
private struct EntryList {
  private var count = 0
  private var pictures = 0
  private var isPartial = false
  private var hasItems = false

  /// Keys whose values are ours; those of a newer version are passed over.
  private static let known: Set<String> = [
    "ok", "count", "nextCursor", "hasMore", "next_cursor", "has_more", "categories",
  ]

  mutating func readEnvelope(_ pieces: inout JSONPieces, _ body: ((FiledEntry) throws -> Void)?) throws {
    try pieces.take("{")
    if try !pieces.takes("}") {
      repeat { try readMember(&pieces, body) } while try pieces.goesOn(until: "}")
    }
    if !hasItems { throw EntryList.foreign("another program") }
  }

  private mutating func readMember(_ pieces: inout JSONPieces, _ body: ((FiledEntry) throws -> Void)?) throws {
    let key = try pieces.value { (bytes) throws(JSONError) -> String in
      guard case .string(let key) = try JSONReader.value(bytes) else {
        throw JSONError("a key belongs here", offset: 0)
      }
      return key
    }
    try pieces.take(":")
    switch key {
    case "items":
      guard !hasItems else { throw pieces.error("the key “items” comes twice") }
      try readItems(&pieces, body)
    case "metadata": throw EntryList.foreign("another program, such as Day One")
    case "entries":
      throw EntryList.foreign(
        "another program, such as jrnl", remedy: " jrnl’s entries come as text: jrnl --format text --file journal.txt.")
    case "hasMore":
      isPartial = try pieces.value { (bytes) throws(JSONError) -> Bool in
        if case .boolean(true) = try JSONReader.value(bytes) { true } else { false }
      }
    case let key where EntryList.known.contains(key):
      try pieces.value { (bytes) throws(JSONError) in _ = try JSONReader.value(bytes) }
    default: try pieces.value { (_) throws(JSONError) in }
    }
  }

  mutating func readItems(_ pieces: inout JSONPieces, _ body: ((FiledEntry) throws -> Void)?) throws {
    hasItems = true
    try pieces.take("[")
    if try pieces.takes("]") { return }
    repeat {
      count += 1
      let (filed, pictures) = try pieces.value(named: "entry \(count)") { (bytes) throws(JSONError) in
        try EntryJSONImporter.entry(try JSONReader.object(bytes))
      }
      self.pictures += pictures
      try body?(filed)
    } while try pieces.goesOn(until: "]")
  }

  private static func foreign(_ program: String, remedy: String = "") -> ImportError {
    ImportError(
      "this is JSON of \(program), and not of CloudJournal",
      remedy: "Give a file that “export --format json” wrote.\(remedy)")
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

extension JSONMembers {
  /// A text, or nil where the key is absent or null.
  fileprivate func stringIfPresent(_ key: String) throws(JSONError) -> String? {
    optional(key) == nil ? nil : try stringOrNull(key)
  }
}
