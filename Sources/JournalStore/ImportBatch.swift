package import JournalCore

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
  /// Taken in where the journal has no preference of the name and nothing under the key; the others are ignored.
  package var preferences: [Preference] = []
  /// What came with entries and has no place in them; taken in with those that are here by then.
  package var kept: [KeptItem] = []
  /// The words that earlier versions took entries in with: one that has them here is the same.
  package var former: [RecordName: EntryWords] = [:]
  /// Former values; only those of records that this batch adds are taken in.
  package var history: [HistoryItem]

  package init(
    source: String, entries: [Entry], categories: [JournalCore.Category] = [], images: [EntryImage] = [],
    history: [HistoryItem] = []
  ) {
    (self.source, self.entries, self.categories) = (source, entries, categories)
    (self.images, self.history) = (images, history)
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
  /// Entries that undoing an import leaves where they are: they were changed since, by their names.
  package var kept: [RecordName] = []
  /// What undoing an import removed of what is kept beside entries: what it put beside those that were here before.
  package var removedItems = 0

  package init(imported: Int = 0, same: Int = 0, conflicting: [RecordName] = [], inTrash: Int = 0) {
    (self.imported, self.same, self.conflicting, self.inTrash) = (imported, same, conflicting, inTrash)
  }
}

extension ListRequest {
  /// The maker of found entries' previews; nil if they are not wanted, or the scope is no search.
  package var excerpt: SearchExcerpt? {
    guard showsMatches, case .search(let query) = scope else { return nil }
    return SearchExcerpt(query)
  }
}
