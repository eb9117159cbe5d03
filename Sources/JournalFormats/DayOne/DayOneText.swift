import JournalCore

/// The Markdown of Day One: a title in the first line, links to pictures, and a backslash before most signs.
enum DayOneText {
  /// What a text says.
  struct Parts: Hashable {
    /// The first line with anything in it, without the `#` of a heading, where it is a title (``DayOneFirstLine``).
    var title = ""
    /// What follows, without the links to pictures.
    var body = ""
    /// The pictures in the order in which the text shows them.
    var pictures: [Picture] = []
    /// Whether title and body were others before there were rules for the first line.
    var isNew = false
  }

  /// A picture that a text shows.
  struct Picture: Hashable {
    var identifier: String
    /// The words of its link; empty for none, as Day One writes it.
    var caption = ""
  }

  /// Takes a text apart.
  ///
  /// - Parameters:
  ///   - isEscaped: whether backslashes stand before signs, as in Day One’s Markdown.
  ///   - isFormer: whether every first line is the title, as it was before there were rules for it.
  ///   - fileName: what a recording, video or PDF is called beside the entry, by what the text calls it, in lower case.
  static func parts(
    of text: String, isEscaped: Bool = true, isFormer: Bool = false, fileName: (String) -> String? = { _ in nil }
  ) -> Parts {
    var parts = Parts()
    var lines: [[UInt8]] = []
    var title: [UInt8]?
    var (isCode, dropsBlank) = (false, false)
    func unescaped(_ line: [UInt8], isTitle: Bool) -> [UInt8] {
      isEscaped ? DayOneEscapes.removed(from: line, isTitle: isTitle) : line
    }
    let source = TextBytes.normalisedLineEnds(text).utf8.split(
      separator: TextBytes.lineFeed, omittingEmptySubsequences: false)
    var place = 0
    while place < source.count {
      var line = withoutStraySpaces(Array(source[place]))
      place += 1
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
      var isFile = false
      if !isCode, !isFence { (line, isFile) = withoutFiles(line, fileName) }
      if isBlank(line), dropsBlank || title == nil || lines.isEmpty { continue }
      dropsBlank = false
      if title == nil, !isFence, !isCode, !isFile {
        let next = place < source.count ? withoutStraySpaces(Array(source[place])) : []
        let first = isFormer ? DayOneFirstLine(former: line) : DayOneFirstLine(line, next: next)
        title = first.title.map { unescaped($0, isTitle: true) } ?? []
        if first.title == nil { lines.append(unescaped(line, isTitle: false)) }
        if !first.links.isEmpty {
          // A title has no links: those of a heading stand below it.
          lines += [unescaped(first.links, isTitle: false), []]
          dropsBlank = true
        }
        if first.takesNext { place += 1 }
        parts.isNew = first.isNew
      } else {
        // A recording that stands first is no title.
        if !isFile { title = title ?? [] }
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

  /// Puts words in the place of each `![…](dayone-moment:/audio/ID)`, which lead to the file that is kept.
  ///
  /// - Returns: The line, and whether there is nothing else in it.
  private static func withoutFiles(
    _ line: [UInt8], _ fileName: (String) -> String?
  ) -> (line: [UInt8], isAlone: Bool) {
    guard line.contains(UInt8(ascii: "!")) else { return (line, false) }
    var (result, index, found, others): ([UInt8], Int, Bool, Bool) = ([], 0, false, false)
    while index < line.count {
      if line[index] == UInt8(ascii: "!"), let file = file(at: line[index...]) {
        let name = fileName(file.identifier.lowercased())
        result += (name.map { file.kind.place(of: $0) } ?? "(\(file.kind.words): \(file.identifier))").utf8
        (index, found) = (file.end, true)
        continue
      }
      others = others || (line[index] != 0x20 && line[index] != 0x09)
      result.append(line[index])
      index += 1
    }
    return (result, found && !others)
  }
}
