/// Where a motion of vi goes, and what an operator takes on the way.
struct ViTarget: Equatable, Sendable {
  enum Extent: Equatable, Sendable {
    /// Up to the target.
    case exclusive
    /// The character at the target, too.
    case inclusive
    /// All lines from here to there.
    case lines
  }

  var offset: Int
  var extent: Extent
  /// Whether to be there already is as good as to get there.
  var mayStay = false

  init(_ offset: Int, _ extent: Extent = .exclusive) {
    (self.offset, self.extent) = (offset, extent)
  }

  var staying: ViTarget {
    var target = self
    target.mayStay = true
    return target
  }
}

/// The motions over words, lines and paragraphs as vi has them.
extension TextBuffer {
  private func viKind(at offset: Int, big: Bool) -> CharacterKind {
    let kind = kind(at: offset)
    return big && kind != .blank ? .word : kind
  }

  private func isEmptyLine(at offset: Int) -> Bool {
    let line = line(at: offset)
    return contentRange(ofLine: line).isEmpty && lineStarts[line] == offset
  }

  /// `w`: the start of the next word; an empty line is one.
  func viWordForward(from offset: Int, big: Bool) -> Int {
    guard offset < count else { return count }
    var place = offset
    let first = viKind(at: place, big: big)
    if first != .blank {
      while place < count, viKind(at: place, big: big) == first { place = boundary(after: place) }
    } else if isEmptyLine(at: place) {
      place = boundary(after: place)
    }
    while place < count, viKind(at: place, big: big) == .blank, !isEmptyLine(at: place) {
      place = boundary(after: place)
    }
    return place
  }

  /// `b`: the start of the word, or of the one before.
  func viWordBackward(from offset: Int, big: Bool) -> Int {
    var place = offset
    while place > 0 {
      let previous = boundary(before: place)
      if viKind(at: previous, big: big) != .blank { break }
      place = previous
      if isEmptyLine(at: place) { return place }
    }
    guard place > 0 else { return 0 }
    let kind = viKind(at: boundary(before: place), big: big)
    while place > 0, viKind(at: boundary(before: place), big: big) == kind { place = boundary(before: place) }
    return place
  }

  /// `e`: the last character of the word, or of the next one.
  func viWordEnd(from offset: Int, big: Bool) -> Int {
    var place = boundary(after: offset)
    while place < count, viKind(at: place, big: big) == .blank { place = boundary(after: place) }
    guard place < count else { return offset < count ? boundary(before: count) : count }
    let kind = viKind(at: place, big: big)
    while true {
      let next = boundary(after: place)
      guard next < count, viKind(at: next, big: big) == kind else { return place }
      place = next
    }
  }

  /// `ge`: the last character of the word before.
  func viWordEndBackward(from offset: Int, big: Bool) -> Int {
    var place = offset
    let first = place < count ? viKind(at: place, big: big) : .blank
    if first != .blank {
      while place > 0, viKind(at: place, big: big) == first { place = boundary(before: place) }
      if place == 0 { return 0 }
    } else {
      place = boundary(before: place)
    }
    while place > 0, viKind(at: place, big: big) == .blank, !isEmptyLine(at: place) { place = boundary(before: place) }
    return place
  }

  /// `^`: the first character of a line that is no blank.
  func firstNonBlank(ofLine line: Int) -> Int {
    let content = contentRange(ofLine: line)
    var place = content.lowerBound
    while place < content.upperBound, Ascii.isBlank(bytes[place]) { place += 1 }
    return place < content.upperBound || content.isEmpty ? place : boundary(before: content.upperBound)
  }

  /// `}` and `{`: the next empty line, or the end of the text.
  func paragraph(from offset: Int, forward: Bool) -> Int {
    var line = line(at: offset)
    let step = forward ? 1 : -1
    while isBlankLine(line), lineStarts.indices.contains(line + step) { line += step }
    while !isBlankLine(line) {
      guard lineStarts.indices.contains(line + step) else { return forward ? count : 0 }
      line += step
    }
    return lineStarts[line]
  }

  /// `%`: the bracket that belongs to the first one at or behind a place of its line; nil where there is none.
  func matchingBracket(from offset: Int) -> Int? {
    let brackets = Array("()[]{}".utf8)
    let content = contentRange(ofLine: line(at: offset))
    guard
      let start = bytes[max(offset, content.lowerBound)..<max(offset, content.upperBound)]
        .firstIndex(where: brackets.contains),
      let kind = brackets.firstIndex(of: bytes[start])
    else { return nil }
    let isForward = kind.isMultiple(of: 2)
    let (own, other) = (brackets[kind], brackets[isForward ? kind + 1 : kind - 1])
    var depth = 0
    var place = start
    while bytes.indices.contains(place) {
      if bytes[place] == own { depth += 1 } else if bytes[place] == other { depth -= 1 }
      if depth == 0 { return place }
      place += isForward ? 1 : -1
    }
    return nil
  }

  func isBlankLine(_ line: Int) -> Bool { contentRange(ofLine: line).allSatisfy { Ascii.isBlank(bytes[$0]) } }

  /// `iw` and `aw`: the run around a place, with the blanks behind it (else before it) for `aw`.
  func wordObject(at offset: Int, around: Bool, big: Bool) -> Range<Int> {
    let content = contentRange(ofLine: line(at: offset))
    guard !content.isEmpty else { return content }
    let place = min(offset, boundary(before: content.upperBound))
    let inner = viRun(around: place, in: content, big: big)
    guard around else { return inner }
    let isBlank = viKind(at: place, big: big) == .blank
    if inner.upperBound < content.upperBound,
      isBlank || viKind(at: inner.upperBound, big: big) == .blank
    {
      return inner.lowerBound..<viRun(around: inner.upperBound, in: content, big: big).upperBound
    }
    if inner.lowerBound > content.lowerBound, viKind(at: boundary(before: inner.lowerBound), big: big) == .blank {
      let blanks = viRun(around: boundary(before: inner.lowerBound), in: content, big: big)
      return blanks.lowerBound..<inner.upperBound
    }
    return inner
  }

  private func viRun(around place: Int, in content: Range<Int>, big: Bool) -> Range<Int> {
    let kind = viKind(at: place, big: big)
    var start = place
    while start > content.lowerBound, viKind(at: boundary(before: start), big: big) == kind {
      start = boundary(before: start)
    }
    var end = place
    while end < content.upperBound, viKind(at: end, big: big) == kind { end = boundary(after: end) }
    return start..<end
  }

  /// `ip` and `ap`: the lines of the paragraph around a line, with the blank lines behind it for `ap`.
  func paragraphObject(at line: Int, around: Bool) -> ClosedRange<Int> {
    let isBlank = isBlankLine(line)
    var first = line
    while first > 0, isBlankLine(first - 1) == isBlank { first -= 1 }
    var last = line
    while last + 1 < lineCount, isBlankLine(last + 1) == isBlank { last += 1 }
    if around { while last + 1 < lineCount, isBlankLine(last + 1) != isBlank { last += 1 } }
    return first...last
  }
}
