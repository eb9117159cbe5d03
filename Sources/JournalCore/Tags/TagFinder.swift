extension TagSyntax {
  /// The tags written in a text, in its order, repeated ones too.
  package static func find(in text: String, symbols: Symbols = .standard) -> [Found] {
    let bytes = text.utf8Span.span
    var candidates = candidates(in: bytes, symbols: symbols)
    guard !candidates.isEmpty else { return [] }
    let code = MarkdownCode.ranges(in: bytes)
    if !code.isEmpty {
      // Both lists go up, so one walk over both is enough.
      var next = 0
      candidates.removeAll { candidate in
        while next < code.count, code[next].upperBound <= candidate.start { next += 1 }
        return next < code.count && code[next].contains(candidate.start)
      }
    }
    var found: [Found] = []
    found.reserveCapacity(candidates.count)
    for candidate in candidates {
      var start = candidate.start
      while start < candidate.end {
        let (scalar, length) = bytes.scalar(at: start)
        guard symbols.contains(scalar) else { break }
        start += length
      }
      found.append(Found(name: bytes.text(start..<candidate.end), range: candidate.start..<candidate.end))
    }
    return found
  }

  /// Where something looks like a tag, in bytes. Not a range: the first array of those in a process costs a look through
  /// all conformances of the program, as long as the tags of a page.
  private struct Candidate {
    let start: Int
    let end: Int
  }

  /// Whatever looks like a tag, be it in code or not.
  private static func candidates(in bytes: borrowing UTF8Bytes, symbols: Symbols) -> [Candidate] {
    var found: [Candidate] = []
    var index = 0
    let onlyASCII = symbols.hasOnlyASCII
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        guard symbols.containsASCII(byte) else {
          index += 1
          continue
        }
      } else {
        guard !onlyASCII, byte >= 0xC0, symbols.contains(bytes.scalar(at: index).scalar) else {
          index += 1
          continue
        }
      }
      let symbolLength = bytes.scalar(at: index).length
      guard index == 0 || bytes.scalar(before: index).scalar.isSpace else {
        index += symbolLength
        continue
      }
      let end = endOfName(in: bytes, from: index + symbolLength)
      if let kept = nameEnd(in: bytes, from: index + symbolLength, to: end) {
        found.append(Candidate(start: index, end: kept))
      }
      index = end
    }
    return found
  }

  private static func endOfName(in bytes: borrowing UTF8Bytes, from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      let (scalar, length) = bytes.scalar(at: end)
      guard isNamePart(scalar) else { break }
      end += length
    }
    return end
  }

  /// Where the name ends without the punctuation at its end, or nil where it has no letter.
  private static func nameEnd(in bytes: borrowing UTF8Bytes, from start: Int, to limit: Int) -> Int? {
    var end = limit
    trim: while end > start {
      let (scalar, length) = bytes.scalar(before: end)
      switch scalar {
      case "-", "*", "/", "_", "\u{200C}", "\u{200D}": end -= length
      default: break trim
      }
    }
    var index = start
    while index < end {
      let (scalar, length) = bytes.scalar(at: index)
      if scalar.isLetterOrMark { return end }
      index += length
    }
    return nil
  }
}
