package import CloudRecord
package import JournalCore

extension FieldValue {
  /// Whether two values, either of which may be absent, are the same to the last byte.
  package static func areIdentical(_ a: FieldValue?, _ b: FieldValue?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a?, let b?): a.isIdentical(to: b)
    default: false
    }
  }
}

extension FieldContent {
  /// The value as stamps and history have it; nil for none, and for no tags.
  ///
  /// A date is a list of three strings: milliseconds since 1970, the time zone, and the offset in seconds. A file has only
  /// its digest.
  package var value: FieldValue? {
    switch self {
    case .text(let text): .string(text)
    case .word(let text): text.map { .string($0) }
    case .flag(let flag): .int64(flag ? 1 : 0)
    case .number(let number): .int64(number)
    case .date(let date):
      .list([
        .string(String(date.instant.milliseconds)), .string(date.timeZone), .string(String(date.offsetSeconds)),
      ])
    case .reference(let name): name.map { .reference(Reference(recordName: $0.rawValue, action: .none)) }
    case .owner(let name): .reference(Reference(recordName: name.rawValue, action: .deleteSelf))
    case .file(let digest): digest.map { .asset(Asset(fileChecksum: $0)) }
    case .tags(let tags): tags.isEmpty ? nil : .list(tags.map { .string($0) })
    case .moment(let instant): instant.map { .date($0.milliseconds) }
    }
  }

  /// Reads what ``value`` made of a field of this kind; nil where it does not fit.
  package init?(_ value: FieldValue?, kind: FieldKind) {
    switch (kind, value) {
    case (.text, .string(let text)?), (.line, .string(let text)?), (.prose, .string(let text)?): self = .text(text)
    case (.word, nil): self = .word(nil)
    case (.word, .string(let text)?): self = .word(text)
    case (.flag, .int64(let flag)?): self = .flag(flag != 0)
    case (.number, .int64(let number)?): self = .number(number)
    case (.date, .list(let parts)?):
      guard parts.count == 3, case .string(let instant) = parts[0], case .string(let zone) = parts[1],
        case .string(let offset) = parts[2], let milliseconds = Int64(instant), let seconds = Int(offset)
      else { return nil }
      self = .date(EntryDate(instant: Instant(milliseconds: milliseconds), timeZone: zone, offsetSeconds: seconds))
    case (.reference, nil): self = .reference(nil)
    case (.reference, .reference(let reference)?): self = .reference(RecordName(reference.recordName))
    case (.owner, .reference(let reference)?): self = .owner(RecordName(reference.recordName))
    case (.file, nil): self = .file(nil)
    case (.file, .asset(let asset)?): self = .file(asset.fileChecksum)
    case (.tags, nil): self = .tags([])
    case (.tags, .list(let members)?):
      var tags: [String] = []
      for case .string(let tag) in members { tags.append(tag) }
      self = .tags(tags)
    case (.trashing, nil): self = .moment(nil)
    case (.trashing, .date(let milliseconds)?): self = .moment(Instant(milliseconds: milliseconds))
    default: return nil
    }
  }
}

extension FieldChange {
  /// The value as stamps and history have it; nil for none.
  package var value: FieldValue? { content.value }

  /// Reads a change back from its field and value; nil for a field that no edit of this type sets.
  package init?(field: String, value: FieldValue?) {
    guard let known = Record.fields.field(field), known.kind.isEditable,
      let content = FieldContent(value, kind: known.kind)
    else { return nil }
    self.init(known, content)
  }
}

extension AnyRecord {
  /// Every field as the store stamps it; an entry's date is one field here.
  package var fields: [(field: String, value: FieldValue?)] { record.stampedFields }

  /// Reads the value of a field of any type; nil for a field that no type has, and for a value of another kind.
  package static func content(_ field: String, _ value: FieldValue?) -> FieldContent? {
    kinds.lazy.compactMap { $0.content(field, value) }.first
  }
}

extension JournalRecord {
  fileprivate static func content(_ field: String, _ value: FieldValue?) -> FieldContent? {
    fields.field(field).flatMap { FieldContent(value, kind: $0.kind) }
  }

  /// Every field that is stamped, with its value as stamps and history have it; a date is one field here.
  package var stampedFields: [(field: String, value: FieldValue?)] {
    Self.fields.synced.map { ($0.name, $0.read(self).value) }
  }
}
