/// A link from one entry to another as it is written in a text: `[[The heron]]`, `[[The heron|that bird]]`.
///
/// A link names an entry by its title, without case and diacritics; `#` and what stands behind it, a heading, is not looked
/// for. What is in Markdown code is none.
package struct EntryLink: Hashable, Sendable {
  /// The title that it names.
  package let title: String
  /// The words that stand for it.
  package let words: String
  /// Where it stands, brackets included, in UTF-8 bytes.
  package let range: Range<Int>
  /// Whether the bar before its words has a backslash, as it has in a table.
  package let hasEscapedBar: Bool

  /// The longest link, in UTF-8 bytes; what is longer is text.
  private static let longest = 1000

  /// The links in a piece of text that is no code, in its order.
  package static func find(inPiece text: String) -> [EntryLink] {
    let bytes = Array(text.utf8)
    var links: [EntryLink] = []
    var start = 0
    let (open, close) = (UInt8(ascii: "["), UInt8(ascii: "]"))
    while start + 4 < bytes.count {
      guard bytes[start] == open, bytes[start + 1] == open, bytes[start + 2] != open else {
        start += 1
        continue
      }
      var end = start + 2
      while end < bytes.count, end - start <= longest, bytes[end] != open, bytes[end] != close, bytes[end] != 0x0A {
        end += 1
      }
      let isClosed = end + 1 < bytes.count && bytes[end] == close && bytes[end + 1] == close
      if isClosed, let link = EntryLink(bytes[(start + 2)..<end], range: start..<end + 2) { links.append(link) }
      start = isClosed ? end + 2 : end
    }
    return links
  }

  private init?(_ inside: ArraySlice<UInt8>, range: Range<Int>) {
    let bar = inside.firstIndex(of: UInt8(ascii: "|"))
    hasEscapedBar = bar.map { $0 > inside.startIndex && inside[$0 - 1] == UInt8(ascii: "\\") } ?? false
    let named = inside[..<(bar ?? inside.endIndex)].dropLast(hasEscapedBar ? 1 : 0)
    let title = named[..<(named.firstIndex(of: UInt8(ascii: "#")) ?? named.endIndex)]
    self.title = trimmingSpace(String(decoding: title, as: UTF8.self))
    guard !self.title.isEmpty else { return nil }
    let words = bar.map { trimmingSpace(String(decoding: inside[($0 + 1)...], as: UTF8.self)) } ?? ""
    self.words = words.isEmpty ? trimmingSpace(String(decoding: named, as: UTF8.self)) : words
    self.range = range
  }

  /// A piece of text with the words of links in their place, as a page shows them.
  package static func shown(_ text: String) -> String {
    guard text.utf8.firstRange(of: "[[".utf8) != nil else { return text }
    let bytes = Array(text.utf8)
    var (result, end): ([UInt8], Int) = ([], 0)
    for link in find(inPiece: text) {
      result += bytes[end..<link.range.lowerBound]
      result += link.words.utf8
      end = link.range.upperBound
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }

  /// The form in which titles are compared.
  package static func key(_ title: String) -> String { TextFolding.fold(trimmingSpace(title)) }

  /// Whether a text, as it was written, links to an entry of this title.
  package static func isThere(to title: String, in body: String) -> Bool {
    let wanted = key(title)
    guard !wanted.isEmpty else { return false }
    let links = find(inPiece: body).filter { key($0.title) == wanted }
    guard !links.isEmpty else { return false }
    let code = MarkdownCode.ranges(in: body.utf8Span.span)
    // Both are in the order of the text, and neither overlaps itself.
    var next = 0
    return links.contains { link in
      while next < code.count, code[next].upperBound <= link.range.lowerBound { next += 1 }
      return next == code.count || !code[next].overlaps(link.range)
    }
  }

  /// A title as a link: none where it is empty or has a character that ends one.
  package static func text(to title: String) -> String? {
    let title = trimmingSpace(title)
    let ends: Set<Unicode.Scalar> = ["[", "]", "|", "#", "\n"]
    guard !title.isEmpty, title.utf8.count < longest, !title.unicodeScalars.contains(where: { ends.contains($0) })
    else {
      return nil
    }
    return "[[\(title)]]"
  }

  /// Those of some places in a text that are no code.
  ///
  /// - Parameter places: ranges in UTF-8 bytes, in the order of the text and without overlap.
  package static func outsideCode(_ places: [Range<Int>], in body: String) -> [Range<Int>] {
    guard !places.isEmpty else { return [] }
    let code = MarkdownCode.ranges(in: body.utf8Span.span)
    var next = 0
    return places.filter { place in
      while next < code.count, code[next].upperBound <= place.lowerBound { next += 1 }
      return next == code.count || !code[next].overlaps(place)
    }
  }

  /// A text with other links in the place of some pieces, but for what is code, and for links that would be too long.
  ///
  /// - Parameter pieces: ranges in UTF-8 bytes, in the order of the text and without overlap.
  /// - Returns: The text as it is where the other one would be longer than an entry can be.
  package static func replacing(_ pieces: [(range: Range<Int>, text: String)], in body: String) -> String {
    guard !pieces.isEmpty else { return body }
    let code = MarkdownCode.ranges(in: body.utf8Span.span)
    let bytes = Array(body.utf8)
    var (result, end, next): ([UInt8], Int, Int) = ([], 0, 0)
    for piece in pieces where piece.text.utf8.count <= longest {
      while next < code.count, code[next].upperBound <= piece.range.lowerBound { next += 1 }
      if next < code.count, code[next].overlaps(piece.range) { continue }
      result += bytes[end..<piece.range.lowerBound]
      result += piece.text.utf8
      end = piece.range.upperBound
      guard result.count + bytes.count - end <= EntryRules.longestBody else { return body }
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }
}
