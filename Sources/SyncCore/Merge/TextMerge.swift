/// Merges two edits of a text, by lines and then by words; what overlaps keeps both texts.
///
/// Where the same place was changed twice, both versions stand in the text, the later first, without markers. Lines are
/// merged without their ends, so that a change of line ends or a missing last one is no overlap; lines that were merged
/// all end alike (``LineEnds``).
package enum TextMerge {
  /// Returns the merged text; the same whichever side is called local. Merged with either side again, it stays as it
  /// is.
  ///
  /// The time is bounded: texts that differ too much are both kept as a whole. All words of the result come from one of
  /// the sides; words that one side took out and the other left alone are out.
  ///
  /// - Parameter base: The text that both sides started from. Without it, lines of both sides stand once, and lines of
  ///   one side stay.
  package static func merge(base: String?, local: String, server: String, isLocalLater: Bool) -> TextMergeResult {
    let (later, earlier) = isLocalLater ? (local, server) : (server, local)
    if later.isSame(as: earlier) { return TextMergeResult(text: later) }
    if let base, later.isSame(as: base) { return TextMergeResult(text: earlier) }
    if let base, earlier.isSame(as: base) { return TextMergeResult(text: later) }
    let lines = (base: base.map { TextLines($0) }, later: TextLines(later), earlier: TextLines(earlier))
    let ends = LineEnds.merged(
      base: lines.base.map { LineEnds($0) }, LineEnds(lines.later), LineEnds(lines.earlier))
    let plain = (base: lines.base?.plain, later: lines.later.plain, earlier: lines.earlier.plain)
    var result =
      if plain.later.isSame(as: plain.earlier) {
        TextMergeResult(text: plain.later)
      } else if let base = plain.base {
        LineMerge.result(base: base, later: plain.later, earlier: plain.earlier)
      } else {
        Union(later: plain.later, earlier: plain.earlier).result()
      }
    result.text = ends.applied(to: result.text)
    // Two changes of line ends that together give the base again would not count as a change at the next merge.
    if let base, result.text.isSame(as: base), plain.later.isSame(as: plain.earlier) {
      result.text = later.utf8.lexicographicallyPrecedes(earlier.utf8) ? earlier : later
    }
    return result
  }
}

extension String {
  /// Whether both have the same bytes; strings are equal where they only look the same.
  func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// A merged text.
package struct TextMergeResult: Hashable, Sendable {
  /// Where both sides overlap, both versions stand in it, the later first.
  package var text: String
  /// Whether both texts were kept where they overlap, so that a person should look.
  package var isConflict: Bool = false
}

/// A text that is put together of lines; each gets LF at its end.
struct LineWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether nothing, or a blank line, stands before what comes next.
  private var isAtParagraph = true

  mutating func append(_ content: some Collection<UInt8>) {
    bytes += content
    bytes.append(0x0A)
    isAtParagraph = content.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  mutating func append(_ lines: TextLines, _ range: Range<Int>) {
    for line in range { append(lines.content(line)) }
  }

  /// Adds lines with a blank line before them, unless there is one.
  mutating func appendParagraphs(_ lines: TextLines, _ range: Range<Int>) {
    if !isAtParagraph, let first = range.first, !lines.isBlank(first) { append([]) }
    append(lines, range)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
