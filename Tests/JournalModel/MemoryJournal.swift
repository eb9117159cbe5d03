import CloudRecord
import JournalCore
import JournalStore
import SyncCore

/// The journal itself, as a value; ``MemoryJournalStore`` guards it.
struct MemoryJournal {
  struct Row {
    var entry: Entry
    var position: Int64
  }

  struct Import {
    var records: [RecordName]
    var isUndone = false
    /// Of an import whose parts are not all in.
    var unfinished: [UInt8]?
    var at: Instant
  }

  /// The stamps and the state of sync of a record of any type.
  struct Beside {
    var stamps: FieldStamps
    var state: SyncState
  }

  /// A field of whichever type with the value that it gets.
  typealias Change = (field: String, value: FieldValue?)

  /// Who edits, when and why.
  struct Occasion {
    var now: Instant
    var device: String
    var cause: EditCause
    var group: Int64
    var stamp: HybridTime
    /// Entries as they were known when the edit was made.
    var seen: [RecordName: Entry] = [:]
  }

  var entries: [RecordName: Row] = [:]
  var categories: [RecordName: JournalCore.Category] = [:]
  var images: [RecordName: EntryImage] = [:]
  var synced: [RecordName: Preference] = [:]
  var beside: [RecordName: Beside] = [:]
  var history: [HistoryItem] = []
  /// The values of history as they are stored; ``HistoryItem`` knows an entry's only.
  var values: [Int64: FieldValue] = [:]
  /// When the values of history were given.
  var stamps: [Int64: HybridTime] = [:]
  var drafts: [DraftKey: Draft] = [:]
  var preferences: [String: String] = [:]
  var imports: [Import] = []
  var sync = MemorySync()
  var hybridClock: HybridClock
  var nextHistoryID: Int64 = 1

  init(device: UInt64) { hybridClock = HybridClock(device: device) }

  /// Begins an edit: its group, and its time.
  mutating func occasion(now: Instant, device: String, cause: EditCause) -> Occasion {
    Occasion(
      now: now, device: device, cause: cause, group: (history.last?.group ?? 0) + 1,
      stamp: hybridClock.tick(wallClock: now.milliseconds))
  }

  func freePosition(for instant: Instant) throws(StoreError) -> Int64 {
    guard instant >= .earliest, instant <= .latest else {
      throw .invalid("An entry’s date must be in the years 0001 to 9999.")
    }
    let taken = Set(entries.values.map { $0.position })
    var position = instant.milliseconds << 15
    while taken.contains(position) { position += 1 }
    return position
  }

  mutating func insert(_ entry: Entry, at stamp: HybridTime) throws(StoreError) {
    entries[entry.id] = Row(entry: entry, position: try freePosition(for: entry.date.instant))
    note(.entry(entry), madeAt: stamp)
  }

  /// Stamps a record that was made here.
  mutating func note(_ record: AnyRecord, madeAt stamp: HybridTime) {
    var stamps = FieldStamps()
    for (field, value) in record.fields {
      stamps.marks[field] = FieldStamps.Mark(stamp: stamp, digest: FieldStamps.digest(of: value))
    }
    let digest = RecordDigest.of(recordType: record.recordType, encodedStamps: stamps.encoded)
    beside[record.name] = Beside(stamps: stamps, state: SyncState(localDigest: digest))
    sync.cancelPurge(of: record.name.rawValue)
  }

  /// Stamps the fields of a record that an edit changed.
  mutating func note(_ changed: [Change], from old: AnyRecord, at stamp: HybridTime) {
    guard let before = beside[old.name] else { return }
    var stamps = before.stamps
    for change in changed {
      stamps.marks[change.field] = FieldStamps.Mark(stamp: stamp, digest: FieldStamps.digest(of: change.value))
    }
    let digest = RecordDigest.of(recordType: old.recordType, encodedStamps: stamps.encoded)
    if before.state.isOnlyHere {
      // It goes up as new, and so must its pictures.
      for image in images.values where image.entry == old.name && beside[image.id]?.state.changeTag == nil {
        beside[image.id]?.state.baseDigest = nil
      }
    }
    let state = before.state.edited(from: old.version(before.stamps), to: digest)
    beside[old.name] = Beside(stamps: stamps, state: state)
    sync.parked[old.name.rawValue] = nil
    sync.removals[old.name.rawValue] = nil
  }

  private func refuseNewerFormat(of name: RecordName, called title: String) throws(StoreError) {
    if sync.newerFormat.contains(name.rawValue) { throw .newerRecord(title) }
  }

  /// Applies one operation and returns the one that takes it back; nil where nothing changed.
  mutating func perform(
    _ operation: JournalOperation, on occasion: Occasion
  ) throws(StoreError) -> JournalOperation? {
    let now = occasion.now
    var changed: [Change] = []
    switch operation.withoutNULs {
    case .create(.entry(let entry)):
      guard !entry.id.rawValue.isEmpty else { throw .invalid("A record needs a name.") }
      if let stored = entries[entry.id] {
        // A commit that seemed to have failed, and is tried again.
        guard stored.entry.id == entry.id && stored.entry.changes(to: entry).isEmpty else {
          throw .recordExists(entry.id.rawValue)
        }
        return .editEntry(entry.id, [.trashedAt(now)])
      }
      try insert(entry, at: occasion.stamp)
      return .editEntry(entry.id, [.trashedAt(now)])
    case .edit(.entry(let id, let changes)):
      guard let old = entries[id] else { throw .unknownRecord(id.rawValue) }
      try refuseNewerFormat(of: id, called: old.entry.title)
      var row = old
      let joined = JoinedEdit(changes, seen: occasion.seen[id], present: old.entry)
      let undo = row.entry.apply(joined.changes) { old, new in
        keep(old, as: old, of: id, on: occasion)
        changed.append((new.field, new.value))
      }
      for change in joined.notKept {
        keep(
          Kept(old: change, value: change.value, stamp: nil, field: change.field), of: id, now: now,
          device: occasion.device, cause: .merge, group: occasion.group)
      }
      if row.entry.date.instant != old.entry.date.instant {
        row.position = try freePosition(for: row.entry.date.instant)
      }
      guard !undo.isEmpty else { return nil }
      row.entry.modifiedAt = now
      entries[id] = row
      note(changed, from: .entry(old.entry), at: occasion.stamp)
      return .editEntry(id, undo)
    case .create(.category(let category)):
      guard categories[category.id] == nil else { throw .recordExists(category.id.rawValue) }
      categories[category.id] = category
      note(.category(category), madeAt: occasion.stamp)
      return .editCategory(category.id, [.trashedAt(now)])
    case .edit(.category(let id, let changes)):
      guard let old = categories[id] else { throw .unknownRecord(id.rawValue) }
      try refuseNewerFormat(of: id, called: old.name)
      var category = old
      let undo = category.apply(changes) { old, new in
        keep(old, as: nil, of: id, on: occasion)
        changed.append((new.field, new.value))
      }
      guard !undo.isEmpty else { return nil }
      category.modifiedAt = now
      categories[id] = category
      note(changed, from: .category(old), at: occasion.stamp)
      return .editCategory(id, undo)
    case .create(.image(let image)):
      guard images[image.id] == nil else { throw .recordExists(image.id.rawValue) }
      images[image.id] = image
      note(.image(image), madeAt: occasion.stamp)
      return .editImage(image.id, [.trashedAt(now)])
    case .edit(.image(let id, let changes)):
      guard let old = images[id] else { throw .unknownRecord(id.rawValue) }
      try refuseNewerFormat(of: id, called: old.caption)
      var image = old
      let undo = image.apply(changes) { old, new in
        keep(old, as: nil, of: id, on: occasion)
        changed.append((new.field, new.value))
      }
      guard !undo.isEmpty else { return nil }
      image.modifiedAt = now
      images[id] = image
      note(changed, from: .image(old), at: occasion.stamp)
      return .editImage(id, undo)
    case .create(.preference(let preference)):
      guard synced[preference.id] == nil else { throw .recordExists(preference.id.rawValue) }
      synced[preference.id] = preference
      note(.preference(preference), madeAt: occasion.stamp)
      return .editPreference(preference.id, [.trashedAt(now)])
    case .edit(.preference(let id, let changes)):
      guard let old = synced[id] else { throw .unknownRecord(id.rawValue) }
      try refuseNewerFormat(of: id, called: old.key)
      var preference = old
      let undo = preference.apply(changes) { old, new in
        keep(old, as: nil, of: id, on: occasion)
        changed.append((new.field, new.value))
      }
      guard !undo.isEmpty else { return nil }
      preference.modifiedAt = now
      synced[id] = preference
      note(changed, from: .preference(old), at: occasion.stamp)
      return .editPreference(id, undo)
    }
  }

  /// A value that is replaced.
  struct Kept {
    var old: EntryChange?
    var value: FieldValue?
    var stamp: HybridTime?
    var field: String
  }

  private mutating func keep<Record>(
    _ change: FieldChange<Record>, as old: EntryChange?, of record: RecordName, on occasion: Occasion
  ) {
    let kept = Kept(
      old: old, value: change.value, stamp: beside[record]?.stamps.marks[change.field]?.stamp, field: change.field)
    keep(
      kept, of: record, now: occasion.now, device: occasion.device, cause: occasion.cause, group: occasion.group)
  }

  mutating func keep(
    _ kept: Kept, of record: RecordName, now: Instant, device: String, cause: EditCause, group: Int64
  ) {
    var text = kept.old?.text ?? ""
    // A category's name, say, which no change of an entry is about.
    if kept.old == nil, case .string(let words)? = kept.value { text = words }
    history.append(
      HistoryItem(
        id: nextHistoryID, record: record, field: kept.field, oldValue: kept.old, oldText: text,
        replacedAt: now, device: device, cause: cause, group: group))
    values[nextHistoryID] = kept.value
    stamps[nextHistoryID] = kept.stamp
    nextHistoryID += 1
  }

  private func row(_ record: AnyRecord) -> SyncedRow? {
    beside[record.name].map { SyncedRow(record: record, stamps: $0.stamps, state: $0.state) }
  }

  /// Notes that a record was deleted forever, and forgets what is kept beside it.
  mutating func forget(
    _ record: AnyRecord, owner: PurgeIntent? = nil, at now: Instant
  ) throws(StoreError) -> PurgeIntent? {
    let name = record.name.rawValue
    var intent: PurgeIntent?
    if let row = row(record), row.state.changeTag != nil || sync.account != nil {
      do { intent = try PurgeIntent(of: row, owner: owner, at: now) } catch {
        throw .damaged(path: "memory", detail: error.description)
      }
      for item in history.reversed() where item.record == record.name && item.cause != .refused {
        intent?.addFormer(item.field, values[item.id].map { CanonicalEncoder.encode($0) }, stamp: stamps[item.id])
      }
      sync.purges[name] = intent
    }
    history.removeAll { $0.record == record.name }
    beside[record.name] = nil
    sync.clearMarks(of: name)
    forgetImport(of: record.name)
    return intent
  }

  mutating func purge(_ names: [RecordName], at now: Instant) throws(StoreError) -> Int {
    var count = 0
    for name in names {
      guard let row = entries[name] else { continue }
      guard row.entry.trashedAt != nil else {
        throw .invalid("“\(row.entry.title)” is not in the trash; only what is there is deleted forever.")
      }
      let intent = try forget(.entry(row.entry), at: now)
      for picture in images.values.filter({ $0.entry == name }) {
        _ = try forget(.image(picture), owner: intent, at: now)
        images[picture.id] = nil
      }
      for key in drafts.keys where key.entry == name { drafts[key] = nil }
      entries[name] = nil
      count += 1
    }
    return count
  }

  var removedPictures: [RemovedPicture] {
    images.values.compactMap { image -> RemovedPicture? in
      guard image.trashedAt != nil, let entry = entries[image.entry]?.entry, entry.trashedAt == nil else { return nil }
      return RemovedPicture(image: image, entryTitle: entry.title)
    }.sorted { a, b in
      guard let first = a.image.trashedAt, let second = b.image.trashedAt, first != second else {
        return a.image.id < b.image.id
      }
      return first > second
    }
  }

  mutating func purgePictures(_ names: [RecordName], at now: Instant) throws(StoreError) -> Int {
    var count = 0
    for name in names {
      guard let picture = images[name] else { continue }
      guard picture.trashedAt != nil else {
        throw .invalid("A picture is deleted forever only after it was removed from its entry.")
      }
      _ = try forget(.image(picture), at: now)
      images[name] = nil
      count += 1
    }
    return count
  }

  mutating func purgeCategories(_ names: [RecordName], at now: Instant) throws(StoreError) -> Int {
    var count = 0
    for name in names {
      guard let category = categories[name] else { continue }
      guard category.trashedAt != nil else {
        throw .invalid("“\(category.name)” is not deleted; only a deleted category is deleted forever.")
      }
      _ = try forget(.category(category), at: now)
      categories[name] = nil
      count += 1
    }
    return count
  }

  mutating func emptyTrash(at now: Instant) throws(StoreError) -> Int {
    _ = try purgeCategories(categories.values.filter { $0.trashedAt != nil }.map(\.id), at: now)
    let count = try purge(entries.values.filter { $0.entry.trashedAt != nil }.map { $0.entry.id }, at: now)
    _ = try purgePictures(removedPictures.map(\.image.id), at: now)
    try purgePreferences(synced.values.filter { $0.trashedAt != nil }.map(\.id), at: now)
    return count
  }

  mutating func expireTrash(at now: Instant) throws(StoreError) -> Int {
    let age = TrashAge(now: now, offset: hybridClock.offset)
    func isOver(_ name: RecordName, _ trashedAt: Instant?) -> Bool {
      age.isOver(trashedAt, stamps: beside[name]?.stamps) {
        history.filter {
          $0.record == name && $0.field == "trashedAt" && values[$0.id] == nil && $0.cause != .refused
        }.map(\.replacedAt).max()
      }
    }
    let drafted = Set(drafts.keys.map(\.entry))
    let old = entries.values.map(\.entry).filter { isOver($0.id, $0.trashedAt) && !drafted.contains($0.id) }
    let pictures = removedPictures.map(\.image).filter { isOver($0.id, $0.trashedAt) }
    let categories = categories.values.filter { isOver($0.id, $0.trashedAt) }
    try purgePreferences(synced.values.filter { isOver($0.id, $0.trashedAt) }.map(\.id), at: now)
    return try purge(old.map(\.id), at: now) + purgePictures(pictures.map(\.id), at: now)
      + purgeCategories(categories.map(\.id), at: now)
  }
}
