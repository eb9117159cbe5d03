package import JournalCore
package import JournalSeal
package import JournalStore
import JournalSync

/// How imported records are named in a journal that is encrypted end to end: by its own key, so that their names tell a server
/// nothing of their texts.
///
/// What the journal has under a name that follows from the text alone keeps it: it was sent so before encryption was on.
package struct ImportNaming {
  private let key: SecretBytes?
  private let kept: Set<String>

  /// Names as the importers do.
  package static let plain = ImportNaming(key: nil, kept: [])

  private init(key: SecretBytes?, kept: Set<String>) { (self.key, self.kept) = (key, kept) }

  /// - Parameter key: The name key of the journal's ring.
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package init(key: SecretBytes, _ store: JournalStore) throws(StoreError) {
    self.init(key: key, kept: try store.namesOfTexts())
  }

  /// How the journal that is open names what it imports.
  ///
  /// - Throws: ``CommandFailure`` where its account or its keys cannot be read, ``StoreError`` where the journal cannot.
  package init(_ journal: OpenedJournal) throws {
    guard let settings = try AccountDesk(journal, environment: [:]).settings(),
      let file = KeysFile(journal.paths, settings),
      let key = try file.held()?.kept.ring?.nameKey
    else {
      self = .plain
      return
    }
    try self.init(key: key, journal.store)
  }

  /// The name that a record gets here.
  package func name(_ name: RecordName) -> RecordName {
    guard let key, !kept.contains(name.rawValue) else { return name }
    return KeyedName.name(for: name.rawValue, key: key).map { RecordName($0) } ?? name
  }

  /// The records of a part under the names that they get here.
  func named(_ batch: ImportBatch) -> ImportBatch {
    guard key != nil else { return batch }
    var named = batch
    for index in named.entries.indices {
      named.entries[index].id = name(batch.entries[index].id)
      named.entries[index].category = batch.entries[index].category.map(name)
    }
    named.former = Dictionary(batch.former.map { (name($0.key), $0.value) }) { first, _ in first }
    for index in named.categories.indices { named.categories[index].id = name(batch.categories[index].id) }
    for index in named.images.indices {
      named.images[index].id = name(batch.images[index].id)
      named.images[index].entry = name(batch.images[index].entry)
    }
    for index in named.kept.indices { named.kept[index].entry = name(batch.kept[index].entry) }
    for index in named.preferences.indices { named.preferences[index].id = name(batch.preferences[index].id) }
    for index in named.history.indices { named.history[index].record = name(batch.history[index].record) }
    return named
  }
}
