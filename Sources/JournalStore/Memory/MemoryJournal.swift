import CloudRecord
import JournalCore

/// The journal itself, as a value; ``MemoryJournalStore`` guards it.
struct MemoryJournal {
  struct Row {
    var entry: Entry
    var position: Int64
  }

  struct Import {
    var records: [RecordName]
    var isUndone = false
  }

  var entries: [RecordName: Row] = [:]
  var categories: [RecordName: JournalCore.Category] = [:]
  var images: [RecordName: EntryImage] = [:]
  var history: [HistoryItem] = []
  var drafts: [DraftKey: Draft] = [:]
  var preferences: [String: String] = [:]
  var imports: [Import] = []
  var changes: Int64 = 0
  private var nextHistoryID: Int64 = 1

  private func freePosition(for instant: Instant) throws(StoreError) -> Int64 {
    guard instant >= .earliest, instant <= .latest else {
      throw .invalid("An entry's date must lie in the years 0001 to 9999.")
    }
    let taken = Set(entries.values.map { $0.position })
    var position = instant.milliseconds << 15
    while taken.contains(position) { position += 1 }
    return position
  }

  private mutating func insert(_ entry: Entry) throws(StoreError) {
    entries[entry.id] = Row(entry: entry, position: try freePosition(for: entry.date.instant))
  }

  /// Applies one operation and returns the one that takes it back; nil where nothing changed.
  mutating func perform(
    _ operation: JournalOperation, now: Instant, device: String, cause: EditCause, group: Int64
  ) throws(StoreError) -> JournalOperation? {
    switch operation.withoutNULs {
    case .createEntry(let entry):
      guard !entry.id.rawValue.isEmpty else { throw .invalid("A record needs a name.") }
      guard entries[entry.id] == nil else { throw .recordExists(entry.id.rawValue) }
      try insert(entry)
      return .editEntry(entry.id, [.trashedAt(now)])
    case .editEntry(let id, let changes):
      guard var row = entries[id] else { throw .unknownRecord(id.rawValue) }
      let undo = row.entry.apply(changes) { old, _ in
        keep(old, field: old.field, of: id, now: now, device: device, cause: cause, group: group)
      }
      if row.entry.date.instant != entries[id]?.entry.date.instant {
        row.position = try freePosition(for: row.entry.date.instant)
      }
      guard !undo.isEmpty else { return nil }
      row.entry.modifiedAt = now
      entries[id] = row
      return .editEntry(id, undo)
    case .createCategory(let category):
      guard categories[category.id] == nil else { throw .recordExists(category.id.rawValue) }
      categories[category.id] = category
      return .editCategory(category.id, [.trashedAt(now)])
    case .editCategory(let id, let changes):
      guard var category = categories[id] else { throw .unknownRecord(id.rawValue) }
      let undo = category.apply(changes) { old, _ in
        keep(nil, field: old.field, of: id, now: now, device: device, cause: cause, group: group)
      }
      guard !undo.isEmpty else { return nil }
      category.modifiedAt = now
      categories[id] = category
      return .editCategory(id, undo)
    case .createImage(let image):
      guard images[image.id] == nil else { throw .recordExists(image.id.rawValue) }
      images[image.id] = image
      return .editImage(image.id, [.trashedAt(now)])
    case .editImage(let id, let changes):
      guard var image = images[id] else { throw .unknownRecord(id.rawValue) }
      let undo = image.apply(changes) { old, _ in
        keep(nil, field: old.field, of: id, now: now, device: device, cause: cause, group: group)
      }
      guard !undo.isEmpty else { return nil }
      image.modifiedAt = now
      images[id] = image
      return .editImage(id, undo)
    }
  }

  private mutating func keep(
    _ old: EntryChange?, field: String, of record: RecordName, now: Instant, device: String, cause: EditCause,
    group: Int64
  ) {
    history.append(
      HistoryItem(
        id: nextHistoryID, record: record, field: field, oldValue: old, oldText: old?.text ?? "", replacedAt: now,
        device: device, cause: cause, group: group))
    nextHistoryID += 1
  }

  mutating func purge(_ names: [RecordName]) throws(StoreError) -> Int {
    var count = 0
    for name in names {
      guard let row = entries[name] else { continue }
      guard row.entry.trashedAt != nil else {
        throw .invalid("“\(row.entry.title)” is not in the trash; only what is there is removed for good.")
      }
      let pictures = Set(images.values.filter { $0.entry == name }.map { $0.id })
      history.removeAll { $0.record == name || pictures.contains($0.record) }
      for picture in pictures { images[picture] = nil }
      for key in drafts.keys where key.entry == name { drafts[key] = nil }
      entries[name] = nil
      count += 1
    }
    return count
  }

  // MARK: Import

  mutating func take(_ batch: ImportBatch) -> ImportSummary {
    var summary = ImportSummary()
    var brought: [RecordName] = []
    for category in batch.categories where categories[category.id] == nil {
      categories[category.id] = category
      brought.append(category.id)
    }
    for entry in batch.entries.map(\.withoutNULs) {
      guard var row = entries[entry.id] else {
        do throws(StoreError) { try insert(entry) } catch {
          summary.conflicting.append(entry.id)
          continue
        }
        summary.imported += 1
        brought.append(entry.id)
        continue
      }
      let isSame = zip(entry.changes, row.entry.changes).allSatisfy { a, b in
        if case .trashedAt = a { return true }
        return FieldValue.areIdentical(a.value, b.value)
      }
      let latest = imports.last { $0.records.contains(entry.id) }
      if !isSame {
        summary.conflicting.append(entry.id)
      } else if row.entry.trashedAt != nil, entry.trashedAt == nil, latest?.isUndone == true {
        row.entry.trashedAt = nil
        entries[entry.id] = row
        summary.imported += 1
        brought.append(entry.id)
      } else {
        summary.same += 1
        if row.entry.trashedAt != nil, entry.trashedAt == nil { summary.inTrash += 1 }
      }
    }
    for image in batch.images where images[image.id] == nil { images[image.id] = image }
    let isNew = Set(brought)
    let offset = history.last?.group ?? 0
    for var item in batch.history where isNew.contains(item.record) {
      item.id = nextHistoryID
      item.group += offset
      nextHistoryID += 1
      history.append(item)
    }
    if summary.imported > 0 { imports.append(Import(records: brought)) }
    return summary
  }

  mutating func undoImport(now: Instant, device: String) throws(StoreError) -> ImportSummary? {
    guard let index = imports.lastIndex(where: { !$0.isUndone }) else { return nil }
    imports[index].isUndone = true
    let group = (history.last?.group ?? 0) + 1
    var summary = ImportSummary()
    for name in imports[index].records where entries[name]?.entry.trashedAt == nil && entries[name] != nil {
      _ = try perform(.editEntry(name, [.trashedAt(now)]), now: now, device: device, cause: .undo, group: group)
      summary.imported += 1
    }
    for name in imports[index].records where categories[name] != nil {
      let isUsed = entries.values.contains { $0.entry.category == name && $0.entry.trashedAt == nil }
      if !isUsed {
        _ = try perform(.editCategory(name, [.trashedAt(now)]), now: now, device: device, cause: .undo, group: group)
      }
    }
    return summary
  }
}
