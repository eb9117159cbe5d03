/// How well a query fits a name, for the palette and the pickers; nil where it does not.
///
/// Every word of the query must be found; accents and case do not count. Whole words come first, then the beginnings of
/// words, then parts inside of a word, and last the query's letters in order but with gaps, the first of them where a word begins; letters at the
/// beginning of a word and letters in a row count most.
package struct FuzzyMatch: Hashable, Sendable {
  /// Larger is better; comparable only between matches of one query.
  package let score: Int
  /// Offsets in UTF-8 bytes of the matched characters, ascending.
  package let offsets: [Int]

  /// Characters of a name that are looked at.
  private static let limit = 512

  /// Matches a query with the first 512 characters of a name; nil where a word is not found, score 0 for no words.
  package init?(_ query: String, in name: String) {
    let letters = Self.letters(of: name)
    var total = 0
    var rank = Rank.word
    var found: Set<Int> = []
    for word in query.split(whereSeparator: \.isWhitespace) {
      let query = Self.letters(of: String(word)).map(\.folded)
      if let (wordRank, place) = Self.stretch(query, in: letters) {
        rank = min(rank, wordRank)
        total += 256 - min(place, 128)
        for place in place..<place + query.count { found.insert(letters[place].offset) }
        continue
      }
      // What is a guess begins at least with the beginning of a word.
      guard let (score, places) = Self.best(query, in: letters), places.min().map({ letters[$0].startsWord }) ?? true
      else {
        return nil
      }
      rank = .gaps
      total += score
      for place in places { found.insert(letters[place].offset) }
    }
    // Of two names that fit alike, the shorter is what was meant.
    score = found.isEmpty ? 0 : rank.rawValue * Self.rankWorth + total * 8 - letters.count / 4
    offsets = found.sorted()
    self.rank = rank
  }

  /// How a word was found, the best last.
  private enum Rank: Int, Comparable {
    case gaps, inside, synonym, beginning, word

    static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
  }

  private let rank: Rank
  /// How it was found, as a number: more for a whole word than for a beginning, for that than for a part inside.
  package var tier: Int { rank.rawValue }
  /// More than any two matches of one rank differ by.
  private static let rankWorth = 1 << 20

  /// A match by another word for the same thing, which lights nothing.
  private init(synonym: FuzzyMatch) {
    rank = .synonym
    score = Rank.synonym.rawValue * Self.rankWorth + synonym.score % Self.rankWorth
    offsets = []
  }

  /// The best place where the letters stand in a row; the first of equal ones.
  private static func stretch(_ query: [String], in name: [Letter]) -> (Rank, Int)? {
    guard !query.isEmpty, query.count <= name.count else { return nil }
    var best: (Rank, Int)?
    for start in 0...name.count - query.count {
      guard query.indices.allSatisfy({ query[$0] == name[start + $0].folded }) else { continue }
      let end = start + query.count
      let endsWord = end == name.count || !name[end].isLetter || name[end].startsWord
      let rank: Rank = name[start].startsWord ? (endsWord ? .word : .beginning) : .inside
      if best.map({ rank > $0.0 }) ?? true { best = (rank, start) }
    }
    return best
  }

  /// The candidates that fit, best first; equal ones stay in their order. All of them where the query is empty. Those that have
  /// only scattered letters of it are left out where others fit.
  ///
  /// - Parameter keywords: other words by which an item is found; only as whole words or by their beginnings.
  package static func rank<Item>(
    _ query: String, _ items: [Item], name: (Item) -> String, keywords: (Item) -> String = { _ in "" }
  ) -> [(item: Item, match: FuzzyMatch)] {
    var found: [(index: Int, match: FuzzyMatch)] = []
    for (index, item) in items.enumerated() {
      if let match = match(query, name: name(item), keywords: keywords(item)) { found.append((index, match)) }
    }
    // Scattered letters are a guess, for where nothing else fits.
    if found.contains(where: { $0.match.rank > .gaps }) { found.removeAll { $0.match.rank == .gaps } }
    found.sort { a, b in a.match.score != b.match.score ? a.match.score > b.match.score : a.index < b.index }
    return found.map { (items[$0.index], $0.match) }
  }

  /// The better of both ways in which an item can be meant.
  private static func match(_ query: String, name: String, keywords: String) -> FuzzyMatch? {
    let byName = FuzzyMatch(query, in: name)
    if let byName, byName.rank > .synonym { return byName }
    if let byKeywords = FuzzyMatch(query, in: keywords), byKeywords.rank > .synonym {
      return FuzzyMatch(synonym: byKeywords)
    }
    return byName
  }

  private struct Letter {
    var folded: String
    var offset: Int
    var startsWord: Bool
    var isLetter: Bool
  }

  private static func letters(of text: String) -> [Letter] {
    var result: [Letter] = []
    var offset = 0
    var afterLetter = false
    var afterLowercase = false
    for character in text.prefix(limit) {
      let isLetter = character.isLetter || character.isNumber
      let starts =
        isLetter && (!afterLetter || standsAlone(character) || (afterLowercase && character.isUppercase))
      result.append(Letter(folded: fold(character), offset: offset, startsWord: starts, isLetter: isLetter))
      afterLetter = isLetter
      afterLowercase = character.isLowercase
      offset += character.utf8.count
    }
    return result
  }

  /// Whether a character may begin a word wherever it stands, as in Chinese and Japanese, which put no spaces between words.
  private static func standsAlone(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return scalar.properties.isIdeographic || (0x3040...0x30FF).contains(scalar.value)
  }

  private static func fold(_ character: Character) -> String {
    guard let scalar = character.unicodeScalars.first else { return "" }
    let ascii = ASCIIText.form(of: scalar)
    return ascii == "?" && scalar != "?" ? character.lowercased() : ascii.lowercased()
  }

  /// The best way to find the letters in order, by dynamic programming over (letter of the query, place in the name).
  private static func best(_ query: [String], in name: [Letter]) -> (Int, [Int])? {
    guard !query.isEmpty, query.count <= name.count else { return query.isEmpty ? (0, []) : nil }
    let missing = Int.min / 2
    // ending[q][n]: the best score where letter q of the query is letter n of the name.
    var ending = [[Int]](repeating: [Int](repeating: missing, count: name.count), count: query.count)
    var origin = [[Int]](repeating: [Int](repeating: -1, count: name.count), count: query.count)
    for q in query.indices {
      var bestBefore = missing
      var bestPlace = -1
      for n in name.indices {
        // Every letter that is skipped costs one.
        if bestBefore > missing { bestBefore -= 1 }
        if q > 0, n > 1, ending[q - 1][n - 2] > missing, ending[q - 1][n - 2] > bestBefore {
          bestBefore = ending[q - 1][n - 2] - 1
          bestPlace = n - 2
        }
        guard query[q] == name[n].folded else { continue }
        let own = 16 + (name[n].startsWord ? 12 : 0)
        if q == 0 {
          ending[q][n] = own - min(n, 12)
          continue
        }
        let inRow = n > 0 && ending[q - 1][n - 1] > missing ? ending[q - 1][n - 1] + 10 : missing
        if inRow >= bestBefore, inRow > missing {
          ending[q][n] = inRow + own
          origin[q][n] = n - 1
        } else if bestBefore > missing {
          ending[q][n] = bestBefore + own
          origin[q][n] = bestPlace
        }
      }
    }
    guard let last = name.indices.max(by: { ending[query.count - 1][$0] < ending[query.count - 1][$1] }),
      ending[query.count - 1][last] > missing / 2
    else { return nil }
    var places: [Int] = []
    var place = last
    for q in query.indices.reversed() {
      places.append(place)
      place = origin[q][place]
    }
    return (ending[query.count - 1][last], places)
  }
}
