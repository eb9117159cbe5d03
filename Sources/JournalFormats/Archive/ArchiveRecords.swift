import Encodings
import JournalCore

/// The lines of version 1: each type of the journal as a JSON object and back, every field of it.
///
/// The tables of fields say which keys there are. The keys are the format; they do not follow the names in the program.
enum ArchiveRecords {
  // MARK: Writing

  static func write(_ manifest: ArchiveManifest, to json: inout JSONWriter) {
    json.object {
      $0.member("format", ArchiveFormat.name)
      $0.member("version", manifest.version)
      $0.member("createdAt", manifest.createdAt.milliseconds)
      $0.key("counts")
      $0.object {
        $0.member("entries", manifest.counts.entries)
        $0.member("categories", manifest.counts.categories)
        $0.member("images", manifest.counts.images)
        $0.member("imageFiles", manifest.counts.imageFiles)
        if manifest.counts.preferences > 0 { $0.member("preferences", manifest.counts.preferences) }
        if manifest.counts.kept > 0 { $0.member("kept", manifest.counts.kept) }
        $0.member("history", manifest.counts.history)
      }
    }
  }

  static func write<Record: JournalRecord>(_ record: Record, to json: inout JSONWriter) {
    json.object {
      $0.member("id", record.id.rawValue)
      for field in Record.fields.all { $0.content(field.read(record), under: field.archiveKey) }
    }
  }

  static func write(_ item: KeptItem, to json: inout JSONWriter) {
    json.object {
      $0.member("entry", item.entry.rawValue)
      $0.member("kind", item.kind.rawValue)
      $0.member("name", item.name)
      $0.member("asset", item.asset)
      $0.member("bytes", item.bytes)
      $0.member("details", item.details)
    }
  }

  static func write(_ item: HistoryItem, to json: inout JSONWriter) {
    json.object {
      $0.member("id", item.id)
      $0.member("record", item.record.rawValue)
      $0.member("field", item.field)
      $0.key("oldValue")
      if let old = item.oldValue { write(old, to: &$0) } else { $0.null() }
      $0.member("oldText", item.oldText)
      $0.member("replacedAt", item.replacedAt.milliseconds)
      $0.member("device", item.device)
      // Older programs know no other cause, and take it for what comes closest.
      $0.member("cause", item.cause == .refused ? EditCause.merge.rawValue : item.cause.rawValue)
      if item.cause == .refused { $0.member("refused", true) }
      $0.member("group", item.group)
    }
  }

  /// The field's name is its only key, so that null as a value differs from no value.
  private static func write(_ change: EntryChange, to json: inout JSONWriter) {
    json.object {
      guard let field = Entry.fields.field(change.field) else { return }
      $0.content(change.content, under: field.archiveKey)
    }
  }

  // MARK: Reading

  /// The manifest's format name and version, which any version has.
  static func formatAndVersion(_ json: JSONMembers) throws(JSONError) -> (name: String, version: Int64) {
    (try json.string("format"), try json.integer("version"))
  }

  static func manifest(_ json: JSONMembers) throws(JSONError) -> ArchiveManifest {
    let counts = try json.object("counts")
    var read = ArchiveCounts()
    read.entries = try counts.integer("entries")
    read.categories = try counts.integer("categories")
    read.images = try counts.integer("images")
    read.imageFiles = try counts.integer("imageFiles")
    // Older programs count none.
    if counts.optional("preferences") != nil { read.preferences = try counts.integer("preferences") }
    if counts.optional("kept") != nil { read.kept = try counts.integer("kept") }
    read.history = try counts.integer("history")
    return ArchiveManifest(version: try json.integer("version"), createdAt: try json.instant("createdAt"), counts: read)
  }

  static func record<Record: JournalRecord>(_ json: JSONMembers) throws(JSONError) -> Record {
    var record = Record(id: try json.recordName("id"), modifiedAt: .earliest)
    try json.read(Record.fields.original, into: &record)
    try json.readPresent(Record.fields.added, into: &record)
    return record
  }

  static func keptItem(_ json: JSONMembers) throws(JSONError) -> KeptItem {
    let (entry, name) = (try json.recordName("entry"), try json.string("name"))
    let (asset, bytes) = (try json.stringOrNull("asset"), try json.integer("bytes"))
    guard let asset else { return KeptItem(entry: entry, details: try json.string("details"), name: name) }
    guard Hexadecimal.isLowerCase(asset, digits: 64) else { throw JSONError("“asset” is no SHA-256") }
    guard bytes >= 0 else { throw JSONError("“bytes” is \(bytes)") }
    // What a later version keeps is a file here.
    let kind = KeptItem.Kind(rawValue: try json.string("kind")) ?? .file
    return KeptItem(entry: entry, kind: kind == .details ? .file : kind, name: name, asset: asset, bytes: bytes)
  }

  /// A former value. A cause of a program to come is read as an edit, the most general one (``hasUnknownCause(_:)``).
  static func historyItem(_ json: JSONMembers) throws(JSONError) -> HistoryItem {
    let cause = EditCause(rawValue: try json.string("cause")) ?? .edit
    let isRefused = json.optional("refused") == nil ? false : try json.boolean("refused")
    return HistoryItem(
      id: try json.integer("id"), record: try json.recordName("record"), field: try json.string("field"),
      oldValue: try json.objectOrNull("oldValue").map { (old) throws(JSONError) in try change(old) },
      oldText: try json.string("oldText"), replacedAt: try json.instant("replacedAt"),
      device: try json.string("device"), cause: isRefused ? .refused : cause, group: try json.integer("group"))
  }

  /// Whether a former value was replaced for a reason that this version does not know.
  static func hasUnknownCause(_ json: JSONMembers) throws(JSONError) -> Bool {
    EditCause(rawValue: try json.string("cause")) == nil
  }

  private static func change(_ json: JSONMembers) throws(JSONError) -> EntryChange {
    guard let key = json.members.first?.key, json.members.count == 1 else {
      throw JSONError("“oldValue” needs exactly one field")
    }
    guard let field = Entry.fields.editable.first(where: { $0.archiveKey == key }) else {
      throw JSONError("“oldValue” has the field “\(key)”, which is not known")
    }
    return EntryChange(field, try json.content(key, field.kind))
  }
}
