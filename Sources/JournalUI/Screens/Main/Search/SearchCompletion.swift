import JournalCore
import TerminalKit

/// What Tab made of the filter at the end of a search, so that the next one can go on from there.
struct SearchCompletion: Hashable, Sendable {
  /// The line before the value.
  var stem: String
  var candidates: [String]
  var index = 0

  var text: String { stem + candidates[index] }
}

/// Finds what the filter at the end of a search can be completed to.
struct FilterCompleter {
  let tags: [String]
  let categories: [String]

  func completion(of text: String) -> SearchCompletion? {
    let scalars = text.unicodeScalars
    let start = wordStart(in: scalars)
    var word = scalars[start...]
    var stem = String(scalars[..<start])
    if word.first == "-" {
      stem += "-"
      word = word.dropFirst()
    }
    let values: [String]
    if let sign = word.first, sign == "#" || sign == "@" {
      word = word.dropFirst()
      stem += "tag:"
      values = tags
    } else {
      guard let colon = word.firstIndex(of: ":") else { return keyCompletion(of: String(word), behind: stem) }
      guard let known = filterValues(String(word[..<colon]).lowercased()) else { return nil }
      values = known
      // Several values stand behind a key with commas between them.
      let value = word[colon...].lastIndex(of: ",").map { word.index(after: $0) } ?? word.index(after: colon)
      stem += String(word[..<value])
      word = word[value...]
    }
    let typed = String(word.first == "\"" ? word.dropFirst() : word).lowercased()
    let candidates = values.filter { $0.lowercased().hasPrefix(typed) }.map { name in
      name.unicodeScalars.contains { $0 == " " || $0 == "," } ? "\"\(name)\"" : name
    }
    return candidates.isEmpty ? nil : SearchCompletion(stem: stem, candidates: candidates)
  }

  /// The names of filters that begin so: `cat` to `category:`.
  private func keyCompletion(of word: String, behind stem: String) -> SearchCompletion? {
    let typed = word.lowercased()
    let candidates = typed.isEmpty ? [] : Self.keys.filter { $0.hasPrefix(typed) }.map { $0 + ":" }
    return candidates.isEmpty ? nil : SearchCompletion(stem: stem, candidates: candidates)
  }

  private static let keys = ["category", "from", "has", "is", "mood", "tag", "to"]

  /// The values that a key of a search can have; nil where it is none, or where there is no list of them.
  private func filterValues(_ key: String) -> [String]? {
    switch key {
    case "mood", "moods": Mood.known.map(\.rawValue)
    case "category", "categories": categories
    case "tag", "tags": tags
    case "is": ["favourite", "unfiled", "trashed"]
    case "has": ["image"]
    default: nil
    }
  }

  /// Where the last word begins; a blank within quotation marks ends none.
  private func wordStart(in scalars: String.UnicodeScalarView) -> String.UnicodeScalarView.Index {
    var start = scalars.startIndex
    var isQuoted = false
    for index in scalars.indices {
      if scalars[index] == "\"" { isQuoted.toggle() }
      if scalars[index] == " ", !isQuoted { start = scalars.index(after: index) }
    }
    return start
  }
}
