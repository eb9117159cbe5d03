package import JournalCore

/// Which entries a command is about, in the words of the command line: the filters that jrnl users know, and search.
///
/// Different filters must all hold. Of several tags, and of several texts, one is enough unless ``matchesAll``.
package struct EntryFilter: Hashable, Sendable {
  /// Search syntax, as typed.
  package var search: String?
  /// The name of a saved search, which is looked for in the place of ``search``.
  package var saved: String?
  /// A date, or a month or year, on whose days the entries must be.
  package var on: String?
  /// A date; entries from its first day on.
  package var from: String?
  /// A date; entries up to its last day.
  package var to: String?
  /// Whether only entries of today's month and day are wanted, of any year.
  package var isTodayInHistory = false
  /// A month of any year: its number or its English name.
  package var month: String?
  /// A day of any month.
  package var day: Int?
  /// A year, 1...9999.
  package var year: Int?
  /// Words that follow each other in title or body; the last may go on.
  package var contains: [String] = []
  /// Whether only favourites are wanted.
  package var isStarred = false
  /// Whether favourites are left out.
  package var isNotStarred = false
  /// Tags as typed, with or without their symbol.
  package var tags: [String] = []
  /// Tags that no entry may have, as typed.
  package var excludedTags: [String] = []
  /// Names of moods; one of them is enough.
  package var moods: [String] = []
  /// Names of categories; one of them is enough, and an empty name stands for unfiled entries.
  package var categories: [String] = []
  /// Whether all of `tags` and all of `contains` must hold, not only one of each.
  package var matchesAll = false

  /// Starts as the filter that lets everything pass.
  package init() {}

  /// Takes `is:shared` out of the search; whether it was there.
  package mutating func takeShared() -> Bool {
    guard let search else { return false }
    let words = search.split(separator: " ", omittingEmptySubsequences: false)
    let rest = words.filter { $0.lowercased() != "is:shared" }
    guard rest.count < words.count else { return false }
    let text = trimmingSpace(rest.joined(separator: " "))
    self.search = text.isEmpty ? nil : text
    return true
  }

  /// Whether it lets everything pass.
  package var isEmpty: Bool { self == EntryFilter() }
}

/// A filter understood.
package struct ResolvedFilter: Hashable, Sendable {
  /// The entries that a list of the journal can select by itself.
  package var scope: ListScope
  /// What a scope cannot say beside other conditions: days of any year.
  package var days = Days()
  /// What of the search was left out because there is nothing in it to look for.
  package var notes: [String] = []

  /// Days of a month in any year, or of any month; nil is all of them.
  package struct Days: Hashable, Sendable {
    /// 1...12; nil for every month.
    package var month: Int?
    /// 1...31; nil for every day.
    package var day: Int?

    /// Whether no day is left out.
    package var areAll: Bool { month == nil && day == nil }
  }

  /// Tells whether the day of a date, on its own clock, fits ``days``; the scope is not asked.
  package func admits(_ date: EntryDate) -> Bool {
    let local = date.local.date
    return days.month.map { $0 == local.month } ?? true && days.day.map { $0 == local.day } ?? true
  }
}

extension EntryFilter {
  /// Understands the filter; dates are days of the entries' own clocks.
  ///
  /// Throws a sentence where a date, a mood, a tag or a part of the search means nothing, or where a search has no words.
  package func resolved(today: CivilDate, order: DateOrder? = nil) throws -> ResolvedFilter {
    var alternatives: [[SearchTerm]] = [[]]
    var notes: [String] = []
    if let search {
      let parsed = SearchQueryParser.parse(search, today: today, order: order)
      notes = try EntryFilter.notes(of: parsed, in: search)
      alternatives = parsed.query.alternatives
    }
    let common = try commonTerms(today: today, order: order)
    let days = try days(today)
    if let month = days.month, let day = days.day, search == nil, common.isEmpty, contains.isEmpty {
      return ResolvedFilter(scope: .onThisDay(month: month, day: day))
    }
    let texts = contains.map { SearchTerm(.word($0)) }
    alternatives = alternatives.map { $0 + common }
    if matchesAll {
      alternatives = alternatives.map { $0 + texts }
    } else if !texts.isEmpty {
      alternatives = alternatives.flatMap { terms in texts.map { terms + [$0] } }
    }
    guard search != nil || alternatives != [[]] else { return ResolvedFilter(scope: .all, days: days) }
    let query = SearchQuery(alternatives: alternatives, source: search ?? "")
    return ResolvedFilter(scope: .search(query), days: days, notes: notes)
  }

  /// What is asked of month and day, whatever the year.
  private func days(_ today: CivilDate) throws -> ResolvedFilter.Days {
    if isTodayInHistory {
      guard month == nil, day == nil else {
        throw CommandFailure.usage("-today-in-history says the month and the day; leave out -month and -day.")
      }
      return ResolvedFilter.Days(month: today.month, day: today.day)
    }
    if let day, !(1...31).contains(day) { throw CommandFailure.usage("No month has a day \(day). Give 1 to 31.") }
    return ResolvedFilter.Days(month: try month.map(EntryFilter.month), day: day)
  }

  private static func month(_ text: String) throws -> Int {
    let word = trimmingSpace(text).lowercased()
    if let number = Int(word), (1...12).contains(number) { return number }
    if let number = DateWords.month(word) { return number }
    throw CommandFailure.usage("“\(text)” is not a month. Give 1 to 12, or a name such as march.")
  }

  /// The conditions beside search and texts; all of them must hold.
  private func commonTerms(today: CivilDate, order: DateOrder?) throws -> [SearchTerm] {
    var terms: [SearchTerm] = []
    if let on {
      let days = try EntryFilter.days(on, today, order)
      terms += [SearchTerm(.from(days.first)), SearchTerm(.to(days.last))]
    }
    if let year {
      guard let first = CivilDate(year: year, month: 1, day: 1), let last = CivilDate(year: year, month: 12, day: 31)
      else { throw CommandFailure.usage("There is no year \(year). Give 1 to 9999.") }
      terms += [SearchTerm(.from(first)), SearchTerm(.to(last))]
    }
    let first = try from.map { try EntryFilter.days($0, today, order).first }
    let last = try to.map { try EntryFilter.days($0, today, order).last }
    if let first { terms.append(SearchTerm(.from(first))) }
    if let last { terms.append(SearchTerm(.to(last))) }
    if let from, let to, let first, let last, last < first {
      throw CommandFailure.usage("-from “\(from)” is later than -to “\(to)”. Give the earlier day to -from.")
    }
    if isStarred { terms.append(SearchTerm(.isFavorite)) }
    if isNotStarred { terms.append(SearchTerm(.isFavorite, isNegated: true)) }
    let wanted = try tags.map(EntryFilter.tag)
    if matchesAll {
      terms += wanted.map { SearchTerm(.tag([$0])) }
    } else if !wanted.isEmpty {
      terms.append(SearchTerm(.tag(wanted)))
    }
    let unwanted = try excludedTags.map(EntryFilter.tag)
    if !unwanted.isEmpty { terms.append(SearchTerm(.tag(unwanted), isNegated: true)) }
    if !moods.isEmpty { terms.append(SearchTerm(.mood(moods.map { Mood(rawValue: trimmingSpace($0).lowercased()) }))) }
    if !categories.isEmpty { terms.append(SearchTerm(.category(categories.map(trimmingSpace)))) }
    for text in contains where !SearchTokenizer.hasTokens(text) {
      throw CommandFailure.usage("“\(text)” has no letter or digit to look for. Give a word.")
    }
    return terms
  }

  private static func days(
    _ text: String, _ today: CivilDate, _ order: DateOrder?
  ) throws -> (first: CivilDate, last: CivilDate) {
    do {
      return try NaturalDate.days(text, today: today, order: order)
    } catch {
      throw CommandFailure.usage(error.sentence)
    }
  }

  private static func tag(_ text: String) throws -> String {
    try CommandFailure.reading { () throws(InvalidInput) in try TagSyntax.validated(text) }
  }

  /// What a script must not overlook ends the command: a part that says something, but not what. Lone punctuation is
  /// only told of.
  private static func notes(of parsed: ParsedSearch, in text: String) throws -> [String] {
    var notes: [String] = []
    for problem in parsed.problems {
      let utf8 = text.utf8
      let start = utf8.index(utf8.startIndex, offsetBy: problem.range.lowerBound)
      let end = utf8.index(utf8.startIndex, offsetBy: problem.range.upperBound)
      let part = String(text[start..<end])
      guard !SearchTokenizer.hasTokens(part) else {
        // While a person types, a part can be left out; a command must not find more than was asked for.
        let advice = problem.advice.hasPrefix("This part is left out") ? "" : " \(problem.advice)"
        throw CommandFailure.usage("“\(part)” in the search was not understood. \(problem.what)\(advice)")
      }
      notes.append(problem.sentence)
    }
    guard !parsed.query.alternatives.isEmpty else {
      throw CommandFailure.usage("There is nothing to search for: give a word, or a filter such as tag:home.")
    }
    return notes
  }
}
