import CloudRecord
package import JournalCore
package import SyncCore

// How records are written as versions that travel, and read from them, by the tables of their fields.

extension JournalRecord {
  /// The record as a version; a date is three fields there, which share its stamp.
  func version(_ stamps: FieldStamps) -> RecordVersion {
    var version = RecordVersion(recordType: Self.recordType)
    for field in Self.fields.synced {
      let stamp = stamps.marks[field.name]?.stamp
      let content = field.read(self)
      if case .date(let date) = content {
        version.values[field.wireNames[0]] = .date(date.instant.milliseconds)
        version.values[field.wireNames[1]] = .string(date.timeZone)
        version.values[field.wireNames[2]] = .int64(Int64(date.offsetSeconds))
        for name in field.wireNames { version.stamps[name] = stamp }
      } else {
        version.values[field.name] = content.value
        version.stamps[field.name] = stamp
      }
    }
    return version
  }

  fileprivate static var wireNames: [[String]] { fields.all.map(\.wireNames) }

  fileprivate static func read(_ id: RecordName, _ version: RecordVersion, _ modifiedAt: Instant) -> AnyRecord {
    var record = Self(id: id, modifiedAt: modifiedAt.inCalendar)
    for field in fields.synced {
      if let content = field.content(of: version, besides: record) { field.write(&record, content) }
    }
    return record.wrapped
  }

  /// The stamps of a version as the store keeps them, over the values that the store made of it.
  fileprivate func stamps(of version: RecordVersion) -> FieldStamps {
    var stamps = FieldStamps()
    for field in Self.fields.synced {
      guard let stamp = field.wireNames.compactMap({ version.stamps[$0] }).max() else { continue }
      let digest = FieldStamps.digest(of: field.read(self).value)
      stamps.marks[field.name] = FieldStamps.Mark(stamp: stamp, digest: digest)
    }
    return stamps
  }
}

extension AnyRecord {
  /// The record as a version that travels.
  package func version(_ stamps: FieldStamps) -> RecordVersion { record.version(stamps) }

  /// The stamps of a version as the store keeps them, over the values that the store made of it.
  package func stamps(of version: RecordVersion) -> FieldStamps { record.stamps(of: version) }

  /// Reads a version whatever it holds: a value that is missing or of another type counts as absent, an impossible date
  /// is brought into the calendar. One odd record must never keep the others from coming.
  ///
  /// - Returns: nil for a record type that this program does not know.
  package init?(name: RecordName, version: RecordVersion, modifiedAt: Instant) {
    guard let kind = AnyRecord.kind(version.recordType) else { return nil }
    self = kind.read(name, version, modifiedAt)
  }

  /// The name under which the store stamps a field that travels: three fields of a date are one here.
  package static func stampedField(_ field: String) -> String {
    groups.first { $0.contains(field) }?[0] ?? field
  }

  /// The names under which a stamped field travels.
  package static func wireNames(of field: String) -> [String] {
    groups.first { $0[0] == field } ?? [field]
  }

  /// The names of fields that travel in several parts.
  private static let groups = kinds.flatMap { $0.wireNames }.filter { $0.count > 1 }
}

extension Instant {
  /// The nearest moment whose date can be shown.
  package var inCalendar: Instant { min(max(self, .earliest), .latest) }
}

extension RecordField {
  /// Takes the field out of a version as the store's columns can keep it; nil where it has no value of the field's type.
  fileprivate func content(of version: RecordVersion, besides blank: Record) -> FieldContent? {
    switch (kind, version.values[name]) {
    case (.text, .string(let text)?), (.line, .string(let text)?), (.prose, .string(let text)?): .text(text.withoutNULs)
    case (.word, .string(let text)?): .word(text.isEmpty ? nil : text.withoutNULs)
    case (.flag, .int64(let number)?): .flag(number != 0)
    case (.number, .int64(let number)?): .number(number)
    case (.date, let moment): date(moment, version, besides: read(blank))
    case (.reference, .reference(let reference)?): .reference(RecordName(reference.recordName))
    case (.owner, .reference(let reference)?): .owner(RecordName(reference.recordName))
    case (.file, .asset(let asset)?): .file(asset.fileChecksum)
    // As one column keeps them: a tag that held a line break is several.
    case (.tags, .list(let members)?): .tags(TagColumn.decode(TagColumn.encode(RecordField.texts(members))))
    case (.trashing, .date(let milliseconds)?): .moment(Instant(milliseconds: milliseconds).inCalendar)
    default: nil
    }
  }

  private static func texts(_ members: [FieldValue]) -> [String] {
    var texts: [String] = []
    for case .string(let text) in members { texts.append(text.withoutNULs) }
    return texts
  }

  private func date(_ moment: FieldValue?, _ version: RecordVersion, besides blank: FieldContent) -> FieldContent? {
    guard case .date(var date) = blank else { return nil }
    if case .date(let milliseconds)? = moment { date.instant = Instant(milliseconds: milliseconds).inCalendar }
    if case .string(let zone)? = version.values[wireNames[1]] { date.timeZone = zone.withoutNULs }
    if case .int64(let seconds)? = version.values[wireNames[2]] {
      date.offsetSeconds = Int(min(max(seconds, -86_399), 86_399))
    }
    return .date(date)
  }
}
