/// A text to look for, without case and accents; finding takes time linear in the text, whatever both are.
struct FindPattern: Equatable, Sendable {
  let text: String
  private let needle: [Unicode.Scalar]
  /// For each length of a partial match, the length to go on with where the next scalar differs.
  private let fallback: [Int]

  /// Nil where nothing is left to look for.
  init?(_ text: String) {
    self.text = text
    let needle = FindFolding.fold(text)
    guard !needle.isEmpty else { return nil }
    var fallback = Array(repeating: 0, count: needle.count + 1)
    var length = 0
    for index in 1..<max(1, needle.count) {
      while length > 0, needle[index] != needle[length] { length = fallback[length] }
      if needle[index] == needle[length] { length += 1 }
      fallback[index + 1] = length
    }
    (self.needle, self.fallback) = (needle, fallback)
  }

  /// The first match that begins at or behind a place.
  func first(in buffer: TextBuffer, from start: Int) -> Range<Int>? {
    var found: Range<Int>?
    scan(buffer, range: start..<buffer.count) { match in
      found = match
      return false
    }
    return found
  }

  /// The last match that begins before a place.
  func last(in buffer: TextBuffer, before end: Int) -> Range<Int>? {
    var found: Range<Int>?
    scan(buffer, range: 0..<buffer.count) { match in
      guard match.lowerBound < end else { return false }
      found = match
      return true
    }
    return found
  }

  /// The matches inside a range, in order, none reaching into another.
  func matches(in buffer: TextBuffer, _ range: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    scan(buffer, range: range) { match in
      found.append(match)
      return true
    }
    return found
  }

  /// Hands out matches, drawn out to whole characters, until `body` returns false.
  private func scan(_ buffer: TextBuffer, range: Range<Int>, _ body: (Range<Int>) -> Bool) {
    let bytes = buffer.bytes
    let count = needle.count
    // Where the last `count` scalars that count began.
    var starts = Array(repeating: 0, count: count)
    var seen = 0
    var length = 0
    var offset = range.lowerBound
    var free = range.lowerBound
    while offset < range.upperBound {
      let start = offset
      let scalar: Unicode.Scalar
      let byte = bytes[offset]
      if byte < 0x80 {
        scalar = Unicode.Scalar(byte)
        offset += 1
      } else {
        let read = TextBuffer.scalar(in: bytes, at: offset)
        scalar = read.scalar
        offset += read.length
      }
      guard let folded = FindFolding.fold(scalar) else { continue }
      starts[seen % count] = start
      seen += 1
      while length > 0, folded != needle[length] { length = fallback[length] }
      if folded == needle[length] { length += 1 }
      guard length == count else { continue }
      length = fallback[length]
      guard starts[seen % count] >= free else { continue }
      let match =
        max(free, buffer.boundary(atOrBefore: starts[seen % count]))..<max(offset, buffer.boundary(atOrAfter: offset))
      free = match.upperBound
      length = 0
      if !body(match) { return }
    }
  }
}
