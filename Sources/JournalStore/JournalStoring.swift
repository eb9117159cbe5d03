package import JournalCore

/// The store of a journal; the SQLite store and the in-memory one pass one suite of tests.
///
/// Each method is one transaction, if it does not say otherwise: all of it is on disk when the method returns, or
/// nothing is and it throws a ``StoreError``. Methods block the thread; a caller that must not wait calls them on
/// another one.
///
/// A method that reads throws where the file is damaged, gone from its path, or locked for too long; one that writes
/// also where the disk is full or the file is read-only. The comments below name only the errors beyond these.
package protocol JournalStoring: AnyObject, Sendable {
  // MARK: Reading

  /// Returns an entry, also one in the trash; nil if the journal has none of this name.
  func entry(_ id: RecordName) throws(StoreError) -> Entry?
  /// Several entries in one reading, in the order asked; those that are gone are left out.
  func entries(_ ids: [RecordName]) throws(StoreError) -> [Entry]
  /// The pictures of an entry by their `sortOrder`, without those that were removed from it.
  func images(of entry: RecordName) throws(StoreError) -> [EntryImage]
  /// The same with the pictures that were removed from the entry, if `includingTrash` is true.
  func images(of entry: RecordName, includingTrash: Bool) throws(StoreError) -> [EntryImage]
  /// Pictures that were removed from entries which are not in the trash themselves, those first that were removed last.
  func removedPictures() throws(StoreError) -> [RemovedPicture]
  /// All categories in the order in which they are shown, including those in the trash if `includingTrash` is true.
  func categories(includingTrash: Bool) throws(StoreError) -> [JournalCore.Category]
  /// Returns at most `limit` rows of a list from its anchor on; an empty page for a limit below 1.
  func page(_ request: ListRequest) throws(StoreError) -> ListPage
  /// The number of entries in a scope.
  func count(_ scope: ListScope) throws(StoreError) -> Int
  /// The numbers of the sidebar; `today` is for "on this day".
  func tallies(today: CivilDate) throws(StoreError) -> Tallies
  /// Tags of live entries whose folded form begins with `prefix`, the most frequent first.
  func tags(prefix: String, limit: Int) throws(StoreError) -> [TagCount]
  /// Former values of a record's fields, those first that were replaced last; empty for an unknown record.
  func history(of record: RecordName) throws(StoreError) -> [HistoryItem]
  /// Entries whose recordName begins with `prefix`, at most `limit`, trash included.
  func entryNames(prefix: String, limit: Int) throws(StoreError) -> [RecordName]
  /// Entries whose recordName ends with `part`, or whose last `shown` characters begin with it; at most `limit`, trash
  /// included.
  func entryNames(ending part: String, shown: Int, limit: Int) throws(StoreError) -> [RecordName]
  /// Hands all entries of a scope, oldest first, to `body` in batches of at most `batch`, and of one at least.
  ///
  /// - Throws: ``StoreError``, or what `body` threw.
  func forEachEntry(in scope: ListScope, batch: Int, _ body: ([Entry]) throws -> Void) throws
  /// The journal in numbers; `today` is the day up to which a streak still goes on.
  func statistics(today: CivilDate) throws(StoreError) -> JournalStatistics

  // MARK: Writing

  /// Applies all of an edit, keeps every replaced value in history, and returns the edit that takes it back.
  ///
  /// - Throws: As ``apply(_:cause:removing:)``.
  func apply(_ edit: JournalEdit, cause: EditCause) throws(StoreError) -> JournalEdit
  /// The same, and removes a draft in the same transaction, as the editor does when it saves.
  ///
  /// - Throws: ``StoreError/unknownRecord(_:)`` or ``StoreError/recordExists(_:)`` for a name that the edit cannot use,
  ///   ``StoreError/invalid(_:)`` for an empty name and for a record that a newer program wrote.
  func apply(_ edit: JournalEdit, cause: EditCause, removing draft: DraftKey?) throws(StoreError) -> JournalEdit
  /// Removes entries and all that belongs to them for good, history included, and returns how many were here.
  ///
  /// - Throws: ``StoreError/invalid(_:)`` if one of them is not in the trash; nothing is removed then.
  func purge(_ entries: [RecordName]) throws(StoreError) -> Int
  /// Removes pictures for good, history included, and returns how many were here; their entries stay.
  ///
  /// - Throws: ``StoreError/invalid(_:)`` if one of them is still part of its entry; nothing is removed then.
  func purgePictures(_ pictures: [RecordName]) throws(StoreError) -> Int
  /// Removes categories for good, history included, and returns how many were here; their entries stay.
  ///
  /// - Throws: ``StoreError/invalid(_:)`` if one of them is not in the trash; nothing is removed then.
  func purgeCategories(_ categories: [RecordName]) throws(StoreError) -> Int
  /// Purges everything in the trash, entries, removed pictures and categories, and returns the number of entries.
  func emptyTrash() throws(StoreError) -> Int
  /// Purges what has lain in the trash for ``TrashAge/limit``, by every clock that has a say and as far as this journal
  /// knows of it, and returns how many records that were; pictures that go with their entry are not counted. An entry that
  /// has a draft stays.
  func settleTrash() throws(StoreError) -> Int

  // MARK: Import

  /// Says what an import of these would do, without doing it.
  func preview(importing batch: ImportBatch) throws(StoreError) -> ImportSummary
  /// Takes in records that are new; those that are here stay as they are, and the summary names the ones that differ.
  func importRecords(_ batch: ImportBatch) throws(StoreError) -> ImportSummary
  /// The same with one part of an import that is too large for one transaction.
  ///
  /// Parts that come with equal fingerprints are one import until it is finished, also those of a process that has
  /// ended.
  ///
  /// - Throws: ``StoreError/invalid(_:)`` if the import was undone since its last part.
  func importPart(_ part: ImportPart, of run: inout ImportRun) throws(StoreError) -> ImportSummary
  /// Notes that all parts are in; an import that brought no entry is forgotten.
  func finishImport(_ run: ImportRun) throws(StoreError)
  /// Moves what the latest import brought to the trash, in several transactions where it is much; nil if there is none.
  ///
  /// One that was stopped goes on when it is called again.
  func undoLatestImport() throws(StoreError) -> ImportSummary?

  // MARK: Drafts, preferences

  /// Keeps a draft in the place of the one that the same owner had of the same entry.
  func saveDraft(_ draft: Draft) throws(StoreError)
  /// Removes a draft; a draft that is not here is no error.
  func removeDraft(_ key: DraftKey) throws(StoreError)
  /// Drafts whose owner is gone, the latest first.
  func abandonedDrafts() throws(StoreError) -> [Draft]
  /// All drafts, of living owners too.
  func drafts() throws(StoreError) -> [Draft]
  /// Returns a setting that belongs to the journal's file; nil if it was never set.
  func preference(_ key: String) throws(StoreError) -> String?
  /// Sets a setting of the journal's file, which sync does not send; nil removes it.
  func setPreference(_ key: String, _ value: String?) throws(StoreError)

  // MARK: What synchronising did

  /// Returns the numbers of unsent, parked and merged records; at most `limit` of each by name.
  func syncOverview(limit: Int) throws -> SyncOverview
  /// Both sides of a merge, with the fields in which they differed; nil if the merge or its record is gone.
  func mergeDetails(group: Int64) throws(StoreError) -> MergeSides?
  /// Notes that the person has looked at a merge that kept both texts.
  func dismissConflict(group: Int64) throws(StoreError)
  /// Takes one side's values for all fields in which the sides of a merge differed; returns the inverse.
  ///
  /// - Throws: ``StoreError/invalid(_:)`` if there is no such merge.
  func settleMerge(group: Int64, taking side: MergeSide) throws(StoreError) -> JournalEdit
  /// Whether a newer program wrote the record: it is shown and cannot be edited.
  func isNewerFormat(_ record: RecordName) throws(StoreError) -> Bool
  /// Why a record lies in the trash of this device alone; nil where the person put it there. Thirty days later
  /// it goes for good.
  func removalReason(of record: RecordName) throws(StoreError) -> String?
}

extension JournalStoring {
  /// Returns what sync says of an entry beside its fields; two readings.
  ///
  /// - Throws: ``StoreError`` if the journal cannot be read.
  package func remark(of entry: RecordName) throws(StoreError) -> EntryRemark {
    EntryRemark(isNewerFormat: try isNewerFormat(entry), removalReason: try removalReason(of: entry))
  }

  /// Reads one entry after the other, each in a transaction of its own.
  ///
  /// - Throws: The error of the first entry that cannot be read.
  package func entries(_ ids: [RecordName]) throws(StoreError) -> [Entry] {
    var entries: [Entry] = []
    for id in ids { if let entry = try entry(id) { entries.append(entry) } }
    return entries
  }

  /// Applies an edit and removes no draft.
  ///
  /// - Throws: As ``apply(_:cause:removing:)``.
  package func apply(_ edit: JournalEdit, cause: EditCause) throws(StoreError) -> JournalEdit {
    try apply(edit, cause: cause, removing: nil)
  }
}

/// The key of one draft: each owner has one of its own for the same entry.
package struct DraftKey: Hashable, Sendable {
  /// The entry that is edited, or that saving would create.
  package var entry: RecordName
  /// The process that writes, as ``Draft/owner`` names it.
  package var owner: String

  package init(entry: RecordName, owner: String) {
    self.entry = entry
    self.owner = owner
  }
}

/// The records of one import, or of one part of it.
package struct ImportBatch: Sendable {
  /// Where they came from, for the list of imports: a file name.
  package var source: String
  /// Those whose name the journal has already are compared with its own and never replaced by them.
  package var entries: [Entry]
  /// Taken in where the journal has no category of the name; the others are ignored.
  package var categories: [JournalCore.Category]
  /// Taken in where the journal has no picture of the name; their bytes are not part of the batch.
  package var images: [EntryImage]
  /// Former values; only those of records that this batch adds are taken in.
  package var history: [HistoryItem]

  package init(
    source: String, entries: [Entry], categories: [JournalCore.Category] = [], images: [EntryImage] = [],
    history: [HistoryItem] = []
  ) {
    self.source = source
    self.entries = entries
    self.categories = categories
    self.images = images
    self.history = history
  }
}

/// An import that comes in parts.
package struct ImportRun: Hashable, Sendable {
  /// The digest of the imported files; equal ones are the same import. Empty for an import in one transaction.
  package let fingerprint: [UInt8]
  /// Its number in the list of imports, once it has brought something.
  package var number: Int64?

  /// Begins a run that has no number yet; no store is asked.
  package init(fingerprint: [UInt8]) { self.fingerprint = fingerprint }
}

/// The effect of an import, or of one part of it.
package struct ImportSummary: Hashable, Sendable {
  /// Entries that are new here, or that an undone import had brought and this one takes out of the trash.
  package var imported: Int
  /// Entries that are here with the same content.
  package var same: Int
  /// Entries that are here with other content; the journal's stay as they are.
  package var conflicting: [RecordName]
  /// Those of `conflicting` that differ only in being a favourite here and not in the import.
  package var unstarred: [RecordName] = []
  /// Those of `same` that lie in the trash here and not in the import.
  package var inTrash: Int

  package init(imported: Int = 0, same: Int = 0, conflicting: [RecordName] = [], inTrash: Int = 0) {
    self.imported = imported
    self.same = same
    self.conflicting = conflicting
    self.inTrash = inTrash
  }
}

extension ListRequest {
  /// The maker of found entries' previews; nil if they are not wanted, or the scope is no search.
  package var excerpt: SearchExcerpt? {
    guard showsMatches, case .search(let query) = scope else { return nil }
    return SearchExcerpt(query)
  }
}
