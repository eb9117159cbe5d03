/// Finds what the marks of a line of Markdown mean while it is written: the marks stay, and what they mark gets its look.
///
/// It reads one line at a time, so that a key costs what is on the screen, however long the text is. What goes over
/// several lines, such as emphasis, is tinted within each of them only.
package struct SourceTint {
  /// A stretch of a line, in UTF-8 bytes from its start, and what it is; marks are ``MarkdownRole/marker``.
  package struct Span: Hashable, Sendable {
    /// Never empty.
    package var range: Range<Int>
    /// All roles that hold.
    package var role: MarkdownRole
  }

  private let bytes: [UInt8]
  private var roles: [MarkdownRole]
  /// Bytes that are marks already, or code, in which nothing else is a mark.
  private var isTaken: [Bool]

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    roles = Array(repeating: .text, count: bytes.count)
    isTaken = Array(repeating: false, count: bytes.count)
  }

  /// The spans of a line in its order; plain text is left out.
  ///
  /// - Parameter isCode: Whether the line stands between two fences.
  package static func spans(of line: String, isCode: Bool = false) -> [Span] {
    var tint = SourceTint(Array(line.utf8))
    if isCode {
      tint.set(0..<tint.bytes.count, .codeBlock)
    } else {
      let start = tint.readPrefix()
      tint.readCode(from: start)
      tint.readLinks(from: start)
      tint.readEmphasis(from: start)
    }
    return tint.collected
  }

  private var collected: [Span] {
    var spans: [Span] = []
    for place in bytes.indices where roles[place] != .text {
      if let last = spans.indices.last, spans[last].range.upperBound == place, spans[last].role == roles[place] {
        spans[last].range = spans[last].range.lowerBound..<place + 1
      } else {
        spans.append(Span(range: place..<place + 1, role: roles[place]))
      }
    }
    return spans
  }

  private mutating func set(_ range: Range<Int>, _ role: MarkdownRole) { for place in range { roles[place] = role } }

  private mutating func mark(_ range: Range<Int>) {
    for place in range {
      roles[place] = .marker
      isTaken[place] = true
    }
  }

  // MARK: The beginning of a line

  /// Marks what a line begins with; returns where its words begin.
  private mutating func readPrefix() -> Int {
    var place = 0
    func skipBlanks() { while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x09 { place += 1 } }
    skipBlanks()
    while place < bytes.count, bytes[place] == UInt8(ascii: ">") {
      mark(place..<place + 1)
      place += 1
      skipBlanks()
      set(place..<bytes.count, .quote)
    }
    if isRule(from: place) || isFence(at: place) {
      mark(place..<bytes.count)
      return bytes.count
    }
    let sign = place
    while place < bytes.count, bytes[place] == UInt8(ascii: "#") { place += 1 }
    if place > sign, place - sign <= 6, place == bytes.count || bytes[place] == 0x20 {
      set(place..<bytes.count, [.heading1, .heading2, .heading3][min(2, place - sign - 1)])
      mark(sign..<place)
      return place
    }
    place = sign
    while place < bytes.count, place - sign < 9, bytes[place] >= 0x30, bytes[place] <= 0x39 { place += 1 }
    let signs: [UInt8] = place == sign ? Array("-*+".utf8) : Array(".)".utf8)
    guard place + 1 < bytes.count, signs.contains(bytes[place]), bytes[place + 1] == 0x20 else { return sign }
    place += 2
    if place + 3 <= bytes.count, bytes[place] == UInt8(ascii: "["), bytes[place + 2] == UInt8(ascii: "]"),
      [0x20, UInt8(ascii: "x"), UInt8(ascii: "X")].contains(bytes[place + 1]),
      place + 3 == bytes.count || bytes[place + 3] == 0x20
    {
      if bytes[place + 1] != 0x20 { set(place + 3..<bytes.count, .done) }
      place += 3
    }
    mark(sign..<place)
    return place
  }

  private func isRule(from start: Int) -> Bool {
    var count = 0
    var sign: UInt8?
    for byte in bytes[start...] where byte != 0x20 {
      guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_"),
        sign == nil || sign == byte
      else { return false }
      sign = byte
      count += 1
    }
    return count >= 3
  }

  private func isFence(at place: Int) -> Bool {
    guard place + 3 <= bytes.count, bytes[place] == UInt8(ascii: "`") || bytes[place] == UInt8(ascii: "~") else {
      return false
    }
    return bytes[place..<place + 3].allSatisfy { $0 == bytes[place] }
  }

  // MARK: Within the words

  private mutating func readCode(from start: Int) {
    var place = start
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "`") else {
        place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        continue
      }
      let open = run(at: place)
      var close = open.upperBound
      while close < bytes.count, bytes[close] != UInt8(ascii: "`") || run(at: close).count != open.count {
        close = bytes[close] == UInt8(ascii: "`") ? run(at: close).upperBound : close + 1
      }
      if close < bytes.count {
        for inner in open.upperBound..<close {
          roles[inner].insert(.code)
          isTaken[inner] = true
        }
        mark(open)
        mark(close..<close + open.count)
        place = close + open.count
      } else {
        place = open.upperBound
      }
    }
  }

  /// The same byte again and again, from a place on.
  private func run(at place: Int) -> Range<Int> {
    var end = place + 1
    while end < bytes.count, bytes[end] == bytes[place] { end += 1 }
    return place..<end
  }

  private mutating func readLinks(from start: Int) {
    var place = start
    var open: [Int] = []
    while place < bytes.count {
      let byte = bytes[place]
      if isTaken[place] {
        place += 1
      } else if byte == UInt8(ascii: "\\") {
        place += 2
      } else if byte == UInt8(ascii: "[") {
        open.append(place)
        place += 1
      } else if byte == UInt8(ascii: "]"), let first = open.popLast() {
        place = readTarget(first, place)
      } else if let end = addressEnd(from: place) {
        for inner in place..<end {
          roles[inner].insert(.link)
          isTaken[inner] = true
        }
        place = end
      } else {
        place += 1
      }
    }
  }

  /// Marks `[words](address)` where an address follows the bracket; returns where it goes on.
  private mutating func readTarget(_ open: Int, _ close: Int) -> Int {
    guard close + 1 < bytes.count, bytes[close + 1] == UInt8(ascii: "(") else { return close + 1 }
    var depth = 0
    var end = close + 1
    while end < bytes.count {
      if bytes[end] == UInt8(ascii: "(") { depth += 1 }
      if bytes[end] == UInt8(ascii: ")") { depth -= 1 }
      if depth == 0 { break }
      end += 1
    }
    guard end < bytes.count else { return close + 1 }
    for inner in open + 1..<close where !isTaken[inner] { roles[inner].insert(.link) }
    let isPicture = open > 0 && bytes[open - 1] == UInt8(ascii: "!")
    mark(open - (isPicture ? 1 : 0)..<open + 1)
    mark(close..<end + 1)
    return end + 1
  }

  private func addressEnd(from place: Int) -> Int? {
    guard bytes[place] == UInt8(ascii: "h"), place == 0 || !isWord(bytes[place - 1]),
      ["http://", "https://"].contains(where: { bytes[place...].starts(with: $0.utf8) })
    else { return nil }
    var end = place
    while end < bytes.count, bytes[end] > 0x20, !"<>()[]\"`".utf8.contains(bytes[end]) { end += 1 }
    while end > place, ".,;:!?*_~".utf8.contains(bytes[end - 1]) { end -= 1 }
    return end
  }

  private mutating func readEmphasis(from start: Int) {
    var open: [(range: Range<Int>, byte: UInt8)] = []
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\\"), !isTaken[place] {
        place += 2
        continue
      }
      guard !isTaken[place], "*_~".utf8.contains(byte) else {
        place += 1
        continue
      }
      let run = run(at: place)
      place = run.upperBound
      guard run.count <= 3, byte != UInt8(ascii: "~") || run.count == 2 else { continue }
      let before = run.lowerBound > start ? bytes[run.lowerBound - 1] : 0x20
      let after = run.upperBound < bytes.count ? bytes[run.upperBound] : 0x20
      let isInWord = byte == UInt8(ascii: "_") && isWord(before) && isWord(after)
      let closes = before != 0x20 && !isInWord
      if closes, let match = open.lastIndex(where: { $0.byte == byte && $0.range.count == run.count }) {
        let first = open[match].range
        open.removeSubrange(match...)
        let role: MarkdownRole =
          byte == UInt8(ascii: "~")
          ? .strikethrough : [.emphasis, .strong, [.emphasis, .strong]][run.count - 1]
        for inner in first.upperBound..<run.lowerBound where roles[inner] != .marker { roles[inner].formUnion(role) }
        mark(first)
        mark(run)
      } else if after != 0x20, !isInWord {
        open.append((run, byte))
      }
    }
  }

  private func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte >= 0x30 && byte <= 0x39 || (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
  }
}
