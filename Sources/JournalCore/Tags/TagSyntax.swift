/// Tags as they are written in text: `#tag` and `@tag`.
///
/// The rule is the one that plain-text journals have: a symbol at the start of the text or after white space, then
/// letters, digits, marks and `-+*#/_`. On top of it a tag has at least one letter (`#1` is a number), does not end in
/// `-`, `*`, `/` or `_` (those belong to the Markdown around it), and is not looked for in Markdown code. Tags are
/// compared without case, and shown as they were first written, without their symbol.
package enum TagSyntax {
  /// A tag found in a text.
  package struct Found: Hashable, Sendable {
    /// The tag as written, without its symbol.
    package let name: String
    /// Where it stands, symbol included, in UTF-8 bytes.
    package let range: Range<Int>
  }

  /// The longest tag that a person can give, in characters.
  package static let longest = 100

  /// Explicit tags first, then those written in the title and the body; each once, compared without case.
  package static func union(
    explicit: [String], title: String, body: String, symbols: Symbols = .standard
  ) -> [String] {
    var seen = TagSet()
    for tag in explicit { seen.insert(name(of: tag, symbols: symbols)) }
    for found in find(in: title, symbols: symbols) { seen.insert(found.name) }
    for found in find(in: body, symbols: symbols) { seen.insert(found.name) }
    return seen.names
  }

  /// The key by which a tag is counted and matched: without its symbol and without case.
  package static func normalise(_ tag: String, symbols: Symbols = .standard) -> String {
    folded(name(of: tag, symbols: symbols))
  }

  /// A tag that a person gave, without its symbol and the white space around it.
  ///
  /// Throws a sentence where it is empty, too long, has no letter, or holds a character that a tag cannot have in text:
  /// such a tag could be given, but never typed into search or read back out of an export.
  package static func validated(_ tag: String, symbols: Symbols = .standard) throws(InvalidInput) -> String {
    let trimmed = trimmingSpace(tag)
    let name = name(of: trimmed, symbols: symbols)
    guard !name.isEmpty else { throw InvalidInput("A tag needs a name, such as “home”.") }
    guard name.unicodeScalars.count <= longest else {
      throw InvalidInput("The tag “\(name.prefix(20))…” is too long: \(longest) characters at most.")
    }
    for scalar in name.unicodeScalars where !isNamePart(scalar) {
      if scalar.isSpace {
        throw InvalidInput("The tag “\(name)” has a space in it. Join the words with “-”, or give two tags.")
      }
      throw InvalidInput("The tag “\(name)” has “\(scalar)” in it. Letters, digits and - + * # / _ are possible.")
    }
    guard name.unicodeScalars.contains(where: { $0.isLetterOrMark }) else {
      throw InvalidInput("The tag “\(name)” has no letter in it; add one, such as “year-\(name)”.")
    }
    return name
  }

  /// A tag without the symbols in front of it.
  package static func name(of tag: String, symbols: Symbols = .standard) -> String {
    guard let first = tag.unicodeScalars.first, symbols.contains(first) else { return tag }
    return String(tag.unicodeScalars.drop { symbols.contains($0) })
  }

  /// Without case; the final sigma counts as a sigma, so that a search finds both.
  static func folded(_ name: String) -> String {
    let lowered = name.lowercased()
    guard lowered.utf8.contains(where: { $0 >= 0x80 }) else { return lowered }
    var result = String.UnicodeScalarView()
    for scalar in lowered.unicodeScalars { result.append(scalar == "ς" ? "σ" : scalar) }
    return String(result)
  }

  /// Whether a scalar can be part of a tag's name: `[-+*#/\w]`, with the marks that letters need in many scripts.
  static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "-", "+", "*", "#", "/", "_", "\u{200C}", "\u{200D}": true
    default: scalar.isLetterOrMark || scalar.isNumber
    }
  }
}

/// Tags in the order of arrival, each once without case.
private struct TagSet {
  private(set) var names: [String] = []
  private var keys: Set<String> = []
  /// Names as they were met: most are met again in the same letters, and folding is slow.
  private var met: Set<String> = []

  mutating func insert(_ name: String) {
    guard !name.isEmpty, met.insert(name).inserted, keys.insert(TagSyntax.folded(name)).inserted else { return }
    names.append(name)
  }
}
