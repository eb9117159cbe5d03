import CloudRecord
import JournalCore
import SyncCore

extension MemoryJournal {
  mutating func take(_ batch: ImportBatch, now: Instant) -> ImportSummary {
    let stamp = hybridClock.tick(wallClock: now.milliseconds)
    var summary = ImportSummary()
    var brought: [RecordName] = []
    for category in batch.categories where categories[category.id] == nil {
      categories[category.id] = category
      note(.category(category), madeAt: stamp)
      brought.append(category.id)
    }
    for entry in batch.entries.map(\.withoutNULs) {
      guard var row = entries[entry.id] else {
        do throws(StoreError) { try insert(entry, at: stamp) } catch {
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
        let old = row.entry
        row.entry.trashedAt = nil
        entries[entry.id] = row
        note([EntryChange.trashedAt(nil)], from: .entry(old), at: stamp)
        summary.imported += 1
        brought.append(entry.id)
      } else {
        summary.same += 1
        if row.entry.trashedAt != nil, entry.trashedAt == nil { summary.inTrash += 1 }
      }
    }
    var newImages: Set<RecordName> = []
    for image in batch.images where images[image.id] == nil {
      images[image.id] = image
      note(.image(image), madeAt: stamp)
      newImages.insert(image.id)
    }
    let isNew = Set(brought).union(newImages)
    let offset = history.last?.group ?? 0
    for var item in batch.history where isNew.contains(item.record) {
      item.id = nextHistoryID
      item.group += offset
      values[item.id] = item.replacedValue
      nextHistoryID += 1
      history.append(item)
    }
    if summary.imported > 0 { imports.append(Import(records: brought)) }
    return summary
  }

  mutating func undoImport(now: Instant, device: String) throws(StoreError) -> ImportSummary? {
    guard let index = imports.lastIndex(where: { !$0.isUndone }) else { return nil }
    imports[index].isUndone = true
    let occasion = occasion(now: now, device: device, cause: .undo)
    var summary = ImportSummary()
    for name in imports[index].records where entries[name]?.entry.trashedAt == nil && entries[name] != nil {
      _ = try perform(.editEntry(name, [.trashedAt(now)]), on: occasion)
      summary.imported += 1
    }
    for name in imports[index].records where categories[name] != nil {
      let isUsed = entries.values.contains { $0.entry.category == name && $0.entry.trashedAt == nil }
      if !isUsed {
        _ = try perform(.editCategory(name, [.trashedAt(now)]), on: occasion)
      }
    }
    return summary
  }
}
