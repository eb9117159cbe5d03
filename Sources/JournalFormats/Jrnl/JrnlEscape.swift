import JournalCore

/// How text that jrnl's grammar would misread is written so that it comes back as it was.
///
/// jrnl has no escapes, so these are chosen to look harmless in jrnl itself, and to be all but impossible in text that
/// jrnl wrote:
///
/// - A body line that could be the header of an entry, `[2020-01-01 10:00] …`, or that opens a bracket and does not
///   close it, gets one more space in front, as in jrnl's own upgrades; so does such a line that has spaces in front
///   already.
/// - Blank lines at either end of a body, which jrnl strips, get one space more than they have.
/// - A title that jrnl would trim, star or skip (spaces at an end, `*` at the end, nothing at all) gets a backslash at
///   that end; so does a title that would otherwise read as one with that backslash.
///
/// What the format cannot hold is brought to a canonical form: line ends in bodies are LF, in titles a space.
enum JrnlEscape {
  // MARK: Titles

  /// A title as it is written, all on one line.
  static func escapedTitle(_ title: String) -> String {
    var text = canonicalTitle(title)
    if endsInSpaceOrStar(text.dropLastBackslashes) { text.append("\\") }
    if startsInSpaceOrEnds(text.dropFirstBackslashes) { text = "\\" + text }
    return text
  }

  /// The title that a title line stands for, the star already gone.
  ///
  /// jrnl trims every kind of white space, which is why every kind is escaped.
  static func unescapedTitle(_ line: String) -> String {
    var scalars = line.unicodeScalars[...]
    while let first = scalars.first, isSpace(first) { scalars.removeFirst() }
    while let last = scalars.last, isSpace(last) { scalars.removeLast() }
    var text = String(scalars)
    if text.unicodeScalars.first == "\\", startsInSpaceOrEnds(text.dropFirstBackslashes) {
      text.unicodeScalars.removeFirst()
    }
    if text.unicodeScalars.last == "\\", endsInSpaceOrStar(text.dropLastBackslashes) {
      text.unicodeScalars.removeLast()
    }
    return text
  }

  /// A title with a space for every line end.
  static func canonicalTitle(_ title: String) -> String {
    guard title.utf8.contains(where: { $0 == TextBytes.lineFeed || $0 == TextBytes.carriageReturn }) else {
      return title
    }
    let bytes = TextBytes.normalisedLineEnds(title).utf8.map { $0 == TextBytes.lineFeed ? space : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Title and body within the rules for entries, with the same words; most are already.
  static func fitted(title: String, body: String) -> (title: String, body: String) {
    let isOneLine = !title.unicodeScalars.contains { scalar in
      (0x0A...0x0D).contains(scalar.value) || [0x85, 0x2028, 0x2029].contains(scalar.value)
    }
    if isOneLine, title.unicodeScalars.count <= EntryRules.longestTitle { return (title, body) }
    return EntryRules.fitted(title: title, body: body)
  }

  private static func endsInSpaceOrStar(_ scalars: Substring.UnicodeScalarView) -> Bool {
    scalars.last.map { isSpace($0) || $0 == "*" } ?? false
  }

  private static func startsInSpaceOrEnds(_ scalars: Substring.UnicodeScalarView) -> Bool {
    scalars.first.map(isSpace) ?? true
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || (0x1C...0x1F).contains(scalar.value)
  }

  // MARK: Bodies

  /// Appends a body, each line with its LF; nothing for an empty body.
  static func appendBody(_ body: String, timeFormat: DateFormat, to output: inout [UInt8]) {
    guard !body.isEmpty else { return }
    let bytes = Array(TextBytes.normalisedLineEnds(body).utf8)
    bytes.withUnsafeBytes { bytes in
      let lines = lineRanges(bytes)
      let firstWritten = lines.firstIndex { !isOnlySpaces(bytes, $0) } ?? lines.count
      let lastWritten = lines.lastIndex { !isOnlySpaces(bytes, $0) } ?? 0
      for (index, line) in lines.enumerated() {
        let isOuterBlank = index < firstWritten || index > lastWritten
        if isOuterBlank || couldBeHeader(bytes, line, timeFormat: timeFormat) { output.append(space) }
        output.append(contentsOf: bytes[line])
        output.append(TextBytes.lineFeed)
      }
    }
  }

  /// The body that the lines in `range` stand for: without empty lines at its ends, and unescaped.
  static func body(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>, timeFormat: DateFormat) -> String {
    let range = trimmingEmptyLines(bytes, range)
    guard !range.isEmpty else { return "" }
    guard hasLineStartingWithSpace(bytes, range) else { return TextBytes.text(bytes, range) }
    let body = UnsafeRawBufferPointer(rebasing: bytes[range])
    let lines = lineRanges(body)
    let firstWritten = lines.firstIndex { !isOnlySpaces(body, $0) } ?? lines.count
    let lastWritten = lines.lastIndex { !isOnlySpaces(body, $0) } ?? 0
    var result: [UInt8] = []
    result.reserveCapacity(body.count)
    for (index, line) in lines.enumerated() {
      let isOuterBlank = index < firstWritten || index > lastWritten
      let startsWithSpace = !line.isEmpty && body[line.lowerBound] == space
      let isEscaped = startsWithSpace && (isOuterBlank || couldBeHeader(body, line, timeFormat: timeFormat))
      result.append(contentsOf: body[(line.lowerBound + (isEscaped ? 1 : 0))..<line.upperBound])
      if index + 1 < lines.count { result.append(TextBytes.lineFeed) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A body whose blank lines at either end have one space more, as ``appendBody(_:timeFormat:to:)`` writes them.
  static func withMarkedEnds(_ body: String) -> String {
    guard !body.isEmpty else { return body }
    return blankEnds(TextBytes.normalisedLineEnds(body)) { [space] + $0 }
  }

  /// The body that such a text stands for, without empty lines at its ends.
  static func withoutMarkedEnds(_ text: String) -> String {
    let text = Array(TextBytes.normalisedLineEnds(text).utf8).withUnsafeBytes { bytes in
      TextBytes.text(bytes, trimmingEmptyLines(bytes, 0..<bytes.count))
    }
    return text.isEmpty ? text : blankEnds(text) { $0.dropFirst() }
  }

  /// A text whose blank lines at either end were changed.
  private static func blankEnds(_ text: String, _ change: (ArraySlice<UInt8>) -> ArraySlice<UInt8>) -> String {
    var lines = Array(text.utf8).split(separator: TextBytes.lineFeed, omittingEmptySubsequences: false)
    func isBlank(_ line: ArraySlice<UInt8>) -> Bool { line.allSatisfy { $0 == space } }
    let first = lines.firstIndex { !isBlank($0) } ?? lines.count
    let last = lines.lastIndex { !isBlank($0) } ?? 0
    for place in lines.indices where place < first || place > last { lines[place] = change(lines[place]) }
    return String(decoding: Array(lines.joined(separator: [TextBytes.lineFeed])), as: UTF8.self)
  }

  /// Whether a line, but for spaces in front, could be read as a header by this program, or by jrnl's fuzzy parser.
  ///
  /// jrnl looks for a date in every `[…] ` of more than six characters, in words too (“[next friday] ”); and its brackets
  /// go on over line ends, so that one that is not closed would swallow the header of the next entry.
  private static func couldBeHeader(
    _ bytes: UnsafeRawBufferPointer, _ line: Range<Int>, timeFormat: DateFormat
  ) -> Bool {
    guard let start = bytes[line].firstIndex(where: { $0 != space }), bytes[start] == UInt8(ascii: "[") else {
      return false
    }
    guard let blob = JrnlGrammar.bracket(bytes, start..<line.upperBound) else {
      return !bytes[start..<line.upperBound].contains(UInt8(ascii: "]"))
    }
    let characters = bytes[blob].lazy.filter { $0 & 0xC0 != 0x80 }.prefix(7).count
    return characters > JrnlGrammar.longestFootnote || timeFormat.read(bytes[blob]) != .otherShape
  }

  // MARK: Lines

  private static func lineRanges(_ bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while true {
      let end = TextBytes.next(TextBytes.lineFeed, in: bytes, from: start)
      lines.append(start..<end)
      if end == bytes.count { return lines }
      start = end + 1
    }
  }

  private static func trimmingEmptyLines(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, bytes[start] == TextBytes.lineFeed { start += 1 }
    while end > start, bytes[end - 1] == TextBytes.lineFeed { end -= 1 }
    return start..<end
  }

  private static func hasLineStartingWithSpace(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
    let body = UnsafeRawBufferPointer(rebasing: bytes[range])
    var start = 0
    while start < body.count {
      if body[start] == space { return true }
      start = TextBytes.next(TextBytes.lineFeed, in: body, from: start) + 1
    }
    return false
  }

  private static func isOnlySpaces(_ bytes: UnsafeRawBufferPointer, _ line: Range<Int>) -> Bool {
    bytes[line].allSatisfy { $0 == space }
  }

  static let space = UInt8(ascii: " ")
  static let star = UInt8(ascii: "*")

  static func isBlank(_ byte: UInt8) -> Bool { byte == space || byte == UInt8(ascii: "\t") }
}

extension String {
  fileprivate var dropFirstBackslashes: Substring.UnicodeScalarView { unicodeScalars.drop { $0 == "\\" } }

  fileprivate var dropLastBackslashes: Substring.UnicodeScalarView {
    let last = unicodeScalars.lastIndex { $0 != "\\" }
    return unicodeScalars[..<(last.map { unicodeScalars.index(after: $0) } ?? unicodeScalars.startIndex)]
  }
}
