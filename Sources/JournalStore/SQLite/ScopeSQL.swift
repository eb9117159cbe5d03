import GRDB
import JournalCore

/// A condition on `entries e` with its arguments: what a list's scope means in SQL. Text is only ever bound.
struct ScopeSQL {
  var condition: String
  var arguments: [any DatabaseValueConvertible] = []
  /// A full-text query that the whole list must match; then the search index drives the statement.
  var match: String?
  /// Whether that query and being no trash is all that is asked.
  private(set) var isTextOnly = false

  private static let liveCategories = "SELECT recordName FROM categories WHERE trashedAt IS NULL"

  init(_ scope: ListScope) {
    switch scope {
    case .all: condition = "e.trashedAt IS NULL"
    case .favorites: condition = "e.isFavorite = 1 AND e.trashedAt IS NULL"
    case .trash: condition = "e.trashedAt IS NOT NULL"
    case .onThisDay(let month, let day, let year):
      condition = "e.monthDay = ? AND e.trashedAt IS NULL"
      arguments = [month * 100 + day]
      if let left = year.flatMap({ CivilDate(year: $0, month: month, day: day) }) {
        condition += " AND e.localDay <> ?"
        arguments.append(left.daysSince1970)
      }
    case .category(let name):
      condition = "e.category = ? AND e.trashedAt IS NULL"
      arguments = [name.rawValue]
    case .unfiled: condition = "\(ScopeSQL.unfiled) AND e.trashedAt IS NULL"
    case .mood(let mood):
      condition = "e.mood = ? AND e.mood IS NOT NULL AND e.trashedAt IS NULL"
      arguments = [mood.rawValue]
    case .tag(let tag):
      condition =
        "e.position IN (SELECT position FROM entryTags WHERE tagKey = ?) AND e.trashedAt IS NULL"
      arguments = [TagSyntax.normalise(tag)]
    case .day(let day):
      condition = "e.localDay = ? AND e.trashedAt IS NULL"
      arguments = [day.daysSince1970]
    case .search(let query):
      self = ScopeSQL(query)
    case .shared: condition = "0"
    }
  }

  private static let unfiled = "(e.category IS NULL OR e.category NOT IN (\(liveCategories)))"

  private init(_ query: SearchQuery) {
    let alternatives = query.alternatives.isEmpty ? [[]] : query.alternatives
    // Alternatives that are words only are one full-text query, read newest first straight from the index.
    let texts = alternatives.map { FullText.expression(for: $0) }
    if texts.allSatisfy({ $0 != nil }) {
      condition = "e.trashedAt IS NULL"
      isTextOnly = true
      match = texts.compactMap { $0 }.map { "(\($0))" }.joined(separator: " OR ")
      return
    }
    if alternatives.count == 1,
      let text = FullText.expression(for: alternatives[0].filter { FullText.isText($0.condition) })
    {
      let rest = ScopeSQL(terms: alternatives[0].filter { !FullText.isText($0.condition) })
      condition = rest.condition
      arguments = rest.arguments
      match = text
      return
    }
    let parts = alternatives.map { ScopeSQL(terms: $0) }
    condition = "(" + parts.map { "(\($0.condition))" }.joined(separator: " OR ") + ")"
    arguments = parts.flatMap { $0.arguments }
  }

  /// All of these terms; the trash is left out unless they ask for it.
  private init(terms: [SearchTerm]) {
    let asksForTrash = terms.contains { $0.condition == .isTrashed && !$0.isNegated }
    condition = asksForTrash ? "1" : "e.trashedAt IS NULL"
    for term in terms {
      guard let (sql, values) = ScopeSQL.condition(term.condition) else { continue }
      condition += term.isNegated ? " AND NOT (\(sql))" : " AND (\(sql))"
      arguments += values
    }
  }

  /// One condition; nil where it demands nothing.
  private static func condition(_ term: SearchCondition) -> (String, [any DatabaseValueConvertible])? {
    switch term {
    case .word, .phrase:
      guard let text = FullText.expression(for: [SearchTerm(term)]) else { return nil }
      return ("e.position IN (SELECT rowid FROM entrySearch WHERE entrySearch MATCH ?)", [text])
    case .mood(let moods):
      return ("ifnull(e.mood IN (\(marks(moods.count))), 0)", moods.map { $0.rawValue })
    case .category(let names):
      let keys = names.map { $0.isEmpty ? "" : SearchQuery.categoryKey($0) }
      var parts: [String] = []
      var values: [any DatabaseValueConvertible] = []
      if keys.contains("") { parts.append(unfiled) }
      for key in keys where !key.isEmpty {
        parts.append(
          "e.category IN (SELECT recordName FROM categories WHERE trashedAt IS NULL AND categoryKey(name) = ?)")
        values.append(key)
      }
      // An entry without a category is in none of these, which SQL alone would not say.
      return ("ifnull(\(parts.isEmpty ? "0" : parts.joined(separator: " OR ")), 0)", values)
    case .tag(let tags):
      return (
        "e.position IN (SELECT position FROM entryTags WHERE tagKey IN (\(marks(tags.count))))",
        tags.map { TagSyntax.normalise($0) }
      )
    case .linksTo(let titles):
      // The index finds the few that have the words of the title; they alone are read.
      let parts = titles.map { title -> (String, [any DatabaseValueConvertible]) in
        guard let words = FullText.expression(for: [SearchTerm(.phrase(title))]) else {
          return ("linksTo(e.body, ?)", [title])
        }
        return (
          "e.position IN (SELECT rowid FROM entrySearch WHERE entrySearch MATCH ?) AND linksTo(e.body, ?)",
          [words, title]
        )
      }
      return (parts.map { "(\($0.0))" }.joined(separator: " OR "), parts.flatMap { $0.1 })
    case .isFavorite: return ("e.isFavorite = 1", [])
    case .isTrashed: return ("e.trashedAt IS NOT NULL", [])
    case .isUnfiled: return (unfiled, [])
    case .hasImage:
      return ("EXISTS (SELECT 1 FROM images WHERE entry = e.recordName AND trashedAt IS NULL)", [])
    case .from(let day): return ("e.localDay >= ?", [day.daysSince1970])
    case .to(let day): return ("e.localDay <= ?", [day.daysSince1970])
    }
  }

  private static func marks(_ count: Int) -> String {
    count == 0 ? "NULL" : Array(repeating: "?", count: count).joined(separator: ", ")
  }
}

/// Writes full-text queries: every term quoted, so that no operator can come from what a person typed.
enum FullText {
  static func isText(_ condition: SearchCondition) -> Bool {
    switch condition {
    case .word, .phrase: true
    default: false
    }
  }

  /// The terms as one expression, or nil where one of them is no text, or there is nothing that must be present.
  static func expression(for terms: [SearchTerm]) -> String? {
    var wanted: [String] = []
    var unwanted: [String] = []
    for term in terms {
      let text: String
      switch term.condition {
      case .word(let word):
        guard SearchTokenizer.hasTokens(word) else { continue }
        text = quoted(word) + (SearchTokens(word).endsWithBeginning ? " *" : "")
      case .phrase(let words):
        guard SearchTokenizer.hasTokens(words) else { continue }
        text = quoted(words)
      default: return nil
      }
      if term.isNegated { unwanted.append(text) } else { wanted.append(text) }
    }
    guard !wanted.isEmpty else { return nil }
    var expression = wanted.joined(separator: " AND ")
    if !unwanted.isEmpty {
      expression = "(\(expression)) NOT (\(unwanted.joined(separator: " OR ")))"
    }
    return expression
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { result += "\"\"" } else if scalar.value != 0 { result.unicodeScalars.append(scalar) }
    }
    return result + "\""
  }
}
