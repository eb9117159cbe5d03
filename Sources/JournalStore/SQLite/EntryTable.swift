import Foundation
import GRDB
import JournalCore
import SQLiteKit
import SyncCore

/// Reads and writes rows of `entries` with what is derived from them: tags and the search index.
struct EntryTable {
  let db: Database
  /// Where changes of the search index wait, in a transaction over many entries; nil where each is made at once.
  var queue: SearchQueue?

  /// In the order in which ``entry(_:)`` reads them: looking columns up by their names would cost as much as the rest.
  static let columns = """
    position, recordName, createdAt, timeZone, offsetSeconds, modifiedAt, trashedAt, isFavorite, mood, category,
    explicitTags, title, body
    """

  static func entry(_ row: Row) -> Entry {
    Entry(
      id: RecordName(row[1]), title: row[11], body: row[12], mood: (row[8] as String?).map { Mood(rawValue: $0) },
      date: EntryDate(instant: Instant(milliseconds: row[2]), timeZone: row[3], offsetSeconds: row[4]),
      modifiedAt: Instant(milliseconds: row[5]), isFavorite: row[7],
      category: (row[9] as String?).map { RecordName($0) }, tags: TagList.decode(row[10]),
      trashedAt: (row[6] as Int64?).map { Instant(milliseconds: $0) })
  }

  /// An entry with what the store keeps beside it.
  struct Stored {
    var entry: Entry
    var position: Int64
    var stamps: FieldStamps
    var state: SyncState
  }

  private static let storedColumns = "\(columns), stamps, \(SyncState.columns)"

  private static func stored(_ row: Row) throws -> Stored {
    let stamps = try FieldStamps(decoding: [UInt8](row[13] as Data))
    return Stored(entry: entry(row), position: row[0], stamps: stamps, state: SyncState(row, from: 14))
  }

  func find(_ id: RecordName) throws -> Stored? {
    try db.row("SELECT \(EntryTable.storedColumns) FROM entries WHERE zone = 1 AND recordName = ?", [id.rawValue])
      .map(EntryTable.stored)
  }

  /// Unsent entries, the earliest first, from the index that holds no others; parked ones left out.
  func unsent(limit: Int, excluding: Set<String>) throws -> [Stored] {
    let rows = try Row.fetchCursor(
      try db.cachedStatement(
        sql: """
          SELECT \(EntryTable.storedColumns) FROM entries INDEXED BY entriesUnsent WHERE localDigest IS NOT baseDigest
            AND recordName NOT IN (SELECT recordName FROM parked) ORDER BY position
          """))
    var unsent: [Stored] = []
    while unsent.count < limit, let row = try rows.next() {
      if !excluding.contains(row[1]) { unsent.append(try EntryTable.stored(row)) }
    }
    return unsent
  }

  /// Puts in an entry that was made here.
  ///
  /// - Parameter cancellingPurge: whether one of its name may have been deleted forever before.
  func insert(_ entry: Entry, stamps: FieldStamps, cancellingPurge: Bool = true) throws {
    try insert(entry, stamps: stamps, state: SyncState(localDigest: RowDigest.of(RecordFields.entryType, stamps)))
    if cancellingPurge { try PurgeTable(db: db).cancel(entry.id.rawValue) }
  }

  func insert(_ entry: Entry, stamps: FieldStamps, state: SyncState) throws {
    try insert(entry, DerivedColumns(entry), encodedStamps: stamps.encoded, state: state)
  }

  /// Puts in an entry that an import brought, unless one of its name is there.
  ///
  /// - Parameter cancellingPurge: whether one of its name may have been deleted forever before.
  /// - Returns: Whether it was put in.
  func insertIfNew(_ prepared: PreparedEntry, at stamp: HybridTime, cancellingPurge: Bool) throws -> Bool {
    let stamps = FieldStamps.encoded(prepared.digests, at: stamp)
    let digest = RecordDigest.of(recordType: RecordFields.entryType, encodedStamps: stamps)
    let isNew = try insert(
      prepared.entry, prepared.derived, encodedStamps: stamps, state: SyncState(localDigest: digest),
      orElse: "ON CONFLICT(zone, recordName) DO NOTHING")
    if isNew, cancellingPurge { try PurgeTable(db: db).cancel(prepared.entry.id.rawValue) }
    return isNew
  }

  @discardableResult
  private func insert(
    _ entry: Entry, _ derived: DerivedColumns, encodedStamps: [UInt8], state: SyncState, orElse clause: String = ""
  ) throws -> Bool {
    let position = try freePosition(for: entry.date.instant)
    var statement = try db.prepare(
      """
      INSERT INTO entries(position, createdAt, timeZone, offsetSeconds, modifiedAt, trashedAt, isFavorite, mood,
        category, localDay, monthDay, wordCount, titleKey, title, preview, explicitTags, stamps, \(SyncState.columns),
        body, recordName, zone)
      VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
      \(clause)
      """)
    try statement.add(position)
    try bind(entry, derived, encodedStamps, state, to: &statement)
    try statement.add(entry.id.rawValue)
    try statement.run()
    guard clause.isEmpty || db.changesCount > 0 else { return false }
    try index(entry, at: position)
    try tag(derived, at: position)
    return true
  }

  /// Writes an edit that was made here.
  func update(_ old: Stored, to entry: Entry, stamps: FieldStamps) throws {
    let state = old.state.edited(
      from: AnyRecord.entry(old.entry).version(old.stamps), to: RowDigest.of(RecordFields.entryType, stamps))
    if old.state.isOnlyHere {
      // It goes up as new, and so must its pictures.
      try db.run("UPDATE images SET baseDigest = NULL WHERE entry = ? AND baseChangeTag IS NULL", [entry.id.rawValue])
    }
    try RecordMarks(db: db).clearAfterEdit(of: entry.id.rawValue)
    try update(old, to: entry, stamps: stamps, state: state)
  }

  func update(_ old: Stored, to entry: Entry, stamps: FieldStamps, state: SyncState) throws {
    let derived = DerivedColumns(entry)
    let moves = old.entry.date.instant != entry.date.instant
    let isReworded = !old.entry.title.isIdentical(to: entry.title) || !old.entry.body.isIdentical(to: entry.body)
    let isRetagged = isReworded || moves || old.entry.tags != entry.tags
    if isReworded || moves { try unindex(old) }
    if isRetagged { try untag(old) }
    let position = moves ? try freePosition(for: entry.date.instant) : old.position
    var statement = try db.prepare(
      """
      UPDATE entries SET position = ?, createdAt = ?, timeZone = ?, offsetSeconds = ?, modifiedAt = ?, trashedAt = ?,
        isFavorite = ?, mood = ?, category = ?, localDay = ?, monthDay = ?, wordCount = ?, titleKey = ?, title = ?,
        preview = ?, explicitTags = ?, stamps = ?, \(SyncState.assignments), body = ?
      WHERE position = ?
      """)
    try statement.add(position)
    try bind(entry, derived, stamps.encoded, state, to: &statement)
    try statement.add(old.position)
    try statement.run()
    if isReworded || moves { try index(entry, at: position) }
    if isRetagged { try tag(derived, at: position) }
  }

  /// Binds the columns from `createdAt` to `body`.
  private func bind(
    _ entry: Entry, _ derived: DerivedColumns, _ encodedStamps: [UInt8], _ state: SyncState,
    to statement: inout SQLStatement
  ) throws {
    try statement.add(entry.date.instant.milliseconds)
    try statement.add(entry.date.timeZone)
    try statement.add(Int64(entry.date.offsetSeconds))
    try statement.add(entry.modifiedAt.milliseconds)
    try statement.add(entry.trashedAt?.milliseconds)
    try statement.add(entry.isFavorite ? 1 : 0)
    try statement.add(entry.mood?.rawValue)
    try statement.add(entry.category?.rawValue)
    try statement.add(Int64(derived.localDay))
    try statement.add(Int64(derived.monthDay))
    try statement.add(Int64(derived.wordCount))
    try statement.add(derived.titleKey)
    try statement.add(entry.title)
    try statement.add(derived.preview)
    try statement.add(TagList.encode(entry.tags))
    try statement.add(encodedStamps)
    try state.bind(to: &statement)
    try statement.add(entry.body)
  }

  func delete(_ old: Stored) throws {
    try unindex(old)
    try untag(old)
    try db.run("DELETE FROM entries WHERE position = ?", [old.position])
  }

  private func index(_ entry: Entry, at position: Int64) throws {
    let change = SearchQueue.Change(isRemoval: false, position: position, title: entry.title, body: entry.body)
    if let queue { queue.changes.append(change) } else { try change.make(in: db) }
  }

  private func tag(_ derived: DerivedColumns, at position: Int64) throws {
    for (key, tag) in derived.tags {
      let tag = SearchQueue.Tag(key: key, position: position, tag: tag)
      if let queue { queue.tags.append(tag) } else { try tag.make(in: db) }
    }
  }

  private func untag(_ old: Stored) throws {
    queue?.tags.removeAll { $0.position == old.position }
    try db.run("DELETE FROM entryTags WHERE position = ?", [old.position])
  }

  private func unindex(_ old: Stored) throws {
    let change = SearchQueue.Change(
      isRemoval: true, position: old.position, title: old.entry.title, body: old.entry.body)
    if let queue { queue.changes.append(change) } else { try change.make(in: db) }
  }

  /// Entries a millisecond can hold before the next one's places are used.
  static let perMillisecond: Int64 = 1 << 15

  /// The first free place at or after a moment.
  private func freePosition(for instant: Instant) throws -> Int64 {
    guard instant >= .earliest, instant <= .latest else {
      throw StoreError.invalid("An entry's date must lie in the years 0001 to 9999.")
    }
    var start = instant.milliseconds * EntryTable.perMillisecond
    // What goes behind all that is there needs no look at its neighbours.
    if let queue {
      let end = try queue.end ?? db.integer("SELECT max(position) FROM entries") ?? .min
      if start > end {
        queue.end = start
        return start
      }
      queue.end = end
    }
    while true {
      let end = start + EntryTable.perMillisecond - 1
      let last = try db.integer("SELECT max(position) FROM entries WHERE position BETWEEN ? AND ?", [start, end])
      let position = last.map { $0 + 1 } ?? start
      if position <= end {
        queue?.end = queue?.end.map { max($0, position) }
        return position
      }
      start += EntryTable.perMillisecond
    }
  }
}

/// The columns made from an entry's date and text, so that lists and filters need not read it.
struct DerivedColumns: Sendable {
  let localDay: Int
  let monthDay: Int
  let wordCount: Int
  let titleKey: String
  let preview: String
  let tags: [(key: String, tag: String)]

  init(_ entry: Entry) {
    let day = entry.date.local.date
    localDay = day.daysSince1970
    monthDay = day.month * 100 + day.day
    wordCount = WordCount.count(entry.title) + WordCount.count(entry.body)
    titleKey = SortKey.of(entry.title)
    preview = TextPreview.preview(of: entry.body, limit: 240)
    tags = entry.allTags.map { (TagSyntax.normalise($0), $0) }
  }
}

/// Explicit tags in one column: each on a line, which no tag can contain.
enum TagList {
  static func encode(_ tags: [String]) -> String { tags.joined(separator: "\n") }

  static func decode(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "\n")).map { String(Substring($0)) }
  }
}

/// The digest that `localDigest` and `baseDigest` hold: over the type and every field's stamp and value.
enum RowDigest {
  static func of(_ recordType: String, _ stamps: FieldStamps) -> [UInt8] {
    RecordDigest.of(recordType: recordType, encodedStamps: stamps.encoded)
  }
}
