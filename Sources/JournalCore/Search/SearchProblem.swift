/// Something in a search that was not understood and therefore left out.
package struct SearchProblem: Hashable, Sendable {
  /// What is wrong.
  package let what: String
  /// What to do about it.
  package let advice: String
  /// Where it stands in what was typed, in UTF-8 bytes.
  package let range: Range<Int>

  /// Both parts as one text for a person.
  package var sentence: String { "\(what) \(advice)" }
}

/// A search as understood, and what of it was not.
package struct ParsedSearch: Hashable, Sendable {
  /// The search without the parts that were not understood.
  package let query: SearchQuery
  /// In the order in which they stand in the text.
  package let problems: [SearchProblem]
}

extension SearchQuery {
  /// Understands what was typed; what cannot be understood is left out (``SearchQueryParser`` tells what that is).
  package init(parsing text: String, today: CivilDate) {
    self = SearchQueryParser.parse(text, today: today).query
  }
}
