import GRDB
package import JournalCore

/// The titles of a journal's file.
package struct EntryTitles: Sendable {
  private let store: JournalStore

  package init(_ store: JournalStore) { self.store = store }

  /// Reads entries by their titles, those in the trash left out; of those that begin so at most fifty.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func entries(_ request: TitleRequest) throws(StoreError) -> [TitledEntry] {
    try store.reading { try TitleReader(db: $0, zone: store.zone).entries(request) }
  }
}

private struct TitleReader {
  let db: Database
  let zone: Int64
  /// The most entries that are returned.
  static let most = 50

  func entries(_ request: TitleRequest) throws -> [TitledEntry] {
    switch request {
    case .called(let title): try called(title)
    case .beginning(let text): try beginning(text)
    case .byChance: try byChance()
    }
  }

  private func byChance() throws -> [TitledEntry] {
    let count = max(1, try ScopeCount(db: db).count(.all))
    return try read("1 ORDER BY position LIMIT 1 OFFSET abs(random() % ?)", [count])
  }

  private func called(_ title: String) throws -> [TitledEntry] {
    let key = EntryLink.key(title)
    // The index has the beginning of a title, without what stands before its first letter.
    return try read("titleKey = ? ORDER BY position DESC", [SortKey.of(title)]).filter {
      EntryLink.key($0.title) == key
    }
  }

  private func beginning(_ text: String) throws -> [TitledEntry] {
    let words = text.split(separator: " ").map { SearchTerm(.word(String($0))) }
    guard let match = FullText.expression(for: words) else {
      return try read("title <> '' ORDER BY position DESC LIMIT \(Self.most)", [])
    }
    return try read(
      """
      position IN (SELECT rowid FROM entrySearch WHERE entrySearch MATCH ?) ORDER BY position DESC LIMIT \(Self.most)
      """, ["title : (\(match))"])
  }

  private func read(_ condition: String, _ arguments: StatementArguments) throws -> [TitledEntry] {
    let names = try String.fetchAll(
      db, sql: "SELECT recordName FROM entries WHERE trashedAt IS NULL AND zone = ? AND \(condition)",
      arguments: [zone] + arguments)
    let reader = EntryReader(db: db, zone: zone)
    return try names.compactMap { name in
      try reader.entry(RecordName(name)).map { TitledEntry($0) }
    }
  }
}
