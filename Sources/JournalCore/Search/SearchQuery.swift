/// What a person typed into search, understood: alternatives (`or`) of terms that must all hold.
package struct SearchQuery: Hashable, Sendable {
  /// At least one alternative matches; each is a conjunction. Empty matches everything outside the trash.
  package var alternatives: [[SearchTerm]]
  /// What was typed.
  package var source: String
  /// Whether it is looked for in what others share, and not among the person's own entries.
  package var isOfOthers = false

  package init(alternatives: [[SearchTerm]], source: String) {
    (self.alternatives, self.source) = (alternatives, source)
  }

  /// The title, where the query asks for nothing but links to it.
  package var linkedTitle: String? {
    guard alternatives.count == 1, alternatives[0].count == 1, !alternatives[0][0].isNegated,
      case .linksTo(let titles) = alternatives[0][0].condition, titles.count == 1
    else { return nil }
    return titles[0]
  }

  /// The same, looked for in what others share.
  package var ofOthers: SearchQuery {
    var query = self
    query.isOfOthers = true
    return query
  }
}

/// One condition of a search, or its opposite.
package struct SearchTerm: Hashable, Sendable {
  /// The thing that the term asks of an entry.
  package var condition: SearchCondition
  /// Whether an entry matches where the condition does not hold.
  package var isNegated: Bool

  package init(_ condition: SearchCondition, isNegated: Bool = false) {
    (self.condition, self.isNegated) = (condition, isNegated)
  }
}

/// One thing that an entry can be asked.
package enum SearchCondition: Hashable, Sendable {
  /// A word, or the beginning of one.
  case word(String)
  /// These words, whole and in this order.
  case phrase(String)
  /// Any of these moods.
  case mood([Mood])
  /// Any of these categories, by name without case; an empty name stands for "unfiled".
  case category([String])
  /// Any of these tags, without symbol and case.
  case tag([String])
  /// With a link to an entry of any of these titles, without case.
  case linksTo([String])
  case isFavorite
  case isTrashed
  case isUnfiled
  case hasImage
  /// On this day or later, by the entry's own wall clock.
  case from(CivilDate)
  /// On this day or earlier.
  case to(CivilDate)
}
