import CloudRecord
package import JournalCore
package import JournalStore
import Synchronization

/// The model of a journal: its rules in memory, small and slow, to hold the SQLite store to its word.
package final class MemoryJournalStore: JournalStoring {
  let environment: StoreEnvironment
  private let state: Mutex<MemoryJournal>

  /// Makes an empty journal; its device number is the environment's next random number.
  package init(environment: StoreEnvironment) {
    self.environment = environment
    state = Mutex(MemoryJournal(device: environment.random()))
  }

  private init(_ journal: MemoryJournal, _ environment: StoreEnvironment) {
    self.environment = environment
    state = Mutex(journal)
  }

  /// The journal as it is now, on its own from here on: what a backup is to a file.
  package func copy() -> MemoryJournalStore { MemoryJournalStore(reading { $0 }, environment) }

  func reading<Value: Sendable>(_ body: (MemoryJournal) -> Value) -> Value { state.withLock { body($0) } }

  /// Runs a transaction on a copy, which replaces the journal only if nothing was thrown.
  func writing<Value: Sendable>(
    _ body: (inout MemoryJournal) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let result: Result<Value, StoreError> = state.withLock { journal in
      var copy = journal
      do throws(StoreError) {
        let value = try body(&copy)
        journal = copy
        return .success(value)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The same for what may throw anything.
  func transact<Value: Sendable>(_ body: (inout MemoryJournal) throws -> Value) throws -> Value {
    try state.withLock { journal in
      var copy = journal
      let value = try body(&copy)
      journal = copy
      return value
    }
  }

  func consult<Value: Sendable>(_ body: (MemoryJournal) throws -> Value) throws -> Value {
    try state.withLock { try body($0) }
  }

  package func entry(_ id: RecordName) throws(StoreError) -> Entry? { reading { $0.entries[id]?.entry } }

  package func images(of entry: RecordName) throws(StoreError) -> [EntryImage] {
    try images(of: entry, includingTrash: false)
  }

  package func images(of entry: RecordName, includingTrash: Bool) throws(StoreError) -> [EntryImage] {
    reading { journal in
      journal.images.values.filter { $0.entry == entry && (includingTrash || $0.trashedAt == nil) }
        .sorted { ($0.sortOrder, $0.id) < ($1.sortOrder, $1.id) }
    }
  }

  package func removedPictures() throws(StoreError) -> [RemovedPicture] { reading { $0.removedPictures } }

  package func categories(includingTrash: Bool) throws(StoreError) -> [JournalCore.Category] {
    reading { journal in
      journal.categories.values.filter { includingTrash || $0.trashedAt == nil }
        .sorted(by: JournalCore.Category.shownBefore)
    }
  }

  package func preferences() throws(StoreError) -> [Preference] { reading { $0.preferencesByTime } }

  /// Sorts the whole scope for each page.
  package func page(_ request: ListRequest) throws(StoreError) -> ListPage { reading { $0.page(request) } }

  /// Counts the rows of a scope anew at each call.
  package func count(_ scope: ListScope) throws(StoreError) -> Int { reading { $0.rows(in: scope).count } }

  package func tallies(today: CivilDate) throws(StoreError) -> Tallies {
    reading { journal in
      var tallies = Tallies()
      for row in journal.entries.values {
        guard row.entry.trashedAt == nil else {
          tallies.trash += 1
          continue
        }
        tallies.all += 1
        if row.entry.isFavorite { tallies.favorites += 1 }
        if let category = row.entry.category { tallies.categories[category, default: 0] += 1 }
        if let mood = row.entry.mood { tallies.moods[mood, default: 0] += 1 }
        let day = row.entry.date.local.date
        if day.month == today.month, day.day == today.day, day.year != today.year { tallies.onThisDay += 1 }
      }
      return tallies
    }
  }

  /// Counts the tags of all entries outside of the trash at each call.
  package func tags(prefix: String, limit: Int) throws(StoreError) -> [TagCount] {
    reading { journal in
      var counts: [String: (names: [String], count: Int)] = [:]
      for row in journal.rows(in: .all) {
        for tag in row.entry.allTags {
          let key = TagSyntax.normalise(tag)
          guard key.utf8.starts(with: TagSyntax.normalise(prefix).utf8) else { continue }
          counts[key, default: ([], 0)].names.append(tag)
          counts[key, default: ([], 0)].count += 1
        }
      }
      return counts.map { key, value in
        (key, TagCount(tag: value.names.min { $0.utf8.lexicographicallyPrecedes($1.utf8) } ?? key, count: value.count))
      }
      .sorted { a, b in
        a.1.count != b.1.count ? a.1.count > b.1.count : a.0.utf8.lexicographicallyPrecedes(b.0.utf8)
      }
      .prefix(limit).map { $0.1 }
    }
  }

  /// Former values, those first that were replaced last; a category's name stands for its record name.
  package func history(of record: RecordName) throws(StoreError) -> [HistoryItem] {
    reading { journal in
      journal.history.filter { $0.record == record }.reversed().map { item in
        var item = item
        if case .reference(let name?)? = item.oldValue?.content {
          item.oldText = journal.categories[name]?.name ?? name.rawValue
        }
        item.device = SavingDevice.name(in: item.device) { journal.sync.deviceNames[$0] }
        return item
      }
    }
  }

  package func entryNames(prefix: String, limit: Int) throws(StoreError) -> [RecordName] {
    reading { journal in
      Array(
        journal.entries.keys.filter { $0.rawValue.utf8.starts(with: prefix.utf8) }.sorted().prefix(max(0, limit)))
    }
  }

  package func entryNames(ending part: String, shown: Int, limit: Int) throws(StoreError) -> [RecordName] {
    reading { journal in
      let names = journal.entries.keys.filter { name in
        name.rawValue.utf8.reversed().starts(with: part.utf8.reversed())
          || name.rawValue.unicodeScalars.suffix(shown).starts(with: part.unicodeScalars)
      }
      return Array(names.sorted().prefix(max(0, limit)))
    }
  }

  /// Hands out the entries as they are at the call; `batch` is at least 1.
  package func forEachEntry(in scope: ListScope, batch: Int, _ body: ([Entry]) throws -> Void) throws {
    let entries = reading { $0.rows(in: scope).sorted { $0.position < $1.position }.map { $0.entry } }
    var start = 0
    while start < entries.count {
      let end = min(entries.count, start + max(1, batch))
      try body(Array(entries[start..<end]))
      start = end
    }
  }

  /// Counts the words of all entries outside of the trash at each call.
  package func statistics(today: CivilDate) throws(StoreError) -> JournalStatistics {
    reading { journal in
      let days = journal.rows(in: .all).map { row in
        DayTotals(
          date: row.entry.date.local.date, entries: 1,
          words: WordCount.count(row.entry.title) + WordCount.count(row.entry.body))
      }
      return JournalStatistics(days: days, today: today)
    }
  }

  /// Applies all of an edit; what it throws leaves the journal as it was.
  package func apply(
    _ edit: JournalEdit, cause: EditCause, removing draft: DraftKey?
  ) throws(StoreError) -> JournalEdit {
    let now = environment.now()
    let device = environment.deviceName
    return try writing { (journal) throws(StoreError) in
      var occasion = journal.occasion(now: now, device: device, cause: cause)
      occasion.seen = edit.seen
      var inverse: [JournalOperation] = []
      var left: [RecordName: Entry] = [:]
      for operation in edit.operations {
        guard let step = try journal.perform(operation, on: occasion) else { continue }
        inverse.append(step)
        if case .edit(.entry(let id, let undo)) = step, JoinedEdit.joins(undo) { left[id] = journal.entries[id]?.entry }
      }
      if let draft { journal.drafts[draft] = nil }
      return JournalEdit(name: edit.name, operations: inverse.reversed(), allSeen: left)
    }
  }

  package func purge(_ entries: [RecordName]) throws(StoreError) -> Int {
    let now = environment.now()
    return try writing { (journal) throws(StoreError) in try journal.purge(entries, at: now) }
  }

  package func purgePictures(_ pictures: [RecordName]) throws(StoreError) -> Int {
    let now = environment.now()
    return try writing { (journal) throws(StoreError) in try journal.purgePictures(pictures, at: now) }
  }

  package func purgeCategories(_ categories: [RecordName]) throws(StoreError) -> Int {
    let now = environment.now()
    return try writing { (journal) throws(StoreError) in try journal.purgeCategories(categories, at: now) }
  }

  /// Returns the number of entries alone.
  package func emptyTrash() throws(StoreError) -> Int {
    let now = environment.now()
    return try writing { (journal) throws(StoreError) in try journal.emptyTrash(at: now) }
  }

  /// Counts entries, pictures and categories that have lain in the trash for 30 days.
  package func expireTrash() throws(StoreError) -> Int {
    let now = environment.now()
    return try writing { (journal) throws(StoreError) in try journal.expireTrash(at: now) }
  }

  /// Does the import on a copy that is thrown away.
  package func preview(importing batch: ImportBatch) throws(StoreError) -> ImportSummary {
    let now = environment.now()
    let result: Result<ImportSummary, StoreError> = reading { journal in
      var copy = journal
      var run = ImportRun(fingerprint: [])
      do throws(StoreError) {
        return .success(try copy.take(batch, of: &run, now: now))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  package func importRecords(_ batch: ImportBatch) throws(StoreError) -> ImportSummary {
    let now = environment.now()
    return try writing { (journal) throws(StoreError) in
      var run = ImportRun(fingerprint: [])
      let summary = try journal.take(batch, of: &run, now: now)
      journal.finishImport(run)
      return summary
    }
  }

  package func importPart(_ part: ImportPart, of run: inout ImportRun) throws(StoreError) -> ImportSummary {
    let now = environment.now()
    let before = run
    let (after, summary) = try writing { (journal) throws(StoreError) in
      var run = before
      let summary = try journal.take(part.batch, of: &run, now: now)
      return (run, summary)
    }
    run = after
    return summary
  }

  package func finishImport(_ run: ImportRun) throws(StoreError) {
    try writing { (journal) throws(StoreError) in journal.finishImport(run) }
  }

  /// Undoes an import in one step, however large it is.
  package func undoLatestImport() throws(StoreError) -> ImportSummary? {
    let now = environment.now()
    let device = environment.deviceName
    return try writing { (journal) throws(StoreError) in try journal.undoImport(now: now, device: device) }
  }

  package func saveDraft(_ draft: Draft) throws(StoreError) {
    try writing { (journal) throws(StoreError) in
      var kept = draft
      kept.entry = draft.entry.withoutNULs
      journal.drafts[DraftKey(entry: draft.entry.id, owner: draft.owner)] = kept
    }
  }

  package func removeDraft(_ key: DraftKey) throws(StoreError) {
    try writing { (journal) throws(StoreError) in journal.drafts[key] = nil }
  }

  /// All drafts, those that were saved last first.
  package func drafts() throws(StoreError) -> [Draft] {
    reading { journal in
      journal.drafts.values.sorted {
        $0.savedAt != $1.savedAt ? $0.savedAt > $1.savedAt : $0.entry.id < $1.entry.id
      }
    }
  }

  package func abandonedDrafts() throws(StoreError) -> [Draft] {
    try drafts().filter { !environment.isOwnerAlive($0.owner) }
  }

  package func preference(_ key: String) throws(StoreError) -> String? { reading { $0.preferences[key] } }

  package func setPreference(_ key: String, _ value: String?) throws(StoreError) {
    try writing { (journal) throws(StoreError) in journal.preferences[key] = value }
  }

}
