import JournalCore

/// The lines of version 1: each type of the journal as a JSON object and back, every field of it.
///
/// The names of the keys are the format; they do not follow the names in the program.
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

  static func write(_ entry: Entry, to json: inout JSONWriter) {
    json.object {
      $0.member("id", entry.id.rawValue)
      $0.member("title", entry.title)
      $0.member("body", entry.body)
      $0.member("mood", entry.mood?.rawValue)
      $0.key("date")
      write(entry.date, to: &$0)
      $0.member("modifiedAt", entry.modifiedAt.milliseconds)
      $0.member("isFavorite", entry.isFavorite)
      $0.member("category", entry.category?.rawValue)
      $0.member("tags", entry.tags)
      $0.member("trashedAt", entry.trashedAt?.milliseconds)
    }
  }

  static func write(_ category: Category, to json: inout JSONWriter) {
    json.object {
      $0.member("id", category.id.rawValue)
      $0.member("name", category.name)
      $0.member("colorHex", category.colorHex)
      $0.member("icon", category.icon)
      $0.member("sortOrder", category.sortOrder)
      $0.member("modifiedAt", category.modifiedAt.milliseconds)
      $0.member("trashedAt", category.trashedAt?.milliseconds)
    }
  }

  static func write(_ image: EntryImage, to json: inout JSONWriter) {
    json.object {
      $0.member("id", image.id.rawValue)
      $0.member("entry", image.entry.rawValue)
      $0.member("imageAsset", image.imageAsset)
      $0.member("caption", image.caption)
      $0.member("sortOrder", image.sortOrder)
      $0.member("modifiedAt", image.modifiedAt.milliseconds)
      $0.member("trashedAt", image.trashedAt?.milliseconds)
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

  private static func write(_ date: EntryDate, to json: inout JSONWriter) {
    json.object {
      $0.member("milliseconds", date.instant.milliseconds)
      $0.member("timeZone", date.timeZone)
      $0.member("offsetSeconds", Int64(date.offsetSeconds))
    }
  }

  /// The field's name is its only key, so that null as a value differs from no value.
  private static func write(_ change: EntryChange, to json: inout JSONWriter) {
    json.object {
      switch change {
      case .title(let title): $0.member("title", title)
      case .body(let body): $0.member("body", body)
      case .mood(let mood): $0.member("mood", mood?.rawValue)
      case .date(let date):
        $0.key("date")
        write(date, to: &$0)
      case .isFavorite(let isFavorite): $0.member("isFavorite", isFavorite)
      case .category(let category): $0.member("category", category?.rawValue)
      case .tags(let tags): $0.member("tags", tags)
      case .trashedAt(let moment): $0.member("trashedAt", moment?.milliseconds)
      }
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

  static func entry(_ json: JSONObject) throws(JSONError) -> Entry {
    Entry(
      id: try json.recordName("id"), title: try json.string("title"), body: try json.string("body"),
      mood: try json.stringOrNull("mood").map(Mood.init), date: try json.entryDate("date"),
      modifiedAt: try json.instant("modifiedAt"), isFavorite: try json.boolean("isFavorite"),
      category: try json.recordNameOrNull("category"), tags: try json.strings("tags"),
      trashedAt: try json.instantOrNull("trashedAt"))
  }

  static func category(_ json: JSONObject) throws(JSONError) -> Category {
    Category(
      id: try json.recordName("id"), name: try json.string("name"), colorHex: try json.string("colorHex"),
      icon: try json.string("icon"), sortOrder: try json.integer("sortOrder"),
      modifiedAt: try json.instant("modifiedAt"), trashedAt: try json.instantOrNull("trashedAt"))
  }

  static func image(_ json: JSONObject) throws(JSONError) -> EntryImage {
    EntryImage(
      id: try json.recordName("id"), entry: try json.recordName("entry"),
      imageAsset: try json.stringOrNull("imageAsset"), caption: try json.string("caption"),
      sortOrder: try json.integer("sortOrder"), modifiedAt: try json.instant("modifiedAt"),
      trashedAt: try json.instantOrNull("trashedAt"))
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
    switch key {
    case "title": return .title(try json.string(key))
    case "body": return .body(try json.string(key))
    case "mood": return .mood(try json.stringOrNull(key).map(Mood.init))
    case "date": return .date(try json.entryDate(key))
    case "isFavorite": return .isFavorite(try json.boolean(key))
    case "category": return .category(try json.recordNameOrNull(key))
    case "tags": return .tags(try json.strings(key))
    case "trashedAt": return .trashedAt(try json.instantOrNull(key))
    default: throw JSONError("“oldValue” has the field “\(key)”, which is not known")
    }
  }
}

extension JSONObject {
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
      throw JSONError("“\(key)” lies outside the years 1 to 9999")
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
