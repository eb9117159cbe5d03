/// The words of a text, as the token comparators see them.
///
/// A word is a run of letters and digits, whatever its case; comparators match whole words.
enum TextTokens {
  static func split(_ text: String) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var word = ""
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      if properties.isAlphabetic || properties.numericType != nil || properties.isDiacritic {
        word += properties.lowercaseMapping
      } else if !word.isEmpty {
        words.append(Array(word.utf8))
        word = ""
      }
    }
    if !word.isEmpty { words.append(Array(word.utf8)) }
    return words
  }
}
