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
        $0.member("history", manifest.counts.history)
      }
    }
  }

  static func write<Record: JournalRecord>(_ record: Record, to json: inout JSONWriter) {
    json.object {
      $0.member("id", record.id.rawValue)
      for field in Record.fields.all { write(field.read(record), under: field.archiveKey, to: &$0) }
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
      $0.member("cause", item.cause.rawValue)
      $0.member("group", item.group)
    }
  }

  /// The field's name is its only key, so that null as a value differs from no value.
  private static func write(_ change: EntryChange, to json: inout JSONWriter) {
    json.object {
      guard let field = Entry.fields.field(change.field) else { return }
      write(change.content, under: field.archiveKey, to: &$0)
    }
  }

  private static func write(_ content: FieldContent, under key: String, to json: inout JSONWriter) {
    json.key(named: key)
    switch content {
    case .text(let text): json.string(text)
    case .word(let text), .file(let text): json.string(text)
    case .flag(let flag): json.boolean(flag)
    case .number(let number): json.integer(number)
    case .date(let date):
      json.object {
        $0.member("milliseconds", date.instant.milliseconds)
        $0.member("timeZone", date.timeZone)
        $0.member("offsetSeconds", Int64(date.offsetSeconds))
      }
    case .reference(let name): json.string(name?.rawValue)
    case .owner(let name): json.string(name.rawValue)
    case .tags(let tags): json.strings(tags)
    case .moment(let instant): json.integer(instant?.milliseconds)
    }
  }

  // MARK: Reading

  /// The manifest's format name and version, which any version has.
  static func formatAndVersion(_ json: JSONObject) throws(JSONError) -> (name: String, version: Int64) {
    (try json.string("format"), try json.integer("version"))
  }

  static func manifest(_ json: JSONObject) throws(JSONError) -> ArchiveManifest {
    let counts = try json.object("counts")
    var read = ArchiveCounts()
    read.entries = try counts.integer("entries")
    read.categories = try counts.integer("categories")
    read.images = try counts.integer("images")
    read.imageFiles = try counts.integer("imageFiles")
    read.history = try counts.integer("history")
    return ArchiveManifest(version: try json.integer("version"), createdAt: try json.instant("createdAt"), counts: read)
  }

  static func record<Record: JournalRecord>(_ json: JSONObject) throws(JSONError) -> Record {
    var record = Record(id: try json.recordName("id"), modifiedAt: .earliest)
    for field in Record.fields.all { field.write(&record, try json.content(field.archiveKey, field.kind)) }
    return record
  }

  static func historyItem(_ json: JSONObject) throws(JSONError) -> HistoryItem {
    let cause = try json.string("cause")
    guard let known = EditCause(rawValue: cause) else { throw JSONError("the cause “\(cause)” is not known") }
    return HistoryItem(
      id: try json.integer("id"), record: try json.recordName("record"), field: try json.string("field"),
      oldValue: try json.objectOrNull("oldValue").map { (old) throws(JSONError) in try change(old) },
      oldText: try json.string("oldText"), replacedAt: try json.instant("replacedAt"),
      device: try json.string("device"), cause: known, group: try json.integer("group"))
  }

  private static func change(_ json: JSONObject) throws(JSONError) -> EntryChange {
    guard let key = json.members.first?.key, json.members.count == 1 else {
      throw JSONError("“oldValue” needs exactly one field")
    }
    guard let field = Entry.fields.editable.first(where: { $0.archiveKey == key }) else {
      throw JSONError("“oldValue” has the field “\(key)”, which is not known")
    }
    return EntryChange(field, try json.content(key, field.kind))
  }
}

extension JSONObject {
  /// Reads the value of a field under its key.
  fileprivate func content(_ key: String, _ kind: FieldKind) throws(JSONError) -> FieldContent {
    switch kind {
    case .text, .prose: .text(try string(key))
    case .word: .word(try stringOrNull(key))
    case .file: .file(try stringOrNull(key))
    case .flag: .flag(try boolean(key))
    case .number: .number(try integer(key))
    case .date: .date(try entryDate(key))
    case .reference: .reference(try recordNameOrNull(key))
    case .owner: .owner(try recordName(key))
    case .tags: .tags(try strings(key))
    case .trashing: .moment(try instantOrNull(key))
    case .modification: .moment(try instant(key))
    }
  }

  fileprivate func recordName(_ key: String) throws(JSONError) -> RecordName {
    let name = try string(key)
    guard (1...255).contains(name.utf8.count) else { throw JSONError("“\(key)” has to be 1 to 255 bytes long") }
    return RecordName(name)
  }

  fileprivate func recordNameOrNull(_ key: String) throws(JSONError) -> RecordName? {
    guard try stringOrNull(key) != nil else { return nil }
    return try recordName(key)
  }

  fileprivate func instant(_ key: String) throws(JSONError) -> Instant {
    let instant = Instant(milliseconds: try integer(key))
    guard (Instant.earliest...Instant.latest).contains(instant) else {
      throw JSONError("“\(key)” is outside the years 1 to 9999")
    }
    return instant
  }

  fileprivate func instantOrNull(_ key: String) throws(JSONError) -> Instant? {
    guard try integerOrNull(key) != nil else { return nil }
    return try instant(key)
  }

  fileprivate func entryDate(_ key: String) throws(JSONError) -> EntryDate {
    let date = try object(key)
    let offset = try date.integer("offsetSeconds")
    // No clock on earth was ever further from Greenwich.
    guard (-86_399...86_399).contains(offset) else { throw JSONError("“offsetSeconds” is more than a day") }
    return EntryDate(
      instant: try date.instant("milliseconds"), timeZone: try date.string("timeZone"), offsetSeconds: Int(offset))
  }
}
