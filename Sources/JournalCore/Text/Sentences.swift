/// Where a line of text is cut into a title and the rest.
enum Sentences {
  /// The offset in UTF-8 bytes after the first sentence, closing quotes and brackets included, or nil where the text is
  /// one sentence.
  ///
  /// A sentence ends at `.`, `!`, `?`, `…`, `‼`, `‽`, `⁇`, `⁈`, `⁉`, `⋯`, `﹒`, `﹖` or `﹗` with perhaps a closing quote
  /// and brackets, where white space follows; the full stops of CJK need none. So `3.5` and `e.g.this` go on. None ends
  /// behind an abbreviation (`Dr.`, `e.g.`) or an initial (`J.`), and none is shorter than ``shortest``: `What? He came.`
  /// is one title.
  static func endOfFirst(in text: String) -> Int? {
    let bytes = text.utf8Span.span
    var index = 0
    // Where the word begins that is read, and how many letters and digits there were.
    var word = 0
    var count = 0
    while index < bytes.count {
      let (scalar, length) = bytes.scalar(at: index)
      let start = index
      index += length
      if scalar.isSpace { word = index }
      if scalar.isLetterOrMark || isDigit(scalar) { count += 1 }
      switch scalar {
      case "！", "．", "？", "｡", "。": return afterClosers(in: bytes, from: index)
      case ".", "!", "?", "…", "‼", "‽", "⁇", "⁈", "⁉", "⋯", "﹒", "﹖", "﹗":
        let end = afterClosers(in: bytes, from: index)
        guard end < bytes.count, bytes.scalar(at: end).scalar.isSpace, count >= shortest else { continue }
        if scalar == ".", goesOn(bytes.text(word..<start), before: next(in: bytes, from: end)) { continue }
        return end
      default: continue
      }
    }
    return nil
  }

  /// Letters and digits of the shortest sentence that makes a title.
  static let shortest = 6

  /// Words with a full stop that more of the sentence always follows.
  private static let abbreviations: Set<String> = [
    "dr", "mr", "mrs", "ms", "mx", "prof", "st", "mt", "rev", "capt", "lt", "col", "gen", "sgt", "e.g", "i.e", "eg",
    "ie", "cf", "vs", "viz",
  ]
  /// Words with a full stop behind which a sentence may end: it does where a capital follows.
  private static let endings: Set<String> = [
    "etc", "a.m", "p.m", "jr", "sr", "al", "ca", "approx", "incl", "ave", "dept",
  ]
  /// Words that are abbreviations in front of a number only.
  private static let numbered: Set<String> = ["no", "nos", "p", "pp", "vol", "ch", "fig", "tel"]

  /// Whether a full stop behind this word ends no sentence.
  private static func goesOn(_ word: String, before next: Unicode.Scalar) -> Bool {
    let bare = word.unicodeScalars.drop { "([{\"'“‘«*_".unicodeScalars.contains($0) }
    // An initial; “I” ends sentences.
    if bare.count == 1, let only = bare.first, only.properties.isUppercase, only != "I" { return true }
    let lowered = String(String.UnicodeScalarView(bare)).lowercased()
    if abbreviations.contains(lowered) { return true }
    if endings.contains(lowered) { return !next.properties.isUppercase }
    return numbered.contains(lowered) && isDigit(next)
  }

  /// The scalar that the next word begins with.
  private static func next(in bytes: borrowing UTF8Bytes, from start: Int) -> Unicode.Scalar {
    var index = start
    while index < bytes.count {
      let (scalar, length) = bytes.scalar(at: index)
      if !scalar.isSpace { return scalar }
      index += length
    }
    return " "
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

  private static func afterClosers(in bytes: borrowing UTF8Bytes, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let (scalar, length) = bytes.scalar(at: index)
      switch scalar {
      case "'", "\"", "’", "”", "»", ")", "]", "）", "］", "」", "』", "】", "！", "．", "？", "｡", "。": index += length
      default: return index
      }
    }
    return index
  }
}
