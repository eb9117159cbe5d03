import CloudRecord
import GRDB
import JournalCore
import SyncCore

/// One edit in the making: stamps what changes, keeps what it replaces, and collects the way back.
struct EditTransaction {
  let db: Database
  let zone: Int64
  let environment: StoreEnvironment
  let cause: EditCause
  /// Entries as they were known when the edit was made.
  private let seen: [RecordName: Entry]
  private let now: Instant
  let group: Int64
  private let stamp: HybridTime
  private(set) var inverse: [JournalOperation] = []
  /// Entries as they are afterwards, of which words or tags change: what the way back is merged with.
  private(set) var left: [RecordName: Entry] = [:]

  init(
    _ db: Database, zone: Int64, environment: StoreEnvironment, cause: EditCause, seen: [RecordName: Entry] = [:]
  ) throws {
    (self.seen, self.db, self.zone, self.environment, self.cause) = (seen, db, zone, environment, cause)
    now = environment.now()
    group = try HistoryTable(db: db, zone: zone).latestGroup() + 1
    stamp = try ClockTable(db).tick(now)
  }

  mutating func create<Record: TabledRecord>(_ record: Record) throws {
    guard !record.id.rawValue.isEmpty else { throw StoreError.invalid("A record needs a name.") }
    let table = Record.Table(db: db, zone: zone)
    if let stored = try table.find(record.id) {
      // A commit that seemed to have failed, and is tried again.
      guard stored.record.changes(to: record).isEmpty, Record.self == Entry.self else {
        throw StoreError.recordExists(record.id.rawValue)
      }
    } else {
      var stamps = FieldStamps()
      for (field, value) in record.stampedFields { stamps.marks[field] = mark(value) }
      try table.insert(record, stamps: stamps)
    }
    inverse.append(Record.edit(record.id, [.trashedAt(now)]))
  }

  mutating func edit<Record: TabledRecord>(_ id: RecordName, _ changes: [FieldChange<Record>]) throws {
    let table = Record.Table(db: db, zone: zone)
    guard let stored = try table.find(id) else { throw StoreError.unknownRecord(id.rawValue) }
    try RecordMarks(db: db, zone: zone).refuseNewerFormat(of: id, called: stored.record.title)
    var record = stored.record
    var stamps = stored.stamps
    let joined = JoinedEdit(changes, seen: seen[id] as? Record, present: stored.record)
    let undo = try record.apply(joined.changes) { old, new in
      try keep(old, of: id, stamp: stamps.marks[new.field]?.stamp, cause: cause)
      stamps.marks[new.field] = mark(new.value)
    }
    for change in joined.notKept { try keep(change, of: id, stamp: nil, cause: .merge) }
    guard !undo.isEmpty else { return }
    record.modifiedAt = now
    try table.update(stored, to: record, stamps: stamps)
    inverse.append(Record.edit(id, undo))
    if let entry = record as? Entry, JoinedEdit.joins(undo) { left[id] = entry }
  }

  private func mark(_ value: FieldValue?) -> FieldStamps.Mark {
    FieldStamps.Mark(stamp: stamp, digest: FieldStamps.digest(of: value))
  }

  /// Keeps a value that is replaced.
  private func keep<Record>(
    _ change: FieldChange<Record>, of record: RecordName, stamp: HybridTime?, cause: EditCause
  ) throws {
    try HistoryTable(db: db, zone: zone).add(
      HistoryTable.Row(
        record: record.rawValue, field: change.field, value: change.value, stamp: stamp, replacedAt: now,
        device: environment.deviceName, cause: cause, group: group))
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
