import GRDB
import JournalCore

/// Finds the next matches of a text by looking at the entries themselves, from a place on.
///
/// Before the search index answers a query for the beginning of a word, it puts together all the places of all words that
/// begin so: in a large journal hundreds of milliseconds for the first letters that a person types, of which a page
/// needs the last hundred. Where matches are as frequent as that, they are found sooner by looking at the latest entries.
struct NearbyMatches {
  /// Entries from which on it is worth while: below them the index is as fast.
  static let worthwhile = 20_000
  /// Entries that are looked at before it is known how frequent matches are.
  private static let sample = 64
  /// Entries that are looked at altogether, at most; by then the index would have answered.
  private static let most = 600

  private let query: SearchQuery

  /// Nil where the query's words have no beginning of others among them, so that the index answers at once.
  init?(_ query: SearchQuery) {
    let terms = query.alternatives.joined()
    guard
      terms.contains(where: { term in
        guard case .word(let word) = term.condition, !term.isNegated else { return false }
        return SearchTokens(word).endsWithBeginning
      })
    else { return nil }
    // What else is asked is the statement's.
    let texts = query.alternatives.map { $0.filter { FullText.isText($0.condition) } }
    self.query = SearchQuery(alternatives: texts, source: query.source)
  }

  /// The first of a statement's rows that match; nil where there are too few of them to be found this way.
  ///
  /// - Parameters:
  ///   - rows: entries in the order of the list, with the columns `title` and `body`.
  ///   - limit: how many are wanted.
  func first(_ limit: Int, of rows: RowCursor) throws -> [Row]? {
    var found: [Row] = []
    var looked = 0
    while found.count < limit {
      guard let row = try rows.next() else { return found }
      looked += 1
      if query.matches(title: row["title"], body: row["body"]) { found.append(row.copy()) }
      if looked % Self.sample == 0, looked * limit > Self.most * found.count { return nil }
    }
    return found
  }
}
