package import JournalCore
package import JournalStore

/// What the store of a journal does, so that the model and the real store pass one suite of tests.
package protocol JournalStoring: AnyObject, Sendable {
  // MARK: Reading

  func entry(_ id: RecordName) throws(StoreError) -> Entry?
  func entries(_ ids: [RecordName]) throws(StoreError) -> [Entry]
  func images(of entry: RecordName) throws(StoreError) -> [EntryImage]
  func images(of entry: RecordName, includingTrash: Bool) throws(StoreError) -> [EntryImage]
  func removedPictures() throws(StoreError) -> [RemovedPicture]
  func categories(includingTrash: Bool) throws(StoreError) -> [JournalCore.Category]
  func preferences() throws(StoreError) -> [Preference]
  func page(_ request: ListRequest) throws(StoreError) -> ListPage
  func count(_ scope: ListScope) throws(StoreError) -> Int
  func tallies(today: CivilDate) throws(StoreError) -> Tallies
  func tags(prefix: String, limit: Int) throws(StoreError) -> [TagCount]
  func history(of record: RecordName) throws(StoreError) -> [HistoryItem]
  func entryNames(prefix: String, limit: Int) throws(StoreError) -> [RecordName]
  func entryNames(ending part: String, shown: Int, limit: Int) throws(StoreError) -> [RecordName]
  func forEachEntry(in scope: ListScope, batch: Int, _ body: ([Entry]) throws -> Void) throws
  func statistics(today: CivilDate) throws(StoreError) -> JournalStatistics
  func days(_ request: DaysRequest) throws(StoreError) -> DaySpan
  func day(_ date: CivilDate, limit: Int) throws(StoreError) -> DayPage

  // MARK: Writing

  func apply(_ edit: JournalEdit, cause: EditCause) throws(StoreError) -> JournalEdit
  func apply(_ edit: JournalEdit, cause: EditCause, removing draft: DraftKey?) throws(StoreError) -> JournalEdit
  func purge(_ entries: [RecordName]) throws(StoreError) -> Int
  func purgePictures(_ pictures: [RecordName]) throws(StoreError) -> Int
  func purgeCategories(_ categories: [RecordName]) throws(StoreError) -> Int
  func emptyTrash() throws(StoreError) -> Int
  func expireTrash() throws(StoreError) -> Int

  // MARK: Import

  func preview(importing batch: ImportBatch) throws(StoreError) -> ImportSummary
  func importRecords(_ batch: ImportBatch) throws(StoreError) -> ImportSummary
  func importPart(_ part: ImportPart, of run: inout ImportRun) throws(StoreError) -> ImportSummary
  func finishImport(_ run: ImportRun) throws(StoreError)
  func undoLatestImport() throws(StoreError) -> ImportSummary?

  // MARK: Drafts, preferences

  func saveDraft(_ draft: Draft) throws(StoreError)
  func removeDraft(_ key: DraftKey) throws(StoreError)
  func abandonedDrafts() throws(StoreError) -> [Draft]
  func drafts() throws(StoreError) -> [Draft]
  func preference(_ key: String) throws(StoreError) -> String?
  func setPreference(_ key: String, _ value: String?) throws(StoreError)

  // MARK: What synchronising did

  func syncOverview(limit: Int) throws -> SyncOverview
  func mergeDetails(group: Int64) throws(StoreError) -> MergeSides?
  func dismissConflict(group: Int64) throws(StoreError)
  func decideMerge(group: Int64, taking side: MergeSide) throws(StoreError) -> JournalEdit
  func remark(of record: RecordName) throws(StoreError) -> EntryRemark
}

extension JournalStore: JournalStoring {}

extension JournalStoring {
  package func entries(_ ids: [RecordName]) throws(StoreError) -> [Entry] {
    var entries: [Entry] = []
    for id in ids { if let entry = try entry(id) { entries.append(entry) } }
    return entries
  }

  package func apply(_ edit: JournalEdit, cause: EditCause) throws(StoreError) -> JournalEdit {
    try apply(edit, cause: cause, removing: nil)
  }
}
