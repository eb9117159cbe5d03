import JournalCore

/// Takes the text of one entry apart, as jrnl does, and undoes what ``JrnlEscape`` did.
struct JrnlEntryParser {
  struct Parts {
    var title: String
    var body: String
    var isStarred: Bool
  }

  let bytes: UnsafeRawBufferPointer
  /// Only bracketed text knows escapes.
  let style: JrnlScanner.Style
  let timeFormat: DateFormat

  /// Title and body of the text in `range`, which begins behind the date.
  ///
  /// The title is the first line that has something in it; where no line end follows it, its first sentence. A `*` at
  /// its end is the star.
  func parse(_ range: Range<Int>) -> Parts {
    var isStarred = false
    var start = range.lowerBound
    while let first = bytes[start..<range.upperBound].firstIndex(where: { !isSpace($0) }) {
      let text = UnsafeRawBufferPointer(rebasing: bytes[first..<range.upperBound])
      let lineEnd = first + TextBytes.next(TextBytes.lineFeed, in: text, from: 0)
      var title = trimmingBlanks(first..<lineEnd)
      let endsInStar = !title.isEmpty && bytes[title.upperBound - 1] == JrnlEscape.star
      if endsInStar {
        isStarred = true
        title = trimming(title) { JrnlEscape.isBlank($0) || $0 == JrnlEscape.star }
      }
      start = min(lineEnd + 1, range.upperBound)
      if title.isEmpty { continue }
      if lineEnd == range.upperBound, !endsInStar { return sentences(title, isStarred: isStarred) }
      let (fitTitle, fitBody) = JrnlEscape.fitted(title: self.title(title), body: body(start..<range.upperBound))
      return Parts(title: fitTitle, body: fitBody, isStarred: isStarred)
    }
    return Parts(title: "", body: "", isStarred: isStarred)
  }

  private func title(_ line: Range<Int>) -> String { JrnlEscape.unescapedTitle(TextBytes.text(bytes, line)) }

  private func body(_ range: Range<Int>) -> String {
    if style == .bracketed { return JrnlEscape.body(bytes, range, timeFormat: timeFormat) }
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, bytes[start] == TextBytes.lineFeed { start += 1 }
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    return TextBytes.text(bytes, start..<end)
  }

  private func sentences(_ line: Range<Int>, isStarred: Bool) -> Parts {
    let text = TextBytes.text(bytes, line)
    let cut = FirstSentence.end(in: text).map { line.lowerBound + $0 } ?? line.upperBound
    let (title, body) = JrnlEscape.fitted(
      title: title(line.lowerBound..<cut), body: TextBytes.text(bytes, trimmingBlanks(cut..<line.upperBound)))
    return Parts(title: title, body: body, isStarred: isStarred)
  }

  private func trimmingBlanks(_ range: Range<Int>) -> Range<Int> {
    let end = trimming(range, while: JrnlEscape.isBlank).upperBound
    var start = range.lowerBound
    while start < end, JrnlEscape.isBlank(bytes[start]) { start += 1 }
    return start..<end
  }

  /// Without the bytes at the end that meet a condition.
  private func trimming(_ range: Range<Int>, while condition: (UInt8) -> Bool) -> Range<Int> {
    var end = range.upperBound
    while end > range.lowerBound, condition(bytes[end - 1]) { end -= 1 }
    return range.lowerBound..<end
  }

  private func isSpace(_ byte: UInt8) -> Bool { JrnlEscape.isBlank(byte) || byte == TextBytes.lineFeed }
}
