/// The beginning of a body, for lists.
package enum TextPreview {
  /// How many bytes are looked at for something to show.
  private static let mostRead = 1 << 16

  /// The first `limit` scalars or so of a body on one line: white space collapsed, the marks of Markdown left out, no
  /// character cut.
  ///
  /// It reads no more of the body than it needs. Marks are taken by their looks, not by parsing: this is a glimpse.
  package static func preview(of body: String, limit: Int = 240) -> String {
    glimpse(of: body, limit: limit, lineEnd: 0x20)
  }

  /// As ``preview(of:limit:)``, but each line that says something stands on its own: `\n` is between them, never two.
  package static func lines(of body: String, limit: Int = 240) -> String {
    glimpse(of: body, limit: limit, lineEnd: 0x0A)
  }

  /// The first line of a body that says something, which stands for a title where there is none.
  package static func firstLine(of body: String, limit: Int = 240) -> String {
    String(lines(of: body, limit: limit).prefix { $0 != "\n" })
  }

  /// What ``lines(of:limit:)`` made, on one line, with a sign between blanks where a line ends; without one, a blank.
  package static func onOneLine(_ lines: String, lineBreak: String = "↵") -> String {
    guard lines.utf8.contains(0x0A) else { return lines }
    let gap = lineBreak.isEmpty ? " " : " \(lineBreak) "
    return lines.split(separator: "\n").joined(separator: gap)
  }

  /// Whether a glimpse of this length is one of a longer text, as far as its length tells: a whole text of some scalars less than
  /// the limit is taken for longer by mistake, and one that was cut before a character of many scalars is not.
  package static func isCut(_ glimpse: String, limit: Int = 240) -> Bool {
    // A blank at the end is left out, and no character is cut.
    glimpse.unicodeScalars.count > limit - 4
  }

  private static func glimpse(of body: String, limit: Int, lineEnd: UInt8) -> String {
    guard limit > 0 else { return "" }
    let bytes = body.utf8Span.span
    var writer = Writer(limit: limit, lineEnd: lineEnd)
    var index = 0
    while index < min(bytes.count, mostRead), !writer.isFull {
      index = startOfContent(in: bytes, line: index)
      while index < min(bytes.count, mostRead), !writer.isFull, !isLineEnd(bytes[index]) {
        index = takeInline(in: bytes, at: index, into: &writer)
      }
      writer.endLine()
    }
    return writer.finished()
  }

  /// Collects scalars, never two gaps in a row, nor one at the start or the end.
  private struct Writer {
    private let limit: Int
    /// What stands between two lines.
    private let lineEnd: UInt8
    private var bytes: [UInt8] = []
    /// In scalars.
    private var count = 0
    private var isASCII = true
    /// The gap before the next scalar; 0 where there is none.
    private var gap: UInt8 = 0

    /// Room for the characters that a cut must not divide.
    private static let reserve = 32

    init(limit: Int, lineEnd: UInt8) {
      (self.limit, self.lineEnd) = (limit, lineEnd)
      bytes.reserveCapacity(min(limit, 1024) + Writer.reserve)
    }

    var isFull: Bool { count >= limit + Writer.reserve }

    mutating func space() { if count > 0, gap == 0 { gap = 0x20 } }

    mutating func endLine() { if count > 0 { gap = lineEnd } }

    mutating func append(_ scalar: Unicode.Scalar) {
      if gap != 0 {
        bytes.append(gap)
        count += 1
        gap = 0
      }
      if scalar.isASCII {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes.append(contentsOf: scalar.utf8)
        isASCII = false
      }
      count += 1
    }

    func finished() -> String {
      guard count > limit else { return String(decoding: bytes, as: UTF8.self) }
      // Without control signs, each sign of ASCII is a character.
      if isASCII { return trimmingSpace(String(decoding: bytes[..<limit], as: UTF8.self)) }
      let text = String(decoding: bytes, as: UTF8.self)
      var end = text.startIndex
      var length = 0
      for index in text.indices {
        length += text[index].unicodeScalars.count
        guard length <= limit else { break }
        end = text.index(after: index)
      }
      return trimmingSpace(String(text[..<end]))
    }
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Goes over white space and what marks a line as a heading, quote, list item, rule or fence.
  private static func startOfContent(in bytes: borrowing UTF8Bytes, line start: Int) -> Int {
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D, 0x3E: index += 1
      case 0x23:  // #
        let end = endOfRun(in: bytes, from: index)
        guard end - index <= 6, isSpace(in: bytes, at: end) else { return index }
        index = end
      case 0x2D, 0x2A, 0x2B, 0x5F, 0x3D:  // - * + _ =
        if let end = endOfRule(in: bytes, from: index) {
          index = end
        } else if bytes[index] != 0x5F, bytes[index] != 0x3D, isSpace(in: bytes, at: index + 1) {
          index = afterTaskBox(in: bytes, from: index + 1)
        } else {
          return index
        }
      case 0x60, 0x7E:  // ` ~
        guard endOfRun(in: bytes, from: index) - index >= 3 else { return index }
        while index < bytes.count, !isLineEnd(bytes[index]) { index += 1 }
      default: return index
      }
    }
    return index
  }

  private static func isSpace(in bytes: borrowing UTF8Bytes, at index: Int) -> Bool {
    index >= bytes.count || bytes[index] == 0x20 || bytes[index] == 0x09 || isLineEnd(bytes[index])
  }

  private static func endOfRun(in bytes: borrowing UTF8Bytes, from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] == bytes[start] { end += 1 }
    return end
  }

  /// The end of a line of three or more of one sign and nothing else.
  private static func endOfRule(in bytes: borrowing UTF8Bytes, from start: Int) -> Int? {
    guard bytes[start] != 0x2B else { return nil }
    var signs = 0
    var index = start
    while index < bytes.count, !isLineEnd(bytes[index]) {
      if bytes[index] == bytes[start] {
        signs += 1
      } else if bytes[index] != 0x20, bytes[index] != 0x09 {
        return nil
      }
      index += 1
    }
    return signs >= 3 ? index : nil
  }

  /// Goes over `[ ]` and `[x]` after the mark of a list item.
  private static func afterTaskBox(in bytes: borrowing UTF8Bytes, from start: Int) -> Int {
    var index = start
    while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    guard index + 2 < bytes.count, bytes[index] == 0x5B, bytes[index + 2] == 0x5D, isSpace(in: bytes, at: index + 3),
      bytes[index + 1] == 0x20 || bytes[index + 1] | 0x20 == 0x78
    else { return index }
    return index + 3
  }

  /// Takes one scalar of a line, or goes over a mark of emphasis, code or a link; returns the place after it.
  private static func takeInline(in bytes: borrowing UTF8Bytes, at index: Int, into writer: inout Writer) -> Int {
    let byte = bytes[index]
    switch byte {
    case 0x5C:  // A backslash before punctuation is not shown, and takes its meaning away.
      if index + 1 < bytes.count, isPunctuation(bytes[index + 1]) {
        writer.append(Unicode.Scalar(bytes[index + 1]))
        return index + 2
      }
    case 0x60: return endOfRun(in: bytes, from: index)  // `
    case 0x2A, 0x5F, 0x7E:  // * _ ~
      let end = endOfRun(in: bytes, from: index)
      if isEmphasis(in: bytes, run: index..<end) { return end }
    case 0x21:  // ! of a picture
      if index + 1 < bytes.count, bytes[index + 1] == 0x5B, endOfLink(in: bytes, from: index + 1) != nil {
        return index + 1
      }
    case 0x5B:  // [
      if endOfLink(in: bytes, from: index) != nil { return index + 1 }
    case 0x5D:  // ] of a link, and its address
      if index + 1 < bytes.count, bytes[index + 1] == 0x28,
        let end = endOfBrackets(0x28, 0x29, in: bytes, from: index + 1)
      {
        return end
      }
    default: break
    }
    let (scalar, length) = bytes.scalar(at: index)
    if scalar.isSpace || scalar.value < 0x20 || scalar.value == 0x7F {
      writer.space()
    } else {
      writer.append(scalar)
    }
    return index + length
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// Whether a run of `*`, `_` or `~` touches a word on exactly one side; `~` and `_` less readily than `*`.
  private static func isEmphasis(in bytes: borrowing UTF8Bytes, run: Range<Int>) -> Bool {
    guard run.count <= 3 else { return false }
    let sign = bytes[run.lowerBound]
    if sign == 0x7E { return run.count == 2 }
    let before = run.lowerBound > 0 ? bytes[run.lowerBound - 1] : 0x20
    let after = run.upperBound < bytes.count ? bytes[run.upperBound] : 0x20
    let opens = after > 0x20
    let closes = before > 0x20
    guard opens || closes else { return false }
    // `snake_case` and `2*3` have the sign between two letters.
    return !(isWord(before) && isWord(after))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// How far a link may reach; beyond that it is text.
  private static let longestLink = 600

  /// The end of `[text](address)`, on one line.
  private static func endOfLink(in bytes: borrowing UTF8Bytes, from start: Int) -> Int? {
    guard let end = endOfBrackets(0x5B, 0x5D, in: bytes, from: start), end < min(bytes.count, start + longestLink),
      bytes[end] == 0x28
    else { return nil }
    return endOfBrackets(0x28, 0x29, in: bytes, from: end)
  }

  /// The place behind the bracket that closes the one at `start`, on one line.
  private static func endOfBrackets(
    _ opening: UInt8, _ closing: UInt8, in bytes: borrowing UTF8Bytes, from start: Int
  ) -> Int? {
    var depth = 0
    for index in start..<min(bytes.count, start + longestLink) {
      switch bytes[index] {
      case 0x0A, 0x0D: return nil
      case opening: depth += 1
      case closing:
        depth -= 1
        if depth == 0 { return index + 1 }
      default: continue
      }
    }
    return nil
  }
}
