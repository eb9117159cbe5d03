import CloudRecord
import JournalCore
import JournalStore
import SyncCore

extension MemoryJournal {
  /// Takes in an import, or a part of it.
  mutating func take(_ batch: ImportBatch, of run: inout ImportRun, now: Instant) throws(StoreError) -> ImportSummary {
    if let number = run.number, imports[Int(number)].isUndone {
      throw .invalid("This import was undone while it went on; the rest of it was not brought in.")
    }
    let stamp = hybridClock.tick(wallClock: now.milliseconds)
    let fingerprint = run.fingerprint
    run.number =
      run.number ?? imports.lastIndex { $0.unfinished == fingerprint && !$0.isUndone }.map { Int64($0) }
    let own = run.number.map { imports[Int($0)].records } ?? []
    var summary = ImportSummary()
    var brought: [RecordName] = []
    for category in batch.categories {
      if let old = categories[category.id] {
        let latest = imports.last { $0.records.contains(category.id) }
        guard old.trashedAt != nil, category.trashedAt == nil, latest?.isUndone == true else { continue }
        categories[category.id]?.trashedAt = nil
        note([("trashedAt", nil)], from: .category(old), at: stamp)
      } else {
        categories[category.id] = category
        note(.category(category), madeAt: stamp)
      }
      brought.append(category.id)
    }
    for entry in batch.entries.map(\.withoutNULs) {
      guard var row = entries[entry.id] else {
        try insert(entry, at: stamp)
        summary.imported += 1
        brought.append(entry.id)
        continue
      }
      let differing = zip(entry.changes, row.entry.changes).filter { first, second in
        !isTrashing(first) && !FieldValue.areIdentical(first.value, second.value)
      }
      let isStarAlone = differing.count == 1 && differing[0].0.field == "isFavorite"
      let latest = imports.last { $0.records.contains(entry.id) }
      let old = row.entry
      if differing.isEmpty, old.trashedAt != nil, entry.trashedAt == nil, latest?.isUndone == true {
        row.entry.trashedAt = nil
        entries[entry.id] = row
        note([("trashedAt", nil)], from: .entry(old), at: stamp)
        summary.imported += 1
        brought.append(entry.id)
      } else if isStarAlone, entry.isFavorite, (own + brought).contains(entry.id) {
        row.entry.isFavorite = true
        entries[entry.id] = row
        note([("isFavorite", .int64(1))], from: .entry(old), at: stamp)
        summary.same += 1
      } else {
        if differing.isEmpty {
          summary.same += 1
          if old.trashedAt != nil, entry.trashedAt == nil { summary.inTrash += 1 }
        } else {
          summary.conflicting.append(entry.id)
          if isStarAlone, old.isFavorite { summary.unstarred.append(entry.id) }
        }
      }
    }
    var newImages: Set<RecordName> = []
    for image in batch.images where images[image.id] == nil {
      images[image.id] = image
      note(.image(image), madeAt: stamp)
      newImages.insert(image.id)
    }
    for preference in PreferenceBook(preferencesByTime).missing(of: batch.preferences.map(\.withoutNULs)) {
      synced[preference.id] = preference
      note(.preference(preference), madeAt: stamp)
      newImages.insert(preference.id)
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
    if !brought.isEmpty {
      let number = run.number ?? Int64(imports.count)
      if run.number == nil { imports.append(Import(records: [], unfinished: fingerprint, at: now)) }
      imports[Int(number)].records += brought
      run.number = number
    }
    return summary
  }

  private func isTrashing(_ change: EntryChange) -> Bool {
    change.sets(\.trashedAt)
  }

  /// Notes that all parts are in; an import that brought no entry is nothing to take back.
  mutating func finishImport(_ run: ImportRun) {
    guard let number = run.number.map({ Int($0) }) else { return }
    imports[number].unfinished = nil
    if !imports[number].records.contains(where: { entries[$0] != nil }) { imports[number].isUndone = true }
  }

  /// Forgets that an import brought a record, which is gone for good.
  mutating func forgetImport(of name: RecordName) {
    for index in imports.indices { imports[index].records.removeAll { $0 == name } }
  }

  mutating func undoImport(now: Instant, device: String) throws(StoreError) -> ImportSummary? {
    guard let index = imports.lastIndex(where: { !$0.isUndone }) else { return nil }
    imports[index].isUndone = true
    imports[index].unfinished = nil
    let occasion = occasion(now: now, device: device, cause: .undo)
    var summary = ImportSummary()
    let began = imports[index].at
    for name in imports[index].records.sorted() where entries[name]?.entry.trashedAt == nil && entries[name] != nil {
      if history.contains(where: {
        $0.record == name && $0.replacedAt > began && $0.cause != .importing && $0.cause != .refused
      }) {
        summary.kept.append(name)
        continue
      }
      _ = try perform(.editEntry(name, [.trashedAt(now)]), on: occasion)
      summary.imported += 1
    }
    for name in imports[index].records {
      guard let category = categories[name], category.trashedAt == nil else { continue }
      let isUsed = entries.values.contains { $0.entry.category == name && $0.entry.trashedAt == nil }
      if !isUsed {
        _ = try perform(.editCategory(name, [.trashedAt(now)]), on: occasion)
      }
    }
    return summary
  }
}
