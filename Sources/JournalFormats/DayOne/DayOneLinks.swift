package import JournalCore

/// Links between the entries of Day One: `[words](dayone://view?entryId=UUID)`, or the address alone.
package enum DayOneLinks {
  /// A link in a text.
  struct Link: Hashable {
    /// The id of the entry to which it leads, as it is written.
    var id: String
    /// Its words; empty for an address alone.
    var words: String
    /// Where it stands, in UTF-8 bytes.
    var range: Range<Int>
    /// Whether its words are more than a link can show, so that it stays as it is; the range is that of the address alone.
    var isOdd = false
  }

  private static let query = Array("://view?entryId=".utf8)
  private static let schemes = ["dayone2", "dayone"].map { Array($0.utf8) }
  /// The longest id and the longest words that are looked at, in bytes.
  private static let (longestID, longestWords) = (64, 500)

  /// The links of a text in their order.
  static func find(in text: String) -> [Link] {
    guard text.contains("://view?entryId=") else { return [] }
    let bytes = Array(text.utf8)
    var links: [Link] = []
    var index = 0
    while let found = place(of: query, in: bytes, from: index) {
      index = found + query.count
      guard let scheme = schemes.first(where: { bytes[..<found].suffix($0.count).elementsEqual($0) }) else { continue }
      let id = bytes[index...].prefix(longestID).prefix(while: isOfID)
      guard !id.isEmpty else { continue }
      let address = (found - scheme.count)..<id.endIndex
      let name = String(decoding: id, as: UTF8.self)
      index = id.endIndex
      links.append(link(around: address, bytes, after: links.last?.range.upperBound ?? 0, name))
    }
    return links
  }

  /// A text whose links lead to entries by their titles.
  ///
  /// - Parameters:
  ///   - isFormer: whether links with `|` in their words stay, as they did before.
  ///   - target: What stands in a link to an entry; nil for one that is not there, whose link stays.
  static func linked(_ text: String, isFormer: Bool = false, _ target: (String) -> String?) -> String {
    let links = find(in: text).compactMap { link in
      link.isOdd || isFormer && link.words.contains("|") ? nil : target(link.id).map { (link, $0) }
    }
    guard !links.isEmpty else { return text }
    let bytes = Array(text.utf8)
    let pieces = links.map { link, title in
      (
        range: link.range,
        text: LinkTargets.link(to: title, link.words, at: link.range.lowerBound, in: bytes)
      )
    }
    return EntryLink.replacing(pieces, in: text)
  }

  /// A heading as a title, with the words of links in their place, and the links as they stand in it.
  static func heading(_ line: [UInt8], _ links: [Link]) -> (title: [UInt8], links: [UInt8]) {
    var (title, end): ([UInt8], Int) = ([], 0)
    for link in links {
      title += line[end..<link.range.lowerBound] + link.words.utf8
      end = link.range.upperBound
    }
    let alone = links.map { Array(line[$0.range]) }
    return (title + line[end...], Array(alone.joined(separator: ", ".utf8)))
  }

  /// A text for Day One, with a link by id in the place of each `[[Title|words]]`, and the words alone where there is no such entry.
  ///
  /// - Parameter entry: The entry of a title, or of a day; nil where the zip has none.
  package static func written(_ text: String, _ entry: (String) -> RecordName?) -> String {
    guard text.utf8.firstRange(of: "[[".utf8) != nil else { return text }
    let bytes = Array(text.utf8)
    let pieces = EntryLink.find(inPiece: text).compactMap { link -> (range: Range<Int>, text: String)? in
      let start = link.range.lowerBound
      let isPicture = start > 0 && bytes[start - 1] == UInt8(ascii: "!")
      // Words that could not be read back stay as they are.
      guard !isPicture, !link.words.contains("|"), !link.words.hasSuffix("\\"), link.words.utf8.count <= longestWords
      else { return nil }
      guard let name = entry(link.title) else { return (link.range, link.words) }
      return (link.range, "[\(link.words)](dayone://view?entryId=\(DayOneWriter.identifier(name)))")
    }
    return EntryLink.replacing(pieces, in: text)
  }

  private static func isOfID(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "-")
  }

  private static func place(of sign: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= sign.count, start <= bytes.count - sign.count else { return nil }
    return (start...(bytes.count - sign.count)).first { bytes[$0] == sign[0] && bytes[$0...].starts(with: sign) }
  }

  /// The link whose address stands at a place: with its words, where it has some.
  private static func link(
    around address: Range<Int>, _ bytes: [UInt8], after end: Int, _ id: String
  ) -> Link {
    let alone = Link(id: id, words: "", range: address)
    guard address.lowerBound >= end + 2, bytes[address.lowerBound - 1] == UInt8(ascii: "("),
      bytes[address.lowerBound - 2] == UInt8(ascii: "]"), address.upperBound < bytes.count,
      bytes[address.upperBound] == UInt8(ascii: ")")
    else { return alone }
    let close = address.lowerBound - 2
    let words = bytes[end..<close].suffix(longestWords).reversed().prefix { !"[]\n".utf8.contains($0) }
    let open = close - words.count - 1
    guard open >= end, bytes[open] == UInt8(ascii: "["), bytes[close - 1] != UInt8(ascii: "\\") else {
      return Link(id: id, words: "", range: address, isOdd: true)
    }
    return Link(
      id: id, words: trimmingSpace(String(decoding: bytes[(open + 1)..<close], as: UTF8.self)),
      range: open..<(address.upperBound + 1))
  }
}
