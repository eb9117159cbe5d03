/// Looks for a table's header that does not begin with a name, such as `[=]`, for `}` where an array needs a value,
/// such as `a = [}`, and for a date whose time does not begin with a digit, such as `a = 1979-05-27T:`.
///
/// toml++ 3.4 asserts there what follows: a debug build ends, and a release build takes it for granted. Everything
/// else that is no TOML it refuses by itself; so this reads no more of a text than where its strings, comments and
/// brackets end. Behind the first mistake it may be wrong, and the library has refused the text before that.
enum TOMLCheck {
  /// The first such place; nil where there is none.
  static func firstProblem(_ text: String) -> ConfigText.Problem? {
    var scan = Scan(bytes: Array(text.utf8))
    return scan.problem()
  }

  /// The line on which the statement with the first such place begins.
  static func statementLine(_ text: String) -> Int {
    var scan = Scan(bytes: Array(text.utf8))
    _ = scan.problem()
    return scan.statementLine
  }

  /// The lines that stand before one.
  static func lines(_ text: String, before line: Int) -> String {
    let lines = text.utf8.split(separator: 0x0A, maxSplits: line - 1, omittingEmptySubsequences: false)
    return lines.prefix(line - 1).map { String(Substring($0)) + "\n" }.joined()
  }

  private struct Scan {
    let bytes: [UInt8]
    var place = 0
    var line = 1
    var lineStart = 0
    /// The brackets and braces that are open.
    var open: [UInt8] = []
    /// The byte before this one that is neither white space nor a comment.
    var previous: UInt8 = 0x0A
    /// The line on which the present header or key begins.
    var statementLine = 1
    /// Whether a header, a key or nothing comes next.
    var isAtStatement = true
    /// Whether a table's header is on this line.
    var isHeader = false

    init(bytes: [UInt8]) {
      self.bytes = bytes
      // A byte order mark.
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    mutating func problem() -> ConfigText.Problem? {
      while place < bytes.count {
        let byte = bytes[place]
        switch byte {
        case UInt8(ascii: " "), 0x09, 0x0D: place += 1
        case 0x0A:
          newLine()
          if open.isEmpty { (isAtStatement, isHeader, statementLine) = (true, false, line) }
        case UInt8(ascii: "#"): skipComment()
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          isAtStatement = false
          skipString(byte)
          previous = byte
        case UInt8(ascii: "[") where isAtStatement:
          if let problem = headerProblem() { return problem }
          (isAtStatement, isHeader) = (false, true)
          take(byte)
        case UInt8(ascii: "}")
        where open.last == UInt8(ascii: "[") && [UInt8(ascii: "["), UInt8(ascii: ",")].contains(previous):
          return problem(at: place, "a list needs a value or ']' here, not '}'")
        default:
          if beginsValue, let problem = dateProblem() { return problem }
          isAtStatement = false
          take(byte)
        }
      }
      return nil
    }

    /// Whether a value, and not a key or the rest of either, begins at this place.
    private var beginsValue: Bool {
      if previous == UInt8(ascii: "=") { return true }
      let isInList = !isHeader && open.last == UInt8(ascii: "[")
      return isInList && (previous == UInt8(ascii: "[") || previous == UInt8(ascii: ","))
    }

    /// What stands behind `T` in a date with a time that begins here, if that is no digit.
    private func dateProblem() -> ConfigText.Problem? {
      let pattern = Array("0000-00-00".utf8)
      let date = bytes[place...].prefix(pattern.count)
      guard date.count == pattern.count, zip(date, pattern).allSatisfy({ isDigit($1) ? isDigit($0) : $0 == $1 }) else {
        return nil
      }
      let behind = place + pattern.count
      guard behind + 1 < bytes.count else { return nil }
      let next = bytes[behind + 1]
      let isTime =
        switch bytes[behind] {
        case UInt8(ascii: "T"), UInt8(ascii: "t"): true
        // A blank may also end the date.
        case UInt8(ascii: " "): next == UInt8(ascii: ":") || next == UInt8(ascii: "_")
        default: false
        }
      return isTime && !isDigit(next) ? problem(at: behind + 1, "a date needs the digits of a time here") : nil
    }

    private func isDigit(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private mutating func take(_ byte: UInt8) {
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { open.append(byte) }
      if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") { _ = open.popLast() }
      previous = byte
      place += 1
    }

    private func problem(at place: Int, _ reason: String) -> ConfigText.Problem {
      let column = String(decoding: bytes[lineStart..<place], as: UTF8.self).unicodeScalars.count + 1
      return ConfigText.Problem(line: line, column: column, reason: reason)
    }

    private mutating func newLine() {
      place += 1
      line += 1
      lineStart = place
    }

    private mutating func skipComment() {
      while place < bytes.count, bytes[place] != 0x0A { place += 1 }
    }

    /// What stands behind `[` or `[[` and its white space, if that is no name. What closes or ends the header there is
    /// the library's to refuse.
    private func headerProblem() -> ConfigText.Problem? {
      var next = afterSpace(place + 1)
      if next < bytes.count, bytes[next] == UInt8(ascii: "["), next == place + 1 { next = afterSpace(next + 1) }
      guard next < bytes.count, bytes[next] != UInt8(ascii: "]"), !isName(bytes[next]) else { return nil }
      let character = String(decoding: bytes[next...].prefix(4), as: UTF8.self).first.map(String.init) ?? ""
      let isPrintable = bytes[next] > 0x20 && bytes[next] != 0x7F
      return problem(at: next, "a table needs a name in its brackets" + (isPrintable ? ", not '\(character)'" : ""))
    }

    private func afterSpace(_ start: Int) -> Int {
      var next = start
      while next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x09 { next += 1 }
      return next
    }

    private func isName(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "\""),
        UInt8(ascii: "'"):
        true
      default: false
      }
    }

    /// Skips a string of one line, or one between three quotes each.
    private mutating func skipString(_ quote: UInt8) {
      let isLong = bytes[place...].prefix(3).elementsEqual([quote, quote, quote])
      let canEscape = quote == UInt8(ascii: "\"")
      if !isLong, bytes[place...].prefix(2).elementsEqual([quote, quote]) {
        place += 2
        return
      }
      place += isLong ? 3 : 1
      while place < bytes.count {
        let byte = bytes[place]
        if byte == 0x0A {
          // A string of one line ends with it, and so does the library's patience.
          if !isLong { return }
          newLine()
        } else if canEscape, byte == UInt8(ascii: "\\") {
          place += 1
          if place < bytes.count, bytes[place] != 0x0A { place += 1 }
        } else if byte == quote {
          let run = bytes[place...].prefix(isLong ? 5 : 1).prefix { $0 == quote }.count
          place += run
          if !isLong || run >= 3 { return }
        } else {
          place += 1
        }
      }
    }
  }
}
