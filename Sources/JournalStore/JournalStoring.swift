package import CloudRecord
package import JournalCore

/// What the program asks of a journal's store; the SQLite store and the in-memory one pass one suite of tests.
///
/// Each method is one transaction, if it does not say otherwise: all of it is on disk when the method returns, or nothing
/// is and it throws a ``StoreError``. Methods block; who must not wait calls them elsewhere.
package protocol JournalStoring: AnyObject, Sendable {
  // MARK: Reading

  func entry(_ id: RecordName) throws(StoreError) -> Entry?
  /// Several entries in one reading, in the order asked; those that are gone are left out.
  func entries(_ ids: [RecordName]) throws(StoreError) -> [Entry]
  func images(of entry: RecordName) throws(StoreError) -> [EntryImage]
  /// The pictures of an entry in their order; those that were removed from it among them if asked.
  func images(of entry: RecordName, includingTrash: Bool) throws(StoreError) -> [EntryImage]
  /// Pictures that were removed from entries which are not in the trash themselves, those first that were removed last.
  func removedPictures() throws(StoreError) -> [RemovedPicture]
  /// All categories in the order in which they are shown; those in the trash among them if asked.
  func categories(includingTrash: Bool) throws(StoreError) -> [JournalCore.Category]
  func page(_ request: ListRequest) throws(StoreError) -> ListPage
  func count(_ scope: ListScope) throws(StoreError) -> Int
  /// The numbers of the sidebar; `today` is for "on this day".
  func tallies(today: CivilDate) throws(StoreError) -> Tallies
  /// Tags of live entries whose folded form begins with `prefix`, the most frequent first.
  func tags(prefix: String, limit: Int) throws(StoreError) -> [TagCount]
  func history(of record: RecordName) throws(StoreError) -> [HistoryItem]
  /// Entries whose recordName begins with `prefix`, at most `limit`, trash included.
  func entryNames(prefix: String, limit: Int) throws(StoreError) -> [RecordName]
  /// Entries whose recordName ends with `suffix`, at most `limit`, trash included.
  func entryNames(suffix: String, limit: Int) throws(StoreError) -> [RecordName]
  /// Hands all entries of a scope, oldest first, to `body` in batches of at most `batch`, and of one at least.
  ///
  /// - Throws: ``StoreError``, or what `body` threw.
  func forEachEntry(in scope: ListScope, batch: Int, _ body: ([Entry]) throws -> Void) throws
  /// The journal in numbers; `today` is the day up to which a streak still goes on.
  func statistics(today: CivilDate) throws(StoreError) -> JournalStatistics

  // MARK: Writing

  /// Applies all of an edit, keeps every replaced value in history, and returns the edit that takes it back.
  func apply(_ edit: JournalEdit, cause: EditCause) throws(StoreError) -> JournalEdit
  /// The same, and removes a draft in the same transaction: what saving in the editor is.
  func apply(_ edit: JournalEdit, cause: EditCause, removing draft: DraftKey?) throws(StoreError) -> JournalEdit
  /// Removes entries and all that belongs to them for good, history included. They must be in the trash.
  func purge(_ entries: [RecordName]) throws(StoreError) -> Int
  /// Removes pictures for good, history included; their entries stay. They must have been removed from them before.
  func purgePictures(_ pictures: [RecordName]) throws(StoreError) -> Int
  /// Removes categories for good, history included; their entries stay. They must be in the trash.
  func purgeCategories(_ categories: [RecordName]) throws(StoreError) -> Int
  /// Purges everything in the trash, entries, removed pictures and categories, and returns the number of entries.
  func emptyTrash() throws(StoreError) -> Int
  /// Purges what has lain in the trash for ``TrashAge/limit``, by the server's time as far as it is known, and returns how
  /// many records that were. An entry of which there is a draft stays.
  func settleTrash() throws(StoreError) -> Int

  // MARK: Import

  /// Says what an import of these would do, without doing it.
  func preview(importing batch: ImportBatch) throws(StoreError) -> ImportSummary
  /// Takes in what is new; what is here with the same content stays, what is here with other content stays and is named.
  func importRecords(_ batch: ImportBatch) throws(StoreError) -> ImportSummary
  /// The same with one part of an import that is too large for one transaction.
  ///
  /// Parts that come with equal fingerprints are one import until it is finished, also those of a process that has ended.
  func importPart(_ part: ImportPart, of run: inout ImportRun) throws(StoreError) -> ImportSummary
  /// Notes that all parts are in; an import that brought no entry is forgotten.
  func finishImport(_ run: ImportRun) throws(StoreError)
  /// Moves what the latest import brought to the trash, in several transactions where it is much; nil if there is none.
  ///
  /// One that was stopped goes on when it is called again.
  func undoLatestImport() throws(StoreError) -> ImportSummary?

  // MARK: Drafts, preferences

  func saveDraft(_ draft: Draft) throws(StoreError)
  func removeDraft(_ key: DraftKey) throws(StoreError)
  /// Drafts whose owner is gone, the latest first.
  func abandonedDrafts() throws(StoreError) -> [Draft]
  /// All drafts, of living owners too.
  func drafts() throws(StoreError) -> [Draft]
  func preference(_ key: String) throws(StoreError) -> String?
  func setPreference(_ key: String, _ value: String?) throws(StoreError)

  // MARK: What synchronising did

  /// What waits, what was refused, what was merged; at most `limit` of each by name.
  func syncOverview(limit: Int) throws -> SyncOverview
  /// Both sides of a merge; nil if it or its record is gone. Nothing is said of a value that a merge kept.
  func mergeDetails(group: Int64) throws(StoreError) -> MergeSides?
  /// Notes that the person has looked at a merge that kept both texts.
  func dismissConflict(group: Int64) throws(StoreError)
  /// Restores the values that a merge did not keep, this side's where both lost, as an edit; returns its inverse.
  func undoMerge(group: Int64) throws(StoreError) -> JournalEdit
  /// Takes one side's values for all fields in which the sides of a merge differed; returns the inverse.
  func settleMerge(group: Int64, taking side: MergeSide) throws(StoreError) -> JournalEdit
  /// Whether a newer program wrote the record: it is shown and cannot be edited.
  func isNewerFormat(_ record: RecordName) throws(StoreError) -> Bool
  /// Why a record lies in the trash of this device alone; nil where the person put it there. Thirty days later
  /// it goes for good.
  func removalReason(of record: RecordName) throws(StoreError) -> String?
  /// Records of types that this program does not know, as they came.
  func foreignRecords() throws(StoreError) -> [Record]
  /// Fields of a record that this program does not know, as they came.
  func foreignFields(of record: RecordName) throws(StoreError) -> [String: Field]
}

extension JournalStoring {
  /// What has to be said of an entry beside its fields.
  package func remark(of entry: RecordName) throws(StoreError) -> EntryRemark {
    EntryRemark(isNewerFormat: try isNewerFormat(entry), removalReason: try removalReason(of: entry))
  }

  package func entries(_ ids: [RecordName]) throws(StoreError) -> [Entry] {
    var entries: [Entry] = []
    for id in ids { if let entry = try entry(id) { entries.append(entry) } }
    return entries
  }

  package func apply(_ edit: JournalEdit, cause: EditCause) throws(StoreError) -> JournalEdit {
    try apply(edit, cause: cause, removing: nil)
  }
}

/// Names one draft: the entry, and who writes it.
package struct DraftKey: Hashable, Sendable {
  package var entry: RecordName
  package var owner: String

  package init(entry: RecordName, owner: String) {
    self.entry = entry
    self.owner = owner
  }
}

/// Records to take in.
package struct ImportBatch: Sendable {
  /// Where they came from, for the list of imports: a file name.
  package var source: String
  package var entries: [Entry]
  package var categories: [JournalCore.Category]
  package var images: [EntryImage]
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
  /// What tells that the same is imported again: the digest of the files.
  package let fingerprint: [UInt8]
  /// Its number in the list of imports, once it has brought something.
  var number: Int64?

  package init(fingerprint: [UInt8]) { self.fingerprint = fingerprint }
}

/// What an import did, or would do.
package struct ImportSummary: Hashable, Sendable {
  package var imported: Int
  package var same: Int
  /// Entries that are here with other content; the journal's stay as they are.
  package var conflicting: [RecordName]
  /// Those of them that are favourites here, not in the import, and the same otherwise.
  package var unstarred: [RecordName] = []
  /// How many of the same ones lie in the trash.
  package var inTrash: Int

  package init(imported: Int = 0, same: Int = 0, conflicting: [RecordName] = [], inTrash: Int = 0) {
    self.imported = imported
    self.same = same
    self.conflicting = conflicting
    self.inTrash = inTrash
  }
}

extension ListRequest {
  /// What makes the previews of found entries, if they are wanted.
  var excerpt: SearchExcerpt? {
    guard showsMatches, case .search(let query) = scope else { return nil }
    return SearchExcerpt(query)
  }
}
