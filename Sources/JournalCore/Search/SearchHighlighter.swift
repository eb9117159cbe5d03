/// Finds what of a text a search shows lit: the words and beginnings of words that were looked for, but no “on” and “the”
/// where more was looked for than these.
package struct SearchHighlighter: Sendable {
  private struct Wanted: Sendable {
    var tokens: SearchTokens
    var isPrefix: Bool

    /// Whether this is one common word, and not a part of words that were given together.
    var isStopWord: Bool {
      isPrefix && tokens.count == 1 && SearchHighlighter.stopWords.contains(tokens.text(at: 0))
    }
  }

  private let wanted: [Wanted]

  /// Collects the words and phrases of a query; negated terms, and terms that ask for a field, light nothing.
  package init(_ query: SearchQuery) {
    wanted = query.alternatives.flatMap { terms in
      let wanted = terms.compactMap(SearchHighlighter.wanted)
      // Beside other words these say nothing, and they stand in every line.
      let telling = wanted.filter { !$0.isStopWord }
      return telling.isEmpty ? wanted : telling
    }
  }

  private static func wanted(_ term: SearchTerm) -> Wanted? {
    guard !term.isNegated else { return nil }
    switch term.condition {
    case .word(let word):
      let tokens = SearchTokens(word)
      return tokens.isEmpty ? nil : Wanted(tokens: tokens, isPrefix: true)
    case .phrase(let phrase):
      let tokens = SearchTokens(phrase)
      return tokens.isEmpty ? nil : Wanted(tokens: tokens, isPrefix: false)
    default: return nil
    }
  }

  /// The commonest words of English, which tell no two texts apart.
  private static let stopWords: Set<String> = [
    "a", "about", "am", "an", "and", "are", "as", "at", "be", "been", "but", "by", "did", "do", "for", "from", "had",
    "has", "have", "he", "her", "him", "his", "i", "if", "in", "into", "is", "it", "its", "me", "my", "no", "not", "of",
    "off", "on", "or", "our", "she", "so", "than", "that", "the", "their", "them", "then", "there", "they", "this",
    "to", "too", "up", "us", "was", "we", "were", "what", "when", "who", "will", "with", "you", "your",
  ]

  /// Whether there is nothing to light, in whatever text.
  package var isEmpty: Bool { wanted.isEmpty }

  /// The lit ranges of a text in UTF-8 bytes: in its order, joined where they touch, never inside a scalar.
  ///
  /// Of a word that goes on after what was looked for, only the beginning is lit, combining marks included.
  package func ranges(in text: String) -> [Range<Int>] {
    guard !wanted.isEmpty else { return [] }
    let tokens = SearchTokens(text)
    let bytes = text.utf8Span.span
    var found: [Range<Int>] = []
    for index in 0..<tokens.count {
      for want in wanted where tokens.holds(want.tokens, at: index, asPrefix: want.isPrefix) {
        let last = tokens.range(at: index + want.tokens.count - 1)
        var end = last.upperBound
        if want.isPrefix, let token = want.tokens.tokens.last {
          end = endOfPrefix(in: bytes, of: last, folded: token.foldedEnd - token.foldedStart)
        }
        found.append(tokens.range(at: index).lowerBound..<end)
      }
    }
    return joined(found)
  }

  /// Where the part of a token ends that folds to its first `length` bytes.
  private func endOfPrefix(in bytes: borrowing UTF8Bytes, of token: Range<Int>, folded length: Int) -> Int {
    var left = length
    var index = token.lowerBound
    while index < token.upperBound {
      let (scalar, size) = bytes.scalar(at: index)
      switch TextFolding.role(of: scalar) {
      case .word(let kept), .alone(let kept):
        guard left > 0 else { return index }
        left -= UTF8.width(kept)
      case .dropped, .separator: break
      }
      index += size
    }
    return index
  }

  private func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
      if let last = result.last, range.lowerBound <= last.upperBound {
        result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        result.append(range)
      }
    }
    return result
  }
}
