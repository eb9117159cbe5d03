import Encodings
import JournalCore

/// Links of Markdown, `[words](address)`, which may lead to other notes of an import.
package enum MarkdownLinks {
  /// A link in a text; a picture is none.
  struct Link: Hashable {
    /// The words as they are written.
    var words: String
    /// The address without a heading behind `#` and without escapes; empty where it is a heading alone.
    var address: String
    /// Where it stands, in UTF-8 bytes.
    var range: Range<Int>
  }

  private static let (open, close) = (UInt8(ascii: "["), UInt8(ascii: "]"))
  private static let backslash = UInt8(ascii: "\\")

  /// The links of a text in their order, those in code that is not indented among them; in time linear in the text.
  static func find(in text: String) -> [Link] {
    guard text.utf8.firstRange(of: "](".utf8) != nil else { return [] }
    let bytes = Array(text.utf8)
    let code = IndentedCode.ranges(in: bytes)
    var (links, next): ([Link], Int) = ([], 0)
    var (start, index): (Int?, Int) = (nil, 0)
    while index < bytes.count {
      switch bytes[index] {
      case backslash: index += 1
      case open: start = index
      case close:
        if let begin = start, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "("),
          let address = address(in: bytes, from: index + 2)
        {
          while next < code.count, code[next].upperBound <= begin { next += 1 }
          let isPicture = begin > 0 && bytes[begin - 1] == UInt8(ascii: "!")
          if !isPicture, next == code.count || !code[next].contains(begin) {
            let words = String(decoding: bytes[(begin + 1)..<index], as: UTF8.self)
            links.append(Link(words: words, address: address.text, range: begin..<address.end))
          }
          index = address.end - 1
        }
        start = nil
      default: break
      }
      index += 1
    }
    return links
  }

  /// What stands in the brackets of a link, up to the one that closes it; nil where none does in this line.
  private static func address(in bytes: [UInt8], from start: Int) -> (text: String, end: Int)? {
    var (depth, index, isInAngles) = (0, start, false)
    var content: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case TextBytes.lineFeed, open: return nil
      case backslash where index + 1 < bytes.count && "\\()<>[]".utf8.contains(bytes[index + 1]):
        index += 1
        content.append(bytes[index])
      case UInt8(ascii: "<") where content.isEmpty: isInAngles = true
      case UInt8(ascii: ">") where isInAngles:
        let rest = bytes[index...].prefix { $0 != TextBytes.lineFeed && $0 != open }
        return rest.firstIndex(of: UInt8(ascii: ")")).map { (named(content[...]), $0 + 1) }
      case UInt8(ascii: "(") where !isInAngles:
        depth += 1
        content.append(byte)
      case UInt8(ascii: ")") where !isInAngles && depth == 0: return (named(withoutTitle(content)), index + 1)
      case UInt8(ascii: ")") where !isInAngles:
        depth -= 1
        content.append(byte)
      case UInt8(ascii: " ") where content.isEmpty: break
      default: content.append(byte)
      }
      index += 1
    }
    return nil
  }

  /// An address without the words in quotation marks that may stand behind it.
  private static func withoutTitle(_ address: [UInt8]) -> ArraySlice<UInt8> {
    guard let last = address.last(where: { $0 != 0x20 }), "\"'".utf8.contains(last) else { return address[...] }
    let mark = address.indices.dropLast().first { address[$0] == 0x20 && address[$0 + 1] == last }
    return address[..<(mark ?? address.endIndex)]
  }

  private static func named(_ address: ArraySlice<UInt8>) -> String {
    let file = address[..<(address.firstIndex(of: UInt8(ascii: "#")) ?? address.endIndex)]
    let name = trimmingSpace(String(decoding: file, as: UTF8.self))
    return PercentCoding.decode(Array(name.utf8), keepsBroken: true) ?? name
  }

  /// A text whose links lead to entries by their titles, and show the same words; what is code stays.
  ///
  /// - Parameter target: What stands in a link to an entry; nil for an address of something else, whose link stays.
  package static func linked(_ text: String, _ target: (String) -> String?) -> String {
    let links = find(in: text).compactMap { link in target(link.address).map { (link, $0) } }
    guard !links.isEmpty else { return text }
    let bytes = Array(text.utf8)
    let pieces = links.compactMap { link, target in
      plain(link.words).map { words in
        (range: link.range, text: LinkTargets.link(to: target, words, at: link.range.lowerBound, in: bytes))
      }
    }
    return EntryLink.replacing(pieces, in: text)
  }

  /// Words as a link by title can show them: in one line and without emphasis; nil where they hold what would end it.
  private static func plain(_ words: String) -> String? {
    let lines = words.split(separator: "\n", omittingEmptySubsequences: false).map { trimmingSpace(String($0)) }
    guard !words.contains("<"), !words.utf8.contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }),
      !words.contains("://"), !lines.dropFirst().contains(where: { $0.first == ">" }),
      lines.count == 1 || !lines.contains("")
    else { return nil }
    var (result, before): (String.UnicodeScalarView, Unicode.Scalar) = (.init(), " ")
    let scalars = Array(lines.joined(separator: " ").unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let after = index + 1 < scalars.count ? scalars[index + 1] : " "
      let isEdge = !before.properties.isAlphabetic || !after.properties.isAlphabetic
      let isMark =
        scalar == "*" || (scalar == "_" && isEdge) || (scalar == "~" && (before == "~" || after == "~"))
      if !isMark || before == "\\" { result.append(scalar) }
      before = scalar
    }
    return trimmingSpace(String(result))
  }
}

/// Lines that are code because they are indented by four signs, outside of lists.
///
/// ``MarkdownCode`` leaves them alone, as tags are found in them; what a person shows there stays as it was.
private enum IndentedCode {
  static func ranges(in bytes: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var (start, isAfterBlank, isInCode, isInList) = (0, true, false, false)
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: TextBytes.lineFeed) ?? bytes.endIndex
      let content = bytes[start..<end].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? end
      if content == end {
        isAfterBlank = true
      } else {
        let isIndented = content - start >= 4 || bytes[start] == 0x09
        isInCode = isIndented && !isInList && (isAfterBlank || isInCode)
        if isInCode {
          ranges.append(start..<end)
        } else if beginsItem(bytes[content..<end]) {
          isInList = true
        } else if isAfterBlank, content - start < 2 {
          isInList = false
        }
        isAfterBlank = false
      }
      start = end + 1
    }
    return ranges
  }

  /// Whether a line begins an item of a list.
  private static func beginsItem(_ line: ArraySlice<UInt8>) -> Bool {
    let marks = line.drop { (0x30...0x39).contains($0) }
    let signs = marks.startIndex > line.startIndex ? ".)" : "-*+"
    guard let mark = marks.first, signs.utf8.contains(mark) else { return false }
    return marks.dropFirst().first.map { $0 == 0x20 || $0 == 0x09 } ?? true
  }
}
