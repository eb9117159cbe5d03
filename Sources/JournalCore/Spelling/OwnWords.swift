/// The words of a person’s own dictionary.
///
/// A word that begins small stands for itself, with a capital and in capitals; one with a capital for itself and in capitals.
/// Each stands for its genitive with `’s`, too.
package struct OwnWords: Hashable, Sendable {
  private let words: Set<String>

  package init() { words = [] }

  /// Takes the words out of what goes with the journal to all its devices.
  package init(_ book: PreferenceBook) { words = Set(book.all(.word).map { Self.plain($0.name) }) }

  /// Whether the dictionary has a word, or what it stands for.
  package func contains(_ word: String) -> Bool {
    guard !words.isEmpty else { return false }
    let word = Self.plain(word)
    return has(word) || word.hasSuffix("'s") && has(String(word.dropLast(2)))
  }

  /// Whether it has each word that another one has.
  package func hasAll(of other: OwnWords) -> Bool { words.isSuperset(of: other.words) }

  /// The word as it stands in the dictionary, by which a word is right; nil where none is.
  package func entry(for word: String) -> String? {
    let word = Self.plain(word)
    let genitive = word.hasSuffix("'s") ? [String(word.dropLast(2))] : []
    for form in [word] + genitive {
      for own in Self.forms(form) where words.contains(own) { return own }
    }
    return nil
  }

  private func has(_ word: String) -> Bool { Self.forms(word).contains { words.contains($0) } }

  /// The words of a dictionary that make this one right.
  private static func forms(_ word: String) -> [String] {
    let lower = word.lowercased()
    guard word != lower else { return [word] }
    let capital = lower.prefix(1).uppercased() + lower.dropFirst()
    // In capitals it may stand for either; where only the first is one, for the small word as well.
    return word == word.uppercased() || word == capital ? [word, capital, lower] : [word]
  }

  /// A word with one kind of apostrophes.
  package static func plain(_ word: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in word.unicodeScalars { text.append(scalar == "\u{2019}" || scalar == "\u{02BC}" ? "'" : scalar) }
    return String(text)
  }
}
