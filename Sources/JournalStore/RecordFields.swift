package import CloudRecord
package import JournalCore

/// The synced fields of each record type under their CloudKit names, and their values as the store stamps them.
///
/// The store needs them for stamps, digests and history; JournalSync says how they travel.
package enum RecordFields {
  /// The record type of an ``Entry``.
  package static let entryType = "JournalEntry"
  /// The record type of a category.
  package static let categoryType = "Category"
  /// The record type of an ``EntryImage``.
  package static let imageType = "EntryImage"
}

/// A new value for one field of a record, under the field's CloudKit name.
package protocol FieldChange {
  var field: String { get }
  var value: FieldValue? { get }
}

/// A record that is edited field by field.
package protocol EditableRecord {
  associatedtype Change: FieldChange
  /// The present value of the field that a change is about, as a change.
  func current(_ change: Change) -> Change
  mutating func set(_ change: Change)
}

extension EditableRecord {
  /// Makes the changes that change something, and returns those that take them back.
  ///
  /// `keep` is handed each value that is replaced together with the change that replaces it.
  package mutating func apply<Failure: Error>(
    _ changes: [Change], keep: (_ old: Change, _ new: Change) throws(Failure) -> Void
  ) throws(Failure) -> [Change] {
    var undo: [Change] = []
    for change in changes {
      let old = current(change)
      guard !FieldValue.areIdentical(old.value, change.value) else { continue }
      try keep(old, change)
      undo.append(old)
      set(change)
    }
    return undo
  }
}

extension Entry: EditableRecord {}
extension JournalCore.Category: EditableRecord {}
extension EntryImage: EditableRecord {}
extension EntryChange: FieldChange {}
extension CategoryChange: FieldChange {}
extension ImageChange: FieldChange {}

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

extension EntryChange {
  /// The field's name; the entry's date is one group under the name of its first field.
  package var field: String {
    switch self {
    case .title: "title"
    case .body: "body"
    case .mood: "mood"
    case .date: "createdAt"
    case .isFavorite: "isFavorite"
    case .category: "category"
    case .tags: "tags"
    case .trashedAt: "trashedAt"
    }
  }

  /// The value as stamps and history have it; nil for no mood, category, tags or trashing.
  ///
  /// A date is a list of three strings: milliseconds since 1970, the time zone, and the offset in seconds.
  package var value: FieldValue? {
    switch self {
    case .title(let text), .body(let text): .string(text)
    case .mood(let mood): mood.map { .string($0.rawValue) }
    case .date(let date):
      .list([
        .string(String(date.instant.milliseconds)), .string(date.timeZone), .string(String(date.offsetSeconds)),
      ])
    case .isFavorite(let flag): .int64(flag ? 1 : 0)
    case .category(let name): name.map { .reference(Reference(recordName: $0.rawValue, action: .none)) }
    case .tags(let tags): tags.isEmpty ? nil : .list(tags.map { .string($0) })
    case .trashedAt(let instant): instant.map { .date($0.milliseconds) }
    }
  }

  /// Reads a field back from its name and value; nil for a field that this version does not know.
  package init?(field: String, value: FieldValue?) {
    switch (field, value) {
    case ("title", .string(let text)): self = .title(text)
    case ("body", .string(let text)): self = .body(text)
    case ("mood", nil): self = .mood(nil)
    case ("mood", .string(let text)): self = .mood(Mood(rawValue: text))
    case ("createdAt", .list(let parts)):
      guard parts.count == 3, case .string(let instant) = parts[0], case .string(let zone) = parts[1],
        case .string(let offset) = parts[2], let milliseconds = Int64(instant), let seconds = Int(offset)
      else { return nil }
      self = .date(
        EntryDate(instant: Instant(milliseconds: milliseconds), timeZone: zone, offsetSeconds: seconds))
    case ("isFavorite", .int64(let flag)): self = .isFavorite(flag != 0)
    case ("category", nil): self = .category(nil)
    case ("category", .reference(let reference)): self = .category(RecordName(reference.recordName))
    case ("tags", nil): self = .tags([])
    case ("tags", .list(let members)):
      var tags: [String] = []
      for case .string(let tag) in members { tags.append(tag) }
      self = .tags(tags)
    case ("trashedAt", nil): self = .trashedAt(nil)
    case ("trashedAt", .date(let milliseconds)): self = .trashedAt(Instant(milliseconds: milliseconds))
    default: return nil
    }
  }

  /// The value as a person reads it in the history.
  package var text: String {
    switch self {
    case .title(let text), .body(let text): text
    case .mood(let mood): mood?.rawValue ?? ""
    case .date(let date): date.local.iso
    case .isFavorite(let flag): flag ? "yes" : "no"
    case .category(let name): name?.rawValue ?? ""
    case .tags(let tags): tags.joined(separator: " ")
    case .trashedAt(let instant): instant.map { CivilDateTime(instant: $0, offsetSeconds: 0).iso + "Z" } ?? ""
    }
  }
}

extension Entry {
  /// Every synced field as the change that would set it.
  package var changes: [EntryChange] {
    [
      .title(title), .body(body), .mood(mood), .date(date), .isFavorite(isFavorite), .category(category), .tags(tags),
      .trashedAt(trashedAt),
    ]
  }

  /// The present value of the field that a change is about, as a change.
  package func current(_ change: EntryChange) -> EntryChange {
    switch change {
    case .title: .title(title)
    case .body: .body(body)
    case .mood: .mood(mood)
    case .date: .date(date)
    case .isFavorite: .isFavorite(isFavorite)
    case .category: .category(category)
    case .tags: .tags(tags)
    case .trashedAt: .trashedAt(trashedAt)
    }
  }

  /// Gives one field its new value; `modifiedAt` stays as it is.
  package mutating func set(_ change: EntryChange) {
    switch change {
    case .title(let text): title = text
    case .body(let text): body = text
    case .mood(let mood): self.mood = mood
    case .date(let date): self.date = date
    case .isFavorite(let flag): isFavorite = flag
    case .category(let name): category = name
    case .tags(let tags): self.tags = tags
    case .trashedAt(let instant): trashedAt = instant
    }
  }
}

extension CategoryChange {
  /// The field's name in a `Category` record.
  package var field: String {
    switch self {
    case .name: "name"
    case .colorHex: "colorHex"
    case .icon: "icon"
    case .sortOrder: "sortOrder"
    case .trashedAt: "trashedAt"
    }
  }

  /// The value as stamps and history have it; nil for a category that is not in the trash.
  package var value: FieldValue? {
    switch self {
    case .name(let text), .colorHex(let text), .icon(let text): .string(text)
    case .sortOrder(let number): .int64(number)
    case .trashedAt(let instant): instant.map { .date($0.milliseconds) }
    }
  }
}

extension JournalCore.Category {
  /// Every synced field as the change that would set it.
  package var changes: [CategoryChange] {
    [.name(name), .colorHex(colorHex), .icon(icon), .sortOrder(sortOrder), .trashedAt(trashedAt)]
  }

  /// The present value of the field that a change is about, as a change.
  package func current(_ change: CategoryChange) -> CategoryChange {
    switch change {
    case .name: .name(name)
    case .colorHex: .colorHex(colorHex)
    case .icon: .icon(icon)
    case .sortOrder: .sortOrder(sortOrder)
    case .trashedAt: .trashedAt(trashedAt)
    }
  }

  /// Gives one field its new value; `modifiedAt` stays as it is.
  package mutating func set(_ change: CategoryChange) {
    switch change {
    case .name(let text): name = text
    case .colorHex(let text): colorHex = text
    case .icon(let text): icon = text
    case .sortOrder(let number): sortOrder = number
    case .trashedAt(let instant): trashedAt = instant
    }
  }
}

extension ImageChange {
  /// The field's name in an `EntryImage` record.
  package var field: String {
    switch self {
    case .imageAsset: "imageAsset"
    case .caption: "caption"
    case .sortOrder: "sortOrder"
    case .trashedAt: "trashedAt"
    }
  }

  /// The value as stamps and history have it; nil for no file and for no removal.
  ///
  /// The asset has only its digest.
  package var value: FieldValue? {
    switch self {
    case .imageAsset(let digest): digest.map { .asset(Asset(fileChecksum: $0)) }
    case .caption(let text): .string(text)
    case .sortOrder(let number): .int64(number)
    case .trashedAt(let instant): instant.map { .date($0.milliseconds) }
    }
  }
}

extension EntryImage {
  /// Every field that can be edited, as the change that would set it; the entry is not among them.
  package var changes: [ImageChange] {
    [.imageAsset(imageAsset), .caption(caption), .sortOrder(sortOrder), .trashedAt(trashedAt)]
  }

  /// The present value of the field that a change is about, as a change.
  package func current(_ change: ImageChange) -> ImageChange {
    switch change {
    case .imageAsset: .imageAsset(imageAsset)
    case .caption: .caption(caption)
    case .sortOrder: .sortOrder(sortOrder)
    case .trashedAt: .trashedAt(trashedAt)
    }
  }

  /// Gives one field its new value; `modifiedAt` stays as it is.
  package mutating func set(_ change: ImageChange) {
    switch change {
    case .imageAsset(let digest): imageAsset = digest
    case .caption(let text): caption = text
    case .sortOrder(let number): sortOrder = number
    case .trashedAt(let instant): trashedAt = instant
    }
  }
}

extension HistoryItem {
  /// The replaced value; of a field that no entry has, such as a category's name, it is made from `oldText`, and nil if
  /// that is empty.
  package var replacedValue: FieldValue? {
    if let oldValue { return oldValue.value }
    guard !oldText.isEmpty else { return nil }
    return field == "sortOrder" ? Int64(oldText).map { .int64($0) } : .string(oldText)
  }
}
