import JournalCore

/// What jrnl's parser looks for in a line.
enum JrnlGrammar {
  /// jrnl never takes a bracket of so few characters for a date: it is a footnote, `[1] `, or a task, `[x] `.
  static let longestFootnote = 6

  /// What stands in the bracket of a line that starts `[…] `, or nil for any other line.
  static func bracket(_ bytes: UnsafeRawBufferPointer, _ line: Range<Int>) -> Range<Int>? {
    guard line.count > 3, bytes[line.lowerBound] == UInt8(ascii: "[") else { return nil }
    let content = line.lowerBound + 1
    let text = UnsafeRawBufferPointer(rebasing: bytes[content..<line.upperBound])
    let length = TextBytes.next(UInt8(ascii: "]"), in: text, from: 0)
    guard length > 0, length + 1 < text.count, text[length + 1] == JrnlEscape.space else { return nil }
    return content..<(content + length)
  }

  /// What a bracket at the start of a line means.
  enum Bracket {
    case header(CivilDateTime)
    /// A date in the right shape that no calendar has.
    case impossible
    /// Numbers in the shape of a date, in another order than the time format has.
    case unreadable
    case text
  }

  static func read(_ bytes: UnsafeRawBufferPointer, _ blob: Range<Int>, timeFormat: DateFormat) -> Bracket {
    // Longer than any date; a line can be megabytes.
    guard blob.count <= 200 else { return .text }
    switch timeFormat.read(bytes[blob]) {
    case .date(let local): return .header(local)
    case .impossible: return .impossible
    case .otherShape: break
    }
    guard blob.count > longestFootnote else { return .text }
    switch LooseDate.read(bytes[blob]) {
    case .date(let local): return .header(local)
    case .impossible: return .impossible
    case .otherShape: return LooseDate.looksLikeDate(bytes[blob]) ? .unreadable : .text
    }
  }
}

/// Where a text without a line end is cut into title and body: after its first sentence.
enum FirstSentence {
  /// The offset in UTF-8 bytes at which the second sentence begins, or nil where there is only one.
  static func end(in text: String) -> Int? {
    let scalars = Array(text.unicodeScalars)
    var offset = 0
    for (index, scalar) in scalars.enumerated() {
      offset += UTF8.width(scalar)
      if fullWidthTerminals.contains(scalar) { return offset }
      guard terminals.contains(scalar) else { continue }
      var next = index + 1
      var end = offset
      if next < scalars.count, quotes.contains(scalars[next]) {
        end += UTF8.width(scalars[next])
        next += 1
      }
      while next < scalars.count, scalars[next] == "]" || scalars[next] == ")" {
        end += 1
        next += 1
      }
      guard next < scalars.count, scalars[next].properties.isWhitespace else { continue }
      while next < scalars.count, scalars[next].properties.isWhitespace {
        end += UTF8.width(scalars[next])
        next += 1
      }
      return end
    }
    return nil
  }

  private static let terminals = Set(
    ".!?\u{2026}\u{203C}\u{203D}\u{2047}\u{2048}\u{2049}\u{22EF}\u{FE52}\u{FE57}".unicodeScalars)
  private static let quotes = Set("'\u{2019}\"\u{201D}".unicodeScalars)
  private static let fullWidthTerminals = Set("\u{FF01}\u{FF0E}\u{FF1F}\u{FF61}\u{3002}".unicodeScalars)
}
