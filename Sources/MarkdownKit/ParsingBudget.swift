/// What parsing a text would cost, judged in one pass before it is begun.
///
/// cmark's time is linear for prose of any kind, but not for three things that only hostile files hold: hundreds
/// of nested blocks that stay open over thousands of lines, tables whose missing cells are filled in by the million, and
/// thousands of things that look like addresses. The first is refused, for the others their extension is left out.
struct ParsingBudget: Equatable {
  /// False where blocks nest so deep, or stay open for so long, that the text is better shown as it is.
  private(set) var allowsParsing = true
  private(set) var allowsTables = true
  private(set) var allowsAddresses = true

  private static let deepest = 100
  /// Open blocks, added up over all lines; each costs the parser some tens of nanoseconds.
  private static let mostBlockVisits = 1 << 20
  private static let mostPipesInLine = 256
  private static let mostCells = 100_000
  /// Bytes of paragraphs that are looked at again because a line under them could make them a table.
  private static let mostHeaderBytes = 8 << 20
  private static let mostAtSigns = 2_000

  private var depth = 0
  private var blockVisits = 0
  private var wasBlank = true
  private var tableColumns = 0
  private var cells = 0
  private var paragraphBytes = 0
  private var headerBytes = 0
  private var atSigns = 0

  init(_ text: String) {
    let bytes = text.utf8Span.span
    var start = 0
    while start < bytes.count {
      var end = start
      var pipes = 0
      var isDelimiter = true
      var dashes = 0
      scan: while end < bytes.count {
        switch bytes[end] {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): break scan
        case UInt8(ascii: "|"): pipes += 1
        case UInt8(ascii: "-"): dashes += 1
        case UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ">"): break
        case UInt8(ascii: "@"):
          atSigns += 1
          isDelimiter = false
        default: isDelimiter = false
        }
        end += 1
      }
      addBlocks(LineOpening(bytes, start..<end))
      addTable(pipes: pipes, isDelimiter: isDelimiter && dashes > 0, length: end - start)
      guard allowsParsing else { return }
      start = end + 1
    }
    allowsAddresses = atSigns <= Self.mostAtSigns
  }

  /// Follows how many blocks can be open, rather too many than too few.
  private mutating func addBlocks(_ line: LineOpening) {
    if line.markers > 0 {
      depth = min(depth + line.markers, line.markers + line.blanks / 2)
    } else if !line.isBlank, wasBlank {
      depth = min(depth, line.blanks / 2)
    }
    // A line without markers right under another may go on any paragraph, however deep.
    blockVisits += depth + 1
    wasBlank = line.isBlank
    if depth > Self.deepest || blockVisits > Self.mostBlockVisits { allowsParsing = false }
  }

  private mutating func addTable(pipes: Int, isDelimiter: Bool, length: Int) {
    if wasBlank {
      tableColumns = 0
      paragraphBytes = 0
      return
    }
    if isDelimiter {
      tableColumns = max(tableColumns, pipes + 1)
      headerBytes += paragraphBytes
    }
    cells += tableColumns
    paragraphBytes += length
    if pipes > Self.mostPipesInLine || cells > Self.mostCells || headerBytes > Self.mostHeaderBytes {
      allowsTables = false
    }
  }
}

/// The blanks and markers of block quotes, lists and footnotes with which a line begins.
private struct LineOpening {
  private(set) var blanks = 0
  private(set) var markers = 0
  private(set) var isBlank = false

  init(_ bytes: borrowing Span<UInt8>, _ line: Range<Int>) {
    if Self.isRule(bytes, line) { return }
    var place = line.lowerBound
    while place < line.upperBound {
      switch bytes[place] {
      case UInt8(ascii: " "): blanks += 1
      case UInt8(ascii: "\t"): blanks += 4
      case UInt8(ascii: ">"): markers += 1
      default:
        guard let end = Self.markerEnd(bytes, start: place, limit: line.upperBound) else { return }
        markers += 1
        place = end
        continue
      }
      place += 1
    }
    isBlank = markers == 0
  }

  /// The end of a list item's or a footnote's marker.
  private static func markerEnd(_ bytes: borrowing Span<UInt8>, start: Int, limit: Int) -> Int? {
    var end = start
    switch bytes[start] {
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): end += 1
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while end < limit, end - start < 10, bytes[end] >= 0x30, bytes[end] <= 0x39 { end += 1 }
      guard end < limit, bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ")") else { return nil }
      end += 1
    case UInt8(ascii: "["):
      guard start + 1 < limit, bytes[start + 1] == UInt8(ascii: "^") else { return nil }
      while end < limit, bytes[end] != UInt8(ascii: "]") { end += 1 }
      guard end + 1 < limit, bytes[end + 1] == UInt8(ascii: ":") else { return nil }
      return end + 2
    default: return nil
    }
    return end == limit || bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t") ? end : nil
  }

  /// `- - -` is a rule, not three lists.
  private static func isRule(_ bytes: borrowing Span<UInt8>, _ line: Range<Int>) -> Bool {
    var mark: UInt8?
    var count = 0
    for place in line {
      let byte = bytes[place]
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { continue }
      guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") else { return false }
      guard mark == nil || mark == byte else { return false }
      mark = byte
      count += 1
    }
    return count >= 3
  }
}
