package import JournalCore

/// A draft as a text that people can read, too: Markdown, under one line that says what it belongs to.
package struct UnsavedCopy: Hashable {
  private static let opening = "<!-- cloudjournal-unsaved "
  private static let closing = " -->"

  /// The folder of the journal that could not take it.
  package let journal: String
  private let draft: Draft

  /// What of an entry stands in the line; of the entry as its editor knew it the body, too.
  private static let fields = Entry.fields.editable.filter { $0.kind != .trashing }
  private static let fieldsAbove = fields.filter { $0.kind != .prose }

  package init(_ draft: Draft, journal: String) {
    (self.draft, self.journal) = (draft, journal)
  }

  /// Reads a copy back; nil for any other text.
  package init?(_ text: String) {
    guard text.hasPrefix(UnsavedCopy.opening),
      let end = text.utf8.firstIndex(of: UInt8(ascii: "\n")),
      case let line = text[..<end], line.hasSuffix(UnsavedCopy.closing)
    else { return nil }
    let json = Array(line.dropFirst(UnsavedCopy.opening.count).dropLast(UnsavedCopy.closing.count).utf8)
    do {
      let header = try json.withUnsafeBytes { try JSONReader.object($0) }
      guard try header.integer("version") == 1 else { return nil }
      let savedAt = try header.instant("savedAt")
      var entry = Entry(id: try header.recordName("entry"), modifiedAt: savedAt)
      try UnsavedCopy.read(header, UnsavedCopy.fieldsAbove, into: &entry)
      var seen: Entry?
      // Copies of before have none.
      if header.optional("seen") != nil, let known = try header.objectOrNull("seen") {
        var read = Entry(id: entry.id, modifiedAt: savedAt)
        try UnsavedCopy.read(known, UnsavedCopy.fields, into: &read)
        seen = read
      }
      var body = text.utf8[text.utf8.index(after: end)...]
      let heading = UnsavedCopy.heading(entry.title).utf8
      if body.starts(with: heading) { body = body.dropFirst(heading.count) }
      entry.body = String(Substring(body))
      journal = try header.string("journal")
      draft = Draft(
        entry: entry, isNew: try header.boolean("isNew"), seen: seen, owner: try header.string("owner"),
        savedAt: savedAt)
    } catch {
      // What cannot be read cannot be offered; the file stays.
      return nil
    }
  }

  /// The draft, as one that lies in a file.
  package func draft(at path: String) -> Draft {
    var draft = draft
    draft.copyPath = path
    return draft
  }

  private static func heading(_ title: String) -> String { title.isEmpty ? "\n" : "\n# \(title)\n\n" }

  /// The whole file.
  package var text: String {
    var json = JSONWriter()
    json.object {
      $0.member("version", 1)
      $0.member("journal", journal)
      $0.member("entry", draft.entry.id.rawValue)
      $0.member("isNew", draft.isNew)
      $0.member("owner", draft.owner)
      $0.member("savedAt", draft.savedAt.milliseconds)
      UnsavedCopy.write(draft.entry, UnsavedCopy.fieldsAbove, to: &$0)
      if let seen = draft.seen {
        $0.key("seen")
        $0.object { UnsavedCopy.write(seen, UnsavedCopy.fields, to: &$0) }
      }
    }
    var line = String.UnicodeScalarView()
    for scalar in json.text.unicodeScalars {
      // A title must not end the comment.
      if scalar == ">" { line.append(contentsOf: "\\u003e".unicodeScalars) } else { line.append(scalar) }
    }
    return UnsavedCopy.opening + String(line) + UnsavedCopy.closing + "\n" + UnsavedCopy.heading(draft.entry.title)
      + draft.entry.body
  }

  // MARK: Fields

  /// A date has no object of its own here: its zone and offset stand beside it, under the names of their columns.
  private static func write(_ entry: Entry, _ fields: [RecordField<Entry>], to json: inout JSONWriter) {
    for field in fields {
      guard case .date(let date) = field.read(entry) else {
        json.content(field.read(entry), under: field.archiveKey)
        continue
      }
      json.content(.number(date.instant.milliseconds), under: field.archiveKey)
      json.content(.text(date.timeZone), under: field.columns[1])
      json.content(.number(Int64(date.offsetSeconds)), under: field.columns[2])
    }
  }

  private static func read(
    _ json: JSONMembers, _ fields: [RecordField<Entry>], into entry: inout Entry
  ) throws(JSONError) {
    try json.readPresent(fields.filter { $0.kind != .date }, into: &entry)
    for field in fields where field.kind == .date {
      let date = EntryDate(
        instant: try json.instant(field.archiveKey), timeZone: try json.string(field.columns[1]),
        offsetSeconds: try json.offset(field.columns[2]))
      field.write(&entry, .date(date))
    }
  }
}
