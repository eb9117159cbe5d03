import CloudRecord
import Foundation
import GRDB
import JournalCore
import SyncCore

/// One edit in the making: stamps what changes, keeps what it replaces, and collects the way back.
struct EditTransaction {
  let db: Database
  let environment: StoreEnvironment
  let cause: EditCause
  /// The entry as its editor knew it; nil where no editor had it open.
  private let seen: Entry?
  private let now: Instant
  private let group: Int64
  private let stamp: HybridTime
  private(set) var inverse: [JournalOperation] = []

  init(_ db: Database, environment: StoreEnvironment, cause: EditCause, seen: Entry? = nil) throws {
    self.seen = seen
    self.db = db
    self.environment = environment
    self.cause = cause
    now = environment.now()
    group = (try db.integer("SELECT max(editGroup) FROM history") ?? 0) + 1
    stamp = try ClockTable(db).tick(now)
  }

  mutating func perform(_ operation: JournalOperation) throws {
    switch operation.withoutNULs {
    case .create(.entry(let entry)): try create(entry)
    case .edit(.entry(let id, let changes)): try edit(id, changes)
    case .create(.category(let category)): try create(category)
    case .edit(.category(let id, let changes)): try edit(id, changes)
    case .create(.image(let image)): try create(image)
    case .edit(.image(let id, let changes)): try edit(id, changes)
    }
  }

  // MARK: Entries

  private mutating func create(_ entry: Entry) throws {
    guard !entry.id.rawValue.isEmpty else { throw StoreError.invalid("A record needs a name.") }
    let table = EntryTable(db: db)
    if let stored = try table.find(entry.id) {
      // A commit that seemed to have failed, and is tried again.
      guard stored.entry.isSameEntry(as: entry) else { throw StoreError.recordExists(entry.id.rawValue) }
      return inverse.append(.editEntry(entry.id, [.trashedAt(now)]))
    }
    try table.insert(entry, stamps: stamps(for: entry.stampedFields))
    inverse.append(.editEntry(entry.id, [.trashedAt(now)]))
  }

  private mutating func edit(_ id: RecordName, _ changes: [EntryChange]) throws {
    let table = EntryTable(db: db)
    guard let stored = try table.find(id) else { throw StoreError.unknownRecord(id.rawValue) }
    try RecordMarks(db: db).refuseNewerFormat(of: id, called: stored.entry.title)
    var entry = stored.entry
    var stamps = stored.stamps
    let joined = JoinedEdit(changes, seen: seen, present: stored.entry)
    let undo = try entry.apply(joined.changes) { old, new in try replace(old, new, in: id, &stamps) }
    for change in joined.notKept { try keep(change.value, of: change.field, in: id, stamp: nil, cause: .merge) }
    guard !undo.isEmpty else { return }
    entry.modifiedAt = now
    try table.update(stored, to: entry, stamps: stamps)
    inverse.append(.editEntry(id, undo))
  }

  // MARK: Categories

  private mutating func create(_ category: JournalCore.Category) throws {
    let table = CategoryTable(db: db)
    guard try table.find(category.id) == nil else { throw StoreError.recordExists(category.id.rawValue) }
    try table.insert(category, stamps: stamps(for: category.stampedFields))
    inverse.append(.editCategory(category.id, [.trashedAt(now)]))
  }

  private mutating func edit(_ id: RecordName, _ changes: [CategoryChange]) throws {
    let table = CategoryTable(db: db)
    guard let stored = try table.find(id) else { throw StoreError.unknownRecord(id.rawValue) }
    try RecordMarks(db: db).refuseNewerFormat(of: id, called: stored.category.name)
    var category = stored.category
    var stamps = stored.stamps
    let undo = try category.apply(changes) { old, new in try replace(old, new, in: id, &stamps) }
    guard !undo.isEmpty else { return }
    category.modifiedAt = now
    try table.update(stored, to: category, stamps: stamps)
    inverse.append(.editCategory(id, undo))
  }

  // MARK: Images

  private mutating func create(_ image: EntryImage) throws {
    let table = ImageTable(db: db)
    guard try table.find(image.id) == nil else { throw StoreError.recordExists(image.id.rawValue) }
    try table.insert(image, stamps: stamps(for: image.stampedFields))
    inverse.append(.editImage(image.id, [.trashedAt(now)]))
  }

  private mutating func edit(_ id: RecordName, _ changes: [ImageChange]) throws {
    let table = ImageTable(db: db)
    guard let stored = try table.find(id) else { throw StoreError.unknownRecord(id.rawValue) }
    try RecordMarks(db: db).refuseNewerFormat(of: id, called: stored.image.caption)
    var image = stored.image
    var stamps = stored.stamps
    let undo = try image.apply(changes) { old, new in try replace(old, new, in: id, &stamps) }
    guard !undo.isEmpty else { return }
    image.modifiedAt = now
    try table.update(stored, to: image, stamps: stamps)
    inverse.append(.editImage(id, undo))
  }

  // MARK: Stamps and history

  /// Keeps a value that is replaced, and stamps the one that replaces it.
  private func replace<Record>(
    _ old: FieldChange<Record>, _ new: FieldChange<Record>, in record: RecordName, _ stamps: inout FieldStamps
  ) throws {
    try keep(old.value, of: new.field, in: record, stamp: stamps.marks[new.field]?.stamp, cause: cause)
    stamps.marks[new.field] = mark(new.value)
  }

  private func mark(_ value: FieldValue?) -> FieldStamps.Mark {
    FieldStamps.Mark(stamp: stamp, digest: FieldStamps.digest(of: value))
  }

  private func stamps(for fields: [(String, FieldValue?)]) -> FieldStamps {
    var stamps = FieldStamps()
    for (name, value) in fields { stamps.marks[name] = mark(value) }
    return stamps
  }

  private func keep(
    _ value: FieldValue?, of field: String, in record: RecordName, stamp: HybridTime?, cause: EditCause
  ) throws {
    let encoded: Data? = value.map { Data(CanonicalEncoder.encode($0)) }
    try db.run(
      """
      INSERT INTO history(zone, recordName, field, oldValue, oldStamp, replacedAt, device, cause, editGroup)
      VALUES(1, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        record.rawValue, field, encoded, stamp?.description, now.milliseconds,
        environment.deviceName, cause.rawValue, group,
      ])
  }
}

/// The device's hybrid clock, kept in the transaction of the edit that it stamps.
struct ClockTable {
  let db: Database

  init(_ db: Database) { self.db = db }

  func read() throws -> HybridClock {
    let device = UInt64(bitPattern: try db.integer("SELECT value FROM meta WHERE key = 'device'") ?? 0)
    let latest = try String.fetchOne(
      try db.cachedStatement(sql: "SELECT value FROM meta WHERE key = 'clock'"))
    let offset = try db.integer("SELECT value FROM meta WHERE key = 'clockOffset'")
    return HybridClock(device: device, latest: latest.flatMap { HybridTime($0) }, offset: offset)
  }

  func write(offset: Int64) throws {
    try db.run("INSERT OR REPLACE INTO meta VALUES('clockOffset', ?)", [offset])
  }

  func write(_ latest: HybridTime) throws {
    try db.run("INSERT OR REPLACE INTO meta VALUES('clock', ?)", [latest.description])
  }

  func tick(_ now: Instant) throws -> HybridTime {
    var clock = try read()
    let time = clock.tick(wallClock: now.milliseconds)
    try write(time)
    return time
  }
}
