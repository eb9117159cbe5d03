import GRDB
package import JournalCore

extension JournalStore {
  /// Returns an entry, also one in the trash, by the index of names; nil if there is none.
  package func entry(_ id: RecordName) throws(StoreError) -> Entry? {
    try reading { try EntryReader(db: $0, zone: zone).entry(id) }
  }

  /// Reads entries in the order asked in one transaction; names that are not here are left out.
  package func entries(_ ids: [RecordName]) throws(StoreError) -> [Entry] {
    try reading { db in try ids.compactMap(EntryReader(db: db, zone: zone).entry) }
  }

  /// Returns an entry, also one in the trash, with its pictures and what sync says of it, in one transaction; nil if there
  /// is none.
  package func detail(of id: RecordName) throws(StoreError) -> EntryDetail? {
    try reading { try EntryReader(db: $0, zone: zone).detail(of: id) }
  }

  /// Reads what one saved entry changes on a screen, in one transaction.
  package func saved(_ request: SavedRequest) throws(StoreError) -> SavedEntry {
    try reading { try EntryReader(db: $0, zone: zone).saved(request) }
  }

  /// The pictures of an entry by `sortOrder`, then by name; without those that were removed.
  package func images(of entry: RecordName) throws(StoreError) -> [EntryImage] {
    try images(of: entry, includingTrash: false)
  }

  /// The same, including the pictures that were removed from the entry if `includingTrash` is true.
  package func images(of entry: RecordName, includingTrash: Bool) throws(StoreError) -> [EntryImage] {
    try reading { try PlainTable(db: $0, zone: zone).all(of: entry, includingTrash: includingTrash) }
  }

  /// The name of a picture's entry, also of a picture that was removed; nil where there is no such picture.
  package func entry(ofImage id: RecordName) throws(StoreError) -> RecordName? {
    try reading { try EntryReader(db: $0, zone: zone).entry(ofImage: id) }
  }

  /// Removed pictures of entries that are not in the trash; those first that were removed last.
  package func removedPictures() throws(StoreError) -> [RemovedPicture] {
    try reading { try PlainTable<EntryImage>(db: $0, zone: zone).removed() }
  }

  /// All categories in the order of ``Category/shownBefore(_:_:)``.
  package func categories(includingTrash: Bool) throws(StoreError) -> [JournalCore.Category] {
    try reading { try PlainTable(db: $0, zone: zone).all(includingTrash: includingTrash) }
  }

  /// Reads one page of a list, and one row more to see whether another page follows.
  package func page(_ request: ListRequest) throws(StoreError) -> ListPage {
    try reading { db in try ListReader(db: db, zone: zone, request: request).page() }
  }

  /// How many rows of a list come before a place in it.
  package func count(_ scope: ListScope, _ order: ListOrder, before cursor: ListCursor) throws(StoreError) -> Int {
    try reading { db in
      try ListReader(db: db, zone: zone, request: ListRequest(scope: scope, order: order)).count(before: cursor)
    }
  }

  /// Reads a kept number where there is one; else counts by an index, and a search counts its matches.
  package func count(_ scope: ListScope) throws(StoreError) -> Int {
    try reading { try ScopeCount(db: $0).count(scope) }
  }

  /// Reads the kept number of each scope, and of this day in each other year.
  package func tallies(today: CivilDate) throws(StoreError) -> Tallies {
    try reading { try KeptNumbers(db: $0).tallies(today) }
  }

  /// Entries whose name begins with `prefix`, in the order of their names, by the index; trash included.
  package func entryNames(prefix: String, limit: Int) throws(StoreError) -> [RecordName] {
    try reading { try EntryReader(db: $0, zone: zone).names(prefix: prefix, limit: limit) }
  }

  /// Entries whose name ends with `part`, or whose last `shown` characters begin with it, in the order of their names,
  /// trash included; looks at every name.
  package func entryNames(ending part: String, shown: Int, limit: Int) throws(StoreError) -> [RecordName] {
    try reading { try EntryReader(db: $0, zone: zone).names(ending: part, shown: shown, limit: limit) }
  }

  /// Hands entries to `body`, oldest first, within one reading: writers of other connections may go on.
  ///
  /// - Parameter batch: At least 1; the last batch may be smaller.
  /// - Throws: The error of `body`, or the database's own error.
  package func forEachEntry(in scope: ListScope, batch: Int, _ body: ([Entry]) throws -> Void) throws {
    let sql = ScopeSQL(scope)
    var arguments: [any DatabaseValueConvertible] = []
    var condition = sql.condition
    if let match = sql.match {
      condition += " AND e.position IN (SELECT rowid FROM entrySearch WHERE entrySearch MATCH ?)"
      arguments = sql.arguments + [match]
    } else {
      arguments = sql.arguments
    }
    // What `body` throws is its own, and stays as it is.
    var refusal: (any Error)?
    try reading { db in
      let columns = Entry.statements.columns
      let cursor = try Row.fetchCursor(
        db, sql: "SELECT \(columns.list("e.")) FROM entries e WHERE \(condition) ORDER BY e.position",
        arguments: StatementArguments(arguments))
      var entries: [Entry] = []
      func hand() -> Bool {
        do { try body(entries) } catch { refusal = error }
        entries.removeAll(keepingCapacity: true)
        return refusal == nil
      }
      while let row = try cursor.next() {
        entries.append(columns.record(row))
        guard entries.count < max(1, batch) || hand() else { return }
      }
      if !entries.isEmpty { _ = hand() }
    }
    if let refusal { throw refusal }
  }
}
