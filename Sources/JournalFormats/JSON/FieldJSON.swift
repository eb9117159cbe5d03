import JournalCore

// How the value of a field stands in JSON, by its kind.

extension JSONWriter {
  /// Writes the value of a field as a member.
  mutating func content(_ content: FieldContent, under key: String) {
    self.key(named: key)
    switch content {
    case .text(let text): string(text)
    case .word(let text), .file(let text): string(text)
    case .flag(let flag): boolean(flag)
    case .number(let number): integer(number)
    case .date(let date):
      object {
        $0.member("milliseconds", date.instant.milliseconds)
        $0.member("timeZone", date.timeZone)
        $0.member("offsetSeconds", Int64(date.offsetSeconds))
      }
    case .reference(let name): string(name?.rawValue)
    case .owner(let name): string(name.rawValue)
    case .tags(let tags): strings(tags)
    case .moment(let instant): integer(instant?.milliseconds)
    }
  }
}

extension JSONMembers {
  /// Reads fields, each of which has to be there.
  func read<Record>(_ fields: [RecordField<Record>], into record: inout Record) throws(JSONError) {
    for field in fields { field.write(&record, try content(field.archiveKey, field.kind)) }
  }

  /// Reads those of the fields that are there; the others stay as they are.
  func readPresent<Record>(_ fields: [RecordField<Record>], into record: inout Record) throws(JSONError) {
    try read(fields.filter { optional($0.archiveKey) != nil }, into: &record)
  }

  /// Reads the value of a field under its key.
  func content(_ key: String, _ kind: FieldKind) throws(JSONError) -> FieldContent {
    switch kind {
    case .text, .line, .prose: .text(try string(key))
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

  func recordName(_ key: String) throws(JSONError) -> RecordName {
    let name = try string(key)
    guard (1...255).contains(name.utf8.count) else { throw JSONError("“\(key)” has to be 1 to 255 bytes long") }
    return RecordName(name)
  }

  func recordNameOrNull(_ key: String) throws(JSONError) -> RecordName? {
    guard try stringOrNull(key) != nil else { return nil }
    return try recordName(key)
  }

  func instant(_ key: String) throws(JSONError) -> Instant {
    let instant = Instant(milliseconds: try integer(key))
    guard (Instant.earliest...Instant.latest).contains(instant) else {
      throw JSONError("“\(key)” is outside the years 1 to 9999")
    }
    return instant
  }

  func instantOrNull(_ key: String) throws(JSONError) -> Instant? {
    guard try integerOrNull(key) != nil else { return nil }
    return try instant(key)
  }

  func entryDate(_ key: String) throws(JSONError) -> EntryDate {
    let date = try object(key)
    return EntryDate(
      instant: try date.instant("milliseconds"), timeZone: try date.string("timeZone"),
      offsetSeconds: try date.offset("offsetSeconds"))
  }

  /// The offset of a zone in seconds; no clock on earth was ever a day from Greenwich.
  func offset(_ key: String) throws(JSONError) -> Int {
    let offset = try integer(key)
    guard (-86_399...86_399).contains(offset) else { throw JSONError("“\(key)” is more than a day") }
    return Int(offset)
  }
}
