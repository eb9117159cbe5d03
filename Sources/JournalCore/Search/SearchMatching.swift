extension SearchQuery {
  /// Whether an entry is found; what the store's index answers, decided on the values alone.
  ///
  /// A word is found at the beginning of a word of the title or of the body; several tokens in one word (`foo-bar`, or
  /// letters of a script without spaces) must follow each other, and only the last may go on. A phrase's tokens are
  /// whole. Entries in the trash are found only by alternatives that say `is:trashed`. A condition without any letter
  /// or digit demands nothing.
  ///
  /// - Parameters:
  ///   - categoryName: The name of the category the entry shows under; nil where it shows as unfiled.
  ///   - imageCount: The number of its images outside the trash.
  package func matches(entry: Entry, categoryName: String?, imageCount: Int) -> Bool {
    let asked = alternatives.isEmpty ? [[]] : alternatives
    var text = EntryTokens(title: entry.title, body: entry.body)
    return asked.contains { terms in
      let asksForTrash = terms.contains { $0.condition == .isTrashed && !$0.isNegated }
      guard asksForTrash || entry.trashedAt == nil else { return false }
      return terms.allSatisfy { term in
        guard
          let holds = holds(
            term.condition, entry: entry, text: &text, categoryName: categoryName, imageCount: imageCount)
        else { return true }
        return holds != term.isNegated
      }
    }
  }

  /// Whether a text is found by a query that asks for words and phrases only.
  package func matches(title: String, body: String) -> Bool {
    var text = EntryTokens(title: title, body: body)
    return alternatives.contains { terms in
      terms.allSatisfy { term in
        let holds: Bool? =
          switch term.condition {
          case .word(let word): text.contains(word, asPrefix: true)
          case .phrase(let phrase): text.contains(phrase, asPrefix: false)
          default: nil
          }
        return holds.map { $0 != term.isNegated } ?? true
      }
    }
  }

  /// The form in which names of categories are compared.
  package static func categoryKey(_ name: String) -> String { TagSyntax.folded(trimmingSpace(name)) }

  /// Whether one condition holds; nil where it demands nothing.
  private func holds(
    _ condition: SearchCondition, entry: Entry, text: inout EntryTokens, categoryName: String?, imageCount: Int
  ) -> Bool? {
    switch condition {
    case .word(let word): text.contains(word, asPrefix: true)
    case .phrase(let phrase): text.contains(phrase, asPrefix: false)
    case .mood(let moods): entry.mood.map { moods.contains($0) } ?? false
    case .category(let names): names.contains { name in isFiled(under: name, as: categoryName) }
    case .tag(let tags): hasTag(tags, entry: entry)
    case .linksTo(let titles): titles.contains { EntryLink.isThere(to: $0, in: entry.body) }
    case .isFavorite: entry.isFavorite
    case .isTrashed: entry.trashedAt != nil
    case .isUnfiled: categoryName == nil
    case .hasImage: imageCount > 0
    case .from(let date): entry.date.local.date >= date
    case .to(let date): entry.date.local.date <= date
    }
  }

  private func isFiled(under name: String, as categoryName: String?) -> Bool {
    guard let categoryName else { return name.isEmpty }
    return !name.isEmpty && SearchQuery.categoryKey(name).isIdentical(to: SearchQuery.categoryKey(categoryName))
  }

  private func hasTag(_ tags: [String], entry: Entry) -> Bool {
    let wanted = tags.map { TagSyntax.normalise($0) }
    return entry.allTags.contains { tag in wanted.contains(TagSyntax.normalise(tag)) }
  }
}

/// An entry's title and body as tokens, made when first asked for.
private struct EntryTokens {
  private let title: String
  private let body: String
  private var made: (title: SearchTokens, body: SearchTokens)?

  init(title: String, body: String) {
    (self.title, self.body) = (title, body)
  }

  mutating func contains(_ text: String, asPrefix: Bool) -> Bool? {
    let wanted = SearchTokens(text)
    guard !wanted.isEmpty else { return nil }
    let (title, body) = tokens()
    return [title, body].contains { tokens in
      tokens.tokens.indices.contains { tokens.holds(wanted, at: $0, asPrefix: asPrefix) }
    }
  }

  private mutating func tokens() -> (title: SearchTokens, body: SearchTokens) {
    if let made { return made }
    let new = (SearchTokens(title), SearchTokens(body))
    made = new
    return new
  }
}
