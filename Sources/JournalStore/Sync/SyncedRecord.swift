import CloudRecord
package import JournalCore
package import SyncCore

// MARK: As a version that travels

extension AnyRecord {
  /// The fields that are one on this side: the date with the zone that it was lived in.
  package static let dateFields = ["createdAt", "createdTimeZone", "createdOffsetSeconds"]

  /// The name under which the store stamps a field that travels.
  package static func stampedField(_ field: String) -> String { dateFields.contains(field) ? "createdAt" : field }

  package func version(_ stamps: FieldStamps) -> RecordVersion {
    var version = RecordVersion(recordType: recordType)
    for (field, value) in fields {
      let stamp = stamps.marks[field]?.stamp
      if case .entry(let entry) = self, field == "createdAt" {
        version.values["createdAt"] = .date(entry.date.instant.milliseconds)
        version.values["createdTimeZone"] = .string(entry.date.timeZone)
        version.values["createdOffsetSeconds"] = .int64(Int64(entry.date.offsetSeconds))
        for name in AnyRecord.dateFields { version.stamps[name] = stamp }
      } else {
        version.values[field] = value
        version.stamps[field] = stamp
      }
    }
    return version
  }

  /// The stamps of a version as the store keeps them, over the values that the store made of it.
  package func stamps(of version: RecordVersion) -> FieldStamps {
    var stamps = FieldStamps()
    for (field, value) in fields {
      let stamp =
        field == "createdAt" ? AnyRecord.dateFields.compactMap { version.stamps[$0] }.max() : version.stamps[field]
      if let stamp { stamps.marks[field] = FieldStamps.Mark(stamp: stamp, digest: FieldStamps.digest(of: value)) }
    }
    return stamps
  }

  /// Reads a version whatever it holds: a value that is missing or of another type counts as absent, an impossible date
  /// is brought into the calendar. One odd record must never keep the others from coming.
  ///
  /// - Returns: nil for a record type that this program does not know.
  package init?(name: RecordName, version: RecordVersion, modifiedAt: Instant) {
    let reader = VersionReader(version: version)
    let modifiedAt = modifiedAt.inCalendar
    switch version.recordType {
    case RecordFields.entryType:
      let entry = Entry(
        id: name, title: reader.text("title"), body: reader.text("body"), mood: reader.mood,
        date: reader.date(otherwise: modifiedAt), modifiedAt: modifiedAt,
        isFavorite: reader.number("isFavorite") != 0, category: reader.reference("category"), tags: reader.tags,
        trashedAt: reader.instant("trashedAt"))
      self = .entry(entry.withoutNULs)
    case RecordFields.categoryType:
      self = .category(
        JournalCore.Category(
          id: name, name: reader.text("name"), colorHex: reader.text("colorHex", JournalCore.Category.defaultColor),
          icon: reader.text("icon", JournalCore.Category.defaultIcon), sortOrder: reader.number("sortOrder"),
          modifiedAt: modifiedAt, trashedAt: reader.instant("trashedAt")))
    case RecordFields.imageType:
      self = .image(
        EntryImage(
          id: name, entry: reader.reference("entry") ?? RecordName(""), imageAsset: reader.asset("imageAsset"),
          caption: reader.text("caption"), sortOrder: reader.number("sortOrder"), modifiedAt: modifiedAt,
          trashedAt: reader.instant("trashedAt")))
    default: return nil
    }
  }
}

extension Instant {
  /// The nearest moment whose date can be shown.
  package var inCalendar: Instant { min(max(self, .earliest), .latest) }
}

/// Takes values out of a version by the types that the store expects.
private struct VersionReader {
  package let version: RecordVersion

  package func text(_ field: String, _ otherwise: String = "") -> String {
    guard case .string(let text) = version.values[field] else { return otherwise }
    return text.withoutNULs
  }

  package func number(_ field: String) -> Int64 {
    guard case .int64(let number) = version.values[field] else { return 0 }
    return number
  }

  package func instant(_ field: String) -> Instant? {
    guard case .date(let milliseconds) = version.values[field] else { return nil }
    return Instant(milliseconds: milliseconds).inCalendar
  }

  package func reference(_ field: String) -> RecordName? {
    guard case .reference(let reference) = version.values[field] else { return nil }
    return RecordName(reference.recordName)
  }

  package func asset(_ field: String) -> String? {
    guard case .asset(let asset) = version.values[field] else { return nil }
    return asset.fileChecksum
  }

  package var mood: Mood? {
    let text = text("mood")
    return text.isEmpty ? nil : Mood(rawValue: text)
  }

  /// As one column keeps them: a tag that held a line break is several.
  package var tags: [String] {
    guard case .list(let members) = version.values["tags"] else { return [] }
    var tags: [String] = []
    for case .string(let tag) in members { tags.append(tag.withoutNULs) }
    return TagList.decode(TagList.encode(tags))
  }

  package func date(otherwise: Instant) -> EntryDate {
    EntryDate(
      instant: instant("createdAt") ?? otherwise, timeZone: text("createdTimeZone"),
      offsetSeconds: Int(min(max(number("createdOffsetSeconds"), -86_399), 86_399)))
  }
}
