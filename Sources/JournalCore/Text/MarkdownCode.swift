/// Where a Markdown text is code: fenced blocks and code spans.
///
/// It reads lines and runs of backticks, no more: enough to leave tags in code alone, in time linear in the text,
/// whatever the text is.
enum MarkdownCode {
  /// The ranges of code in UTF-8 bytes, in the order of the text, without overlap.
  static func ranges(in bytes: borrowing UTF8Bytes) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var fence: Fence?
    /// Where the paragraph began whose code spans are still to be found.
    var paragraph: Int?
    var lineStart = 0
    while lineStart < bytes.count {
      let lineEnd = endOfLine(in: bytes, from: lineStart)
      if let open = fence {
        if closes(open, in: bytes, line: lineStart..<lineEnd) {
          ranges.append(open.start..<lineEnd)
          fence = nil
        }
      } else if let opened = opening(in: bytes, line: lineStart..<lineEnd) {
        if let start = paragraph { appendSpans(in: bytes, paragraph: start..<lineStart, to: &ranges) }
        paragraph = nil
        fence = opened
      } else if isBlank(in: bytes, line: lineStart..<lineEnd) {
        if let start = paragraph { appendSpans(in: bytes, paragraph: start..<lineStart, to: &ranges) }
        paragraph = nil
      } else if paragraph == nil {
        paragraph = lineStart
      }
      lineStart = lineEnd
    }
    if let open = fence {
      ranges.append(open.start..<bytes.count)
    } else if let start = paragraph {
      appendSpans(in: bytes, paragraph: start..<bytes.count, to: &ranges)
    }
    return ranges
  }

  private struct Fence {
    var start: Int
    var character: UInt8
    var length: Int
  }

  /// The offset after the line end that follows `start`.
  private static func endOfLine(in bytes: borrowing UTF8Bytes, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == 0x0A { return index }
      if byte == 0x0D { return index < bytes.count && bytes[index] == 0x0A ? index + 1 : index }
    }
    return index
  }

  private static func isBlank(in bytes: borrowing UTF8Bytes, line: Range<Int>) -> Bool {
    for index in line {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: continue
      default: return false
      }
    }
    return true
  }

  /// The fence that a line opens: three or more backticks or tildes, after white space and the marks of quotes.
  private static func opening(in bytes: borrowing UTF8Bytes, line: Range<Int>) -> Fence? {
    let start = startOfContent(in: bytes, line: line)
    guard start < line.upperBound else { return nil }
    let character = bytes[start]
    guard character == 0x60 || character == 0x7E else { return nil }
    let end = endOfRun(of: character, in: bytes, from: start, limit: line.upperBound)
    guard end - start >= 3 else { return nil }
    if character == 0x60 {
      // A backtick later in the line makes it a code span.
      for index in end..<line.upperBound where bytes[index] == 0x60 { return nil }
    }
    return Fence(start: start, character: character, length: end - start)
  }

  private static func closes(_ fence: Fence, in bytes: borrowing UTF8Bytes, line: Range<Int>) -> Bool {
    let start = startOfContent(in: bytes, line: line)
    guard start < line.upperBound, bytes[start] == fence.character else { return false }
    let end = endOfRun(of: fence.character, in: bytes, from: start, limit: line.upperBound)
    return end - start >= fence.length && isBlank(in: bytes, line: end..<line.upperBound)
  }

  private static func startOfContent(in bytes: borrowing UTF8Bytes, line: Range<Int>) -> Int {
    var index = line.lowerBound
    while index < line.upperBound, bytes[index] == 0x20 || bytes[index] == 0x09 || bytes[index] == 0x3E { index += 1 }
    return index
  }

  private static func endOfRun(
    of character: UInt8, in bytes: borrowing UTF8Bytes, from start: Int, limit: Int
  ) -> Int {
    var end = start
    while end < limit, bytes[end] == character { end += 1 }
    return end
  }

  /// Finds the code spans of a paragraph: a run of backticks up to the next run of the same length.
  private static func appendSpans(
    in bytes: borrowing UTF8Bytes, paragraph: Range<Int>, to ranges: inout [Range<Int>]
  ) {
    var runs: [(start: Int, end: Int, isEscaped: Bool)] = []
    var index = paragraph.lowerBound
    while index < paragraph.upperBound {
      guard bytes[index] == 0x60 else {
        index += 1
        continue
      }
      let end = endOfRun(of: 0x60, in: bytes, from: index, limit: paragraph.upperBound)
      runs.append((index, end, hasBackslash(in: bytes, before: index, from: paragraph.lowerBound)))
      index = end
    }
    guard runs.count > 1 else { return }
    // From the last to the first, the nearest later run of each length is known without looking for it.
    var nearest: [Int: Int] = [:]
    var closers = [Int?](repeating: nil, count: runs.count)
    for number in runs.indices.reversed() {
      let run = runs[number]
      let opens = run.isEscaped ? run.start + 1 : run.start
      closers[number] = nearest[run.end - opens]
      nearest[run.end - run.start] = number
    }
    var number = 0
    while number < runs.count {
      let run = runs[number]
      guard run.end - run.start > (run.isEscaped ? 1 : 0), let closer = closers[number] else {
        number += 1
        continue
      }
      ranges.append(run.start..<runs[closer].end)
      number = closer + 1
    }
  }

  private static func hasBackslash(in bytes: borrowing UTF8Bytes, before index: Int, from start: Int) -> Bool {
    var count = 0
    while index - count > start, bytes[index - count - 1] == 0x5C { count += 1 }
    return !count.isMultiple(of: 2)
  }
}
