/// Merges two edits of a text, by lines and then by words; what overlaps keeps both texts.
///
/// Where the same place was changed twice, both versions stand in the text, the later first, without markers. Lines are
/// compared without their ends, so that a change of line ends or a missing last one is no overlap.
package enum TextMerge {
  /// The merged text; the same whichever side is called local.
  ///
  /// The time is bounded: texts that differ too much are both kept as a whole. All words of the result come from one of
  /// the sides; what one side took out and the other left alone is out.
  ///
  /// - Parameter base: What both came from; nil where nobody knows. What both have then stands once, what one alone has
  ///   stays.
  package static func merge(base: String?, local: String, server: String, isLocalLater: Bool) -> TextMergeResult {
    let (later, earlier) = isLocalLater ? (local, server) : (server, local)
    if later.utf8.elementsEqual(earlier.utf8) { return TextMergeResult(text: later) }
    guard let base else { return Union(later: later, earlier: earlier).result() }
    if later.utf8.elementsEqual(base.utf8) { return TextMergeResult(text: earlier) }
    if earlier.utf8.elementsEqual(base.utf8) { return TextMergeResult(text: later) }
    return LineMerge.result(base: base, later: later, earlier: earlier)
  }
}

/// A merged text.
package struct TextMergeResult: Hashable, Sendable {
  package var text: String
  /// Whether both texts were kept where they overlap, so that a person should look.
  package var isConflict: Bool

  package init(text: String, isConflict: Bool = false) {
    self.text = text
    self.isConflict = isConflict
  }
}

/// A text that is put together of lines.
struct LineWriter {
  private(set) var bytes: [UInt8] = []
  let usualEnd: [UInt8]
  private var needsEnd = false
  /// Whether nothing, or a blank line, stands before what comes next.
  private var isAtParagraph = true

  init(usualEnd: [UInt8]) { self.usualEnd = usualEnd }

  /// Adds a line; one that has no end gets one once another follows.
  mutating func append(_ content: some Collection<UInt8>, end: some Collection<UInt8>) {
    if needsEnd { bytes += usualEnd }
    bytes += content
    bytes += end
    needsEnd = end.isEmpty
    isAtParagraph = content.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  mutating func append(_ lines: TextLines, _ range: Range<Int>) {
    for line in range { append(lines.content(line), end: lines.end(line)) }
  }

  /// Adds lines with a blank line before them, unless there is one.
  mutating func appendParagraphs(_ lines: TextLines, _ range: Range<Int>) {
    if !isAtParagraph, let first = range.first, !lines.isBlank(first) { append([], end: usualEnd) }
    append(lines, range)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
