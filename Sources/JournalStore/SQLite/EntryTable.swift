import GRDB
import JournalCore
import SQLiteKit
import SyncCore

/// Reads and writes rows of `entries` with what is derived from them: tags and the search index.
struct EntryTable: RecordTable {
  let db: Database
  let zone: Int64
  /// Where changes of the search index wait, in a transaction over many entries; nil where each is made at once.
  let queue: SearchQueue?

  /// Unsent entries, the earliest first, from the index that holds no others; parked ones left out.
  func unsent(limit: Int, excluding: Set<String>) throws -> [Stored<Entry>] {
    let rows = try Row.fetchCursor(
      try db.cachedStatement(
        sql: """
          SELECT \(Entry.statements.stored) FROM entries INDEXED BY entriesUnsent
          WHERE localDigest IS NOT baseDigest AND zone = ?1
            AND recordName NOT IN (SELECT recordName FROM parked WHERE zone = ?1) ORDER BY position
          """), arguments: [zone])
    var unsent: [Stored<Entry>] = []
    while unsent.count < limit, let row = try rows.next() {
      if !excluding.contains(row[1]) { unsent.append(try Entry.statements.stored(row)) }
    }
    return unsent
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
    let digest = RecordDigest.of(recordType: Entry.recordType, encodedStamps: stamps)
    let isNew = try insert(
      prepared.entry, prepared.derived, encodedStamps: stamps, state: SyncState(localDigest: digest),
      orElse: " ON CONFLICT(zone, recordName) DO NOTHING")
    if isNew, cancellingPurge { try PurgeTable(db: db, zone: zone).cancel(prepared.entry.id.rawValue) }
    return isNew
  }

  @discardableResult
  private func insert(
    _ entry: Entry, _ derived: DerivedColumns, encodedStamps: [UInt8], state: SyncState, orElse clause: String = ""
  ) throws -> Bool {
    let position = try freePosition(for: entry.date.instant)
    try runInsert(entry, encodedStamps: encodedStamps, state: state, orElse: clause) {
      try derived.bind(position, to: &$0)
    }
    guard clause.isEmpty || db.changesCount > 0 else { return false }
    try index(entry, at: position)
    try tag(derived, at: position)
    return true
  }

  func update(_ old: Stored<Entry>, to entry: Entry, stamps: FieldStamps, state: SyncState) throws {
    let derived = DerivedColumns(entry)
    let moves = old.record.date.instant != entry.date.instant
    let isReworded = !old.record.title.isIdentical(to: entry.title) || !old.record.body.isIdentical(to: entry.body)
    let isRetagged = isReworded || moves || old.record.tags != entry.tags
    if isReworded || moves { try unindex(old) }
    if isRetagged { try untag(old) }
    let position = moves ? try freePosition(for: entry.date.instant) : old.place
    try runUpdate(entry, at: old.place, encodedStamps: stamps.encoded, state: state) {
      try derived.bind(position, to: &$0)
    }
    if isReworded || moves { try index(entry, at: position) }
    if isRetagged { try tag(derived, at: position) }
  }

  func delete(_ old: Stored<Entry>) throws {
    try unindex(old)
    try untag(old)
    try db.run("DELETE FROM entries WHERE position = ?", [old.place])
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

  private func untag(_ old: Stored<Entry>) throws {
    queue?.tags.removeAll { $0.position == old.place }
    try db.run("DELETE FROM entryTags WHERE position = ?", [old.place])
  }

  private func unindex(_ old: Stored<Entry>) throws {
    let change = SearchQueue.Change(
      isRemoval: true, position: old.place, title: old.record.title, body: old.record.body)
    if let queue { queue.changes.append(change) } else { try change.make(in: db) }
  }

  /// Entries a millisecond can hold before the next one's places are used.
  static let perMillisecond: Int64 = 1 << 15

  /// The first free place at or after a moment.
  private func freePosition(for instant: Instant) throws -> Int64 {
    guard instant >= .earliest, instant <= .latest else {
      throw StoreError.invalid("An entry’s date must be in the years 0001 to 9999.")
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

  /// The names of the columns.
  static let names = ["position", "localDay", "monthDay", "wordCount", "titleKey", "preview"]

  /// Binds the columns in the order of ``names``.
  func bind(_ position: Int64, to statement: inout SQLStatement) throws {
    try statement.add(position)
    try statement.add(Int64(localDay))
    try statement.add(Int64(monthDay))
    try statement.add(Int64(wordCount))
    try statement.add(titleKey)
    try statement.add(preview)
  }

  init(_ entry: Entry) {
    let day = entry.date.local.date
    localDay = day.daysSince1970
    monthDay = day.month * 100 + day.day
    wordCount = WordCount.count(entry.title) + WordCount.count(entry.body)
    titleKey = SortKey.of(entry.title)
    preview = TextPreview.lines(of: entry.body)
    tags = entry.allTags.map { (TagSyntax.normalise($0), $0) }
  }
}
