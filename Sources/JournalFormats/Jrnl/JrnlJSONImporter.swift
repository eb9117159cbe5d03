package import JournalCore

/// Reads the JSON that `jrnl --format json` writes: `{"tags":{…},"entries":[{"title","body","date","time","tags","starred"}]}`, a
/// list of such entries, or a single one, as `jrnl` writes each into a folder.
///
/// What its text holds comes under the same name as out of plain text, so that a journal that is imported both ways has
/// each entry once. However long the text is, only one entry of it is held at a time.
package struct JrnlJSONImporter: TextImporter {
  /// Where the times of the file were read off the clock; the file has no zone.
  private let zone: any LocalZone
  private let options: JrnlOptions
  /// Bytes that are read at once.
  var pieceSize = JSONPieces.usualSize

  /// - Parameter options: of which only the signs of tags matter here.
  package init(zone: any LocalZone, options: JrnlOptions = JrnlOptions()) {
    (self.zone, self.options) = (zone, options)
  }

  /// Goes through a text from its beginning to its end.
  ///
  /// - Parameter body: called with each entry in the order of the text; nil where the text is only checked.
  /// - Returns: what a person should know although everything was taken.
  /// - Throws: ``ImportError`` for the first place that is wrong; the reader's error; the error of `body`.
  package func read(_ read: @escaping ByteReader, _ body: ((FiledEntry) throws -> Void)?) throws -> [ImportProblem] {
    var list = EntryList(JrnlEntries(zone: zone, tagSymbols: options.tagSymbols))
    try list.read(read, size: pieceSize, body)
    return []
  }
}

/// What jrnl writes.
private struct JrnlEntries: JSONEntries {
  let zone: any LocalZone
  let tagSymbols: TagSyntax.Symbols?

  static let listKey = "entries"
  static let singleKey: String? = "title"
  static let remedy = "Give a file that “jrnl --format json” wrote."
  static let foreign = "this is JSON of another program, and not of jrnl"

  func check(_ key: String) throws {
    guard key == "metadata" else { return }
    throw ImportError(
      "this is JSON of Day One, and not of jrnl",
      remedy: "Give the whole zip that Day One exported, with --from dayone.")
  }

  func wants(_ key: String) -> Bool { false }
  mutating func take(_ value: JSONValue, of key: String) {}

  mutating func entry(_ json: JSONMembers) throws(JSONError) -> FiledEntry {
    let (day, time) = (try json.string("date"), try json.string("time"))
    guard case .date(let local) = DateFormat.jrnl.read(Array("\(day) \(time)".utf8)) else {
      throw JSONError("“\(day) \(time)” is not a date like 2026-11-21 09:14")
    }
    let body = JrnlEscape.withoutMarkedEnds(try json.string("body"))
    let (title, text) = JrnlEscape.fitted(title: JrnlEntries.trimmed(try json.string("title")), body: body)
    do throws(InvalidInput) { try EntryRules.checkBody(text) } catch { throw JSONError(error.sentence) }
    let date = zone.date(local: local)
    var entry = Entry(
      id: NameBasedID.uuidV5(format: "jrnl", parts: [local.iso, title, text]),
      title: title, body: text, date: date, modifiedAt: date.instant)
    if json.optional("starred") != nil { entry.isFavorite = try json.boolean("starred") }
    if json.optional("tags") != nil {
      let names = try json.strings("tags").map { name(ofTag: $0) }.filter { !$0.isEmpty }
      // jrnl lists the tags that stand in the text; only those that this program does not see there are kept beside it.
      let written = Set(TagSyntax.union(explicit: [], title: title, body: text).map { TagSyntax.normalise($0) })
      entry.tags = names.filter { !written.contains(TagSyntax.normalise($0)) }
    }
    return FiledEntry(entry)
  }

  /// A tag without the sign before it.
  private func name(ofTag tag: String) -> String {
    let symbols = (tagSymbols?.text ?? "#@").unicodeScalars
    guard let first = tag.unicodeScalars.first, symbols.contains(first) else { return tag }
    return String(String.UnicodeScalarView(tag.unicodeScalars.dropFirst()))
  }

  /// As plain text comes: line ends as LF, no white space around it.
  private static func trimmed(_ text: String) -> String {
    var scalars = Substring(text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")).unicodeScalars
    func isSpace(_ scalar: Unicode.Scalar?) -> Bool { scalar == " " || scalar == "\t" || scalar == "\n" }
    while isSpace(scalars.last) { scalars.removeLast() }
    while scalars.first == "\n" { scalars.removeFirst() }
    return String(scalars)
  }
}

extension ImportFormat {
  /// JSON of jrnl; it begins with its tags, or with its entries.
  package static let jrnlJSON = ImportFormat(
    "jrnl-json", title: "JSON of jrnl", help: "a file that “jrnl --format json” wrote",
    recognizes: { probe in
      guard case .file(.json, let head, _) = probe else { return false }
      let text = head.drop { $0 != UInt8(ascii: "\"") }
      return text.starts(with: "\"tags\"".utf8) || text.starts(with: "\"entries\"".utf8)
    },
    reader: .text { settings throws(InvalidInput) in
      var options = JrnlOptions()
      if let symbols = settings.tagSymbols { options.tagSymbols = try TagSyntax.Symbols(symbols) }
      return JrnlJSONImporter(zone: settings.zone, options: options)
    })
}
