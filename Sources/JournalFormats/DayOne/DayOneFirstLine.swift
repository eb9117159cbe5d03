import JournalCore

/// What the first line of a text of Day One is to an entry here: its title, or the beginning of its text.
///
/// A line is no title that belongs together with the lines below it, such as an item of a list, or that is a paragraph rather than
/// a name. A heading is one.
struct DayOneFirstLine {
  /// The title, with backslashes; nil where the line stays in the text.
  private(set) var title: [UInt8]?
  /// Links of the title, which stand below it.
  private(set) var links: [UInt8] = []
  /// Whether the next line goes with it, which only makes it a heading.
  private(set) var takesNext = false
  /// Whether the line became a title as it is before there were these rules.
  private(set) var isNew = false

  /// The longest line that is a title without being a heading, in scalars.
  private static let longest = 100

  /// - Parameter next: the line below.
  init(_ line: [UInt8], next: [UInt8]) {
    let heading = DayOneFirstLine.withoutSigns(line)
    let isUnderlined =
      heading == nil && DayOneFirstLine.isUnderline(next) && !DayOneFirstLine.beginsBlock(line)
    let words = heading ?? line
    let links = DayOneLinks.find(in: String(decoding: words, as: UTF8.self))
    let isHeading = heading != nil || isUnderlined
    let isLong = DayOneFirstLine.count(words) > (isHeading ? EntryRules.longestTitle : DayOneFirstLine.longest)
    let isText =
      isLong || links.contains(where: \.isOdd)
      || !isHeading
        && (!links.isEmpty || DayOneFirstLine.beginsBlock(line) || DayOneFirstLine.isTable(line, next))
    isNew = isText || isUnderlined || !links.isEmpty || heading?.isEmpty == true
    guard !isText else { return }
    takesNext = isUnderlined
    if links.isEmpty { title = words } else { (title, self.links) = DayOneLinks.heading(words, links) }
  }

  /// The same by the rules of before: every first line is the title.
  init(former line: [UInt8]) {
    let signs = line.prefix { $0 == UInt8(ascii: "#") }.count
    let isHeading = (1...6).contains(signs) && line.count > signs && line[signs] == 0x20
    title = isHeading ? Array(line.dropFirst(signs + 1)) : line
  }

  /// The words of a heading behind its `#`; nil for any other line.
  private static func withoutSigns(_ line: [UInt8]) -> [UInt8]? {
    let signs = line.prefix { $0 == UInt8(ascii: "#") }.count
    guard (1...6).contains(signs) else { return nil }
    guard line.count > signs else { return [] }
    return line[signs] == 0x20 ? Array(line.dropFirst(signs + 1)) : nil
  }

  /// Whether a line makes a heading of the one above it.
  private static func isUnderline(_ line: [UInt8]) -> Bool {
    let content = trimmed(line)
    guard let sign = content.first, sign == UInt8(ascii: "=") || sign == UInt8(ascii: "-"), content.count > 1 else {
      return false
    }
    return content.allSatisfy { $0 == sign }
  }

  /// Whether a line begins an item of a list, a quotation, or is a rule.
  private static func beginsBlock(_ line: [UInt8]) -> Bool {
    let content = trimmed(line)
    guard let first = content.first, first != UInt8(ascii: ">") else { return !content.isEmpty }
    let digits = content.prefix { (0x30...0x39).contains($0) }
    let isNumber = (1...9).contains(digits.count)
    let mark = isNumber ? content.dropFirst(digits.count).first : first
    guard let mark, (isNumber ? ".)" : "-*+_").utf8.contains(mark) else { return false }
    let behind = content.dropFirst(isNumber ? digits.count + 1 : 1)
    if !isNumber, content.allSatisfy({ $0 == mark || $0 == 0x20 }), content.count(where: { $0 == mark }) > 2 {
      return mark != UInt8(ascii: "+")
    }
    return mark != UInt8(ascii: "_") && (behind.first.map { $0 == 0x20 || $0 == 0x09 } ?? true)
  }

  /// Whether a line is the head of a table, below which its columns stand.
  private static func isTable(_ line: [UInt8], _ next: [UInt8]) -> Bool {
    let bar = UInt8(ascii: "|")
    return line.contains(bar) && next.contains(bar) && next.contains(UInt8(ascii: "-"))
      && next.allSatisfy { "|:- \t".utf8.contains($0) }
  }

  private static func trimmed(_ line: [UInt8]) -> ArraySlice<UInt8> {
    var content = line[...].drop { $0 == 0x20 || $0 == 0x09 }
    while content.last == 0x20 || content.last == 0x09 { content.removeLast() }
    return content
  }

  private static func count(_ line: [UInt8]) -> Int {
    String(decoding: line, as: UTF8.self).unicodeScalars.count
  }
}
