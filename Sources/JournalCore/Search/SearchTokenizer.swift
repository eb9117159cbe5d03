/// A text as search sees it: its tokens, folded, and where each stands.
///
/// A token is a run of letters and digits, folded by ``TextFolding``; a letter of a script without spaces between words
/// is a token by itself, so that a word of such a script is a run of tokens. Tokens are kept as offsets into one
/// buffer, because a long body has a hundred thousand of them.
package struct SearchTokens: Sendable {
  struct Token: Sendable {
    /// Where the token stands in the text, in UTF-8 bytes.
    var start: Int
    var end: Int
    /// Where it stands in `folded`.
    var foldedStart: Int
    var foldedEnd: Int
  }

  private(set) var tokens: [Token] = []
  private(set) var folded: [UInt8] = []

  /// Splits and folds a text; time and memory grow in proportion to its length.
  package init(_ text: String) {
    let bytes = text.utf8Span.span
    folded.reserveCapacity(bytes.count)
    tokens.reserveCapacity(bytes.count / 6)
    var open: Token?
    var index = 0
    while index < bytes.count {
      let (scalar, length) = bytes.scalar(at: index)
      switch TextFolding.role(of: scalar) {
      case .word(let kept):
        if open == nil { open = Token(start: index, end: index, foldedStart: folded.count, foldedEnd: folded.count) }
        append(kept)
        open?.end = index + length
      case .dropped:
        // At the beginning of a token there is no letter that the mark could belong to.
        if open != nil { open?.end = index + length }
      case .alone(let kept):
        close(&open)
        let start = folded.count
        append(kept)
        tokens.append(Token(start: index, end: index + length, foldedStart: start, foldedEnd: folded.count))
      case .separator:
        close(&open)
      }
      index += length
    }
    close(&open)
  }

  /// The number of tokens; in a script without spaces this is the number of letters, not of words.
  package var count: Int { tokens.count }
  /// Whether the text has no token, as where it is empty or all punctuation.
  package var isEmpty: Bool { tokens.isEmpty }

  /// The folded text of a token.
  package func text(at index: Int) -> String {
    String(decoding: folded[tokens[index].foldedStart..<tokens[index].foldedEnd], as: UTF8.self)
  }

  /// Where a token stands in the text, in UTF-8 bytes.
  package func range(at index: Int) -> Range<Int> { tokens[index].start..<tokens[index].end }

  /// One token as an index needs it: its folded bytes, those of it and the next one together where both belong to a
  /// script without spaces, and its place in the text.
  package struct Piece {
    /// The token's bytes, as a range of the buffer of folded text.
    package let folded: Range<Int>
    /// The bytes of the token and the next one; nil unless both belong to a script without spaces.
    package let pair: Range<Int>?
    /// The token's place in the text, in UTF-8 bytes.
    package let place: Range<Int>
  }

  /// Hands every token in order to `body`, with the buffer that the folded ranges are of; stops where it returns false.
  package func forEachPiece(_ body: (UnsafeBufferPointer<UInt8>, Piece) -> Bool) {
    folded.withUnsafeBufferPointer { buffer in
      for index in tokens.indices {
        let token = tokens[index]
        var pair: Range<Int>?
        if standsAlone(token), index + 1 < tokens.count, standsAlone(tokens[index + 1]) {
          pair = token.foldedStart..<tokens[index + 1].foldedEnd
        }
        let piece = Piece(
          folded: token.foldedStart..<token.foldedEnd, pair: pair, place: token.start..<token.end)
        guard body(buffer, piece) else { return }
      }
    }
  }

  private func standsAlone(_ token: Token) -> Bool {
    guard folded[token.foldedStart] >= 0xE0 else { return false }
    return TextFolding.standsAlone(folded.span.scalar(at: token.foldedStart).scalar)
  }

  /// Whether the last token is long enough to stand for every word that begins so.
  ///
  /// One letter does not: half of a journal begins with it, and looking all of that up takes seconds where there are a
  /// hundred thousand entries. It is found as a word of its own.
  package var endsWithBeginning: Bool {
    guard let last = tokens.last, last.foldedStart < last.foldedEnd else { return false }
    return last.foldedStart + folded.span.scalar(at: last.foldedStart).length < last.foldedEnd
  }

  /// Whether the tokens from `index` on are these: all of them whole, but the last may go on where `asPrefix` is set.
  func holds(_ wanted: SearchTokens, at index: Int, asPrefix: Bool) -> Bool {
    guard index + wanted.count <= count else { return false }
    for offset in wanted.tokens.indices {
      let mine = tokens[index + offset]
      let other = wanted.tokens[offset]
      let mineLength = mine.foldedEnd - mine.foldedStart
      let otherLength = other.foldedEnd - other.foldedStart
      let mayGoOn = asPrefix && offset == wanted.count - 1 && wanted.endsWithBeginning
      guard mayGoOn ? mineLength >= otherLength : mineLength == otherLength else { return false }
      for step in 0..<otherLength
      where folded[mine.foldedStart + step] != wanted.folded[other.foldedStart + step] { return false }
    }
    return true
  }

  private mutating func close(_ open: inout Token?) {
    guard var token = open else { return }
    token.foldedEnd = folded.count
    if token.foldedEnd > token.foldedStart { tokens.append(token) }
    open = nil
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.value < 0x80 {
      folded.append(UInt8(scalar.value))
    } else {
      folded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}

/// Splits text into the tokens that search compares.
package enum SearchTokenizer {
  /// The folded tokens of a text, in its order.
  package static func tokens(in text: String) -> [String] {
    let tokens = SearchTokens(text)
    return (0..<tokens.count).map(tokens.text(at:))
  }

  /// Whether search can look for this text at all: it has a letter or a digit.
  package static func hasTokens(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch TextFolding.role(of: scalar) {
      case .word, .alone: true
      case .dropped, .separator: false
      }
    }
  }
}
