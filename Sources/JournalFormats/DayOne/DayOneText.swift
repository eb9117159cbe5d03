import JournalCore

/// The Markdown of Day One: a title in the first line, links to pictures, and a backslash before most signs.
enum DayOneText {
  /// What a text says.
  struct Parts: Hashable {
    /// The first line with anything in it, without the `#` of a heading.
    var title = ""
    /// What follows, without the links to pictures.
    var body = ""
    /// The pictures in the order in which the text shows them.
    var pictures: [Picture] = []
  }

  /// A picture that a text shows.
  struct Picture: Hashable {
    var identifier: String
    /// The words of its link; empty for none, as Day One writes it.
    var caption = ""
  }

  /// Takes a text apart.
  static func parts(of text: String) -> Parts {
    var parts = Parts()
    var lines: [[UInt8]] = []
    var title: [UInt8]?
    var (isCode, dropsBlank) = (false, false)
    let text = TextBytes.normalisedLineEnds(text)
    for line in text.utf8.split(separator: TextBytes.lineFeed, omittingEmptySubsequences: false) {
      var line = withoutStraySpaces(Array(line))
      let isFence = line.drop { $0 == 0x20 }.starts(with: "```".utf8)
      if isFence { isCode.toggle() }
      if !isCode, !isFence {
        let before = parts.pictures.count
        line = withoutPictures(line, &parts.pictures)
        if parts.pictures.count > before, isBlank(line) {
          dropsBlank = lines.last.map(isBlank) ?? true
          continue
        }
      }
      if isBlank(line), dropsBlank || title == nil || lines.isEmpty { continue }
      dropsBlank = false
      if title == nil, !isFence, !isCode {
        title = unescaped(withoutHeading(line), isTitle: true)
      } else {
        title = title ?? []
        lines.append(isCode || isFence ? line : unescaped(line, isTitle: false))
      }
    }
    while let last = lines.last, isBlank(last) { lines.removeLast() }
    parts.title = trimmed(String(decoding: title ?? [], as: UTF8.self))
    parts.body = String(decoding: Array(lines.joined(separator: [TextBytes.lineFeed])), as: UTF8.self)
    return parts
  }

  private static func isBlank(_ line: [UInt8]) -> Bool { line.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

  private static func trimmed(_ text: String) -> String {
    var scalars = Substring(text).unicodeScalars
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(scalars)
  }

  /// Without the spaces of no width that Day One leaves around what it puts in.
  private static func withoutStraySpaces(_ line: [UInt8]) -> [UInt8] {
    let space = Array("\u{200B}".utf8)
    guard line.contains(space[0]) else { return line }
    var (result, index): ([UInt8], Int) = ([], 0)
    while index < line.count {
      if line[index...].starts(with: space) {
        index += space.count
      } else {
        result.append(line[index])
        index += 1
      }
    }
    return result
  }

  private static func withoutHeading(_ line: [UInt8]) -> [UInt8] {
    let signs = line.prefix { $0 == UInt8(ascii: "#") }.count
    guard (1...6).contains(signs), line.count > signs, line[signs] == 0x20 else { return line }
    return Array(line.dropFirst(signs + 1))
  }

  /// Takes out `![…](dayone-moment://ID)`, and collects the pictures.
  private static func withoutPictures(_ line: [UInt8], _ pictures: inout [Picture]) -> [UInt8] {
    guard line.contains(UInt8(ascii: "!")) else { return line }
    var (result, index): ([UInt8], Int) = ([], 0)
    while index < line.count {
      if line[index] == UInt8(ascii: "!"), let picture = picture(at: line[index...]) {
        pictures.append(picture.found)
        index = picture.end
        continue
      }
      result.append(line[index])
      index += 1
    }
    return result
  }

  /// Signs that mean nothing in the middle of a line of Markdown.
  private static let plain = Set(".-()!+{},:;?\"'/=%$^".utf8)

  /// Without the backslashes that change nothing; those stay that keep a sign from being Markdown or a tag.
  private static func unescaped(_ line: [UInt8], isTitle: Bool) -> [UInt8] {
    guard line.contains(UInt8(ascii: "\\")) else { return line }
    var (result, index, isCode): ([UInt8], Int, Bool) = ([], 0, false)
    while index < line.count {
      let byte = line[index]
      if byte == UInt8(ascii: "`") { isCode.toggle() }
      guard byte == UInt8(ascii: "\\"), !isCode, index + 1 < line.count, isPunctuation(line[index + 1]) else {
        result.append(byte)
        index += 1
        continue
      }
      let sign = line[index + 1]
      let goes =
        isTitle
        ? !"#@".utf8.contains(sign) : isPlain(sign, after: result, before: line.dropFirst(index + 2).first)
      result += goes ? [sign] : [byte, sign]
      index += 2
    }
    return result
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    (0x21...0x2F).contains(byte) || (0x3A...0x40).contains(byte) || (0x5B...0x60).contains(byte)
      || (0x7B...0x7E).contains(byte)
  }

  /// Whether a sign without its backslash is the same text, between what stands before and behind it.
  private static func isPlain(_ sign: UInt8, after before: [UInt8], before next: UInt8?) -> Bool {
    guard plain.contains(sign) else { return false }
    let start = before.drop { $0 == 0x20 || $0 == 0x09 }
    switch sign {
    // A list, a rule or the line below a heading.
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "="): return !start.isEmpty
    // A numbered list.
    case UInt8(ascii: "."), UInt8(ascii: ")"):
      if !start.isEmpty, start.count <= 9, start.allSatisfy({ (0x30...0x39).contains($0) }) { return false }
      return true
    // A link, or a picture.
    case UInt8(ascii: "("): return before.last != UInt8(ascii: "]")
    case UInt8(ascii: "!"): return next != UInt8(ascii: "[")
    default: return true
    }
  }
}
