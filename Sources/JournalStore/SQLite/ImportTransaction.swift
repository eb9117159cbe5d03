import CloudRecord
import Foundation
import GRDB
import JournalCore
import SQLiteKit
import SyncCore

/// One part of an import in the making, or an import as a whole.
struct ImportTransaction {
  let db: Database
  let zone: Int64
  let environment: StoreEnvironment
  private(set) var run: ImportRun
  private(set) var summary = ImportSummary()
  private let source: String
  private let now: Instant
  private let stamp: HybridTime
  private let search = SearchQueue()
  private let hasPurges: Bool
  /// Names that this import brought and that are not written down yet, by type.
  private var notes: [String: Set<String>] = [:]
  /// Records that are new here, if the batch has history.
  private var taken: Set<RecordName> = []

  /// - Throws: ``StoreError/invalid(_:)`` where the parts before this one were taken back meanwhile.
  init(
    _ db: Database, zone: Int64, environment: StoreEnvironment, run: ImportRun, source: String
  ) throws {
    (self.db, self.zone, self.environment, self.run, self.source) = (db, zone, environment, run, source)
    now = environment.now()
    stamp = try ClockTable(db).tick(now)
    hasPurges = try db.integer("SELECT 1 FROM purges LIMIT 1") != nil
    if let number = run.number {
      guard try db.integer("SELECT 1 FROM imports WHERE id = ? AND isUndone = 0", [number]) != nil else {
        throw StoreError.invalid("This import was undone while it went on; the rest of it was not brought in.")
      }
    } else {
      self.run.number = try db.integer(
        "SELECT max(id) FROM imports WHERE unfinished = ? AND isUndone = 0", [Data(run.fingerprint)])
    }
  }

  mutating func take(_ part: ImportPart) throws {
    let batch = part.batch
    for category in batch.categories { try take(category) }
    for entry in part.entries {
      if try table.insertIfNew(entry, at: stamp, cancellingPurge: hasPurges) {
        try note(entry.entry.id, RecordFields.entryType)
        summary.imported += 1
        if !batch.history.isEmpty { taken.insert(entry.entry.id) }
      } else if let stored = try table.find(entry.entry.id) {
        try compare(entry.entry, with: stored, former: batch.former[entry.entry.id])
      }
    }
    try writeNotes()
    try search.make(in: db)
    for image in batch.images { try take(image) }
    for item in batch.kept { try take(item) }
    try writeNotes()
    try take(batch.preferences)
    try takeHistory(batch.history)
  }

  /// Notes that nothing more comes; an import that brought no entry, and nothing that is kept beside one, leaves no trace, so that
  /// nothing is taken back for it.
  func finish() throws {
    guard let number = run.number else { return }
    let brought = try db.integer(
      "SELECT 1 FROM importedRecords WHERE import = ? AND recordType IN (?, ?) LIMIT 1",
      [number, RecordFields.entryType, KeptItemTable.noteType])
    if brought == nil {
      try db.run("DELETE FROM importedRecords WHERE import = ?", [number])
      try db.run("DELETE FROM imports WHERE id = ?", [number])
    } else {
      try db.run("UPDATE imports SET unfinished = NULL WHERE id = ?", [number])
    }
  }

  /// Notes what this import brought.
  private mutating func note(_ name: RecordName, _ type: String) throws {
    if run.number == nil {
      try db.run(
        "INSERT INTO imports(at, source, unfinished) VALUES(?, ?, ?)",
        [now.milliseconds, source, Data(run.fingerprint)])
      run.number = db.lastInsertedRowID
    }
    notes[type, default: []].insert(name.rawValue)
  }

  /// Writes down what was noted, in the order of the table.
  private mutating func writeNotes() throws {
    guard let number = run.number else { return }
    for (type, names) in notes {
      for name in names.sorted() {
        var statement = try db.prepare(
          "INSERT OR IGNORE INTO importedRecords(import, recordType, recordName) VALUES(?, ?, ?)")
        try statement.add(number)
        try statement.add(type)
        try statement.add(name)
        try statement.run()
      }
    }
    notes = [:]
  }

  // MARK: Entries

  private var table: EntryTable { EntryTable(db: db, zone: zone, queue: search) }

  /// Counts an entry that is here already, and takes over what makes no conflict.
  private mutating func compare(_ entry: Entry, with stored: Stored<Entry>, former: EntryWords?) throws {
    let comparison = ImportComparison(entry, stored.record, former: former)
    if comparison.isSame, try ImportComparison.isReturning(entry, stored, in: db) {
      try change(stored, to: .trashedAt(nil), in: table)
      try note(entry.id, RecordFields.entryType)
      summary.imported += 1
    } else if comparison.isSameButForStar, entry.isFavorite, try isOwn(entry.id) {
      // It came without its star further up.
      try change(stored, to: .isFavorite(true), in: table)
      summary.same += 1
    } else {
      summary.add(entry, stored.record, comparison)
    }
  }

  /// Whether this very import brought an entry.
  private func isOwn(_ name: RecordName) throws -> Bool {
    guard let number = run.number else { return false }
    if notes[RecordFields.entryType]?.contains(name.rawValue) == true { return true }
    return try db.integer(
      "SELECT 1 FROM importedRecords WHERE import = ? AND recordName = ?", [number, name.rawValue]) != nil
  }

  private func change<Table: RecordTable>(
    _ stored: Stored<Table.Record>, to change: FieldChange<Table.Record>, in table: Table
  ) throws {
    var record = stored.record
    record.set(change)
    var stamps = stored.stamps
    stamps.marks[change.field] = mark(change.value)
    try table.update(stored, to: record, stamps: stamps)
  }

  // MARK: Others

  private mutating func take(_ category: JournalCore.Category) throws {
    let table = PlainTable<JournalCore.Category>(db: db, zone: zone)
    guard let stored = try table.find(category.id) else {
      try table.insert(category, stamps: stamps(category.stampedFields))
      try note(category.id, RecordFields.categoryType)
      taken.insert(category.id)
      return
    }
    // As with entries: out of the trash comes what only an undone import put there.
    guard stored.record.trashedAt != nil, category.trashedAt == nil,
      try ImportComparison.isUndone(category.id, in: db)
    else { return }
    try change(stored, to: .trashedAt(nil), in: table)
    try note(category.id, RecordFields.categoryType)
  }

  /// Keeps something beside its entry. Where the entry was here before it is noted: what came with an entry goes with that.
  private mutating func take(_ item: KeptItem) throws {
    guard let row = try KeptItemTable(db: db, zone: zone).take(item), try !isOwn(item.entry) else { return }
    try note(RecordName(KeptItemTable.note(row)), KeptItemTable.noteType)
  }

  private mutating func take(_ image: EntryImage) throws {
    let table = PlainTable<EntryImage>(db: db, zone: zone)
    guard try table.find(image.id) == nil else { return }
    try table.insert(image, stamps: stamps(image.stampedFields))
    taken.insert(image.id)
  }

  /// Where the journal has something under a key, that stays; and what came stays where the import is undone, as it is no entry's.
  private mutating func take(_ preferences: [Preference]) throws {
    guard !preferences.isEmpty else { return }
    let table = PlainTable<Preference>(db: db, zone: zone)
    let new = PreferenceBook(try table.all().map(\.record)).missing(of: preferences.map(\.withoutNULs))
    for preference in new {
      try table.insert(preference, stamps: stamps(preference.stampedFields))
      taken.insert(preference.id)
    }
  }

  /// History comes along only with records that are new here: what this journal remembers of its own is not mixed.
  private func takeHistory(_ items: [HistoryItem]) throws {
    var groups: [Int64: Int64] = [:]
    var next = try HistoryTable(db: db, zone: zone).latestGroup()
    for item in items where taken.contains(item.record) {
      if groups[item.group] == nil {
        next += 1
        groups[item.group] = next
      }
      try HistoryTable(db: db, zone: zone).add(
        HistoryTable.Row(
          record: item.record.rawValue, field: item.field, value: item.replacedValue, stamp: nil,
          replacedAt: item.replacedAt, device: item.device, cause: item.cause, group: groups[item.group] ?? next))
    }
  }

  // MARK: Stamps

  private func mark(_ value: FieldValue?) -> FieldStamps.Mark {
    FieldStamps.Mark(stamp: stamp, digest: FieldStamps.digest(of: value))
  }

  private func stamps(_ fields: [(String, FieldValue?)]) -> FieldStamps {
    var stamps = FieldStamps()
    for (name, value) in fields { stamps.marks[name] = mark(value) }
    return stamps
  }
}

/// How an entry of an import and the one of its name that is here differ; whether they lie in the trash is no difference.
struct ImportComparison {
  private let differing: [EntryChange]

  /// - Parameter former: words that earlier versions made of the entry of the import; to have these is no difference.
  init(_ entry: Entry, _ stored: Entry, former: EntryWords? = nil) {
    func differing(_ entry: Entry) -> [EntryChange] { stored.changes(to: entry).filter { !$0.sets(\.trashedAt) } }
    let now = differing(entry)
    guard let former, !now.isEmpty else {
      self.differing = now
      return
    }
    var before = entry
    (before.title, before.body) = (former.title, former.body)
    let then = differing(before.withoutNULs)
    self.differing = then.count < now.count ? then : now
  }

  /// Whether they say the same to a reader.
  var isSame: Bool { differing.isEmpty }

  var isSameButForStar: Bool { differing.count == 1 && differing[0].sets(\.isFavorite) }

  /// Whether an entry of the same content is here only because an import brought it that was undone since.
  static func isReturning(_ entry: Entry, _ stored: Stored<Entry>, in db: Database) throws -> Bool {
    guard stored.record.trashedAt != nil, entry.trashedAt == nil else { return false }
    return try isUndone(entry.id, in: db)
  }

  /// Whether the latest import that brought a record was undone.
  static func isUndone(_ name: RecordName, in db: Database) throws -> Bool {
    try db.integer(latestImport, [name.rawValue]) == 1
  }

  /// Whether the latest import that brought a record was undone. The notes are in the order of imports, so that their key finds a
  /// record only import by import: the other way round each record takes a walk through all notes.
  static let latestImport = """
    SELECT i.isUndone FROM imports i CROSS JOIN importedRecords r ON r.import = i.id AND r.recordName = ?
    ORDER BY i.id DESC LIMIT 1
    """
}

extension ImportSummary {
  /// Counts an entry that is here already and stays as it is.
  mutating func add(_ entry: Entry, _ stored: Entry, _ comparison: ImportComparison) {
    if comparison.isSame {
      same += 1
      if stored.trashedAt != nil, entry.trashedAt == nil { inTrash += 1 }
    } else {
      conflicting.append(entry.id)
      if comparison.isSameButForStar, stored.isFavorite { unstarred.append(entry.id) }
    }
  }
}
